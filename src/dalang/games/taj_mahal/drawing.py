"""What the pictures in view/ need to know, worked out from one viewer's view and nothing else.

`scene` gives the templates plain data.  `flights` says where things new on a page come from.
Elements are named after what they are: `hand-red-elephant-monk-2` is the second such card in the
viewer's hand, `palace-agra_city` the palace in Agra.  Two equal cards cannot be told apart, so no
name tells anything that the card itself does not.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from dalang.engine.api import Args, Event, View
from dalang.engine.spec import Flight
from dalang.games.taj_mahal.actions import action_text
from dalang.games.taj_mahal.components import (
    BONUS_TILES,
    CARDS,
    CITIES,
    COLOURS,
    COMMODITIES,
    DECK,
    ELEPHANT,
    FIRST_CITY,
    FREE_COLOUR,
    MOGUL,
    N_COMMODITIES,
    N_PERSONS,
    N_SYMBOLS,
    NOBODY,
    NONE,
    PROVINCES,
    ROUNDS,
    SPECIALS,
    SYMBOLS,
)
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.rules.bidding import may_add_special
from dalang.games.taj_mahal.rules.withdrawing import wins
from dalang.games.taj_mahal.state import ADD, CROWN, END, PALACE, TURN

_FOLDER: Final = Path(__file__).parent
_BOX: Final[dict[str, Any]] = tomllib.loads((_FOLDER / "components.toml").read_text("utf-8"))
_LAYOUT: Final[dict[str, Any]] = json.loads((_FOLDER / "view" / "layout.json").read_text("utf-8"))

_CITY: Final[dict[str, dict[str, Any]]] = {city["id"]: city for city in _BOX["city"]}
_TILE_PLACE: Final[dict[str, list[int]]] = {
    province["id"]: _LAYOUT["tiles"].get(province["id"], province["tile"])
    for province in _BOX["province"]
}
_PERSONS: Final = SYMBOLS[:N_PERSONS]


def _slug(card: str) -> str:
    return card.replace(" ", "-").replace("+", "-")


_SLUGS: Final = {card: _slug(card) for card in CARDS}
_COPIES: Final = {card: int(DECK[number]) for number, card in enumerate(CARDS)}


class Card(NamedTuple):
    """A card lying somewhere, with the name of its element."""

    id: str
    face: str
    card: str  # the kind of card, or of special card
    colour: str
    action: str = ""  # what a click does
    state: str = ""  # in the hand: to be played now (legal), with another (along), or not (dim)
    special: bool = False
    free: bool = False  # needs the free-colour card


class Tile(NamedTuple):
    """A province tile, or where one was."""

    number: int
    x: int
    y: int


class Step(NamedTuple):
    """One of the twelve rounds."""

    number: int
    x: int
    y: int
    province: str
    now: bool
    past: bool
    winner: int


class Bonus(NamedTuple):
    """A bonus tile on a fortress, or just taken from one."""

    id: str
    kind: str
    x: int = 0
    y: int = 0


class Palace(NamedTuple):
    """A palace on the map; `cx`, `cy` is where it stands, the rest the box of its picture."""

    id: str
    seat: int
    ring: bool  # the crown palace of this round
    cx: int
    cy: int
    x: float
    y: float
    width: float
    height: float


class Choice(NamedTuple):
    """A city that may be chosen now."""

    action: str
    city: str
    x: int
    y: int


class Prize(NamedTuple):
    """A place in the court; seats are -1 for nobody or unknown."""

    symbol: str
    there: bool
    taker: int
    leader: int  # who would win it now, by withdrawing


class Influence(NamedTuple):
    """An influence tile somebody owns."""

    id: str
    person: str


class Goods(NamedTuple):
    """How many of a commodity somebody owns."""

    id: str
    good: str
    number: int


class Count(NamedTuple):
    """How often somebody shows a symbol."""

    symbol: str
    number: int
    lead: bool
    off: bool  # no longer in the court


class Seat(NamedTuple):
    """One seat's public holdings."""

    seat: int
    me: bool
    turn: bool
    start: bool
    out: bool
    won: bool
    points: int
    held: int
    known: list[Card]
    influence: list[Influence]
    specials: list[str]
    used: list[str]
    goods: list[Goods]
    tiles: list[int]
    table: list[Card]
    due: list[Bonus]  # taken in this withdrawal, scored after it
    bound: str
    tally: list[Count]
    palaces: list[str]


