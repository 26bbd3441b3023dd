"""BA 8: the worked examples of the rules, move by move."""

from __future__ import annotations

from dalang.engine.testing import play, told
from dalang.games.bali.tests.tables import BLUE, GREEN, RED, YELLOW, field, scene

DISCS_8_1 = {
    "discs_0": "prince wontong, prince panschar, priest kukusch",
    "discs_2": "priest tschakkalag",
}


def test_BA_8_1_a_prince_contest_the_owner_keeps_the_disc() -> None:
    position = scene(
        active=YELLOW,
        turn=YELLOW,
        hand_0="4 prince",
        hand_1="3 prince",
        hand_3="3 prince",
        **DISCS_8_1,
    )
    play(position, "play prince", "show 2")
    assert position.actor() == GREEN
    play(position, "pass")
    assert position.actor() == RED
    play(position, "show 3")
    assert position.actor() == BLUE
    events = play(position, "show 4")
    assert told(events, "disc_kept") == [{"seat": BLUE, "office": "prince", "island": "wontong"}]
    assert field(position, "hand_sizes") == [4, 2, 0, 3]
    assert (position.actor(), field(position, "phase")) == (YELLOW, "turn")


def test_BA_8_2_a_blocked_move_and_the_next_player() -> None:
    position = scene(
        hand_0="dalang kukusch+tschakkalag",
        hand_1="dalang kukusch+panschar",
        hand_2="dalang kukusch+wontong",
        hand_3="dalang kukusch+wontong",
    )
    play(position, "play dalang kukusch+tschakkalag", "to kukusch")
    assert position.actor() == YELLOW
    play(position, "play dalang kukusch+panschar")
    assert position.actor() == BLUE  # green and red are not asked
    assert field(position, "hand_sizes") == [0, 0, 1, 1]
    play(position, "end turn")
    assert (field(position, "active"), field(position, "dalang")) == (YELLOW, ["wontong"])


def test_BA_8_3_the_second_card_succeeds_and_scores_alone() -> None:
    position = scene(
        active=RED,
        turn=RED,
        dalang="panschar",
        discs_1="priest panschar",
        discs_2="prince wontong",
        discs_3="prince tschakkalag, priest tschakkalag, prince kukusch, priest wontong",
        seals_3="tschakkalag",
        masks_0="2 2 2 2",
        masks_1="3 3 3 3",
        hand_3="2 dalang kukusch+tschakkalag",
        hand_1="dalang tschakkalag+wontong",
        tschakkalag_3="priest, priest, priest",
        tschakkalag_0="warrior, warrior, prince, prince, artist, artist",
        tschakkalag_2="scholar, scholar, scholar, scholar",
    )
    play(position, "play dalang kukusch+tschakkalag", "to tschakkalag", "pass")
    play(position, "play dalang tschakkalag+wontong")
    assert position.actor() == RED  # green is not asked
    play(position, "play dalang kukusch+tschakkalag", "to tschakkalag", "pass", "pass", "pass")
    assert field(position, "masks 3") == [4]
    assert field(position, "hand_sizes") == [4, 0, 4, 3]
    assert field(position, "hand 0") == {"warrior": 2, "prince": 2}  # the top 2 are discarded
    assert position.active == BLUE
    play(position, *(["? draw artist"] * 5))
    assert field(position, "hand_sizes") == [6, 1, 5, 4]
    assert position.actor() == BLUE
