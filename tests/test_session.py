"""The referee: turns, legality, undo.  Over the first registered game."""

import pytest

from dalang.engine.api import CHANCE
from dalang.engine.errors import (
    BadTable,
    DalangError,
    IllegalAction,
    NotYourTurn,
    ReplayError,
    UnknownGame,
)
from dalang.engine.playout import random_step
from dalang.engine.replay import Replay
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.registry import all_games, game

GAME = game("taj_mahal")


def table(seed: int = 1) -> Session:
    """A session in which the first seat is to decide."""
    session, rng = Session(GAME, 3), Rng(seed)
    while session.position.actor() == CHANCE:
        session.happen(int(random_step(session.position, rng)))
    return session


def test_only_the_seat_to_move_may_act() -> None:
    session = table()
    other = (int(session.position.actor()) + 1) % 3
    with pytest.raises(NotYourTurn, match="not the turn of seat"):
        session.play(other, "withdraw")


def test_nobody_may_act_while_chance_is_to_move() -> None:
    with pytest.raises(NotYourTurn, match="waiting for chance"):
        Session(GAME, 3).play(0, "withdraw")


def test_an_illegal_action_names_its_paragraph_and_changes_nothing() -> None:
    session = table()
    before = session.position.to_text()
    with pytest.raises(IllegalAction, match=r"'add nothing' breaks TM \d") as error:
        session.play(int(session.position.actor()), "add nothing")
    assert error.value.reason.paragraph.startswith("TM ")
    assert session.position.to_text() == before
    assert session.log[-1].actor == CHANCE


def test_an_impossible_outcome_is_refused() -> None:
    session = Session(GAME, 3)
    for outcome in (-1, 999):
        with pytest.raises(DalangError, match="not possible"):
            session.happen(outcome)
    session.happen(0)
    with pytest.raises(DalangError, match="not possible"):
        session.happen(0)  # that province has its tile already


def taking(seed: int = 1) -> tuple[Session, int]:
    """A seat has withdrawn at once, drawn its card, and is to take two from the display."""
    session = table(seed)
    seat = int(session.position.actor())
    session.play(seat, "withdraw")
    session.happen(int(random_step(session.position, Rng(seed))))
    return session, seat


def test_own_actions_can_be_taken_back_one_by_one() -> None:
    session, seat = taking()
    start = session.position.to_text()
    session.play(seat, session.legal_texts()[1])
    played = session.position.to_text()
    assert session.can_undo(seat)
    session.play(seat, session.legal_texts()[0])
    session.undo(seat)
    assert session.position.to_text() == played
    session.undo(seat)
    assert session.position.to_text() == start
    assert not session.can_undo(seat)
    with pytest.raises(NotYourTurn, match="nothing to take back"):
        session.undo(seat)


def test_answers_without_a_choice_are_nothing_to_reconsider() -> None:
    session, seat = taking()
    session.play(seat, session.legal_texts()[1])
    assert session.can_reconsider(seat)
    session.undo(seat)
    assert not session.can_reconsider(seat)


def test_what_others_have_seen_is_final_but_what_comes_after_it_is_not() -> None:
    session = table()
    seat = int(session.position.actor())
    session.play(seat, next(text for text in session.legal_texts() if text.startswith("play")))
    assert session.has_shown(seat)
    assert not session.can_undo(seat)
    with pytest.raises(NotYourTurn, match="What others have seen cannot be taken back"):
        session.undo(seat)
    shown = session.position.to_text()
    session.play(seat, "add nothing")
    assert not session.has_shown(seat)
    session.undo(seat)
    assert session.position.to_text() == shown
    assert not session.can_undo(seat)


def test_a_log_of_an_earlier_release_takes_back_what_is_final_now() -> None:
    session = table()
    seat, before = int(session.position.actor()), session.position.to_text()
    for text in (session.legal_texts()[1], "add nothing"):
        session.play(seat, text)
    with pytest.raises(NotYourTurn, match="nothing to take back"):
        session.undo_as_logged((seat + 1) % 3)
    session.undo_as_logged(seat)
    session.undo_as_logged(seat)
    assert session.position.to_text() == before
    assert not session.can_undo(seat)
    with pytest.raises(NotYourTurn, match="nothing to take back"):
        session.undo_as_logged(seat)


def test_nothing_is_taken_back_across_another_seat_or_chance() -> None:
    session, first = taking()
    for _ in range(2):
        session.play(first, session.legal_texts()[0])
    second = int(session.position.actor())
    assert second != first
    assert session.can_undo(first)
    session.play(second, "withdraw")  # draws a card
    assert not session.can_undo(first)
    session.happen(int(random_step(session.position, Rng(1))))
    assert not session.can_undo(second)


def test_a_session_goes_on_from_a_position() -> None:
    before, seat = taking()
    session = Session.from_position(GAME, GAME.from_text(before.position.to_text()))
    assert session.log == []
    assert not session.can_undo(seat)
    session.play(seat, session.legal_texts()[0])
    session.undo(seat)
    assert session.position.to_text() == before.position.to_text()
    with pytest.raises(ReplayError, match="has no replay"):
        Replay.of(session)


def test_a_session_keeps_its_own_position() -> None:
    given = taking()[0].position
    text = given.to_text()
    session = Session.from_position(GAME, given)
    session.play(int(given.actor()), session.legal_texts()[0])
    assert given.to_text() == text


def test_unknown_games_and_wrong_tables_are_refused_in_words() -> None:
    with pytest.raises(UnknownGame, match="no game 'chess'"):
        game("chess")
    for spec in all_games().values():
        with pytest.raises(BadTable, match="players, not for 9"):
            spec.start(9)
        with pytest.raises(BadTable, match="no option 'speed'"):
            Session(spec, spec.players[0], {"speed": "high"})
