"""From a stored log back to a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dalang.engine.api import CHANCE, Event
from dalang.engine.errors import DalangError, NotYourTurn
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec
from dalang.server.storage.errors import BrokenGame
from dalang.server.storage.records import UNDO, Entry, TableRecord

Hearer = Callable[[Entry, list[Event]], None]


def restore(
    spec: GameSpec, record: TableRecord, entries: Iterable[Entry], hear: Hearer | None = None
) -> Session:
    """Replays the log of a game; raises BrokenGame, naming table and number, if it cannot.

    `hear` is called with every entry and its events.
    """
    number = None
    try:
        session = Session(spec, record.players, record.options)
        for expected, entry in enumerate(entries):
            number = expected
            if entry.number != expected:
                raise DalangError(f"The log has number {entry.number} in its place.")
            events = replay_entry(session, entry)
            if hear:
                hear(entry, events)
    except Exception as error:  # rules that trust their input may trip over anything
        raise BrokenGame(record.id, number, f"{type(error).__name__}: {error}") from error
    return session


def replay_entry(session: Session, entry: Entry) -> list[Event]:
    """Does what one entry says, as it was done when it was written."""
    if entry.text == UNDO and entry.actor != CHANCE:
        session.undo_as_logged(entry.actor)
        return []
    if entry.actor != CHANCE:
        return session.play(entry.actor, entry.text)
    if session.position.actor() != CHANCE:
        raise NotYourTurn("Chance is not to move.")
    return session.happen_as_logged(entry.text)
