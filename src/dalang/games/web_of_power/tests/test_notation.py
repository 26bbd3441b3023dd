"""Written positions: a person can write one, and is told what is wrong with it."""

from __future__ import annotations

import pytest

from dalang.engine.errors import DalangError, PositionError
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.testing import play
from dalang.games.web_of_power import GAME
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.tests.tables import HAND, scene, scene_text, some

CARRIED: dict[str, str | int] = {
    "carried_0": "frankreich",
    "carried_together": "frankreich",
    "carried_sizes": "1 0 0",
}
DISCARD = "2 frankreich, england_schwaben"
CLUNY: dict[str, str | int] = {"country": "burgund", "cloisters_1": "cluny, citeaux"}
FULL_FRANCE = {f"cloisters_{seat}": text for seat, text in enumerate(some("frankreich", 4, 4, 0))}


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"hand_0": "3 frankreich", "hand_1": "3 frankreich", "hand_2": "2 frankreich"}, "WP 1.1"),
        ({"hand_sizes": "3 2 3"}, "hand size"),
        ({"hand_0": HAND + ", frankreich"}, "must be between 0 and 3"),
        ({"open": "3 england_schwaben"}, "WP 1.4"),
        ({"open": "frankreich"}, "1 cards lie open; 2 do in a turn"),
        ({"known_0": "frankreich"}, "known to hold"),
        ({"cloisters_0": "ely", "cloisters_1": "ely"}, "ely belongs to seats 0 and 1"),
        ({"cloisters_0": "ely", "advisors_1": "2 england"}, "WP 2.5"),
        ({"advisors_1": "england"}, "WP 2.5"),
        ({"phase": "more"}, "WP 2.1"),
        ({"phase": "more", "country": "england", "cloisters_0": "ely"}, "WP 2.4"),
        ({"phase": "more", "country": "england"}, "WP 2.1"),
        ({"phase": "take"}, "WP 2.8"),
        ({"phase": "place"}, "WP 2.2"),
        ({"playing": "frankreich"}, "WP 2.2"),
        ({"playing": "frankreich, franken_aragon"}, "names 2 things"),
        ({"hand_0": "2 frankreich"}, "WP 2.8"),
        ({"phase": "end"}, "WP 5.1"),
        ({"ended_by": "pile_out_twice"}, "WP 5.1"),
        ({"pile_outs": 2}, "WP 3.2"),
        ({"pile_outs": 2, "pile": "-"}, "The start player has no turn"),
        ({"pile_outs": 1, "carried_together": "frankreich"}, "over the reshuffle"),
        (CARRIED | {"pile_outs": 1}, "cannot have carried"),
        ({"pile_outs": 1, "carried_sizes": "1 0 0"}, "over the reshuffle"),
        ({"played_since_0": "frankreich of 3"}, "WP 3.2"),
        ({"country": "atlantis"}, "knows no 'atlantis'"),
    ],
)
def test_what_cannot_be_is_refused_in_words(given: dict[str, str | int], complaint: str) -> None:
    with pytest.raises(DalangError, match=complaint):
        scene(3, **given)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"phase": "start"}, "WP 1.4"),
        ({"phase": "deal", "open": "-", "turn": 1}, "WP 1.4"),
        ({"phase": "deal", "open": "-", "turn": 2}, "WP 1.4"),
        ({"phase": "lay_open"}, "WP 1.4"),
        ({"phase": "lay_open", "open": "-", "turn": 1}, "begins with seat 0"),
        ({"phase": "lay_open", "open": "-", "discard": "frankreich"}, "WP 1.4"),
        ({"phase": "lay_open", "open": "-", "cloisters_0": "ely"}, "WP 1.3"),
    ],
)
def test_WP_1_4_a_set_up_that_cannot_be_is_refused(
    given: dict[str, str | int], complaint: str
) -> None:
    with pytest.raises(PositionError, match=complaint):
        scene(3, **given)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"country": "england", "cloisters_0": "ely"}, "WP 2.1"),
        (CLUNY | {"phase": "more"}, "WP 2.1"),
        ({"phase": "place", "playing": "frankreich", "discard": "frankreich"}, "WP 2.1"),
        (
            CLUNY | {"phase": "place", "playing": "bayern_burgund", "hand_0": "2 frankreich"},
            "WP 2.1",
        ),
        ({"phase": "place", "playing": "frankreich", "hand_0": "2 frankreich"}, "WP 2.8"),
    ],
)
def test_WP_2_1_a_turn_is_played_with_the_cards_of_the_hand(
    given: dict[str, str | int], complaint: str
) -> None:
    with pytest.raises(PositionError, match=complaint):
        scene(3, **given)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"hand_1": "-"}, "a turn begins with 3"),
        ({"hand_2": "2 frankreich", "pile_outs": 1}, "a turn begins with 3"),
        ({"phase": "take", "hand_0": "-"}, "WP 2.7"),
        (CLUNY | {"phase": "take", "hand_0": "frankreich", "open": "-"}, "WP 2.8"),
        (CLUNY | {"phase": "refill"}, "WP 2.8"),
        (CLUNY | {"phase": "refill", "open": "-", "hand_0": "frankreich"}, "WP 2.8"),
    ],
)
def test_WP_2_8_a_refill_that_cannot_be_is_refused(
    given: dict[str, str | int], complaint: str
) -> None:
    with pytest.raises(PositionError, match=complaint):
        scene(3, **given)


