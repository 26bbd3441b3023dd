"""WP 2.8 and WP 3: refilling, the first scoring and the reshuffle."""

from __future__ import annotations

from dalang.engine.api import CHANCE
from dalang.engine.testing import counts, field, legal_texts, play, told, why
from dalang.games.web_of_power.tests.tables import phase, pile, scene

PLACED = ("play frankreich", "cloister fleury", "play frankreich", "cloister clairvaux")
TWO_TO_DRAW = {"hand_0": "2 frankreich, franken_aragon", "cloisters_1": "jumieges"}


def test_WP_2_8_played_cards_go_to_the_discard_pile() -> None:
    position = scene(**TWO_TO_DRAW)
    play(position, *PLACED)
    assert field(position, "discard") == "2 frankreich"


def test_WP_2_8_none_of_the_open_cards() -> None:
    position = scene(**TWO_TO_DRAW)
    play(position, *PLACED)
    assert legal_texts(position) == {"rest from pile", "take england_schwaben", "take frankreich"}
    play(position, "rest from pile")
    assert position.actor() == CHANCE
    play(position, "? draw bayern_burgund", "? draw franken_aragon")
    assert field(position, "hand 0") == "2 franken_aragon, bayern_burgund"
    assert field(position, "known 0") == "-"
    assert field(position, "open") == "england_schwaben, frankreich"
    assert position.actor() == 1


def test_WP_2_8_one_of_the_open_cards() -> None:
    position = scene(**TWO_TO_DRAW)
    events = play(position, *PLACED, "take frankreich")
    assert told(events, "took") == [{"seat": 0, "card": "frankreich"}]
    assert phase(position) == "take"
    events = play(position, "rest from pile", "? draw bayern_burgund")
    assert told(events, "drew") == [{"seat": 0}]
    assert phase(position) == "refill"
    play(position, "? draw lothringen_italien")
    assert field(position, "open") == "lothringen_italien, england_schwaben"
    assert field(position, "known 0") == "frankreich"


def test_WP_2_8_both_open_cards() -> None:
    position = scene(**TWO_TO_DRAW)
    play(position, *PLACED, "take frankreich", "take england_schwaben")
    assert phase(position) == "refill"
    play(position, "? draw lothringen_italien", "? draw lothringen_italien")
    assert field(position, "open") == "2 lothringen_italien"
    assert field(position, "hand_sizes") == "3 3 3"
    assert position.actor() == 1


def test_WP_2_8_not_more_open_cards_than_needed() -> None:
    position = scene(**TWO_TO_DRAW)
    play(position, "exchange franken_aragon", "take frankreich")
    assert phase(position) == "refill"


def test_WP_2_8_the_open_row_is_refilled_only_after_the_hand() -> None:
    position = scene(**TWO_TO_DRAW)
    play(position, *PLACED, "take frankreich")
    assert field(position, "open") == "england_schwaben"
    assert legal_texts(position) == {"rest from pile", "take england_schwaben"}
    assert why(position, "take frankreich") == ("WP 2.8", "not_open")


def test_WP_2_8_an_empty_open_row_leaves_no_choice() -> None:
    position = scene(hand_0="3 frankreich", cloisters_1="jumieges")
    play(position, "joker frankreich", "cloister fleury", "play frankreich", "cloister clairvaux")
    play(position, "take frankreich", "take england_schwaben")
    assert (phase(position), field(position, "open")) == ("draw", "-")


def test_WP_2_8_first_the_turn_then_the_refill() -> None:
    position = scene()
    assert why(position, "take frankreich") == ("WP 2.7", "place_or_exchange")
    position = scene(**TWO_TO_DRAW)
    play(position, "play frankreich", "cloister fleury")
    assert why(position, "take frankreich") == ("WP 2.1", "second_piece_or_finish")
    play(position, "finish")
    assert why(position, "finish") == ("WP 2.8", "take_first")


