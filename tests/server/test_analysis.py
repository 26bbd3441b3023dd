"""Where a finished game was won: requested by anybody, computed once, stored, and drawn."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from tests.server.harness import NO_LIMITS, Guest, OwnAdviceWorkers, Server, flat, running
from tests.server.test_replays import bring, finished, timeline_of

from dalang.bots import Budget
from dalang.bots.duels import Duel
from dalang.engine.api import Position, View
from dalang.server.replays.analysis import AnalysisService
from dalang.server.replays.timeline import ReplayTimeline
from dalang.server.replays.win_chart import (
    MOST_DOUBTFUL,
    Curve,
    Mistake,
    Plot,
    Turn,
    doubtful_moves,
    turning_moves,
)
from dalang.server.storage import queries
from dalang.server.tables.bot_workers import AdviceWorkers
from dalang.server.tables.workers import BotFailed

GAME = "taj_mahal"


class Seers(OwnAdviceWorkers):
    """They answer at once: the seat to decide has the best chance, and loses it by deciding."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.examined: list[tuple[int, str]] = []

    async def appraise(self, key: str, position: Position, budget: Budget) -> tuple[float, ...]:
        self.asked += 1
        players, actor = int(position.players), int(position.actor())
        return tuple(
            (2 if seat == actor else 1) / (players + (actor >= 0)) for seat in range(players)
        )

    async def duel(self, key: str, view: View, played: str, budget: Budget) -> Duel | None:
        """Something else would have been better; of some decisions they are not sure."""
        self.examined.append((int(view.viewer), played))
        legal = [view.known.action_text(action) for action in view.legal_actions()]
        better = next(text for text in legal if text != played)
        margin = 0.05 if len(self.examined) % 2 else 0.3
        return Duel(played, better, 0.2, 0.3 + 0.01 * len(self.examined), margin, 200)


class Slow(Seers):
    """They think until they may answer."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()

    async def appraise(self, key: str, position: Position, budget: Budget) -> tuple[float, ...]:
        await self.may_answer.wait()
        return await super().appraise(key, position, budget)


class Failing(OwnAdviceWorkers):
    """They never know."""

    async def appraise(self, key: str, position: Position, budget: Budget) -> tuple[float, ...]:
        raise BotFailed("out of memory")


def page_of(guest: Guest, name: str, more: str = "") -> str:
    return guest.browser.get(f"/replay/{name}{more}").text


def ask(guest: Guest, name: str, more: str = "") -> int:
    return guest.browser.post(f"/replay/{name}/analysis{more}").status_code


def wait(server: Server, name: str) -> ReplayTimeline:
    """Until the bots are through with a game."""

    async def through(analyst: AnalysisService) -> ReplayTimeline:
        timeline = await server.site.archive.timeline(name)
        async with asyncio.timeout(120):
            while analyst.progress(timeline):
                await asyncio.sleep(0.01)
        return timeline

    return server.run(through, server.site.analyst)


@pytest.mark.slow
def test_a_spectator_asks_once_and_everybody_sees_the_curve_ever_after(tmp_path: Path) -> None:
    with running(tmp_path, advice_workers=Seers()) as server:
        ada, eve = server.guest("Ada"), server.guest("Eve")
        name = finished(server, ada, GAME).record.id
        assert "Analyse the game" in page_of(ada, name)
        assert ask(eve, name, "?move=5&eyes=1") == 303
        timeline = wait(server, name)
        text = server.read(queries.analysis, name)
        assert ask(eve, name) == 303  # it is there: nothing begins again
        assert server.site.analyst.progress(timeline) is None
    with running(tmp_path, advice_workers=Failing()) as server:
        assert server.read(queries.analysis, name) == text
        page = page_of(server.guest("Bea"), name, "?move=9&eyes=1")
        assert page.count("<polyline") == timeline.replay.players
        assert "Analyse the game" not in page
        points = re.findall(r'<a data-move="(\d+)" href="([^"]+)">Move (\d+), Ada \d:', flat(page))
        assert len(points) == 3
        assert flat(page).count("to win instead of 20%") == 3
        assert "± 5 percentage points, from 200 pairs" in flat(page)
        for move, link, said in points:
            assert link == f"/replay/{name}?move={move}&amp;eyes=1"
            assert move == said
        here = 100 * 9 / timeline.last
        assert f'class="here" y1="0" y2="100%" x1="{round(here, 2)}%"' in page


def test_only_the_decisions_of_people_are_examined(tmp_path: Path) -> None:
    seers = Seers()
    with running(tmp_path, advice_workers=seers) as server:
        ada = server.guest("Ada")
        name = finished(server, ada, GAME, people=(2,)).record.id
        ask(ada, name)
        wait(server, name)
        assert {seat for seat, _ in seers.examined} == {2}
        assert "Ada 2: " in page_of(ada, name)


def test_progress_is_told_and_a_hint_could_be_given_meanwhile(tmp_path: Path) -> None:
    slow = Slow()
    with running(tmp_path, advice_workers=slow) as server:
        ada = server.guest("Ada")
        name = finished(server, ada, GAME).record.id
        ask(ada, name)
        assert "<progress" in page_of(ada, name)
        assert 'http-equiv="refresh"' in page_of(ada, name)
        answer = ada.browser.get(f"/replay/{name}/analysis").json()
        assert answer["busy"]
        assert "about to begin" in answer["html"]
        server.portal.call(slow.may_answer.set)
        wait(server, name)
        answer = ada.browser.get(f"/replay/{name}/analysis?move=3").json()
        assert not answer["busy"]
        assert "<polyline" in answer["html"]


def test_asked_for_twice_at_once_it_begins_once(tmp_path: Path) -> None:
    seers = Seers()
    with running(tmp_path, advice_workers=seers) as server:
        name = finished(server, server.guest("Ada"), GAME).record.id

        async def ask_twice(analyst: AnalysisService) -> None:
            timeline = await server.site.archive.timeline(name)
            await asyncio.gather(analyst.start(timeline), analyst.start(timeline))

        server.run(ask_twice, server.site.analyst)
        timeline = wait(server, name)
        assert seers.asked == len(turning_moves(timeline))


def test_the_end_is_never_overlooked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request at that very moment is told to ask again, or gets the curve."""
    slow = Slow()
    with running(tmp_path, advice_workers=slow) as server:
        ada, analyst = server.guest("Ada"), server.site.analyst
        name = finished(server, ada, GAME).record.id
        ask(ada, name)
        find = analyst.curve

        async def found_just_before(timeline: ReplayTimeline) -> Curve | None:
            old = await find(timeline)
            slow.may_answer.set()
            while analyst.progress(timeline):
                await asyncio.sleep(0.01)
            return old

        monkeypatch.setattr(analyst, "curve", found_just_before)
        assert ada.browser.get(f"/replay/{name}/analysis").json()["busy"]


