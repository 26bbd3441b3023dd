"""BA 4: priests and princes.  BA 5: seals."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.vecs import append, vec
from dalang.games.bali.actions import FIRST_SHOW, PASS
from dalang.games.bali.components import (
    ISLANDS,
    N_CARDS,
    N_ISLANDS,
    NOBODY,
    OFFICE_OF,
    OFFICES,
    SEAL_POINTS,
    SHOWN_BY_LEADER,
)
from dalang.games.bali.rules.answering import ask_next
from dalang.games.bali.rules.memory import note_shown
from dalang.games.bali.rules.turns import go_on
from dalang.games.bali.state import SHOW, State


def lead_office(s: State) -> None:
    """BA 4.1: the active player shows first, and so must have another one: everybody knows that."""
    s.phase = SHOW
    note_shown(s, s.active, OFFICE_OF[s.led], SHOWN_BY_LEADER)


def legal_show(s: State) -> vec[i64]:
    """BA 4.1: at least one, at most all that are held."""
    return _add_shows(s, SHOWN_BY_LEADER, vec[i64]())


def legal_raise(s: State) -> vec[i64]:
    """BA 4.2: strictly more than the best so far, or pass."""
    return _add_shows(s, s.best + 1, vec[i64]([PASS]))


def _add_shows(s: State, least: i64, legal: vec[i64]) -> vec[i64]:
    """BA 4.2: any number from the least on, up to what is held."""
    for count in range(least, s.hand[s.turn * N_CARDS + s.led] + 1):
        legal = append(legal, FIRST_SHOW + count - 1)
    return legal


def apply_show(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 4.1, BA 4.2: the cards are shown and go back to the hand; everybody saw how many."""
    if action == PASS:
        if sink is not None:
            sink.append(Event("passed", {"seat": int(s.turn)}))
    else:
        s.best = action - FIRST_SHOW + 1
        s.leader = s.turn
        note_shown(s, s.turn, OFFICE_OF[s.led], s.best)
        if sink is not None:
            office = OFFICES[OFFICE_OF[s.led]]
            args: dict[str, object] = {"seat": int(s.turn), "office": office, "count": int(s.best)}
            sink.append(Event("showed", args, reveals=True))
    if not ask_next(s):
        award_disc(s, sink)
        go_on(s)


def award_disc(s: State, sink: list[Event] | None) -> None:
    """BA 4.3, BA 4.4: the disc of the island goes to who showed most, from wherever it is."""
    office = OFFICE_OF[s.led]
    place = office * N_ISLANDS + s.island
    owner = s.disc[place]
    s.disc[place] = s.leader
    if sink is not None:
        args: dict[str, object] = {
            "seat": int(s.leader),
            "office": OFFICES[office],
            "island": ISLANDS[s.island],
        }
        if owner == s.leader:
            sink.append(Event("disc_kept", args))
        elif owner == NOBODY:
            sink.append(Event("disc_entered", args))
        else:
            sink.append(Event("disc_won", args))
    award_seal(s, sink)


def award_seal(s: State, sink: list[Event] | None) -> None:
    """BA 5.1: both discs of the island in one village bring its seal, from wherever it is."""
    if s.disc[s.island] != s.disc[N_ISLANDS + s.island]:
        return
    owner = s.seal[s.island]
    if owner == s.leader:
        return
    s.seal[s.island] = s.leader
    if sink is not None:
        where: dict[str, object] = {"island": ISLANDS[s.island]}
        won = where | {"seat": int(s.leader), "points": int(SEAL_POINTS)}
        if owner == NOBODY:
            sink.append(Event("seal_taken", won))
            return
        sink.append(Event("seal_stolen", won | {"loser": int(owner)}))
        lost = where | {"seat": int(owner), "points": -int(SEAL_POINTS)}
        sink.append(Event("seal_lost", lost))
