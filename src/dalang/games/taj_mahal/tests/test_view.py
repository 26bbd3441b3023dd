"""What each viewer knows: perfect memory, no secrets, and honest imagination (TM R11)."""

from __future__ import annotations

from math import comb

import pytest

from dalang.engine.api import EVERYONE, WATCHER, Event
from dalang.engine.errors import NotYourTurn, PositionError
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.engine.testing import counts, field, legal_texts, play, settle
from dalang.games.taj_mahal import GAME
from dalang.games.taj_mahal.observe import imagine, observe
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.tests.tables import (
    DISPLAY,
    all_but,
    new_session,
    scene,
    settle_session,
    take,
)

CARRIED = {  # seat 0 has kept one hidden card from before the reshuffle
    "carried_left": "1 0 0",
    "carried_pool": "red elephant+monk",
    "carried_0": "red elephant+monk",
}
RIVAL = {"table_1": "yellow elephant+monk, yellow elephant+elephant"}


def seen(position: TajMahal, viewer: int, seat: int) -> str:
    """What the viewer knows of a seat's hand."""
    return field(observe(position, viewer).known, f"hand {seat}")


@pytest.mark.parametrize("viewer", [WATCHER, 1, 2])
def test_a_card_taken_from_the_display_stays_known_until_it_is_played(viewer: int) -> None:
    position = scene(
        3, table_0="red elephant+monk", hand_0="white monk", in_round="0 1", start=2, **RIVAL
    )
    play(position, "withdraw", "take green elephant+mogul", "take green elephant+vizier")
    assert seen(position, viewer, 0) == "green elephant+vizier, green elephant+mogul"
    play(position, "withdraw", "palace ghazni")
    take(position)
    settle(position)  # the next round, and seat 0 begins
    assert seen(position, viewer, 0) == "green elephant+vizier, green elephant+mogul"
    play(position, "play green elephant+mogul", "add nothing")
    assert seen(position, viewer, 0) == "green elephant+vizier"


def test_playing_a_copy_uses_up_the_known_one_first() -> None:
    position = scene(3, hand_0="2 red elephant+monk", known_0="red elephant+monk", in_round="0")
    play(position, "play red elephant+monk", "add nothing")
    assert field(position, "known 0") == "-"
    assert field(position, "hand 0") == "red elephant+monk"
    play(position, "play red elephant+monk", "add nothing")
    assert field(position, "known 0") == "-"


def test_a_white_card_taken_and_added_is_used_up_too() -> None:
    position = scene(3, hand_0="red elephant+monk, 2 white elephant", known_0="2 white elephant")
    play(position, "play red elephant+monk", "add white elephant")
    assert field(position, "known 0") == "white elephant"


def test_playing_another_card_leaves_the_known_one() -> None:
    position = scene(
        3, hand_0="red elephant+monk, yellow elephant+monk", known_0="yellow elephant+monk"
    )
    play(position, "play red elephant+monk", "add nothing")
    assert seen(position, 1, 0) == "yellow elephant+monk"


def test_a_card_drawn_stays_secret() -> None:
    position = scene(3, hand_0="red elephant+monk")
    play(position, "withdraw", "? draw white monk")
    for viewer in (WATCHER, 1, 2):
        assert seen(position, viewer, 0) == "-"
        assert field(observe(position, viewer).known, "hand_sizes") == "2 0 0"
    assert seen(position, 0, 0) == "red elephant+monk, white monk"


def test_a_card_drawn_for_a_bonus_tile_stays_secret() -> None:
    position = scene(3, 2, "kashmir", table_0="red elephant+monk", court="monk")
    events = play(position, "withdraw", "palace srinagar", "? draw white monk")
    assert seen(position, 1, 0) == "-"
    assert [event.seen_by for event in events if "white monk" in str(event.args)] == [0]


def test_a_known_card_of_the_same_kind_tells_nothing_of_the_draw() -> None:
    position = scene(3, hand_0="white elephant", known_0="white elephant")
    play(position, "withdraw", "? draw white elephant")
    assert seen(position, 0, 0) == "2 white elephant"
    assert seen(position, 1, 0) == "white elephant"


def test_hidden_cards_may_be_swapped_without_any_viewer_noticing() -> None:
    one = scene(3, hand_0="white monk", hand_1="red elephant+monk, green elephant+monk")
    two = scene(3, hand_0="red elephant+monk", hand_1="white monk, violet elephant+elephant")
    assert one.to_text() != two.to_text()
    for viewer in (WATCHER, 2):
        assert observe(one, viewer).to_text() == observe(two, viewer).to_text()
    assert observe(one, 1).to_text() != observe(two, 1).to_text()


def test_a_viewer_may_ask_only_for_own_decisions() -> None:
    position = scene(3, hand_0="red elephant+monk", hand_1="red elephant+vizier")
    assert list(observe(position, 0).legal_actions()) == list(position.legal_actions())
    for viewer in (WATCHER, 1, 2):
        view = observe(position, viewer)
        assert view.actor() == 0
        assert not view.legal_actions()


