"""The report about stored games when a server starts."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from dalang.engine.spec import GameSpec
from dalang.registry import all_games
from dalang.server.storage import queries
from dalang.server.storage.errors import BrokenGame, Damaged, StorageError
from dalang.server.storage.records import Status, TableRecord
from dalang.server.storage.restoring import restore
from dalang.server.storage.store import Store

USUAL_SECONDS = 5.0  # for replaying; what is left then is replayed when somebody opens it
_ORDER: Final[tuple[Status, ...]] = ("running", "open", "finished")
_PAGE = 500
_MOST_LINES = 20


@dataclass
class StartUpReport:
    """What was found."""

    tables: Counter[str] = field(default_factory=lambda: Counter[str]())  # by status
    replayed: int = 0  # how many games were played through
    findings: list[str] = field(default_factory=lambda: list[str]())  # a sentence each
    broken: set[str] = field(default_factory=lambda: set[str]())  # tables that cannot be opened
    seconds: float = 0.0

    def lines(self) -> list[str]:
        """The report for a terminal."""
        kinds = ", ".join(f"{self.tables[status]} {status}" for status in _ORDER)
        verdict = f"{len(self.findings)} to look at" if self.findings else "all well"
        first = (
            f"Stored tables: {kinds}; {self.replayed} games replayed in {self.seconds:.1f} s; "
            f"{verdict}."
        )
        more = len(self.findings) - _MOST_LINES
        last = [f"… and {more} more."] if more > 0 else []
        return [first, *self.findings[:_MOST_LINES], *last]


def start_up_report(store: Store, seconds: float = USUAL_SECONDS) -> StartUpReport:
    """Checks every table, and replays games, running ones first, as long as the time allows."""
    started = time.monotonic()
    report = StartUpReport()
    strange: Counter[str] = Counter()
    try:
        report.findings += store.check()
        for record in _all_tables(store):
            report.tables[record.status] += 1
            spec = all_games().get(record.game)
            strange[_strangeness(spec, record)] += 1
            if spec is None:
                report.broken.add(record.id)
            elif time.monotonic() < started + seconds:
                _replay(store, spec, record, report)
    except StorageError as error:
        report.findings.append(str(error))
    del strange[""]
    report.findings += [f"{what}: {count} tables." for what, count in sorted(strange.items())]
    report.seconds = time.monotonic() - started
    return report


def _all_tables(store: Store) -> Iterator[TableRecord]:
    for status in _ORDER:
        offset = 0
        while page := store.read(queries.tables, status, limit=_PAGE, offset=offset):
            yield from page
            offset += _PAGE


def _strangeness(spec: GameSpec | None, record: TableRecord) -> str:
    """What is unusual about the table's game, in words that many tables may share."""
    if spec is None:
        return f"There is no game {record.game!r} here"
    if record.edition != spec.edition:
        return f"Played with edition {record.edition} of {record.game}, here is {spec.edition}"
    return ""


def _replay(store: Store, spec: GameSpec, record: TableRecord, report: StartUpReport) -> None:
    try:
        position = restore(spec, record, store.read(queries.entries, record.id)).position
    except (BrokenGame, Damaged) as error:
        report.broken.add(record.id)
        report.findings.append(str(error))
        return
    report.replayed += 1
    ended_by = position.ended_by()
    if ended_by and record.status != "finished":
        report.findings.append(f"Table {record.id} is over but not finished: {ended_by}.")
    same = (ended_by, position.scores()) == (record.ended_by, record.scores)
    if record.ended_by in spec.ends and not same:
        report.findings.append(f"Table {record.id} comes out differently now.")
