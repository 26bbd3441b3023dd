"""WP 5 and WP 8: the end of the game, and who has won."""

from __future__ import annotations

from pathlib import Path

import pytest

from dalang.engine.api import OVER
from dalang.engine.errors import PositionError
from dalang.engine.replay import Replay, play_through
from dalang.engine.testing import field, legal_texts, play, told
from dalang.games.web_of_power import GAME
from dalang.games.web_of_power.components import COUNTRIES
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.tests.tables import phase, scene, spaces_of

REPLAYS = sorted((GAME.folder / "tests" / "replays").glob("*.replay"))


def almost_full(**given: str | int) -> WebOfPower:
    """All spaces but Fulda have a cloister of seats 1, 2, 3; at every court one advisor fits."""
    rows: list[list[str]] = [[], [], [], []]
    courts: list[str] = []
    for country in COUNTRIES:
        spaces = [space for space in spaces_of(country) if space != "fulda"]
        for number, space in enumerate(spaces):
            rows[1 + number % 3].append(space)
        courts += [country] * -(-len(spaces) // 3)
    fields: dict[str, str | int] = {
        f"cloisters_{seat}": ", ".join(row) or "-" for seat, row in enumerate(rows)
    }
    fields |= {f"advisors_{seat}": ", ".join(courts[seat::3]) or "-" for seat in range(3)}
    return scene(4, **fields | given)


def test_WP_5_1_the_last_round_goes_up_to_the_right_of_the_start_player() -> None:
    position = scene(4, pile_outs=1, start=2, turn=3, pile="bayern_burgund")
    play(position, "exchange franken_aragon", "rest from pile")
    events = play(position, "? draw bayern_burgund")
    assert told(events, "pile_out_again") == [{"seat": 1}]
    assert position.actor() == 0
    play(position, "exchange franken_aragon")
    assert position.actor() == 1
    play(position, "exchange franken_aragon")
    assert position.actor() == OVER
    assert position.ended_by() == "pile_out_twice"


def test_WP_5_1_the_last_in_turn_order_ends_it_alone() -> None:
    position = scene(4, pile_outs=1, start=2, turn=1, pile="bayern_burgund")
    play(position, "exchange franken_aragon", "rest from pile", "? draw bayern_burgund")
    assert position.ended_by() == "pile_out_twice"


def test_WP_5_1_the_start_player_gives_everybody_one_more_turn() -> None:
    position = scene(3, pile_outs=1, start=1, turn=1, pile="bayern_burgund")
    play(position, "exchange franken_aragon", "rest from pile", "? draw bayern_burgund")
    seats: list[int] = []
    while position.actor() != OVER:
        seats.append(int(position.actor()))
        play(position, "exchange franken_aragon")
    assert seats == [2, 0]


def test_WP_5_1_into_the_open_row_counts_too() -> None:
    position = scene(3, pile_outs=1, pile="bayern_burgund")
    play(position, "exchange franken_aragon", "take frankreich")
    events = play(position, "? draw bayern_burgund")
    assert told(events, "pile_out_again") == [{"seat": 2}]


def test_WP_5_1_pieces_can_be_placed_in_the_last_round() -> None:
    position = scene(3, pile_outs=1, pile="bayern_burgund", hand_1="2 frankreich, franken_aragon")
    play(position, "exchange franken_aragon", "rest from pile", "? draw bayern_burgund")
    play(position, "play frankreich", "cloister fleury")
    assert position.actor() == 2


def test_WP_5_1_ends_at_once_when_nobody_can_place_anything() -> None:
    position = almost_full(pile_outs=1)
    events = play(position, "play franken_aragon", "cloister fulda")
    assert position.actor() == OVER
    assert position.ended_by() == "nothing_to_place"
    assert told(events, "second_scoring") == [{"end": "nothing_to_place"}]
    assert field(position, "hand_sizes") == "2 3 3 3"


def test_WP_5_1_such_a_board_is_no_running_game() -> None:
    position = almost_full(pile_outs=1)
    play(position, "play franken_aragon", "cloister fulda")
    text = position.to_text().replace("phase: end", "phase: take")
    with pytest.raises(PositionError, match=r"WP 5\.1"):
        GAME.from_text(text.replace("ended_by: nothing_to_place", "ended_by: -"))


def test_WP_5_1_not_before_the_first_scoring() -> None:
    position = almost_full(pile="2 bayern_burgund")
    play(position, "play franken_aragon", "cloister fulda")
    assert phase(position) == "take"
    play(position, "rest from pile", "? draw bayern_burgund")
    assert position.actor() == 1
    assert legal_texts(position) == {
        "exchange franken_aragon",
        "exchange bayern_burgund",
        "exchange lothringen_italien",
    }
    play(position, "exchange franken_aragon", "rest from pile")
    events = play(position, "? draw bayern_burgund")
    assert position.ended_by() == "nothing_to_place"
    assert told(events, "first_scoring")
    assert told(events, "second_scoring")


def test_WP_5_1_goes_on_while_one_advisor_of_one_player_fits() -> None:
    position = almost_full(pile_outs=1)
    advisors = field(position, "advisors 0").replace("england, ", "", 1)
    position = almost_full(pile_outs=1, advisors_0=advisors)
    play(position, "play franken_aragon", "cloister fulda")
    assert position.ended_by() == ""


def test_WP_5_1_goes_on_while_a_space_is_free() -> None:
    # The courts are full, Fulda is free, and only seat 0 takes turns: it sends no cloister there.
    position = almost_full(pile_outs=1)
    play(position, "exchange franken_aragon", "take frankreich", "? draw franken_aragon")
    assert position.ended_by() == ""
    assert position.actor() == 1


def test_WP_5_1_room_at_a_court_is_no_use_without_advisors() -> None:
    # Three seats with all advisors out: 24 in all, in a board with room for more of them.
    rows = {0: ["england", "lothringen", "franken"], 1: ["bayern", "italien"], 2: ["aragon"]}
    owners = {country: seat for seat, countries in rows.items() for country in countries}
    cloisters: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for country in COUNTRIES:
        for number, space in enumerate(spaces_of(country)):
            if space != "hirsau":
                cloisters[owners.get(country, 1 + number % 2)].append(space)
    assert max(len(row) for row in cloisters.values()) <= 20
    position = scene(
        **{f"cloisters_{seat}": ", ".join(row) for seat, row in cloisters.items()},
        advisors_0="5 england, 3 lothringen",
        advisors_1="6 bayern, 2 italien",
        advisors_2="4 franken, 4 aragon",
        hand_2="2 england_schwaben, franken_aragon",
        turn=2,
        pile_outs=1,
    )
    assert position.court[COUNTRIES.index("franken")] < position.most[COUNTRIES.index("franken")]
    play(position, "play england_schwaben", "cloister hirsau")
    assert position.ended_by() == "nothing_to_place"


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_WP_5_1_recorded_games_end_as_they_say(path: Path) -> None:
    replay = Replay.load(path)
    events = [event for _, _, told_now in play_through(GAME, replay) for event in told_now]
    assert [args["end"] for args in told(events, "second_scoring")] == [replay.ended_by]
    assert len(told(events, "first_scoring")) == 1


def test_WP_5_2_cloisters_then_advisors_then_chains() -> None:
    position = scene(
        3,
        pile_outs=2,
        start=1,
        discard="11 franken_aragon, 10 bayern_burgund, 9 lothringen_italien, 8 england_schwaben, "
        "2 frankreich",
        hand_0="3 frankreich",
        hand_1="-",
        hand_2="-",
        open="2 frankreich",
        cloisters_0="ely, egmond, siegburg, corvey, pruem",
        cloisters_1="gorze",
        advisors_0="england, lothringen",
        points="7 0 0",
    )
    events = play(position, "exchange frankreich")
    keys = [event.key for event in events]
    order = ["second_scoring", "scored_cloisters", "scored_alliance", "scored_chain", "game_over"]
    assert sorted(set(order), key=keys.index) == order
    # England 1, Lorraine 4, Franconia 1; alliance 2: two advisors; a chain of four and a branch.
    assert told(events, "scored_chain")[0]["points"] == 4
    assert position.scores() == [7 + 1 + 4 + 1 + 2 + 4, 3, 0]
    assert told(events, "game_over") == [{"winners": [0]}]


def test_WP_5_2_events_account_for_every_point() -> None:
    for path in REPLAYS:
        scores = None
        points: dict[int, int] = {}
        for _, session, events in play_through(GAME, Replay.load(path)):
            for event in events:
                if "points" in event.args:
                    seat, won = event.args["seat"], event.args["points"]
                    assert isinstance(seat, int)
                    assert isinstance(won, int)
                    points[seat] = points.get(seat, 0) + won
            scores = session.position.scores()
        assert scores == [points.get(seat, 0) for seat in range(len(scores or []))]


def test_WP_5_1_the_last_round_is_announced_until_it_is_over() -> None:
    position = scene(3, pile_outs=2, pile="-", start=1, hand_1="-", hand_2="-")
    assert "see_last_round" in summary_keys(position)
    play(position, "exchange franken_aragon")
    assert "see_last_round" not in summary_keys(position)


def summary_keys(position: WebOfPower) -> set[str]:
    return {phrase.key for phrase in GAME.summary(GAME.observe(position, 0))}


def over(points: str, **given: str | int) -> WebOfPower:
    fields: dict[str, str | int] = {
        "phase": "end",
        "ended_by": "nothing_to_place",
        "pile_outs": 1,
        "points": points,
    }
    return scene(3, **fields | given)


def test_WP_8_1_most_points_win() -> None:
    assert over("10 30 20").ranking() == [3, 1, 2]


def test_WP_8_1_a_tie_goes_to_most_pieces_left() -> None:
    board = {"cloisters_0": "ely, fulda", "cloisters_1": "cluny", "advisors_1": "england, burgund"}
    position = over("30 30 20", **board)
    assert position.ranking() == [1, 2, 3]


def test_WP_8_1_cloisters_and_advisors_count_together_and_cards_do_not() -> None:
    board = {"cloisters_0": "ely, fulda", "cloisters_1": "cluny", "advisors_1": "england"}
    position = over("30 30 20", hand_0="-", **board)
    assert position.ranking() == [1, 1, 3]


def test_WP_8_1_still_tied_is_shared() -> None:
    assert over("30 30 30").ranking() == [1, 1, 1]
