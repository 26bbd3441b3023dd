"""Who takes part: one of our levels, or somebody's own bot."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import dalang.bots
from dalang.arena.errors import BadMatch
from dalang.bots import LEVELS, bot
from dalang.bots.bot import Bot
from dalang.engine.weights import read_weights
from dalang.registry import game

NO_BOTS = ("advice.py",)  # asks bots, but decides nothing for them
_OWN_BOT = re.compile(r"(?P<source>.+\.py|[A-Za-z_][\w.]*):(?P<name>[A-Za-z_]\w*)")


@dataclass(frozen=True)
class Contender:
    """A bot by its description, perhaps with other weights.

    "expert:300" is a level and its budget; "careful.py:Careful" or "mine.bots:Careful" is a class
    in a file or a module, made with the game's spec like our own.
    """

    description: str
    weights: tuple[float, ...] | None = None
    weights_file: str = ""  # where they come from

    @classmethod
    def of(cls, word: str, key: str) -> Contender:
        """As people write it; "club@old.toml" is a level with the weights of a file."""
        description, _, file = word.partition("@")
        if not file.endswith(".toml"):  # a folder with an @ in its name
            return cls(word)
        return cls(description, tuple(read_weights(Path(file), game(key).weights)), file)

    @property
    def name(self) -> str:
        """What to call it."""
        return self.description + (f"@{self.weights_file}" if self.weights_file else "")

    def make(self, key: str) -> Bot:
        """The bot itself, new for every seat and every game."""
        own = self._own()
        if own is not None and self.weights is not None:
            raise BadMatch(f"{self.description} is a bot of its own: it takes no weights.")
        if own is not None:
            return own(game(key))
        weights = None if self.weights is None else list(self.weights)
        return bot(self.description, key, weights)

    def sources(self) -> list[Path]:
        """The file somebody's own bot is in, if it is one."""
        match = self._match()
        if match is None or not match["source"].endswith(".py"):
            return []
        return [Path(match["source"])]

    def _match(self) -> re.Match[str] | None:
        if self.description.partition(":")[0] in LEVELS:
            return None
        return _OWN_BOT.fullmatch(self.description)

    def _own(self) -> type[Bot] | None:
        match = self._match()
        if match is None:
            return None
        found = getattr(_module(match["source"]), match["name"], None)
        if not (isinstance(found, type) and issubclass(found, Bot)):
            raise BadMatch(f"{match['source']} has no bot {match['name']!r}: a subclass of Bot.")
        return found


@cache
def _module(source: str) -> ModuleType:
    """Somebody's own code, from a file or by the name of a module."""
    if not source.endswith(".py"):
        try:
            return importlib.import_module(source)
        except ModuleNotFoundError as error:
            raise BadMatch(f"There is no module {source!r}: {error}.") from error
    spec = importlib.util.spec_from_file_location(Path(source).stem, source)
    if spec is None or spec.loader is None or not Path(source).is_file():
        raise BadMatch(f"There is no file {source}.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fingerprint(key: str, contenders: Iterable[Contender]) -> str:
    """Changes when a bot of this game, its judge or its weights change."""
    folder = Path(dalang.bots.__file__).parent
    files = sorted(file for file in folder.glob("*.py") if file.name not in NO_BOTS)
    files += [game(key).folder / "bot.py", game(key).folder / "weights.toml"]
    files += [source for contender in contenders for source in contender.sources()]
    digest = hashlib.sha256()
    for file in files:
        if file.is_file():
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
