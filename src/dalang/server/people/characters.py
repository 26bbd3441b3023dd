"""The company: what the bots are called, and what they look like.

A character stands for a level, not for a style of play.  Nobody else names bots or knows their
faces; at a table, a seat holds the name.  Every key is also a drawing, static/faces/KEY.svg.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from dalang.bots import LEVELS, USUAL_LEVEL
from dalang.server.people.names import skeleton
from dalang.server.settings import BadSettings
from dalang.server.storage import Seat


@dataclass(frozen=True)
class Character:
    """Somebody to play against."""

    key: str
    name: str
    level: str

    @property
    def strength(self) -> int:
        """How strong, in flames: none for somebody who plays at random."""
        return list(LEVELS).index(self.level)


COMPANY: Final = (
    Character("kayon", "Kayon", "random"),
    Character("sari", "Sari", "novice"),
    Character("joko", "Joko", "novice"),
    Character("wati", "Wati", "club"),
    Character("gede", "Gede", "club"),
    Character("ratna", "Ratna", "expert"),
    Character("surya", "Surya", "expert"),
    Character("dewi", "Dewi", "master"),
)
COACH: Final = "wayan"  # explains the games, and plays none
MOST_FLAMES: Final = len(LEVELS) - 1
_BY_KEY: Final = {one.key: one for one in COMPANY}
_NUMERALS: Final = ("", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX")


def of_level(level: str) -> list[Character]:
    """Those who play as well as that."""
    return [one for one in COMPANY if one.level == level]


def usual() -> Character:
    """Who sits down unless somebody asks for another."""
    return of_level(USUAL_LEVEL)[0]


def called(key: str) -> Character | None:
    """The character of that key."""
    return _BY_KEY.get(key)


def check_own(bots: Collection[str]) -> None:
    """Refuses bots of the host that nobody could seat, because others have their names."""
    for name in bots:
        if name in LEVELS or called(name):
            raise BadSettings(f"DALANG_BOTS: {name!r} is a bot of Dalang; call yours otherwise.")


def names_for(level: str) -> Iterator[str]:
    """What bots of a level are called, one after the other: Sari, Joko, Sari II, Joko II …"""
    names = [one.name for one in of_level(level)] or [own_name(level)]
    for round_ in count():
        numeral = _NUMERALS[round_] if round_ < len(_NUMERALS) else f" {round_ + 1}"
        yield from (f"{name}{numeral}" for name in names)


def own_name(bot: str) -> str:
    """What one of the host's bots is called at a table."""
    return bot.capitalize()


def level_of(bot: str) -> str:
    """The word for how a bot plays; nobody knows how well the host's own bots do."""
    return bot if bot in LEVELS else "own"


def free_name(level: str, taken: Collection[str]) -> str:
    """The first name of a level that looks like nobody's at the table."""
    shown = {skeleton(name) for name in taken}
    return next(name for name in names_for(level) if skeleton(name) not in shown)


def face_of(name: str, level: str) -> str:
    """The key of the face of a bot with that name; "" if it is none of the company."""
    known = {one.name: one.key for one in of_level(level)}
    return known.get(name.partition(" ")[0], "")


def introduced(seats: Sequence[Seat]) -> list[Seat]:
    """The seats of a new table, where every bot has a name of its own.

    Somebody who is asked for twice is numbered, like everybody else of a level.
    """
    taken: list[str] = []
    result: list[Seat] = []
    for seat in seats:
        if seat.kind == "bot" and not seat.person and seat.bot:
            wanted = seat.name and seat.name not in taken
            seat = replace(seat, name=seat.name if wanted else _another(seat, taken))
            taken.append(seat.name)
        result.append(seat)
    return result


def _another(seat: Seat, taken: Collection[str]) -> str:
    """A free name: of the same character if one was asked for, else of the level."""
    own = face_of(seat.name, seat.bot)
    if not own:
        return free_name(seat.bot, taken)
    same = (name for name in names_for(seat.bot) if face_of(name, seat.bot) == own)
    return next(name for name in same if name not in taken)
