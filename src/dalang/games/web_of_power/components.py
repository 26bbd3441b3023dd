"""What is in the box, as flat tables of numbers made from components.toml."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from dalang.engine.box import ids, read_box
from dalang.engine.vecs import vec

_BOX: Final[dict[str, Any]] = read_box(__file__)

KEY: Final = "web_of_power"
EDITION: Final[str] = _BOX["edition"]
PLAYERS: Final = (3, 4, 5)
NOBODY: Final[i64] = -1
NONE: Final[i64] = -1

# --- countries and cards ------------------------------------------------------------

COUNTRIES: Final = ids(_BOX["country"])  # in the order of the cloister scoring
N_COUNTRIES: Final[i64] = len(COUNTRIES)

CARDS: Final = ids(_BOX["card"])  # a card is always named by its kind
N_CARDS: Final[i64] = len(CARDS)
CARD_COUNTRIES: Final = {card["id"]: tuple(card["countries"]) for card in _BOX["card"]}
NAMES: Final = vec[i64](  # 1 where card k names country c, at k * N_COUNTRIES + c
    [1 if country in card["countries"] else 0 for card in _BOX["card"] for country in COUNTRIES]
)
FULL_DECK: Final = vec[i64]([card["count"] for card in _BOX["card"]])
_REMOVED: Final = {int(players): count for players, count in _BOX["removed_of_each_kind"].items()}


def deck(players: i64) -> vec[i64]:
    """WP 1.1: how many cards of each kind are in a game of that many players."""
    return vec[i64]([int(count) - _REMOVED[int(players)] for count in FULL_DECK])


# --- board --------------------------------------------------------------------------

_SPACES: Final = sorted(_BOX["space"], key=lambda space: COUNTRIES.index(space["country"]))
SPACES: Final = tuple(space["id"] for space in _SPACES)  # those of a country stand together
N_SPACES: Final[i64] = len(SPACES)
SPACE_NAMES: Final = {space["id"]: space["name"] for space in _SPACES}
COUNTRY_OF: Final = vec[i64]([COUNTRIES.index(space["country"]) for space in _SPACES])
FIRST_SPACE: Final = vec[i64](  # the spaces of country c: FIRST_SPACE[c] up to FIRST_SPACE[c + 1]
    [[space["country"] for space in _SPACES].index(name) for name in COUNTRIES] + [N_SPACES]
)

BIT: Final = vec[i64]([1 << number for number in range(62)])  # sets of spaces are bits of an i64


def _road_ends(space: str) -> list[str]:
    return [road["b"] for road in _BOX["road"] if road["a"] == space] + [
        road["a"] for road in _BOX["road"] if road["b"] == space
    ]


NEIGHBOURS: Final = vec[i64](  # the set of spaces a road or sea link leads to
    [sum(1 << SPACES.index(end) for end in _road_ends(space)) for space in SPACES]
)

_PAIRS: Final = [alliance["countries"] for alliance in _BOX["alliance"]]  # by number
N_ALLIANCES: Final[i64] = len(_PAIRS)
ALLY_A: Final = vec[i64]([COUNTRIES.index(pair[0]) for pair in _PAIRS])
ALLY_B: Final = vec[i64]([COUNTRIES.index(pair[1]) for pair in _PAIRS])

# --- numbers of the rules -----------------------------------------------------------

HAND_SIZE: Final[i64] = _BOX["hand_size"]
OPEN_CARDS: Final[i64] = _BOX["open_cards"]
CLOISTERS: Final[i64] = _BOX["cloisters_per_player"]
ADVISORS: Final[i64] = _BOX["advisors_per_player"]
SHORTEST_CHAIN: Final[i64] = _BOX["shortest_chain"]
