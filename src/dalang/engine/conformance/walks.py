"""Games to try things on: random ones, and some that lead to where little is left to choose.

In a random game a hand is seldom almost empty and a display hardly ever runs short, so what goes
wrong there is not found.  `directed` goes there: by a player who leaves everybody as few choices as
possible, and by taking cards and tokens away from positions of a random game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from dalang.engine.api import OVER, WATCHER, Position
from dalang.engine.errors import DalangError
from dalang.engine.fields import Counts, FieldTable, Line, PerSeat, Several
from dalang.engine.notation import NOTHING
from dalang.engine.playout import random_step, settle_chance
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.testing import hand_sizes

Chooser = Callable[[Position, Rng], int]

TRIED = 6  # actions that are compared to find the one that leaves the fewest choices
THINNED = 10  # positions of a random game that things are taken away from
TAKEN_AWAY = 24  # lines of such a position that it is tried with
FOLLOWED = 3  # decisions that are played on from there


def walk(
    spec: GameSpec, players: int, seed: int, choose: Chooser = random_step
) -> Iterator[Position]:
    """A game, position by position, random unless told otherwise; the last one is over."""
    return play_on(spec.start(players), Rng(seed), choose)


def play_on(position: Position, rng: Rng, choose: Chooser = random_step) -> Iterator[Position]:
    """A game from a position on."""
    yield position
    while position.actor() != OVER:
        position.apply(choose(position, rng))
        yield position


def decisions(spec: GameSpec, players: int, seed: int, every: int) -> Iterator[Position]:
    """Some positions of a random game in which a seat is to decide."""
    found = enumerate(of_seats(walk(spec, players, seed)))
    return (position for number, position in found if number % every == seed % every)


def of_seats(game: Iterator[Position]) -> Iterator[Position]:
    """The positions in which a seat is to decide."""
    return (position for position in game if position.actor() >= 0)


def others(position: Position, rng: Rng) -> Iterator[int]:
    """An onlooker, and two seats that are not the actor or the same one twice."""
    yield WATCHER
    for _ in range(2):
        seat = int(position.actor() + 1 + rng.below(position.players - 1))
        yield seat % int(position.players)


# --- where little is left -----------------------------------------------------------


def directed(spec: GameSpec, players: int, seed: int) -> Iterator[Iterator[Position]]:
    """Games, each as its decisions in order, in which hands, displays and supplies run short."""
    for choose in (random_step, fewest_choices):
        yield of_seats(walk(spec, players, seed, choose))
    if spec.fields is None:
        return
    rng = Rng(seed)
    found = list(_whole_decisions(spec, players, seed))
    for _ in range(THINNED):
        for scarce in thinner(spec, spec.fields, found[rng.below(len(found))], rng):
            yield islice(of_seats(play_on(scarce, rng, fewest_choices)), FOLLOWED)


def _whole_decisions(spec: GameSpec, players: int, seed: int) -> Iterator[Position]:
    """Those of a random game that are no second step of one: an onlooker sees something new."""
    seen = ""
    for position in decisions(spec, players, seed, every=1):
        before, seen = seen, spec.observe(position, WATCHER).to_text()
        if seen != before:
            yield position.clone()


def fewest_choices(position: Position, rng: Rng) -> int:
    """Of some actions the one after which the next to decide has the fewest."""
    legal = position.legal_actions()
    if len(legal) <= 1:
        return int(random_step(position, rng))
    tried = [int(legal[rng.below(len(legal))]) for _ in range(TRIED)]
    return min(tried, key=lambda action: _choices_after(position, action, rng))


def _choices_after(position: Position, action: int, rng: Rng) -> int:
    after = position.clone()
    after.apply(action)
    settle_chance(after, rng)
    return len(after.legal_actions())


def thinner(spec: GameSpec, table: FieldTable, position: Position, rng: Rng) -> Iterator[Position]:
    """A position with cards and tokens taken away, line by line, as far as it stays one."""
    players = int(position.players)
    kinds = [entry for entry in table.entries if _may_be_less(entry)]
    names = [name for entry in kinds for name in entry.lines(players)]
    lines = dict(line.split(": ", 1) for line in position.to_text().splitlines())
    for _ in range(TAKEN_AWAY):
        name = names[rng.below(len(names))]
        fewer = lines | {name: _less(lines[name], rng)}
        if "hand_sizes" in lines:
            hands = [fewer[f"hand {seat}"] for seat in range(players)]
            fewer["hand_sizes"] = hand_sizes(hands)
        if fewer != lines:
            try:
                scarce = spec.from_text("".join(f"{n}: {text}\n" for n, text in fewer.items()))
            except DalangError:
                continue
            lines = fewer
            yield scarce


def _may_be_less(entry: object) -> bool:
    if isinstance(entry, Line):
        return not entry.needed
    return isinstance(entry, Counts | Several | PerSeat)


def _less(value: str, rng: Rng) -> str:
    """At most two of several things, or no number but 0."""
    things = value.split(", ")
    if all(word.isdecimal() for word in value.split()):
        return " ".join("0" for _ in value.split())
    kept = rng.below(3)
    while len(things) > kept:
        things.pop(rng.below(len(things)))
    return ", ".join(things) or NOTHING
