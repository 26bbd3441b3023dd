"""Seats and pace of a new table, as people and programs name them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cache
from typing import Final

from dalang.bots.characters import called, styled_name
from dalang.engine.errors import BadTable
from dalang.server.storage import Person, Seat, new_invite
from dalang.server.tables.clocks import CLOCKS

WORDS = (
    "me",
    "open",
    "friend",
    "hot",
    "bot-LEVEL",
    "bot-strength:NUMBER",
    "bot-NAME",
    "bot-NAME:NUMBER",
)
HOUR: Final = 3600
PACES: Final[dict[str, int]] = {  # seconds for a decision
    "none": 0,
    "five_minutes": 300,
    "half_day": 12 * HOUR,
    "day": 24 * HOUR,
    "three_days": 3 * 24 * HOUR,
    "week": 7 * 24 * HOUR,
}
TIMES: Final = (*PACES, *CLOCKS)  # that forms offer
ADVICE: Final[dict[str, bool | None]] = {"alone": None, "yes": True, "no": False}


def seat_from_word(number: int, word: str, person: Person, guest: str = "") -> Seat:
    """The seat that a word of the form means; `guest` is who else plays at the person's screen."""
    if word == "me":
        return Seat(number, "person", person.id, name=person.name)
    if word == "hot":
        return Seat(number, "person", person.id, name=guest or f"Player {number + 1}")
    if word == "open":
        return Seat(number)
    if word == "friend":
        return Seat(number, invite=new_invite())
    if word.startswith("bot-"):
        return bot_seat(number, word.removeprefix("bot-"))
    raise BadTable(f"A seat is one of {', '.join(WORDS)}, not {word!r}.")


def bot_seat(number: int, wanted: str) -> Seat:
    """A bot of a level, whose name is found when all seats are known, or a certain character.

    A character may be given another strength: "gede:7".  Else it may be one of the host's bots:
    new_record() knows those.
    """
    name, _, strength = wanted.partition(":")
    character = called(name)
    if character is None:
        return Seat(number, "bot", bot=wanted)
    if not strength:
        return Seat(number, "bot", bot=character.bot, name=character.name)
    bot = styled_name(f"strength:{strength}", character.style)
    return Seat(number, "bot", bot=bot, name=character.name)


def pace_from_word(word: str) -> int:
    """How many seconds a decision may take; 0 = no limit."""
    if word not in PACES:
        raise BadTable(f"A pace is one of {', '.join(PACES)}, not {word!r}.")
    return PACES[word]


def time_from_word(word: str) -> tuple[int, str]:
    """A pace and a clock, of which a form offers one or the other."""
    return (0, word) if word in CLOCKS else (pace_from_word(word), "")


def is_alone(seats: Sequence[Seat]) -> bool:
    """Whether one person plays against bots, and nobody else can come."""
    kinds = [seat.kind for seat in seats]
    return kinds.count("person") == 1 and "open" not in kinds


def may_be_rated(seats: Sequence[Seat]) -> bool:
    """Whether several people can play here, each at a screen of their own."""
    people = [seat.person for seat in seats if seat.kind == "person"]
    others = sum(seat.kind == "open" for seat in seats)
    return len(people) == len(set(people)) and len(people) + others > 1


def is_warmed(seat: Seat) -> bool:
    """Whether a bot keeps a chair warm for somebody who has the link to it."""
    return seat.kind == "bot" and not seat.person and bool(seat.invite)


def has_link(seat: Seat, invite: str) -> bool:
    """Whether that is the secret of the seat's private link."""
    given = secrets.compare_digest(seat.invite.encode(), invite.encode())
    return bool(seat.invite) and given


def is_free(seat: Seat) -> bool:
    """Whether anybody may sit down here."""
    return seat.kind == "open" and not seat.invite


def advice_from_word(word: str) -> bool | None:
    """Whether hints are allowed; None: where one person plays against bots."""
    if word not in ADVICE:
        raise BadTable(f"Hints are one of {', '.join(ADVICE)}, not {word!r}.")
    return ADVICE[word]


@cache
def pace_word(seconds: int) -> str:
    """What a pace is called: the slowest that is not slower."""
    return max((word for word in PACES if PACES[word] <= seconds), key=PACES.__getitem__)
