"""What can be wrong with what people give us.  Every message is a sentence for that person."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dalang.engine.api import Reason


class DalangError(Exception):
    """Bad input, told in words; programs end with exit code 2."""


class UnknownGame(DalangError):
    """No game of that name is installed."""


class BadGame(DalangError):
    """A game from elsewhere that cannot be used."""


class BadTable(DalangError):
    """The game cannot be played with that number of players or those options."""


class NotationError(DalangError):
    """A text that names no action, or no position."""


class PositionError(DalangError):
    """A position in which something is lost, doubled or out of range."""


class ReplayError(DalangError):
    """A replay that is broken, incomplete or not possible under the rules."""


class BadWeights(DalangError):
    """A file of a judge's weights that is broken, incomplete or of another judge."""


class NoSuchSeat(DalangError):
    """There are fewer seats at the table."""


class NotLegal(DalangError):
    """Neither an action nor an outcome that is possible in this position."""


class NotYourTurn(DalangError):
    """Somebody else is to decide."""


class IllegalAction(DalangError):
    """An action the rules do not allow here."""

    def __init__(self, text: str, reason: Reason, sentence: str) -> None:
        super().__init__(f"{text!r} breaks {reason.paragraph}: {sentence}")
        self.text = text
        self.reason = reason
        self._sentence = sentence

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, Reason, str]]:
        return type(self), (self.text, self.reason, self._sentence)
