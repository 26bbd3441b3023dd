"""BA 3: warriors, scholars, artists, and ending the active player's turn."""

from __future__ import annotations

import pytest

from dalang.engine.errors import IllegalAction
from dalang.engine.session import Session
from dalang.engine.testing import play, possible_texts, settle, told
from dalang.games.bali import GAME
from dalang.games.bali.tests.tables import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    field,
    paragraph,
    public,
    reason,
    scene,
)

# --- BA 3.1 -------------------------------------------------------------------------


def test_BA_3_1_one_passive_player_is_exempt_and_not_asked() -> None:
    position = scene(hand_0="warrior", hand_1="2 warrior", hand_3="warrior")
    play(position, "play warrior")
    assert position.legal_texts() == ["exempt 1", "exempt 2", "exempt 3"]
    assert reason(position, "exempt 0") == "exempt_another"
    assert reason(scene(3, hand_0="artist"), "exempt 3") == "no_exempting_now"
    play(position, "exempt 2")
    assert (position.actor(), position.legal_texts()) == (YELLOW, ["flee", "play warrior"])
    play(position, "play warrior", "pass")
    assert position.actor() == RED  # green is exempt
    play(position, "play warrior", "pass")
    assert (position.actor(), field(position, "fled")) == (BLUE, [])


def test_BA_3_1_fleeing_is_allowed_even_with_a_warrior() -> None:
    position = scene(3, hand_0="warrior", hand_1="warrior")
    play(position, "play warrior", "exempt 2", "flee", "put warrior on kukusch")
    assert field(position, "fled") == [1]
    assert field(position, "kukusch 1") == ["warrior"]


def test_BA_3_1_without_a_warrior_one_can_only_flee() -> None:
    position = scene(3, hand_0="warrior", hand_1="artist")
    play(position, "play warrior", "exempt 2")
    assert position.legal_texts() == ["flee"]
    assert reason(position, "play artist") == "other_kind"
    assert paragraph(position, "play warrior") == "BA 2.1"
    assert paragraph(position, "pass") == "BA 3.1"


def test_BA_3_1_the_exemption_holds_for_one_warrior_only() -> None:
    position = scene(3, hand_0="2 warrior", hand_1="warrior", hand_2="warrior")
    play(position, "play warrior", "exempt 2", "play warrior", "pass", "play warrior")
    assert field(position, "exempt") == []
    play(position, "exempt 1")
    assert position.actor() == GREEN


# --- BA 3.2 -------------------------------------------------------------------------


def test_BA_3_2_three_cards_are_saved_and_the_rest_is_discarded() -> None:
    hand = "priest, 2 warrior, scholar, artist"
    position = scene(3, hand_0="warrior", hand_1=hand, kukusch_1="prince")
    events = play(position, "play warrior", "exempt 2", "flee")
    assert reason(position, "stop") == "save_three"
    assert reason(position, "put priest on wontong") == "no_pile_here"
    assert paragraph(position, "put priest on wontong") == "BA 3.2"
    assert reason(position, "flee") == "now_flight"
    events += play(position, "put warrior on kukusch", "put priest on kukusch")
    events += play(position, "put artist on panschar")
    assert field(position, "kukusch 1") == ["prince", "warrior", "priest"]  # on top, in that order
    assert field(position, "panschar 1") == ["artist"]
    assert field(position, "hand_sizes") == [0, 0, 0]
    assert field(position, "discard") == {"warrior": 2, "scholar": 1}
    assert told(events, "flight_lost") == [{"seat": 1, "cards": ["warrior", "scholar"]}]


def test_BA_3_2_all_cards_if_fewer_and_none_from_an_empty_hand() -> None:
    position = scene(hand_0="warrior", hand_1="2 priest")
    play(position, "play warrior", "exempt 3", "flee")
    play(position, "put priest on tschakkalag", "put priest on tschakkalag")
    assert (position.actor(), field(position, "fled")) == (GREEN, [1])
    play(position, "flee")  # an empty hand has nothing to distribute
    assert (position.actor(), field(position, "fled")) == (BLUE, [1, 2])


