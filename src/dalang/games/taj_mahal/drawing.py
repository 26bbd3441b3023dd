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
from typing import Any, Final

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
    TILE_COMMODITIES,
)
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.rules.bidding import may_add_special
from dalang.games.taj_mahal.rules.withdrawing import wins
from dalang.games.taj_mahal.state import ADD, CROWN, END, PALACE, START, TAKE, TURN

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
_COLOUR: Final = {card: card.partition(" ")[0] for card in CARDS}
_COPIES: Final = {card: int(DECK[number]) for number, card in enumerate(CARDS)}


def scene(view: View) -> Args:
    """Everything the templates draw that is not simply a field of the view."""
    s = view.known
    assert isinstance(s, TajMahal)
    viewer = int(view.viewer)
    legal = {action_text(action) for action in view.legal_actions()}
    leaders = [_leader(s, symbol) for symbol in range(N_SYMBOLS)]
    return {
        "now": PROVINCES[s.province()] if s.round > 0 and s.phase != END else "",
        "tiles": _tiles(s),
        "slot": _slot(s),
        "order": _order(s),
        "bonus": _bonus(s),
        "palaces": _palaces(s),
        "choices": _choices(legal),
        "court": _court(s, leaders),
        "court_tile": _court_tile(s),
        "free_specials": [
            SPECIALS[n] for n, holder in enumerate(s.special_holder) if holder == NOBODY
        ],
        "seats": [_seat(s, seat, viewer, leaders) for seat in _seats_from(s, viewer)],
        "display": [
            {**card, "action": f"take {card['card']}", "legal": f"take {card['card']}" in legal}
            for card in _cards("display", s.cards_of(s.display, 0))
        ],
        "holes": max(0, 2 * int(s.players) - 1 - int(s.display_size)) if s.phase > START else 0,
        "draw": int(s.pile_size),
        "discard": int(s.discard_size),
        "hand": [] if viewer < 0 else _hand(s, viewer, legal),
        "hint": "" if viewer < 0 else _hint(s, viewer, legal),
        "bound": _bound(s, viewer) if viewer >= 0 else "",
        "wins": [
            SYMBOLS[n] for n, leader in enumerate(leaders) if viewer >= 0 and leader == viewer
        ],
    }


# --- the board ------------------------------------------------------------------------


def _tiles(s: TajMahal) -> list[Args]:
    """The province tiles that still lie in their provinces."""
    return [
        {"number": number, "x": _TILE_PLACE[PROVINCES[province]][0] - 30}
        | {"y": _TILE_PLACE[PROVINCES[province]][1] - 30, "province": PROVINCES[province]}
        for number, province in enumerate(s.order, 1)
        if province != NONE and number > s.round
    ]


def _slot(s: TajMahal) -> Args:
    """Where the tile of this round came from; empty between the games."""
    if not s.round or s.phase == END:
        return {}
    x, y = _TILE_PLACE[PROVINCES[s.province()]]
    return {"number": int(s.round), "x": x, "y": y}


def _order(s: TajMahal) -> list[Args]:
    """The twelve rounds: who won the tile, which is played now."""
    over = s.phase == END
    return [
        {
            "number": number,
            "x": 32 + (number - 1) % 6 * 46,
            "y": 30 + (number - 1) // 6 * 44,
            "province": PROVINCES[s.order[number - 1]] if s.order[number - 1] != NONE else "",
            "state": "now" if number == s.round and not over else "",
            "past": number < s.round or over,
            "winner": int(s.tile_owner[number - 1]),
        }
        for number in range(1, int(ROUNDS) + 1)
    ]


def _bonus(s: TajMahal) -> list[Args]:
    return [
        {"city": CITIES[n], "kind": BONUS_TILES[tile]}
        | {"x": _CITY[CITIES[n]]["x"] - 24, "y": _CITY[CITIES[n]]["y"] - 24}
        for n, tile in enumerate(s.bonus)
        if tile != NONE
    ]


def _palaces(s: TajMahal) -> list[Args]:
    """From the back to the front; with two in a city the ordinary one stands in front."""
    fresh = s.province() if s.round and s.phase != END else NONE
    found: list[Args] = []
    for n, city in enumerate(CITIES):
        plain, crown = int(s.palace[n]), int(s.crown_palace[n])
        if plain == NOBODY and crown == NOBODY:
            continue
        new = fresh != NONE and FIRST_CITY[fresh] <= n < FIRST_CITY[fresh + 1]
        two = plain != NOBODY and crown != NOBODY
        if crown != NOBODY:
            found.append(_palace(city, crown, "crown", (13, -7) if two else (0, 2), two, new))
        if plain != NOBODY:
            down = 4 if _CITY[city]["fortress"] else 2
            found.append(_palace(city, plain, "palace", (-13, 5) if two else (0, down), two, False))
    return sorted(found, key=lambda palace: palace["line"])  # type: ignore[arg-type, return-value]


