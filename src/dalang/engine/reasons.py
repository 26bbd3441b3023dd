"""Why an action is not allowed: a game's reasons as a table of kinds of action and phases.

Only actions that are not in legal_actions() come here.  So a reason does not decide legality again;
it names the first thing that is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from dalang.engine.api import Args, Phrase, Reason

P = TypeVar("P")

# A reason that is always the same, or one found from the position and the action's arguments.
Why: TypeAlias = Reason | Callable[[P, Args], Reason]

OTHERWISE = -1  # in any other phase


def find_reason(
    position: P,
    phase: int,
    action: Phrase,
    against: Mapping[str, Mapping[int, Why[P]]],
    instead: Mapping[int, Why[P]],
) -> Reason:
    """The reason against that kind of action in this phase, or what is asked there instead."""
    by_phase = against.get(action.key, {})
    why = by_phase.get(phase) or by_phase.get(OTHERWISE) or instead[phase]
    return why if isinstance(why, Reason) else why(position, dict(action.args))


def of_the_action(paragraph: str, key: str) -> Callable[[object, Args], Reason]:
    """A reason that only names what the action is about."""
    return lambda _, args: Reason(paragraph, key, args)