def test_WP_R3_nobody_is_to_draw_from_a_pile_that_is_out_for_good() -> None:
    board = CLUNY | {"pile_outs": 2, "pile": "-", "hand_0": "frankreich"}
    for name in ("take", "draw"):
        with pytest.raises(PositionError, match="WP R3"):
            scene(3, phase=name, **board)
    with pytest.raises(PositionError, match="a turn begins with 3"):
        scene(3, pile_outs=2, pile="-", start=1, turn=2, hand_0="frankreich")
    scene(3, pile_outs=2, pile="-", start=1, turn=2, hand_1="frankreich")


def test_WP_5_1_an_end_needs_the_pile_to_have_run_out() -> None:
    for pile_outs, end in ((0, "nothing_to_place"), (1, "pile_out_twice")):
        with pytest.raises(PositionError, match=r"WP 5\.1"):
            scene(3, phase="end", ended_by=end, pile_outs=pile_outs)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"played_since_0": "frankreich of 3, frankreich of 1"}, "had 2 hidden"),
        ({"played_since_0": "frankreich of 3", "known_0": HAND}, "at least 2 hidden"),
        ({"played_since_0": "england_schwaben of 1"}, "had no england_schwaben"),
        ({"played_since_0": "lothringen_italien of 2"}, "WP 2.8"),
    ],
)
def test_WP_3_2_what_was_played_since_the_reshuffle_was_there(
    given: dict[str, str | int], complaint: str
) -> None:
    with pytest.raises(PositionError, match=complaint):
        scene(3, **CARRIED | {"pile_outs": 1, "discard": DISCARD} | given)


def test_too_many_pieces_are_refused() -> None:
    text = scene_text(3, cloisters_0="ely", advisors_0="england")
    with pytest.raises(PositionError, match=r"WP 1\.3"):
        GAME.from_text(text.replace("advisors 0: england", "advisors 0: 9 england"))


def test_a_card_that_can_place_nothing_is_refused() -> None:
    with pytest.raises(PositionError, match=r"WP 2\.3"):
        scene(
            3,
            phase="place",
            playing="frankreich",
            hand_0="2 franken_aragon",
            discard="frankreich",
            advisors_2="4 frankreich",
            **FULL_FRANCE,
        )


def test_a_turn_can_be_written_down_at_every_step() -> None:
    position = scene(hand_0="3 frankreich", cloisters_1="jumieges")
    for text in ("play frankreich", "cloister fleury", "joker frankreich", "advisor frankreich"):
        play(position, text)
        again = GAME.from_text(position.to_text())
        assert again.to_text() == position.to_text()
        assert list(again.legal_actions()) == list(position.legal_actions())
    assert "playing: joker frankreich" in scene_text(
        playing="joker frankreich", phase="place", hand_0="frankreich"
    )


@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_invariants_hold_all_game_long(players: int) -> None:
    for seed in range(8):
        position = GAME.start(players)
        rng = Rng(seed)
        while not position.ended_by():
            position.apply(random_step(position, rng))
            position.check()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_chain_of_choices_gets_stuck(players: int) -> None:
    """Every branch of a turn, from many turns: each ends in a draw, another seat or the end."""
    for seed in range(6):
        position = GAME.start(players)
        assert isinstance(position, WebOfPower)
        rng = Rng(seed)
        number = 0
        while not position.ended_by():
            number += 1
            if position.actor() >= 0 and number % 40 == 0:
                follow_all(position, int(position.actor()))
            position.apply(random_step(position, rng))


def follow_all(position: WebOfPower, seat: int) -> None:
    if position.actor() != seat:
        return
    legal = list(position.legal_actions())
    assert legal
    for action in legal[:: max(1, len(legal) // 6)]:
        branch = position.clone()
        branch.apply(action)
        branch.check()
        if branch.turn == seat and branch.phase != position.phase:
            follow_all(branch, seat)