def scene(view: View) -> Args:
    """Everything the templates draw that is not simply a field of the view."""
    s = view.known
    assert isinstance(s, TajMahal)
    viewer = int(view.viewer)
    legal = {action_text(action) for action in view.legal_actions()}
    leaders = [_leader(s, symbol) for symbol in range(N_SYMBOLS)]
    playing = s.round > 0 and s.phase != END
    return {
        "now": PROVINCES[s.province()] if playing else "",
        "tiles": _tiles(s),
        "slot": Tile(int(s.round), *_TILE_PLACE[PROVINCES[s.province()]]) if playing else None,
        "order": _order(s),
        "bonus": _bonus(s),
        "palaces": _palaces(s),
        "choices": _choices(legal),
        "court": _court(s, leaders),
        "court_tile": _court_tile(s, leaders) if playing else None,
        "free_specials": [
            SPECIALS[n] for n, holder in enumerate(s.special_holder) if holder == NOBODY
        ],
        "seats": [_seat(s, seat, viewer, leaders) for seat in _seats_from(s, viewer)],
        "display": _cards("display", s.cards_of(s.display, 0), "take"),
        "holes": max(0, 2 * int(s.players) - 1 - int(s.display_size)) if playing else 0,
        "draw": int(s.pile_size),
        "discard": int(s.discard_size),
        "hand": [] if viewer < 0 else _hand(s, viewer, legal),
        "hint": "" if viewer < 0 or not playing else _hint(s, viewer, legal),
        "bound": "" if viewer < 0 else _bound(s, viewer),
        "wins": [SYMBOLS[n] for n, leader in enumerate(leaders) if 0 <= viewer == leader],
    }


# --- the board ------------------------------------------------------------------------


def _tiles(s: TajMahal) -> list[Tile]:
    """The province tiles that still lie in their provinces."""
    return [
        Tile(number, *_TILE_PLACE[PROVINCES[province]])
        for number, province in enumerate(s.order, 1)
        if province != NONE and number > s.round
    ]


def _order(s: TajMahal) -> list[Step]:
    """The twelve rounds: who won the tile, which is played now."""
    over = s.phase == END
    return [
        Step(
            number,
            x=32 + (number - 1) % 6 * 46,
            y=30 + (number - 1) // 6 * 44,
            province=PROVINCES[province] if province != NONE else "",
            now=number == s.round and not over,
            past=number < s.round or over,
            winner=int(s.tile_owner[number - 1]),
        )
        for number, province in enumerate(s.order, 1)
    ]


def _bonus(s: TajMahal) -> list[Bonus]:
    return [
        Bonus(f"bonus-{city}", BONUS_TILES[tile], _CITY[city]["x"], _CITY[city]["y"])
        for city, tile in zip(CITIES, s.bonus, strict=True)
        if tile != NONE
    ]


def _palaces(s: TajMahal) -> list[Palace]:
    """From the back to the front; with two in a city the ordinary one stands in front."""
    fresh = range(0)
    if s.round and s.phase != END:
        fresh = range(FIRST_CITY[s.province()], FIRST_CITY[s.province() + 1])
    found: list[Palace] = []
    for n, city in enumerate(CITIES):
        plain, crown = int(s.palace[n]), int(s.crown_palace[n])
        two = plain != NOBODY and crown != NOBODY
        if crown != NOBODY:
            found.append(
                _palace("crown", city, crown, (13, -7) if two else (0, 2), two, n in fresh)
            )
        if plain != NOBODY:
            low = 4 if _CITY[city]["fortress"] else 2
            found.append(_palace("palace", city, plain, (-13, 5) if two else (0, low), two, False))
    return sorted(found, key=lambda palace: palace.cy)


def _palace(
    kind: str, city: str, seat: int, shift: tuple[int, int], small: bool, ring: bool
) -> Palace:
    size = 0.88 if small else 1.0
    x, y = _CITY[city]["x"] + shift[0], _CITY[city]["y"] + shift[1]
    left, top = round(x - 26 * size, 2), round(y - 42 * size, 2)
    box = (left, top, round(52 * size, 2), round(55 * size, 2))
    return Palace(f"{kind}-{city}", seat, ring, x, y, *box)


