"""Replays: a game as text, exactly its actions and outcomes.

    game: taj_mahal
    edition: TM-1
    players: 3
    ended_by: twelve_rounds
    ---
    ? province kabul            chance
    0: play red elephant+monk   seat 0
    = 2 0 0                     the scores now, as a checkpoint
    # …                         a comment

A game from a server has two more header fields, `commitment` and `secret`, by which its deals can
be verified (see `dalang verify`).  If it continues another game from some moment, `inherited` says
how many outcomes, from the first one on, come from there and not from its own secret.

A replay needs no seed and no version of a random generator.  It contains all secrets of a game, so
nobody may see it before the game is over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from dalang.engine.api import CHANCE, Event, Position
from dalang.engine.errors import DalangError, IllegalAction, NotationError, ReplayError
from dalang.engine.notation import Fields
from dalang.engine.session import Session, Step
from dalang.engine.spec import GameSpec

_DIVIDER = "---"
_MOST_PLAYERS = 9
_MOST_OUTCOMES = 99_999
_HEX = re.compile("[0-9a-f]{64}")  # 32 bytes


@dataclass(frozen=True)
class ReplayLine:
    """One line of play, with its place in the file."""

    number: int
    actor: int | None  # None: a checkpoint of the scores
    text: str


@dataclass(frozen=True)
class Replay:
    """A game as it was written down."""

    game: str
    edition: str
    players: int
    options: dict[str, str] = field(default_factory=dict)
    ended_by: str = ""  # "" if the game was not finished
    lines: tuple[ReplayLine, ...] = ()
    commitment: str = ""  # SHA-256 of the secret; "" if the deals cannot be verified
    secret: str = field(default="", repr=False)  # what the deals were drawn from, once it is over
    inherited: int = 0  # outcomes that come from the game this one continues

    @classmethod
    def of(cls, session: Session) -> Replay:
        """What was played in a session so far; it must have begun with the game."""
        if not session.from_start:
            raise ReplayError("A game that went on from a position has no replay.")
        spec = session.spec
        lines = tuple(_lines_of(session.log))
        return cls(
            spec.key,
            spec.edition,
            session.players,
            session.options,
            session.position.ended_by(),
            lines,
        )

    @classmethod
    def parse(cls, text: str) -> Replay:
        """Reads a replay; says which line is wrong."""
        head, divider, _ = text.partition(f"\n{_DIVIDER}\n")
        if not divider:
            raise ReplayError(
                f"This is no replay: no line {_DIVIDER!r} divides the header from the game."
            )
        try:
            header = _parse_header(Fields(head))
        except DalangError as error:
            raise ReplayError(f"The header of the replay is broken. {error}") from None
        first = head.count("\n") + 3
        lines = tuple(_parse_lines(text.split("\n")[first - 1 :], first))
        return replace(header, lines=lines)

    @classmethod
    def load(cls, path: Path) -> Replay:
        """Reads a replay file."""
        try:
            return cls.parse(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise ReplayError(f"{path} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise ReplayError(f"{path} is no replay: it is not a text in UTF-8.") from None
        except ReplayError as error:
            raise ReplayError(f"{path}: {error}") from None

    def save(self, path: Path) -> None:
        """Writes a replay file, and the folder it belongs in if that is not there."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.text(), encoding="utf-8")
        except OSError as error:
            raise ReplayError(f"{path} cannot be written: {error.strerror}.") from None

    def text(self) -> str:
        """The replay as it is stored."""
        options = ", ".join(f"{key}={choice}" for key, choice in self.options.items())
        head = {
            "game": self.game,
            "edition": self.edition,
            "players": str(self.players),
            "options": options,
            "ended_by": self.ended_by,
            "commitment": self.commitment,
            "secret": self.secret,
            "inherited": str(self.inherited or ""),
        }
        lines = [f"{name}: {value}" for name, value in head.items() if value]
        return "\n".join([*lines, _DIVIDER, *(_line_text(line) for line in self.lines)]) + "\n"


def play_through(
    spec: GameSpec, replay: Replay
) -> Iterator[tuple[ReplayLine, Session, list[Event]]]:
    """Plays a replay on the present rules, line by line; raises ReplayError where it cannot."""
    session = _begin(spec, replay)
    for line in replay.lines:
        yield line, session, play_line(session, line)
    check_end(session, replay)