@pytest.mark.slow
def test_only_so_many_games_wait(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, waiting=1)
    with running(tmp_path, limits, advice_workers=Slow()) as server:
        ada = server.guest("Ada")
        first, second = (finished(server, ada, GAME).record.id for _ in range(2))
        assert [ask(ada, first), ask(ada, first), ask(ada, second)] == [303, 303, 429]


def test_bots_that_fail_may_be_asked_again(tmp_path: Path) -> None:
    with running(tmp_path, advice_workers=Failing()) as server:
        ada = server.guest("Ada")
        name = finished(server, ada, GAME).record.id
        ask(ada, name)
        wait(server, name)
        assert "found no answer" in page_of(ada, name)
        assert "Analyse the game" in page_of(ada, name)
        assert ask(ada, name) == 303


def test_nothing_is_kept_of_a_replay_that_was_deleted_meanwhile(tmp_path: Path) -> None:
    slow = Slow()
    with running(tmp_path, advice_workers=slow) as server:
        ada = server.guest("Ada")
        _, path = bring(ada, timeline_of(GAME).replay.text().encode())
        name = path.removeprefix("/replay/")
        ask(ada, name)
        server.write(queries.delete_upload, ada.person.id, name)
        server.portal.call(slow.may_answer.set)
        wait(server, name)
        assert server.read(queries.analysis, name) == ""


def test_a_game_still_played_is_not_analysed(tmp_path: Path) -> None:
    with running(tmp_path, advice_workers=Seers()) as server:
        ada = server.guest("Ada")
        table = ada.open_table(GAME, ["me", "hot", "hot"])
        assert ask(ada, table) == 404
        assert ada.browser.get(f"/replay/{table}/analysis").status_code == 404
        assert server.read(queries.analysis, table) == ""


# --- curves ---------------------------------------------------------------------------------


