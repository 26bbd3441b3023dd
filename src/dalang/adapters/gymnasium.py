"""One seat of a game as a Gymnasium environment; bots sit at the others.

>>> import gymnasium
>>> import dalang.adapters.gymnasium
>>> env = gymnasium.make("dalang/bali-v0", players=3, opponents="club")
>>> observation, info = env.reset(seed=1)
>>> choice = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(choice)

What is observed is what the seat knows, as numbers (see dalang.adapters.tensors).  What may be done
is in info["action_mask"]; an illegal action loses the game at once.  The reward comes at the end.
`gymnasium.make_vec(..., vectorization_mode="vector_entry_point")` plays many games side by side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from dalang.adapters import MissingLibrary, as_value_error

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise MissingLibrary(missing) from missing

from dalang.adapters.opponents import Opponent, Opponents, seated
from dalang.adapters.simulator import RENDER_MODES, Mask, Simulator, check_mode
from dalang.adapters.tensors import Row
from dalang.registry import all_games

ILLEGAL: Final = -1.0  # what an illegal action costs, as in PettingZoo
Settings = dict[str, Any]


class Chair:
    """One seat of a game; bots play all the others."""

    def __init__(
        self,
        key: str,
        players: int | None = None,
        seat: int = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        reward: str = "place",
        options: Mapping[str, str] | None = None,
    ) -> None:
        with as_value_error():
            self.simulator = Simulator(key, players, reward, options)
            if not 0 <= seat < self.simulator.players:
                raise ValueError(
                    f"There is no seat {seat} at a table for {self.simulator.players}."
                )
            others = [other for other in range(self.simulator.players) if other != seat]
            self.opponents = Opponents(self.simulator, seated(opponents, others))
        self.seat = seat
        self.is_over = True

    def begin(self, seed: int) -> None:
        """A new game, up to the seat's first decision."""
        self.simulator.begin(seed)
        self.opponents.begin(seed)
        self._let_others_play()

    def decide(self, action: int) -> float:
        """What the seat does; what it gets for it."""
        if self.is_over:
            raise gymnasium.error.ResetNeeded("The game is over: reset() begins a new one.")
        if not self.simulator.stepper.play(action):
            self.is_over = True
            return ILLEGAL
        self._let_others_play()
        return self.simulator.payoffs()[self.seat] if self.simulator.is_over() else 0.0

    def _let_others_play(self) -> None:
        """The bots decide until the seat is asked again or the game is over."""
        self.opponents.play()
        self.is_over = self.simulator.is_over()

    def see(self) -> tuple[Row, Mask]:
        """What the seat knows, and what it may do."""
        return self.simulator.row(self.seat), self.simulator.mask(self.seat)

    def observation_space(self) -> spaces.Box:
        """What can be seen."""
        high = self.simulator.layout.high
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)

    def action_space(self) -> spaces.Discrete:
        """What can be done."""
        return spaces.Discrete(self.simulator.spec.action_count)


class SeatEnv(gymnasium.Env[Row, np.int64]):
    """One game at a time."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(self, key: str, render_mode: str | None = None, **settings: Any) -> None:
        check_mode(render_mode)
        self.chair = Chair(key, **settings)
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Any] = self.chair.observation_space()
        self.action_space: spaces.Space[Any] = self.chair.action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, dict[str, Any]]:
        """A new game, up to the seat's first decision."""
        super().reset(seed=seed)
        self.chair.begin(_fresh_seed(self.np_random))
        observation, mask = self.chair.see()
        self._show()
        return observation, {"action_mask": mask}

    def step(self, action: np.int64) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """The seat decides, then the others up to its next decision."""
        reward = self.chair.decide(int(action))
        observation, mask = self.chair.see()
        info: dict[str, Any] = {"action_mask": mask}
        if self.chair.simulator.is_over():
            info |= self.chair.simulator.result(self.chair.seat)
        self._show()
        return observation, reward, self.chair.is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now, as learners with masks ask for it."""
        return self.chair.see()[1].astype(np.bool_)

    def __copy__(self) -> SeatEnv:
        return deepcopy(self)

    def __repr__(self) -> str:
        return f"<SeatEnv, seat {self.chair.seat}: {self.chair.simulator.position!r}>"

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as the seat sees it."""
        if self.render_mode is None:
            return None
        return self.chair.simulator.show(self.render_mode, self.chair.seat)


class SeatVectorEnv(VectorEnv[Row, NDArray[np.int64], NDArray[Any]]):
    """Many games in one process; a finished game restarts with the next step."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, key: str, num_envs: int = 1, **settings: Any) -> None:
        self.num_envs = num_envs
        self.chairs = [Chair(key, **settings) for _ in range(num_envs)]
        self.single_observation_space = self.chairs[0].observation_space()
        self.single_action_space = self.chairs[0].action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, dict[str, Any]]:
        """New games everywhere."""
        if isinstance(seed, list):
            raise ValueError("One seed is enough: every game draws its own from it.")
        super().reset(seed=seed)
        for chair in self.chairs:
            chair.begin(_fresh_seed(self.np_random))
        self._over = np.zeros(self.num_envs, np.bool_)
        return self._see()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Row, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Every seat decides."""
        rewards = np.zeros(self.num_envs, np.float64)
        for number, chair in enumerate(self.chairs):
            if self._over[number]:
                chair.begin(_fresh_seed(self.np_random))
            else:
                rewards[number] = chair.decide(int(actions[number]))
        self._over = np.array([chair.is_over for chair in self.chairs])
        observations, info = self._see()
        return observations, rewards, self._over, np.zeros(self.num_envs, np.bool_), info

    def __copy__(self) -> SeatVectorEnv:
        return deepcopy(self)

    def _see(self) -> tuple[Row, dict[str, Any]]:
        seen = [chair.see() for chair in self.chairs]
        masks = np.stack([mask for _, mask in seen])
        everywhere = np.ones(self.num_envs, np.bool_)
        info = {"action_mask": masks, "_action_mask": everywhere}
        return np.stack([observation for observation, _ in seen]), info


def _fresh_seed(chance: np.random.Generator) -> int:
    """The seed of one game."""
    return int(chance.integers(2**62))


def register() -> None:
    """Makes every game known to Gymnasium, once."""
    for key in all_games():
        name = f"dalang/{key}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
                name,
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point=f"{__name__}:SeatVectorEnv",
                kwargs={"key": key},
            )


register()