def _choices(legal: set[str]) -> list[Choice]:
    """The cities that may be chosen now."""
    return [
        Choice(f"{kind} {city}", city, _CITY[city]["x"], _CITY[city]["y"])
        for kind in ("palace", "crown")
        for city in CITIES
        if f"{kind} {city}" in legal
    ]


# --- the court ------------------------------------------------------------------------


def _leader(s: TajMahal, symbol: int) -> int:
    """TM 4.1, TM 4.2: who would win the symbol now, by withdrawing."""
    if s.round and s.phase != END:
        for seat in range(s.players):
            if s.inside[seat] and wins(s, seat, symbol):
                return int(seat)
    return -1


def _court(s: TajMahal, leaders: list[int]) -> list[Prize]:
    """The four persons, then the crown: still there, or who took it as far as one can see."""
    takers = _takers(s) if s.round else {}
    return [
        Prize(SYMBOLS[symbol], bool(s.court[symbol]), takers.get(symbol, -1), leaders[symbol])
        for symbol in range(int(MOGUL) + 1)
    ]


def _court_tile(s: TajMahal, leaders: list[int]) -> Prize:
    """The province tile of this round."""
    there, owner = bool(s.court[ELEPHANT]), int(s.tile_owner[s.round - 1])
    return Prize(str(s.round), there, owner, leaders[ELEPHANT])


def _takers(s: TajMahal) -> dict[int, int]:
    """Who took what is gone from the court.

    The view keeps no record of it, but who won a person has placed a palace for it and owns the
    tile.  Where that leaves two answers, none is given.
    """
    found: dict[int, int] = {}
    placed = [0] * int(s.players)
    for city in range(FIRST_CITY[s.province()], FIRST_CITY[s.province() + 1]):
        if s.crown_palace[city] != NOBODY:
            found[int(MOGUL)] = int(s.crown_palace[city])
        if s.palace[city] != NOBODY:
            placed[s.palace[city]] += 1
    if s.crown_due:
        found[int(MOGUL)] = int(s.turn)
    placed[s.turn] += int(s.palaces_due)
    gone = [person for person in range(int(N_PERSONS)) if not s.court[person]]
    answers: list[tuple[int, ...]] = []
    _deal_out(s, gone, placed, (), answers)
    for place, person in enumerate(gone):
        possible = {answer[place] for answer in answers}
        if len(possible) == 1:
            found[person] = possible.pop()
    return found


def _deal_out(
    s: TajMahal,
    gone: list[int],
    placed: list[int],
    taken: tuple[int, ...],
    answers: list[tuple[int, ...]],
) -> None:
    """Every way to give the tiles that are gone to seats that built a palace for each."""
    if len(taken) == len(gone):
        answers.append(taken)
        return
    person = gone[len(taken)]
    for seat, palaces in enumerate(placed):
        if palaces > taken.count(seat) and s.influence[seat * int(N_PERSONS) + person]:
            _deal_out(s, gone, placed, (*taken, seat), answers)


# --- the seats ------------------------------------------------------------------------


def _seats_from(s: TajMahal, viewer: int) -> list[int]:
    """Clockwise, the viewer first."""
    players = int(s.players)
    return [(max(viewer, 0) + step) % players for step in range(players)]


def _seat(s: TajMahal, seat: int, viewer: int, leaders: list[int]) -> Seat:
    playing = s.round > 0 and s.phase != END
    held = [n for n, holder in enumerate(s.special_holder) if holder == seat]
    return Seat(
        seat,
        me=seat == viewer,
        turn=seat == s.turn and TURN <= s.phase < END,
        start=seat == s.start and playing,
        out=playing and not s.inside[seat],
        won=s.phase == END and s.points[seat] == max(s.points),
        points=int(s.points[seat]),
        held=int(s.held[seat]),
        known=[] if seat == viewer else _cards(f"known-{seat}", s.cards_of(s.known, seat)),
        influence=[
            Influence(f"influence-{seat}-{person}-{copy}", person)
            for n, person in enumerate(_PERSONS)
            for copy in range(1, int(s.influence[seat * int(N_PERSONS) + n]) + 1)
        ],
        specials=[SPECIALS[n] for n in held if not s.special_out[n]],
        used=[SPECIALS[n] for n in held if s.special_out[n]],
        goods=_goods(s, seat),
        tiles=[number for number, owner in enumerate(s.tile_owner, 1) if owner == seat],
        table=_cards(f"table-{seat}", s.cards_of(s.table, seat)),
        due=_due(s) if seat == s.turn else [],
        bound=_bound(s, seat),
        tally=_tally(s, seat, leaders),
        palaces=[city for n, city in enumerate(CITIES) if seat in (s.palace[n], s.crown_palace[n])],
    )


