"""What the server refuses, and how it says so in every language."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from dalang.engine.api import Phrase
from dalang.engine.errors import DalangError, IllegalAction, NotYourTurn, UnknownGame
from dalang.engine.spec import GameSpec
from dalang.engine.words import SOURCE_LANGUAGE, Words
from dalang.server.metrics import ERRORS
from dalang.server.storage import BrokenGame, StorageError
from dalang.server.words import VOCABULARY

LOG = logging.getLogger("dalang.server")
UNAVAILABLE = 503


class Refusal(DalangError):
    """One of the server's own sentences; as a text it is English."""

    def __init__(self, key: str, **args: object) -> None:
        self.phrase = Phrase(key, args)
        super().__init__(Words(VOCABULARY, SOURCE_LANGUAGE).say(self.phrase))


class NotYourSeat(Refusal):
    """Somebody else sits there, or nobody may."""


class Banned(Refusal):
    """Somebody may not play here now."""


class NoSuchTable(Refusal):
    """There is no table of that name, or it has nothing to show yet."""


class Shown(Refusal):
    """Others have seen what somebody wants to take back."""


class BadReplay(Refusal):
    """A replay that cannot be used, or that no game can continue from."""


class TooBusy(Refusal):
    """Too much is asked of the bots."""


class TooManyTables(Refusal):
    """Somebody, or some address, has as many tables as the host allows."""


class NeedsPerson(Refusal):
    """A table at which no person could ever sit."""


def status_of(error: Exception, otherwise: int) -> int:
    """The HTTP status for something we refuse."""
    if isinstance(error, NoSuchTable | UnknownGame):
        return 404
    if isinstance(error, NotYourSeat | NotYourTurn | Banned):
        return 403
    if isinstance(error, BrokenGame):
        return 410
    if isinstance(error, TooBusy | TooManyTables):
        return 429
    return UNAVAILABLE if isinstance(error, StorageError) else otherwise


def explain(
    error: DalangError, language: str, spec: GameSpec | None = None, names: Sequence[str] = ()
) -> str:
    """What somebody who asked for something impossible is told.

    Errors of the store name files of the host, so they only go to the host's log.
    """
    own = Words(VOCABULARY, language)
    ERRORS.add(type(error).__name__)
    if isinstance(error, StorageError):
        LOG.error("%s", error)
    if isinstance(error, Refusal):
        return own.say(error.phrase)
    if isinstance(error, IllegalAction) and spec is not None:
        return Words(spec.vocabulary, language, names).say(error.reason)
    return own.say(Phrase("not_found" if isinstance(error, UnknownGame) else "not_now", {}))
