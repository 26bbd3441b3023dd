"""Every action of Web of Power as a number, as a text that lasts, and as a phrase."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.api import Phrase
from dalang.games.web_of_power.components import (
    CARDS,
    COUNTRIES,
    N_CARDS,
    N_COUNTRIES,
    N_SPACES,
    SPACES,
)

FINISH: Final[i64] = 0  # no second piece
REST: Final[i64] = 1  # the cards still due come from the pile
FIRST_PLAY: Final[i64] = 2
FIRST_JOKER: Final[i64] = 2 + N_CARDS
FIRST_EXCHANGE: Final[i64] = 2 + 2 * N_CARDS
FIRST_TAKE: Final[i64] = 2 + 3 * N_CARDS
FIRST_CLOISTER: Final[i64] = 2 + 4 * N_CARDS
FIRST_ADVISOR: Final[i64] = 2 + 4 * N_CARDS + N_SPACES
ACTION_COUNT: Final[int] = 2 + 4 * N_CARDS + N_SPACES + N_COUNTRIES

_PHRASES: Final = (
    [Phrase("do_finish", {}), Phrase("do_rest", {})]
    + [Phrase("do_play", {"card": card}) for card in CARDS]
    + [Phrase("do_joker", {"card": card}) for card in CARDS]
    + [Phrase("do_exchange", {"card": card}) for card in CARDS]
    + [Phrase("do_take", {"card": card}) for card in CARDS]
    + [Phrase("do_cloister", {"space": space}) for space in SPACES]
    + [Phrase("do_advisor", {"country": country}) for country in COUNTRIES]
)
_TEXTS: Final = (
    ["finish", "rest from pile"]
    + [f"play {card}" for card in CARDS]
    + [f"joker {card}" for card in CARDS]
    + [f"exchange {card}" for card in CARDS]
    + [f"take {card}" for card in CARDS]
    + [f"cloister {space}" for space in SPACES]
    + [f"advisor {country}" for country in COUNTRIES]
)
_BY_TEXT: Final = {text: number for number, text in enumerate(_TEXTS)}


def action_text(action: i64) -> str:
    """The lasting name of an action."""
    return _TEXTS[action]


def action_phrase(action: i64) -> Phrase:
    """What an action means, to be put into words."""
    return _PHRASES[action]


def find_action(text: str) -> i64:
    """The action of that name, or -1."""
    return _BY_TEXT.get(text, -1)
