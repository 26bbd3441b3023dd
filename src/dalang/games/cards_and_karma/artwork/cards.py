"""Both sides of the 144 cards of Cards & Karma, and its score cards.

They are put together from the drawings in the upper half of `view/sprite.svg`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from dalang.engine.artwork import symbol
from dalang.engine.artwork import use as use_in_box

GAME = Path(__file__).parents[1]
BOX: dict[str, Any] = tomllib.loads((GAME / "components.toml").read_text("utf-8"))
CARD, SCORE = "0 0 120 160", "0 0 80 106"
SHIP_PARTS = {reward["id"]: reward["parts"] for reward in BOX["ship_reward"]}
PALACE_PARTS = {palace["number"]: palace["parts"] for palace in BOX["palace"]}
PLACES = {  # of one, two or three icons in a palace
    1: [(36, 47, 48)],
    2: [(24, 53, 35), (61, 53, 35)],
    3: [(28, 40, 30), (62, 40, 30), (44, 70, 31)],
}
TOKENS = {"karma": "karma", "fame": "fame", "administrators": "admin", "dice": "r-die"}
REWARDS = {"palace": "r-palace", "ship": "r-ship", "copy ship": "r-copy", "top card": "r-top"}
EITHER = {"coins": "coins 2", "fame": "fame 1"}  # of a reward with a choice

Icon = tuple[str, str]  # a drawing, and what is written on or beside it


def use(drawing: str, x: float, y: float, width: float, height: float = 0, look: str = "") -> str:
    """A drawing of the sprite at a place; most of them are square."""
    return use_in_box(drawing, x, y, width, height or width, look)


def text(words: object, x: float, y: float, style: str) -> str:
    """Something written."""
    return f'<text x="{x:g}" y="{y:g}" class="{style}">{words}</text>'


def coin(value: object, x: float, y: float, size: float) -> str:
    """A coin with its value."""
    style = "t-coin big" if size > 24 else "t-coin"
    return use("coin", x, y, size) + text(value, x + size / 2, y + size * 0.69, style)


def gem(colour: str, x: float, y: float, size: float) -> str:
    """What stands for a colour of dice."""
    return use(f"gem-{colour}", x, y, size, look=f"gem c-{colour}")


def price(value: int, colour: str = "any") -> str:
    """The die that a card costs."""
    mark = use(f"gem-{colour}", 42.5, 140, 13) if colour != "any" else ""
    die = use("cdie", 8, 121, 33) + mark + text(value, 23, 147, "t-die")
    return f'<g class="c-{colour}">{die}</g>'


def good(shown: dict[str, Any], x: float, y: float, size: float) -> str:
    """A good on its plate, with what it is worth."""
    inner = use(f"g-{shown['good']}", x + size * 0.17, y + size * 0.17, size * 0.66)
    worth = coin(shown["value"], x + size * 0.56, y + size * 0.5, size * 0.58)
    return use("plate", x, y, size) + inner + worth


# --- icons of effects -------------------------------------------------------------------


def icons(parts: list[str]) -> list[Icon]:
    """An effect as a row of icons."""
    found: list[Icon] = []
    for part in parts:
        name, _, number = part.rpartition(" ")
        if part == "more goods":
            found[-1] = ("r-goods", "1–2")
        elif part == "goods":
            found.append(("r-goods", ""))
        elif part in REWARDS:
            found.append((REWARDS[part], ""))
        elif name == "coins":
            found.append(("coin", number))
        else:
            found += [(TOKENS[name], "")] * int(number)
    return found


def icon(which: Icon, x: float, y: float, size: float) -> str:
    """One of them."""
    drawing, words = which
    if drawing == "coin":
        return coin(words, x, y, size)
    if drawing == "admin":
        return use(drawing, x + size * 0.1, y, size * 0.78, size)
    beside = text(words, x - size * 0.44, y + size * 0.68, "t-sub") if words else ""
    return use(drawing, x, y, size) + beside


# --- the action sides -------------------------------------------------------------------


def building(card: dict[str, Any]) -> str:
    """One building or two, perhaps with a good."""
    kinds: list[str] = card["buildings"]
    alone = len(kinds) == 1
    drawn = (
        use(f"b-{kinds[0]}", 19, 25, 82)
        if alone
        else use(f"b-{kinds[0]}", 9, 41, 56) + use(f"b-{kinds[1]}", 55, 41, 56)
    )
    drawn += "".join(use("fame", 87 - number * 25, 124, 25) for number in range(len(kinds)))
    if card["goods"]:
        drawn += good(card["goods"][0], 71 if alone else 42, 82, 35)
    return drawn + price(card["cost"], card["colour"])


def ship(card: dict[str, Any]) -> str:
    """A ship with its number, its reward and perhaps a good."""
    drawn = use("ship", 19, 31, 84, 78) + use("flagn", 59, 21, 41, 28)
    drawn += text(card["number"], 75.5, 39.5, "t-flag")
    if card["goods"]:
        drawn += good(card["goods"][0], 12, 82, 35)
    reward = reversed(icons(SHIP_PARTS[card["reward"]]))
    drawn += "".join(icon(one, 83 - number * 30, 122, 28) for number, one in enumerate(reward))
    return drawn + price(card["cost"])


def goods(card: dict[str, Any]) -> str:
    """One good or two, perhaps with a coin."""
    shown = card["goods"]
    if len(shown) == 1:
        drawn = use(f"g-{shown[0]['good']}", 31, 43, 58) + coin(shown[0]["value"], 74, 79, 29)
    else:
        drawn = "".join(
            use(f"g-{one['good']}", x, 46, 45) + coin(one["value"], x + 20, 81, 27)
            for one, x in zip(shown, (13, 62), strict=True)
        )
    if card["coin"]:
        drawn += text("+", 79, 146, "t-plus") + coin(card["coin"], 84, 123, 27)
    return drawn + use("free", 10, 123, 60, 28)


def palace(card: dict[str, Any]) -> str:
    """What is done in the palace."""
    drawn = use("niche", 0, 0, 120, 160)
    parts = PALACE_PARTS[card["number"]]
    if parts == ["coins for goods"]:
        drawn += use("g-silk", 23, 49, 24) + use("g-tea", 48, 43, 24) + use("g-spices", 73, 49, 24)
        drawn += text("×", 47, 93, "t-plus") + coin(1, 54, 71, 29)
    else:
        found = icons(parts)
        places = PLACES[len(found)]
        drawn += "".join(icon(one, *place) for one, place in zip(found, places, strict=True))
    return drawn + price(card["cost"]) + use("crest", 62, 124, 44, 26)


KINDS = {"building": building, "ship": ship, "goods": goods, "palace": palace}


def action_side(card: dict[str, Any]) -> str:
    """A card as it lies in the display."""
    kind = card["kind"]
    ground = use("card-paper", 0, 0, 120, 160) + use(f"sc-{kind}", 0, 0, 120, 160)
    return ground + KINDS[kind](card) + gem(card["die"], 98, 5.5, 16)


def dice_side(colour: str, value: int) -> str:
    """A card as it is held in the hand; value 0 while nobody has looked at it."""
    paper = '<rect class="hp" x="1.5" y="1.5" width="117" height="157" rx="9"/>'
    paper += '<rect class="cr" x="5" y="5" width="110" height="150" rx="6.5"/>'
    die = use("die", 11, 30, 104) + use(f"orn-{colour}", 22.3, 55, 67)
    if value:
        die += use(f"pips-{value}", 21.3, 54.8, 69) + text(value, 20, 29, "t-val")
    marks = gem(colour, 93, 10, 17) + gem(colour, 54, 137, 12)
    line = '<path class="cr" d="M16 143h34M70 143h34"/>'
    return f'<g class="c-{colour}">{paper}{die}{marks}{line}</g>'


# --- score cards ------------------------------------------------------------------------


def rewards_of(reward: dict[str, Any]) -> list[list[Icon]]:
    """What a score card brings: one group of icons, or two to choose from."""
    if "extra_turns" in reward:
        return [[("r-extra", "")]]
    at_once: list[str] = reward.get("at_once", [])
    later: list[str] = reward.get("later", [])
    if later and " or " in later[0]:
        tokens, _, card = later[0].partition(" or ")
        return [icons([EITHER[tokens]]), icons([card])]
    return [icons([*at_once, *later])]


def score_card(reward: dict[str, Any]) -> str:
    """The night side of a score card."""
    groups = rewards_of(reward)
    found = [one for group in groups for one in group]
    size, gap = (36 if len(found) == 1 else 29), (9 if len(groups) > 1 else 4)
    left = 40 - (len(found) * size + (len(found) - 1) * gap) / 2
    drawn = use("score-night", 0, 0, 80, 106)
    drawn += "".join(
        icon(one, left + number * (size + gap), 60 - size / 2, size)
        for number, one in enumerate(found)
    )
    return drawn + (text("/", 40, 67, "t-or") if len(groups) > 1 else "")


def made() -> list[str]:
    """Every drawing that is made."""
    faces = [symbol(f"f-{n}", CARD, action_side(card)) for n, card in enumerate(BOX["card"])]
    dice = [
        symbol(f"d-{colour['id']}-{value}", CARD, dice_side(colour["id"], value))
        for colour in BOX["die_colour"]
        for value in range(7)
    ]
    scores = [symbol(f"s-{reward['id']}", SCORE, score_card(reward)) for reward in BOX["reward"]]
    return faces + dice + scores
