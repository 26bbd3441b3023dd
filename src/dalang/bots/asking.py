"""Asking a bot so that, if it fails, its author sees where and can look at that moment again."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path

from mypy_extensions import i64

from dalang.bots.bot import Bot
from dalang.engine.api import View
from dalang.engine.errors import DalangError, NotationError
from dalang.engine.rng import Rng

Luck = tuple[i64, i64, i64, i64]  # the state of a random generator

_WORD = 8  # hexadecimal digits of 32 bits


class BotError(DalangError):
    """A bot that raised an exception, or chose what is not allowed."""

    trace = ""  # of the bot's exception, for its author
    view_text = ""  # what the bot knew …
    path = Path()  # … and where that was written

    def keep(self) -> None:
        """Writes the view, if that happened on another machine."""
        if not self.path.exists():
            self.path.write_text(self.view_text, encoding="utf-8")


@dataclass(frozen=True)
class Asked:
    """Which bot is asked, and in which game: what an error says."""

    name: str  # as bots are named everywhere; "" if nothing but this program can make it
    game: str
    deal: str  # "seed 5", "deal 3 of seed 1"
    called: str = ""  # what to call a bot that has no name


def ask(bot: Bot, view: View, rng: Rng, asked: Asked) -> int:
    """What the bot does; raises BotError with the command that leads to the same moment."""
    luck = rng.a, rng.b, rng.c, rng.d
    legal = view.legal_actions()  # now, for the bot may change its view
    try:
        action = int(bot.choose(view, rng))
    except Exception as error:
        failure = _error(view, luck, asked, f"{type(error).__name__}: {error}")
        failure.trace = traceback.format_exc()
        raise failure from error
    if action not in legal:
        raise _error(view, luck, asked, f"it chose {action}, which is not legal.")
    return action


def _error(view: View, luck: Luck, asked: Asked, what: str) -> BotError:
    text = view.to_text()
    handle, file = tempfile.mkstemp(prefix="dalang-", suffix=".view")  # only for its owner
    with os.fdopen(handle, "w", encoding="utf-8") as opened:
        opened.write(text)
    known = view.known
    told = (
        f"The bot {asked.name or asked.called} failed in {asked.game} with {known.players} "
        f"players, {asked.deal}, seat {view.viewer}: {what}\n"
        f"What it knew is in {file}"
    )
    if asked.name:
        told += f"; to ask it again: dalang hint {shlex.quote(file)} "
        told += f"--bot {shlex.quote(asked.name)} --luck {luck_text(luck)}"
    error = BotError(told)
    error.view_text, error.path = text, Path(file)
    return error


def name_of(kind: type[Bot]) -> str:
    """The name by which a class can be found again; "" if there is none."""
    if "<locals>" in kind.__qualname__:
        return ""
    if kind.__module__ != "__main__":
        return f"{kind.__module__}:{kind.__qualname__}"
    file = getattr(sys.modules["__main__"], "__file__", None)
    return f"{file}:{kind.__qualname__}" if file else ""


def luck_text(luck: Luck) -> str:
    """The state of a random generator as text."""
    return "".join(f"{int(word):0{_WORD}x}" for word in luck)


def rng_of(luck: str) -> Rng:
    """The random generator in that state."""
    rng = Rng(0)
    try:
        if len(luck) != 4 * _WORD:
            raise ValueError
        words = [int(luck[start : start + _WORD], 16) for start in range(0, 4 * _WORD, _WORD)]
    except ValueError:
        raise NotationError(
            f"Luck is {4 * _WORD} hexadecimal digits, as an error of a bot tells them."
        ) from None
    rng.a, rng.b, rng.c, rng.d = words
    return rng
