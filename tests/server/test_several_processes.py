"""Several processes at one PostgreSQL: two servers in one test, each with tables of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Guest, OwnAdviceWorkers, Server, choices, play_to_the_end, running
from tests.server.processes import waited_until

from dalang.server.errors import NotYourSeat
from dalang.server.storage import StorageError, now, queries
from dalang.server.storage.announcing import Announcement
from dalang.server.storage.queries import jobs, processes
from dalang.server.tables import cluster, presence
from dalang.server.tables.cluster import Cluster
from dalang.server.tables.table import Table

pytestmark = pytest.mark.postgres

PATIENCE = 300.0  # seconds until a test gives up; nothing is measured


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two processes, as far as the database can tell."""
    with ExitStack() as stack:
        one = stack.enter_context(running(tmp_path / "home"))
        two = stack.enter_context(running(tmp_path / "home"))
        meet(one, two)
        yield one, two


def meet(*servers: Server) -> None:
    """Until every server knows of all the others."""
    all_of_them = {house(server).process for server in servers}
    for server in servers:
        until(server, partial(_knows, house(server), all_of_them))


def _knows(one: Cluster, others: set[str]) -> bool:
    return {other.id for other in one.living("serve")} >= others


def house(server: Server) -> Cluster:
    found = server.tables.peers
    assert isinstance(found, Cluster)
    return found


def deafen(server: Server, patches: pytest.MonkeyPatch) -> None:
    """It hears nothing any more that others announce."""

    def ignore(said: Announcement) -> None:
        pass

    patches.setattr(house(server), "heed", ignore)


def until(server: Server, condition: Callable[[], bool]) -> None:
    """Looks again whenever the server has had the time to do something."""

    async def wait() -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.005)

    server.run(wait)


def at(server: Server, guest: Guest) -> Guest:
    """The same person with the same browser, through another process."""
    twin = Guest.__new__(Guest)
    vars(twin).update(vars(guest))
    twin.server, twin.browser, twin.program = server, server.browser(), server.browser()
    twin.browser.cookies = guest.browser.cookies
    twin.program.headers["authorization"] = f"Bearer {guest.token}"
    del twin.program.headers["origin"]
    return twin


@pytest.fixture
def guests(houses: tuple[Server, Server]) -> tuple[Guest, Guest]:
    return houses[0].guest("Ada"), houses[1].guest("Bo")


@pytest.fixture
def game(houses: tuple[Server, Server], guests: tuple[Guest, Guest]) -> str:
    """A game of two people, each through a process of their own."""
    table = guests[0].open_table("cards_and_karma", ["me", "open"])
    guests[1].sit(table, 1)
    return table


def both(houses: tuple[Server, Server], table: str) -> tuple[Table, Table]:
    return houses[0].find(table), houses[1].find(table)


def stored(server: Server, table: str) -> list[tuple[int, int, str]]:
    return [(one.number, one.actor, one.text) for one in server.read(queries.entries, table)]


def play_at(server: Server, table: Table) -> bool:
    """The person who is asked plays their first choice through a process."""

    async def play() -> bool:
        return await table.play(table.actor, choices(table)[0], table.count)

    return server.run(play)


# --- what one does, the other shows -------------------------------------------------------


def test_a_move_at_one_process_is_on_the_page_of_another(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest], game: str
) -> None:
    here, there = both(houses, game)
    assert here is not there
    for _ in range(6):
        mover = here.actor
        with guests[1 - mover].socket(game) as page:
            number = page.hear()["number"]
            assert play_at(houses[mover], (here, there)[mover])
            while (told := page.hear())["number"] == number:
                pass
        until(houses[0], lambda: here.count == there.count)
        assert told["number"] == here.count
        assert here.session == there.session
        assert [one.event.key for one in here.events] == [one.event.key for one in there.events]