def test_BA_3_2_who_has_fled_answers_nothing() -> None:
    session = Session(GAME, 4)
    session.position = scene(hand_0="2 scholar", fled="1", hand_1="-", hand_2="scholar")
    session.play(BLUE, "play scholar")
    session.play(BLUE, "stop")
    assert session.position.actor() == GREEN
    with pytest.raises(IllegalAction, match=r"BA 3\.2") as refusal:
        session.play(YELLOW, "play scholar")
    assert refusal.value.reason.key == "you_fled"


def test_BA_3_2_the_absent_are_back_when_the_dalang_moves() -> None:
    position = scene(hand_0="dalang kukusch+wontong", fled="1 2", kukusch_1="priest")
    play(position, "play dalang kukusch+wontong", "to kukusch")
    assert position.actor() == RED  # the only one present
    play(position, "pass")
    assert field(position, "fled") == []
    assert field(position, "hand 1") == {"priest": 1}


# --- BA 3.3 -------------------------------------------------------------------------


def test_BA_3_3_a_second_warrior_ends_the_turn_but_challenged_players_still_react() -> None:
    position = scene(hand_0="2 warrior", hand_1="2 warrior", hand_2="2 warrior", hand_3="artist")
    play(position, "play warrior", "exempt 3", "play warrior")
    assert (position.actor(), position.legal_texts()) == (YELLOW, ["pass", "play warrior"])
    play(position, "play warrior")
    assert position.legal_texts() == ["pass", "draw"]
    play(position, "draw", "? draw prince")
    assert field(position, "hand 1") == {"prince": 1}
    assert (position.actor(), position.legal_texts()) == (GREEN, ["flee", "play warrior"])
    play(position, "flee", "put warrior on kukusch", "put warrior on kukusch")
    assert position.active == YELLOW  # the turn is over …
    assert field(position, "fled") == []  # … and who fled is back


def test_BA_3_3_the_card_for_ending_a_turn_may_be_declined() -> None:
    position = scene(hand_0="artist", hand_1="2 artist")
    play(position, "play artist", "stop", "play artist", "stop", "play artist")
    events = play(position, "pass")
    assert told(events, "no_reward") == [{"seat": 1}]
    assert field(position, "hand_sizes") == [0, 0, 0, 0]


def test_BA_3_3_the_others_may_still_answer_a_scholar_after_that() -> None:
    position = scene(hand_0="scholar", hand_1="2 scholar", hand_3="scholar, priest")
    play(position, "play scholar", "stop", "play scholar", "stop", "play scholar", "pass")
    play(position, "pass", "play scholar", "put priest on kukusch", "stop")
    assert field(position, "kukusch 3") == ["priest"]
    assert position.active == YELLOW


def test_BA_3_3_neither_the_exempt_nor_the_fled_can_end_the_turn() -> None:
    session = Session(GAME, 3)
    session.position = scene(3, hand_0="warrior", hand_1="artist", hand_2="2 warrior")
    session.play(BLUE, "play warrior")
    session.play(BLUE, "exempt 2")
    with pytest.raises(IllegalAction, match=r"BA 3\.1"):
        session.play(GREEN, "play warrior")
    session.play(YELLOW, "flee")
    session.play(YELLOW, "put artist on kukusch")
    assert session.position.actor() == BLUE


# --- BA 3.4 -------------------------------------------------------------------------


def test_BA_3_4_up_to_three_cards_are_put_in_any_split_and_order() -> None:
    position = scene(hand_0="scholar, priest, warrior, 2 artist", kukusch_0="prince")
    play(position, "play scholar", "put priest on kukusch", "put warrior on panschar")
    play(position, "put artist on kukusch")
    assert position.actor() == YELLOW
    assert field(position, "kukusch 0") == ["prince", "priest", "artist"]
    assert field(position, "panschar 0") == ["warrior"]


