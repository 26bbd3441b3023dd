"""The board of Bali: the cloth, the lamp, the islands and the empty villages.

Everything that never changes in a game, with names left to the words of each language.  What is
drawn by hand is in `view/sprite.svg`.
"""

from __future__ import annotations

from dalang.engine.artwork import use
from dalang.games.bali.components import ISLANDS, MASKS, SEATS
from dalang.games.bali.drawing.things import (
    MASK_ACROSS,
    MASK_COLUMNS,
    MASK_DOWN,
    MASK_LEFT,
    MASK_TOP,
    PLACE,
    VILLAGES,
    seal_place,
)

CANVAS = "0 0 1000 1000"
LIGHTS = (("st0", 0.0), ("st1", 0.38), ("st2", 0.74), ("st3", 1.0))
RAYS = range(0, 360, 20)
# Not in the sprite: what is used from there is painted anew whenever it moves.
FLAME = (
    '<path class="fl1" d="M0 0C-24-13.3-8-30.7-1.3-60C5.3-38.7 26.7-14.7 0 0Z"/>'
    '<path class="fl2" d="M0-2.7C-10.7-12-4-22.7 0-40C5.3-22.7 10.7-12 0-2.7Z"/>'
)
HUT = (
    '<path class="vk" d="M20 2L21-4L22 2Z"/>'
    '<path class="vh" d="M21 1C24 7 29 10 36 11.5C33 13 31 14 29 14H13C11 14 9 13 6 11.5C13 10 18 '
    '7 21 1Z"/><path class="vh" d="M14 14H28C31 20 37 23 45 24C42 26.5 39 27.5 36 27.5H6C3 27.5 0 '
    '26.5-3 24C5 23 11 20 14 14Z"/><path class="vh" d="M5 27.5H37V46H5ZM1 46H41V51H1Z"/>'
    '<path class="vg" d="M9 12.3H33M2 25H40M3 48.5H39"/>'
)


def definitions() -> str:
    """The light of the lamp, leaning to each of the islands, and the patterns of the cloth."""
    made = ""
    for island, (x, y) in {"": (500, 500), **PLACE}.items():
        centre = f'cx="{500 + (x - 500) * 0.3:g}" cy="{500 + (y - 500) * 0.3:g}"'
        stops = "".join(f'<stop class="{look}" offset="{at:g}"/>' for look, at in LIGHTS)
        name = f"g-screen-{island or 'dim'}"
        made += (
            f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" {centre} r="690">'
            f"{stops}</radialGradient>"
        )
    return (
        f"<defs>{made}"
        '<radialGradient id="g-on"><stop class="gl0" offset="0"/><stop class="gl1" offset=".55"/>'
        '<stop class="gl2" offset="1"/></radialGradient>'
        '<radialGradient id="g-off"><stop class="gq0" offset="0"/><stop class="gq1" offset="1"/>'
        "</radialGradient>"
        '<linearGradient id="g-ray" gradientUnits="userSpaceOnUse" x1="20" x2="230" y1="0" y2="0">'
        '<stop class="gr0" offset="0"/><stop class="gr0" offset=".5"/>'
        '<stop class="gr1" offset="1"/></linearGradient>'
        '<clipPath id="k-screen"><rect x="36" y="36" width="928" height="928" rx="9"/></clipPath>'
        '<pattern id="p-weave" width="5" height="5" patternUnits="userSpaceOnUse">'
        '<path class="wv" d="M0 1H5M1 0V5M0 3.5H2.5M3.5 2.5V5"/></pattern>'
        '<pattern id="p-kawung" width="33.3333" height="33.3333" viewBox="0 0 34 34" '
        'patternUnits="userSpaceOnUse"><path class="kw" d="M17 17Q12 8 17 1Q22 8 17 17Q22 26 17 33'
        'Q12 26 17 17Q8 12 1 17Q8 22 17 17Q26 22 33 17Q26 12 17 17Z"/>'
        + "".join(
            f'<circle class="kwd" cx="{x}" cy="{y}" r="{r}"/>'
            for x, y, r in ((17, 17, 2), (0, 0, 2.2), (34, 0, 2.2), (0, 34, 2.2), (34, 34, 2.2))
        )
        + "</pattern></defs>"
    )


def cloth() -> str:
    """The night-blue cloth with its border, the linen screen, two shadows and the lamp."""
    screen = 'x="34" y="34" width="932" height="932" rx="10"'
    lit = "".join(
        f'<rect class="linen if-{island}" fill="url(#g-screen-{island})" {screen}/>'
        for island in ISLANDS
    )
    shadows = "".join(f'<g class="shade">{use("i-kayon", x, 410, 124, 176)}</g>' for x in (52, 824))
    return (
        '<rect class="cloth" width="1000" height="1000"/>'
        '<rect fill="url(#p-kawung)" width="1000" height="1000"/>'
        '<rect class="frm" x="3" y="3" width="994" height="994" rx="6"/>'
        f'<rect fill="url(#g-screen-dim)" {screen}/>{lit}<rect fill="url(#p-weave)" {screen}/>'
        f'<rect class="frm" {screen}/>'
        '<rect class="frm thin" x="41" y="41" width="918" height="918" rx="7"/>\n'
        f"{shadows}"
        '<g clip-path="url(#k-screen)"><circle fill="url(#g-on)" cx="500" cy="90" r="130"/></g>'
        + use("i-lamp", 420, 36, 160, 128)
        + f'<g transform="translate(500 112)"><g class="flame">{FLAME}</g></g>'
    )


