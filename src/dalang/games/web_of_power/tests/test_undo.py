"""WP 2: what of a turn can be taken back: all but hidden cards, until a card is drawn."""

from __future__ import annotations

from dalang.engine.api import CHANCE
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.engine.testing import counts
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


def test_WP_2_8_all_of_a_turn_but_hidden_cards_can_be_taken_back_until_a_card_is_drawn() -> None:
    """What is taken back leads to where the last hidden card was shown, or to the beginning."""
    lengths: set[int] = set()
    for seed in range(30):
        session, rng = begun(seed)
        seat = int(session.position.actor())
        texts = [session.position.to_text()]
        last = 0
        while session.position.actor() == seat:
            hidden = session.position.to_text()
            step(session, rng)
            texts.append(session.position.to_text())
            if shows_hidden(hidden, session.log[-1].text, seat):
                last = len(texts) - 1
        assert session.position.actor() == CHANCE
        for text in reversed(texts[last:-1]):
            session.undo(seat)
            assert session.position.to_text() == text
        assert not session.can_undo(seat)
        lengths.add(len(texts) - 1 - last)
    assert max(lengths) >= 4


def shows_hidden(position: str, played: str, seat: int) -> bool:
    """Whether a card was played, or two, that not everybody knew the seat to hold (WP R4)."""
    kind, _, card = played.partition(" ")
    lines = dict(line.split(": ", 1) for line in position.splitlines())
    needed = {"play": 1, "exchange": 1, "joker": 2}.get(kind, 0)
    return counts(lines[f"known {seat}"])[card] < needed


def test_WP_R4_a_card_everybody_saw_being_taken_can_be_taken_back() -> None:
    found: set[bool] = set()
    for seed in range(20):
        session, _ = begun(seed)
        seat, position = int(session.position.actor()), session.position
        for text in session.legal_texts():
            twin = Session.from_position(GAME, position)
            twin.play(seat, text)
            hidden = shows_hidden(position.to_text(), text, seat)
            assert twin.can_undo(seat) != hidden
            found.add(hidden)
    assert found == {True, False}


def test_WP_2_8_after_the_draw_nothing_is_taken_back() -> None:
    session, rng = begun(4)
    seat = int(session.position.actor())
    while session.position.actor() != CHANCE:
        step(session, rng)
    step(session, rng)
    assert not session.can_undo(seat)
