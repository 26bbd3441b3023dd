"""Small networks that say who will win, in whole numbers.  Compiled.

A net reads a position as the row of numbers that the game's `tensor.py` writes, told from the side
of the seat to decide.  Two hidden layers and one output for every seat follow; the outputs are
logarithms of chances.  All sums are of whole numbers, so a net says exactly the same interpreted
and compiled.  Most inputs are 0 and cost nothing, and two sums of the first layer are kept in one
number, each in a half that it cannot leave.

`NetJudge` lets a net correct a judge's values, for any bot that asks a judge.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from dalang.engine import judging
from dalang.engine.api import Position
from dalang.engine.arrays import zeros
from dalang.engine.tensors import Sheet
from dalang.engine.vecs import vec

Write = Callable[[Sheet, Position, int], None]

INPUT_UNIT: Final = 64  # how inputs say 1.0; the sheet is made with it
MOST_INPUT: Final[i64] = 255  # what is larger is cut off
UNIT: Final = 1024  # how weights and the values of neurons say 1.0
TO_FIRST: Final[i64] = 6  # bits by which a sum of the first layer is finer than UNIT …
TO_NEXT: Final[i64] = 10  # … and a sum of the others
SQUARE: Final = 1048576.0  # UNIT²: how outputs say 1.0
MOST: Final[i64] = 16 * 1024  # of a neuron
HALF: Final[i64] = 32  # bits of each of two sums in one number
HALF_RANGE: Final[i64] = 1 << 32
HALF_SIGN: Final[i64] = 1 << 31


@final
class Layers:
    """The weights of a network for one number of players; never changed, so many can share them.

    `numbers` are for every layer a row for each of its inputs, then the biases.
    """

    def __init__(self, shape: list[int], numbers: list[int]) -> None:
        inputs, first, second, players = shape
        self.inputs: i64 = inputs
        self.first: i64 = first
        self.second: i64 = second
        self.players: i64 = players
        end = inputs * first
        self.packed = packed(numbers[:end])
        self.first_bias = packed([bias << int(TO_FIRST) for bias in numbers[end : end + first]])
        end += first
        self.second_weights = vec[i64](numbers[end : end + first * second])
        end += first * second
        self.second_bias = biases(numbers[end : end + second])
        end += second
        self.last_weights = vec[i64](numbers[end : end + second * players])
        end += second * players
        self.last_bias = biases(numbers[end : end + players])


@final
class Net:
    """A network that looks at positions."""

    def __init__(self, layers: Layers, sheet: Sheet, write: Write) -> None:
        self.layers = layers
        self.sheet = sheet
        self.write = write
        self._neurons = zeros(layers.first)
        self._next = zeros(layers.second)
        self.outputs = zeros(layers.players)

    def look(self, position: Position) -> None:
        """Reads a position; `outputs` is for every seat, by its number."""
        side = position.actor()
        if side < 0:
            side = 0
        self.write(self.sheet, position, int(side))
        self._first_layer()
        self._second_layer()
        self._last_layer(side)

    def _first_layer(self) -> None:
        """The sums of all inputs above 0, two in one number; then apart."""
        values = self.sheet.values
        packed = self.layers.packed
        sums = self.layers.first_bias[:]
        pairs = self.layers.first // 2
        row: i64 = 0
        for number in range(self.layers.inputs):
            value = i64(values[number])
            if value > 0:
                if value > MOST_INPUT:
                    value = MOST_INPUT
                if value == INPUT_UNIT:
                    for pair in range(pairs):
                        sums[pair] += packed[row + pair] << TO_FIRST
                else:
                    for pair in range(pairs):
                        sums[pair] += packed[row + pair] * value
            row += pairs
        neurons = self._neurons
        for pair in range(pairs):
            low = ((sums[pair] + HALF_SIGN) & (HALF_RANGE - 1)) - HALF_SIGN
            high = (sums[pair] - low) >> HALF
            neurons[2 * pair] = clipped(low >> TO_FIRST)
            neurons[2 * pair + 1] = clipped(high >> TO_FIRST)

    def _second_layer(self) -> None:
        sums = self.layers.second_bias[:]
        weights = self.layers.second_weights
        width = self.layers.second
        row: i64 = 0
        for neuron in self._neurons:
            if neuron:
                for number in range(width):
                    sums[number] += weights[row + number] * neuron
            row += width
        for number in range(width):
            self._next[number] = clipped(sums[number] >> TO_NEXT)

    def _last_layer(self, side: i64) -> None:
        """The outputs begin with the seat that the row was told from."""
        players = self.layers.players
        weights = self.layers.last_weights
        for number in range(players):
            total = self.layers.last_bias[number]
            for neuron in range(self.layers.second):
                total += weights[neuron * players + number] * self._next[neuron]
            seat = number + side
            if seat >= players:
                seat -= players
            self.outputs[seat] = total


def clipped(value: i64) -> i64:
    """What a neuron says: nothing below 0, and not too much."""
    if value < 0:
        return 0
    return value if value < MOST else MOST


def biases(numbers: list[int]) -> vec[i64]:
    """As fine as the sums they are added to."""
    return vec[i64]([number << int(TO_NEXT) for number in numbers])


def packed(numbers: list[int]) -> vec[i64]:
    """Two in one: the first in the lower half, the second in the upper one."""
    found = zeros(len(numbers) // 2)
    for pair in range(len(numbers) // 2):
        low: i64 = numbers[2 * pair]
        high: i64 = numbers[2 * pair + 1]
        found[pair] = low + high * HALF_RANGE
    return found


@final
class NetJudge(judging.Judge):
    """A judge whose values a net corrects; what actions promise is said by another judge.

    Values are the logarithms of chances: the judge's own opinion, and what the net adds to it.  A
    net means something `anywhere`, in the middle of an auction too; but it may be wiser to ask it
    only where the judge would be asked, because it does not tell small differences apart.
    """

    def __init__(
        self,
        judge: judging.Judge,
        instinct: judging.Judge,
        nets: list[Net | None],
        horizon: int,
        anywhere: bool,
    ) -> None:
        super().__init__(judge.weights)
        self.judge = judge
        self.instinct = instinct
        self.nets = nets  # by the number of players
        self.scale = 1.0
        self.trust = instinct.trust
        self.horizon = horizon
        self.anywhere = anywhere

    def value(self, position: Position, seat: i64) -> float:
        return self.values(position)[seat]

    def values(self, position: Position) -> vec[float]:
        net = self.nets[position.players]
        assert net is not None
        net.look(position)
        found = self.judge.values(position)
        for seat in range(position.players):
            found[seat] = found[seat] / self.judge.scale + float(net.outputs[seat]) / SQUARE
        return found

    def prior(self, position: Position, action: i64) -> float:
        return self.instinct.prior(position, action)

    def priors(self, position: Position, legal: vec[i64]) -> vec[float]:
        return self.instinct.priors(position, legal)

    def settled(self, position: Position) -> bool:
        return self.anywhere or self.judge.settled(position)

    def at_a_glance(self) -> judging.Judge:
        """The judge alone: a first look asks so often that a net would take most of the time."""
        return self.judge