def test_a_view_does_not_change_with_the_game() -> None:
    position = scene(3, hand_0="red elephant+monk")
    view = observe(position, 0)
    before = view.to_text()
    play(position, "play red elephant+monk", "add nothing")
    assert view.to_text() == before


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_is_told_of_no_card_that_was_not_open(players: int) -> None:
    position, rng = GAME.start(players), Rng(players)
    while not position.ended_by():
        events: list[Event] = []
        position.apply(random_step(position, rng), events)
        for event in events:
            if event.seen_by == EVERYONE:
                assert "card" not in event.args or event.key in (
                    *("played", "added", "took", "laid_out"),
                )
            else:
                assert event.key in ("dealt", "drew_what")


# --- imagining ------------------------------------------------------------------------


def test_imagined_deals_keep_what_is_known() -> None:
    position = scene(
        3,
        hand_0="white monk",
        hand_1="2 red elephant+monk, 3 violet elephant+monk",
        known_1="red elephant+monk",
        hand_2="yellow elephant+monk",
    )
    view = observe(position, 0)
    for seed in range(20):
        deal = imagine(view, Rng(seed))
        deal.check()
        assert field(deal, "hand 0") == "white monk"
        assert counts(field(deal, "hand 1"))["red elephant+monk"] >= 1
        assert field(deal, "hand_sizes") == "1 5 1"
        assert observe(deal, 0).to_text() == view.to_text()


@pytest.mark.slow
def test_imagined_hands_follow_the_hypergeometric_distribution() -> None:
    """Seat 0 imagines the white cards among six unseen cards of seat 2."""
    position = scene(
        3,
        hand_0="2 white elephant, white monk, red elephant+monk",  # nine white cards unseen
        hand_1="4 white elephant, red elephant+vizier",
        known_1="white elephant",  # eight, then
        hand_2="3 violet elephant+monk, 3 violet elephant+vizier",
    )
    unseen, whites, samples = 96 - 4 - 1 - 5, 8, 1500
    rng, view = Rng(3), observe(position, 0)
    found = [0] * 7
    for _ in range(samples):
        hand = counts(field(imagine(view, rng), "hand 2"))
        found[sum(count for card, count in hand.items() if card.startswith("white"))] += 1
    for number in range(4):
        chance = comb(whites, number) * comb(unseen - whites, 6 - number) / comb(unseen, 6)
        expected = samples * chance
        assert abs(found[number] - expected) < 5 * (expected * (1 - chance)) ** 0.5, number


def test_imagined_cards_come_from_the_unseen_ones_only() -> None:
    """All but two cards are seen: seat 1 holds one of them, each as often as the other."""
    open_cards = all_but("white monk", "white vizier", DISPLAY[3])
    position = scene(3, discard=open_cards, hand_1="white monk")
    rng, view, monks = Rng(5), observe(position, 0), 0
    for _ in range(1000):
        hand = field(imagine(view, rng), "hand 1")
        assert hand in ("white monk", "white vizier")
        monks += hand == "white monk"
    assert abs(monks - 500) < 5 * 250**0.5


def test_a_reshuffle_makes_the_discarded_cards_unseen_again() -> None:
    discard = all_but(DISPLAY[3], "3 red elephant+monk")
    position = scene(3, discard=discard, hand_1="3 red elephant+monk", known_1="red elephant+monk")
    view = observe(position, 0)
    assert field(imagine(view, Rng(1)), "hand 1") == "3 red elephant+monk"
    play(position, "withdraw", "? draw white monk")
    known = observe(position, 2).known
    assert field(known, "discard") == "-"
    assert field(known, "hand 1") == "red elephant+monk"
    rng, view = Rng(1), observe(position, 2)
    deals = {field(imagine(view, rng), "hand 0") for _ in range(50)}
    assert len(deals) > 10


def after_a_reshuffle(hand_0: str = "-") -> TajMahal:
    """Seats 1 and 2 hold hidden cards, the pile has just been made of all others."""
    hands = {"hand_0": hand_0, "hand_1": "white monk, white mogul", "hand_2": "white vizier"}
    mine = () if hand_0 == "-" else (hand_0,)
    discard = all_but(DISPLAY[3], "white monk", "white mogul", "white vizier", *mine)
    position = scene(3, discard=discard, **hands)
    play(position, "withdraw", "? draw red elephant+monk")
    return position


def test_TM_R11_after_a_reshuffle_the_hidden_cards_are_known_together() -> None:
    position, rng, owners = after_a_reshuffle(), Rng(3), set[str]()
    assert field(position, "carried_left") == "0 2 1"
    view = observe(position, 0)
    for _ in range(60):
        deal = imagine(view, rng)
        hands = f"{field(deal, 'hand 1')}, {field(deal, 'hand 2')}".split(", ")
        assert sorted(hands) == ["white mogul", "white monk", "white vizier"]
        owners.add(field(deal, "hand 2"))
    assert owners == {"white monk", "white mogul", "white vizier"}


