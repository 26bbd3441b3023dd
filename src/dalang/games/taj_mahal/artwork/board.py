"""The map of Taj Mahal: everything on the board that never changes in a game.

Names are left to the words of each language.
"""

from __future__ import annotations

import math
from functools import cache
from random import Random

from dalang.engine.artwork import use
from dalang.games.taj_mahal.artwork.data import BOX, CITIES, LAYOUT, PROVINCES

CANVAS = "-26 -26 1052 1052"  # the components' 1000 x 1000 inside a frame

Point = tuple[float, float]

# --- what only decorates --------------------------------------------------------------

SEA = (
    "M-60 650C-20 640 0 668 14 676L120 720 170 800 240 800 320 930C330 968 352 980 356 1000"
    "L364 1060-60 1060Z"
)
RIVERS: list[list[Point]] = [
    [
        *[(640, 20), (560, 118), (420, 150), (335, 215), (300, 300), (276, 352), (150, 388)],
        *[(140, 500), (90, 560), (84, 640), (150, 720), (66, 800)],
    ],
    [
        *[(690, 290), (690, 350), (750, 430), (760, 500), (822, 560), (850, 660), (890, 680)],
        *[(905, 760), (1010, 800)],
    ],
    [
        *[(650, 240), (675, 370), (660, 470), (710, 570), (730, 690), (790, 760), (830, 780)],
        *[(905, 760)],
    ],
    [(560, 1010), (540, 970), (430, 960), (360, 905), (285, 905), (230, 985)],
]
FRAME = (
    '<g class="map-frame"><path d="M-26-26h1052v1052H-26zM0 0v1000h1000V0z" fill="url(#jali)" '
    'fill-rule="evenodd"/><rect x="-1" y="-1" width="1002" height="1002"/>'
    '<rect x="4" y="4" width="992" height="992" class="thin"/>'
    '<rect x="-24.500" y="-24.500" width="1049" height="1049"/></g>'
)

# --- lines ----------------------------------------------------------------------------


def placed(drawing: str, x: int, y: int, size: float = 1) -> str:
    """A drawing of the sprite that has no box of its own."""
    return f'<use href="#{drawing}" transform="translate({x} {y}) scale({size:g})"/>'


def wobble(x: float, y: float, far: float = 4.2) -> Point:
    """A point moved a little: one field for the whole map, so that neighbours still fit."""
    east = math.sin(x * 0.051 + y * 0.037) + 0.6 * math.sin(y * 0.113 + 1.3)
    south = math.sin(y * 0.047 - x * 0.041 + 2) + 0.6 * math.sin(x * 0.107 + 0.4)
    east += 0.3 * math.sin(x * 0.23 + y * 0.19)
    south += 0.3 * math.sin(y * 0.21 - x * 0.17)
    return x + far * east, y + far * south


@cache
def border(province: str) -> str:
    """The outline of a province as a hand would draw it."""
    corners = next(entry["polygon"] for entry in PROVINCES if entry["id"] == province)
    points: list[Point] = []
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        steps = max(1, round(math.dist((x1, y1), (x2, y2)) / 8))
        points += [(x1 + (x2 - x1) * i / steps, y1 + (y2 - y1) * i / steps) for i in range(steps)]
    moved = [tuple(round(value * 10) for value in wobble(*point)) for point in points]
    path, last = f"M{moved[0][0] / 10:g} {moved[0][1] / 10:g}l", moved[0]
    steps_made: list[str] = []
    for point in moved[1:]:
        steps_made.append(f"{(point[0] - last[0]) / 10:g} {(point[1] - last[1]) / 10:g}")
        last = point
    return path + " ".join(steps_made) + "z"


def flow(points: list[Point]) -> str:
    """A smooth line through the points."""
    path = f"M{points[0][0]:g} {points[0][1]:g}"
    for i in range(len(points) - 1):
        before, start = points[max(i - 1, 0)], points[i]
        end, after = points[i + 1], points[min(i + 2, len(points) - 1)]
        path += (
            f"C{start[0] + (end[0] - before[0]) / 6:.0f} {start[1] + (end[1] - before[1]) / 6:.0f} "
            f"{end[0] - (after[0] - start[0]) / 6:.0f} {end[1] - (after[1] - start[1]) / 6:.0f} "
            f"{end[0]:g} {end[1]:g}"
        )
    return path


# --- the map --------------------------------------------------------------------------


def definitions() -> str:
    """Every outline once; all else points to it."""
    lands = "".join(f'<path id="land-{p["id"]}" d="{border(p["id"])}"/>' for p in PROVINCES)
    clips = "".join(
        f'<clipPath id="inside-{p["id"]}"><use href="#land-{p["id"]}"/></clipPath>'
        for p in PROVINCES
    )
    return (
        f'<defs><g id="all-land">{lands}</g>{clips}<path id="the-sea" d="{SEA}"/>'
        '<clipPath id="in-frame"><rect x="-2" y="-2" width="1004" height="1004"/></clipPath>'
        '<clipPath id="in-sea"><use href="#the-sea"/></clipPath>'
        '<radialGradient id="edge-shade" r=".76"><stop offset=".6" class="map-v0"/>'
        '<stop offset="1" class="map-v1"/></radialGradient></defs>'
    )


