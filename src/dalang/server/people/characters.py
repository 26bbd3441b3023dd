"""The company: what the bots are called, and what they look like.

A character has a level and perhaps a style of play; whoever opens a table may give it another
strength.  Nobody else names bots or knows their faces; at a table, a seat holds the name.  Every
key is also a drawing, static/faces/KEY.svg.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from dalang.bots import LEVELS, USUAL_LEVEL
from dalang.bots.naming import is_for_people
from dalang.bots.strength import STRENGTHS
from dalang.server.people.names import skeleton
from dalang.server.settings import BadSettings
from dalang.server.storage import Seat


@dataclass(frozen=True)
class Character:
    """Somebody to play against."""

    key: str
    name: str
    level: str
    style: str = ""

    @property
    def bot(self) -> str:
        """As bots are named everywhere."""
        return styled_name(self.level, self.style)

    def with_strength(self, number: int) -> str:
        """The same character, as a bot of another strength."""
        return styled_name(f"strength:{number}", self.style)

    @property
    def strength(self) -> int:
        """How strong, in flames: none for somebody who plays at random."""
        return list(LEVELS).index(self.level)


def styled_name(plain: str, style: str) -> str:
    """A bot with a style, as bots are named everywhere."""
    return f"{plain}+{style}" if style else plain


COMPANY: Final = (
    Character("kayon", "Kayon", "random"),
    Character("sari", "Sari", "novice"),
    Character("joko", "Joko", "novice"),
    Character("wati", "Wati", "club"),
    Character("gede", "Gede", "club"),
    Character("bima", "Bima", "club", "daring"),
    Character("putri", "Putri", "club", "patient"),
    Character("tika", "Tika", "club", "hoarding"),
    Character("ratna", "Ratna", "expert"),
    Character("surya", "Surya", "expert"),
    Character("dewi", "Dewi", "master"),
)
COACH: Final = "wayan"  # explains the games, and plays none
MOST_FLAMES: Final = len(LEVELS) - 1
_BY_KEY: Final = {one.key: one for one in COMPANY}
_NUMERALS: Final = ("", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX")


def of_level(level: str) -> list[Character]:
    """Those who play as well as that, and without a style of their own."""
    return [one for one in COMPANY if one.level == level and not one.style]


def usual() -> Character:
    """Who sits down unless somebody asks for another."""
    return of_level(USUAL_LEVEL)[0]


def called(key: str) -> Character | None:
    """The character of that key."""
    return _BY_KEY.get(key)


def check_own(bots: Collection[str]) -> None:
    """Refuses bots of the host that nobody could seat, because others have their names."""
    for name in bots:
        if is_for_people(name) or called(name):
            raise BadSettings(f"DALANG_BOTS: {name!r} is a bot of Dalang; call yours otherwise.")


def names_for(bot: str) -> Iterator[str]:
    """What bots are called, one after the other: Sari, Joko, Sari II, Joko II …

    Who has a style or another strength is called like those who usually play so.
    """
    style, level = style_of(bot), level_of(bot)
    alike = [one for one in COMPANY if style and one.style == style] or of_level(level)
    names = [one.name for one in alike] or [own_name(bot)]
    for round_ in count():
        numeral = _NUMERALS[round_] if round_ < len(_NUMERALS) else f" {round_ + 1}"
        yield from (f"{name}{numeral}" for name in names)


def own_name(bot: str) -> str:
    """What one of the host's bots is called at a table."""
    return bot.capitalize()


def level_of(bot: str) -> str:
    """The word for how a bot plays; nobody knows how well the host's own bots do."""
    plain = bot.partition("+")[0]
    if number := grade_of(bot):
        ranks = [level for level in LEVELS if level != "random"]
        return ranks[(number - 1) * len(ranks) // STRENGTHS]
    return plain if plain in LEVELS and is_for_people(bot) else "own"


def flames_of(bot: str) -> int:
    """How strong a bot is, in flames; none for the host's own bots."""
    level = level_of(bot)
    return list(LEVELS).index(level) if level in LEVELS else 0


def style_of(bot: str) -> str:
    """The style that a bot of ours plays in, if it has one of its own."""
    return bot.partition("+")[2] if is_for_people(bot) else ""


def grade_of(bot: str) -> int:
    """The number of a bot's strength; 0 if it has a level."""
    plain, _, number = bot.partition("+")[0].partition(":")
    return int(number) if plain == "strength" and is_for_people(bot) else 0


def free_name(level: str, taken: Collection[str]) -> str:
    """The first name of a level that looks like nobody's at the table."""
    shown = {skeleton(name) for name in taken}
    return next(name for name in names_for(level) if skeleton(name) not in shown)


def face_of(name: str, bot: str) -> str:
    """The key of the face of a bot with that name; "" if it is none of the company.

    A face belongs to a level, but anybody may be given another strength.
    """
    level = "" if grade_of(bot) else level_of(bot)
    known = {one.name: one.key for one in COMPANY if not level or one.level == level}
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
    own = called(face_of(seat.name, seat.bot))
    if own is None:
        return free_name(seat.bot, taken)
    same = (f"{own.name}{numeral}" for numeral in _NUMERALS)
    return next(name for name in same if name not in taken)
