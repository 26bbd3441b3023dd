"""What must be true after all faults of a round, for scripts/fault-test.

The log in the database is compared with what every player asked for and was told: an acknowledged
move is there under its number, once; what was refused is not; every outcome of chance is the one
that the table's secret gives; everything that anybody has read was so at that number, and not
older than what anybody was told before; nobody was told anything twice, or not at all.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import pairwise

from fault_history import READINGS, Company, History, Operation, Told

from dalang.engine.api import CHANCE, EVERYONE, Event
from dalang.engine.session import Session
from dalang.registry import game
from dalang.server.storage import UNDO, Entry, Store, TableRecord, queries, start_up_report
from dalang.server.storage.restoring import replay_entry
from dalang.server.tables.dealing import Dealer

CHANGES = ("play", "undo")
MANY = 5  # complaints of one kind are enough
BACK = timedelta(seconds=30)  # that the moments of a log may go back: all servers share one clock


@dataclass
class Replayed:
    """A table's log, played again; what was to be seen at every number."""

    record: TableRecord
    entries: list[Entry]
    trouble: list[str] = field(default_factory=lambda: list[str]())
    lone: set[int] = field(default_factory=lambda: set[int]())  # numbers with one answer only
    told: list[tuple[int, Event]] = field(default_factory=lambda: list[tuple[int, Event]]())
    undone: set[int] = field(default_factory=lambda: set[int]())  # entries that were taken back


def check(
    store: Store, companies: list[Company], history: History, to_the_end: bool = True
) -> list[str]:
    """Everything that is not as it should be, in sentences."""
    trouble = [*store.check(), *start_up_report(store, seconds=600).findings]
    trouble += history.strange[:MANY]
    by_table: dict[str, list[Operation]] = defaultdict(list)
    for operation in history.operations:
        by_table[operation.table].append(operation)
    for company in companies:
        for table, seats in company.plans.items():
            record = store.read(queries.table, table)
            if record is None:
                trouble.append(f"Table {table} is lost.")
                continue
            told = [one for one in history.told if one.table == table]
            entries = store.read(queries.entries, table)
            if to_the_end and record.status != "finished":
                trouble.append(f"Table {table} is {record.status}, not finished.")
            found = check_table(record, entries, by_table[table], told)
            found += check_seats(record, seats, by_table[table])
            trouble += [f"Table {table} ({record.game}): {one}" for one in found]
    return trouble


def check_table(
    record: TableRecord, entries: list[Entry], operations: list[Operation], told: list[Told]
) -> list[str]:
    """One table's log against what was asked for and told."""
    replayed = replay(record, entries, [one for one in operations if one.kind in READINGS])
    trouble = replayed.trouble
    changes = [one for one in operations if one.kind in CHANGES]
    trouble += list(check_acknowledged(entries, changes))[:MANY]
    trouble += list(check_origins(replayed, changes))[:MANY]
    trouble += list(check_order(changes))[:MANY]
    trouble += list(check_fresh(operations))[:MANY]
    trouble += list(check_moments(entries))[:MANY]
    for one in told:
        trouble += list(check_told(replayed, one))[:MANY]
    return trouble


# --- the log, played again ----------------------------------------------------------------


def replay(record: TableRecord, entries: list[Entry], readings: list[Operation]) -> Replayed:
    """Plays the log; compares outcomes with the secret, and readings with what was to be seen."""
    replayed, dealer = Replayed(record, entries), Dealer(record.secret)
    session = Session(game(record.game), record.players, record.options)
    read: dict[int, list[Operation]] = defaultdict(list)
    for reading in readings:
        read[reading.number].append(reading)
    numbers: list[int] = []  # of the entries that count
    for place, entry in enumerate(entries):
        replayed.trouble += check_readings(record, session, read.pop(place, []))
        if entry.actor == CHANCE:
            replayed.trouble += check_outcome(session, dealer, entry)
        elif len(session.position.legal_actions()) == 1:
            replayed.lone.add(entry.number)
        events = replay_entry(session, entry)
        if entry.text == UNDO and entry.actor != CHANCE:
            replayed.undone.add(numbers.pop())
        else:
            numbers.append(entry.number)
            replayed.told += [(entry.number, event) for event in events]
    replayed.trouble += check_readings(record, session, read.pop(len(entries), []))
    for number in read:
        replayed.trouble.append(f"somebody was shown number {number} of {len(entries)}.")
    return replayed


def check_outcome(session: Session, dealer: Dealer, entry: Entry) -> list[str]:
    """Chance gives what the secret says for the how-manieth outcome it is."""
    position = session.position
    due = position.action_text(dealer.next_outcome(session))
    if due == entry.text:
        return []
    return [f"outcome {entry.number} is {entry.text!r}, but the secret gives {due!r}."]


def check_readings(record: TableRecord, session: Session, readings: list[Operation]) -> list[str]:
    """What was read at a number, at any server, is what the log says of it."""
    trouble: list[str] = []
    for reading in readings:
        view = session.spec.observe(session.position, reading.seat)
        if reading.kind == "view":
            same = reading.text == view.to_text()
        else:
            texts = [view.known.action_text(action) for action in view.legal_actions()]
            shown = json.loads(reading.text)
            same = not shown or shown == texts  # nothing is shown where there is one answer
        if not same:
            where = f"server {reading.server} at number {reading.number}"
            trouble.append(f"seat {reading.seat} was shown another {reading.kind} by {where}.")
    return trouble


