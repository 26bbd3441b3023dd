"""What the drawing says about a position, checked over random games.

How it looks as HTML is tested for all games at once, in tests/test_drawings.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from dalang.engine.api import CHANCE, OVER, WATCHER, Event
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.games.web_of_power import GAME
from dalang.games.web_of_power.components import CARDS, COUNTRIES, NONE, SPACES
from dalang.games.web_of_power.drawing import flights, recall, scene
from dalang.games.web_of_power.drawing.board import WIDEST, row
from dalang.games.web_of_power.drawing.things import COURT, LABEL, SEAL, Scoring
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.state import PLACE
from dalang.games.web_of_power.tests.tables import scene as table

BOARD = (GAME.folder / "view" / "board.html").read_text("utf-8")


def walk(players: int, seed: int) -> Iterator[tuple[WebOfPower, list[Event]]]:
    rng, position = Rng(seed), GAME.start(players)
    assert isinstance(position, WebOfPower)
    while position.actor() != OVER:
        events: list[Event] = []
        position.apply(random_step(position, rng), events)
        yield position, events


def drawn(position: WebOfPower, viewer: int) -> dict[str, Any]:
    return scene(GAME.observe(position, viewer))


# --- the map --------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_legal_action_has_its_place_and_nothing_else_is_lit(players: int) -> None:
    kinds: set[str] = set()
    for position, _ in walk(players, seed=1):
        actor = int(position.actor())
        if actor in (CHANCE, OVER):
            continue
        legal = {position.action_text(action) for action in position.legal_actions()}
        lit = drawn(position, actor)
        buttons = {choice.action for choice in lit["choices"]} | {"finish", "rest from pile"}
        buttons |= {card.action for card in lit["open"]}
        buttons |= {text for held in lit["hand"] for text in (held.play, held.joker, held.exchange)}
        assert legal <= buttons
        assert {choice.action for choice in lit["choices"]} <= legal
        kinds |= {text.split()[0] for text in legal}
        assert drawn(position, (actor + 1) % players)["choices"] == []
    assert kinds >= {"play", "joker", "exchange", "cloister", "advisor", "take", "rest", "finish"}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_map_shows_every_piece_once_and_the_limit_of_every_court(players: int) -> None:
    states: set[str] = set()
    for position, _ in walk(players, seed=2):
        lit = drawn(position, WATCHER)
        stand = {(piece.space, piece.seat) for piece in lit["cloisters"]}
        assert stand == {(s, int(o)) for s, o in zip(SPACES, position.owner, strict=True) if o >= 0}
        ids = [piece.id for piece in (*lit["cloisters"], *lit["advisors"])]
        assert len(set(ids)) == len(ids)
        assert len(lit["advisors"]) == sum(position.court)
        for number, court in enumerate(lit["courts"]):
            assert (court.advisors, court.limit) == (position.court[number], position.most[number])
            assert (court.state == "empty") == position.is_empty(number)
            assert (court.state == "full") == (0 < court.limit == court.advisors)
            assert sum(count for _, count in court.sent) == court.advisors
            states.add(court.state)
    assert states == {"empty", "room", "full"}


def test_many_advisors_stay_at_their_court() -> None:
    assert row([1]) == [0]
    for counts in ([8], [2, 2, 2, 1, 1], [4, 4], [0, 3, 0, 5, 0], [1, 1, 1, 1, 1]):
        places = row(counts)
        assert len(places) == sum(counts)
        assert places == sorted(set(places))
        assert places[-1] - places[0] <= WIDEST + 0.01
        assert abs(places[0] + places[-1]) < 0.01


def test_only_the_country_of_the_turn_stays_bright() -> None:
    seen = 0
    for position, _ in walk(3, seed=3):
        only = drawn(position, WATCHER)["only"]
        assert only == ("" if position.country == NONE else COUNTRIES[position.country])
        seen += bool(only)
    assert seen


def test_the_board_names_every_thing_of_the_box() -> None:
    assert all(f'data-why="cloister {space}"' in BOARD for space in SPACES)
    assert all(f'data-why="advisor {country}"' in BOARD for country in COUNTRIES)
    assert all(f"noun('country', '{country}')" in BOARD for country in COUNTRIES)
    assert sorted(SEAL) == list(range(1, 16))
    for point in (*COURT.values(), *SEAL.values(), *((one.x, one.y) for one in LABEL.values())):
        assert all(0 < place < 1000 for place in point)


# --- points ---------------------------------------------------------------------------


def points_of(scoring: Scoring, players: int) -> list[int]:
    rows = [row for kind in scoring.rows.values() for row in kind]
    marks = [mark for row in rows for mark in row.marks]
    return [sum(points for who, points in marks if who == seat) for seat in range(players)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_both_scorings_show_every_point_where_it_is_made(players: int) -> None:
    first: Scoring | None = None
    last: WebOfPower | None = None
    for position, events in walk(players, seed=4):
        recalled = recall(events)
        if recalled and position.actor() != OVER:
            first = recalled["scoring"]  # type: ignore[assignment]
            assert first is not None
            assert points_of(first, players) == position.scores()
        last = position
    assert first is not None
    assert last is not None
    second: Scoring = drawn(last, WATCHER)["scoring"]
    both = zip(points_of(first, players), points_of(second, players), strict=True)
    assert [one + other for one, other in both] == last.scores()
    assert [row.names[0] for row in second.rows["cloisters"]] == list(COUNTRIES)
    assert [row.number for row in second.rows["alliances"]] == list(range(1, 16))
    for scoring in (first, second):
        ids = [gain.id for gain in scoring.gains]
        assert len(set(ids)) == len(ids)
        assert sum(gain.points for gain in scoring.gains) == sum(points_of(scoring, players))


def test_a_chain_is_drawn_along_its_roads() -> None:
    events = [
        Event("scored_chain", {"seat": 1, "spaces": ["ely", "egmond", "gembloux"], "points": 3})
    ]
    scoring = recall(events)["scoring"]
    assert isinstance(scoring, Scoring)
    assert scoring.chains[0].roads == ["road-ely-egmond", "road-egmond-gembloux"]
    assert all(f'id="{road}"' in BOARD for road in scoring.chains[0].roads)
    assert [(gain.seat, gain.points) for gain in scoring.gains] == [(1, 3)]


def test_points_appear_one_step_after_the_other() -> None:
    events = [
        Event("scored_first", {"seat": 0, "country": "england", "cloisters": 2, "points": 3}),
        Event("scored_first", {"seat": 2, "country": "england", "cloisters": 1, "points": 2}),
        Event("no_cloisters", {"country": "lothringen"}),
        Event("scored_first", {"seat": 1, "country": "franken", "cloisters": 1, "points": 1}),
    ]
    scoring = recall(events)["scoring"]
    assert isinstance(scoring, Scoring)
    assert [(gain.seat, gain.points, gain.step) for gain in scoring.gains] == [
        (0, 3, 0),
        (2, 2, 0),
        (1, 1, 1),
    ]
    assert recall([Event("drew", {"seat": 1})]) == {}


def test_there_are_delays_for_as_many_steps_as_a_scoring_can_have() -> None:
    style = (GAME.folder / "view" / "board.css").read_text("utf-8")
    most = len(COUNTRIES) + len(SEAL) + 50 // 4
    assert len(re.findall(r"^\.t\d+ ", style, re.MULTILINE)) >= most


# --- seats, cards, hints ----------------------------------------------------------------


def test_the_viewer_sits_first_and_the_rest_follow_clockwise() -> None:
    position = table()
    assert [seat.seat for seat in drawn(position, 2)["seats"]] == [2, 0, 1]
    assert [seat.seat for seat in drawn(position, WATCHER)["seats"]] == [0, 1, 2]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_hands_of_others_are_backs_but_for_what_everybody_saw(players: int) -> None:
    known = 0
    for position, _ in walk(players, seed=5):
        for seat in drawn(position, 0)["seats"]:
            assert len(seat.known) + len(seat.backs) == position.held[seat.seat]
            assert not seat.known or seat.seat != 0
            known += len(seat.known)
    assert known


def test_every_limit_is_said_when_it_binds() -> None:
    hints: set[str] = set()
    for seed in range(6, 9):
        for position, _ in walk(3, seed):
            actor = int(position.actor())
            if actor < 0:
                continue
            lit = drawn(position, actor)
            hints.add(lit["hint"])
            if position.phase == PLACE and position.country != NONE:
                assert lit["hint"] == "hint_second"
                assert lit["about"] == {"country": COUNTRIES[position.country]}
            if lit["hint"] == "hint_empty":
                assert all(position.is_empty(COUNTRIES.index(c)) for c in lit["about"]["countries"])
            waiting = drawn(position, (actor + 1) % 3)["hint"]
            assert waiting == ("hint_last" if position.is_last_round() else "hint_wait")
    assert hints >= {"hint_turn", "hint_more", "hint_place", "hint_empty", "hint_second"}
    assert hints >= {"hint_take", "hint_joker"}


# --- flights --------------------------------------------------------------------------


def test_a_card_played_by_another_seat_comes_out_of_its_hidden_hand() -> None:
    event = Event("played", {"seat": 1, "card": CARDS[0]})
    assert (f"discard-{CARDS[0]}-1", "cards-1") in flights(event, 0)
    assert (f"discard-{CARDS[0]}-1", f"hand-{CARDS[0]}-1") in flights(event, 1)
    assert flights(Event("first_scoring", {}), 0) == []


def test_a_drawn_card_is_a_back_to_the_others_and_a_face_to_the_one_who_drew() -> None:
    drew = Event("drew", {"seat": 1})
    assert ("back-1-3", "pile") in flights(drew, 0)
    assert flights(drew, 1) == []
    assert ("hand-frankreich-1", "pile") in flights(Event("drew_what", {"card": "frankreich"}), 1)
