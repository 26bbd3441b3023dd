"""Every action of Web of Power as a number, as a text that lasts, and as a phrase."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.actions import ActionList, Kind, each
from dalang.games.web_of_power.components import (
    CARDS,
    COUNTRIES,
    N_CARDS,
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

ACTIONS: Final = ActionList(
    Kind(FINISH, "finish", "do_finish"),
    Kind(REST, "rest from pile", "do_rest"),
    Kind(FIRST_PLAY, "play {card}", "do_play", each(card=CARDS)),
    Kind(FIRST_JOKER, "joker {card}", "do_joker", each(card=CARDS)),
    Kind(FIRST_EXCHANGE, "exchange {card}", "do_exchange", each(card=CARDS)),
    Kind(FIRST_TAKE, "take {card}", "do_take", each(card=CARDS)),
    Kind(FIRST_CLOISTER, "cloister {space}", "do_cloister", each(space=SPACES)),
    Kind(FIRST_ADVISOR, "advisor {country}", "do_advisor", each(country=COUNTRIES)),
)
