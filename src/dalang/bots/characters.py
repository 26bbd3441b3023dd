"""The characters: what the bots are called, wherever they play.

A character has a level and perhaps a style of play; it may be given another strength.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from dalang.bots.levels import LEVELS, USUAL_LEVEL
from dalang.bots.naming import is_for_people
from dalang.bots.strength import MASTERLY, STRENGTHS


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
ABOUT: Final = {"novice": 3, "club": 7, "expert": 9, "master": STRENGTHS}  # strengths up to that
NUMERALS: Final = ("", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX")


def of_level(level: str) -> list[Character]:
    """Those who play as well as that, and without a style of their own."""
    return [one for one in COMPANY if one.level == level and not one.style]


def usual() -> Character:
    """Who sits down unless somebody asks for another."""
    return of_level(USUAL_LEVEL)[0]


def called(key: str) -> Character | None:
    """The character of that key."""
    return _BY_KEY.get(key)


def names_for(bot: str) -> Iterator[str]:
    """What bots are called, one after the other: Sari, Joko, Sari II, Joko II …

    Who has a style or another strength is called like those who usually play so.
    """
    style, level = style_of(bot), level_of(bot)
    alike = [one for one in COMPANY if style and one.style == style] or of_level(level)
    names = [one.name for one in alike] or [own_name(bot)]
    for round_ in count():
        numeral = NUMERALS[round_] if round_ < len(NUMERALS) else f" {round_ + 1}"
        yield from (f"{name}{numeral}" for name in names)


def own_name(bot: str) -> str:
    """What one of the host's bots is called at a table."""
    return bot.capitalize()


def level_of(bot: str) -> str:
    """The word for how a bot plays; nobody knows how well the host's own bots do."""
    plain = bot.partition("+")[0]
    if number := grade_of(bot):
        return next(level for level, most in ABOUT.items() if number <= most)
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


def names_of(bots: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Names for bots who sit down together, all different from each other and from those taken."""
    found: list[str] = []
    used = {name.casefold() for name in taken}
    for bot in bots:
        name = next(name for name in names_for(_plainly(bot)) if name.casefold() not in used)
        used.add(name.casefold())
        found.append(name)
    return found


def _plainly(bot: str) -> str:
    """A bot's name without what is for programs: a budget, weights, a place in a file."""
    base, plus, style = bot.rpartition("@")[0 if "@" in bot else 2].partition("+")
    first, colon, rest = base.partition(":")
    if first in LEVELS:
        return first + plus + style
    if first == "skill":
        return f"strength:{1 + round(float(rest) / MASTERLY * (STRENGTHS - 1))}{plus}{style}"
    return rest.partition(":")[0] if colon and first != "strength" else bot