def test_a_number_that_only_the_other_process_knows_is_reached(
    houses: tuple[Server, Server], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = both(houses, game)
    deafen(houses[1], monkeypatch)
    assert play_at(houses[0], here)

    async def play() -> bool:
        return await there.play(here.actor, choices(here)[0], here.count)

    assert houses[1].run(play)  # those who saw the move may answer it through any process
    assert len(stored(houses[0], game)) == there.count


def test_both_press_at_once(houses: tuple[Server, Server], game: str) -> None:
    here, there = both(houses, game)
    for _ in range(8):
        until(houses[1], lambda: here.count == there.count)
        number, text, seat = here.count, choices(here)[0], here.actor
        futures = [
            server.portal.start_task_soon(table.play, seat, text, number)
            for server, table in zip(houses, (here, there), strict=True)
        ]
        assert sorted(future.result(PATIENCE) for future in futures) == [False, True]
    log = stored(houses[0], game)
    assert [entry[0] for entry in log] == list(range(len(log)))
    until(houses[0], lambda: here.count == there.count == len(log))
    assert here.session == there.session


def test_what_was_not_heard_is_found_out(houses: tuple[Server, Server], game: str) -> None:
    here, there = both(houses, game)
    deaf = house(houses[1])
    assert deaf.heartbeat
    for _ in range(3):
        deaf.heartbeat.cut()
        assert play_at(houses[0], here)
        until(houses[1], lambda: there.count == here.count)
    assert here.session == there.session


def test_a_lost_announcement_only_delays(
    houses: tuple[Server, Server], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = both(houses, game)
    deafen(houses[1], monkeypatch)
    assert play_at(houses[0], here)
    assert there.count < here.count
    houses[1].run(house(houses[1]).look_at_everything)
    assert there.count == here.count


def test_an_own_change_of_which_nobody_was_told_is_found_out(
    houses: tuple[Server, Server], game: str
) -> None:
    """The connection was lost, and its commit came later than the look at what is stored."""
    here, there = both(houses, game)
    for table in (here, there):
        waited_until(partial(_is_up_to_date, houses[0], table))
    draft = here.game_log.copy()
    draft.play(here.actor, choices(here)[0])
    draft.go_on(here.dealer)

    async def commit() -> None:
        await here.store.write(queries.append, game, draft.fresh, draft.ending())

    houses[0].run(commit)
    for table in (here, there):
        waited_until(partial(_is_up_to_date, houses[0], table))
        assert table.count == draft.count


def _is_up_to_date(server: Server, table: Table) -> bool:
    return table.revision == server.read(queries.revision, table.record.id)


def test_what_is_decided_beforehand_is_told_to_nobody_else_through_another_process(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest]
) -> None:
    ada, bo = guests
    name = ada.open_table("taj_mahal", ["me", "open", "open"])
    bo.sit(name, 1)
    houses[0].guest("Cid").sit(name, 2)
    here, there = both(houses, name)

    async def play() -> None:
        while here.actor != 1:
            await here.play(here.actor, choices(here)[-1], here.count)

    houses[0].run(play)
    for table in (here, there):
        waited_until(partial(_is_up_to_date, houses[0], table))
    versions = here.version, there.version
    whispers = there.audience.whispers(ada.person.id)
    answer = ada.browser.post(f"/t/{name}/premove", data={"premove": "withdraw"})
    assert answer.status_code == 303
    assert 0 in here.preferences.premoves
    until(houses[1], lambda: 0 in there.preferences.premoves)
    waited_until(partial(_is_up_to_date, houses[0], here))
    assert (here.version, there.version) == versions
    assert there.audience.whispers(ada.person.id) == whispers + 1
    assert there.audience.whispers(bo.person.id) == 0


def test_whoever_goes_away_while_a_line_is_stored_has_said_it(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest], game: str
) -> None:
    here, there = both(houses, game)

    async def go_away() -> None:
        saying = asyncio.create_task(here.say(guests[0].person.id, "Ada", "hello"))
        await asyncio.sleep(0)
        saying.cancel()

    houses[0].run(go_away)
    for server, table in zip(houses, (here, there), strict=True):
        until(server, partial(_has_lines, table, 1))


def test_taking_back(houses: tuple[Server, Server], game: str) -> None:
    here, there = both(houses, game)

    async def play_until_undo() -> int:
        while True:
            seat = here.actor
            await here.play(seat, choices(here)[-1], here.count)
            if here.can_undo(seat):
                return seat

    seat = houses[0].run(play_until_undo)
    until(houses[1], lambda: there.count == here.count)

    async def undo() -> bool:
        return await there.undo(seat, there.count)

    assert houses[1].run(undo)
    until(houses[0], lambda: there.count == here.count)
    assert here.session == there.session
    assert stored(houses[0], game)[-1][2] == "undo"


