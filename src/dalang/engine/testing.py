"""What tests of any game need: positions written down field by field, and lines played in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from dalang.engine.api import CHANCE, Args, Event, Position
from dalang.engine.judging import Judge
from dalang.engine.notation import NOTHING
from dalang.engine.playout import random_step, settle_chance
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec

SEED = 7

# In a game's tests/columns.py, as COLUMNS: what columns of its rows of numbers hold if it is not
# what the position has under the same name, worked out from the position as it is known.
Columned: TypeAlias = Mapping[str, Callable[[Any], object]]

# --- scenes -------------------------------------------------------------------------


def scene(spec: GameSpec, players: int, given: Mapping[str, str | int]) -> str:
    """The text of a scene: nothing has happened but what is given; `hand_0` is the line `hand 0`.

    Hand sizes follow from the hands, unless they are given.
    """
    assert spec.fields is not None
    if "hand_sizes" in [entry.line for entry in spec.fields.entries]:
        hands = [str(given.get(f"hand_{seat}", NOTHING)) for seat in range(players)]
        given = {"hand_sizes": hand_sizes(hands), **given}
    return spec.fields.scene(spec.blank(), players, given)


def hand_sizes(hands: Iterable[str]) -> str:
    """How many cards the hands have."""
    return " ".join(str(counts(hand).total()) for hand in hands)


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


def favourite(judge: Judge, position: Position) -> str:
    """The action that a judge finds most promising."""
    legal = position.legal_actions()
    priors = list(judge.priors(position, legal))
    return position.action_text(legal[priors.index(max(priors))])


def tally(things: Iterable[int], kinds: int) -> list[int]:
    """How many there are of each kind, for a number of kinds."""
    found = Counter(int(kind) for kind in things)
    return [found[kind] for kind in range(kinds)]
