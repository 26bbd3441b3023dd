"""TM 6: leaving the round."""

from __future__ import annotations

import pytest

from dalang.engine.testing import counts, field, legal_texts, play, possible_texts, told
from dalang.games.taj_mahal.tests.tables import DISPLAY, all_but, scene, take

LEFT_OVER = "violet elephant+vizier"  # the card kept out of a drained pile


def test_TM_6_1_played_colour_and_white_cards_go_to_the_discard_pile() -> None:
    position = scene(
        3,
        table_0="2 red elephant+monk, white elephant",
        table_1="yellow elephant+elephant, 2 yellow elephant+monk",
        hand_0="violet elephant+monk",
        discard="white elephant",
    )
    play(position, "withdraw")
    assert field(position, "table 0") == "-"
    assert counts(field(position, "discard")) == {"red elephant+monk": 2, "white elephant": 2}
    assert field(position, "hand 0") == "violet elephant+monk"
    assert field(position, "table 1") == "yellow elephant+elephant, 2 yellow elephant+monk"


def test_TM_6_1_they_stop_counting_against_the_others() -> None:
    position = scene(
        3, table_0="red elephant+monk", table_1="yellow elephant+monk", display="-", in_round="0 1"
    )
    events = play(position, "withdraw", "withdraw")
    assert told(events, "won_nothing") == [{"seat": 0}]
    assert told(events, "won") == [{"seat": 1, "symbols": ["monk", "elephant"]}]


def test_TM_6_1_played_special_cards_return_to_the_hand() -> None:
    position = scene(
        3,
        table_0="2 red elephant+monk",
        table_1="yellow elephant+elephant, yellow elephant+monk, white monk",
        specials_0="elephant, free_colour",
        specials_1="mogul",
        specials_out="elephant, mogul, free_colour",
    )
    play(position, "withdraw")
    assert field(position, "specials 0") == "elephant, free_colour"
    assert field(position, "specials_out") == "mogul"
    assert sum(counts(field(position, "discard")).values()) == 2


def test_TM_6_2_withdrawing_at_once_draws_a_card_and_scores_nothing() -> None:
    position = scene(3, 2, "kashmir", palaces_0="jalalabad", hand_0="red elephant+monk")
    events = play(position, "withdraw")
    assert not told(events, "won")
    assert field(position, "phase") == "first_draw"
    assert sum(possible_texts(position).values()) == 96 - 1 - 5
    events = play(position, "? draw violet elephant+vizier")
    assert told(events, "drew") == [{"seat": 0}]
    assert field(position, "hand 0") == "red elephant+monk, violet elephant+vizier"
    assert field(position, "court") == "vizier, general, monk, princess, mogul, elephant"
    assert position.scores() == [0, 0, 0]


def test_TM_6_2_the_draw_comes_before_taking_from_the_display() -> None:
    position = scene(3)
    assert legal_texts(position) == {"withdraw"}
    play(position, "withdraw")
    assert not legal_texts(position)
    play(position, "? draw white monk")
    assert legal_texts(position) == {f"take {card}" for card in counts(DISPLAY[3])}


def test_TM_6_2_every_seat_may_earn_it_not_only_the_start_player() -> None:
    position = scene(3, turn=2, table_0="red elephant+monk", table_1="yellow elephant+vizier")
    play(position, "withdraw", "? draw white monk")
    assert field(position, "hand 2") == "white monk"


def test_TM_6_2_not_for_who_has_played() -> None:
    position = scene(3, table_0="red elephant+monk", table_1="yellow elephant+monk")
    play(position, "withdraw")
    assert field(position, "phase") == "take"
    assert field(position, "hand_sizes") == "0 0 0"


def test_TM_6_3_two_cards_of_choice_from_the_display() -> None:
    position = scene(3, table_0="red elephant+monk", table_1="yellow elephant+monk")
    play(position, "withdraw")
    assert legal_texts(position) == {f"take {card}" for card in counts(DISPLAY[3])}
    events = play(position, "take green elephant+mogul")
    assert position.actor() == 0
    assert "take green elephant+mogul" not in legal_texts(position)
    events += play(position, "take green elephant+vizier")
    assert position.actor() == 1
    assert counts(field(position, "hand 0")) == {
        "green elephant+vizier": 1,
        "green elephant+mogul": 1,
    }
    assert [args["card"] for args in told(events, "took")] == [
        "green elephant+mogul",
        "green elephant+vizier",
    ]


