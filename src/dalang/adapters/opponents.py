"""Who sits at the seats that an environment plays by itself.

An opponent is the name of a bot (see dalang.bots.naming), a class of bots, an instance, or a
policy: any callable that is given an observation and an action mask, as the environment's own
seat is, and returns an action.  So an agent can play against itself, or against an earlier copy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from mypy_extensions import i64

from dalang.bots import Asked, Bot, ask, bot
from dalang.bots.asking import name_of
from dalang.engine.api import View
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.vecs import vec

if TYPE_CHECKING:
    from dalang.adapters.simulator import Mask, Simulator
    from dalang.adapters.tensors import Row

Policy: TypeAlias = "Callable[[Row, Mask], Any]"
Opponent: TypeAlias = "str | Bot | type[Bot] | Policy"


AT_RANDOM: Final = "random"  # the level that needs no bot


class PolicyBot(Bot):
    """A policy as a bot: what it is shown is the simulator's row and mask of the seat to decide."""

    def __init__(self, spec: GameSpec, policy: Policy, simulator: Simulator) -> None:
        super().__init__(spec)
        self.policy = policy
        self.simulator = simulator

    def choose(self, view: View, rng: Rng) -> int:
        """What the policy says."""
        seat = int(view.viewer)
        return int(self.policy(self.simulator.row(seat), self.simulator.mask(seat)))


class Opponents:
    """The seats that are played automatically, each by its bot."""

    def __init__(self, simulator: Simulator, given: dict[int, Opponent]) -> None:
        self._simulator = simulator
        self._rng = Rng(0)
        self._asked: dict[int, Asked] = {}
        others = {seat: opponent for seat, opponent in given.items() if opponent != AT_RANDOM}
        self.bots = {seat: _bot(opponent, simulator) for seat, opponent in others.items()}
        seats = range(simulator.players)
        self._by_chance = vec[i64]([int(given.get(seat) == AT_RANDOM) for seat in seats])
        self._names = {seat: _name(opponent) for seat, opponent in given.items()}

    def begin(self, seed: int) -> None:
        """A new game; seats played at random are left to the engine, which is quicker."""
        self._simulator.begin(seed, self._by_chance)
        if not self.bots:
            return
        self._rng = Rng(seed + 1)
        key, deal = self._simulator.spec.key, f"seed {seed}"
        self._asked = {
            seat: Asked(name, key, deal, called) for seat, (name, called) in self._names.items()
        }

    def play(self) -> None:
        """They decide until somebody else is asked or the game is over."""
        stepper = self._simulator.stepper
        while (seat := int(stepper.actor)) in self.bots:
            view = self._simulator.view(seat)
            stepper.play(ask(self.bots[seat], view, self._rng, self._asked[seat]))


def seated(opponents: Opponent | Sequence[Opponent], seats: Sequence[int]) -> dict[int, Opponent]:
    """One opponent for all of these seats, or one for each."""
    each: list[Any]
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        each = list(opponents)  # pyright: ignore[reportUnknownArgumentType]
    else:
        each = [opponents] * len(seats)
    if len(each) != len(seats):
        raise ValueError(f"{len(seats)} opponents are needed, not {len(each)}.")
    return dict(zip(seats, each, strict=True))


def _bot(given: Opponent, simulator: Simulator) -> Bot:
    if isinstance(given, str):
        return bot(given, simulator.spec.key)
    if isinstance(given, Bot):
        return given
    if isinstance(given, type) and issubclass(given, Bot):
        return given(simulator.spec)
    if callable(given):  # pyright: ignore[reportUnknownArgumentType]
        policy = cast("Policy", given)  # pyright: ignore[reportUnknownArgumentType]
        return PolicyBot(simulator.spec, policy, simulator)
    raise ValueError(f"An opponent is a bot, its name or a callable, not {given!r}.")


def _name(given: Opponent) -> tuple[str, str]:
    """The name by which somebody else can have the same bot, and what to call it otherwise."""
    if isinstance(given, str):
        return given, given
    if isinstance(given, Bot):
        return name_of(type(given)), type(given).__name__
    if isinstance(given, type) and issubclass(given, Bot):
        return name_of(given), given.__name__
    policy = cast("object", given)  # pyright: ignore[reportUnknownArgumentType]
    return "", str(getattr(policy, "__qualname__", "policy"))
