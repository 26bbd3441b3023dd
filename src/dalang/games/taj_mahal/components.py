"""What is in the box, as flat tables of numbers made from components.toml."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from dalang.engine.box import ids, read_box
from dalang.engine.vecs import vec

_BOX: Final[dict[str, Any]] = read_box(__file__)

KEY: Final = "taj_mahal"
EDITION: Final[str] = _BOX["edition"]
PLAYERS: Final = (3, 4, 5)
NOBODY: Final[i64] = -1
NONE: Final[i64] = -1

# --- symbols and cards --------------------------------------------------------------

SYMBOLS: Final = ids(_BOX["symbol"])
N_SYMBOLS: Final[i64] = 6
N_PERSONS: Final[i64] = 4  # vizier, general, monk, princess: the symbols with influence tiles
MOGUL: Final[i64] = 4
ELEPHANT: Final[i64] = 5
INFLUENCE_TILES: Final[i64] = 6  # of each person

COLOURS: Final = ids(_BOX["card_colour"])
N_COLOURS: Final[i64] = 4
WHITE: Final[i64] = 4

_CARDS: Final = sorted(_BOX["card"], key=lambda card: COLOURS.index(card["colour"]))
CARDS: Final = tuple(f"{card['colour']} {'+'.join(card['symbols'])}" for card in _CARDS)
N_CARDS: Final[i64] = len(CARDS)  # kinds of card; a card is always named by its kind
N_COLOUR_CARDS: Final[i64] = sum(
    1 for card in _CARDS if card["colour"] != "white"
)  # colour cards come first
DECK: Final = vec[i64]([card["count"] for card in _CARDS])  # how many of each kind there are
DECK_SIZE: Final[i64] = sum(card["count"] for card in _CARDS)
CARD_COLOUR: Final = vec[i64]([COLOURS.index(card["colour"]) for card in _CARDS])
FIRST_OF_COLOUR: Final = vec[
    i64
](  # the cards of colour c are FIRST_OF_COLOUR[c] up to FIRST_OF_COLOUR[c + 1]
    [[card["colour"] for card in _CARDS].index(colour) for colour in COLOURS] + [N_CARDS]
)
FIRST_SYMBOL: Final = vec[i64]([SYMBOLS.index(card["symbols"][0]) for card in _CARDS])
SECOND_SYMBOL: Final = vec[i64](
    [SYMBOLS.index(card["symbols"][1]) if len(card["symbols"]) > 1 else NONE for card in _CARDS]
)

SPECIALS: Final = ids(_BOX["special_card"])
N_SPECIALS: Final[i64] = 4
SPECIAL_OF: Final = vec[
    i64
](  # the special card two influence tiles of a person bring
    [
        [card["influence"] for card in _BOX["special_card"]].index(person)
        for person in SYMBOLS[:N_PERSONS]
    ]
)
SPECIAL_SYMBOL: Final = vec[i64](
    [SYMBOLS.index(card["symbol"]) if "symbol" in card else NONE for card in _BOX["special_card"]]
)
SPECIAL_POINTS: Final = vec[i64]([card.get("points", 0) for card in _BOX["special_card"]])
FREE_COLOUR: Final[i64] = [card["effect"] for card in _BOX["special_card"]].index("free_colour")

# --- tiles --------------------------------------------------------------------------

COMMODITIES: Final = ("rice", "tea", "spices", "gems")
N_COMMODITIES: Final[i64] = 4
ROUNDS: Final[i64] = _BOX["rounds"]
TILE_COMMODITIES: Final = vec[
    i64
](  # how often tile t (0 = number 1) shows commodity c, at t * N_COMMODITIES + c
    [tile["commodities"].count(name) for tile in _BOX["province_tile"] for name in COMMODITIES]
)

BONUS_TILES: Final = ids(_BOX["bonus_tile"])
N_BONUS_TILES: Final[i64] = len(BONUS_TILES)
BONUS_COUNT: Final = vec[i64]([tile["count"] for tile in _BOX["bonus_tile"]])
BONUS_POINTS: Final = vec[i64]([tile.get("points", 0) for tile in _BOX["bonus_tile"]])
BONUS_DRAWS: Final = vec[i64]([tile.get("cards", 0) for tile in _BOX["bonus_tile"]])
BONUS_COMMODITY: Final = vec[i64](
    [COMMODITIES.index(name) if name in COMMODITIES else NONE for name in BONUS_TILES]
)
TAJ_MAHAL: Final[i64] = BONUS_TILES.index("taj_mahal")

# --- board --------------------------------------------------------------------------

PROVINCES: Final = ids(_BOX["province"])
N_PROVINCES: Final[i64] = len(PROVINCES)
LAST_PROVINCE: Final[i64] = PROVINCES.index(_BOX["last_province"])

_CITIES: Final = sorted(_BOX["city"], key=lambda city: PROVINCES.index(city["province"]))
CITIES: Final = tuple(city["id"] for city in _CITIES)  # the cities of a province stand together
N_CITIES: Final[i64] = len(CITIES)
CITY_NAMES: Final = {city["id"]: city["name"] for city in _CITIES}
PROVINCE_NAMES: Final = {province["id"]: province["name"] for province in _BOX["province"]}
PROVINCE_OF: Final = vec[i64]([PROVINCES.index(city["province"]) for city in _CITIES])
FIRST_CITY: Final = vec[i64](  # the cities of province p are FIRST_CITY[p] up to FIRST_CITY[p + 1]
    [[city["province"] for city in _CITIES].index(name) for name in PROVINCES] + [N_CITIES]
)
FORTRESSES: Final = vec[i64]([number for number, city in enumerate(_CITIES) if city["fortress"]])
TAJ_MAHAL_CITY: Final[i64] = CITIES.index(_BOX["bonus_tile"][TAJ_MAHAL]["city"])

BIT: Final = vec[i64]([1 << number for number in range(62)])  # sets of cities are bits of an i64


def _road_ends(city: str) -> list[str]:
    return [road["b"] for road in _BOX["road"] if road["a"] == city] + [
        road["a"] for road in _BOX["road"] if road["b"] == city
    ]


NEIGHBOURS: Final = vec[i64](
    [sum(1 << CITIES.index(end) for end in _road_ends(city)) for city in CITIES]
)
PROVINCE_CITIES: Final = vec[i64](
    [
        sum(1 << n for n, city in enumerate(_CITIES) if city["province"] == name)
        for name in PROVINCES
    ]
)

# --- numbers of the rules -----------------------------------------------------------

HAND_SIZE: Final[i64] = _BOX["hand_size"]
TAKE_FROM_DISPLAY: Final[i64] = _BOX["take_from_display"]
TILES_FOR_A_SPECIAL: Final[i64] = _BOX["tiles_for_a_special_card"]
POINTS_CURRENT_PROVINCE: Final[i64] = _BOX["points"]["current_province"]
POINTS_CONNECTED_PROVINCE: Final[i64] = _BOX["points"]["connected_province"]
POINTS_COMMODITY: Final[i64] = _BOX["points"]["commodity"]
POINTS_END_SPECIAL: Final[i64] = _BOX["points"]["end_special_card"]
POINTS_END_WHITE: Final[i64] = _BOX["points"]["end_white_card"]
POINTS_END_LONGEST: Final[i64] = _BOX["points"]["end_longest_colour"]