def lights() -> str:
    """A faint light behind every island; rays behind the one where the Dalang stands."""
    drawn = ""
    for island, (x, y) in PLACE.items():
        rays = "".join(
            f'<path fill="url(#g-ray)" transform="translate({x} {y}) rotate({angle})" '
            'd="M20-2L230-15V15L20 2Z"/>'
            for angle in RAYS
        )
        drawn += (
            f'<circle fill="url(#g-off)" cx="{x}" cy="{y}" r="165"/>'
            f'<g class="rays if-{island}"><circle fill="url(#g-on)" cx="{x}" cy="{y}" r="245"/>'
            f"{rays}</g>"
        )
    return f'<g clip-path="url(#k-screen)">{drawn}</g>'


def islands() -> str:
    """The islands with their names; a click asks why the Dalang cannot travel there now."""
    drawn = ""
    for island, (x, y) in PLACE.items():
        name = f"{{{{ noun('island', '{island}') }}}}"
        width = len(island) * 14.5 + 46
        drawn += (
            f'<g class="isle is-{island}" data-why="to {island}">'
            f"{use(f'isl-{island}', x - 122, y - 118, 244, 208)}</g>"
            f'<g class="sign is-{island}"><rect class="bn" x="{x - width / 2:g}" y="{y + 80}" '
            f'width="{width:g}" height="34" rx="17"/>'
            f'<text class="bt" x="{x}" y="{y + 104.5:g}">{name}</text></g>'
        )
    return drawn


def plaque(width: int, height: int, inner: int) -> str:
    """The outline of a village, with corners cut out."""
    low, right, r = height - inner, width - inner, 10 if inner == 0 else 11
    cut = 10 + (2 if inner else 0)
    return (
        f"M{cut} {inner}H{width - cut}A{r} {r} 0 0 0 {right} {cut}V{height - cut}"
        f"A{r} {r} 0 0 0 {width - cut} {low}H{cut}A{r} {r} 0 0 0 {inner} {height - cut}"
        f"V{cut}A{r} {r} 0 0 0 {cut} {inner}Z"
    )


def villages() -> str:
    """Every village with its hut and its empty places; with three players one side is not used."""
    drawn = ""
    for (_, seat), place in VILLAGES.items():
        flat = place.width > place.height
        hut = (8, 8) if flat else (12, 8)
        left, top, width, height = place.pile
        box = f'x="{left - place.x}" y="{top - place.y}" width="{width}" height="{height}"'
        sockets = ""
        for office in ("prince", "priest"):
            x, y = getattr(place, office)
            x, y = x - place.x, y - place.y
            sockets += f'<circle class="soc" cx="{x}" cy="{y}" r="17"/>' + use(
                f"disc-{office}", x - 19, y - 19, 38, 39, "unset"
            )
        drawn += (
            f'<g class="village v-{seat}" transform="translate({place.x} {place.y})">'
            f'<path class="vp" d="{plaque(place.width, place.height, 0)}"/>'
            f'<path class="vi" d="{plaque(place.width, place.height, 4)}"/>'
            f'<g transform="translate({hut[0]} {hut[1]})">{HUT}'
            f"{use(f'e-{seat}', 11.5, 27.5, 19, 19, 'vem')}</g>"
            f'{sockets}<rect class="pe" {box} rx="4"/></g>\n'
        )
    return drawn


def places() -> str:
    """The cloth of the masks, and where the seals, the stock and a card being played lie."""
    bottom = MASK_TOP + MASK_DOWN * len(MASKS)
    drawn = '<rect class="mc" x="346" y="343" width="308" height="298" rx="14"/>'
    drawn += '<rect class="mc2" x="351" y="348" width="298" height="288" rx="10"/>'
    for row, value in enumerate(MASKS):
        y = MASK_TOP + row * MASK_DOWN
        assert y < bottom
        if row:
            drawn += f'<path class="mrow" d="M358 {y - 1.5:g}H642"/>'
        drawn += f'<text class="mv" x="368" y="{y + 44}">{value}</text>'
        for column in range(MASK_COLUMNS):
            x = MASK_LEFT + column * MASK_ACROSS + 34
            drawn += f'<circle class="mslot" cx="{x}" cy="{y + 35}" r="24"/>'
    for island in ISLANDS:
        x, y = seal_place(island)
        drawn += f'<ellipse class="sealx" cx="{x}" cy="{y}" rx="44" ry="34"/>'
    for x, label, edge in ((452, "stock", 482), (548, "played", 518)):
        drawn += (
            f'<rect class="pe dark" x="{x - 28}" y="864" width="56" height="84" rx="6"/>'
            f'<text class="cap {label}" x="{edge}" y="840">{{{{ say(\'{label}\') }}}}</text>'
        )
    return drawn


def board() -> str:
    """The fragment for the page."""
    assert len(SEATS) == len({seat for _, seat in VILLAGES})
    return (
        "{# Made by scripts/draw: change artwork/, not this. #}\n"
        '<div id="board">\n'
        f'<svg class="layer map" viewBox="{CANVAS}" aria-hidden="true">{definitions()}\n'
        f"{cloth()}\n{lights()}\n{islands()}\n{villages()}{places()}</svg>\n</div>\n"
    )
