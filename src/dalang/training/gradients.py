"""The network as NumPy sees it: forwards, backwards and a step of Adam.

The loss is how surprising it was who won.  Targets are shares: victories are shared, and a target
mixes the result with what the nets thought of the next position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from dalang.bots.net import INPUT_UNIT, UNIT
from dalang.training.settings import BadTraining

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]
    Bytes: TypeAlias = NDArray[np.uint8]

FIRST: Final = 0.9  # Adam: how long a gradient is remembered …
SECOND: Final = 0.999  # … and its square
TYPICAL: Final = 100  # inputs that are not 0
MOST_FIRST: Final = 8191  # a weight of the first layer, as it is stored
MOST: Final = 32767  # any other


class Learner:
    """One network being trained: `weights` are pairs of a matrix and its biases, flat."""

    def __init__(self, shape: tuple[int, ...], seed: int) -> None:
        import numpy as np

        rng = np.random.default_rng(seed)
        inputs, first, second, players = shape
        self.shape = shape
        self.weights: list[Floats] = [
            _normal(rng, (inputs, first), (1 / TYPICAL) ** 0.5),
            np.zeros(first, np.float32),
            _normal(rng, (first, second), (2 / first) ** 0.5),
            np.zeros(second, np.float32),
            _normal(rng, (second, players), 0.01),
            np.zeros(players, np.float32),
        ]
        self.means: list[Floats] = [np.zeros_like(weight) for weight in self.weights]
        self.squares: list[Floats] = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def outputs(self, rows: Bytes) -> tuple[Floats, Floats, Floats, Floats]:
        """The inputs as numbers, both hidden layers, and what is said of every seat."""
        import numpy as np

        inputs = rows.astype(np.float32) / np.float32(INPUT_UNIT)
        first = np.maximum(inputs @ self.weights[0] + self.weights[1], 0)
        second = np.maximum(first @ self.weights[2] + self.weights[3], 0)
        return inputs, first, second, second @ self.weights[4] + self.weights[5]

    def step(
        self, rows: Bytes, opinions: Floats, targets: Floats, rate: float, decay: float
    ) -> float:
        """Learns from a batch; says how surprising it was."""
        import numpy as np

        inputs, first, second, said = self.outputs(rows)
        chances = softmax(said + opinions)
        loss = float(-(targets * np.log(chances + 1e-9)).sum() / len(rows))
        if not np.isfinite(loss):
            raise BadTraining("The weights are not finite any more: take a smaller rate.")
        wrong: Floats = np.asarray((chances - targets) / len(rows), np.float32)
        wrong_second: Floats = np.where(second > 0, wrong @ self.weights[4].T, np.float32(0))
        wrong_first: Floats = np.where(first > 0, wrong_second @ self.weights[2].T, np.float32(0))
        self._move(
            [
                inputs.T @ wrong_first,
                wrong_first.sum(0),
                first.T @ wrong_second,
                wrong_second.sum(0),
                second.T @ wrong,
                wrong.sum(0),
            ],
            rate,
            decay,
        )
        return loss

    def _move(self, gradients: list[Floats], rate: float, decay: float) -> None:
        """Adam, with weights that shrink a little (Loshchilov and Hutter 2019)."""
        import numpy as np

        self.steps += 1
        for number, gradient in enumerate(gradients):
            mean, square = self.means[number], self.squares[number]
            mean += (1 - FIRST) * (gradient - mean)
            square += (1 - SECOND) * (gradient * gradient - square)
            change = (mean / (1 - FIRST**self.steps)) / (
                np.sqrt(square / (1 - SECOND**self.steps)) + 1e-8
            )
            self.weights[number] -= np.float32(rate) * (change + decay * self.weights[number])

    def loss(self, rows: Bytes, opinions: Floats, targets: Floats) -> float:
        """How surprising positions are that took no part in learning."""
        return surprise(self.outputs(rows)[-1] + opinions, targets)

    def rounded(self) -> list[int]:
        """The weights as they are stored: 16-bit numbers."""
        import numpy as np

        found: list[int] = []
        for number, weight in enumerate(self.weights):
            if not np.isfinite(weight).all():
                raise BadTraining("The weights are not finite any more: take a smaller rate.")
            most = MOST_FIRST if number == 0 else MOST
            found += np.clip(np.rint(weight * UNIT), -most, most).astype(int).ravel().tolist()
        return found


def softmax(logits: Floats) -> Floats:
    """Chances from their logarithms, in every row."""
    import numpy as np

    found = np.exp(logits - logits.max(1, keepdims=True))
    found /= found.sum(1, keepdims=True)
    return np.asarray(found, np.float32)


def surprise(logits: Floats, targets: Floats) -> float:
    """The mean of minus the logarithm of what happened."""
    import numpy as np

    return float(-(targets * np.log(softmax(logits) + 1e-9)).sum(1).mean())


def _normal(rng: np.random.Generator, shape: tuple[int, int], spread: float) -> Floats:
    import numpy as np

    return (rng.standard_normal(shape) * spread).astype(np.float32)
