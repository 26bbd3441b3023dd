"""What must hold for every hand, every tableau and every game, checked by enumeration."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dalang.engine.api import OVER, Event
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.testing import field, legal_texts, told
from dalang.games.cards_and_karma import GAME
from dalang.games.cards_and_karma.components import CARDS, FACES_OF_CARDS
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.state import AFTER, END, TURN
from dalang.games.cards_and_karma.tests.tables import ALL_TURNED, SPARE, cards, play, scene, tokens

# --- payments -----------------------------------------------------------------------

Payment = tuple[frozenset[str], int, int]  # dice, karma, jokers
HANDS = [card for card in CARDS if card.startswith(("palace2", "silk", "tea2"))]
FOR_SALE = [
    *(card for card in CARDS if FACES_OF_CARDS[card]["kind"] in ("building", "ship")),
    *("palace3-blue", "palace5-blue", "palace6-green"),
]


def pays(card: str, dice: dict[str, int], chosen: frozenset[str], karma: int, jokers: int) -> bool:
    """CK 3.2, 3.3, 3.5, 5.1, 6.2 by enumeration: all pieces can be spent together on the card."""
    face = FACES_OF_CARDS[card]
    building = face["kind"] == "building"
    if building and any(FACES_OF_CARDS[die]["die"] != face["colour"] for die in chosen):
        return False
    if not building and len(chosen) + jokers != 1:
        return False
    worth: set[int] = set()
    for change in product(range(-karma, karma + 1), repeat=len(chosen)):
        spent = sum(abs(steps) for steps in change)
        values = [dice[die] + steps for die, steps in zip(sorted(chosen), change, strict=True)]
        if spent == karma and all(1 <= value <= 6 for value in values):
            worth.add(sum(values))
    if building:
        return any(value + 6 * jokers >= face["cost"] for value in worth)
    return bool(worth) and (bool(jokers) or face["cost"] in worth)


def minimal_payments(card: str, dice: dict[str, int], karma: int, jokers: int) -> set[Payment]:
    """R12 by enumeration: payments of which no part is a payment."""
    found = {
        (frozenset(chosen), k, j)
        for size in range(len(dice) + 1)
        for chosen in combinations(sorted(dice), size)
        for k, j in product(range(karma + 1), range(jokers + 1))
        if pays(card, dice, frozenset(chosen), k, j)
    }
    return {
        mine
        for mine in found
        if not any(
            other != mine and other[0] <= mine[0] and other[1] <= mine[1] and other[2] <= mine[2]
            for other in found
        )
    }


def pieces(position: CardsAndKarma) -> Payment:
    """What is picked so far."""
    karma, jokers = int(position.picked_karma), int(position.picked_administrators)
    return frozenset(cards(position, "picked")), karma, jokers


def offered_payments(position: CardsAndKarma) -> set[Payment]:
    """Every payment that can be composed step by step."""
    found: set[Payment] = set()
    seen: set[Payment] = set()
    open_positions = [position]
    while open_positions:
        here = open_positions.pop()
        assert len(here.legal_actions()) > 0
        for action in here.legal_actions():
            events: list[Event] = []
            after = here.clone()
            after.apply(action, events)
            paid = told(events, "paid")
            if paid:
                used = cards(position, "hand 0") - cards(after, "hand 0")
                karma, jokers = (int(str(paid[0][key])) for key in ("karma", "administrators"))
                found.add((frozenset(used), karma, jokers))
            elif pieces(after) not in seen:
                seen.add(pieces(after))
                open_positions.append(after)
    return found


@st.composite
def purses(draw: st.DrawFn) -> tuple[str, dict[str, int], int, int]:
    card = draw(st.sampled_from(FOR_SALE))
    colour = FACES_OF_CARDS[card].get("colour", "blue")
    fitting = [name for name in HANDS if FACES_OF_CARDS[name]["die"] == colour]
    hand = draw(st.lists(st.sampled_from(fitting + HANDS), max_size=6, unique=True))
    values = draw(st.lists(st.integers(1, 6), min_size=len(hand), max_size=len(hand)))
    dice = dict(zip(hand, values, strict=True))
    return card, dice, draw(st.integers(0, 2)), draw(st.integers(0, 2))


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(purses())
def test_CK_R12_exactly_the_minimal_payments_are_offered(
    purse: tuple[str, dict[str, int], int, int],
) -> None:
    card, dice, karma, jokers = purse
    position = scene(
        display=f"{card}, palace4-blue",
        hand_0=", ".join(f"{die} {value}" for die, value in dice.items()) or "-",
        karma=f"{karma} 0",
        administrators=f"{jokers} 0",
    )
    minimal = minimal_payments(card, dice, karma, jokers)
    assert (f"take {card}" in legal_texts(position)) == bool(minimal)
    if minimal:
        play(position, f"take {card}")
        assert offered_payments(position) == minimal


# --- trios --------------------------------------------------------------------------

Symbol = tuple[str, str]  # card, kind
Trio = frozenset[Symbol]
Settled = tuple[frozenset[str], int, int]  # cards discarded, coins, administrators
KINDS = (("red", "yellow", "white"), ("silk", "tea", "spices"))
WITHOUT_SHIPS = [card for card in CARDS if FACES_OF_CARDS[card]["kind"] in ("building", "goods")]
WITH_A_GOOD = ["ship1-purple", "ship9-green", "ship13-blue", "ship24-purple"]


def shows(card: str) -> dict[str, int]:
    face = FACES_OF_CARDS[card]
    goods = {good["good"]: good["value"] for good in face.get("goods", ())}
    return dict.fromkeys(face.get("buildings", ()), 0) | goods


def all_trios(row: list[str]) -> list[Trio]:
    """CK 4.1 to 4.4 by enumeration."""
    trios: list[Trio] = []
    for kinds in KINDS:
        by_kind = [[(card, kind) for card in row if kind in shows(card)] for kind in kinds]
        trios += [frozenset(symbols) for symbols in by_kind if len(symbols) >= 3]
        trios += [frozenset(symbols) for symbols in product(*by_kind)]
    return trios


def maximal_sets(trios: list[Trio]) -> list[tuple[Trio, ...]]:
    """R4 by enumeration: sets of trios that share no symbol and to which none can be added."""
    sets: list[tuple[Trio, ...]] = []
    for size in range(1, 5):
        for chosen in combinations(trios, size):
            union = {symbol for trio in chosen for symbol in trio}
            apart = len(union) == sum(len(trio) for trio in chosen)
            if apart and all(trio & union for trio in trios):
                sets.append(chosen)
    return sets


def settled(chosen: tuple[Trio, ...]) -> Settled:
    gone = frozenset(card for trio in chosen for card, _ in trio)
    coins = sum(shows(card)[kind] for trio in chosen for card, kind in trio)
    hired = sum(1 for trio in chosen if any(kind in KINDS[0] for _, kind in trio))
    return gone, coins, hired


def settled_by_play(position: CardsAndKarma, before: set[str], coins: int) -> set[Settled]:
    """Every way to answer the questions about trios, and what it comes to."""
    found: set[Settled] = set()
    open_positions = [position]
    while open_positions:
        here = open_positions.pop()
        if field(here, "phase") in ("trio", "symbol"):
            for text in legal_texts(here):
                after = here.clone()
                play(after, text)
                open_positions.append(after)
        else:
            gone = frozenset(before - cards(here, "row 0"))
            found.add((gone, tokens(here)[1] - coins, tokens(here)[3]))
    return found


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(WITHOUT_SHIPS), min_size=4, max_size=24, unique=True),
    st.sampled_from(["-", *WITH_A_GOOD]),
)
def test_CK_R4_exactly_the_maximal_sets_of_trios_are_offered(stock: list[str], ship: str) -> None:
    row: list[str] = [] if ship == "-" else [ship]
    for card in stock:
        if not all_trios([*row, card]):
            row.append(card)
    makers = [card for card in stock if card not in row]
    assume(makers)
    card = makers[0]
    position = scene(
        display=f"palace6-blue, {SPARE}",
        hand_0="palace6-purple 6",
        top=card,
        row_0=", ".join(row) or "-",
        turned_left="6 0",
        score_cards_0=ALL_TURNED,
    )
    play(position, "take palace6-blue", "pay palace6-purple")
    coin = FACES_OF_CARDS[card].get("coin", 0)
    expected = {settled(chosen) for chosen in maximal_sets(all_trios([*row, card]))}
    assert settled_by_play(position, {*row, card}, coin) == expected


# --- cascades -----------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(GAME.players), st.sampled_from(["hidden", "open"]))
def test_CK_R1_cascades_end_and_leave_few_tokens(seed: int, players: int, rewards: str) -> None:
    position = GAME.start(players, {"rewards": rewards})
    assert isinstance(position, CardsAndKarma)
    rng = Rng(seed)
    longest = steps = 0
    while position.actor() != OVER:
        position.apply(random_step(position, rng))
        steps += 1
        if position.phase in (TURN, AFTER, END):
            longest, steps = max(longest, steps), 0
            at_rest(position)
    position.check()
    assert longest < 150


def at_rest(position: CardsAndKarma) -> None:
    """At rest nobody has more than 2 fame, 5 coins, 2 karma and 2 administrators, but finishers."""
    assert len(position.tasks) == len(position.queue) == 0
    for seat in range(position.players):
        assert position.karma[seat] <= 2
        assert position.administrators[seat] <= 2
        if position.scores()[seat] < 6:
            assert position.fame[seat] <= 2
            assert position.coins[seat] <= 5


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
def test_CK_R2_a_half_resolved_cascade_is_a_position_like_any_other(players: int) -> None:
    rng = Rng(11)
    halves = 0
    for _ in range(3):
        position = GAME.start(players)
        while position.actor() != OVER:
            if position.actor() >= 0 and field(position, "tasks") != "-":
                again = GAME.from_text(position.to_text())
                assert again.to_text() == position.to_text()
                assert list(again.legal_actions()) == list(position.legal_actions())
                halves += 1
            position.apply(random_step(position, rng))
    assert halves > 20
