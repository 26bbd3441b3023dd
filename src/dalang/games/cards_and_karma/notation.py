"""Positions of Cards & Karma as named fields: for people, for JSON, for tests.

A card is written by its name.  A number after it is the value on its dice side as the holder knows
it, `ship12-blue 4`; an exclamation mark says that everybody knows it, `ship12-blue 4!`.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64

from dalang.engine.api import Args
from dalang.engine.errors import NotationError, PositionError
from dalang.engine.notation import Fields
from dalang.engine.vecs import vec
from dalang.games.cards_and_karma.actions import TASK_CODES, TASK_NAMES, task_name
from dalang.games.cards_and_karma.components import (
    CARDS,
    DIE_COLOUR,
    EDITION,
    FACES,
    HAND_LIMIT,
    N_CARDS,
    N_REWARDS,
    NONE,
    PLAYERS,
    REWARDS,
)
from dalang.games.cards_and_karma.state import (
    CARRIED,
    DISCARDED,
    HAND,
    LOCKED,
    LOCKED_AGAIN,
    MOMENTS,
    ON_DISPLAY,
    PHASES,
    PILE,
    PUBLIC,
    TABLE,
    State,
)

KEY = "cards_and_karma"
_VARIANTS = ("hidden", "open")
_REWARD_WORDS = (*REWARDS, "unknown")
_DICE = ("", *(f" {n}" for n in range(1, 7)), "", "", *(f" {n}!" for n in range(1, 7)))
_NUMBER_OF = {name: number for number, name in enumerate(CARDS)}
_MOST_TOKENS = 99


def fields(s: State) -> Args:
    """Everything about the position by name.  What is listed nowhere lies in the draw pile."""
    seats = range(s.players)
    return {
        "game": KEY,
        "edition": EDITION,
        "players": int(s.players),
        "rewards": _VARIANTS[s.open_rewards],
        "phase": PHASES[s.phase],
        "moment": MOMENTS[s.moment],
        "round": int(s.round),
        "series": int(s.series),
        "elephant": int(s.elephant),
        "turn": int(s.turn),
        "extra_turns": int(s.extra_turns),
        "arranged": int(s.arranged),
        "fame": _numbers(s.fame),
        "coins": _numbers(s.coins),
        "karma": _numbers(s.karma),
        "administrators": _numbers(s.administrators),
        "turned_left": _numbers(s.left),
        "turned_right": _numbers(s.right),
        "score_cards": [_rewards(s, seat) for seat in seats],
        "hand": [_cards(s, HAND + seat) for seat in seats],
        "row": [_cards(s, TABLE + seat) for seat in seats],
        "locked": _cards(s, LOCKED),
        "locked_again": _cards(s, LOCKED_AGAIN),
        "carried": _cards(s, CARRIED),
        "display": _cards(s, ON_DISPLAY),
        "discard": _cards(s, DISCARDED),
        "discard_top": _names(vec[i64]([s.discard_top]) if s.discard_top != NONE else vec[i64]()),
        "top": _names(vec[i64]([s.top]) if s.top != NONE else vec[i64]()),
        "pile_seen": [_card(s, card) for card in range(N_CARDS) if _seen_in_pile(s, card)],
        "turning": _names(s.turning),
        "tasks": [task_name(pending) for pending in reversed(_numbers(s.tasks))],
        "queue": [task_name(pending) for pending in s.queue],
        "picked": _names(s.picked),
        "picked_karma": int(s.picked_karma),
        "picked_administrators": int(s.picked_administrators),
        "due_coins": int(s.due_coins),
        "due_administrators": int(s.due_administrators),
    }


def _numbers(numbers: vec[i64]) -> list[int]:
    return [int(number) for number in numbers]


def _names(cards: vec[i64]) -> list[str]:
    return [CARDS[card] for card in cards]


def _rewards(s: State, seat: int) -> list[str]:
    row = range(seat * int(N_REWARDS), (seat + 1) * int(N_REWARDS))
    return [_REWARD_WORDS[s.rewards[place]] for place in row]


def _card(s: State, card: int) -> str:
    return CARDS[card] + _DICE[s.die[card]]


def _cards(s: State, place: int) -> list[str]:
    return [_card(s, card) for card in s.cards_in(place)]


def _seen_in_pile(s: State, card: int) -> bool:
    return s.where[card] == PILE and s.die[card] > 0


def read(s: State, given: Fields) -> None:
    """Sets up the written position; the fields must be complete, in range and consistent."""
    given.expect("game", KEY)
    given.expect("edition", EDITION)
    players = given.number("players", PLAYERS[0], PLAYERS[-1])
    s.set_up(players, given.choice("rewards", _VARIANTS))
    _read_course(s, given)
    _read_seats(s, given)
    _read_cards(s, given)
    _read_pending(s, given)
    given.done()


def _read_course(s: State, given: Fields) -> None:
    last = int(s.players) - 1
    s.phase = given.choice("phase", PHASES)
    s.moment = given.choice("moment", MOMENTS)
    s.round = given.number("round", 0, 9999)
    s.series = given.number("series", 1, 2)
    s.elephant = given.number("elephant", 0, last)
    s.turn = given.number("turn", 0, last)
    s.extra_turns = given.number("extra_turns", 0, int(s.players * N_REWARDS))
    most = int(s.players * N_REWARDS) if s.open_rewards else 0
    s.arranged = given.number("arranged", 0, most)


def _read_seats(s: State, given: Fields) -> None:
    players = int(s.players)
    s.fame = vec[i64](given.numbers("fame", players, 0, _MOST_TOKENS))
    s.coins = vec[i64](given.numbers("coins", players, 0, _MOST_TOKENS))
    s.karma = vec[i64](given.numbers("karma", players, 0, _MOST_TOKENS))
    s.administrators = vec[i64](given.numbers("administrators", players, 0, _MOST_TOKENS))
    s.left = vec[i64](given.numbers("turned_left", players, 0, int(N_REWARDS)))
    s.right = vec[i64](given.numbers("turned_right", players, 0, int(N_REWARDS)))
    unknown = len(REWARDS)
    for seat in range(players):
        row = given.names(f"score_cards {seat}", int(N_REWARDS), _REWARD_WORDS)
        for place, reward in enumerate(row):
            s.rewards[seat * N_REWARDS + place] = NONE if reward == unknown else reward


def _read_cards(s: State, given: Fields) -> None:
    for seat in range(int(s.players)):
        _place(s, given, f"hand {seat}", int(HAND) + seat)
        _place(s, given, f"row {seat}", int(TABLE) + seat)
    _place(s, given, "locked", int(LOCKED))
    _place(s, given, "locked_again", int(LOCKED_AGAIN))
    _place(s, given, "carried", int(CARRIED))
    _place(s, given, "display", int(ON_DISPLAY))
    _place(s, given, "discard", int(DISCARDED))
    _place(s, given, "pile_seen", int(PILE))
    s.discard_top = _one(given, "discard_top")
    s.top = _one(given, "top")
    for card in range(N_CARDS):
        s.pile[card] = s.where[card] == PILE and card != s.top


def _place(s: State, given: Fields, field: str, place: int) -> None:
    """Takes a list of cards, with their values, to where they lie."""
    for entry in _entries(given.text(field)):
        name, _, value = entry.partition(" ")
        if name not in _NUMBER_OF or f" {value}".rstrip() not in _DICE:
            raise NotationError(f"{field}: there is no card {entry!r}.")
        card = _NUMBER_OF[name]
        if s.where[card] != PILE or s.die[card]:
            raise PositionError(f"{field}: {name} was named before; every card is there once.")
        s.move(card, place)
        _set_die(s, card, value)


def _entries(text: str) -> Sequence[str]:
    return [] if text == "-" else [" ".join(entry.split()) for entry in text.split(",")]


def _set_die(s: State, card: int, value: str) -> None:
    if value:
        face = int(value[0])
        s.die[card] = face + (int(PUBLIC) if value.endswith("!") else 0)
        s.bag[DIE_COLOUR[card] * FACES + face - 1] -= 1


def _one(given: Fields, field: str) -> int:
    cards = given.names(field, None, CARDS)
    if len(cards) > 1:
        raise PositionError(f"{field}: only one card lies on top.")
    return cards[0] if cards else int(NONE)


def _read_pending(s: State, given: Fields) -> None:
    s.turning = vec[i64](given.names("turning", None, CARDS))
    stack = [TASK_CODES[n] for n in given.names("tasks", None, TASK_NAMES)]
    s.tasks = vec[i64](list(reversed(stack)))
    s.queue = vec[i64]([TASK_CODES[n] for n in given.names("queue", None, TASK_NAMES)])
    s.picked = vec[i64](given.names("picked", None, CARDS))
    s.picked_karma = given.number("picked_karma", 0, 2)
    s.picked_administrators = given.number("picked_administrators", 0, 2)
    s.due_coins = given.number("due_coins", 0, _MOST_TOKENS)
    s.due_administrators = given.number("due_administrators", 0, int(HAND_LIMIT))
