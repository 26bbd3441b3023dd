"""The checker of faults: what it finds, and short runs.  Long ones: scripts/fault-test."""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest
from fault_checks import check_seats, check_table
from fault_history import Operation, Told
from fault_summary import Summary, record

from dalang.engine.api import CHANCE
from dalang.registry import game
from dalang.server.storage import UNDO, Entry, Seat, TableRecord
from dalang.server.tables.dealing import Dealer
from dalang.server.tables.game_log import GameLog

SCRIPTS = Path(__file__).parent.parent.parent / "scripts"
SEATS = tuple(Seat(n, "person", f"person {n}", name=f"P{n}") for n in range(2))


@dataclass
class Played:
    """The beginning of a game, and what its players saw of it."""

    record: TableRecord
    entries: list[Entry]
    operations: list[Operation]
    told: Told

    def troubles(self) -> list[str]:
        return check_table(self.record, self.entries, self.operations, [self.told])

    def moves(self) -> list[Operation]:
        return [one for one in self.operations if one.kind == "play"]


@pytest.fixture
def played() -> Played:
    """Twelve decisions, one of them taken back, with everything acknowledged and read."""
    spec = game("cards_and_karma")
    record = TableRecord.new(spec.key, spec.edition, SEATS, "person 0")
    record = replace(record, status="running")
    log, dealer, operations = GameLog(spec, record, ()), Dealer(record.secret), list[Operation]()
    log.go_on(dealer)
    entries = [*log.fresh]
    while len(operations) < 36:
        log.fresh = []
        seat, number, moment = log.actor, log.count, float(len(operations))
        view = spec.observe(log.position, seat)
        texts = view.known.legal_texts()
        operations += [
            Operation("view", record.id, seat, number, view.to_text(), 0, moment, moment, "yes"),
            Operation(
                "legal", record.id, seat, number, json.dumps(texts), 0, moment, moment, "yes"
            ),
            Operation("play", record.id, seat, number, texts[0], 0, moment, moment + 1, "yes"),
        ]
        log.play(seat, texts[0])
        if log.session.can_reconsider(seat) and not any(one.text == UNDO for one in entries):
            operations.append(
                Operation("undo", record.id, seat, log.count, "", 0, moment, moment + 2, "yes")
            )
            log.undo(seat)
        log.go_on(dealer)
        entries += log.fresh
    events = [
        (one.number, json.dumps([one.actor, one.event.key, one.event.args], sort_keys=True))
        for one in log.told(0)
    ]
    return Played(record, entries, operations, Told(record.id, 0, events))


def test_nothing_is_found_where_nothing_is_wrong(played: Played) -> None:
    assert any(one.text == UNDO for one in played.entries)
    assert played.troubles() == []
    assert check_seats(played.record, ("me", "open"), played.operations) == []


def lose_the_last_move(played: Played) -> None:
    last = played.moves()[-1].number
    del played.entries[last:]


def store_something_else(played: Played) -> None:
    move = next(one for one in played.moves() if len(json.loads(shown(played, one))) > 1)
    move.text = json.loads(shown(played, move))[1]


def shown(played: Played, move: Operation) -> str:
    found = [one for one in played.operations if (one.kind, one.number) == ("legal", move.number)]
    return found[0].text


def acknowledge_twice(played: Played) -> None:
    played.operations.append(replace(played.moves()[0]))


def draw_again(played: Played) -> None:
    place = next(n for n, entry in enumerate(played.entries) if entry.actor == CHANCE)
    spec, record = game("cards_and_karma"), played.record
    position = GameLog(spec, record, played.entries[:place]).position
    drawn = enumerate(position.chance_weights())
    outcomes = [position.action_text(outcome) for outcome, weight in drawn if weight]
    other = next(text for text in outcomes if text != played.entries[place].text)
    played.entries[place:] = [replace(played.entries[place], text=other)]


def refuse_what_was_stored(played: Played) -> None:
    move = next(one for one in played.moves() if len(json.loads(shown(played, one))) > 1)
    move.result = "no"


def store_what_nobody_asked_for(played: Played) -> None:
    move = next(one for one in played.moves() if len(json.loads(shown(played, one))) > 1)
    played.operations.remove(move)


def acknowledge_in_the_wrong_order(played: Played) -> None:
    early, late = played.moves()[2:4]
    late.began, late.ended = early.began - 2.0, early.began - 1.0


