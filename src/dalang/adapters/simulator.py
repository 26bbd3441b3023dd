"""One game as the environments of other libraries need it: chance moves automatically."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from mypy_extensions import i64
from numpy.typing import NDArray

from dalang.adapters.payoffs import payoff
from dalang.adapters.tensors import Layout, Row
from dalang.engine.api import OVER, Position, View
from dalang.engine.rng import Rng
from dalang.engine.spec import Options
from dalang.engine.stepping import Stepper
from dalang.engine.vecs import vec
from dalang.engine.words import Words
from dalang.registry import game

if TYPE_CHECKING:
    from dalang.adapters.drawing import Draughtsman

Mask: TypeAlias = NDArray[np.int8]
Picture: TypeAlias = NDArray[np.uint8]  # rows, columns, red green blue

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]


class Simulator:
    """Plays a game step by step, and tells every seat what it may know."""

    def __init__(self, key: str, players: int | None, reward: str, options: Options | None) -> None:
        self.spec = game(key)
        self.players: int = self.spec.usual_players if players is None else players
        self.options = self.spec.complete_options(options or {})
        self._fresh = self.spec.start(self.players, self.options)
        self.layout = Layout(key, self.players)
        self.reward = reward
        self.payoff = payoff(reward)
        self.none: Mask = np.zeros(self.spec.action_count, np.int8)
        self._draughtsman: Draughtsman | None = None
        self.follow(Stepper(self.spec.action_count))

    def follow(self, stepper: Stepper) -> None:
        """The game is the one that this steps through."""
        self.stepper = stepper
        self._mask: Mask = np.frombuffer(memoryview(stepper.mask), np.int8)

    def __reduce__(self) -> tuple[Callable[..., Simulator], tuple[object, ...]]:
        settings = self.spec.key, self.players, self.reward, self.options
        return _going_on, (settings, self.stepper)

    def __copy__(self) -> Simulator:
        return deepcopy(self)

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.stepper.position

    def begin(self, seed: int, by_chance: vec[i64]) -> None:
        """A new game, up to its first question to a seat that is not played at random."""
        self.stepper.begin_without(self._fresh.clone(), Rng(seed), by_chance)

    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.stepper.actor == OVER

    def view(self, seat: int) -> View:
        """What a seat knows."""
        return self.spec.observe(self.position, seat)

    def row(self, seat: int) -> Row:
        """What a seat knows, as numbers."""
        return self.layout.known(self.stepper.position, seat)

    def mask(self, seat: int) -> Mask:
        """1 for everything the seat may do now, 0 for the rest."""
        if seat != self.stepper.actor:
            return self.none.copy()
        self.stepper.mark()
        return self._mask.copy()

    def payoffs(self) -> list[float]:
        """What the game was worth to every seat."""
        return self.payoff(self.position)

    def result(self, seat: int) -> dict[str, int | str]:
        """How the game ended for a seat."""
        return {
            "score": self.position.scores()[seat],
            "place": self.position.ranking()[seat],
            "ended_by": self.position.ended_by(),
        }

    def text(self, seat: int) -> str:
        """The table in words, as a seat sees it."""
        words = Words(self.spec.vocabulary, "en")
        view = self.view(seat)
        lines = [words.say(line) for line in self.spec.summary(view)]
        if view.actor() >= 0:
            lines.append(words.say(view.known.question()))
        return "\n".join(lines)

    def show(self, mode: str, seat: int) -> str | Picture | None:
        """The table as a seat sees it: printed, in words, as a drawing or as a picture."""
        if mode == "human":
            print(self.text(seat))
            return None
        if mode == "ansi":
            return self.text(seat)
        from dalang.adapters import drawing

        if self._draughtsman is None:
            self._draughtsman = drawing.Draughtsman(self.spec, self.players)
        picture = self._draughtsman.svg(self.view(seat))
        if mode == "svg":
            return picture
        from dalang.adapters.camera import camera

        return camera().picture(picture, drawing.SIDE)


def _going_on(settings: tuple[str, int, str, Options], stepper: Stepper) -> Simulator:
    """A simulator as it was when it was pickled or copied."""
    simulator = Simulator(*settings)
    simulator.follow(stepper)
    return simulator


def check_mode(mode: str | None) -> None:
    """Raises ValueError if there is no such render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"There is no render mode {mode!r}, only {RENDER_MODES}.")
