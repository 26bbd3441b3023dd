"""Card faces, tiles and palaces of Taj Mahal.

They are put together from the drawings in the upper half of `view/sprite.svg`.
"""

from __future__ import annotations

from typing import Any

from dalang.engine.artwork import symbol, use
from dalang.games.taj_mahal.artwork.data import BOX

SHADOW = "M-11.600-24h23.200L27-8.600v23.200L11.600 30h-23.200L-27 14.600v-23.200z"


def slug(card: dict[str, Any]) -> str:
    """The name of a card's face."""
    return "-".join([card["colour"], *card["symbols"]])


def faces() -> list[str]:
    """The face of every card."""
    made: list[str] = []
    for card in BOX["card"]:
        colour, symbols = card["colour"], card["symbols"]
        if len(symbols) == 1:
            picture = '<use href="#card-one"/>' + use(f"i-{symbols[0]}", 24, 46, 52, 52, "sym")
        else:
            picture = '<use href="#card-frame"/>' + use(f"i-{symbols[0]}", 28, 24, 44, 44, "sym")
            picture += use(f"i-{symbols[1]}", 28, 83, 44, 44, "sym")
        made.append(symbol(f"f-{slug(card)}", "0 0 100 150", picture + corners(colour)))
    pictures = {
        "elephant": use("i-elephant", 25, 47, 50, 50, "sym"),
        "mogul": use("i-mogul", 25, 47, 50, 50, "sym"),
        "free_colour": use("i-free", 25, 47, 50, 50),
        "influence": '<text x="49" y="88" class="plus">+2</text>',
    }
    for special in BOX["special_card"]:
        picture = '<use href="#card-one"/>' + pictures[special["id"]] + corners("special")
        made.append(symbol(f"f-{special['id']}", "0 0 100 150", picture))
    return made


def corners(colour: str) -> str:
    """The gems that show the colour of a card."""
    return use(f"gem-{colour}", 8.5, 8.5, 13, 13) + use(f"gem-{colour}", 78.5, 128.5, 13, 13)


def tiles() -> list[str]:
    """Province tiles, bonus tiles, influence tiles."""
    made: list[str] = []
    for tile in BOX["province_tile"]:
        goods = tile["commodities"]
        left = -19 * len(goods) / 2
        picture = f'<path d="{SHADOW}" class="shade"/>' + use("t-octa", -30, -30, 60, 60)
        picture += f'<text y="-3.500" class="number">{tile["number"]}</text>'
        for place, good in enumerate(goods):
            picture += use(f"c-{good}", left + place * 19 + 0.6, -0.5, 17.8, 17.8)
        made.append(symbol(f"o-{tile['number']}", "-30 -30 60 60", picture))
    inside = {
        "points": '<text x="-.500" y="6" class="plus-small">+2</text>',
        "card": use("card-back", -8, -12, 16, 24),
    }
    for bonus in BOX["bonus_tile"]:
        kind = bonus["id"]
        if kind == "taj_mahal":
            picture = use("t-taj", -24, -24, 48, 48)
        else:
            picture = use("t-bonus", -16.5, -16.5, 33, 33)
            picture += inside.get(kind) or use(f"c-{kind}", -10.5, -11, 21, 21)
        made.append(symbol(f"b-{kind}", "-24 -24 48 48", picture))
    for person in BOX["symbol"][:4]:
        picture = '<use href="#t-inf"/>' + use(f"i-{person['id']}", 13, 18, 38, 38, "sym")
        made.append(symbol(f"y-{person['id']}", "0 0 64 64", picture))
    return made


def palaces() -> list[str]:
    """A palace with the emblem of its seat."""
    return [
        symbol(
            f"p-{seat}",
            "0 0 60 64",
            '<use href="#i-palace"/>' + use(f"e-{seat}", 21.7, 20, 16.6, 16.6, "mark"),
        )
        for seat in range(5)
    ]


def pieces() -> list[str]:
    """Every drawing that is made."""
    return [*faces(), *tiles(), *palaces()]