def _palace(
    city: str, seat: int, kind: str, shift: tuple[int, int], small: bool, ring: bool
) -> Args:
    size = 0.88 if small else 1.0
    x, y = _CITY[city]["x"] + shift[0], _CITY[city]["y"] + shift[1]
    return {
        "id": f"{kind}-{city}",
        "city": city,
        "seat": seat,
        "kind": kind,
        "ring": ring,
        "cx": x,
        "cy": y,
        "x": round(x - 26 * size, 2),
        "y": round(y - 42 * size, 2),
        "width": round(52 * size, 2),
        "height": round(55 * size, 2),
        "line": y,
    }


def _choices(legal: set[str]) -> list[Args]:
    """The cities that may be chosen now."""
    found: list[Args] = []
    for city in CITIES:
        for kind in ("palace", "crown"):
            if f"{kind} {city}" in legal:
                place = _CITY[city]
                found.append(
                    {"action": f"{kind} {city}", "city": city, "x": place["x"], "y": place["y"]}
                )
    return found


# --- the court ------------------------------------------------------------------------


def _leader(s: TajMahal, symbol: int) -> int:
    """TM 4.1, TM 4.2: who would win the symbol now, by withdrawing."""
    if s.round and s.phase != END:
        for seat in range(s.players):
            if s.inside[seat] and wins(s, seat, symbol):
                return int(seat)
    return -1


def _court(s: TajMahal, leaders: list[int]) -> list[Args]:
    """The four persons, then the crown: still there, or who took it as far as one can see."""
    takers = _takers(s) if s.round else {}
    return [
        {
            "symbol": SYMBOLS[symbol],
            "there": bool(s.court[symbol]),
            "taker": takers.get(symbol, -1) if not s.court[symbol] else -1,
            "leader": leaders[symbol],
        }
        for symbol in range(MOGUL + 1)
    ]


def _court_tile(s: TajMahal) -> Args:
    """The province tile in the court."""
    if not s.round or s.phase == END:
        return {}
    winner = int(s.tile_owner[s.round - 1])
    leader = _leader(s, int(ELEPHANT))
    return {"number": int(s.round), "there": bool(s.court[ELEPHANT])} | {
        "taker": winner,
        "leader": leader,
    }


def _takers(s: TajMahal) -> dict[int, int]:
    """Who took what is gone from the court.

    The view keeps no record of it, but who won a person has placed a palace for it and owns the
    tile.  Where that leaves two answers, none is given.
    """
    province = s.province()
    cities = range(FIRST_CITY[province], FIRST_CITY[province + 1])
    found: dict[int, int] = {}
    placed = [0] * int(s.players)
    for city in cities:
        if s.crown_palace[city] != NOBODY:
            found[int(MOGUL)] = int(s.crown_palace[city])
        if s.palace[city] != NOBODY:
            placed[s.palace[city]] += 1
    if s.crown_due:
        found[int(MOGUL)] = int(s.turn)
    placed[s.turn] += int(s.palaces_due)
    gone = [person for person in range(N_PERSONS) if not s.court[person]]
    answers: list[tuple[int, ...]] = []
    _deal_out(s, gone, placed, (), answers)
    for place, person in enumerate(gone):
        possible = {answer[place] for answer in answers}
        if len(possible) == 1:
            found[int(person)] = possible.pop()
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
    first = max(viewer, 0)
    return [(first + step) % players for step in range(players)]


def _seat(s: TajMahal, seat: int, viewer: int, leaders: list[int]) -> Args:
    """One seat's public holdings."""
    held = [n for n, holder in enumerate(s.special_holder) if holder == seat]
    table = _cards(f"table-{seat}", s.cards_of(s.table, seat))
    tiles = [number for number in range(1, int(ROUNDS) + 1) if s.tile_owner[number - 1] == seat]
    return {
        "seat": seat,
        "me": seat == viewer,
        "turn": seat == s.turn and s.phase >= TURN and s.phase != END,
        "start": seat == s.start and s.round > 0 and s.phase != END,
        "out": s.round > 0 and s.phase != END and not s.inside[seat],
        "won": s.phase == END and s.points[seat] == max(s.points),
        "points": int(s.points[seat]),
        "held": int(s.held[seat]),
        "known": [] if seat == viewer else _cards(f"known-{seat}", s.cards_of(s.known, seat)),
        "influence": [
            {"id": f"influence-{seat}-{person}-{copy}", "person": person}
            for n, person in enumerate(_PERSONS)
            for copy in range(1, int(s.influence[seat * int(N_PERSONS) + n]) + 1)
        ],
        "specials": [SPECIALS[n] for n in held if not s.special_out[n]],
        "used": [SPECIALS[n] for n in held if s.special_out[n]],
        "goods": _goods(s, seat),
        "tiles": tiles,
        "table": table,
        "bound": _bound(s, seat),
        "tally": [] if not s.round else _tally(s, seat, leaders),
        "palaces": _cities_of(s, seat),
    }


