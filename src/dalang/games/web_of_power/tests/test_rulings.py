"""WP R1 to R9: the rulings."""

from __future__ import annotations

import tomllib

from dalang.engine.api import CHANCE, Event
from dalang.engine.playout import settle_chance
from dalang.engine.rng import Rng
from dalang.engine.rulebook import rulebook_text
from dalang.engine.testing import field, legal_texts, play, told, why
from dalang.games.web_of_power import GAME
from dalang.games.web_of_power.components import COUNTRIES
from dalang.games.web_of_power.rules.chains import score_chains
from dalang.games.web_of_power.rules.scoring import score_advisors, score_cloisters
from dalang.games.web_of_power.tests.tables import new_game, phase, scene, some

BOX = tomllib.loads((GAME.folder / "components.toml").read_text("utf-8"))


def test_WP_R1_advisors_before_the_first_scoring() -> None:
    position = scene(hand_0="3 frankreich", cloisters_1="fleury")
    play(position, "play frankreich")
    assert "advisor frankreich" in legal_texts(position)


def test_WP_R1_the_first_scoring_leaves_advisors_out() -> None:
    board = {"cloisters_1": "fleury, ely", "advisors_0": "frankreich, england"}
    position = scene(pile="bayern_burgund", **board)
    play(position, "exchange franken_aragon", "rest from pile", "? draw bayern_burgund")
    assert position.scores() == [0, 2, 0]


def test_WP_R2_the_longest_path_of_each_separate_group() -> None:
    west = "mont_saint_michel, jumieges, saint_denis, gembloux, fleury"
    east = "melk, niederaltaich, sankt_emmeram, tegernsee"
    position = scene(cloisters_0=f"{west}, {east}")
    events: list[Event] = []
    score_chains(position, events)
    assert [args["points"] for args in told(events, "scored_chain")] == [4, 4]


def test_WP_R3_the_running_refill_stops() -> None:
    position = scene(
        pile_outs=1,
        pile="bayern_burgund",
        hand_0="2 frankreich, franken_aragon",
        cloisters_1="jumieges",
    )
    play(position, "play frankreich", "cloister fleury", "play frankreich", "cloister clairvaux")
    play(position, "take england_schwaben", "rest from pile", "? draw bayern_burgund")
    assert field(position, "open") == "frankreich"
    assert position.actor() == 1
    position = scene(
        pile_outs=1,
        pile="bayern_burgund",
        hand_0="2 frankreich, franken_aragon",
        cloisters_1="jumieges",
    )
    play(position, "play frankreich", "cloister fleury", "play frankreich", "cloister clairvaux")
    play(position, "rest from pile", "? draw bayern_burgund")
    assert field(position, "hand_sizes") == "2 3 3"
    assert position.actor() == 1


def test_WP_R3_an_exchange_is_then_only_a_discard() -> None:
    position = scene(pile_outs=1, pile="bayern_burgund")
    play(position, "exchange franken_aragon", "rest from pile", "? draw bayern_burgund")
    play(position, "exchange franken_aragon")
    assert field(position, "hand_sizes") == "3 2 3"
    assert position.actor() == 2
    assert why(position, "take frankreich") == ("WP 2.7", "place_or_exchange")


def test_WP_R4_hands_are_hidden_the_rest_is_public() -> None:
    position = scene(
        hand_1="3 frankreich",
        known_2="bayern_burgund",
        discard="franken_aragon",
        points="1 2 3",
        advisors_1="england",
        cloisters_1="ely",
    )
    view = GAME.observe(position, 0).to_text()
    lines = dict(line.split(": ", 1) for line in view.splitlines())
    assert lines["hand 0"] == field(position, "hand 0")
    assert lines["hand 1"] == "-"
    assert lines["hand 2"] == "bayern_burgund"
    for name in ("open", "discard", "points", "cloisters 1", "advisors 1", "hand_sizes"):
        assert lines[name] == field(position, name)


def test_WP_R4_draws_are_seen_by_the_drawer_only() -> None:
    position = scene()
    events = play(position, "exchange franken_aragon", "rest from pile", "? draw frankreich")
    assert [(event.key, event.seen_by) for event in events] == [
        ("exchanged", -1),
        ("drew", -1),
        ("drew_what", 0),
    ]


def test_WP_R5_outer_countries_clockwise_then_the_inner_ones() -> None:
    assert (
        *("england", "lothringen", "franken", "bayern", "italien", "aragon", "frankreich"),
        *("burgund", "schwaben"),
    ) == COUNTRIES
    position = scene()
    events: list[Event] = []
    score_cloisters(position, events)
    score_advisors(position, events)
    assert [args["country"] for args in told(events, "no_cloisters")] == list(COUNTRIES)
    assert [args["number"] for args in told(events, "no_majority")] == list(range(1, 16))


def test_WP_R6_what_is_reconstructed_says_so() -> None:
    assert {entry["status"] for entry in BOX["space"] + BOX["road"]} == {"reconstructed"}
    assert {entry["status"] for entry in BOX["alliance"]} == {"reconstructed"}
    sourced = {c["id"] for c in BOX["country"] if c["spaces_status"] == "sourced"}
    assert sourced == {"frankreich", "schwaben"}
    assert {card["status"] for card in BOX["card"]} == {"sourced"}


def test_WP_R7_one_first_player_counts_not_their_sum() -> None:
    rows = some("frankreich", 3, 3, 1)
    position = scene(cloisters_0=rows[0], cloisters_1=rows[1], cloisters_2=rows[2])
    score_cloisters(position, None)
    assert position.scores() == [7, 7, 3]


def test_WP_R8_the_start_player_is_drawn_by_lot() -> None:
    position = new_game(5)
    assert position.actor() == CHANCE
    assert list(position.chance_weights()) == [1] * 5
    events = play(position, "? start 3")
    assert told(events, "start_drawn") == [{"seat": 3}]
    settle_chance(position, Rng(1))
    assert position.actor() == 3


def test_WP_R8_the_limit_is_checked_after_each_piece() -> None:
    position = scene(hand_0="3 frankreich", cloisters_0="jumieges", advisors_1="frankreich")
    play(position, "play frankreich", "cloister fleury", "play frankreich")
    assert "advisor frankreich" in legal_texts(position)
    assert phase(position) == "place"


def test_WP_R9_countries_have_german_names_in_writing() -> None:
    position = scene(cloisters_1="fulda, hirsau, pruem, melk, cluny, pomposa, fleury")
    play(position, "play franken_aragon", "advisor franken")
    assert field(position, "advisors 0") == "franken"
    for language in ("en", "nl", "de"):
        text = rulebook_text(GAME.folder, language)
        ruling = next(line for line in text.splitlines() if line.startswith("**WP R9**"))
        assert all(f"`{country}`" in ruling for country in COUNTRIES)
