"""Every game as a PettingZoo environment.

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

import secrets
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, Final

from dalang.adapters import MissingLibrary, as_value_error

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError as missing:
    raise MissingLibrary(missing) from missing

from dalang.adapters.opponents import Opponent, Opponents
from dalang.adapters.simulator import RENDER_MODES, Mask, Picture, Simulator, check_mode
from dalang.adapters.tensors import Row
from dalang.engine.api import OVER
from dalang.engine.rng import Rng

Observation = dict[str, Row | Mask]
ILLEGAL = ("lose", "random", "raise")  # what becomes of an illegal action
PENALTY: Final = -1.0  # for an illegal action that loses


class _SinceReset:
    """An attribute that only exists after reset().

    The instance's attribute hides it; __getattr__ would slow down all attributes.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, env: object, owner: type) -> Any:
        raise AttributeError(f"{self.name} cannot be accessed before reset")


def _since_reset() -> Any:
    return _SinceReset()


class DalangEnv(AECEnv[str, Observation, "int | None"]):
    """The environment.  It checks what PettingZoo's wrappers check, at no cost to a step."""

    agents: list[str] = _since_reset()
    agent_selection: str = _since_reset()
    rewards: dict[str, float] = _since_reset()
    terminations: dict[str, bool] = _since_reset()
    truncations: dict[str, bool] = _since_reset()
    infos: dict[str, dict[str, Any]] = _since_reset()

    def __init__(
        self,
        key: str,
        players: int | None = None,
        reward: str = "place",
        options: Mapping[str, str] | None = None,
        max_cycles: int | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
        opponents: Mapping[str, Opponent] | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        if illegal not in ILLEGAL:
            raise ValueError(f"An illegal action can do one of {ILLEGAL}, not {illegal!r}.")
        with as_value_error():
            self.simulator = Simulator(key, players, reward, options)
            self._names = [f"player_{seat}" for seat in range(self.simulator.players)]
            given = self._by_seat(opponents or {})
            self.opponents = Opponents(self.simulator, given)
        self.metadata = {
            "render_modes": RENDER_MODES,
            "name": f"dalang_{key}_v0",
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.illegal = illegal
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self._seats = {name: seat for seat, name in enumerate(self._names) if seat not in given}
        self.possible_agents = list(self._seats)
        self._luck = Rng(secrets.randbits(64))
        self._begun = False
        self.state_space = _box(self.simulator)
        self.observation_spaces = {agent: _space(self.simulator) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.simulator.spec.action_count)
            for agent in self.possible_agents
        }

    def _by_seat(self, opponents: Mapping[str, Opponent]) -> dict[int, Opponent]:
        """The seats that bots play; the others are the agents."""
        for name in opponents:
            if name not in self._names:
                raise ValueError(f"There is no {name!r} here, only {', '.join(self._names)}.")
        if len(opponents) == len(self._names):
            raise ValueError("At least one seat has to be left for an agent.")
        return {self._names.index(name): opponent for name, opponent in opponents.items()}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can observe."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed, the random numbers continue from the last one given."""
        if seed is not None:
            self._luck = Rng(seed)
        deal = int(self._luck.next32()) << 32 | int(self._luck.next32())
        self.opponents.begin(deal)
        self.opponents.play()
        self._begun = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._decisions = [0] * len(self._names)
        self._skip_agent_selection = None
        if self.simulator.is_over():  # the opponents have ended it among themselves
            self._finish()
        else:
            self.agent_selection = self._names[self.simulator.stepper.actor]

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and what it may do now."""
        if not self._begun:
            EnvLogger.error_observe_before_reset()
        seat, simulator = self._seats[agent], self.simulator
        row = simulator.layout.known(simulator.stepper.position, seat)
        return {"observation": row, "action_mask": simulator.mask(seat)}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The agent to decide: what it observes, its reward, whether it is over or cut, more."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def state(self) -> Row:
        """Everything, secrets too, told from the first seat's side."""
        if not self._begun:
            EnvLogger.error_state_before_reset()
        return self.simulator.layout.full(self.simulator.position, 0)

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents that have to decide, one after the other, until none is left."""
        if not self._begun:
            EnvLogger.error_agent_iter_before_reset()
        return self._ask_agents(max_iter)

    def _ask_agents(self, times: int) -> Iterator[str]:
        while self.agents and times > 0:
            times -= 1
            yield self.agent_selection

    def step(self, action: int | None) -> None:
        """The agent whose turn it is decides."""
        if not self._begun:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        played = action is not None and self.simulator.stepper.play(int(action))
        if played or self._correct(agent, action):
            self._go_on(agent)

    def _go_on(self, agent: str) -> None:
        """Whose turn is next, after an agent has decided."""
        if self.opponents.bots:
            self.opponents.play()
        if self.max_cycles is not None:
            self._count(agent)
        actor = self.simulator.stepper.actor
        if actor == OVER:
            self._finish()
        elif not self.truncations[agent]:
            self.agent_selection = self._names[actor]
        if self.render_mode == "human":
            self.render()

    def _correct(self, agent: str, action: int | None) -> bool:
        """Handles an illegal action; returns whether the game continues."""
        if self.illegal == "raise":
            raise ValueError(f"{agent} may not do {action!r} now: see the action mask.")
        assert self.action_spaces[agent].contains(action), "action is not in action space"
        if self.illegal == "random":
            return self.simulator.stepper.play(self.simulator.stepper.any_legal())
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = PENALTY
        self._accumulate_rewards()
        self._deads_step_first()
        return False

    def _count(self, agent: str) -> None:
        """An agent that has decided often enough leaves; its seat is played at random."""
        seat = self._seats[agent]
        self._decisions[seat] += 1
        if self._decisions[seat] == self.max_cycles:
            self.truncations[agent] = True
            if len(self.agents) > 1:
                self.simulator.stepper.leave(seat)
                self.opponents.play()
                self.agent_selection = self._names[self.simulator.stepper.actor]
            self._deads_step_first()

    def _finish(self) -> None:
        """The end: every agent gets a reward and its result."""
        payoffs = self.simulator.payoffs()
        self.rewards = {agent: payoffs[self._seats[agent]] for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {
            agent: dict(self.simulator.result(self._seats[agent])) for agent in self.agents
        }
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | Picture | None:
        """The table as the agent sees it whose turn it is."""
        if not self._begun:
            EnvLogger.error_render_before_reset()
        if self.render_mode is None:
            return None
        return self.simulator.show(self.render_mode, self._seats[self.agent_selection])

    def close(self) -> None:
        """Nothing is left open."""

    def __copy__(self) -> DalangEnv:
        return deepcopy(self)

    def __repr__(self) -> str:
        return f"<{self}: {self.simulator.position!r}>"

    def __str__(self) -> str:
        return str(self.metadata["name"])


class DalangParallelEnv(ParallelEnv[str, Observation, int]):
    """The same environment with all agents in one step; only the agent to decide is heard."""

    def __init__(self, key: str, max_cycles: int | None = None, **settings: Any) -> None:
        self.turns = env(key, **settings)
        self.metadata = {**self.turns.metadata, "is_parallelizable": True}
        self.max_cycles = max_cycles
        self.render_mode = self.turns.render_mode
        self.possible_agents = self.turns.possible_agents
        self.observation_space = self.turns.observation_space
        self.action_space = self.turns.action_space
        self.state = self.turns.state
        self.render = self.turns.render

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game; without a seed, the random numbers continue from the last one given."""
        self.turns.reset(seed)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._observations(), self.turns.infos

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """The agent whose turn it is decides; the actions of the others are ignored."""
        turns = self.turns
        turns.step(actions[turns.agent_selection])
        self.cycles += 1
        if self.cycles == self.max_cycles:
            turns.truncations = dict.fromkeys(self.agents, True)
        told = self._observations(), turns.rewards, turns.terminations, turns.truncations
        if any(turns.terminations.values()) or any(turns.truncations.values()):
            self.agents = []
        return *told, turns.infos

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.turns.observe(agent) for agent in self.agents}

    def __copy__(self) -> DalangParallelEnv:
        return deepcopy(self)

    def __repr__(self) -> str:
        return f"<parallel {self.turns!r}>"

    def close(self) -> None:
        """Nothing is left open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _box(simulator: Simulator) -> spaces.Box:
    high = simulator.layout.high
    return spaces.Box(np.zeros_like(high), high, dtype=np.float32)


def _space(simulator: Simulator) -> spaces.Dict:
    mask = spaces.Box(0, 1, (simulator.spec.action_count,), np.int8)
    return spaces.Dict({"observation": _box(simulator), "action_mask": mask})


def raw_env(key: str, **settings: Any) -> DalangEnv:
    """An environment in which an illegal action is an error."""
    return DalangEnv(key, **settings)


def env(key: str, **settings: Any) -> DalangEnv:
    """An environment like PettingZoo's own classic games: an illegal action loses at once."""
    settings.setdefault("illegal", "lose")
    return DalangEnv(key, **settings)


def parallel_env(key: str, **settings: Any) -> DalangParallelEnv:
    """An environment for programs that ask all agents at once; only one of them has a choice."""
    return DalangParallelEnv(key, **settings)