def _goods(s: TajMahal, seat: int) -> list[Args]:
    counts = [int(s.commodities[seat * int(N_COMMODITIES) + n]) for n in range(N_COMMODITIES)]
    return [
        {"id": f"goods-{seat}-{good}-{count}", "good": good, "count": count}
        for good, count in zip(COMMODITIES, counts, strict=True)
        if count
    ]


def _tally(s: TajMahal, seat: int, leaders: list[int]) -> list[Args]:
    """The symbols a seat shows; which it leads alone, which can no longer be won."""
    first = seat * int(N_SYMBOLS)
    return [
        {
            "symbol": symbol,
            "count": int(s.shown[first + n]),
            "lead": leaders[n] == seat,
            "off": not s.court[n],
        }
        for n, symbol in enumerate(SYMBOLS)
        if s.shown[first + n]
    ]


def _bound(s: TajMahal, seat: int) -> str:
    return "" if s.colour[seat] == NONE else COLOURS[s.colour[seat]]


def _cities_of(s: TajMahal, seat: int) -> list[str]:
    return [
        city for n, city in enumerate(CITIES) if seat in (int(s.palace[n]), int(s.crown_palace[n]))
    ]


# --- cards ----------------------------------------------------------------------------


def _cards(zone: str, counts: list[int]) -> list[Args]:
    """Cards lying somewhere, each with a name of its own."""
    return [
        {"id": f"{zone}-{_SLUGS[card]}-{copy}", "face": _SLUGS[card]}
        | {"card": card, "colour": _COLOUR[card]}
        for card, count in zip(CARDS, counts, strict=True)
        for copy in range(1, count + 1)
    ]


def _hand(s: TajMahal, seat: int, legal: set[str]) -> list[Args]:
    """The viewer's cards: to be played now (`legal`), with another (`along`), or not (`dim`)."""
    asked = bool(legal) and s.phase in (TURN, ADD)
    bound = _bound(s, seat)
    free = may_add_special(s, FREE_COLOUR) and s.turn == seat
    found: list[Args] = []
    for card in _cards("hand", s.cards_of(s.hand, seat)):
        white = card["colour"] == "white"
        action = f"{'add' if white else 'play'} {card['card']}"
        state = "" if not asked else "legal" if action in legal else "dim"
        if state == "dim" and white and s.phase == TURN and len(legal) > 1:
            state = "along"
        needs = state == "legal" and not white and free and bound not in ("", card["colour"])
        found.append({**card, "action": action, "state": state, "free": needs, "special": ""})
    for special in [SPECIALS[n] for n, holder in enumerate(s.special_holder) if holder == seat]:
        if s.special_out[SPECIALS.index(special)]:
            continue
        action = f"add {special} card"
        state = "" if not asked else "legal" if action in legal else "dim"
        if state == "dim" and s.phase == TURN and len(legal) > 1:
            state = "along"
        found.append(
            {"id": f"special-{special}", "face": special, "card": special, "colour": "special"}
            | {"action": action, "state": state, "free": False, "special": special}
        )
    return found


def _hint(s: TajMahal, seat: int, legal: set[str]) -> str:
    """Which sentence goes with the hand."""
    if s.phase == END or not s.round:
        return ""
    if not s.inside[seat]:
        return "hint_take" if legal else "hint_out"
    if s.turn != seat:
        return "hint_wait_bound" if _bound(s, seat) else "hint_wait"
    hints = {int(ADD): "hint_add", int(PALACE): "hint_city", int(CROWN): "hint_city"}
    hints[int(TAKE)] = "hint_take"
    if s.phase == TURN:
        if len(legal) == 1:
            return "hint_must_withdraw"
        return "hint_bound" if _bound(s, seat) else "hint_free"
    return hints.get(int(s.phase), "")


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
    return [
        (f"influence-{args['seat']}-{person}-{copy}", f"court-{person}")
        for person in _PERSONS
        if person in symbols
        for copy in (1, 2)
    ]


def _built(kind: str) -> Callable[[Args, int], list[Flight]]:
    return lambda args, viewer: [(f"{kind}-{args['city']}", f"shield-{args['seat']}")]


def _bonus_taken(args: Args, viewer: int) -> list[Flight]:
    if args["bonus"] not in COMMODITIES:
        return []
    return _more_goods(args["seat"], str(args["bonus"]), f"bonus-{args['city']}")


def _tile_won(args: Args, viewer: int) -> list[Flight]:
    number = args["number"]
    assert isinstance(number, int)
    found: list[Flight] = [(f"order-{number}", f"tile-{number}")]
    for n, good in enumerate(COMMODITIES):
        if TILE_COMMODITIES[(number - 1) * int(N_COMMODITIES) + n]:
            found += _more_goods(args["seat"], good, f"tile-{number}")
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
    "scored_tile": _tile_won,
}