# --- the players' side --------------------------------------------------------------------


def check_acknowledged(entries: list[Entry], changes: list[Operation]) -> Iterator[str]:
    """Every acknowledged change is in the log under its number, and is the only one there."""
    yes = [one for one in changes if one.result == "yes"]
    for number, count in Counter(one.number for one in yes).items():
        if count > 1:
            yield f"number {number} was acknowledged {count} times."
    for one in yes:
        wanted = UNDO if one.kind == "undo" else one.text
        if one.number >= len(entries):
            yield f"the acknowledged move {one.number} ({wanted}) is lost."
            continue
        found = entries[one.number]
        if (found.actor, found.text) != (one.seat, wanted):
            told = f"{found.text!r} of seat {found.actor}"
            yield f"number {one.number} is {told}, but {wanted!r} of seat {one.seat} was told."


def check_origins(replayed: Replayed, changes: list[Operation]) -> Iterator[str]:
    """Every entry of a person is what that person asked for, unless there was only one answer.

    What was refused, and never asked for again, is not there.
    """
    asked: dict[tuple[int, int, str], set[str]] = defaultdict(set)
    for one in changes:
        text = UNDO if one.kind == "undo" else one.text
        asked[one.number, one.seat, text].add(one.result)
    before = ""
    for entry in replayed.entries:
        again = entry.text == UNDO == before  # one wish takes back what followed from it, too
        before = entry.text
        if entry.actor == CHANCE or replayed.record.seats[entry.actor].kind != "person" or again:
            continue
        results = asked.get((entry.number, entry.actor, entry.text), set())
        if results <= {"no"} and entry.number not in replayed.lone:
            how = "was refused" if results else "was asked for by nobody"
            yield f"number {entry.number} ({entry.text!r} of seat {entry.actor}) {how}."


def check_order(changes: list[Operation]) -> Iterator[str]:
    """A change that was acknowledged before another one was asked for comes before it."""
    yes = sorted((one for one in changes if one.result == "yes"), key=lambda one: one.number)
    for earlier, later in pairwise(yes):
        if later.ended < earlier.began:
            yield f"number {later.number} was acknowledged before {earlier.number} was asked for."


def check_moments(entries: list[Entry]) -> Iterator[str]:
    """However wrong the clocks of the servers are: what they store has the database's time."""
    for earlier, later in pairwise(entries):
        if later.at < earlier.at - BACK:
            yield f"number {later.number} was stored {earlier.at - later.at} before the last one."


def check_fresh(operations: list[Operation]) -> Iterator[str]:
    """Nobody is shown less than anybody was told before they asked, at whichever server."""
    known = [one for one in operations if one.kind in (*CHANGES, *READINGS) and one.result == "yes"]
    ended = sorted((one.ended, _least_after(one), one.server) for one in known)
    newest, place, told_by = 0, 0, -1
    for one in sorted(known, key=lambda one: one.began):
        while place < len(ended) and ended[place][0] < one.began:
            if ended[place][1] > newest:
                _, newest, told_by = ended[place]
            place += 1
        if one.kind in READINGS and one.number < newest:
            yield (
                f"server {one.server} showed number {one.number} to somebody who asked after "
                f"server {told_by} had told of {newest}."
            )


def _least_after(one: Operation) -> int:
    """How many entries the log had at least, once somebody was told this."""
    return one.number if one.kind in READINGS else one.number + 1


def check_told(replayed: Replayed, told: Told) -> Iterator[str]:
    """A reader was told all that the seat may know once, in order; of a game that runs, a part."""
    allowed, actors = (EVERYONE, told.seat), {one.number: one.actor for one in replayed.entries}
    due = [
        (number, json.dumps([actors[number], event.key, event.args], sort_keys=True))
        for number, event in replayed.told
        if event.seen_by in allowed and number not in replayed.undone
    ]
    heard = [one for one in told.events if one[0] not in replayed.undone]
    over = replayed.record.status == "finished"
    if heard == (due if over else due[: len(heard)]):
        return
    numbers = {one[0] for one in heard} ^ {one[0] for one in due}
    twice = [one for one, count in Counter(heard).items() if count > 1 and due.count(one) < count]
    yield (
        f"a reader at seat {told.seat} heard {len(heard)} events instead of {len(due)}; "
        f"missing or strange: {sorted(numbers)[:MANY]}, twice: {twice[:MANY]}."
    )


def check_seats(
    record: TableRecord, planned: tuple[str, ...], operations: list[Operation]
) -> list[str]:
    """Everybody who was told that they sit somewhere does so."""
    trouble: list[str] = []
    if len(record.seats) != len(planned):
        trouble.append(f"it has {len(record.seats)} seats instead of {len(planned)}.")
    sat = {one.seat for one in operations if one.kind in ("open", "sit") and one.result == "yes"}
    for seat in record.seats:
        if seat.seat in sat and (seat.kind != "person" or not seat.person):
            trouble.append(f"seat {seat.seat} is lost: {seat.kind}.")
        if planned[seat.seat].startswith("bot-") and seat.kind != "bot":
            trouble.append(f"the bot on seat {seat.seat} is gone.")
    if len(people := [seat.person for seat in record.seats if seat.person]) != len(set(people)):
        trouble.append("somebody sits there twice.")
    return trouble
