"""Games that bots play before a test begins, as they would go at a table with a known secret."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dalang.bots import answer
from dalang.engine.api import CHANCE, OVER, Event
from dalang.engine.session import Session, Step
from dalang.registry import game
from dalang.server.tables.dealing import Dealer

LEVEL = "novice"  # whom everybody plays like
SECRET = bytes([1]) * 32  # of a table whose game is known beforehand


@dataclass(frozen=True)
class Turn:
    """A question that a seat was asked, what it chose, and what came of it."""

    number: int  # of the entries in the log before it
    seat: int
    question: str
    choice: str
    events: list[Event]  # and those of chance, once the next turn is known
    before: list[Step]


def course(key: str, people: int, bots: int = 1) -> Iterator[Turn]:
    """A whole game of that many people and bots, choice by choice."""
    spec, dealer = game(key), Dealer(SECRET)
    session, events = Session(spec, people + bots), list[Event]()
    while (seat := int(session.position.actor())) != OVER:
        number, legal = len(session.log), session.position.legal_actions()
        if seat == CHANCE:
            events += session.happen(dealer.next_outcome(session))
        elif len(legal) == 1:
            events += session.play(seat, session.position.action_text(legal[0]))
        else:
            before, choice = session.log[:number], chosen(session, number, seat, people)
            question = session.position.question().key
            events = session.play(seat, choice)
            yield Turn(number, seat, question, choice, events, before)


def chosen(session: Session, number: int, seat: int, people: int) -> str:
    """What a seat does.  The bots of a test's server choose alike every time, people do not."""
    spec = session.spec
    view = spec.observe(session.position, seat).to_text()
    return answer(LEVEL, spec.key, view, number if seat < people else 1)


def played(key: str, players: int, decide: Callable[[Session, int], str]) -> list[Step]:
    """The log of a game in which all seats do as they are told, until they are told nothing."""
    session, dealer = Session(game(key), players), Dealer(SECRET)
    while True:
        if (seat := int(session.position.actor())) == CHANCE:
            session.happen(dealer.next_outcome(session))
        elif choice := decide(session, seat):
            session.play(seat, choice)
        else:
            return session.log
