"""Setting the scene for Cards & Karma."""

from __future__ import annotations

from dalang.engine import testing
from dalang.engine.api import CHANCE, Event, Position
from dalang.engine.playout import random_step, settle_chance
from dalang.engine.rng import Rng
from dalang.engine.testing import SEED, field
from dalang.engine.testing import play as play_exactly
from dalang.games.cards_and_karma import GAME
from dalang.games.cards_and_karma.position import CardsAndKarma

UNKNOWN = "unknown, unknown, unknown, unknown, unknown, unknown"
FIVE_TURNED = "karma2, administrator1, extra_turn, dice2, fame1_or_ship, unknown"
ALL_TURNED = "karma2, administrator1, extra_turn, dice2, fame1_or_ship, coins2_or_palace"
SPARE = "palace3-blue, palace3-green, palace3-orange, palace3-purple"  # a display of no importance


def scene(players: int = 2, /, **given: str | int) -> CardsAndKarma:
    """Seat 0 is to take its action in the first round, with what is given.

    `hand_0` is the field `hand 0`; a die may be written without its exclamation mark.
    """
    position = GAME.from_text(scene_text(players, **given))
    assert isinstance(position, CardsAndKarma)
    return position


def scene_text(players: int = 2, /, **given: str | int) -> str:
    usual: dict[str, str | int] = {
        "phase": "turn",
        "round": 1,
        "display": SPARE,
        "top": "palace4-purple",
    }
    return testing.scene(GAME, players, {**usual, **given})


def play(position: Position, *lines: str) -> list[Event]:
    """Plays legal actions, and outcomes written "? value 3"; gives what happened.

    Chance of another kind than the line names, and after the last line, speaks at random.
    """
    events: list[Event] = []
    rng = Rng(SEED)
    for line in lines:
        _wait_for(position, line, rng, events)
        events += play_exactly(position, line)
    _wait_for(position, "", rng, events)
    return events


def _wait_for(position: Position, line: str, rng: Rng, events: list[Event]) -> None:
    while position.actor() == CHANCE:
        if line.startswith("? ") and position.action_text(0).split()[0] == line.split()[1]:
            return
        position.apply(random_step(position, rng), events)
        position.check()


def cards(position: Position, name: str) -> set[str]:
    """The cards in a line of the written position, without their values."""
    return {entry.split()[0] for entry in field(position, name).split(", ") if entry != "-"}


def tokens(position: Position, seat: int = 0) -> tuple[int, int, int, int]:
    """Fame, coins, karma and administrators of a seat."""
    names = ("fame", "coins", "karma", "administrators")
    fame, coins, karma, administrators = (field(position, n).split()[seat] for n in names)
    return int(fame), int(coins), int(karma), int(administrators)


def new_game(players: int = 2, rewards: str = "hidden") -> CardsAndKarma:
    """A game dealt at random, waiting for the first decision."""
    position = GAME.start(players, {"rewards": rewards})
    assert isinstance(position, CardsAndKarma)
    settle_chance(position, Rng(SEED))
    return position