def test_WP_2_8_the_choice_stands_through_scoring_and_reshuffle() -> None:
    position = scene(pile="bayern_burgund", **TWO_TO_DRAW)
    play(position, *PLACED, "rest from pile")
    events = play(position, "? draw bayern_burgund")
    assert told(events, "first_scoring")
    assert phase(position) == "draw"
    assert field(position, "open") == "england_schwaben, frankreich"


def test_WP_3_1_the_last_card_into_a_hand_scores_at_once() -> None:
    position = scene(pile="bayern_burgund", **TWO_TO_DRAW)
    play(position, "exchange franken_aragon", "rest from pile")
    events = play(position, "? draw bayern_burgund")
    keys = [event.key for event in events]
    assert keys.index("drew") < keys.index("first_scoring") < keys.index("reshuffled")
    assert told(events, "scored_first") == [
        {"seat": 1, "country": "frankreich", "cloisters": 1, "points": 1}
    ]
    assert len(told(events, "no_cloisters")) == 8
    assert not told(events, "scored_alliance") + told(events, "no_majority")
    assert position.scores() == [0, 1, 0]
    assert position.actor() == 1


def test_WP_3_1_the_last_card_into_the_open_row_scores_at_once() -> None:
    position = scene(pile="bayern_burgund", **TWO_TO_DRAW)
    play(position, "exchange franken_aragon", "take frankreich")
    events = play(position, "? draw bayern_burgund")
    assert told(events, "first_scoring")
    assert field(position, "open") == "bayern_burgund, england_schwaben"
    assert field(position, "pile_outs") == "1"


def test_WP_3_1_then_on_with_hand_and_open_row() -> None:
    position = scene(pile="bayern_burgund", **TWO_TO_DRAW)
    play(position, *PLACED, "take frankreich", "rest from pile")
    events = play(position, "? draw bayern_burgund")
    assert told(events, "scored_first") == [
        {"seat": 0, "country": "frankreich", "cloisters": 2, "points": 3},
        {"seat": 1, "country": "frankreich", "cloisters": 1, "points": 2},
    ]
    assert phase(position) == "refill"
    play(position, "? draw frankreich")
    assert field(position, "hand_sizes") == "3 3 3"
    assert field(position, "open") == "england_schwaben, frankreich"
    assert position.actor() == 1


def test_WP_3_1_no_scoring_before_the_last_card() -> None:
    position = scene(pile="2 bayern_burgund", **TWO_TO_DRAW)
    play(position, "exchange franken_aragon", "rest from pile")
    events = play(position, "? draw bayern_burgund")
    assert not told(events, "first_scoring")
    assert field(position, "pile_outs") == "0"


def test_WP_3_2_the_discard_pile_becomes_the_pile() -> None:
    position = scene(pile="bayern_burgund", **TWO_TO_DRAW)
    discarded = counts(field(position, "discard"))
    play(position, "exchange franken_aragon", "rest from pile")
    events = play(position, "? draw bayern_burgund")
    discarded["franken_aragon"] += 1
    assert pile(position) == dict(discarded)
    assert told(events, "reshuffled") == [{"cards": discarded.total()}]
    assert field(position, "discard") == "-"


def test_WP_3_2_the_cards_just_played_are_shuffled_in() -> None:
    position = scene(pile="bayern_burgund", **TWO_TO_DRAW)
    before = counts(field(position, "discard"))
    play(position, *PLACED, "rest from pile", "? draw bayern_burgund")
    assert pile(position)["frankreich"] == before["frankreich"] + 2


def test_WP_3_2_open_cards_and_hands_stay() -> None:
    position = scene(pile="bayern_burgund", **TWO_TO_DRAW)
    play(position, "exchange franken_aragon", "rest from pile", "? draw bayern_burgund")
    assert field(position, "open") == "england_schwaben, frankreich"
    assert field(position, "hand 0") == "bayern_burgund, 2 frankreich"
    assert field(position, "hand_sizes") == "3 3 3"
