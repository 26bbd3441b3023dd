"""What is in the box, as flat tables of numbers made from components.toml."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from dalang.engine.box import ids, read_box
from dalang.engine.vecs import vec

_BOX: Final[dict[str, Any]] = read_box(__file__)

KEY: Final = "cards_and_karma"
EDITION: Final[str] = _BOX["edition"]
PLAYERS: Final = (2, 3, 4)
NONE: Final[i64] = -1

# --- dice and symbols ---------------------------------------------------------------

COLOURS: Final = ids(_BOX["die_colour"])
N_COLOURS: Final[i64] = 4
FACES: Final[i64] = 6
DICE_OF_EACH: Final[i64] = _BOX["dice_of_each_value"]  # R14, in each colour

SYMBOLS: Final = ids(_BOX["building"]) + ids(
    _BOX["good"]
)  # three kinds of building, then three goods
N_SYMBOLS: Final[i64] = 6
N_KINDS: Final[i64] = 3
FIRST_BUILDING: Final[i64] = 0
FIRST_GOOD: Final[i64] = 3

# --- cards --------------------------------------------------------------------------

_CARDS: Final[list[dict[str, Any]]] = _BOX["card"]
CARDS: Final = ids(_BOX["card"])
N_CARDS: Final[i64] = len(CARDS)
FIRST_SHIP: Final[i64] = [card["kind"] for card in _CARDS].index("ship")
FIRST_GOODS: Final[i64] = [card["kind"] for card in _CARDS].index("goods")
FIRST_PALACE: Final[i64] = [card["kind"] for card in _CARDS].index("palace")
assert [card["kind"] for card in _CARDS] == sorted(  # the kinds stand together, in this order
    (card["kind"] for card in _CARDS), key=("building", "ship", "goods", "palace").index
)

DIE_COLOUR: Final = vec[i64]([COLOURS.index(card["die"]) for card in _CARDS])
COST: Final = vec[i64]([card.get("cost", 0) for card in _CARDS])
COST_COLOUR: Final = vec[i64](
    [COLOURS.index(card["colour"]) if "colour" in card else NONE for card in _CARDS]
)
N_BUILDINGS: Final = vec[i64]([len(card.get("buildings", ())) for card in _CARDS])
N_GOODS: Final = vec[i64]([len(card.get("goods", ())) for card in _CARDS])
COIN: Final = vec[i64]([card.get("coin", 0) for card in _CARDS])


def _shows(card: dict[str, Any], symbol: str) -> int:
    values: dict[str, int] = {good["good"]: good["value"] for good in card.get("goods", ())}
    return 1 if symbol in card.get("buildings", ()) else values.get(symbol, 0)


SHOWS: Final = vec[i64](  # 0 if the card does not show the symbol, 1 for a building, a good's value
    [_shows(card, symbol) for card in _CARDS for symbol in SYMBOLS]
)
BYTE: Final[i64] = 8
SHOWN: Final = vec[i64](  # which symbols a card shows: 1 in the byte of each
    [sum(1 << 8 * n for n, symbol in enumerate(SYMBOLS) if _shows(card, symbol)) for card in _CARDS]
)
SHIP_NUMBERS: Final = {card["id"]: card["number"] for card in _CARDS if card["kind"] == "ship"}
assert sorted(SHIP_NUMBERS.values()) == list(SHIP_NUMBERS.values())  # ships stand in their order
FACES_OF_CARDS: Final = {card["id"]: card for card in _CARDS}

# --- effects, by the names of their parts -------------------------------------------

_SHIP_PARTS: Final = {entry["id"]: entry["parts"] for entry in _BOX["ship_reward"]}
_PALACE_PARTS: Final = {entry["number"]: entry["parts"] for entry in _BOX["palace"]}


def _parts(card: dict[str, Any]) -> list[str]:
    if card["kind"] == "ship":
        return list(_SHIP_PARTS[card["reward"]])
    return list(_PALACE_PARTS[card["number"]]) if card["kind"] == "palace" else []


PARTS: Final = [_parts(card) for card in _CARDS]  # of each ship's reward, of each palace action

REWARDS: Final = ids(_BOX["reward"])
N_REWARDS: Final[i64] = 6  # one score card of each for every player
REWARD_AT_ONCE: Final = [entry.get("at_once", []) for entry in _BOX["reward"]]
REWARD_LATER: Final = [entry.get("later", []) for entry in _BOX["reward"]]
REWARD_TURNS: Final = vec[i64]([entry.get("extra_turns", 0) for entry in _BOX["reward"]])

# --- numbers of the rules -----------------------------------------------------------

HAND_SIZE: Final[i64] = _BOX["hand_size"]
HAND_LIMIT: Final[i64] = _BOX["hand_limit"]
SMALL_DISPLAY: Final[i64] = _BOX["small_display"]
DISPLAY_SIZE: Final = vec[i64]([_BOX["display_size"].get(str(n), 0) for n in range(5)])
FAME_TO_TURN: Final[i64] = _BOX["exchange"]["fame"]
COINS_TO_TURN: Final[i64] = _BOX["exchange"]["coins"]
KARMA_EXCHANGED: Final[i64] = _BOX["exchange"]["karma"]
ADMINISTRATORS_EXCHANGED: Final[i64] = _BOX["exchange"]["administrators"]
FAME_FOR_ADMINISTRATORS: Final[i64] = _BOX["exchange"]["fame_for_administrators"]
POINTS_FAME: Final[i64] = _BOX["points"]["fame"]
POINTS_COIN: Final[i64] = _BOX["points"]["coin"]
TRIO: Final[i64] = 3  # CK 4
JOKER: Final[i64] = 6  # CK 6.2: the most a joker is worth

# --- the dice and the places of all cards, packed into words --------------------------

PACK_BITS: Final[i64] = 4  # for each card
ONE_CARD: Final[i64] = 15
PACKED: Final[i64] = 12  # cards in one word
PACKS: Final[i64] = (N_CARDS + PACKED - 1) // PACKED

# --- sets of cards, as bits of three words ------------------------------------------

BIT: Final = vec[i64]([1 << number for number in range(62)])
WORDS: Final[i64] = 3
WORD_SIZE: Final[i64] = 48
CARD_WORD: Final = vec[i64]([number // 48 for number in range(len(CARDS))])
CARD_BIT: Final = vec[i64]([1 << number % 48 for number in range(len(CARDS))])


def _set(kind: str) -> vec[i64]:
    """All cards of a kind."""
    words = [0] * int(WORDS)
    for number, card in enumerate(_CARDS):
        words[number // int(WORD_SIZE)] |= (card["kind"] == kind) << number % int(WORD_SIZE)
    return vec[i64](words)


ALL_SHIPS: Final = _set("ship")
ALL_GOODS: Final = _set("goods")
ALL_PALACES: Final = _set("palace")

BIT_NUMBERS: Final[i64] = 67  # a prime of which 2 is a primitive root: powers of 2 differ modulo it
NUMBER_OF_BIT: Final = vec[i64](
    [[(1 << number) % 67 for number in range(66)].index(rest) if rest else 0 for rest in range(67)]
)
