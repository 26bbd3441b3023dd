"""WP 2.1 to WP 2.7: playing cards and placing pieces, or exchanging a card."""

from __future__ import annotations

from itertools import chain

from dalang.engine.testing import field, legal_texts, play, told, why
from dalang.engine.words import Words
from dalang.games.web_of_power import GAME
from dalang.games.web_of_power.components import CARDS, COUNTRIES, N_COUNTRIES, NAMES, SPACES
from dalang.games.web_of_power.tests.tables import phase, scene, some, spaces_of

FRANCE = some("frankreich", 1, 1)  # a cloister each of seats 0 and 1


def free_cloisters(*countries: str) -> set[str]:
    return {f"cloister {space}" for country in countries for space in spaces_of(country)}


def test_WP_2_1_turns_go_clockwise() -> None:
    position = scene(4, turn=2, start=1)
    seats: list[int] = []
    for _ in range(5):
        seats.append(int(position.actor()))
        play(position, "exchange franken_aragon", "rest from pile", "? draw franken_aragon")
    assert seats == [2, 3, 0, 1, 2]


def test_WP_2_1_two_pieces_at_most() -> None:
    position = scene(hand_0="3 frankreich", cloisters_0=FRANCE[0], cloisters_1=FRANCE[1])
    play(position, "play frankreich", "cloister fleury", "play frankreich", "cloister fontevraud")
    assert phase(position) == "take"
    assert why(position, "play frankreich") == ("WP 2.1", "placed_already")


def test_WP_2_1_any_mix_of_pieces() -> None:
    for first, second in (
        ("cloister fleury", "cloister fontevraud"),
        ("cloister fleury", "advisor frankreich"),
        ("advisor frankreich", "cloister fleury"),
    ):
        position = scene(hand_0="3 frankreich", cloisters_1="jumieges")
        play(position, "play frankreich", first, "play frankreich", second)
        assert phase(position) == "take"
    position = scene(hand_0="3 frankreich", cloisters_1="jumieges, clairvaux")
    play(position, "play frankreich", "advisor frankreich", "play frankreich", "advisor frankreich")
    assert field(position, "advisors 0") == "2 frankreich"


def test_WP_2_1_all_pieces_in_one_country() -> None:
    position = scene(
        hand_0="2 franken_aragon, frankreich", cloisters_1="fulda, ripoll, saint_denis"
    )
    play(position, "play franken_aragon", "cloister lorsch")
    assert legal_texts(position) == {"finish", "play franken_aragon"}
    assert why(position, "play frankreich") == ("WP 2.1", "second_country")
    assert why(position, "cloister lorsch") == ("WP 2.2", "card_first")
    for text in ("cloister veruela", "advisor aragon", "advisor frankreich"):
        assert why(position, text) == ("WP 2.1", "one_country")
    play(position, "play franken_aragon")
    assert "cloister veruela" not in legal_texts(position)
    assert why(position, "cloister veruela") == ("WP 2.1", "one_country")
    assert why(position, "advisor aragon") == ("WP 2.1", "one_country")
    assert why(position, "advisor frankreich") == ("WP 2.1", "one_country")


def test_WP_2_1_one_piece_is_enough() -> None:
    position = scene(hand_0="3 frankreich", cloisters_1="jumieges")
    play(position, "play frankreich", "cloister fleury", "finish")
    assert phase(position) == "take"
    assert field(position, "hand_sizes") == "2 3 3"


def test_WP_2_1_a_second_piece_is_offered_whether_or_not_the_hand_allows_it() -> None:
    position = scene(
        hand_0="frankreich, franken_aragon, bayern_burgund", cloisters_1="jumieges, clairvaux"
    )
    play(position, "play frankreich", "cloister fleury")
    assert phase(position) == "more"
    assert legal_texts(position) == {"finish"}
    assert position.asks_anyway()  # nor does the time it takes tell anything
    both = "franken_aragon, bayern_burgund"
    position = scene(hand_0=f"frankreich, {both}", known_0=both, cloisters_1="jumieges, clairvaux")
    play(position, "play frankreich", "cloister fleury")
    assert not position.asks_anyway()  # everybody has seen what is left


