"""BA 2: the turn of the active player."""

from __future__ import annotations

from dalang.engine.testing import play, possible_texts, settle, told
from dalang.games.bali.tests.tables import field, paragraph, reason, scene


def test_BA_2_1_only_the_island_of_the_dalang_is_active() -> None:
    position = scene(hand_0="scholar", kukusch_0="warrior")
    assert position.legal_texts() == ["end turn", "play scholar"]  # the pile is out of play
    assert paragraph(position, "play warrior") == "BA 2.1"
    play(position, "play scholar")
    assert position.legal_texts() == ["stop", "take from kukusch"]
    assert reason(position, "take from wontong") == "no_pile_here"


def test_BA_2_2_the_active_player_draws_two_then_the_others_one_each() -> None:
    position = scene(active=3, turn=3, fled="1", hand_2="artist")
    events = play(position, "end turn", "? draw priest", "? draw priest")
    assert field(position, "hand 0") == {"priest": 2}
    events += play(position, "? draw warrior", "? draw prince", "? draw artist")
    assert told(events, "drew") == [{"seat": seat} for seat in (0, 0, 1, 2, 3)]
    assert field(position, "hand 1") == {"warrior": 1}  # who had fled is back and draws too
    assert field(position, "fled") == []
    assert field(position, "hand 2") == {"prince": 1, "artist": 1}
    assert (position.actor(), field(position, "phase")) == (0, "turn")


def test_BA_2_2_the_first_turn_begins_with_the_draw_too() -> None:
    position = scene(
        phase="pick_up",
        turn=3,
        turn_begins=1,
        unvisited="wontong",
        wontong_3="?",
    )
    play(position, "? see artist")
    assert field(position, "phase") == "turn_draw"
    settle(position)
    assert field(position, "hand_sizes") == [2, 1, 1, 2]


def test_BA_2_3_one_card_at_a_time_and_answers_of_the_same_kind() -> None:
    position = scene(hand_0="2 scholar", hand_1="artist, scholar", hand_2="warrior")
    play(position, "play scholar", "stop")
    assert (position.actor(), position.legal_texts()) == (1, ["pass", "play scholar"])
    assert paragraph(position, "play artist") == "BA 2.3"
    assert reason(position, "play artist") == "other_kind"
    play(position, "pass")
    assert (position.actor(), position.legal_texts()) == (2, ["pass"])
    play(position, "pass", "pass")
    assert position.actor() == 0
    play(position, "play scholar", "stop")
    assert position.actor() == 1  # passing had no further effect


def test_BA_2_3_the_active_player_may_play_nothing() -> None:
    position = scene(hand_0="2 scholar")
    assert "end turn" in position.legal_texts()
    play(position, "end turn")
    assert position.active == 1


def test_BA_2_4_without_a_card_to_lead_the_turn_can_only_end() -> None:
    position = scene(hand_0="priest, prince")
    assert position.legal_texts() == ["end turn"]
    for card in ("warrior", "scholar", "artist", "dalang kukusch+panschar", "2 priest", "2 prince"):
        assert len(scene(hand_0=card).legal_texts()) == 2


def test_BA_2_4_the_left_hand_neighbour_is_next() -> None:
    position = scene(active=1, turn=1)
    play(position, "end turn")
    assert (position.active, position.turn) == (2, 2)


def test_BA_2_4_a_second_card_ends_the_turn() -> None:
    position = scene(hand_0="scholar, 5 artist", hand_1="2 scholar")
    play(position, "play scholar", "stop", "play scholar", "stop", "play scholar", "pass")
    play(position, "pass", "pass")
    assert position.active == 1


def _almost_empty(players: int = 4, **given: str | int) -> dict[str, str | int]:
    """Everything is in the piles of the last seat but what is given, so that the stock is empty."""
    last = players - 1
    rest = {"warrior": 30, "priest": 30, "prince": 30, "scholar": 30, "artist": 15}
    for value in given.values():
        for words in str(value).split(", "):
            count, _, card = words.partition(" ")
            name, number = (card, int(count)) if count.isdigit() else (words, 1)
            if name in rest:
                rest[name] -= number
    dalangs = ["kukusch+panschar", "kukusch+tschakkalag", "kukusch+wontong"]
    dalangs += ["panschar+tschakkalag", "panschar+wontong", "tschakkalag+wontong"]
    cards = [card for card, number in rest.items() for _ in range(number)]
    cards += [f"dalang {pair}" for pair in dalangs for _ in range(4)]
    return {f"kukusch_{last}": ", ".join(cards), **given}


def test_BA_2_5_an_empty_stock_is_made_anew_from_all_discards() -> None:
    given = _almost_empty(hand_0="artist", discard="2 prince, 4 warrior")
    position = scene(**given)
    assert position.stock_size == 0
    events = play(position, "end turn")
    assert told(events, "reshuffled") == [{"count": 6}]
    assert field(position, "discard") == {}
    assert possible_texts(position) == {"draw warrior": 4, "draw prince": 2}


def test_BA_2_5_cards_just_played_are_shuffled_in_too() -> None:
    given = _almost_empty(hand_0="artist, warrior, priest")
    position = scene(**given)
    play(position, "play artist", "discard warrior", "stop")
    assert possible_texts(position) == {"draw warrior": 1, "draw artist": 1}


def test_BA_2_5_if_cards_run_out_players_draw_what_there_is_in_order() -> None:
    given = _almost_empty(hand_0="artist", discard="3 warrior")
    position = scene(**given)
    events = play(position, "end turn", *(["? draw warrior"] * 3))
    assert field(position, "hand_sizes") == [1, 2, 1, 0]
    assert told(events, "nothing_to_draw") == [{"seat": 3}]
    assert (position.actor(), field(position, "phase")) == (1, "turn")


def test_BA_2_5_unseen_cards_in_piles_take_no_part_in_a_reshuffle() -> None:
    given = _almost_empty(hand_0="scholar", discard="3 warrior, priest")
    given |= {"unvisited": "panschar", "panschar_0": "?, ?, ?"}
    text = str(given["kukusch_3"])
    given["kukusch_3"] = text.replace("artist, ", "", 2).replace("prince, ", "", 1)
    position = scene(**given)
    assert position.stock_size == 0
    play(position, "play scholar", "take from panschar")
    assert possible_texts(position) == {"see artist": 2, "see prince": 1}
    play(position, "? see artist", "stop", "pass", "pass", "pass", "end turn")
    assert field(position, "buried") == {"prince": 1, "artist": 1}
    assert possible_texts(position) == {"draw warrior": 3, "draw priest": 1, "draw scholar": 1}
