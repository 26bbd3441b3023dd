"""The map of Web of Power: everything on the board that never changes in a game.

The names of the countries are left to the words of each language.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from random import Random

from dalang.engine.artwork import use
from dalang.games.web_of_power.drawing.things import BOX, COURT, LABEL, LAYOUT, SEAL, SPACE

CANVAS = "-40 -40 1080 1080"  # the components' 1000 x 1000 inside a frame
WHOLE = 'x="-4" y="-4" width="1008" height="1008"'
KIND = {country: card["id"] for card in BOX["card"] for country in card["countries"]}
OUTLINE: dict[str, list[list[int]]] = {land["id"]: land["outline"] for land in BOX["country"]}

Point = tuple[float, float]

# --- what only decorates --------------------------------------------------------------

OUTER: list[list[Point]] = [  # lands nobody plays in
    [
        *[(558, 197), (583, 150), (572, 108), (598, 62), (586, -20), (668, -20), (652, 58)],
        *[(668, 112), (722, 124), (790, 92), (862, 104), (930, 64), (1020, 74), (1020, 838)],
        *[(962, 800), (936, 758), (902, 722), (904, 690), (880, 660), (872, 630), (836, 616)],
        *[(700, 500), (640, 300)],
    ],
    [
        *[(186, 746), (150, 736), (110, 726), (60, 722), (10, 732), (-20, 736), (-20, 1020)],
        *[(236, 1020), (290, 986), (330, 952), (200, 850)],
    ],
    [(136, 60), (140, 10), (128, -20), (256, -20), (266, 30), (262, 70), (200, 120)],
]
ISLES: list[list[Point]] = [
    [(604, 800), (618, 786), (624, 806), (620, 836), (606, 840), (598, 820)],
    [(600, 862), (620, 856), (630, 880), (624, 918), (604, 922), (594, 892)],
    [(440, 880), (462, 872), (470, 884), (450, 894)],
    [(484, 862), (496, 858), (496, 868)],
    [(14, 60), (50, 40), (72, 70), (58, 120), (30, 140), (2, 120), (-4, 90)],
    [(690, 940), (740, 926), (786, 942), (770, 972), (720, 966)],
]
HILLS: list[tuple[int, int, float]] = [
    *[(770, 140, 1), (800, 150, 0.8), (900, 140, 1), (940, 165, 1.1), (905, 205, 0.9)],
    *[(960, 230, 1), (930, 300, 1.1), (970, 330, 0.8), (895, 330, 0.8), (985, 400, 0.9)],
    *[(960, 620, 1.1), (925, 640, 0.9), (985, 660, 0.8), (980, 740, 0.9), (950, 700, 0.8)],
    *[(20, 790, 1), (20, 870, 0.9), (15, 950, 1), (195, 8, 0.9), (225, 30, 0.8), (30, 80, 0.7)],
]
TREES = [
    *[(700, 135), (718, 140), (735, 134), (640, 135), (628, 120), (870, 170), (885, 180)],
    *[(910, 262), (985, 190), (990, 480), (980, 560), (990, 580), (35, 760), (70, 745)],
    *[(120, 985), (150, 990), (190, 985), (40, 980), (610, 30), (635, 50), (625, 75)],
]
HILLS_INSIDE: list[tuple[int, int, float]] = [(306, 784, 0.8), (326, 790, 0.65)]
TREES_INSIDE = [
    *[(342, 672), (356, 682), (336, 692), (892, 548), (908, 552), (225, 655), (212, 668)],
    *[(600, 240), (590, 228), (612, 232), (780, 830), (130, 835), (118, 440), (80, 412)],
]

# --- lines ----------------------------------------------------------------------------


def placed(drawing: str, x: float, y: float) -> str:
    """A drawing of the sprite that has no box of its own."""
    return f'<use href="#{drawing}" transform="translate({x:.0f} {y:.0f})"/>'


@cache
def rough(start: Point, end: Point) -> tuple[Point, ...]:
    """A straight edge as a hand would draw it: each edge once, so that neighbours fit exactly."""
    dice = Random(str((start, end)))
    points = [start, end]
    for _ in range(3 if math.dist(start, end) > 24 else 1):
        finer = [points[0]]
        for (x0, y0), (x1, y1) in pairwise(points):
            off = dice.uniform(-0.13, 0.13)
            finer += [((x0 + x1) / 2 - (y1 - y0) * off, (y0 + y1) / 2 + (x1 - x0) * off), (x1, y1)]
        points = finer
    return tuple(points)


def shore(outline: list[list[int]] | list[Point]) -> str:
    """An outline with rough edges, as a path."""
    corners: list[Point] = [(corner[0], corner[1]) for corner in outline]
    points: list[Point] = []
    for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
        if one != other:
            edge = rough(one, other) if one < other else rough(other, one)[::-1]
            points += edge[:-1]
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [f"{(x1 - x0) / 10:g} {(y1 - y0) / 10:g}" for (x0, y0), (x1, y1) in pairwise(tenths)]
    return f"M{tenths[0][0] / 10:g} {tenths[0][1] / 10:g}l{' '.join(steps)}z"


def hill(x: int, y: int, size: float) -> str:
    """A mountain with a shaded side."""
    numbers = [(-14, 8), (10, -18), (6, 9), (4, -6), (10, 15)]
    (left, low), *slopes = [(dx * size, dy * size) for dx, dy in numbers]
    ridge = " ".join(f"{dx:.1f} {dy:.1f}" for dx, dy in slopes)
    shade = " ".join(f"{dx * size:.1f} {dy * size:.1f}" for dx, dy in ((2, 7), (-2, 6)))
    return (
        f'<path d="M{x + left:.0f} {y + low:.0f}l{ridge}z" class="hill"/>'
        f'<path d="M{x - 4 * size:.0f} {y - 10 * size:.0f}l{shade}" class="line"/>'
    )


def tree(x: int, y: int) -> str:
    """A small one."""
    return f'<path d="M{x} {y}v5M{x} {y}c-7 0-7-9-2-9 0-6 8-6 7 0 5 1 2 9-5 9z" class="tree"/>'


# --- the map --------------------------------------------------------------------------


def roads() -> dict[str, str]:
    """Every road and sea link, bent a little, by its name."""
    found: dict[str, str] = {}
    for number, road in enumerate(BOX["road"]):
        one, other = SPACE[road["a"]], SPACE[road["b"]]
        bend = ((number * 37) % 11 - 5) / 5 * 0.045
        x = (one["x"] + other["x"]) / 2 - (other["y"] - one["y"]) * bend
        y = (one["y"] + other["y"]) / 2 + (other["x"] - one["x"]) * bend
        path = f"M{one['x']} {one['y']}Q{x:.1f} {y:.1f} {other['x']} {other['y']}"
        found[f"road-{road['a']}-{road['b']}"] = path
    return found


def definitions() -> str:
    """Every outline and every road once; all else points to it."""
    lands = "".join(f'<path id="land-{name}" d="{shore(line)}"/>' for name, line in OUTLINE.items())
    others = "".join(f'<path d="{shore(outline)}"/>' for outline in OUTER + ISLES)
    clips = "".join(
        f'<clipPath id="inside-{name}"><use href="#land-{name}"/></clipPath>' for name in OUTLINE
    )
    lines = "".join(f'<path id="{name}" d="{path}"/>' for name, path in roads().items())
    return (
        f'<defs><g id="all-land">{lands}{others}</g>{clips}{lines}'
        f'<clipPath id="in-frame"><rect x="-2" y="-2" width="1004" height="1004"/></clipPath>'
        '<radialGradient id="edge-shade" r=".75"><stop offset=".62" class="map-v0"/>'
        '<stop offset="1" class="map-v1"/></radialGradient></defs>'
    )


def stain(file: str, look: str) -> str:
    """One of the pictures over the whole map."""
    address = f"{{{{ asset('{file}') }}}}"
    return f'<image href="{address}" {WHOLE} preserveAspectRatio="none" class="{look}"/>'


def sea() -> str:
    """Water with waves, a wash along all shores, and the lands nobody plays in."""
    dice = Random(5)
    waves = ""
    for row in range(10, 1000, 44):
        for column in range(10, 1000, 74):
            x = column + dice.uniform(-20, 20) + (row // 44 % 2) * 36
            waves += f"M{x:.0f} {row + dice.uniform(-10, 10):.0f}q5-6 10 0t10 0t10 0"
    wash = "".join(f'<use href="#all-land" class="map-shore w{n}"/>' for n in (4, 3, 2, 1))
    return (
        f'<rect {WHOLE} class="map-sea"/>{stain("wash.png", "map-wash")}'
        f'<path d="{waves}" class="map-waves"/>{wash}'
        '<use href="#all-land" class="map-coast"/><use href="#all-land" class="map-outer"/>'
        f'<g class="map-deco">{"".join(hill(*one) for one in HILLS)}'
        f"{''.join(tree(*one) for one in TREES)}</g>"
    )


def lands() -> str:
    """The countries in the colour of their card, with a darker rim inside."""
    drawn = ""
    for name in OUTLINE:
        rims = "".join(f'<use href="#land-{name}" class="rim {rim}"/>' for rim in "ab")
        drawn += (
            f'<g class="map-land k-{KIND[name]} is-{name}"><use href="#land-{name}" class="fill"/>'
            f'<g clip-path="url(#inside-{name})">{rims}</g>'
            f'<use href="#land-{name}" class="border"/></g>'
        )
    woods = "".join(hill(*one) for one in HILLS_INSIDE) + "".join(tree(*o) for o in TREES_INSIDE)
    return f'{drawn}<g class="map-deco in">{woods}</g>'


def compass() -> str:
    """The rose of the winds."""
    points = ""
    for n in range(16):
        wide, deep = (8, 14) if n % 4 == 0 else (4, 18)
        tip = 50 if n % 4 == 0 else 38 if n % 2 == 0 else 28
        for side, look in ((-wide, "gold"), (wide, "lapis")):
            points += (
                f'<path d="M0 0L{side} {-deep}L0 {-tip}z" class="{look}" '
                f'transform="rotate({n * 22.5:g})"/>'
            )
    return (
        '<g class="map-rose" transform="translate(82 622)"><circle r="56" class="disc0"/>'
        f'<circle r="50" class="disc1"/>{points}<circle r="9" class="disc2"/>'
        '<use href="#north"/></g>'
    )


def ribbons() -> str:
    """Alliances: a ribbon from court to court, through its seal."""
    path = ""
    for alliance in BOX["alliance"]:
        one, other = (COURT[country] for country in alliance["countries"])
        seal = SEAL[alliance["number"]]
        x, y = (2 * seal[axis] - (one[axis] + other[axis]) / 2 for axis in (0, 1))
        path += f"M{one[0]} {one[1]}Q{x:.0f} {y:.0f} {other[0]} {other[1]}"
    return f'<path d="{path}" class="map-ribbon"/><path d="{path}" class="map-ribbon thread"/>'


def ways() -> str:
    """Roads: a light line on a dark one.  Sea links: dots, and a ship."""
    lines, links, ships = "", "", ""
    for road, path in zip(BOX["road"], roads().values(), strict=True):
        if road["kind"] == "road":
            lines += path
            continue
        links += path
        x, y = (sum(SPACE[road[end]][axis] for end in "ab") / 2 for axis in "xy")
        ships += placed("ship", x, y)
    return (
        f'<path d="{lines}" class="map-road"/><path d="{lines}" class="map-road light"/>'
        f'<path d="{links}" class="map-link"/>{ships}'
    )


def country_names() -> str:
    """In capitals across the land, smaller where a language needs more letters."""
    drawn = ""
    for name, (x, y, size, letters) in LAYOUT["names"].items():
        drawn += (
            f"{{% set name = noun('country', '{name}') %}}"
            f"{{% set size = ([{size}, {size * letters} / name|length]|min)|round(1) %}}"
            f'<text x="{x}" y="{y}" font-size="{{{{ size }}}}" class="map-country k-{KIND[name]}">'
            '<tspan class="capital" font-size="{{ (size * 1.34)|round(1) }}">{{ name[0] }}</tspan>'
            "{{ name[1:]|upper }}</text>"
        )
    return drawn


def called(kind: str, name: str) -> str:
    """A name to be put into words when the page is made."""
    return f"{{{{ noun('{kind}', '{name}') }}}}"


def courts() -> str:
    """Coats of arms; a click asks why no advisor can go there now."""
    return "".join(
        f'<g class="map-court" data-why="advisor {name}"><title>{called("country", name)}'
        f"</title>{use(f'sh-{name}', x - 22, y - 34, 44, 55.5)}</g>"
        for name, (x, y) in COURT.items()
    )


def seals() -> str:
    """The numbers of the alliances in wax."""
    drawn = ""
    for alliance in BOX["alliance"]:
        number = alliance["number"]
        x, y = SEAL[number]
        said = f"{{{{ say('alliance', number={number}, countries={alliance['countries']}) }}}}"
        drawn += (
            f'<g class="map-seal"><title>{said}</title>{use("seal", x - 15, y - 15, 30, 30)}'
            f'<text x="{x}" y="{y + 4.6:g}">{number}</text></g>'
        )
    return drawn


def spaces() -> str:
    """Places for cloisters; a click asks why one cannot build there now."""
    return "".join(
        f'<g class="map-space" data-why="cloister {name}"><title>{called("space", name)}'
        f'</title><circle cx="{space["x"]}" cy="{space["y"] - 3}" r="17"/>'
        f"{use('abbey-empty', space['x'] - 17, space['y'] - 27, 34, 40)}</g>"
        for name, space in SPACE.items()
    )


def labels() -> str:
    """The names of the spaces."""
    return "".join(
        f'<text x="{label.x}" y="{label.y}" class="map-name an-{label.end}">{label.text}</text>'
        for label in LABEL.values()
    )


def frame() -> str:
    """The border of a manuscript page: vines, gold, and one snail."""
    vines = "".join(
        f'<rect x="-4" y="-37" width="1008" height="30" fill="url(#vine)" '
        f'transform="rotate({turn} 500 500)"/>'
        for turn in (0, 90, 180, 270)
    )
    corners = "".join(placed("corner", x, y) for x in (-22, 1022) for y in (-22, 1022))
    return (
        '<g class="map-frame"><path d="M-40-40h1080v1080H-40zM-4-4v1008h1008V-4z" '
        f'fill-rule="evenodd" class="margin"/>{vines}'
        '<rect x="-3" y="-3" width="1006" height="1006" class="ink"/>'
        '<rect x="-38" y="-38" width="1076" height="1076" class="thin"/>'
        f'<rect x="-6.500" y="-6.500" width="1013" height="1013" class="wide"/>{corners}'
        f"{placed('snail', 500, 1021)}</g>"
    )


def board() -> str:
    """The fragment for the page."""
    return (
        "{# Made by scripts/draw: change artwork/, not this. #}\n"
        '<div id="board">\n'
        '<input type="checkbox" id="zoom" class="sr" form="nowhere" autocomplete="off">'
        '<label for="zoom" class="zoom" title="{{ say(\'zoom\') }}">'
        '<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#lens"/></svg>'
        "<span class=\"sr\">{{ say('zoom') }}</span></label>\n"
        f'<svg class="layer map" viewBox="{CANVAS}" aria-hidden="true">{definitions()}\n'
        f'<g clip-path="url(#in-frame)">{sea()}\n{lands()}\n{stain("vellum.png", "map-vellum")}'
        f"{compass()}{placed('serpent', 366, 66)}{placed('title', 452, 920)}"
        f'<rect {WHOLE} fill="url(#edge-shade)"/></g>\n'
        f"{ribbons()}\n{ways()}\n{country_names()}\n{courts()}\n{seals()}\n{spaces()}\n"
        f"{labels()}\n{frame()}</svg>\n</div>\n"
    )