def test_TM_R11_a_card_drawn_after_the_reshuffle_comes_from_the_new_pile() -> None:
    """Spectators know that seat 0 drew none of the carried cards."""
    view, rng = observe(after_a_reshuffle(), WATCHER), Rng(4)
    carried = {"white monk", "white mogul", "white vizier"}
    assert all(field(imagine(view, rng), "hand 0") not in carried for _ in range(60))


def test_TM_R11_when_a_played_card_may_be_either_the_distinction_is_given_up() -> None:
    position = scene(3, hand_0="red elephant+monk, yellow elephant+monk", **CARRIED)
    play(position, "play red elephant+monk")  # another one may have been drawn since
    assert field(position, "carried_left") == "-"


def test_TM_R11_a_played_card_of_which_none_was_carried_is_a_fresh_one() -> None:
    position = scene(3, hand_0="red elephant+monk, yellow elephant+monk", **CARRIED)
    play(position, "play yellow elephant+monk")
    assert field(position, "carried_left") == "1 0 0"


def test_TM_R11_a_seat_without_fresh_cards_plays_a_carried_one() -> None:
    position = scene(3, hand_0="red elephant+monk", **CARRIED)
    play(position, "play red elephant+monk")
    assert field(position, "carried_pool") == "-"


# --- views as text --------------------------------------------------------------------


def test_a_view_needs_a_seat_at_the_table() -> None:
    text = observe(scene(3), WATCHER).to_text()
    assert GAME.view_from_text(text).viewer == WATCHER
    with pytest.raises(PositionError, match="no seat 3 at a table for 3"):
        GAME.view_from_text(text.replace("viewer: -1", "viewer: 3"))
    with pytest.raises(PositionError, match="between -1 and 4"):
        GAME.view_from_text(text.replace("viewer: -1", "viewer: 5"))


def test_a_view_shows_the_whole_own_hand_and_no_more_cards_than_there_are() -> None:
    text = observe(scene(3, hand_0="white monk", hand_1="white mogul"), 0).to_text()
    with pytest.raises(PositionError, match="sees its whole hand"):
        GAME.view_from_text(text.replace("hand 0: white monk", "hand 0: -"))
    with pytest.raises(PositionError, match="hand size says 1"):
        GAME.view_from_text(text.replace("hand 1: -", "hand 1: 2 white elephant"))
    with pytest.raises(PositionError, match="Of seat 1 only the known cards"):
        GAME.view_from_text(text.replace("hand 1: -", "hand 1: white elephant"))
    with pytest.raises(PositionError, match="There are 1 cards white monk"):
        GAME.view_from_text(text.replace("discard: -", "discard: white monk"))


# --- taking back ----------------------------------------------------------------------


def test_TM_3_4_played_cards_can_not_be_taken_back() -> None:
    session = new_session()
    seat = int(session.position.actor())
    card = next(text for text in legal_texts(session.position) if text.startswith("play"))
    session.play(seat, card)
    with pytest.raises(NotYourTurn, match="What others have seen"):
        session.undo(seat)
    session.play(seat, "add nothing")
    following = int(session.position.actor())
    assert session.can_undo(seat)  # a white card may follow after all
    assert not session.can_undo(following)
    session.play(following, "withdraw")
    assert not session.can_undo(seat)


@pytest.mark.parametrize("added", ["add white monk", "add elephant card"])
def test_TM_3_4_nor_can_what_was_added_to_them(added: str) -> None:
    position = scene(3, hand_0="red elephant+monk, white monk", specials_0="elephant")
    session = Session.from_position(GAME, position)
    session.play(0, "play red elephant+monk")
    session.play(0, added)
    assert session.has_shown(0)
    assert not session.can_undo(0)


def test_a_drawn_card_can_not_be_taken_back_but_the_choice_after_it_can() -> None:
    session = new_session()
    seat = int(session.position.actor())
    session.play(seat, "withdraw")
    assert session.can_undo(seat)  # nothing has been drawn yet
    settle_session(session)
    assert not session.can_undo(seat)
    session.play(seat, sorted(legal_texts(session.position))[0])
    assert session.can_undo(seat)
    session.undo(seat)
    assert field(session.position, "phase") == "take"
    assert not session.can_undo(seat)


def test_the_end_of_the_game_can_not_be_taken_back() -> None:
    session, seat = new_session(), -1
    while not session.position.ended_by():
        settle_session(session)
        seat = int(session.position.actor())
        events = session.play(seat, sorted(legal_texts(session.position))[-1])
        if session.position.ended_by():
            assert any(event.reveals for event in events)
    assert not session.can_undo(seat)
