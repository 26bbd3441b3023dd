"""What programs send to the JSON API and what they are answered, each field said once.

These types check a request's body, write an answer, and describe both in OpenAPI (openapi.py).
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from msgspec import DecodeError, Meta, Struct
from msgspec.json import decode, encode

from dalang.engine.errors import DalangError
from dalang.registry import all_games
from dalang.server.storage import Status
from dalang.server.tables.clocks import CLOCKS
from dalang.server.tables.seats import PACES

CLOCK = r"^(none|[0-9]{1,6}(\+[0-9]{1,6})?)$"
SEAT = "^(me|open|friend|hot|bot-[a-z][a-z0-9-]*)$"

# What a table's rules check by themselves, with a sentence of their own, is only described here.
Game = Annotated[str, Meta(extra_json_schema={"enum": list(all_games())})]
SeatWord = Annotated[str, Meta(extra_json_schema={"pattern": SEAT})]
PaceWord = Annotated[
    str, Meta(description="how long a decision may take", extra_json_schema={"enum": list(PACES)})
]
ClockWord = Annotated[
    str,
    Meta(
        description="seconds for a decision (60), or for the game and each turn (600+10)",
        extra_json_schema={"pattern": CLOCK, "examples": ["none", *CLOCKS]},
    ),
]
Number = Annotated[int, Meta(description="log number of the next move")]


class BadRequest(DalangError):
    """The request is not of the form the API describes."""


class Body(Struct):
    """What a program sends; fields that nobody knows are passed over."""


class NewTable(Body):
    """A table to be opened."""

    game: Game
    seats: list[SeatWord]
    options: dict[str, str] = {}  # msgspec makes a new one for every body
    public: bool = True
    pace: PaceWord = "none"
    clock: ClockWord = "none"
    advice: Annotated[bool | None, Meta(description="null: if one plays alone with bots")] = None
    pauses: Annotated[bool, Meta(description="false: bots answer at once; all others are bots")] = (
        True
    )


class Sitting(Body):
    """A seat to be taken."""

    seat: int
    invite: str = ""


class Leaving(Body):
    """A seat to be given up before the game; the host closes the table."""


class Move(Body):
    """An action to be played if nothing has happened since that number."""

    action: str
    number: int


class TakingBack(Body):
    """A move to be taken back."""

    number: int


class Answer(Struct, frozen=True):
    """What a program is answered."""


class Trouble(Answer, frozen=True, omit_defaults=True):
    """Why something is refused."""

    error: str
    paragraph: str = ""


class GameAnswer(Answer, frozen=True):
    """A game that can be played."""

    key: str
    title: str
    edition: str
    players: list[int]
    options: dict[str, list[str]]
    bots: list[str]


class TableListed(Answer, frozen=True):
    """A table in a list."""

    id: str
    game: str


class SeatAnswer(Answer, frozen=True):
    """Who sits on a seat."""

    kind: str
    name: str
    bot: str


class TableAnswer(Answer, frozen=True):
    """Who sits where, and how it stands."""

    id: str
    game: str
    edition: str
    status: Status
    number: Number
    actor: Annotated[int, Meta(description="seat to decide, -1 chance, -2 over")]
    pace: PaceWord
    clock: ClockWord
    left: Annotated[
        list[float], Meta(description="seconds of every seat, before its present decision")
    ]
    advice: Annotated[bool, Meta(description="whether people may ask for hints")]
    due: Annotated[str | None, Meta(description="until when the seat must decide")]
    seat: Annotated[int, Meta(description="your seat, -1 if you watch")]
    seats: list[SeatAnswer]
    scores: list[int]
    ranking: list[int]
    ended_by: str
    commitment: Annotated[str, Meta(description="SHA-256 of the secret that the deals come from")]
    secret: Annotated[str, Meta(description="that secret, once the game is over; empty before")]


class ViewAnswer(Answer, frozen=True):
    """What a seat knows."""

    number: Number
    view: dict[str, Any]
    text: Annotated[str, Meta(description="the same as a text that can be read back")]


class Choice(Answer, frozen=True):
    """An action that is legal now."""

    action: str
    words: str


class LegalAnswer(Answer, frozen=True):
    """What a seat can choose from."""

    number: Number
    legal: list[Choice]


class Played(Answer, frozen=True):
    """Whether a move was made."""

    played: bool
    number: Number


class TakenBack(Answer, frozen=True):
    """Whether a move was taken back."""

    undone: bool
    number: Number


class EventAnswer(Answer, frozen=True):
    """Something that happened."""

    number: int
    actor: int
    key: str
    args: dict[str, Any]
    words: str


class EventsAnswer(Answer, frozen=True):
    """What happened since a number."""

    number: Number
    status: Status
    events: list[EventAnswer]


class StreamLine(Answer, frozen=True, omit_defaults=True):
    """A line of a stream: something that happened, or else how the table stands now."""

    type: Annotated[str, Meta(extra_json_schema={"enum": ["event", "undone", "state"]})]
    number: Number
    event: EventAnswer | None = None  # that happened
    status: str = ""  # of the table, in a state
    actor: Annotated[int, Meta(description="seat to decide, -1 chance, -2 over")] = -2
    legal: Annotated[list[Choice], Meta(description="your choices, if you are asked")] = []


Sent = TypeVar("Sent", bound=Body)


def read_body(text: bytes, kind: type[Sent]) -> Sent:
    """A request's body; raises BadRequest that says where it is not as described."""
    try:
        return decode(text, type=kind)
    except (DecodeError, RecursionError, UnicodeDecodeError) as problem:
        raise BadRequest(f"The body is not as described: {problem}") from None


def written(answer: Answer | list[Any]) -> bytes:
    """An answer as JSON."""
    return encode(answer)