def _due(s: TajMahal) -> list[Bonus]:
    kinds = [BONUS_TILES[tile] for tile in s.taken]
    return [
        Bonus(f"due-{s.turn}-{kind}-{kinds[: n + 1].count(kind)}", kind)
        for n, kind in enumerate(kinds)
    ]


def _goods(s: TajMahal, seat: int) -> list[Goods]:
    counts = [int(s.commodities[seat * int(N_COMMODITIES) + n]) for n in range(N_COMMODITIES)]
    return [
        Goods(f"goods-{seat}-{good}-{count}", good, count)
        for good, count in zip(COMMODITIES, counts, strict=True)
        if count
    ]


def _tally(s: TajMahal, seat: int, leaders: list[int]) -> list[Count]:
    """The symbols a seat shows; which it leads alone, which can no longer be won."""
    shown = [int(s.shown[seat * int(N_SYMBOLS) + n]) for n in range(N_SYMBOLS)]
    return [
        Count(SYMBOLS[n], count, lead=leaders[n] == seat, off=not s.court[n])
        for n, count in enumerate(shown)
        if count
    ]


def _bound(s: TajMahal, seat: int) -> str:
    return "" if s.colour[seat] == NONE else COLOURS[s.colour[seat]]


# --- cards ----------------------------------------------------------------------------


def _cards(zone: str, counts: list[int], verb: str = "") -> list[Card]:
    """Cards lying somewhere, each with a name of its own."""
    return [
        Card(
            f"{zone}-{_SLUGS[card]}-{copy}",
            face=_SLUGS[card],
            card=card,
            colour=_SLUGS[card].partition("-")[0],
            action=f"{verb} {card}",
        )
        for card, count in zip(CARDS, counts, strict=True)
        if count
        for copy in range(1, count + 1)
    ]


def _hand(s: TajMahal, seat: int, legal: set[str]) -> list[Card]:
    """The viewer's cards, the special ones last."""
    others = _bound(s, seat) if may_add_special(s, FREE_COLOUR) and s.turn == seat else ""
    found: list[Card] = []
    for card in _cards("hand", s.cards_of(s.hand, seat)):
        white = card.colour == "white"
        action = f"{'add' if white else 'play'} {card.card}"
        state = _card_state(s, action, legal, along=white)
        free = state == "legal" and not white and others not in ("", card.colour)
        found.append(card._replace(action=action, state=state, free=free))
    for special, holder, out in zip(SPECIALS, s.special_holder, s.special_out, strict=True):
        if holder == seat and not out:
            action = f"add {special} card"
            card = Card(f"special-{special}", special, special, "special", action, special=True)
            found.append(card._replace(state=_card_state(s, action, legal, along=True)))
    return found


def _card_state(s: TajMahal, action: str, legal: set[str], along: bool) -> str:
    """Whether the card can be played now, with another one (TM 3.3), or not."""
    if not legal or s.phase not in (TURN, ADD):
        return ""
    if action in legal:
        return "legal"
    return "along" if along and s.phase == TURN and len(legal) > 1 else "dim"


def _hint(s: TajMahal, seat: int, legal: set[str]) -> str:
    """Which sentence goes with the hand."""
    if not s.inside[seat]:
        return "hint_take" if legal else "hint_out"
    if s.turn != seat:
        return "hint_wait_bound" if _bound(s, seat) else "hint_wait"
    if s.phase == TURN and len(legal) == 1:
        return "hint_must_withdraw"
    if s.phase == TURN:
        return "hint_bound" if _bound(s, seat) else "hint_free"
    return {int(ADD): "hint_add", int(PALACE): "hint_city", int(CROWN): "hint_city"}.get(
        int(s.phase), ""
    )