def test_BA_3_4_cards_are_taken_one_by_one_with_a_look_at_each() -> None:
    piles = {"unvisited": "panschar", "panschar_0": "?, ?, ?", "kukusch_0": "priest"}
    position = scene(hand_0="scholar", **piles)
    play(position, "play scholar", "take from panschar")
    assert possible_texts(position)["see warrior"] == 30
    events = play(position, "? see warrior")
    assert told(events, "took_what") == [{"card": "warrior", "island": "panschar"}]
    assert all(event.seen_by == 0 for event in events if event.key == "took_what")
    play(position, "take from kukusch")
    assert reason(position, "take from kukusch") == "empty_pile"
    assert reason(position, "take from tschakkalag") == "empty_pile"
    play(position, "take from panschar", "? see artist")
    assert field(position, "hand 0") == {"priest": 1, "warrior": 1, "artist": 1}
    assert field(position, "panschar 0") == ["?"]
    assert position.actor() == YELLOW


def test_BA_3_4_others_see_which_piles_but_not_which_cards() -> None:
    position = scene(hand_0="scholar, priest")
    events = play(position, "play scholar", "put priest on kukusch")
    assert ("put", {"seat": 0, "island": "kukusch"}) in public(events)
    assert "priest" not in str(public(events))
    position = scene(hand_0="scholar", kukusch_0="priest")
    events = play(position, "play scholar", "take from kukusch")
    assert ("took", {"seat": 0, "island": "kukusch"}) in public(events)
    assert "priest" not in str(public(events))


def test_BA_3_4_passive_players_do_the_same_with_a_scholar() -> None:
    position = scene(
        hand_0="scholar", hand_1="scholar, 2 priest", hand_3="scholar", kukusch_3="artist"
    )
    play(position, "play scholar", "stop", "play scholar", "put priest on panschar", "stop", "pass")
    assert field(position, "panschar 1") == ["priest"]
    play(position, "pass", "play scholar", "take from kukusch", "stop", "pass")
    assert field(position, "hand 3") == {"artist": 1}
    assert position.actor() == BLUE


# --- BA 3.5 -------------------------------------------------------------------------


def test_BA_3_5_up_to_three_cards_are_exchanged() -> None:
    position = scene(hand_0="artist, 2 priest, 2 warrior")
    play(position, "play artist", "discard priest", "discard priest", "discard warrior")
    assert field(position, "phase") == "artist_draw"
    play(position, "? draw prince", "? draw prince", "? draw prince")
    assert field(position, "hand 0") == {"warrior": 1, "prince": 3}
    assert position.actor() == YELLOW


def test_BA_3_5_passive_players_do_the_same_with_an_artist() -> None:
    position = scene(hand_0="artist", hand_2="artist, priest")
    play(position, "play artist", "stop", "pass", "play artist", "discard priest", "stop")
    play(position, "? draw scholar")
    assert field(position, "hand 2") == {"scholar": 1}
    assert (position.actor(), position.legal_texts()) == (GREEN, ["pass"])


def test_BA_3_5_the_artist_itself_does_not_count() -> None:
    position = scene(hand_0="artist, priest")
    play(position, "play artist", "stop")
    assert field(position, "hand_sizes") == [1, 0, 0, 0]
    assert position.actor() == YELLOW


def test_what_cannot_be_done_now_is_explained() -> None:
    position = scene(hand_0="artist")
    assert reason(position, "flee") == "flee_from_warrior"
    assert reason(position, "draw") == "no_draw_now"
    assert reason(position, "as they are") == "no_laying_now"
    assert reason(position, "lay artist") == "no_laying_now"
    assert reason(position, "stop") == "now_turn"
    assert reason(position, "put artist on kukusch") == "piles_need_scholar"
    assert reason(position, "take from kukusch") == "piles_need_scholar"
    assert reason(position, "discard artist") == "exchange_needs_artist"
    assert reason(position, "show 1") == "no_contest"
    assert reason(position, "to kukusch") == "dalang_card_first"
    play(position, "play artist")
    assert reason(position, "end turn") == "now_use_artist"
    assert reason(position, "discard priest") == "not_in_hand"
    settle(position)