def test_TM_6_3_two_of_the_same_kind_if_they_lie_there() -> None:
    position = scene(
        3,
        table_0="red elephant+monk",
        table_1="yellow elephant+monk",
        display="2 white elephant, red monk+princess",
    )
    play(position, "withdraw", "take white elephant", "take white elephant")
    assert field(position, "hand 0") == "2 white elephant"
    assert field(position, "display") == "red monk+princess"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_TM_6_3_the_last_player_finds_exactly_one_card(players: int) -> None:
    position = scene(players)
    for left in range(players, 1, -1):
        play(position, "withdraw")
        position.apply(next(n for n, weight in enumerate(position.chance_weights()) if weight))
        take(position)
        assert sum(counts(field(position, "display")).values()) == 2 * left - 3
    play(position, "withdraw")
    position.apply(next(n for n, weight in enumerate(position.chance_weights()) if weight))
    assert len(legal_texts(position)) == 1
    take(position, 1)
    assert field(position, "round") == "2"
    assert field(position, "hand_sizes").split()[-1] == "2"


def test_TM_6_3_if_none_lies_there_none_is_taken() -> None:
    position = scene(3, display="-", table_0="red elephant+monk", table_1="yellow elephant+monk")
    play(position, "withdraw")
    assert position.actor() == 1
    assert field(position, "phase") == "turn"


def test_TM_6_3_any_card_drawn_is_seen_before_choosing() -> None:
    position = scene(3, 2, "kashmir", table_0="red elephant+monk", court="monk")
    events = play(position, "withdraw", "palace srinagar", "? draw white monk")
    assert told(events, "drew_what") == [{"card": "white monk"}]
    assert field(position, "phase") == "take"
    assert field(position, "takes_due") == "2"


def test_TM_6_3_the_display_is_not_refilled_during_a_round() -> None:
    position = scene(3, table_0="red elephant+monk", table_1="yellow elephant+monk")
    play(position, "withdraw")
    take(position)
    assert field(position, "phase") == "turn"
    assert sum(counts(field(position, "display")).values()) == 3


def test_TM_6_4_the_discard_pile_becomes_the_draw_pile_when_a_card_is_needed() -> None:
    position = scene(3, discard=all_but(DISPLAY[3]))
    assert position.pile_size == 0
    events = play(position, "withdraw")
    assert told(events, "reshuffled") == [{}]
    assert possible_texts(position)[f"draw {LEFT_OVER}"] == 3
    assert sum(possible_texts(position).values()) == 91
    play(position, f"? draw {LEFT_OVER}")
    assert field(position, "discard") == "-"
    assert position.pile_size == 90


def test_TM_6_4_also_for_the_card_of_a_bonus_tile() -> None:
    table = "red elephant+monk"
    position = scene(
        3, 2, "kashmir", table_0=table, court="monk", discard=all_but(DISPLAY[3], table)
    )
    events = play(position, "withdraw", "palace srinagar")
    assert told(events, "reshuffled") == [{}]
    # The cards just played are still on the table: two of the three are in the new pile.
    assert possible_texts(position)["draw red elephant+monk"] == 2
    play(position, f"? draw {LEFT_OVER}")
    assert field(position, "discard") == "red elephant+monk"


def test_TM_6_4_no_shuffle_before_a_card_is_needed() -> None:
    last = all_but(DISPLAY[3], LEFT_OVER)
    position = scene(3, discard=last)
    assert position.pile_size == 1
    events = play(position, "withdraw", f"? draw {LEFT_OVER}")
    assert position.pile_size == 0
    assert not told(events, "reshuffled")
    assert counts(field(position, "discard")) == counts(last)


def test_TM_6_4_if_both_are_empty_nothing_is_drawn() -> None:
    hand = all_but(DISPLAY[3])
    position = scene(3, hand_1=hand)
    events = play(position, "withdraw")
    assert told(events, "nothing_to_draw") == [{"seat": 0}]
    assert not told(events, "reshuffled")
    assert field(position, "phase") == "take"
    table = "red elephant+monk"
    position = scene(
        3, 2, "kashmir", table_0=table, court="monk", hand_1=all_but(DISPLAY[3], table)
    )
    events = play(position, "withdraw", "palace srinagar")
    assert told(events, "nothing_to_draw") == [{"seat": 0}]
    assert field(position, "phase") == "take"
    assert position.scores() == [1, 0, 0]


def test_TM_6_4_a_display_is_first_dealt_from_what_is_left() -> None:
    table = "red elephant+elephant"
    two = "white monk, white vizier"
    position = scene(
        3, in_round="0", table_0=table, display="-", discard=all_but(two, table), court="vizier"
    )
    events = play(position, "withdraw")
    assert field(position, "phase") == "display"
    assert possible_texts(position) == {"draw white vizier": 1, "draw white monk": 1}
    events += play(position, "? draw white monk")
    assert not told(events, "reshuffled")
    events = play(position, "? draw white vizier")
    assert told(events, "reshuffled") == [{}]
    assert sum(possible_texts(position).values()) == 94
    assert possible_texts(position)["draw red elephant+elephant"] == 2
    play(position, *["? draw red elephant+elephant"] * 2, "? draw white mogul")
    assert field(position, "phase") == "turn"
