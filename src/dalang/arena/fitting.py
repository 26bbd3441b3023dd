"""Weights under which what happened was likely: multinomial logistic regression by Newton's method.

Changes are measured in sizes of the weights and limited by a ridge, which is chosen by how well it
predicts held-out games.  The slopes of a judge are only known near its present weights, so no
weight changes by more than half its size in one round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from dalang.arena.errors import BadMatch, arena_extra
from dalang.arena.learning import VALUE, Samples, sizes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RIDGES: Final = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)
HELD_OUT: Final = 5  # every fifth game
STEPS: Final = 30
FURTHEST: Final = 0.5


@dataclass(frozen=True)
class Fit:
    """New weights, and how surprising games were, on average, that took no part in it."""

    weights: list[float]
    ridge: float
    questions: int
    loss_before: float
    loss_after: float


class Questions:
    """Samples as arrays, ready to be weighed."""

    def __init__(self, samples: Samples, scales: Sequence[float], held_out: bool) -> None:
        import numpy as np

        sized = np.array(samples.sizes)
        chosen = (np.array(samples.deals) % HELD_OUT == 0) == held_out
        rows = np.repeat(chosen, sized)
        self.logits: Floats = np.array(samples.logits)[rows]
        self.slopes: Floats = np.array(samples.slopes)[rows] * np.array(scales)
        self.targets: Floats = np.array(samples.targets)[rows]
        self.count = int(chosen.sum())
        starts = np.concatenate([[0], np.cumsum(sized[chosen])[:-1]]).astype(np.intp)
        self.starts = starts
        self.owner = np.repeat(np.arange(self.count), sized[chosen])
        kinds = np.array([kind == VALUE for kind in samples.kinds])[chosen]
        self.weight: Floats = np.where(
            kinds, 1.0 / max(1, int(kinds.sum())), 1.0 / max(1, int((~kinds).sum()))
        )

    def chances(self, change: Floats) -> Floats:
        """How likely each answer is."""
        import numpy as np

        logits = self.logits + self.slopes @ change
        logits = logits - np.maximum.reduceat(logits, self.starts)[self.owner]
        exponentials = np.exp(logits)
        return exponentials / np.add.reduceat(exponentials, self.starts)[self.owner]

    def loss(self, change: Floats) -> float:
        """The mean surprise."""
        import numpy as np

        surprise = -self.targets * np.log(np.maximum(self.chances(change), 1e-12))
        return float((np.add.reduceat(surprise, self.starts) * self.weight).sum())

    def newton(self, change: Floats, ridge: float) -> Floats:
        """The step that would be right if the loss were a parabola."""
        import numpy as np

        chances, weight = self.chances(change), self.weight[self.owner]
        gradient = self.slopes.T @ ((chances - self.targets) * weight) + ridge * change
        weighted = self.slopes * chances[:, None]
        means = np.add.reduceat(weighted, self.starts, axis=0)
        hessian = weighted.T @ (self.slopes * weight[:, None])
        hessian -= (means * self.weight[:, None]).T @ means
        hessian += ridge * np.eye(len(change))
        return np.asarray(np.linalg.solve(hessian, gradient), dtype=np.float64)


def fit(samples: Samples, weights: Sequence[float], kept: Sequence[int] = ()) -> Fit:
    """The weights that explain the samples best, as far as they can be trusted.

    Those whose numbers are in `kept` stay as they are.
    """
    with arena_extra():
        import numpy as np
    if not any(samples.deals) or 0 not in {deal % HELD_OUT for deal in samples.deals}:
        raise BadMatch("There is too little to learn from: play more games.")
    scales = [0.0 if n in kept else size for n, size in enumerate(sizes(weights))]
    learned, unseen = Questions(samples, scales, False), Questions(samples, scales, True)
    nothing = np.zeros(len(weights))
    best, best_loss, best_ridge = nothing, unseen.loss(nothing), 0.0
    for ridge in RIDGES:
        change = np.clip(_descend(learned, ridge, nothing), -FURTHEST, FURTHEST)
        loss = unseen.loss(change)
        if loss < best_loss:
            best, best_loss, best_ridge = change, loss, ridge
    found = [
        float(weight + scale * change)
        for weight, scale, change in zip(weights, scales, best, strict=True)
    ]
    questions = learned.count + unseen.count
    return Fit(found, best_ridge, questions, unseen.loss(nothing), best_loss)


def _descend(questions: Questions, ridge: float, start: Floats) -> Floats:
    """Newton's method, with shorter steps where the full one overshoots."""

    def cost(change: Floats) -> float:
        return questions.loss(change) + 0.5 * ridge * float(change @ change)

    change, before = start, cost(start)
    for _ in range(STEPS):
        step, length = questions.newton(change, ridge), 1.0
        while (after := cost(change - length * step)) > before and length > 1e-4:
            length /= 2
        if before - after < 1e-9:
            return change
        change, before = change - length * step, after
    return change
