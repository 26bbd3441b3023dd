"""PettingZoo has no types: the classes that environments derive from."""

from typing import Any, Generic, TypeVar

AgentID = TypeVar("AgentID")
ObsType = TypeVar("ObsType")
ActionType = TypeVar("ActionType")

class AECEnv(Generic[AgentID, ObsType, ActionType]):
    metadata: dict[str, Any]
    possible_agents: list[AgentID]
    agents: list[AgentID]
    agent_selection: AgentID
    terminations: dict[AgentID, bool]
    truncations: dict[AgentID, bool]
    rewards: dict[AgentID, float]
    infos: dict[AgentID, dict[str, Any]]
    _cumulative_rewards: dict[AgentID, float]
    _skip_agent_selection: AgentID | None
    def __init__(self) -> None: ...
    def _accumulate_rewards(self) -> None: ...
    def _was_dead_step(self, action: Any) -> None: ...
    def _deads_step_first(self) -> AgentID: ...

class ParallelEnv(Generic[AgentID, ObsType, ActionType]):
    metadata: dict[str, Any]
    possible_agents: list[AgentID]
    agents: list[AgentID]
