"""Every action of Taj Mahal as a number, as a text that lasts, and as a phrase."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.api import Phrase
from dalang.games.taj_mahal.components import (
    CARDS,
    CITIES,
    N_CARDS,
    N_CITIES,
    N_COLOUR_CARDS,
    N_SPECIALS,
    SPECIALS,
)

WITHDRAW: Final[i64] = 0
ADD_NOTHING: Final[i64] = 1
FIRST_CARD: Final[i64] = 2  # play a colour card, or add a white one
FIRST_SPECIAL: Final[i64] = 2 + N_CARDS  # add a special card
FIRST_PALACE: Final[i64] = 2 + N_CARDS + N_SPECIALS
FIRST_CROWN: Final[i64] = 2 + N_CARDS + N_SPECIALS + N_CITIES
FIRST_TAKE: Final[i64] = 2 + N_CARDS + N_SPECIALS + 2 * N_CITIES
ACTION_COUNT: Final[int] = 2 + N_CARDS + N_SPECIALS + 2 * N_CITIES + N_CARDS

_PHRASES: Final = (
    [Phrase("do_withdraw", {}), Phrase("do_add_nothing", {})]
    + [Phrase("do_play", {"card": card}) for card in CARDS[:N_COLOUR_CARDS]]
    + [Phrase("do_add", {"card": card}) for card in CARDS[N_COLOUR_CARDS:]]
    + [Phrase("do_add_special", {"special": special}) for special in SPECIALS]
    + [Phrase("do_palace", {"city": city}) for city in CITIES]
    + [Phrase("do_crown", {"city": city}) for city in CITIES]
    + [Phrase("do_take", {"card": card}) for card in CARDS]
)
_TEXTS: Final = (
    ["withdraw", "add nothing"]
    + [f"play {card}" for card in CARDS[:N_COLOUR_CARDS]]
    + [f"add {card}" for card in CARDS[N_COLOUR_CARDS:]]
    + [f"add {special} card" for special in SPECIALS]
    + [f"palace {city}" for city in CITIES]
    + [f"crown {city}" for city in CITIES]
    + [f"take {card}" for card in CARDS]
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