def test_turns_begin_where_another_seat_decides() -> None:
    timeline = timeline_of(GAME)
    moves = turning_moves(timeline)
    assert moves[0] == 0
    assert moves[-1] == timeline.last
    actors = [int(still.position.actor()) for still in timeline.stills]
    for start, end in pairwise(moves):
        assert len(set(actors[start:end])) == 1
        assert actors[end] != actors[start]


def test_what_earlier_releases_kept_is_done_anew() -> None:
    timeline = timeline_of(GAME)
    turns = [[move, 0, [0.25, 0.5, 0.25]] for move in turning_moves(timeline)]
    assert Curve.parse(json.dumps(turns), timeline) is None


def test_only_people_are_examined_and_only_so_often() -> None:
    timeline = timeline_of(GAME)
    moves = turning_moves(timeline)
    actors = [int(still.position.actor()) for still in timeline.stills]
    sinking = tuple(
        Turn(move, actors[move], (0.9 - 0.8 * number / len(moves),) * 3)
        for number, move in enumerate(moves)
    )
    for people in ({1}, {0, 2}):
        timeline.people = frozenset(people)
        doubtful = doubtful_moves(timeline, sinking)
        assert len(doubtful) == MOST_DOUBTFUL
        assert {actors[move] for move in doubtful} <= people
        for move in doubtful:
            position = timeline.stills[move].position
            assert timeline.decision(move) in [
                position.action_text(action) for action in position.legal_actions()
            ]


def test_a_game_without_clear_mistakes_says_so(tmp_path: Path) -> None:
    class Unsure(Seers):
        async def duel(self, key: str, view: View, played: str, budget: Budget) -> Duel | None:
            return None

    with running(tmp_path, advice_workers=Unsure()) as server:
        ada = server.guest("Ada")
        name = finished(server, ada, GAME).record.id
        ask(ada, name)
        wait(server, name)
        assert "No single decision stands out" in page_of(ada, name)


def test_a_curve_of_another_game_is_not_believed() -> None:
    timeline = timeline_of(GAME)
    turns = tuple(Turn(move, 0, (0.25, 0.5, 0.25)) for move in turning_moves(timeline))
    mistake = Mistake(4, 1, Duel("withdraw", "take red", 0.25, 0.5, 0.125, 100))
    curve = Curve(turns, (mistake,))
    assert Curve.parse(curve.text(), timeline) == curve
    assert Curve.parse(Curve(turns[:-1]).text(), timeline) is None
    assert Curve.parse("", timeline) is None


def test_a_plot_draws_what_the_curve_says() -> None:
    turns = (
        Turn(0, 0, (0.5, 0.5)),
        Turn(10, 1, (0.75, 0.25)),
        Turn(30, 0, (0.0, 1.0)),
        Turn(40, -2, (0.1, 0.9)),
    )
    mistakes = tuple(
        Mistake(move, 0, Duel("a", "b", 0.25, 0.5, 0.041, 100)) for move in (30, 10, 20, 0)
    )
    plot = Plot(Curve(turns, mistakes), 40, "de", lambda move, text: f"{text} at {move}")
    assert plot.lines[0] == "0.0,50.0 250.0,25.0 750.0,100.0 1000.0,90.0"
    assert [one.move for one in plot.turning_points] == [30, 10, 20]
    first = plot.turning_points[0]
    assert (first.played, first.better) == ("a at 30", "b at 30")
    assert (first.before, first.after) == ("25\N{NO-BREAK SPACE}%", "50\N{NO-BREAK SPACE}%")
    assert (first.gain, first.margin, first.pairs) == ("25", "5", 100)
    assert plot.turning_points[0].spot.y == 100
    assert plot.at(29) == plot.rows[1].chances
    assert plot.at(40) == plot.rows[3].chances
    one, other = plot.emblems
    assert one.x < other.x
    assert one.y == pytest.approx(25 + 75 * (40 / 3 - 10) / 20, abs=0.1)


@pytest.mark.slow
def test_real_bots_find_who_has_won(tmp_path: Path) -> None:
    bots, timeline = AdviceWorkers(), timeline_of("web_of_power")
    with running(tmp_path, advice_workers=bots) as server:
        end, begin = timeline.stills[-1].position, timeline.stills[2].position
        chances = server.run(bots.appraise, timeline.spec.key, end, Budget(simulations=1))
        assert [chance > 0 for chance in chances] == [place == 1 for place in end.ranking()]
        early = server.run(bots.appraise, timeline.spec.key, begin, Budget(simulations=4))
        assert sum(early) == pytest.approx(1)