def sea() -> str:
    """Water, with a wash along the shores."""
    dice = Random(4)
    waves = ""
    for y in range(700, 1000, 34):
        for x in range(0, 360, 58):
            left = x + dice.uniform(-16, 16) + (y // 34 % 2) * 28
            waves += f'<path d="M{left:.0f} {y + dice.uniform(-8, 8):.0f}q6-6 12 0t12 0 12 0"/>'
    wash = "".join(
        f'<use href="#{shore}" class="map-shore w{width}"/>'
        for shore in ("the-sea", "all-land")
        for width in (3, 2, 1)
    )
    return (
        f'<use href="#the-sea" class="map-sea"/><g clip-path="url(#in-sea)">{wash}'
        f'<g class="map-waves">{waves}</g></g><use href="#the-sea" class="map-outcoast"/>'
        '<use href="#all-land" class="map-coast"/>'
    )


def lands() -> str:
    """The provinces with a darker rim inside, rivers, dotted borders, and a line round each one
    that shows while its round is played."""
    drawn = ""
    for province in PROVINCES:
        name = province["id"]
        rims = "".join(f'<use href="#land-{name}" class="rim {rim}"/>' for rim in "ab")
        drawn += (
            f'<g class="map-land pv-{name}"><use href="#land-{name}" class="fill"/>'
            f'<g clip-path="url(#inside-{name})">{rims}</g></g>'
        )
    rivers = "".join(
        f'<path d="{flow(river)}" class="map-river {bed}"/>'
        for river in RIVERS
        for bed in ("wide", "thin")
    )
    drawn += f'{rivers}<use href="#all-land" class="map-border"/>'
    for province in PROVINCES:
        lines = "".join(f'<use href="#land-{province["id"]}" class="n{n}"/>' for n in range(3))
        drawn += f'<g class="map-now if-{province["id"]}">{lines}</g>'
    return drawn


def decorations() -> str:
    """Hills, trees, compass rose, ship and title."""
    drawn = "".join(
        use("hill", x - 30 * k, y - 30 * k, 60 * k, 60 * k) for x, y, k in LAYOUT["hills"]
    )
    drawn += "".join(use("palm", x - 16, y - 30, 32, 36) for x, y in LAYOUT["palms"])
    drawn += "".join(use("cypress", x - 10, y - 28, 20, 34) for x, y in LAYOUT["cypresses"])
    paper = "{{ asset('paper.png') }}"
    drawn += (
        f'<image href="{paper}" x="-4" y="-4" width="1008" height="1008" '
        'preserveAspectRatio="none" class="map-paper"/>'
    )
    return (
        drawn
        + placed("rose", 48, 932, 0.56)
        + placed("ship", 146, 972, 0.55)
        + placed("title", 846, 950)
    )


def roads() -> str:
    """A light line on a dark one, bent a little."""
    places = {city["id"]: (city["x"], city["y"]) for city in CITIES}
    lines: list[str] = []
    for number, road in enumerate(BOX["road"]):
        (x0, y0), (x1, y1) = places[road["a"]], places[road["b"]]
        bend = ((number * 37) % 11 - 5) / 5 * 0.03
        middle = (x0 + x1) / 2 - (y1 - y0) * bend, (y0 + y1) / 2 + (x1 - x0) * bend
        lines.append(f"M{x0} {y0}Q{middle[0]:.1f} {middle[1]:.1f} {x1} {y1}")
    path = "".join(lines)
    return f'<path d="{path}" class="map-road"/><path d="{path}" class="map-road light"/>'


def towns() -> str:
    """Towns and fortresses; a click asks why one cannot build there now."""
    drawn = ""
    for city in CITIES:
        x, y, strong = city["x"], city["y"], city["fortress"]
        shape = (
            use("fort", x - 29, y - 29, 58, 58) if strong else use("town", x - 15, y - 15, 30, 30)
        )
        drawn += (
            f'<g class="map-city" data-why="palace {city["id"]}">'
            f'<circle cx="{x}" cy="{y}" r="{34 if strong else 22}" '
            f'class="map-glow if-{city["province"]}"/>{shape}</g>'
        )
    return drawn


# --- labels: where the name of a city stands ------------------------------------------


def sides(fortress: bool) -> dict[str, tuple[int, int, str]]:
    """How far from the city each side is, and which end of the name is there."""
    far = 28 if fortress else 27
    return {
        "s": (0, 41 if fortress else 30, "m"),
        "n": (0, -46, "m"),
        "e": (far, 6, "s"),
        "w": (-far, 6, "e"),
        "se": (11 if fortress else 8, 42 if fortress else 29, "s"),
        "sw": (-8, 39 if fortress else 29, "e"),
        "e2": (26, 20, "s"),
        "w2": (-26, 20, "e"),
        "e0": (27, -9, "s"),
        "w0": (-27, -9, "e"),
        "ne": (6, -45, "s"),
        "nw": (-6, -45, "e"),
    }


def labels() -> str:
    """The names of the cities, above the pieces."""
    drawn = ""
    for city in CITIES:
        name = city["id"]
        own = LAYOUT["over"].get(name)
        dx, dy, end = own[:3] if own else sides(city["fortress"])[LAYOUT["sides"][name]]
        x, y = city["x"] + dx, city["y"] + dy
        look = f'class="map-name an-{end} in-{city["province"]}"'
        word = f"noun('city', '{name}')"
        if own and len(own) > 3:
            drawn += (
                f"{{% for line in {word}.split() %}}"
                f'<text x="{x}" y="{{{{ {y} + 17 * loop.index0 }}}}" {look}>{{{{ line }}}}</text>'
                "{% endfor %}"
            )
        else:
            drawn += f'<text x="{x}" y="{y}" {look}>{{{{ {word} }}}}</text>'
    return drawn


def province_names() -> str:
    """In large pale letters across the land."""
    return "".join(
        f'<text x="{x}" y="{y}" font-size="{size}" class="map-province pv-{name}">'
        f"{{{{ noun('province', '{name}') }}}}</text>"
        for name, (x, y, size) in LAYOUT["names"].items()
    )


# --- the court of the Grand Mogul -----------------------------------------------------

ARCH = (
    (0, -0.09, 0.06, -0.12, 0.12, -0.13),
    (0.03, -0.08, 0.12, -0.10, 0.18, -0.09),
    (0.04, -0.07, 0.12, -0.09, 0.20, -0.14),
    (0.08, 0.05, 0.16, 0.07, 0.20, 0.14),
    (0.06, -0.01, 0.15, 0.01, 0.18, 0.09),
    (0.06, 0.01, 0.12, 0.04, 0.12, 0.13),
)


def arch(x: float, y: float, width: float, height: float) -> str:
    """A cusped arch."""
    path = f"M{x:g} {y + height:g}V{y + height * 0.36:.1f}"
    for bend in ARCH:
        part = [value * (height if i % 2 else width) for i, value in enumerate(bend)]
        path += "c" + " ".join(f"{value:.1f}" for value in part)
    return path + f"V{y + height:g}z"


def court() -> str:
    """The building; what stands in its arches changes."""
    niches = [arch(9 + 76.5 * n, 103, 72, 84) for n in range(4)]
    niches += [arch(9, 192, 92, 86), arch(219, 192, 92, 86)]
    return (
        '<g class="map-court" transform="translate(676 2)">'
        '<path d="M-6 284h332v10H-6z" opacity=".2"/>'
        + placed("pavilion", 36, 66)
        + placed("pavilion", 284, 66)
        + placed("dome", 160, 61, 0.74)
        + placed("dome", 96, 63, 0.42)
        + placed("dome", 224, 63, 0.42)
        + '<path d="M0 66h320v218H0z" class="stone"/><path d="M-4 62h328v9H-4z" class="marble"/>'
        '<rect x="6" y="74" width="308" height="24" class="frieze"/>'
        '<text x="160" y="92">{{ say(\'court_title\') }}</text>'
        '<path d="M-6 279h332v9H-6z" class="marble"/>'
        + "".join(f'<path d="{path}" class="place"/>' for path in niches)
        + f'<path d="{arch(108, 192, 104, 86)}" class="place main"/></g>'
    )


def aims() -> str:
    """What a small screen looks at while a city of a province is to be chosen; see style()."""
    return "".join(f'<i class="aim at-{p["id"]} if-{p["id"]}"></i>' for p in PROVINCES)


def board() -> str:
    """The fragment for the page."""
    return (
        "{# Made by scripts/draw: change artwork/, not this. #}\n"
        '<div id="board">\n'
        f'<svg class="layer map" viewBox="{CANVAS}" aria-hidden="true">{definitions()}\n'
        '<g clip-path="url(#in-frame)"><rect x="-4" y="-4" width="1008" height="1008" '
        f'class="map-ground"/>\n{sea()}\n{lands()}\n{decorations()}\n'
        '<rect x="-4" y="-4" width="1008" height="1008" fill="url(#edge-shade)"/></g>\n'
        f"{roads()}\n{province_names()}\n{towns()}\n{court()}\n{FRAME}</svg>\n"
        f'<svg class="layer labels" viewBox="{CANVAS}" aria-hidden="true">{labels()}</svg>\n'
        f"{aims()}\n</div>\n"
    )
