"""A stored game comes back as it was left, or says what is wrong."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.databases import database_url

from dalang.engine.api import CHANCE
from dalang.engine.playout import random_step
from dalang.engine.replay import Replay
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec
from dalang.registry import all_games, game
from dalang.server.storage import (
    UNDO,
    BrokenGame,
    Ending,
    Entry,
    Seat,
    Store,
    TableRecord,
    now,
    queries,
    restore,
    start_up_report,
)

TAJ_MAHAL = game("taj_mahal")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(database_url(tmp_path))
    yield store
    store.close()


def played(spec: GameSpec, seed: int, steps: int = 100_000) -> tuple[Session, list[Entry]]:
    """A random game in which people now and then take back what they did, and its log."""
    rng = Rng(seed)
    session = Session(spec, spec.usual_players)
    log: list[Entry] = []
    while not session.position.ended_by() and len(log) < steps:
        position = session.position
        actor = int(position.actor())
        chosen = random_step(position, rng)
        last = session.log[-1].actor if session.log else CHANCE
        if actor != CHANCE and session.can_undo(last) and rng.below(8) == 0:
            session.undo(last)
            log.append(Entry(len(log), last, UNDO, now()))
            continue
        text = position.action_text(chosen)
        if actor == CHANCE:
            session.happen(int(chosen))
        else:
            session.play(actor, text)
        log.append(Entry(len(log), actor, text, now()))
    return session, log


def table(spec: GameSpec, host: str = "host", options: dict[str, str] | None = None) -> TableRecord:
    seats = [Seat(number) for number in range(spec.usual_players)]
    return TableRecord.new(spec.key, spec.edition, seats, host, options=options)


def something_to_undo(spec: GameSpec) -> bool:
    """Whether not everything that is done in a game shows something hidden."""
    session, rng = Session(spec, spec.usual_players), Rng(1)
    while not session.position.ended_by():
        actor, chosen = int(session.position.actor()), random_step(session.position, rng)
        if actor == CHANCE:
            session.happen(chosen)
        else:
            session.play(actor, session.position.action_text(chosen))
            if session.can_undo(actor):
                return True
    return False


@pytest.mark.parametrize("key", list(all_games()))
def test_a_game_with_takebacks_comes_back_exactly(key: str) -> None:
    spec = game(key)
    session, log = played(spec, 5)
    assert any(entry.text == UNDO for entry in log) == something_to_undo(spec)
    again = restore(spec, table(spec), log)
    assert again.position.to_text() == session.position.to_text()
    assert again.log == session.log
    assert Replay.of(again).text() == Replay.of(session).text()


@pytest.mark.parametrize("key", list(all_games()))
def test_what_was_taken_back_before_it_was_final_stays_taken_back(key: str) -> None:
    """Logs of earlier releases take back what others had seen: they come back all the same."""
    spec, rng, log, seen = game(key), Rng(7), list[Entry](), 0
    session = Session(spec, spec.usual_players)

    def note(actor: int, text: str) -> None:
        log.append(Entry(len(log), actor, text, now()))

    while not session.position.ended_by():
        actor, chosen = int(session.position.actor()), int(random_step(session.position, rng))
        text = session.position.action_text(chosen)
        note(actor, text)
        if actor == CHANCE:
            session.happen(chosen)
            continue
        session.play(actor, text)
        if session.has_shown(actor) and not session.position.ended_by() and rng.below(3) == 0:
            session.undo_as_logged(actor)
            note(actor, UNDO)
            seen += 1
    assert seen
    again = restore(spec, table(spec), log)
    assert again.position.to_text() == session.position.to_text()
    assert again.log == session.log


@pytest.mark.slow
def test_every_moment_of_a_game_comes_back_with_what_may_be_taken_back() -> None:
    session, log = played(TAJ_MAHAL, 6, 150)
    for length in range(len(log)):
        part = restore(TAJ_MAHAL, table(TAJ_MAHAL), log[:length])
        undone = length < len(log) and log[length].text == UNDO
        if undone:
            assert part.can_undo(log[length].actor)
    assert restore(TAJ_MAHAL, table(TAJ_MAHAL), log).log == session.log


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        ({"text": "take white elephant", "actor": 0}, "It is not the turn of seat 0"),
        ({"text": "province moon"}, "names nothing"),
        ({"text": UNDO, "actor": 0}, "Seat 0 has nothing to take back"),
        ({"text": UNDO}, "names nothing"),
        ({"number": 4}, "The log has number 4 in its place"),
    ],
)
def test_a_log_that_cannot_be_is_told_with_table_and_number(
    change: dict[str, object], detail: str
) -> None:
    log = played(TAJ_MAHAL, 5)[1]
    log[3] = replace(log[3], **change)  # type: ignore[arg-type]
    record = table(TAJ_MAHAL)
    with pytest.raises(BrokenGame) as error:
        restore(TAJ_MAHAL, record, log)
    assert (error.value.table, error.value.number) == (record.id, 3)
    assert detail in error.value.detail
    assert str(error.value) == (
        f"Table {record.id} cannot be replayed on the present rules: entry number 3 fails."
    )


def test_chance_out_of_turn_is_told() -> None:
    log = played(TAJ_MAHAL, 5)[1]
    first = next(entry for entry in log if entry.actor != CHANCE)
    log[first.number] = replace(first, actor=CHANCE)
    with pytest.raises(BrokenGame, match=f"number {first.number} fails") as error:
        restore(TAJ_MAHAL, table(TAJ_MAHAL), log)
    assert "Chance is not to move" in error.value.detail


def test_a_table_that_cannot_start_is_told() -> None:
    with pytest.raises(BrokenGame, match="its start fails"):
        restore(TAJ_MAHAL, table(TAJ_MAHAL, options={"speed": "fast"}), [])


# --- At the start of a server -------------------------------------------------------


def add(store: Store, record: TableRecord, log: list[Entry], ending: Ending | None = None) -> str:
    store.write(queries.add_table, record)
    store.write(queries.set_status, record.id, "running")
    store.write(queries.append, record.id, log, ending)
    return record.id


def ending_of(session: Session) -> Ending:
    position = session.position
    return Ending(position.ended_by(), position.scores(), position.ranking())


@pytest.mark.slow
def test_all_is_well_with_sound_tables(store: Store) -> None:
    host = store.write(queries.add_person, "Ada").id
    for spec in all_games().values():
        session, log = played(spec, 5)
        add(store, table(spec, host), log, ending_of(session))
        add(store, table(spec, host), log[:50])
        store.write(queries.add_table, table(spec, host))
    report = start_up_report(store, seconds=600)
    games = len(all_games())
    assert report.findings == []
    assert report.tables == {"finished": games, "running": games, "open": games}
    assert report.replayed == 3 * games
    assert report.lines()[0].startswith(
        f"Stored tables: {games} running, {games} open, {games} finished; {3 * games} games"
    )
    assert report.lines()[0].endswith("all well.")


def test_what_is_not_well_is_found(store: Store) -> None:
    host = store.write(queries.add_person, "Ada").id
    session, log = played(TAJ_MAHAL, 5)
    over = add(store, table(TAJ_MAHAL, host), log)
    wrong = add(store, table(TAJ_MAHAL, host), log, Ending("twelve_rounds", [1] * 4, [1] * 4))
    illegal = add(store, table(TAJ_MAHAL, host), [Entry(0, 0, "withdraw", now())])
    unknown = add(store, replace(table(TAJ_MAHAL, host), game="chess"), [])
    add(store, replace(table(TAJ_MAHAL, host), edition="TM-0"), log, ending_of(session))
    add(store, table(TAJ_MAHAL, host), log[:20], Ending("abandoned", [], []))
    report = start_up_report(store, seconds=600)
    assert set(report.findings) == {
        f"Table {over} is over but not finished: twelve_rounds.",
        f"Table {wrong} comes out differently now.",
        f"Table {illegal} cannot be replayed on the present rules: entry number 0 fails.",
        "There is no game 'chess' here: 1 tables.",
        f"Played with edition TM-0 of taj_mahal, here is {TAJ_MAHAL.edition}: 1 tables.",
    }
    assert report.broken == {illegal, unknown}
    assert "5 to look at" in report.lines()[0]


@pytest.mark.slow
def test_missing_entries_are_found(store: Store) -> None:
    record = add(
        store,
        table(TAJ_MAHAL, store.write(queries.add_person, "Ada").id),
        played(TAJ_MAHAL, 5, 30)[1],
    )
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM entry WHERE number = 7")
    report = start_up_report(store, seconds=600)
    assert report.findings[0] == f"Table {record}: of 30 entries 1 are missing."
    assert report.broken == {record}


def test_the_time_is_limited_and_running_games_come_first(store: Store) -> None:
    host = store.write(queries.add_person, "Ada").id
    for _ in range(30):
        store.write(queries.add_table, table(TAJ_MAHAL, host))
    report = start_up_report(store, seconds=0)
    assert report.replayed == 0
    assert report.tables == {"open": 30}


def test_a_long_list_is_cut_for_the_terminal(store: Store) -> None:
    host = store.write(queries.add_person, "Ada").id
    for _ in range(30):
        add(store, table(TAJ_MAHAL, host), [Entry(0, 0, "withdraw", now())])
    lines = start_up_report(store, seconds=600).lines()
    assert len(lines) == 22
    assert lines[-1] == "… and 10 more."
