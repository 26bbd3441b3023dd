"""Continuing a game: what is answered at once, and whom it waits for without a choice."""

from __future__ import annotations

import pytest

from dalang.engine.api import OVER
from dalang.engine.rng import Rng
from dalang.registry import all_games, game
from dalang.server.storage import Seat, TableRecord
from dalang.server.tables.dealing import Dealer
from dalang.server.tables.game_log import GameLog


def begin(key: str) -> tuple[GameLog, Dealer]:
    spec = game(key)
    seats = [Seat(number) for number in range(spec.usual_players)]
    record = TableRecord.new(spec.key, spec.edition, seats, "host")
    game_log, dealer = GameLog(spec, record, ()), Dealer(bytes(range(32)))
    game_log.go_on(dealer)
    return game_log, dealer


def test_a_seat_with_one_answer_is_waited_for_if_nobody_else_may_know_that() -> None:
    """In Bali who cannot answer a card takes time like everybody else."""
    game_log, dealer = begin("bali")
    rng, alone, taken_back = Rng(3), 0, 0
    for _ in range(400):
        if game_log.actor == OVER:
            break
        position, seat = game_log.position, game_log.actor
        legal = [position.action_text(action) for action in position.legal_actions()]
        if len(legal) == 1:
            assert position.asks_anyway()
            alone += 1
        before = position.to_text()
        game_log.play(seat, legal[rng.below(len(legal))])
        if len(legal) == 1 and game_log.session.can_undo(seat):
            game_log.undo(seat)
            assert game_log.position.to_text() == before
            taken_back += 1
            game_log.play(seat, legal[0])
        game_log.go_on(dealer)
    assert alone > 10
    assert taken_back


@pytest.mark.parametrize("key", all_games())
def test_what_leaves_no_choice_as_everybody_sees_is_not_asked(key: str) -> None:
    game_log, dealer = begin(key)
    rng, alone, anyway, spared = Rng(3), 0, 0, 0
    while game_log.actor != OVER:
        position = game_log.position
        legal = position.legal_actions()
        assert len(legal) > 1 or position.asks_anyway()
        alone += len(legal) == 1
        anyway += position.asks_anyway()
        before = game_log.count
        game_log.play(game_log.actor, position.action_text(legal[rng.below(len(legal))]))
        game_log.go_on(dealer)
        spared += any(entry.actor >= 0 for entry in game_log.fresh[before + 1 :])
    assert alone or anyway < 20  # among 20 questions one has a single answer
    assert spared