def test_WP_2_2_a_card_places_in_the_countries_it_names() -> None:
    for card in CARDS:
        position = scene(hand_0=f"{card}, {'2 frankreich' if card != 'frankreich' else HANDY}")
        play(position, f"play {card}")
        first = CARDS.index(card) * N_COUNTRIES
        named = [country for n, country in enumerate(COUNTRIES) if NAMES[first + n]]
        assert len(named) == (1 if card == "frankreich" else 2)
        assert legal_texts(position) == free_cloisters(*named)


HANDY = "bayern_burgund, lothringen_italien"


def test_WP_2_2_not_elsewhere() -> None:
    position = scene(hand_0="franken_aragon, 2 frankreich", advisors_1="-", cloisters_1="cluny")
    play(position, "play franken_aragon")
    assert why(position, "cloister fleury") == ("WP 2.2", "wrong_country")
    assert why(position, "advisor burgund") == ("WP 2.2", "wrong_country")
    position = scene(hand_0="3 frankreich", cloisters_1="ely")
    play(position, "play frankreich")
    reason = position.why_not("advisor england")
    assert reason is not None
    assert (
        Words(GAME.vocabulary, "de").say(reason) == "Die Karte Frankreich gilt nicht für England."
    )


def test_WP_2_2_the_card_must_be_in_hand() -> None:
    position = scene(hand_0="3 franken_aragon")
    assert why(position, "play frankreich") == ("WP 2.2", "not_in_hand")
    assert why(position, "joker frankreich") == ("WP 2.2", "not_in_hand")


def test_WP_2_2_first_the_card_then_the_piece() -> None:
    position = scene()
    assert why(position, "cloister fulda") == ("WP 2.2", "card_first")
    play(position, "play franken_aragon")
    assert why(position, "play franken_aragon") == ("WP 2.3", "place_first")
    assert why(position, "exchange franken_aragon") == ("WP 2.3", "place_first")
    assert why(position, "rest from pile") == ("WP 2.3", "place_first")


def test_WP_2_3_two_equal_cards_are_a_joker() -> None:
    position = scene(hand_0="2 england_schwaben, frankreich")
    assert "joker england_schwaben" in legal_texts(position)
    assert why(position, "joker frankreich") == ("WP 2.3", "joker_needs_two")
    events = play(position, "joker england_schwaben")
    assert legal_texts(position) == {f"cloister {space}" for space in SPACES}
    assert told(events, "played_joker") == [{"seat": 0, "card": "england_schwaben"}]
    play(position, "cloister cluny")
    assert field(position, "hand 0") == "frankreich"
    assert field(position, "discard") == "2 england_schwaben"


def test_WP_2_3_two_cards_naming_the_country_are_two_pieces() -> None:
    position = scene(hand_0="2 frankreich, franken_aragon", cloisters_1="jumieges")
    play(position, "play frankreich", "cloister fleury", "play frankreich", "cloister clairvaux")
    assert field(position, "cloisters 0") == "clairvaux, fleury"


def test_WP_2_3_a_joker_and_a_card_are_two_pieces() -> None:
    for plays in (
        ("play frankreich", "joker england_schwaben"),
        ("joker england_schwaben", "play frankreich"),
    ):
        position = scene(hand_0="2 england_schwaben, frankreich", cloisters_1="jumieges")
        play(position, plays[0], "cloister fleury", plays[1], "cloister clairvaux")
        assert field(position, "cloisters 0") == "clairvaux, fleury"
        assert field(position, "hand_sizes") == "0 3 3"


def test_WP_2_3_a_joker_may_serve_a_country_its_cards_name() -> None:
    position = scene(hand_0="3 frankreich", cloisters_1="jumieges")
    play(position, "joker frankreich", "cloister fleury", "play frankreich", "advisor frankreich")
    assert field(position, "hand_sizes") == "0 3 3"


def test_WP_2_3_every_card_played_must_place_a_piece() -> None:
    full = some("frankreich", 0, 4, 4)
    position = scene(
        hand_0="3 frankreich",
        cloisters_1=full[1],
        cloisters_2=full[2],
        advisors_1="2 frankreich",
        advisors_2="2 frankreich",
    )
    assert legal_texts(position) == {"joker frankreich", "exchange frankreich"}
    assert why(position, "play frankreich") == ("WP 2.3", "card_places_nothing")
    play(position, "joker frankreich")
    assert legal_texts(position) == free_cloisters(*(set(COUNTRIES) - {"frankreich"}))


