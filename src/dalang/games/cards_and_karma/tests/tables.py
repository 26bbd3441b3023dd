"""Setting the scene: positions written down field by field, and lines played in them."""

from __future__ import annotations

from dalang.engine.api import CHANCE, Event, Position
from dalang.engine.playout import random_step, settle_chance
from dalang.engine.rng import Rng
from dalang.games.cards_and_karma import GAME
from dalang.games.cards_and_karma.position import CardsAndKarma, from_text

SEED = 7
UNKNOWN = "unknown, unknown, unknown, unknown, unknown, unknown"
FIVE_TURNED = "karma2, administrator1, extra_turn, dice2, fame1_or_ship, unknown"
ALL_TURNED = "karma2, administrator1, extra_turn, dice2, fame1_or_ship, coins2_or_palace"
SPARE = "palace3-blue, palace3-green, palace3-orange, palace3-purple"  # a display of no importance


def scene(players: int = 2, /, **given: str | int) -> CardsAndKarma:
    """Seat 0 is to take its action in the first round, with what is given.

    `hand_0` is the field `hand 0`; a die may be written without its exclamation mark.
    """
    return from_text(scene_text(players, **given))


def scene_text(players: int = 2, /, **given: str | int) -> str:
    fields = _fields(players)
    for key, value in given.items():
        name, _, seat = key.rpartition("_")
        field = f"{name} {seat}" if seat.isdigit() else key
        assert field in fields, field
        fields[field] = str(value)
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def _fields(players: int) -> dict[str, str]:
    zeros = " ".join("0" for _ in range(players))
    seats = range(players)
    return {
        "game": GAME.key,
        "edition": GAME.edition,
        "players": str(players),
        "rewards": "hidden",
        "phase": "turn",
        "moment": "before",
        "round": "1",
        "series": "1",
        "elephant": "0",
        "turn": "0",
        "extra_turns": "0",
        "arranged": "0",
        **dict.fromkeys(("fame", "coins", "karma", "administrators"), zeros),
        **dict.fromkeys(("turned_left", "turned_right"), zeros),
        **{f"score_cards {seat}": UNKNOWN for seat in seats},
        **{f"hand {seat}": "-" for seat in seats},
        **{f"row {seat}": "-" for seat in seats},
        **dict.fromkeys(("locked", "locked_again", "carried"), "-"),
        "display": SPARE,
        "discard": "-",
        "discard_top": "-",
        "top": "palace4-purple",
        **dict.fromkeys(("pile_seen", "turning", "tasks", "queue", "picked"), "-"),
        **dict.fromkeys(("picked_karma", "picked_administrators"), "0"),
        **dict.fromkeys(("due_coins", "due_administrators"), "0"),
    }


def play(position: Position, *lines: str) -> list[Event]:
    """Plays legal actions, and outcomes written "? value 3"; gives what happened.

    Chance of another kind than the line names, and after the last line, speaks at random.
    """
    events: list[Event] = []
    rng = Rng(SEED)
    for line in lines:
        _wait_for(position, line, rng, events)
        _play_line(position, line, events)
    while position.actor() == CHANCE:
        position.apply(random_step(position, rng), events)
        position.check()
    return events


def play_exactly(position: Position, *lines: str) -> list[Event]:
    """Like play(), but every step is given and nothing happens afterwards."""
    events: list[Event] = []
    for line in lines:
        _play_line(position, line, events)
    return events


def _wait_for(position: Position, line: str, rng: Rng, events: list[Event]) -> None:
    while position.actor() == CHANCE:
        if line.startswith("? ") and position.action_text(0).split()[0] == line.split()[1]:
            return
        position.apply(random_step(position, rng), events)
        position.check()


def _play_line(position: Position, line: str, events: list[Event]) -> None:
    assert line.startswith("? ") == (position.actor() == CHANCE), (line, position.question())
    action = position.parse_action(line.removeprefix("? "))
    if position.actor() == CHANCE:
        assert position.chance_weights()[action] > 0, f"{line} is not possible"
    else:
        assert position.why_not(line) is None, f"{line}: {position.why_not(line)}"
    position.apply(action, events)
    position.check()


def legal_texts(position: Position) -> set[str]:
    return {position.action_text(action) for action in position.legal_actions()}


def possible_texts(position: Position) -> dict[str, int]:
    """What chance may bring, with the weights."""
    assert position.actor() == CHANCE
    weights = enumerate(position.chance_weights())
    return {position.action_text(number): int(weight) for number, weight in weights if weight}


def told(events: list[Event], key: str) -> list[dict[str, object]]:
    """The arguments of every event of that key."""
    return [event.args for event in events if event.key == key]


def field(position: Position, name: str) -> str:
    """One line of the written position."""
    lines = dict(line.split(": ", 1) for line in position.to_text().splitlines())
    return lines[name]


def cards(position: Position, name: str) -> set[str]:
    """The cards in a line of the written position, without their values."""
    return {entry.split()[0] for entry in field(position, name).split(", ") if entry != "-"}


def tokens(position: Position, seat: int = 0) -> tuple[int, int, int, int]:
    """Fame, coins, karma and administrators of a seat."""
    names = ("fame", "coins", "karma", "administrators")
    fame, coins, karma, administrators = (field(position, n).split()[seat] for n in names)
    return int(fame), int(coins), int(karma), int(administrators)


def why_not(position: Position, text: str) -> tuple[str, str]:
    """The paragraph and the key of the reason."""
    reason = position.why_not(text)
    assert reason is not None, f"{text} is legal"
    return reason.paragraph, reason.key


def new_game(players: int = 2, rewards: str = "hidden") -> CardsAndKarma:
    """A game dealt at random, waiting for the first decision."""
    position = GAME.start(players, {"rewards": rewards})
    assert isinstance(position, CardsAndKarma)
    settle_chance(position, Rng(SEED))
    return position
