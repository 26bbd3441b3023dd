"""BA 4 and BA 5: priests, princes, discs and seals."""

from __future__ import annotations

import pytest

from dalang.engine.errors import NotYourTurn
from dalang.engine.session import Session
from dalang.engine.testing import play, told
from dalang.games.bali import GAME
from dalang.games.bali.tests.tables import BLUE, GREEN, RED, YELLOW, field, paragraph, reason, scene


def test_BA_4_1_a_priest_is_led_only_with_another_one_to_show() -> None:
    assert scene(hand_0="priest, warrior").legal_texts() == ["end turn", "play warrior"]
    assert paragraph(scene(hand_0="priest"), "play priest") == "BA 4.1"
    assert reason(scene(hand_0="priest"), "play priest") == "needs_another"
    position = scene(hand_0="4 prince")
    play(position, "play prince")
    assert field(position, "discard") == {"prince": 1}
    assert position.legal_texts() == ["show 1", "show 2", "show 3"]
    assert reason(position, "show 4") == "not_so_many"
    assert reason(position, "pass") == "show_at_least_one"


def test_BA_4_1_what_was_led_and_shown_can_not_be_taken_back() -> None:
    session = Session.from_position(GAME, scene(hand_0="5 priest", hand_1="4 priest"))
    for seat, text in ((0, "play priest"), (0, "show 2"), (1, "show 3")):
        session.play(seat, text)
        with pytest.raises(NotYourTurn, match="What others have seen"):
            session.undo(seat)
    session.play(2, "pass")
    session.undo(2)


def test_BA_4_2_each_passive_player_once_may_show_strictly_more() -> None:
    position = scene(hand_0="5 priest", hand_1="4 priest", hand_2="2 priest", hand_3="5 priest")
    play(position, "play priest", "show 2")
    assert (position.actor(), position.legal_texts()) == (YELLOW, ["pass", "show 3", "show 4"])
    assert reason(position, "show 2") == "show_more"
    assert paragraph(position, "show 2") == "BA 4.2"
    play(position, "show 3")  # nobody has to show all
    assert (position.actor(), position.legal_texts()) == (GREEN, ["pass"])
    play(position, "pass", "pass")  # red could, but need not
    assert position.actor() == BLUE  # who cannot raise
    assert field(position, "phase") == "turn"


def test_BA_4_2_holding_the_disc_gives_no_right_in_a_tie() -> None:
    position = scene(hand_0="3 priest", hand_3="2 priest")  # red has the priest of Wontong
    play(position, "play priest", "show 2", "pass", "pass")
    assert (position.actor(), position.legal_texts()) == (RED, ["pass"])
    play(position, "pass")
    assert "priest wontong" in str(field(position, "discs 0"))


def test_BA_4_3_the_disc_goes_to_who_showed_most_and_cards_return() -> None:
    position = scene(hand_0="3 priest", hand_1="3 priest")
    events = play(position, "play priest", "show 2", "show 3", "pass", "pass")
    assert "priest wontong" in str(field(position, "discs 1"))
    assert field(position, "hand 0") == {"priest": 2}
    assert field(position, "hand 1") == {"priest": 3}
    assert field(position, "discard") == {"priest": 1}
    assert told(events, "disc_won") == [{"seat": 1, "office": "priest", "island": "wontong"}]
    assert position.actor() == BLUE  # the active player continues


def test_BA_4_3_the_owner_may_keep_the_disc() -> None:
    position = scene(active=3, turn=3, hand_3="2 priest")
    events = play(position, "play priest", "show 1", "pass", "pass", "pass")
    assert told(events, "disc_kept") == [{"seat": 3, "office": "priest", "island": "wontong"}]


def test_BA_4_4_a_disc_set_aside_enters_with_the_first_contest_of_its_kind() -> None:
    position = scene(3, hand_0="2 priest, 2 prince", hand_1="2 priest")
    assert "priest wontong" not in str(position.fields()["discs"])
    play(position, "play prince", "show 1", "pass", "pass")
    assert "priest wontong" not in str(position.fields()["discs"])  # a prince does not bring it
    events = play(position, "play priest", "show 1", "show 2", "pass")
    assert told(events, "disc_entered") == [{"seat": 1, "office": "priest", "island": "wontong"}]
    assert "priest wontong" in str(field(position, "discs 1"))


def test_BA_5_1_both_discs_in_one_village_bring_the_seal() -> None:
    position = scene(hand_0="2 priest, 2 prince")
    play(position, "play priest", "show 1", "pass", "pass", "pass")
    assert field(position, "seals 0") == []
    events = play(position, "play prince", "show 1", "pass", "pass", "pass")
    assert field(position, "seals 0") == ["wontong"]
    assert told(events, "seal_taken") == [{"seat": 0, "island": "wontong", "points": 3}]
    assert position.scores() == [3, 0, 0, 0]


def test_BA_5_1_a_seal_is_lost_only_to_who_unites_both_discs() -> None:
    position = scene(
        hand_0="2 priest, 2 prince",
        discs_0="prince panschar, priest kukusch",
        discs_2="prince wontong, priest wontong, priest tschakkalag",
        discs_3="prince kukusch",
        seals_2="wontong",
    )
    play(position, "play priest", "show 1", "pass", "pass", "pass")
    assert field(position, "seals 2") == ["wontong"]  # one disc is gone, the seal stays
    events = play(position, "play prince", "show 1", "pass", "pass", "pass")
    won = {"seat": 0, "island": "wontong", "points": 3}
    assert told(events, "seal_stolen") == [won | {"loser": 2}]
    assert told(events, "seal_lost") == [{"seat": 2, "island": "wontong", "points": -3}]
    assert position.scores() == [3, 0, 0, 0]


def test_BA_5_1_an_entering_disc_can_bring_the_seal_and_a_lone_one_cannot() -> None:
    position = scene(3, active=2, turn=2, hand_2="2 prince, 2 priest")
    play(position, "play prince", "show 1", "pass", "pass")  # green has the only disc of Wontong
    assert field(position, "seals 2") == []
    play(position, "play priest", "show 1", "pass", "pass")
    assert field(position, "seals 2") == ["wontong"]