def test_WP_2_3_a_second_card_that_places_nothing_is_not_asked_for() -> None:
    full = some("frankreich", 0, 4, 3)
    position = scene(
        hand_0="3 frankreich",
        cloisters_1=full[1],
        cloisters_2=full[2],
        advisors_1="4 frankreich",
    )
    play(position, "play frankreich", f"cloister {spaces_of('frankreich')[-1]}")
    assert phase(position) == "take"
    assert why(position, "play frankreich") == ("WP 2.1", "placed_already")


def test_WP_2_4_a_cloister_on_a_free_space() -> None:
    position = scene(hand_0="3 frankreich", cloisters_1="jumieges", cloisters_2="fleury")
    events = play(position, "play frankreich")
    assert legal_texts(position) == (
        free_cloisters("frankreich") - {"cloister jumieges", "cloister fleury"}
    ) | {"advisor frankreich"}
    assert why(position, "cloister jumieges") == ("WP 2.4", "space_taken")
    events = play(position, "cloister clairvaux")
    assert told(events, "cloister_placed") == [{"seat": 0, "space": "clairvaux"}]
    assert position.cloisters_left[0] == 19


def test_WP_2_4_one_cloister_only_in_an_empty_country() -> None:
    position = scene(hand_0="3 frankreich")
    play(position, "play frankreich")
    assert why(position, "advisor frankreich") == ("WP 2.4", "cloister_first")
    play(position, "cloister fleury")
    assert phase(position) == "take"
    for text in ("play frankreich", "joker frankreich", "cloister clairvaux", "advisor frankreich"):
        assert why(position, text) == ("WP 2.4", "one_in_empty_country")


def test_WP_2_4_two_pieces_where_one_cloister_of_anybody_stands() -> None:
    for seat in (0, 1):
        position = scene(hand_0="3 frankreich", **{f"cloisters_{seat}": "jumieges"})
        play(position, "play frankreich", "cloister fleury")
        assert phase(position) == "more"
        assert "play frankreich" in legal_texts(position)


def test_WP_2_4_next_turn_two_pieces_are_possible() -> None:
    position = scene(hand_0="3 frankreich", hand_1="2 frankreich, franken_aragon")
    play(position, "play frankreich", "cloister fleury", "take frankreich", "? draw franken_aragon")
    play(position, "play frankreich", "cloister clairvaux", "play frankreich")
    assert "cloister jumieges" in legal_texts(position)


def test_WP_2_5_no_more_advisors_than_cloisters_of_the_leader() -> None:
    three = some("frankreich", 3, 2, 1)
    board = {"cloisters_0": three[0], "cloisters_1": three[1], "cloisters_2": three[2]}
    position = scene(hand_2="3 frankreich", turn=2, advisors_0="2 frankreich", **board)
    play(position, "play frankreich", "advisor frankreich", "play frankreich")
    assert why(position, "advisor frankreich") == ("WP 2.5", "court_full")
    reason = position.why_not("advisor frankreich")
    assert reason is not None
    assert reason.args == {"country": "frankreich", "limit": 3}


def test_WP_2_5_no_own_cloister_needed() -> None:
    position = scene(hand_0="3 frankreich", cloisters_1="jumieges")
    events = play(position, "play frankreich", "advisor frankreich")
    assert told(events, "advisor_placed") == [{"seat": 0, "country": "frankreich"}]
    assert field(position, "advisors 0") == "frankreich"
    assert position.advisors_left[0] == 7


def test_WP_2_5_a_cloister_first_makes_room() -> None:
    board = {"cloisters_0": "jumieges", "advisors_1": "frankreich"}
    position = scene(hand_0="3 frankreich", **board)
    play(position, "play frankreich")
    assert why(position, "advisor frankreich") == ("WP 2.5", "court_full")
    play(position, "cloister fleury", "play frankreich", "advisor frankreich")
    assert field(position, "advisors 0") == "frankreich"


