"""What the engine does for every game: lists of actions, reasons, positions that can be played."""

from __future__ import annotations

import pytest

from dalang.engine.actions import ActionList, Kind, each
from dalang.engine.api import Args, Phrase, Reason
from dalang.engine.errors import NotationError, PositionError
from dalang.engine.playout import settle_chance
from dalang.engine.reasons import OTHERWISE, Why, find_reason
from dalang.engine.rng import Rng
from dalang.registry import all_games

TURN, DRAW, PAY = range(3)
ACTIONS = ActionList(
    Kind(0, "pass", "do_pass"),
    Kind(1, "put {card} on {island}", "do_put", each(card=("red", "blue"), island=(1, 2))),
)


def test_numbers_follow_the_order_of_the_kinds() -> None:
    assert ACTIONS.texts == [
        "pass",
        "put red on 1",
        "put red on 2",
        "put blue on 1",
        "put blue on 2",
    ]
    assert len(ACTIONS) == 5
    assert [ACTIONS.find(text) for text in ACTIONS.texts] == [0, 1, 2, 3, 4]
    assert ACTIONS.phrases[0] == Phrase("do_pass", {})
    assert ACTIONS.phrases[3] == Phrase("do_put", {"card": "blue", "island": 1})


def test_what_is_no_action_is_not_found() -> None:
    assert ACTIONS.find("put red on 3") == -1


def test_a_constant_must_be_the_number_of_its_first_action() -> None:
    with pytest.raises(ValueError, match="'pass' begins at 0, not 1"):
        ActionList(Kind(1, "pass", "do_pass"))
    with pytest.raises(ValueError, match="'stop' begins at 2, not 1"):
        ActionList(Kind(0, "play {n}", "do_play", each(n=(1, 2))), Kind(1, "stop", "do_stop"))


def test_no_two_actions_have_the_same_text() -> None:
    with pytest.raises(ValueError, match="same text"):
        ActionList(Kind(0, "pass", "do_pass"), Kind(1, "pass", "do_stop"))


def _too_dear(coins: int, args: Args) -> Reason:
    return Reason("1.3", "too_dear", {**args, "coins": coins})


AGAINST: dict[str, dict[int, Why[int]]] = {
    "do_buy": {TURN: _too_dear, DRAW: Reason("1.2", "draw_first", {})},
    "do_pass": {OTHERWISE: Reason("1.4", "never_pass", {})},
}
INSTEAD: dict[int, Why[int]] = {phase: Reason("1.1", f"now_{phase}", {}) for phase in (TURN, PAY)}


@pytest.mark.parametrize(
    ("action", "phase", "paragraph", "reason"),
    [
        (Phrase("do_buy", {"card": 5}), TURN, "1.3", Phrase("too_dear", {"card": 5, "coins": 7})),
        (Phrase("do_buy", {"card": 5}), DRAW, "1.2", Phrase("draw_first", {})),
        (Phrase("do_buy", {"card": 5}), PAY, "1.1", Phrase("now_2", {})),
        (Phrase("do_pass", {}), DRAW, "1.4", Phrase("never_pass", {})),
        (Phrase("do_sell", {}), TURN, "1.1", Phrase("now_0", {})),
    ],
)
def test_a_reason_is_found_by_kind_and_phase(
    action: Phrase, phase: int, paragraph: str, reason: Phrase
) -> None:
    found = find_reason(7, phase, action, AGAINST, INSTEAD)
    assert (found.paragraph, found) == (paragraph, reason)
    assert action.args in ({}, {"card": 5}), "the action's own arguments are not touched"


@pytest.mark.parametrize("key", all_games())
def test_a_written_view_belongs_to_somebody_at_the_table(key: str) -> None:
    game = all_games()[key]
    players = game.players[0]
    text = game.observe(game.start(players), 0).to_text()
    assert game.view_from_text(text).viewer == 0
    with pytest.raises(NotationError, match="viewer"):
        game.view_from_text(text.replace("viewer: 0\n", ""))
    if players < game.players[-1]:
        with pytest.raises(PositionError, match=f"no seat {players}"):
            game.view_from_text(text.replace("viewer: 0\n", f"viewer: {players}\n"))


@pytest.mark.parametrize("key", all_games())
def test_legal_actions_by_name(key: str) -> None:
    game = all_games()[key]
    position = game.start(game.players[0])
    assert position.legal_texts() == []  # chance begins
    settle_chance(position, Rng(1))
    texts = position.legal_texts()
    assert [position.parse_action(text) for text in texts] == list(position.legal_actions())
    for seat in range(game.players[0]):
        expected = texts if seat == position.actor() else []
        assert game.observe(position, seat).legal_texts() == expected
