"""Who knows what (README.md, BA R4): own piles, cards shown, and imagined deals."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from dalang.engine.api import WATCHER
from dalang.engine.errors import PositionError
from dalang.engine.rng import Rng
from dalang.engine.testing import play, settle
from dalang.games.bali import GAME
from dalang.games.bali.components import ISLANDS, OFFICE_CARD
from dalang.games.bali.observe import Sight, deal_unseen
from dalang.games.bali.position import Bali
from dalang.games.bali.state import N_SETS, count_sets
from dalang.games.bali.tests.tables import BLUE, GREEN, RED, YELLOW, after, field, scene


def known_to(position: Bali, viewer: int) -> Bali:
    known = GAME.observe(position, viewer).known
    assert isinstance(known, Bali)
    return known


def shown(position: Bali, seat: int) -> dict[str, int]:
    return cast("dict[str, int]", field(position, f"shown {seat}"))


# --- own piles ----------------------------------------------------------------------


def test_the_owner_remembers_what_was_put_where_and_in_which_order() -> None:
    position = scene(
        hand_0="scholar, artist, warrior, priest", unvisited="kukusch", kukusch_0="?, ?, ?"
    )
    play(position, "play scholar", "put artist on kukusch", "put warrior on kukusch", "stop")
    pile = ["?", "?", "?", "artist", "warrior"]
    assert field(known_to(position, BLUE), "kukusch 0") == pile
    for viewer in (WATCHER, YELLOW, GREEN, RED):
        assert field(known_to(position, viewer), "kukusch 0") == ["?"] * 5
    for seed in range(20):
        deal = GAME.imagine(GAME.observe(position, BLUE), Rng(seed))
        assert field(deal, "kukusch 0") == pile
        assert field(deal, "hand 0") == {"priest": 1}


def test_unseen_cards_stay_unseen_even_in_imagination() -> None:
    position = scene(unvisited="kukusch", kukusch_0="?, ?, ?", kukusch_1="?, artist")
    deal = GAME.imagine(GAME.observe(position, BLUE), Rng(1))
    assert field(deal, "kukusch 0") == ["?", "?", "?"]
    pile = field(deal, "kukusch 1")
    assert isinstance(pile, list)
    assert (pile[0], pile[1] != "?") == ("?", True)


def test_after_a_reshuffle_unseen_cards_have_a_bag_of_their_own() -> None:
    position = after(4, 3, 600)
    assert field(position, "reshuffled") == 1
    unseen = sum(int(position.unseen_in(place)) for place in range(16))
    assert 0 < sum(position.buried) == unseen
    deal = _imagined(position, BLUE, 1)
    deal.check()
    assert sum(deal.buried) == unseen


# --- what was shown -----------------------------------------------------------------


def contest(**given: str) -> Bali:
    """Blue has led a priest and shown one; yellow has shown three of five cards."""
    hand = "3 priest, warrior, scholar"
    position = scene(3, **({"hand_0": "2 priest, warrior", "hand_1": hand} | given))
    play(position, "play priest", "show 1", "show 3", "pass")
    return position


def test_leading_a_priest_tells_of_another_one() -> None:
    position = scene(hand_0="2 priest")
    play(position, "play priest")
    assert shown(position, BLUE) == {"hand priest": 1, "loose priest": 1, "all priest": 1}


def test_what_is_shown_is_in_hand() -> None:
    position = contest()
    assert shown(position, YELLOW) == {"hand priest": 3, "loose priest": 3, "all priest": 3}
    for viewer in (WATCHER, BLUE, GREEN):
        view = GAME.observe(position, viewer)
        for seed in range(20):
            deal = GAME.imagine(view, Rng(seed))
            assert isinstance(deal, Bali)
            assert count_sets(deal, YELLOW, 0)[0] >= 3


def test_showing_less_later_takes_nothing_back() -> None:
    position = contest(hand_0="5 priest")
    play(position, "play priest", "show 2", "pass", "pass")
    assert shown(position, YELLOW)["hand priest"] == 3


def test_a_discarded_priest_may_be_one_of_them() -> None:
    position = contest(hand_1="3 priest, artist", hand_0="2 priest, artist")
    play(position, "play artist", "stop", "play artist", "discard priest", "stop")
    assert shown(position, YELLOW) == {"hand priest": 2, "loose priest": 2, "all priest": 2}


def test_a_card_put_on_a_pile_may_be_one_of_them() -> None:
    position = contest(hand_0="2 priest, scholar")
    play(position, "play scholar", "stop", "play scholar", "put warrior on kukusch", "stop")
    bounds = {"hand priest": 2, "loose priest": 3, "all priest": 3}
    assert shown(position, YELLOW) == bounds
    seen = {tuple(count_sets(_imagined(position, BLUE, seed), YELLOW, 0)[:3]) for seed in range(60)}
    assert {(2, 1, 3), (3, 0, 3)} <= seen
    assert all(hand >= 2 and both >= 3 for hand, _, both in seen)


def _imagined(position: Bali, viewer: int, seed: int) -> Bali:
    deal = GAME.imagine(GAME.observe(position, viewer), Rng(seed))
    assert isinstance(deal, Bali)
    return deal


def test_a_card_fetched_back_restores_the_certainty() -> None:
    position = contest(hand_0="2 priest, 2 scholar", hand_1="3 priest, warrior, 2 scholar")
    play(position, "play scholar", "stop", "play scholar", "put warrior on kukusch", "stop", "pass")
    play(position, "pass", "play scholar", "stop", "play scholar", "take from kukusch", "stop")
    assert shown(position, YELLOW)["hand priest"] == 3


def test_the_hand_laid_down_is_remembered_in_the_pile() -> None:
    position = contest(hand_0="2 priest, dalang kukusch+tschakkalag", kukusch_1="artist")
    play(position, "play dalang kukusch+tschakkalag", "to tschakkalag", "pass", "pass")
    play(position, "as they are", "as they are")
    assert shown(position, YELLOW) == {"wontong priest": 3, "all priest": 3}
    assert shown(position, BLUE) == {"wontong priest": 1, "all priest": 1}


def test_what_was_put_on_top_later_does_not_blur_it() -> None:
    position = scene(
        3,
        hand_0="2 scholar",
        hand_1="3 scholar, artist",
        kukusch_1="priest, priest, warrior",
        shown_1="2 kukusch priest, 2 all priest",
    )
    play(position, "play scholar", "stop", "play scholar", "put artist on kukusch", "stop", "pass")
    play(position, "pass", "play scholar", "stop", "play scholar", "take from kukusch", "stop")
    assert shown(position, YELLOW) == {"kukusch priest": 2, "all priest": 2}
    position = scene(
        3,
        hand_0="2 scholar",
        hand_1="scholar",
        kukusch_1="priest, priest, warrior",
        shown_1="2 kukusch priest, 2 all priest",
    )
    play(position, "play scholar", "stop", "play scholar", "take from kukusch", "stop")
    assert shown(position, YELLOW) == {"kukusch priest": 1, "all priest": 2}  # it may be a priest


def test_a_card_taken_from_a_pile_known_altogether_is_known() -> None:
    position = scene(
        3,
        hand_0="scholar",
        hand_1="scholar",
        kukusch_1="priest, priest",
        shown_1="2 kukusch priest, 2 all priest",
    )
    play(position, "play scholar", "stop", "play scholar", "take from kukusch", "stop")
    bounds = {"hand priest": 1, "loose priest": 1, "kukusch priest": 1, "all priest": 2}
    assert shown(position, YELLOW) == bounds


def test_the_pile_picked_up_is_remembered_in_hand() -> None:
    position = scene(
        3,
        hand_0="dalang kukusch+tschakkalag",
        tschakkalag_1="priest, prince, priest, artist",
        laid_1="0 0 3 0",
        shown_1="2 tschakkalag priest, 2 all priest",
    )
    play(position, "play dalang kukusch+tschakkalag", "to tschakkalag", "pass", "pass")
    assert shown(position, YELLOW) == {"hand priest": 2, "loose priest": 2, "all priest": 2}


def test_cards_cut_off_are_seen_by_all() -> None:
    position = scene(
        3,
        hand_0="dalang kukusch+panschar",
        panschar_1="prince, priest, warrior, prince, priest, prince",
        shown_1="2 panschar priest, 3 panschar prince, 2 all priest, 3 all prince",
    )
    play(position, "play dalang kukusch+panschar", "to panschar", "pass", "pass")
    bounds = {"hand priest": 1, "loose priest": 1, "all priest": 1}
    bounds |= {"hand prince": 2, "loose prince": 2, "all prince": 2}
    assert shown(position, YELLOW) == bounds


def test_who_flees_with_what_was_shown_leaves_it_on_the_piles() -> None:
    position = contest(hand_0="2 priest, warrior", hand_1="3 priest, artist, scholar")
    play(position, "play warrior", "exempt 2", "flee", "put priest on kukusch")
    assert shown(position, YELLOW)["loose priest"] == 3
    play(position, "put priest on kukusch", "put priest on panschar")
    assert shown(position, YELLOW) == {"tops priest": 3, "loose priest": 3, "all priest": 3}
    for seed in range(10):
        deal = _imagined(position, GREEN, seed)
        assert field(deal, "kukusch 1") == ["priest", "priest"]
        assert field(deal, "panschar 1") == ["priest"]


def test_two_offices_share_the_cards() -> None:
    position = scene(3, hand_0="2 priest, 2 prince", hand_1="2 priest, 2 prince")
    play(position, "play priest", "show 1", "show 2", "pass")
    play(position, "play prince", "show 1", "show 2", "pass")
    for viewer in (WATCHER, BLUE, GREEN):
        assert field(_imagined(position, viewer, 3), "hand 1") == {"priest": 2, "prince": 2}


# --- exactness ----------------------------------------------------------------------

TABLES = {
    "hands": scene(
        3,
        hand_0="4 priest, prince",
        hand_1="2 priest, prince, artist, warrior",
        hand_2="2 prince, 2 scholar",
        shown_1="2 hand priest, 2 loose priest, 2 all priest",
        shown_2="hand prince, loose prince, all prince",
    ),
    "unions": scene(
        3,
        hand_1="2 priest, artist, warrior",
        kukusch_1="warrior, priest, prince",
        laid_1="1 3 0 0",
        panschar_1="prince, artist, priest",
        hand_2="scholar",
        shown_1="hand priest, 2 loose priest, panschar prince, 3 all priest, 2 all prince",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("exact", [False, True], ids=["imagine", "without luck"])
@pytest.mark.parametrize("table", TABLES)
def test_imagined_deals_are_as_likely_as_by_rejection(table: str, exact: bool) -> None:
    known = known_to(TABLES[table], BLUE)
    view = GAME.observe(TABLES[table], BLUE)
    assert isinstance(view, Sight)
    rng, samples = Rng(11), 1500
    imagined: Counter[tuple[int, ...]] = Counter()
    for _ in range(samples):
        deal = deal_unseen(view, True, rng) if exact else GAME.imagine(view, rng)
        assert isinstance(deal, Bali)
        imagined[_shape(deal)] += 1
    rejected = _by_rejection(known, samples, rng)
    for shape in imagined | rejected:
        spread = (imagined[shape] + rejected[shape]) ** 0.5
        assert abs(imagined[shape] - rejected[shape]) < 5 * spread + 1, shape


def _shape(deal: Bali) -> tuple[int, ...]:
    """How many priests and princes the others have in hand, on tops, and in the piles."""
    return tuple(
        number
        for seat in (1, 2)
        for office in (0, 1)
        for number in count_sets(deal, seat, OFFICE_CARD[office])[:5]
    )


def _by_rejection(known: Bali, samples: int, rng: Rng) -> Counter[tuple[int, ...]]:
    """Deals made without regard to `shown`, kept if they agree with it."""
    blind = known.clone()
    for n in range(len(blind.shown)):
        blind.shown[n] = 0
    kept: Counter[tuple[int, ...]] = Counter()
    while kept.total() < samples:
        deal = deal_unseen(Sight(blind, BLUE), False, rng)
        if all(
            known.shown[(seat * 2 + office) * N_SETS + number] <= there
            for seat in (1, 2)
            for office in (0, 1)
            for number, there in enumerate(count_sets(deal, seat, OFFICE_CARD[office]))
        ):
            kept[_shape(deal)] += 1
    return kept


@pytest.mark.parametrize("players", [3, 4])
def test_nothing_but_the_own_cards_is_in_a_view(players: int) -> None:
    for steps in (40, 200, 500, 800):
        position = after(players, 5, steps)
        for viewer in range(WATCHER, players):
            known = known_to(position, viewer)
            for seat in range(players):
                if seat != viewer:
                    assert field(known, f"hand {seat}") == {}
                    for island in ISLANDS:
                        pile = cast("list[str]", field(known, f"{island} {seat}"))
                        assert set(pile) <= {"?"}
            assert sum(known.buried) == 0


def test_a_view_at_the_very_end_can_still_be_imagined() -> None:
    position = after(4, 1, 10**6)
    assert position.ended_by()
    for viewer in range(WATCHER, 4):
        _imagined(position, viewer, 1).check()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("viewer: 0", "viewer: 3"),
        ("viewer: 0", "viewer: 1"),  # whose hand is not to be seen
        ("hand 1: -", "hand 1: priest"),
        ("kukusch 1: ?", "kukusch 1: artist"),
        ("kukusch 0: artist", "kukusch 0: ?"),
        ("buried: -", "buried: priest"),
        ("hand_sizes: 2 3 0", "hand_sizes: 2 3 155"),
        ("shown 0: -", "shown 0: 2 hand priest"),
        ("shown 1: -", "shown 1: 4 hand priest"),
        ("shown 1: -", "shown 1: 2 hand priest, 2 hand prince"),
    ],
)
def test_impossible_views_are_refused(old: str, new: str) -> None:
    position = scene(
        3, hand_0="priest, artist", hand_1="3 priest", kukusch_0="artist", kukusch_1="prince"
    )
    text = GAME.observe(position, BLUE).to_text()
    assert old in text
    GAME.view_from_text(text)
    with pytest.raises(PositionError):
        GAME.view_from_text(text.replace(old, new))


def test_settling_chance_never_shows_a_card_to_others() -> None:
    position = scene(active=3, turn=3)
    play(position, "end turn")
    before = known_to(position, GREEN)
    settle(position)
    assert field(known_to(position, GREEN), "hand 0") == field(before, "hand 0") == {}