def test_chat_crosses(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest], game: str
) -> None:
    here, there = both(houses, game)
    for number in range(3):
        for guest, text in zip(guests, "ab", strict=True):
            answer = guest.browser.post(f"/t/{game}/chat", data={"text": f"{text}{number}"})
            assert answer.status_code == 303
    for server, table in zip(houses, (here, there), strict=True):
        until(server, partial(_has_lines, table, 6))
        assert [line.text for line in table.chat] == ["a0", "b0", "a1", "b1", "a2", "b2"]


def _has_lines(table: Table, count: int) -> bool:
    return len(table.chat) == count


def test_presence_crosses(
    houses: tuple[Server, Server],
    guests: tuple[Guest, Guest],
    game: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presence, "GRACE", 0.0)
    here, _ = both(houses, game)
    bo = guests[1].person.id
    assert here.presence.of(bo) == "gone"
    with guests[1].socket(game) as page:
        until(houses[0], lambda: here.presence.of(bo) == "here")
        assert here.audience.is_present(bo)
        page.ask(away=True)
        until(houses[0], lambda: here.presence.of(bo) == "away")
        page.ask(away=False)
        until(houses[0], lambda: here.presence.of(bo) == "here")
    until(houses[0], lambda: here.presence.of(bo) == "gone")
    assert not here.audience.is_watching


def test_pages_that_could_not_be_told_of_are_told_of_later(
    houses: tuple[Server, Server],
    guests: tuple[Guest, Guest],
    game: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, there = both(houses, game)
    monkeypatch.setattr(cluster, "LOOKING", 0.01)
    failed: list[object] = []
    write = there.store.write

    async def fail_once(work: Any, *args: Any) -> object:
        if work is processes.keep_presence and not failed:
            failed.append(args)
            raise StorageError("The connection was lost.")
        return await write(work, *args)

    monkeypatch.setattr(there.store, "write", fail_once)
    with guests[1].socket(game):
        until(houses[0], lambda: here.audience.is_present(guests[1].person.id))
    assert failed


def test_a_table_that_is_loaded_later_knows_who_is_there(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest], game: str
) -> None:
    houses[1].tidy()
    with guests[0].socket(game):
        while not houses[1].read(processes.presence, [game], house(houses[1]).process):
            pass
        there = houses[1].find(game)
        until(houses[1], lambda: there.presence.of(guests[0].person.id) == "here")


def test_a_page_that_has_moved_to_another_process_was_never_gone(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest], game: str
) -> None:
    here, _ = both(houses, game)
    ada, told = guests[0].person.id, list[str]()

    async def note() -> None:
        version = here.version
        while True:
            await here.audience.wait_newer(version)
            version = here.version
            told.append(here.presence.of(ada))

    with at(houses[1], guests[0]).socket(game):
        until(houses[0], lambda: here.presence.of(ada) == "here")
        noting = houses[0].portal.start_task_soon(note)
        with guests[0].socket(game):
            pass
        with guests[0].socket(game) as page:
            page.hear()
        noting.cancel()
    assert "gone" not in told


def test_seats_change_hands_across(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest], game: str
) -> None:
    here, there = both(houses, game)
    ada = guests[0]
    answer = at(houses[1], ada).browser.post(f"/t/{game}/bot/{here.seats_of(ada.person.id)[0]}")
    assert answer.status_code == 303
    until(houses[0], lambda: here.lent_seat(ada.person.id) >= 0)
    until(houses[0], lambda: [one.key for one in here.notices] == ["bot_took_over"])
    assert ada.browser.post(f"/t/{game}/back").status_code == 303
    until(houses[1], lambda: there.lent_seat(ada.person.id) < 0)
    until(houses[1], lambda: len(there.notices) == 2)


