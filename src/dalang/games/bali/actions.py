"""Every action of Bali as a number, as a text that lasts, and as a phrase."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.actions import ActionList, Kind, each
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

ACTIONS: Final = ActionList(
    Kind(END_TURN, "end turn", "do_end_turn"),
    Kind(PASS, "pass", "do_pass"),
    Kind(STOP, "stop", "do_stop"),
    Kind(FLEE, "flee", "do_flee"),
    Kind(AS_THEY_ARE, "as they are", "do_as_they_are"),
    Kind(DRAW, "draw", "do_draw"),
    Kind(FIRST_PLAY, "play {card}", "do_play", each(card=CARDS)),
    Kind(FIRST_SHOW, "show {count}", "do_show", each(count=range(1, int(MOST_SHOWN) + 1))),
    Kind(FIRST_TARGET, "to {island}", "do_target", each(island=ISLANDS)),
    Kind(FIRST_EXEMPT, "exempt {exempt}", "do_exempt", each(exempt=range(len(SEATS)))),
    Kind(FIRST_PUT, "put {card} on {island}", "do_put", each(card=CARDS, island=ISLANDS)),
    Kind(FIRST_TAKE, "take from {island}", "do_take", each(island=ISLANDS)),
    Kind(FIRST_DISCARD, "discard {card}", "do_discard", each(card=CARDS)),
    Kind(FIRST_LAY, "lay {card}", "do_lay", each(card=CARDS)),
)
