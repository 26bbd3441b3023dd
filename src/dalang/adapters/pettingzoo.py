"""Every game as a PettingZoo environment, agent by agent.

>>> from dalang.adapters.pettingzoo import env
>>> game = env("bali", players=3)
>>> game.reset(seed=1)
>>> for agent in game.agent_iter():
...     observation, reward, terminated, truncated, info = game.last()
...     over = terminated or truncated
...     mask = None if over else observation["action_mask"]
...     game.step(None if over else game.action_space(agent).sample(mask))

An agent is asked whenever its seat has to decide; that may be several times in a row.  What it
observes is what its seat knows, as numbers (see dalang.adapters.tensors), and a mask of what it may
do.  Rewards come at the end.  `state()` tells everything, secrets too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalang.adapters import MissingLibrary, as_value_error

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise MissingLibrary(missing) from missing

from dalang.adapters.table import Mask, Table
from dalang.adapters.tensors import Row

Observation = dict[str, Row | Mask]
RENDER_MODES = ["human", "ansi"]


class DalangEnv(AECEnv[str, Observation, "int | None"]):
    """A table; the wrappers that `env` adds check what it is given."""

    def __init__(
        self,
        key: str,
        players: int | None = None,
        reward: str = "place",
        options: Mapping[str, str] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"There is no render mode {render_mode!r}, only {RENDER_MODES}.")
        with as_value_error():
            self.table = Table(key, players, reward, options)
        self.metadata = {
            "render_modes": RENDER_MODES,
            "name": f"dalang_{key}_v0",
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._chance = np.random.default_rng()
        self.state_space = self._box()
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.table.spec.action_count) for agent in self.possible_agents
        }

    def _box(self) -> spaces.Box:
        high = self.table.layout.high
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)

    def _space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.table.spec.action_count,), np.int8)
        return spaces.Dict({"observation": self._box(), "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed it goes on from the last one given."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.table.begin(int(self._chance.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = [0] * len(self.agents)
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self.table.position.actor()]

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and what it may do now."""
        return self.table.observation(self._seats[agent])

    def state(self) -> Row:
        """Everything, secrets too, told from the first seat's side."""
        return self.table.layout.full(self.table.position, 0)

    def step(self, action: int | None) -> None:
        """The agent whose turn it is decides."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.table.is_legal(int(action)):
            raise ValueError(f"{agent} may not do {action!r} now: see the action mask.")
        self._cumulative_rewards[agent] = 0.0
        self._decisions[self._seats[agent]] += 1
        self.table.play(int(action))
        if self.table.is_over():
            self._finish()
        else:
            self.agent_selection = self.agents[self.table.position.actor()]
            if self._decisions[self._seats[agent]] == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        """The end: everybody gets a reward and is told how it came out."""
        self.rewards = dict(zip(self.agents, self.table.payoffs(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: dict(self.table.result(self._seats[agent])) for agent in self.agents}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The table in words, as the agent sees it whose turn it is."""
        if self.render_mode is None:
            return None
        text = self.table.text(self._seats[self.agent_selection])
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is left open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(key: str, **settings: Any) -> DalangEnv:
    """A table without wrappers."""
    return DalangEnv(key, **settings)


def env(key: str, **settings: Any) -> Any:
    """A table as PettingZoo wants it: an illegal action loses at once."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(key, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