# --- what moves -----------------------------------------------------------------------


def flights(event: Event, viewer: int) -> list[Flight]:
    """Which elements come from where after an event.

    An event names the kind of a card, not which of several equal ones it is; so every possible
    copy is named, and the page moves the one that is new on it.
    """
    find = _FLIGHTS.get(event.key)
    return find(event.args, viewer) if find else []


def _played(args: Args, viewer: int) -> list[Flight]:
    seat, card = args["seat"], str(args["card"])
    origin = f"hand-{_SLUGS[card]}-1" if seat == viewer else f"backs-{seat}"
    return _copies(f"table-{seat}", card, origin)


def _took(args: Args, viewer: int) -> list[Flight]:
    seat, card = args["seat"], str(args["card"])
    zone = "hand" if seat == viewer else f"known-{seat}"
    return _copies(zone, card, f"display-{_SLUGS[card]}-1")


def _drew(args: Args, viewer: int) -> list[Flight]:
    return _copies("hand", str(args["card"]), "draw-pile")


def _laid_out(args: Args, viewer: int) -> list[Flight]:
    return _copies("display", str(args["card"]), "draw-pile")


def _won(args: Args, viewer: int) -> list[Flight]:
    symbols = args["symbols"]
    assert isinstance(symbols, list)
    found: list[Flight] = [
        (f"influence-{args['seat']}-{person}-{copy}", f"court-{person}")
        for person in _PERSONS
        if person in symbols
        for copy in (1, 2)
    ]
    if SYMBOLS[ELEPHANT] in symbols:
        found += [(f"order-{number + 1}", "court-elephant") for number in range(int(ROUNDS))]
    return found


def _built(kind: str) -> Callable[[Args, int], list[Flight]]:
    return lambda args, viewer: [(f"{kind}-{args['city']}", f"shield-{args['seat']}")]


def _bonus_taken(args: Args, viewer: int) -> list[Flight]:
    """The tile lies with its new owner until it is scored, which may be at once."""
    seat, kind, origin = args["seat"], str(args["bonus"]), f"bonus-{args['city']}"
    found: list[Flight] = [(f"due-{seat}-{kind}-{copy}", origin) for copy in (1, 2, 3)]
    return found + (_more_goods(seat, kind, origin) if kind in COMMODITIES else [])


def _bonus_scored(args: Args, viewer: int) -> list[Flight]:
    seat, kind = args["seat"], str(args["bonus"])
    return _more_goods(seat, kind, f"due-{seat}-{kind}-1") if kind in COMMODITIES else []


def _tile_scored(args: Args, viewer: int) -> list[Flight]:
    goods = args["commodities"]
    assert isinstance(goods, list)
    found: list[Flight] = []
    for good in COMMODITIES:
        if good in goods:
            found += _more_goods(args["seat"], good, "court-elephant")
    return found


def _copies(zone: str, card: str, origin: str) -> list[Flight]:
    names = _copy_names(zone, card)
    return [(name, origin) for name in names]


@cache
def _copy_names(zone: str, card: str) -> tuple[str, ...]:
    return tuple(f"{zone}-{_SLUGS[card]}-{copy}" for copy in range(1, _COPIES[card] + 1))


def _more_goods(seat: object, good: str, origin: str) -> list[Flight]:
    return [(f"goods-{seat}-{good}-{count}", origin) for count in range(1, _GOODS[good] + 1)]


_GOODS: Final = {  # how many of each there are on all tiles
    good: sum(tile["commodities"].count(good) for tile in _BOX["province_tile"])
    + sum(tile["count"] for tile in _BOX["bonus_tile"] if tile["id"] == good)
    for good in COMMODITIES
}
_FLIGHTS: Final[dict[str, Callable[[Args, int], list[Flight]]]] = {
    "dealt": _drew,
    "drew_what": _drew,
    "played": _played,
    "added": _played,
    "took": _took,
    "laid_out": _laid_out,
    "won": _won,
    "palace_built": _built("palace"),
    "crown_built": _built("crown"),
    "bonus_taken": _bonus_taken,
    "scored_bonus": _bonus_scored,
    "scored_tile": _tile_scored,
}
