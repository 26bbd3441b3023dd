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

from copy import deepcopy
from typing import Any

from dalang.adapters import MissingLibrary

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ModuleNotFoundError as missing:
    raise MissingLibrary(missing) from missing

from dalang.adapters.chair import Chair, fresh_seed
from dalang.adapters.simulator import RENDER_MODES, check_mode
from dalang.adapters.tensors import Row
from dalang.adapters.vector import ParallelSeatVectorEnv, SeatVectorEnv
from dalang.registry import all_games

__all__ = ["ParallelSeatVectorEnv", "SeatEnv", "SeatVectorEnv", "register"]


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
        self.chair.begin(fresh_seed(self.np_random))
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
