"""What tests of any game need: positions written down field by field, and lines played in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from dalang.engine.api import CHANCE, Args, Event, Position
from dalang.engine.notation import NOTHING
from dalang.engine.playout import random_step, settle_chance
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec

SEED = 7

# In a game's tests/columns.py, as COLUMNS: what columns of its rows of numbers hold if it is not
# what the position has under the same name, worked out from the position as it is known.
Columned: TypeAlias = Mapping[str, Callable[[Any], object]]

# --- scenes -------------------------------------------------------------------------


def opening(
    spec: GameSpec, players: int, fields: Mapping[str, str], by_seat: Iterable[str]
) -> dict[str, str]:
    """The fields of a scene: what every game begins with, its own, and nothing for each seat."""
    head = {"game": spec.key, "edition": spec.edition, "players": str(players)}
    seats = {f"{name} {seat}": NOTHING for name in by_seat for seat in range(players)}
    return head | dict(fields) | seats


def zeros(players: int) -> str:
    """A number for each seat, all 0."""
    return " ".join("0" for _ in range(players))


def change(fields: dict[str, str], given: Mapping[str, str | int], *optional: str) -> None:
    """Sets the fields that a test gives: `hand_0` is the field `hand 0`, and it must exist.

    Fields that begin with one of the `optional` words need not be in the scene.
    """
    for key, value in given.items():
        name, _, seat = key.rpartition("_")
        field_name = f"{name} {seat}" if seat.isdigit() else key
        assert field_name in fields or field_name.startswith(optional), field_name
        fields[field_name] = str(value)


def size_hands(fields: dict[str, str], players: int) -> None:
    """Hand sizes that follow from the hands."""
    sizes = [counts(fields[f"hand {seat}"]).total() for seat in range(players)]
    fields["hand_sizes"] = " ".join(str(size) for size in sizes)


def lines(fields: Mapping[str, str]) -> str:
    """The text of a scene."""
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def counts(text: str) -> Counter[str]:
    """Counted names: {"priest": 2} for "2 priest"."""
    found: Counter[str] = Counter()
    for words in [] if text == NOTHING else text.split(", "):
        first, _, rest = words.partition(" ")
        name, count = (rest, int(first)) if first.isdigit() else (words, 1)
        found[name] += count
    return found


def written(cards: Mapping[str, int]) -> str:
    """The other way round."""
    return ", ".join(f"{count} {card}" for card, count in cards.items() if count) or NOTHING


# --- playing ------------------------------------------------------------------------


def play(position: Position, *texts: str) -> list[Event]:
    """Plays legal actions, and possible outcomes written "? draw …"; gives what happened."""
    events: list[Event] = []
    for text in texts:
        assert text.startswith("? ") == (position.actor() == CHANCE), (text, position.question())
        action = position.parse_action(text.removeprefix("? "))
        if position.actor() == CHANCE:
            assert position.chance_weights()[action] > 0, f"{text} is not possible"
        else:
            assert position.why_not(text) is None, f"{text}: {position.why_not(text)}"
        position.apply(action, events)
        position.check()
    return events


def settle(position: Position, seed: int = SEED) -> None:
    """Lets chance move until a seat is asked."""
    settle_chance(position, Rng(seed))
    position.check()


def random_game(spec: GameSpec, players: int, seed: int, steps: int) -> Position:
    """A random game after a number of steps, or at its end."""
    position, rng = spec.start(players), Rng(seed)
    for _ in range(steps):
        if position.ended_by():
            break
        position.apply(random_step(position, rng))
    return position


# --- looking ------------------------------------------------------------------------


def field(position: Position, name: str) -> str:
    """One line of the written position."""
    return dict(line.split(": ", 1) for line in position.to_text().splitlines())[name]


def legal_texts(position: Position) -> set[str]:
    """The legal actions by name."""
    return set(position.legal_texts())


def possible_texts(position: Position) -> dict[str, int]:
    """The possible outcomes of chance with their weights."""
    assert position.actor() == CHANCE
    weights = enumerate(position.chance_weights())
    return {position.action_text(number): int(weight) for number, weight in weights if weight}


def told(events: Iterable[Event], key: str) -> list[Args]:
    """What the events of that key say."""
    return [event.args for event in events if event.key == key]


def why(position: Position, text: str) -> tuple[str, str]:
    """The paragraph and the key of the reason against an action."""
    reason = position.why_not(text)
    assert reason is not None, f"{text} is legal"
    return reason.paragraph, reason.key


def tally(things: Iterable[int], kinds: int) -> list[int]:
    """How many there are of each kind, for a number of kinds."""
    found = Counter(int(kind) for kind in things)
    return [found[kind] for kind in range(kinds)]
