"""WP 2: every decision of a turn can be taken back until a card is drawn."""

from __future__ import annotations

from dalang.engine.api import CHANCE
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.games.web_of_power import GAME


def begun(seed: int) -> tuple[Session, Rng]:
    """A game in its tenth turn or so."""
    session, rng = Session(GAME, 3), Rng(seed)
    for _ in range(60):
        step(session, rng)
    while session.position.actor() == CHANCE or "phase: turn" not in session.position.to_text():
        step(session, rng)
    return session, rng


def step(session: Session, rng: Rng) -> None:
    action = random_step(session.position, rng)
    if session.position.actor() == CHANCE:
        session.happen(action)
    else:
        session.play(int(session.position.actor()), session.position.action_text(action))


def test_WP_2_8_all_of_a_turn_can_be_taken_back_until_a_card_is_drawn() -> None:
    lengths: set[int] = set()
    for seed in range(30):
        session, rng = begun(seed)
        seat, before = int(session.position.actor()), session.position.to_text()
        taken = 0
        while session.position.actor() == seat:
            step(session, rng)
            taken += 1
        assert session.position.actor() == CHANCE
        for _ in range(taken):
            assert session.can_undo(seat)
            session.undo(seat)
        assert session.position.to_text() == before
        lengths.add(taken)
    assert max(lengths) >= 6


def test_WP_2_8_after_the_draw_nothing_is_taken_back() -> None:
    session, rng = begun(4)
    seat = int(session.position.actor())
    while session.position.actor() != CHANCE:
        step(session, rng)
    step(session, rng)
    assert not session.can_undo(seat)
