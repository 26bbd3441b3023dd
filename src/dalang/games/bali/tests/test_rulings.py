"""The rulings BA R1 to BA R8."""

from __future__ import annotations

from dalang.engine.api import OVER
from dalang.engine.testing import play, settle, told
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


def test_BA_R1_the_exempt_player_may_have_fled_already() -> None:
    position = scene(3, hand_0="2 warrior", fled="1", hand_2="artist")
    play(position, "play warrior")
    assert position.legal_texts() == ["exempt 1", "exempt 2"]
    play(position, "exempt 1", "flee", "put artist on kukusch")
    assert field(position, "fled") == [1, 2]  # the active player is alone on the island
    play(position, "play warrior", "exempt 2")  # and may still lead one, without effect
    assert (position.actor(), field(position, "phase")) == (BLUE, "turn")


def test_BA_R2_once_the_turn_is_over_no_further_second_card_is_offered() -> None:
    position = scene(hand_0="artist", hand_1="2 artist", hand_2="2 artist")
    play(position, "play artist", "stop", "play artist", "stop", "play artist", "pass")
    play(position, "play artist", "stop")
    assert position.actor() == RED  # green has a second artist, but is not offered to play it
    play(position, "pass")
    assert position.active == YELLOW


def test_BA_R2_the_second_card_has_no_other_effect() -> None:
    position = scene(hand_0="scholar", hand_1="2 scholar, priest", kukusch_1="artist")
    play(position, "play scholar", "stop", "play scholar", "stop", "play scholar")
    assert position.legal_texts() == ["pass", "draw"]  # no cards are put or taken


def test_BA_R2_the_second_card_may_be_one_the_first_brought() -> None:
    position = scene(hand_0="scholar", hand_1="scholar", kukusch_1="scholar")
    play(position, "play scholar", "stop", "play scholar", "take from kukusch", "stop")
    assert position.legal_texts() == ["pass", "play scholar"]
    position = scene(hand_0="artist", hand_1="artist, priest")
    play(position, "play artist", "stop", "play artist", "discard priest", "stop", "? draw artist")
    assert position.legal_texts() == ["pass", "play artist"]


def test_BA_R2_an_artist_discarded_in_an_exchange_is_no_second_card() -> None:
    position = scene(hand_0="artist", hand_1="2 artist")
    play(position, "play artist", "stop", "play artist", "discard artist", "stop", "? draw priest")
    assert field(position, "turn_over") == 0
    assert position.legal_texts() == ["pass"]


def test_BA_R3_scholar_and_artist_may_be_used_for_nothing() -> None:
    position = scene(hand_0="scholar, artist")
    play(position, "play scholar", "stop", "pass", "pass", "pass", "play artist", "stop")
    assert position.actor() == YELLOW


def test_BA_R3_putting_and_taking_cannot_be_mixed() -> None:
    position = scene(hand_0="2 scholar, priest, artist", kukusch_0="warrior, prince, prince")
    play(position, "play scholar", "put priest on panschar")
    assert paragraph(position, "take from kukusch") == "BA R3"
    assert reason(position, "take from kukusch") == "putting_already"
    play(position, "stop", "pass", "pass", "pass", "play scholar", "take from kukusch")
    assert reason(position, "put artist on panschar") == "taking_already"
    assert position.legal_texts() == ["stop", "take from kukusch", "take from panschar"]


def test_BA_R4_sizes_and_discards_are_public_piles_are_not() -> None:
    position = scene(
        hand_0="scholar, priest", hand_1="2 artist", kukusch_0="warrior, prince", kukusch_1="artist"
    )
    for viewer in range(-1, 4):
        view = GAME.observe(position, viewer)
        assert field(view.known, "hand_sizes") == [2, 2, 0, 0]
        own = field(view.known, "kukusch 0")
        assert own == (["warrior", "prince"] if viewer == BLUE else ["?", "?"])
        assert field(view.known, "kukusch 1") == (["artist"] if viewer == YELLOW else ["?"])
    play(position, "play scholar", "stop", "pass", "pass", "pass")
    assert field(GAME.observe(position, RED).known, "discard") == {"scholar": 1}


def test_BA_R4_the_summary_shows_no_card_of_a_pile() -> None:
    position = scene(hand_0="priest", kukusch_0="warrior")
    lines = GAME.summary(GAME.observe(position, BLUE))
    assert "warrior" not in str(lines)
    assert {"seat": 0, "kukusch": 1, "panschar": 0, "tschakkalag": 0, "wontong": 0} in [
        line.args for line in lines
    ]


def test_BA_R5_there_is_no_hand_limit_and_winnings_are_public() -> None:
    position = scene(active=3, turn=3, hand_0="30 warrior, 30 priest", masks_0="5")
    play(position, "end turn", "? draw artist", "? draw artist")
    settle(position)
    assert field(position, "hand_sizes") == [62, 1, 1, 1]
    known = GAME.observe(position, GREEN).known
    assert known.scores() == [5, 0, 0, 0]
    assert field(known, "masks 0") == [5]


def test_BA_R6_after_forty_turns_without_a_mask_the_game_ends() -> None:
    position = scene(quiet_turns=38, masks_0="2", masks_1="2")
    play(position, "end turn")
    settle(position)
    assert field(position, "quiet_turns") == 39
    events = play(position, "end turn")
    assert (position.actor(), position.ended_by()) == (OVER, "stalemate")
    assert told(events, "stalemate") == [{"turns": 40}]
    assert position.ranking() == [1, 1, 3, 3]  # a tie is shared


def test_BA_R6_a_mask_starts_the_count_afresh() -> None:
    position = scene(quiet_turns=39, hand_0="dalang kukusch+panschar")
    play(position, "play dalang kukusch+panschar", "to panschar", "pass", "pass", "pass")
    assert (field(position, "quiet_turns"), position.active) == (0, YELLOW)
    settle(position)
    play(position, "end turn")
    assert field(position, "quiet_turns") == 1


def test_BA_R7_of_a_card_that_names_the_active_island_only_the_other_counts() -> None:
    position = scene(hand_0="dalang tschakkalag+wontong")
    play(position, "play dalang tschakkalag+wontong")
    assert position.legal_texts() == ["to tschakkalag"]


def test_BA_R8_one_round_on_top_and_the_same_value() -> None:
    position = scene(hand_0="3 priest", hand_1="9 priest", hand_2="9 priest")
    events = play(position, "play priest", "show 1", "show 2", "show 3", "pass")
    assert position.actor() == BLUE  # yellow is not asked again
    assert [entry for entry in public(events) if entry[0] == "showed"][-1][1]["count"] == 3
    position = scene(3, hand_0="warrior", hand_1="artist", kukusch_1="priest")
    play(position, "play warrior", "exempt 2", "flee", "put artist on kukusch")
    assert field(position, "kukusch 1") == ["priest", "artist"]  # fled cards go on top
    masks = "2 2 2 2 3 3 3 3 4 4 4 4"
    position = scene(hand_0="dalang kukusch+panschar", masks_3=masks)
    play(position, "play dalang kukusch+panschar", "to panschar", "pass", "pass", "pass")
    assert (field(position, "masks 0"), field(position, "masks 1")) == ([5], [5])
