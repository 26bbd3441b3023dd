"""Where a finished game was won: requested by anybody, computed once, stored, and drawn."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from tests.server.harness import NO_LIMITS, Guest, OwnAdviceWorkers, Server, flat, running
from tests.server.test_replays import bring, finished, timeline_of

from dalang.bots import Budget
from dalang.engine.api import Position
from dalang.server.replays.analysis import AnalysisService
from dalang.server.replays.timeline import ReplayTimeline
from dalang.server.replays.win_chart import Curve, Plot, Turn, turning_moves
from dalang.server.storage import queries
from dalang.server.tables.bot_workers import AdviceWorkers
from dalang.server.tables.workers import BotFailed

GAME = "taj_mahal"


class Seers(OwnAdviceWorkers):
    """They answer at once: a seat's chance is its share of the points."""

    asked = 0

    async def appraise(self, key: str, position: Position, budget: Budget) -> tuple[float, ...]:
        self.asked += 1
        points = [score + 1 for score in position.scores()]
        return tuple(score / sum(points) for score in points)


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
        points = re.findall(r'<a data-move="(\d+)" href="([^"]+)">Move (\d+):', flat(page))
        assert len(points) == 3
        for move, link, said in points:
            assert link == f"/replay/{name}?move={move}&amp;eyes=1"
            assert move == said
        here = 100 * 9 / timeline.last
        assert f'class="here" y1="0" y2="100%" x1="{round(here, 2)}%"' in page


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
        assert seers.asked == len(turning_moves(wait(server, name)))


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


def test_a_curve_of_another_game_is_not_believed() -> None:
    timeline = timeline_of(GAME)
    turns = tuple(Turn(move, 0, (0.25, 0.5, 0.25)) for move in turning_moves(timeline))
    assert Curve.parse(Curve(turns).text(), timeline) == Curve(turns)
    assert Curve.parse(Curve(turns[:-1]).text(), timeline) is None
    assert Curve.parse("", timeline) is None


def test_a_plot_draws_what_the_curve_says() -> None:
    turns = (
        Turn(0, 0, (0.5, 0.5)),
        Turn(10, 1, (0.75, 0.25)),
        Turn(30, 0, (0.0, 1.0)),
        Turn(40, -2, (0.1, 0.9)),
    )
    plot = Plot(Curve(turns), 40, "de")
    assert plot.lines[0] == "0.0,50.0 250.0,25.0 750.0,100.0 1000.0,90.0"
    assert [(one.move, one.seat, one.before, one.after) for one in plot.turning_points] == [
        (30, 0, "75\N{NO-BREAK SPACE}%", "0\N{NO-BREAK SPACE}%"),
        (10, 0, "50\N{NO-BREAK SPACE}%", "75\N{NO-BREAK SPACE}%"),
        (40, 0, "0\N{NO-BREAK SPACE}%", "10\N{NO-BREAK SPACE}%"),
    ]
    assert plot.turning_points[0].spot.y == 100
    assert plot.at(29) == plot.rows[1].chances
    assert plot.at(40) == plot.rows[3].chances
    first, second = plot.emblems
    assert first.x < second.x
    assert first.y == pytest.approx(25 + 75 * (40 / 3 - 10) / 20, abs=0.1)


@pytest.mark.slow
def test_real_bots_find_who_has_won(tmp_path: Path) -> None:
    bots, timeline = AdviceWorkers(), timeline_of("web_of_power")
    with running(tmp_path, advice_workers=bots) as server:
        end, begin = timeline.stills[-1].position, timeline.stills[2].position
        chances = server.run(bots.appraise, timeline.spec.key, end, Budget(simulations=1))
        assert [chance > 0 for chance in chances] == [place == 1 for place in end.ranking()]
        early = server.run(bots.appraise, timeline.spec.key, begin, Budget(simulations=4))
        assert sum(early) == pytest.approx(1)