def test_two_sit_down_at_once(houses: tuple[Server, Server], guests: tuple[Guest, Guest]) -> None:
    table = houses[0].guest("Cy").open_table("cards_and_karma", ["me", "open"])
    both(houses, table)
    futures = [
        server.portal.start_task_soon(_sat_down, server, table, guest)
        for server, guest in zip(houses, guests, strict=True)
    ]
    assert sorted(future.result(PATIENCE) for future in futures) == [False, True]
    here, there = both(houses, table)
    until(houses[0], lambda: here.record.seats == there.record.seats)
    until(houses[0], lambda: here.count == there.count > 0)


async def _sat_down(server: Server, table_id: str, guest: Guest) -> bool:
    table = await server.tables.find(table_id)
    try:
        await server.tables.sit(table, guest.person, 1, "")
    except NotYourSeat:
        return False
    return True


def test_a_table_that_is_closed_is_closed_everywhere(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest]
) -> None:
    table = guests[0].open_table("cards_and_karma", ["me", "open"])
    there = houses[1].find(table)
    with guests[1].socket(table):
        assert guests[0].program.post(f"/api/tables/{table}/leave", json={}).status_code == 200
        until(houses[1], lambda: there.record.status == "closed")
    assert guests[1].program.get(f"/api/tables/{table}").status_code == 404


def test_a_table_that_is_looked_at_through_another_process_is_not_stale(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest]
) -> None:
    watched, left = (guests[1].open_table("cards_and_karma", ["me", "open"]) for _ in "ab")
    assert watched not in houses[0].tables.in_memory
    with guests[1].socket(watched):
        waited_until(lambda: houses[0].read(processes.looked_at) == [watched])
        houses[0].run(houses[0].tables.close_stale, now() + timedelta(days=1))
        assert houses[0].read(queries.table, watched) is not None
    assert houses[0].read(queries.table, left) is None


def test_the_lobby_lists_what_is_open_at_another_process(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest]
) -> None:
    table = guests[0].open_table("cards_and_karma", ["me", "open"])
    assert f"/t/{table}" in guests[1].browser.get("/").text


