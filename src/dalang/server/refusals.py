"""What the server refuses, and how it says so in every language."""

from __future__ import annotations

from dalang.engine.api import Phrase
from dalang.engine.errors import DalangError, IllegalAction, UnknownGame
from dalang.engine.spec import GameSpec
from dalang.engine.words import SOURCE_LANGUAGE, Words
from dalang.server.words import VOCABULARY


class Refusal(DalangError):
    """One of the server's own sentences; as a text it is English."""

    def __init__(self, key: str, **args: object) -> None:
        self.phrase = Phrase(key, args)
        super().__init__(Words(VOCABULARY, SOURCE_LANGUAGE).say(self.phrase))


class NotYourSeat(Refusal):
    """Somebody else sits there, or nobody may."""


class NoSuchTable(Refusal):
    """There is no table of that name, or nothing to be had there yet."""


def explain(error: DalangError, language: str, spec: GameSpec | None = None) -> str:
    """What a person is told who asked for something impossible."""
    own = Words(VOCABULARY, language)
    if isinstance(error, Refusal):
        return own.say(error.phrase)
    if isinstance(error, IllegalAction) and spec is not None:
        return Words(spec.vocabulary, language).say(error.reason)
    return own.say(Phrase("not_found" if isinstance(error, UnknownGame) else "not_now", {}))
