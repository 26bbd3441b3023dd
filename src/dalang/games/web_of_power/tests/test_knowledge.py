"""WP 3.2 and WP R4: what a viewer knows, and that imagined deals are spread as they should be."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import factorial, prod

import pytest
from mypy_extensions import i64

from dalang.engine.api import CHANCE, WATCHER
from dalang.engine.errors import PositionError
from dalang.engine.playout import play_out, random_step
from dalang.engine.rng import Rng, shuffle
from dalang.engine.testing import counts, field, play, written
from dalang.engine.vecs import vec
from dalang.games.web_of_power import GAME
from dalang.games.web_of_power.components import CARDS, HAND_SIZE, N_CARDS
from dalang.games.web_of_power.observe import Origins, unpack
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.state import TRAIL_SEAT
from dalang.games.web_of_power.tests.tables import pile, scene, scene_text


def after_reshuffle(players: int, seed: int, steps: int = 0) -> tuple[WebOfPower, Rng]:
    """A random game, a number of steps after the reshuffle."""
    position = GAME.start(players)
    assert isinstance(position, WebOfPower)
    rng = Rng(seed)
    while position.pile_outs == 0 or steps > 0:
        steps -= position.pile_outs > 0
        position.apply(random_step(position, rng))
    return position, rng


def imagined(position: WebOfPower, viewer: int, rng: Rng) -> WebOfPower:
    deal = GAME.imagine(GAME.observe(position, viewer), rng)
    assert isinstance(deal, WebOfPower)
    deal.check()
    return deal


def test_WP_R4_open_cards_taken_are_remembered_until_played() -> None:
    position = scene(hand_0="2 frankreich, franken_aragon", cloisters_1="jumieges")
    play(position, "exchange franken_aragon", "take england_schwaben", "? draw frankreich")
    for viewer in (WATCHER, 1, 2):
        assert imagined(position, viewer, Rng(1)).hand[CARDS.index("england_schwaben")] >= 1
    for _ in range(2):
        play(position, "exchange franken_aragon", "rest from pile", "? draw franken_aragon")
    play(position, "exchange england_schwaben")
    assert field(position, "known 0") == "-"


def test_WP_R4_a_known_copy_is_played_before_a_hidden_one() -> None:
    position = scene(hand_0="2 frankreich, franken_aragon", known_0="frankreich")
    play(position, "exchange frankreich")
    assert field(position, "known 0") == "-"
    assert field(position, "hand 0") == "franken_aragon, frankreich"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_WP_3_2_right_after_the_reshuffle_the_new_pile_is_known(players: int) -> None:
    for seed in range(5):
        position, rng = after_reshuffle(players, seed)
        hidden = {
            card: sum(
                int(position.hand[seat * N_CARDS + card] - position.known[seat * N_CARDS + card])
                for seat in range(players)
            )
            for card in range(N_CARDS)
        }
        for viewer in range(WATCHER, players):
            for _ in range(5):
                deal = imagined(position, viewer, rng)
                assert pile(deal) == pile(position)
        assert [int(n) for n in position.carried_all] == list(hidden.values())


def test_WP_3_2_carried_cards_are_never_dealt_beyond_their_number() -> None:
    for seed in range(4):
        for steps in (10, 25, 50):
            position, rng = after_reshuffle(4, seed, steps)
            if position.ended_by():
                continue
            for viewer in range(WATCHER, 4):
                deal = imagined(position, viewer, rng)
                for card in range(N_CARDS):
                    carried = sum(int(deal.carried[seat * N_CARDS + card]) for seat in range(4))
                    assert carried == position.carried_all[card]


def test_WP_3_2_a_kind_nobody_carried_is_not_among_carried_cards() -> None:
    # Nobody but seat 1 has drawn since the reshuffle: what seat 2 holds was carried.
    position, _ = after_reshuffle(3, 1)
    absent = [card for card in range(N_CARDS) if position.carried_all[card] == 0]
    rng = Rng(9)
    while not absent:
        position, _ = after_reshuffle(3, int(rng.below(1000)))
        absent = [card for card in range(N_CARDS) if position.carried_all[card] == 0]
    for _ in range(20):
        deal = imagined(position, WATCHER, rng)
        for seat in range(3):
            for card in absent:
                place = seat * N_CARDS + card
                assert deal.hand[place] == position.known[place]


# --- the count of ways against plain enumeration ------------------------------------


def labels(position: WebOfPower, seat: int) -> dict[tuple[int, ...], int]:
    """Every way to say of each step which hidden card it was, by what was played of the carried."""
    steps = [int(step) % int(TRAIL_SEAT) for step in position.trail if step // TRAIL_SEAT == seat]
    found: Counter[tuple[int, ...]] = Counter()
    for choice in product((True, False), repeat=len(steps)):
        still, ways = int(position.carried_held[seat]), 1
        played = [0] * int(N_CARDS)
        for step, was_carried in zip(steps, choice, strict=True):
            card, hidden = step // int(HAND_SIZE), step % int(HAND_SIZE) + 1
            ways *= still if was_carried else hidden - still
            if was_carried:
                still -= 1
                played[card] += 1
        if ways > 0:
            found[tuple(played)] += ways
    return dict(found)


def orders(counts: list[int]) -> Fraction:
    if min(counts) < 0:
        return Fraction(0)
    return Fraction(factorial(sum(counts)), prod(factorial(count) for count in counts))


def enumerated(position: WebOfPower, viewer: int) -> dict[tuple[tuple[int, ...], ...], Fraction]:
    """The chance of everything the other seats can have played of their carried cards, exactly."""
    known = GAME.observe(position, viewer).known
    assert isinstance(known, WebOfPower)
    seats = [seat for seat in range(position.players) if seat != viewer]
    others = [
        int(known.carried_all[card])
        - (int(known.carried[viewer * N_CARDS + card]) if viewer >= 0 else 0)
        for card in range(N_CARDS)
    ]
    weights: dict[tuple[tuple[int, ...], ...], Fraction] = {}
    for played in product(*(labels(position, seat) for seat in seats)):
        carried = [others[card] - sum(row[card] for row in played) for card in range(N_CARDS)]
        fresh = [int(known.pile[card]) - carried[card] for card in range(N_CARDS)]
        ways = prod(labels(position, seat)[row] for seat, row in zip(seats, played, strict=True))
        weight = ways * orders(carried) * orders(fresh)
        if weight:
            weights[played] = weight
    total = sum(weights.values())
    return {played: weight / total for played, weight in weights.items()}


@pytest.mark.parametrize("viewer", [WATCHER, 0, 1, 2])
def test_WP_3_2_origins_are_counted_exactly(viewer: int) -> None:
    most = 0
    for seed in range(8):
        position, _ = after_reshuffle(3, seed, 50)
        known = GAME.observe(position, viewer).known
        assert isinstance(known, WebOfPower)
        origins = Origins(known, viewer)
        whole = sum(origins.of_all.values())
        expected: dict[tuple[int, ...], Fraction] = {}
        for played, chance in enumerated(position, viewer).items():
            together = tuple(sum(row[card] for row in played) for card in range(N_CARDS))
            expected[together] = expected.get(together, Fraction(0)) + chance
        found = {tuple(unpack(key)): ways / whole for key, ways in origins.of_all.items()}
        assert set(found) == set(expected)
        for key, chance in expected.items():
            assert found[key] == pytest.approx(float(chance))
        most = max(most, len(found))
    assert most >= 2


# Seat 0 looks on.  Seats 1 and 2 carried 2 and 1 cards over the reshuffle, of which together two
# Bavaria and one France; everything else they hold or held came from a pile of eight.
TRAIL = (("bayern_burgund", 1), ("bayern_burgund", 1), ("frankreich", 2))
CARRIED = ["bayern_burgund", "bayern_burgund", "frankreich"]
SHOWN = "england_schwaben"  # the third card of seat 2, taken openly
FRESH = ["bayern_burgund"] * 2 + ["frankreich"] * 3 + ["franken_aragon"] * 3


def lookers_on() -> str:
    """The view of seat 0: what was played lies open, the rest of the twelve cards is unseen."""
    unseen = Counter(CARRIED + FRESH) - Counter(card for card, _ in TRAIL)
    return "viewer: 0\n" + scene_text(
        3,
        pile_outs=1,
        pile=written(unseen),
        hand_0="3 lothringen_italien",
        hand_1="-",
        hand_2=SHOWN,
        known_2=SHOWN,
        carried_1="-",
        hand_sizes="3 3 3",
        carried_together=written(Counter(CARRIED)),
        carried_sizes="0 2 1",
        played_since_1="bayern_burgund of 3, bayern_burgund of 3",
        played_since_2="frankreich of 2",
    )


def happened(rng: Rng) -> list[list[str]] | None:
    """One course of events at random, card by card; None unless it looks like the one seen."""
    carried, fresh = vec[i64](range(len(CARRIED))), vec[i64](range(len(FRESH)))
    shuffle(carried, rng)
    shuffle(fresh, rng)
    old, new = [CARRIED[n] for n in carried], [FRESH[n] for n in fresh]
    hands = {1: [*old[:2], new.pop()], 2: [old[2], new.pop()]}
    for card, seat in TRAIL:
        if hands[seat].pop(int(rng.below(len(hands[seat])))) != card:
            return None
        hands[seat].append(new.pop())
    return [sorted(hands[1]), sorted([*hands[2], SHOWN])]


@pytest.mark.slow
def test_WP_3_2_imagined_deals_are_spread_like_what_can_have_happened() -> None:
    """Played out card by card and thrown away unless it fits: slow, but beyond doubt."""
    rng = Rng(11)
    true: Counter[str] = Counter()
    while true.total() < 2000:
        hands = happened(rng)
        if hands is not None:
            true[str(hands)] += 1
    view = GAME.view_from_text(lookers_on())
    deals: Counter[str] = Counter()
    for _ in range(2000):
        deal = GAME.imagine(view, rng)
        assert isinstance(deal, WebOfPower)
        deals[str([sorted(held(deal, 1)), sorted(held(deal, 2))])] += 1
    assert set(true) == set(deals)
    for hands_text in true:
        spread = 5 * (true[hands_text] + deals[hands_text]) ** 0.5
        assert abs(true[hands_text] - deals[hands_text]) < spread + 1, hands_text


def held(deal: WebOfPower, seat: int) -> list[str]:
    """The cards a seat holds, one by one."""
    return list(counts(field(deal, f"hand {seat}")).elements())


def test_WP_3_2_the_truth_is_always_among_the_possible() -> None:
    for seed in range(6):
        position, _ = after_reshuffle(4, seed, 40)
        for viewer in range(WATCHER, 4):
            known = GAME.observe(position, viewer).known
            assert isinstance(known, WebOfPower)
            assert sum(Origins(known, viewer).of_all.values()) > 0


def test_WP_3_2_a_view_that_cannot_be_is_refused() -> None:
    position, _ = after_reshuffle(3, 1, 25)
    text = GAME.observe(position, 0).to_text()
    lines = [
        "carried_together: 9 frankreich" if line.startswith("carried_together") else line
        for line in text.splitlines()
    ]
    with pytest.raises(PositionError, match="over the reshuffle"):
        GAME.view_from_text("\n".join(lines))
    with pytest.raises(PositionError, match=r"WP 3\.2"):
        GAME.view_from_text(lookers_on().replace("bayern_burgund of 3,", "england_schwaben of 2,"))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("viewer: 0", "viewer: 3", "no seat 3"),
        ("hand 0: 3 lothringen_italien", "hand 0: lothringen_italien", "WP R4"),
        ("hand 1: -", "hand 1: frankreich", "WP R4"),
        ("carried 1: -", "carried 1: frankreich", "WP R4"),
        ("phase: turn", "phase: take", "WP 2.8"),
    ],
)
def test_WP_R4_a_view_shows_the_own_hand_and_what_is_known(
    old: str, new: str, complaint: str
) -> None:
    assert old in lookers_on()
    with pytest.raises(PositionError, match=complaint):
        GAME.view_from_text(lookers_on().replace(old, new))


def test_WP_3_2_imagined_games_can_be_played_to_the_end() -> None:
    for seed in range(6):
        for steps in (0, 20, 45):
            position, rng = after_reshuffle(5, seed, steps)
            if position.actor() >= 0 or position.actor() == CHANCE:
                deal = imagined(position, seed % 5, rng)
                play_out(deal, rng)
                deal.check()