def check_end(session: Session, replay: Replay) -> None:
    """Raises ReplayError unless the game, all lines played, ended as the header says."""
    ended_by = session.position.ended_by()
    if ended_by != replay.ended_by:
        told = f"ended by {replay.ended_by!r}" if replay.ended_by else "was not finished"
        found = (
            f"ends by {ended_by!r}"
            if ended_by
            else "is not over after the last line; the replay is cut short"
        )
        raise ReplayError(f"The header says the game {told}, but it {found}.")


def play_all(spec: GameSpec, replay: Replay) -> Session:
    """Plays a whole replay; returns the session at its end."""
    session = _begin(spec, replay)
    for line in replay.lines:
        play_line(session, line)
    check_end(session, replay)
    return session


def _begin(spec: GameSpec, replay: Replay) -> Session:
    try:
        return Session(spec, replay.players, replay.options)
    except DalangError as error:
        raise ReplayError(str(error)) from None


def record(
    spec: GameSpec, players: int, choose: Callable[[Position], int], options: dict[str, str]
) -> Session:
    """Plays a game to its end; `choose` picks every action and outcome."""
    session = Session(spec, players, options)
    while not session.position.ended_by():
        step = choose(session.position)
        if session.position.actor() == CHANCE:
            session.happen(step)
        else:
            session.play(int(session.position.actor()), session.position.action_text(step))
    return session


def play_line(session: Session, line: ReplayLine) -> list[Event]:
    """Plays one line; raises ReplayError if it is not possible."""
    position = session.position
    where = f"Line {line.number}: "
    if line.actor is None:
        scores = " ".join(str(score) for score in position.scores())
        if scores != line.text:
            raise ReplayError(
                f"{where}the checkpoint says {line.text}, but the scores are {scores}."
            )
        return []
    try:
        if line.actor == CHANCE and position.actor() == CHANCE:
            return session.happen_as_logged(line.text)
        return session.play(line.actor, line.text)
    except (IllegalAction, NotationError) as error:
        raise ReplayError(f"{where}{error}") from None
    except DalangError as error:
        raise ReplayError(f"{where}{line.text!r} is not possible. {error}") from None


def _lines_of(log: list[Step]) -> Iterator[ReplayLine]:
    number = 0
    scores: tuple[int, ...] | None = None
    for step in log:
        number += 1
        yield ReplayLine(number, step.actor, step.text)
        if step.scores != scores and scores is not None:
            number += 1
            yield ReplayLine(number, None, " ".join(str(score) for score in step.scores))
        scores = step.scores


def _line_text(line: ReplayLine) -> str:
    if line.actor is None:
        return f"= {line.text}"
    return f"? {line.text}" if line.actor == CHANCE else f"{line.actor}: {line.text}"


def _parse_lines(lines: list[str], first: int) -> Iterator[ReplayLine]:
    for number, raw in enumerate(lines, first):
        line = raw.split("#", 1)[0].strip()
        if line:
            yield _parse_line(number, line)


def _parse_line(number: int, line: str) -> ReplayLine:
    if line.startswith("? "):
        return ReplayLine(number, CHANCE, line[2:].strip())
    if line.startswith("= "):
        return ReplayLine(number, None, " ".join(line[2:].split()))
    seat, colon, action = line.partition(":")
    if colon and seat.isdecimal() and len(seat) == 1 and action.strip():
        return ReplayLine(number, int(seat), " ".join(action.split()))
    raise ReplayError(
        f"Line {number}: expected '? outcome', 'seat: action' or '= scores', got {line!r}."
    )


def _parse_header(given: Fields) -> Replay:
    """A replay without its lines."""
    header = Replay(
        given.text("game"),
        given.text("edition"),
        given.number("players", 1, _MOST_PLAYERS),
        dict(_option(word) for word in _optional(given, "options").split(",") if word),
        _optional(given, "ended_by"),
        (),
        _optional_hex(given, "commitment"),
        _optional_hex(given, "secret"),
        given.number("inherited", 1, _MOST_OUTCOMES) if given.has("inherited") else 0,
    )
    given.done()
    return header


def _optional(given: Fields, name: str) -> str:
    return given.text(name) if given.has(name) else ""


def _optional_hex(given: Fields, name: str) -> str:
    text = _optional(given, name)
    if text and not _HEX.fullmatch(text):
        raise NotationError(f"{name} needs 64 hexadecimal digits in small letters.")
    return text


def _option(word: str) -> tuple[str, str]:
    key, equals, choice = word.strip().partition("=")
    if not equals:
        raise NotationError(f"An option is written key=choice, not {word.strip()!r}.")
    return key, choice