def show_another_view(played: Played) -> None:
    views = [one for one in played.operations if one.kind == "view"]
    views[3].text, views[3].number = views[5].text, views[3].number


def show_what_was_never_stored(played: Played) -> None:
    played.operations.append(replace(played.operations[0], number=len(played.entries) + 4))


def tell_twice(played: Played) -> None:
    played.told.events.insert(1, played.told.events[0])


def tell_nothing_of_a_move(played: Played) -> None:
    del played.told.events[len(played.told.events) // 2]


def show_what_is_old(played: Played) -> None:
    last = played.moves()[-1]
    old = next(one for one in played.operations if one.kind == "view")
    played.operations.append(replace(old, began=last.ended + 1.0, ended=last.ended + 2.0))


def store_by_a_wrong_clock(played: Played) -> None:
    last = played.entries[-1]
    played.entries[-1] = replace(last, at=last.at - timedelta(hours=3))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (show_what_is_old, "to somebody who asked after"),
        (store_by_a_wrong_clock, "before the last one"),
        (lose_the_last_move, "is lost"),
        (store_something_else, "was told"),
        (acknowledge_twice, "was acknowledged 2 times"),
        (draw_again, "but the secret gives"),
        (refuse_what_was_stored, "was refused"),
        (store_what_nobody_asked_for, "was asked for by nobody"),
        (acknowledge_in_the_wrong_order, "was acknowledged before"),
        (show_another_view, "was shown another view"),
        (show_what_was_never_stored, "somebody was shown number"),
        (tell_twice, "a reader at seat 0 heard"),
        (tell_nothing_of_a_move, "a reader at seat 0 heard"),
    ],
)
def test_every_loss_is_found(played: Played, spoil: Callable[[Played], None], words: str) -> None:
    spoil(played)
    assert any(words in one for one in played.troubles()), played.troubles()


def test_figures_are_recorded_once(tmp_path: Path) -> None:
    path, options = tmp_path / "faults.csv", argparse.Namespace(postgres=True, servers=3)
    done = [Summary(1, 7, {"kill server": 3}, moves=5), Summary(2, 7, {"stop server": 1}, moves=6)]
    record(path, done[:1], 7, options)
    record(path, done, 7, options)  # two rounds later
    record(path, done, 8, options)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = {(row["seed"], row["what"]): row["count"] for row in rows}
    assert len(rows) == len(found) == 2 * 9
    assert found["7", "acknowledged moves checked"] == "11"
    assert found["7", "faults"] == "4"
    assert found["8", "fault: kill server"] == "3"


def test_lost_seats_are_found(played: Played) -> None:
    sat = [Operation("sit", played.record.id, 1, result="yes")]
    lost = replace(played.record, seats=(SEATS[0], Seat(1)))
    assert check_seats(lost, ("me", "open"), sat) == ["seat 1 is lost: open."]
    twice = replace(played.record, seats=(SEATS[0], replace(SEATS[1], person="person 0")))
    assert check_seats(twice, ("me", "open"), sat) == ["somebody sits there twice."]


@pytest.mark.slow
@pytest.mark.sqlite
def test_three_kills_lose_nothing(tmp_path: Path) -> None:
    """And what is finished is remembered."""
    state = str(tmp_path / "state")
    command = [sys.executable, str(SCRIPTS / "fault-test"), "--short", "--no-bots"]
    command += ["--faults", "3", "--seed", "1", "--state", state]
    first, second = (
        subprocess.run(command, capture_output=True, text=True, timeout=300) for _ in range(2)
    )
    for done in (first, second):
        assert done.returncode == 0, done.stdout + done.stderr
        assert "3 faults in 1 rounds" in done.stdout
        assert "none lost" in done.stdout
    assert "round 1:" in first.stdout
    assert "round 1:" not in second.stdout


@pytest.mark.slow
@pytest.mark.postgres
def test_neither_servers_nor_databases_nor_wires_lose_anything() -> None:
    command = [sys.executable, str(SCRIPTS / "fault-test"), "--short", "--no-bots", "--no-clocks"]
    command += ["--postgres", "--servers", "2", "--faults", "4", "--seed", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 faults in 1 rounds" in done.stdout
    assert "none lost" in done.stdout