def test_WP_2_5_a_cloister_of_a_follower_makes_no_room() -> None:
    board = {"cloisters_1": "jumieges, clairvaux", "advisors_1": "2 frankreich"}
    position = scene(hand_0="3 frankreich", **board)
    play(position, "play frankreich", "cloister fleury", "play frankreich")
    assert why(position, "advisor frankreich") == ("WP 2.5", "court_full")


def test_WP_2_5_in_a_full_country_advisors_only() -> None:
    full = some("schwaben", 0, 2, 2)
    position = scene(
        hand_0="3 england_schwaben", open="2 frankreich", cloisters_1=full[1], cloisters_2=full[2]
    )
    play(position, "play england_schwaben")
    assert legal_texts(position) == free_cloisters("england") | {"advisor schwaben"}


def test_WP_2_6_no_cloister_left() -> None:
    mine = chain(
        spaces_of("england"), spaces_of("franken"), spaces_of("bayern"), spaces_of("schwaben")
    )
    position = scene(cloisters_0=", ".join(list(mine)[:20]), cloisters_1="ripoll")
    assert position.cloisters_left[0] == 0
    play(position, "play franken_aragon")
    assert legal_texts(position) == {"advisor franken", "advisor aragon"}
    assert why(position, "cloister poblet") == ("WP 2.6", "no_cloister_left")


def test_WP_2_6_no_advisor_left() -> None:
    board = {
        "cloisters_1": ", ".join(spaces_of("franken")),
        "advisors_0": "7 franken, england",
        "cloisters_2": "ely, ripoll",
    }
    position = scene(**board)
    play(position, "play franken_aragon")
    assert legal_texts(position) == free_cloisters("aragon") - {"cloister ripoll"}
    assert why(position, "advisor aragon") == ("WP 2.6", "no_advisor_left")


def test_WP_2_7_exchange_exactly_one_card() -> None:
    position = scene(hand_0="2 frankreich, franken_aragon")
    events = play(position, "exchange frankreich")
    assert told(events, "exchanged") == [{"seat": 0, "card": "frankreich"}]
    assert field(position, "discard") == "frankreich"
    assert phase(position) == "take"
    assert why(position, "exchange frankreich") == ("WP 2.7", "exchanged_already")
    assert why(position, "play franken_aragon") == ("WP 2.7", "exchanged_already")
    assert why(position, "cloister fulda") == ("WP 2.7", "exchanged_already")
    play(position, "rest from pile", "? draw bayern_burgund")
    assert field(position, "hand 0") == "franken_aragon, bayern_burgund, frankreich"
    assert position.actor() == 1


def test_WP_2_7_no_passing() -> None:
    position = scene()
    assert why(position, "finish") == ("WP 2.7", "no_passing")
    assert why(position, "rest from pile") == ("WP 2.7", "place_or_exchange")


def test_WP_2_7_any_card_of_the_hand_may_be_exchanged_and_no_other() -> None:
    position = scene(hand_0="2 frankreich, franken_aragon")
    exchanges = {text for text in legal_texts(position) if text.startswith("exchange")}
    assert exchanges == {"exchange frankreich", "exchange franken_aragon"}
    assert why(position, "exchange bayern_burgund") == ("WP 2.7", "not_in_hand")


def test_WP_2_7_who_has_placed_may_not_exchange() -> None:
    position = scene(hand_0="3 frankreich", cloisters_1="jumieges")
    play(position, "play frankreich", "cloister fleury")
    assert why(position, "exchange frankreich") == ("WP 2.7", "exchange_or_place")
    play(position, "finish")
    assert why(position, "exchange frankreich") == ("WP 2.7", "exchange_or_place")


def test_WP_2_7_who_can_place_nothing_exchanges() -> None:
    board = dict(
        zip(("cloisters_0", "cloisters_1", "cloisters_2"), some("frankreich", 3, 3, 2), strict=True)
    )
    position = scene(hand_0="frankreich, 2 franken_aragon", advisors_1="3 frankreich", **board)
    assert why(position, "play frankreich") == ("WP 2.3", "card_places_nothing")
    assert "exchange frankreich" in legal_texts(position)
