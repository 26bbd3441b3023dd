"""Every action of Taj Mahal as a number, as a text that lasts, and as a phrase."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.actions import ActionList, Kind, each
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

ACTIONS: Final = ActionList(
    Kind(WITHDRAW, "withdraw", "do_withdraw"),
    Kind(ADD_NOTHING, "add nothing", "do_add_nothing"),
    Kind(FIRST_CARD, "play {card}", "do_play", each(card=CARDS[:N_COLOUR_CARDS])),
    Kind(FIRST_CARD + N_COLOUR_CARDS, "add {card}", "do_add", each(card=CARDS[N_COLOUR_CARDS:])),
    Kind(FIRST_SPECIAL, "add {special} card", "do_add_special", each(special=SPECIALS)),
    Kind(FIRST_PALACE, "palace {city}", "do_palace", each(city=CITIES)),
    Kind(FIRST_CROWN, "crown {city}", "do_crown", each(city=CITIES)),
    Kind(FIRST_TAKE, "take {card}", "do_take", each(card=CARDS)),
)