def test_an_answer_is_never_older_than_what_an_unknown_process_did(
    houses: tuple[Server, Server],
    guests: tuple[Guest, Guest],
    game: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that has just come, and of which was not heard yet."""
    here, _ = both(houses, game)
    deafen(houses[1], monkeypatch)
    monkeypatch.setattr(Cluster, "others", False)
    assert play_at(houses[0], here)
    told: dict[str, Any] = guests[1].program.get(f"/api/tables/{game}").json()
    assert told["number"] == here.count


def test_an_answer_is_never_older_than_what_was_done_through_another_process(
    houses: tuple[Server, Server],
    guests: tuple[Guest, Guest],
    game: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, _ = both(houses, game)
    deafen(houses[1], monkeypatch)
    assert play_at(houses[0], here)
    told: dict[str, Any] = guests[1].program.get(f"/api/tables/{game}").json()
    assert told["number"] == here.count


def test_hints_come_to_the_page_through_whichever_process_it_was_asked(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest]
) -> None:
    ada = guests[0]
    table = ada.open_table("cards_and_karma", ["me", "bot-novice"])
    here = houses[0].find(table)
    until(houses[0], lambda: here.actor == 0)
    with ada.socket(table) as page:
        page.hear()
        asked = at(houses[1], ada).browser
        number = {"number": str(here.count)}
        assert asked.post(f"/t/{table}/advice", data=number).status_code == 303
        until(houses[0], lambda: bool(here.advised(0)))


@pytest.mark.slow
def test_playing_again_across(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest], game: str
) -> None:
    here, there = both(houses, game)
    play_to_the_end(houses[0], here)
    until(houses[1], lambda: there.record.status == "finished")
    assert there.record.scores == here.record.scores
    assert guests[0].browser.post(f"/t/{game}/again", data={"again": "yes"}).status_code == 303
    until(houses[1], lambda: guests[0].person.id in there.preferences.again)
    answer = guests[1].browser.post(f"/t/{game}/again", data={"again": "yes"})
    until(houses[0], lambda: here.next_table != "")
    assert answer.headers["location"] == f"/t/{here.next_table}"


@pytest.mark.slow
def test_an_analysis_is_made_once_and_seen_everywhere(
    houses: tuple[Server, Server], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = both(houses, game)
    play_to_the_end(houses[0], here)
    until(houses[1], lambda: there.record.status == "finished")
    timelines = [server.run(server.site.archive.timeline, game) for server in houses]
    analysts = [server.site.analyst for server in houses]
    asked = asyncio.Event()
    hold(asked, monkeypatch)
    houses[0].run(analysts[0].start, timelines[0])
    houses[1].run(analysts[1].start, timelines[1])
    assert analysts[1].progress(timelines[1]) is None  # it is not at it
    progress, failed = houses[1].run(analysts[1].state, timelines[1])
    assert progress is not None
    assert not failed
    houses[0].portal.call(asked.set)
    until(houses[0], lambda: analysts[0].progress(timelines[0]) is None)
    assert houses[1].run(analysts[1].curve, timelines[1])
    assert houses[1].run(analysts[1].state, timelines[1]) == (None, False)


@pytest.mark.slow
def test_an_analysis_of_a_process_that_is_gone_is_begun_again(
    houses: tuple[Server, Server], game: str
) -> None:
    here, there = both(houses, game)
    play_to_the_end(houses[0], here)
    until(houses[1], lambda: there.record.status == "finished")
    timeline = houses[1].run(houses[1].site.archive.timeline, game)
    houses[1].write(jobs.begin_run, game, "somebody who died", 9)
    analyst = houses[1].site.analyst
    houses[1].run(analyst.state, timeline)
    until(houses[1], lambda: analyst.progress(timeline) is None)
    assert houses[1].run(analyst.curve, timeline)
    assert not houses[1].write(jobs.end_run, game, "somebody who died", "late", False)


def hold(until_set: asyncio.Event, patches: pytest.MonkeyPatch) -> None:
    """Lets workers answer only from some moment on."""
    appraise = OwnAdviceWorkers.appraise

    async def held(*args: Any) -> tuple[float, ...]:
        await until_set.wait()
        return await appraise(*args)

    patches.setattr(OwnAdviceWorkers, "appraise", held)


def test_signing_out_closes_the_pages_of_all_processes(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest], game: str
) -> None:
    ada = guests[0]
    with ada.socket(game) as page:
        page.hear()
        assert at(houses[1], ada).browser.post("/me/sign-out-everywhere").status_code == 303
        until(houses[0], lambda: houses[0].site.pages.count == 0)


def test_cookies_are_good_at_every_process(
    houses: tuple[Server, Server], guests: tuple[Guest, Guest]
) -> None:
    assert houses[1].site.identity.read_cookie(guests[0].cookie)


# --- one drives ---------------------------------------------------------------------------


@pytest.mark.slow
def test_one_process_drives_a_table(houses: tuple[Server, Server]) -> None:
    ada = houses[0].guest("Ada")
    table = ada.open_without_people("cards_and_karma", ["bot-novice", "bot-novice"])
    here, there = both(houses, table)
    until(houses[0], lambda: here.record.status == "finished")
    until(houses[1], lambda: there.record.status == "finished")
    assert here.session == there.session


def test_a_clock_is_the_same_in_all_processes(houses: tuple[Server, Server]) -> None:
    """What a move costs is stored with it; one process ends the time, and the other knows."""
    one, two = houses
    ada, bob = one.guest("Ada"), one.guest("Bob")
    table_id = ada.open_table("cards_and_karma", ["me", "open"], clock="300+5")
    bob.sit(table_id, 1)
    here, there = one.find(table_id), two.find(table_id)
    seat = here.actor
    there.asked_at -= 100  # as if so much time had gone by there
    guest = ada if seat == 0 else bob
    assert at(two, guest).play(table_id, choices(there)[0], there.count) == 200
    until(one, lambda: here.count == there.count)
    assert here.clock is not None
    assert here.clock == there.clock
    assert here.clock.left(seat) < 305_000 - 60_000
    driver = one if not house(one).is_driven_elsewhere(table_id) else two
    late = driver.find(table_id)
    gone = late.actor

    async def run_out() -> None:
        late.asked_at -= (late.seconds_left() or 0.0) + 1.01
        late.audience.stir()

    driver.run(run_out)
    for server, table in ((one, here), (two, there)):
        until(server, lambda table=table: table.record.seats[gone].late)  # type: ignore[misc]
