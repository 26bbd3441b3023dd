"""What is in the box, as flat tables of numbers made from components.toml."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from dalang.engine.box import ids, read_box
from dalang.engine.vecs import vec

_BOX: Final[dict[str, Any]] = read_box(__file__)

KEY: Final = "bali"
EDITION: Final[str] = _BOX["edition"]
PLAYERS: Final = (3, 4)
NOBODY: Final[i64] = -1
NONE: Final[i64] = -1

# --- islands and seats --------------------------------------------------------------

SEATS: Final = ids(_BOX["seat"])
ISLANDS: Final = ids(_BOX["island"])
ISLAND_NAMES: Final = {island["id"]: island["name"] for island in _BOX["island"]}
N_ISLANDS: Final[i64] = 4

# --- cards --------------------------------------------------------------------------

HOUSEHOLD: Final = ids(_BOX["household"])
PRIEST: Final[i64] = HOUSEHOLD.index("priest")
WARRIOR: Final[i64] = HOUSEHOLD.index("warrior")
PRINCE: Final[i64] = HOUSEHOLD.index("prince")
SCHOLAR: Final[i64] = HOUSEHOLD.index("scholar")
ARTIST: Final[i64] = HOUSEHOLD.index("artist")
FIRST_DALANG: Final[i64] = 5  # from here on Dalang cards, one kind for each pair of islands

CARDS: Final = HOUSEHOLD + tuple(
    f"dalang {'+'.join(card['islands'])}" for card in _BOX["dalang_card"]
)
N_CARDS: Final[i64] = 11  # kinds of card; a card is always named by its kind
DECK: Final = vec[i64]([card["count"] for card in _BOX["household"] + _BOX["dalang_card"]])
DECK_SIZE: Final[i64] = 159
UNSEEN: Final[i64] = -1  # in a pile: a card the position does not know (yet)

PAIRS: Final = tuple(
    tuple(ISLANDS.index(island) for island in card["islands"]) for card in _BOX["dalang_card"]
)
NAMES_ISLAND: Final = vec[i64](  # 1 where a card names an island, at card * N_ISLANDS + island
    [0] * int(FIRST_DALANG * N_ISLANDS)
    + [1 if island in pair else 0 for pair in PAIRS for island in range(len(ISLANDS))]
)

# --- offices: the two kinds of disc, and the cards they are fought for with --------------

OFFICES: Final = ids(_BOX["office"])
N_OFFICES: Final[i64] = 2
OFFICE_CARD: Final = vec[i64]([HOUSEHOLD.index(office) for office in OFFICES])
OFFICE_OF: Final = vec[i64]([OFFICES.index(card) if card in OFFICES else NONE for card in CARDS])

# --- start cards, masks -------------------------------------------------------------

N_START_CARDS: Final[i64] = 4
START_NUMBERS: Final = tuple(card["number"] for card in _BOX["start_card"])
START_DISC: Final = vec[i64](  # the island of each disc, at card * N_OFFICES + office
    [ISLANDS.index(card[office]) for card in _BOX["start_card"] for office in OFFICES]
)
START_DALANG: Final = vec[i64]([ISLANDS.index(card["dalang"]) for card in _BOX["start_card"]])

N_MASKS: Final[i64] = 4  # values of masks, ascending
MASK_VALUE: Final = vec[i64]([mask["value"] for mask in _BOX["mask"]])
MASK_COUNT: Final = vec[i64]([mask["count"] for mask in _BOX["mask"]])
MASKS: Final = tuple(str(mask["value"]) for mask in _BOX["mask"])
SEAL_POINTS: Final[i64] = _BOX["seal_points"]

# --- numbers of the rules -----------------------------------------------------------

PILE_SIZE: Final[i64] = _BOX["pile_size"]
DRAW_ACTIVE: Final[i64] = _BOX["draw_active"]
DRAW_PASSIVE: Final[i64] = _BOX["draw_passive"]
FLIGHT_CARDS: Final[i64] = _BOX["flight_cards"]
SCHOLAR_CARDS: Final[i64] = _BOX["scholar_cards"]
ARTIST_CARDS: Final[i64] = _BOX["artist_cards"]
SHOWN_BY_LEADER: Final[i64] = _BOX["shown_by_leader"]
SCORING_CARDS: Final[i64] = _BOX["scoring_cards"]
STALEMATE_TURNS: Final[i64] = _BOX["stalemate_turns"]
MOST_SHOWN: Final[i64] = 29  # all of a kind but the one that was led
