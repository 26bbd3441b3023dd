"""What a good player of Bali thinks."""

from __future__ import annotations

import pytest

from dalang.engine.judging import Judge
from dalang.engine.testing import favourite, play
from dalang.games.bali import GAME
from dalang.games.bali.tests.tables import scene


@pytest.fixture
def judge() -> Judge:
    return GAME.new_judge()


def test_leads_the_dalang_where_it_scores(judge: Judge) -> None:
    """Blue has a disc on Panschar and on Kukusch, none on Tschakkalag."""
    position = scene(hand_0="dalang panschar+wontong, dalang tschakkalag+wontong")
    assert favourite(judge, position) == "play dalang panschar+wontong"


def test_names_the_island_with_the_own_disc(judge: Judge) -> None:
    position = scene(hand_0="dalang panschar+tschakkalag")
    play(position, "play dalang panschar+tschakkalag")
    assert favourite(judge, position) == "to panschar"


def test_does_not_lead_the_dalang_to_the_discs_of_others(judge: Judge) -> None:
    position = scene(hand_0="dalang tschakkalag+wontong", hand_1="warrior", kukusch_0="priest")
    assert favourite(judge, position) == "end turn"


def test_takes_a_disc_that_brings_the_seal(judge: Judge) -> None:
    """Blue has Wontong's priest, and three princes against empty hands."""
    position = scene(
        hand_0="3 prince, dalang panschar+wontong",
        discs_0="priest wontong, priest kukusch",
        discs_3="prince kukusch, prince panschar",
    )
    assert favourite(judge, position) == "play prince"


def test_does_not_fight_for_the_own_disc(judge: Judge) -> None:
    position = scene(
        hand_0="3 prince",
        discs_0="prince wontong, priest kukusch",
        discs_2="prince panschar, priest tschakkalag",
    )
    assert favourite(judge, position) == "end turn"


def test_blocks_what_only_the_active_player_gains_by(judge: Judge) -> None:
    position = scene(
        hand_0="dalang panschar+wontong",
        hand_1="dalang panschar+wontong",
        discs_0="prince panschar, priest panschar",
        discs_1="prince tschakkalag, priest kukusch",
        seals_0="panschar",
        masks_0="2 2 2 2 3 3 3 3 4 4 4",
    )
    play(position, "play dalang panschar+wontong", "to panschar")
    assert favourite(judge, position) == "play dalang panschar+wontong"


def test_does_not_block_what_it_gains_by(judge: Judge) -> None:
    position = scene(hand_0="dalang panschar+wontong", hand_1="dalang panschar+wontong")
    play(position, "play dalang panschar+wontong", "to panschar")
    assert favourite(judge, position) == "pass"


def test_raises_with_the_stronger_hand(judge: Judge) -> None:
    position = scene(hand_0="2 prince", hand_1="3 prince, warrior")
    play(position, "play prince", "show 1")
    assert favourite(judge, position).startswith("show")


def test_draws_what_is_offered(judge: Judge) -> None:
    position = scene(hand_0="warrior, 3 priest", hand_1="2 warrior")
    play(position, "play warrior", "exempt 2", "play warrior", "play warrior")
    assert favourite(judge, position) == "draw"


def test_saves_the_better_cards(judge: Judge) -> None:
    """Of a pile only the bottom four are safe."""
    position = scene(hand_0="dalang panschar+wontong, dalang kukusch+wontong, artist, 4 scholar")
    play(position, "play dalang panschar+wontong", "to panschar", *["pass"] * 3)
    assert favourite(judge, position) == "lay dalang kukusch+wontong"


def test_points_discs_and_cards_are_worth_something(judge: Judge) -> None:
    position = scene(masks_0="4", hand_0="2 warrior, dalang panschar+wontong")
    assert judge.value(position, 0) > judge.value(position, 1)


def test_the_judge_waits_for_reactions(judge: Judge) -> None:
    position = scene(hand_0="2 prince", hand_1="prince")
    assert judge.settled(position)
    play(position, "play prince", "show 1")
    assert not judge.settled(position)


# --- BA R6: nobody waits for a stalemate ---------------------------------------------


def test_a_hand_is_worth_no_more_than_can_be_played(judge: Judge) -> None:
    few, enough, many = (scene(hand_0=f"{cards} scholar") for cards in (4, 8, 28))
    assert judge.value(few, 0) < judge.value(enough, 0)
    assert judge.value(many, 0) == pytest.approx(judge.value(enough, 0))


def test_lays_by_what_it_cannot_play(judge: Judge) -> None:
    small, large = "2 scholar, artist", "6 scholar, artist, 3 priest"
    for hand, expected in ((small, "take"), (large, "put priest")):
        position = scene(hand_0=hand, kukusch_0="priest, warrior")
        play(position, "play scholar")
        assert favourite(judge, position).startswith(expected)


def test_attacks_with_more_warriors_than_the_others_can_have(judge: Judge) -> None:
    hand = "3 priest, 2 prince, 3 scholar, artist"
    hands = {"hand_1": hand, "hand_2": hand, "hand_3": hand}
    one, many = (scene(hand_0=f"{count} warrior", **hands) for count in (1, 6))
    attack = one.parse_action("play warrior")
    assert judge.prior(many, attack) > judge.prior(one, attack) + 1.0
    assert favourite(judge, many) == "play warrior"


def test_travels_where_the_cards_that_block_are_gone(judge: Judge) -> None:
    others = "2 warrior, 2 scholar, artist, prince"
    hands = {"hand_0": "dalang panschar+wontong", "hand_1": others, "hand_2": others}
    gone = "4 dalang kukusch+panschar, 4 dalang panschar+tschakkalag, 3 dalang panschar+wontong"
    free, unsure = (scene(discard=cards, **hands) for cards in (gone, "11 priest"))
    go = free.parse_action("play dalang panschar+wontong")
    assert judge.prior(free, go) > judge.prior(unsure, go)
