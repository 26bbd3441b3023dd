"""The one way to name a bot, wherever bots are asked for.

club                    a level
expert:300              a bot that searches, with its budget (300 simulations, or 500ms)
strength:4              one of ten strengths at even distances, from a beginner to a master
skill:1.25              any skill between a novice's (0), a club player's (1) and a master's (2)
club+daring             a level, a strength or a skill with a style of play
club@mine.toml          a level with other weights
master@mine.net         the master with other nets
careful.py:Careful      somebody's own class in a file …
mine.bots:Careful       … or in a module that can be imported
careful                 a bot that an installed package offers (entry point group "dalang.bots")
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from dalang.bots.bot import Bot
from dalang.bots.budget import BadBudget, Budget
from dalang.bots.levels import LEVELS
from dalang.bots.master import MasterBot
from dalang.bots.net_file import read_nets
from dalang.bots.strength import MASTERLY, STRENGTHS, SkilledBot, skill_of
from dalang.bots.styles import STYLES, styled
from dalang.engine.errors import DalangError
from dalang.engine.weights import read_weights
from dalang.registry import game

STRENGTH_NAMES = tuple(f"strength:{number}" for number in range(1, STRENGTHS + 1))
NETS = ".net"  # how the name of a file of nets ends
GRADES = ("strength", "skill")  # what else our own bots are named by, besides their levels
GROUP = "dalang.bots"  # of the entry points by which packages offer bots
_OWN_BOT = re.compile(
    r"(?P<source>.+\.py|[A-Za-z_][\w.]*):(?P<name>[A-Za-z_]\w*)(:(?P<budget>.*))?"
)


class UnknownBot(DalangError):
    """There is no bot of that name."""


@dataclass(frozen=True)
class BotName:
    """A bot by its name, perhaps with other weights."""

    description: str  # without the weights
    weights: tuple[float, ...] | None = None
    weights_file: str = ""  # where they come from

    @classmethod
    def of(cls, word: str, key: str) -> BotName:
        """As people write it; the game says which weights there are."""
        description, _, file = word.rpartition("@")
        if description and file.endswith(NETS):
            read_nets(Path(file), game(key))
            return cls(description, None, file)
        if not file.endswith(".toml"):  # a folder with an @ in its name
            return cls(word)
        return cls(description, tuple(read_weights(Path(file), game(key).weights)), file)

    @property
    def name(self) -> str:
        """What to call it."""
        return self.description + (f"@{self.weights_file}" if self.weights_file else "")

    def make(self, key: str) -> Bot:
        """The bot itself: one for each seat of a game."""
        if self.grade:
            return self._graded(key, None)
        kind, budget = self._found()
        if self.is_level:
            return self._level(kind, key, budget)
        if self.weights_file or self.weights is not None:
            raise UnknownBot(f"{self.description} is a bot of its own: it takes no weights.")
        return kind(game(key), budget=budget) if budget else kind(game(key))

    def make_for_people(self, key: str, budget: Budget) -> Bot:
        """The bot where people wait for it: it should think no longer than the budget says."""
        if self.grade:
            return self._graded(key, budget)
        if not self.is_level or ":" in self._plain:
            found = self.make(key)
            found.milliseconds = found.milliseconds or budget.milliseconds
            return found
        kind, _ = self._found()
        if not kind.searches:
            budget = Budget(milliseconds=budget.milliseconds)
        return self._level(kind, key, budget)

    def _level(self, kind: type[Bot], key: str, budget: Budget | None) -> Bot:
        """One of our own, with its weights or its nets."""
        if self._has_nets:
            if not issubclass(kind, MasterBot) or self.style:
                raise UnknownBot(f"Only a plain master plays with nets, not {self.description}.")
            return kind(game(key), budget=budget, nets=Path(self.weights_file))
        return kind(game(key), self._weights(key), budget)

    def _graded(self, key: str, budget: Budget | None) -> Bot:
        """One of a strength or a skill."""
        if self._has_nets:
            raise UnknownBot(f"Only a plain master plays with nets, not {self.description}.")
        text = self._plain.partition(":")[2]
        skill = skill_of(game(key), _strength(text)) if self.grade == "strength" else _skill(text)
        return SkilledBot(game(key), self._weights(key), budget, skill)

    def _weights(self, key: str) -> list[float] | None:
        """Those of the judge, as the style has them; None: the tuned ones."""
        given = None if self.weights is None else list(self.weights)
        return styled(game(key), self.style, given) if self.style else given

    @property
    def _plain(self) -> str:
        """Without the style."""
        return self.description.partition("+")[0] if self.style else self.description

    @property
    def style(self) -> str:
        """Of play, if it has one of its own; a style that does not exist is refused."""
        plain, plus, style = self.description.partition("+")
        if not plus or plain.partition(":")[0] not in (*LEVELS, *GRADES):
            return ""
        if style not in STYLES:
            raise UnknownBot(f"There is no style {style!r}. There are: {', '.join(STYLES)}.")
        return style

    @property
    def grade(self) -> str:
        """ "strength" or "skill", if it is named by one of them."""
        first, colon, _ = self.description.partition(":")
        return first if colon and first in GRADES else ""

    @property
    def _has_nets(self) -> bool:
        return self.weights is None and self.weights_file.endswith(NETS)

    @property
    def is_level(self) -> bool:
        """Whether it is one of our own."""
        return bool(self.grade) or self._plain.partition(":")[0] in LEVELS

    def sources(self) -> list[Path]:
        """The files that only this bot depends on: its own code, or its nets."""
        if self._has_nets:
            return [Path(self.weights_file)]
        if self.is_level:
            return []
        try:
            return [Path(inspect.getfile(self._found()[0]))]
        except (OSError, TypeError):  # compiled, or made as the program runs
            return []

    def _found(self) -> tuple[type[Bot], Budget | None]:
        """The class, and what it may spend on a decision."""
        first, colon, rest = self._plain.partition(":")
        if first in LEVELS:
            return LEVELS[first], _budget(first, LEVELS[first], rest if colon else None)
        if match := _OWN_BOT.fullmatch(self.description):
            kind = _bot_in(_module(match["source"]), match["source"], match["name"])
            return kind, _budget(match["name"], kind, match["budget"])
        kind = _offered(first)
        return kind, _budget(first, kind, rest if colon else None)


def split(names: str) -> list[str]:
    """Several names, separated by commas."""
    return [name.strip() for name in names.split(",") if name.strip()]


def _strength(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]?", text, re.ASCII) or int(text) > STRENGTHS:
        raise UnknownBot(f"A strength is a whole number from 1 to {STRENGTHS}, not {text!r}.")
    return int(text)


def _skill(text: str) -> float:
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text, re.ASCII) or float(text) > MASTERLY:
        raise UnknownBot(f"A skill is a number from 0 to {MASTERLY:g}, not {text!r}.")
    return float(text)


def is_for_people(name: str) -> bool:
    """Whether our own bot of that name can sit at a table: a level or strength, with any style."""
    plain, plus, style = name.partition("+")
    if plus and style not in STYLES:
        return False
    return plain in LEVELS or plain in STRENGTH_NAMES


def _budget(name: str, kind: type[Bot], text: str | None) -> Budget | None:
    if text is None:
        return None
    if not kind.searches:
        raise BadBudget(f"A {name} bot does not search: it takes no budget.")
    return Budget.parse(text)


def _bot_in(module: object, source: str, name: str) -> type[Bot]:
    found = getattr(module, name, None)
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise UnknownBot(f"{source} has no bot {name!r}: a subclass of dalang.bots.Bot.")
    return found


def offered() -> list[str]:
    """The bots that installed packages offer, by name."""
    return sorted({point.name for point in entry_points(group=GROUP)} - LEVELS.keys())


def _offered(name: str) -> type[Bot]:
    """The bot of an installed package."""
    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        raise UnknownBot(
            f"There is no bot {name!r}. There are: {', '.join([*LEVELS, *offered()])}; "
            "a bot of your own is FILE.py:CLASS or MODULE:CLASS."
        )
    source, _, attribute = points[name].value.partition(":")
    return _bot_in(_module(source), source, attribute)


@cache
def _module(source: str) -> ModuleType:
    """Somebody's own code, from a file or by the name of a module."""
    is_file = source.endswith(".py")
    if is_file and not Path(source).is_file():
        raise UnknownBot(f"There is no file {source}.")
    try:
        return _load(Path(source)) if is_file else importlib.import_module(source)
    except ModuleNotFoundError as error:
        if not is_file and f"{source}.".startswith(f"{error.name}."):  # it, or what it is in
            raise UnknownBot(f"There is no module {source!r}: {error}.") from error
        raise UnknownBot(f"{source} needs a module that is not there: {error}.") from error
    except Exception as error:
        raise UnknownBot(f"{source} cannot be loaded: {type(error).__name__}: {error}") from error


def _load(path: Path) -> ModuleType:
    """A file as a module; like a script, it can import what lies beside it."""
    place = hashlib.sha256(str(path.absolute()).encode()).hexdigest()[:8]
    name = f"{path.stem}_{place}"  # two files of the same name are two modules
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    if (folder := str(path.absolute().parent)) not in sys.path:
        sys.path.append(folder)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
