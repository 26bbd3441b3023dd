"""Every action of Bali as a number, as a text that lasts, and as a phrase."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.api import Phrase
from dalang.games.bali.components import CARDS, ISLANDS, MOST_SHOWN, N_CARDS, N_ISLANDS, SEATS

END_TURN: Final[i64] = 0
PASS: Final[i64] = 1  # answers, shows, blocks or draws nothing
STOP: Final[i64] = 2  # no further card with this scholar or artist
FLEE: Final[i64] = 3
AS_THEY_ARE: Final[i64] = 4  # lays down the rest of the hand in the order of the kinds
DRAW: Final[i64] = 5
FIRST_PLAY: Final[i64] = 6  # leads, answers, ends the turn or blocks with a card
FIRST_SHOW: Final[i64] = FIRST_PLAY + N_CARDS  # shows 1, 2 … cards
FIRST_TARGET: Final[i64] = FIRST_SHOW + MOST_SHOWN
FIRST_EXEMPT: Final[i64] = FIRST_TARGET + N_ISLANDS
FIRST_PUT: Final[i64] = FIRST_EXEMPT + len(SEATS)  # at card * N_ISLANDS + island
FIRST_TAKE: Final[i64] = FIRST_PUT + N_CARDS * N_ISLANDS
FIRST_DISCARD: Final[i64] = FIRST_TAKE + N_ISLANDS
FIRST_LAY: Final[i64] = FIRST_DISCARD + N_CARDS
ACTION_COUNT: Final[int] = int(FIRST_LAY + N_CARDS)

_PHRASES: Final = (
    [Phrase(f"do_{name}", {}) for name in ("end_turn", "pass", "stop", "flee")]
    + [Phrase("do_as_they_are", {}), Phrase("do_draw", {})]
    + [Phrase("do_play", {"card": card}) for card in CARDS]
    + [Phrase("do_show", {"count": count}) for count in range(1, int(MOST_SHOWN) + 1)]
    + [Phrase("do_target", {"island": island}) for island in ISLANDS]
    + [Phrase("do_exempt", {"exempt": seat}) for seat in range(len(SEATS))]
    + [Phrase("do_put", {"card": card, "island": island}) for card in CARDS for island in ISLANDS]
    + [Phrase("do_take", {"island": island}) for island in ISLANDS]
    + [Phrase("do_discard", {"card": card}) for card in CARDS]
    + [Phrase("do_lay", {"card": card}) for card in CARDS]
)
_TEXTS: Final = (
    ["end turn", "pass", "stop", "flee", "as they are", "draw"]
    + [f"play {card}" for card in CARDS]
    + [f"show {count}" for count in range(1, int(MOST_SHOWN) + 1)]
    + [f"to {island}" for island in ISLANDS]
    + [f"exempt {seat}" for seat in range(len(SEATS))]
    + [f"put {card} on {island}" for card in CARDS for island in ISLANDS]
    + [f"take from {island}" for island in ISLANDS]
    + [f"discard {card}" for card in CARDS]
    + [f"lay {card}" for card in CARDS]
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
