"""How long a bot may think."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dalang.engine.errors import DalangError

_BUDGET = re.compile(r"([1-9][0-9]{0,8})(ms)?")


class BadBudget(DalangError):
    """A budget that cannot be understood, or for a bot that needs none."""


@dataclass(frozen=True)
class Budget:
    """A number of simulations (reproducible), of milliseconds, or both: the first one that ends."""

    simulations: int = 0  # 0: no limit
    milliseconds: int = 0  # 0: no limit

    def __post_init__(self) -> None:
        if self.simulations < 0 or self.milliseconds < 0:
            raise BadBudget("A budget cannot be negative.")
        if not (self.simulations or self.milliseconds):
            raise BadBudget("A budget must have a limit.")

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Reads "300" as simulations and "500ms" as time."""
        match = _BUDGET.fullmatch(text)
        if not match:
            raise BadBudget(f"{text!r} is no budget: 300 is simulations, 500ms is time.")
        number = int(match[1])
        return cls(milliseconds=number) if match[2] else cls(simulations=number)

    def __str__(self) -> str:
        limits = [str(self.simulations)] if self.simulations else []
        limits += [f"{self.milliseconds}ms"] if self.milliseconds else []
        return " or ".join(limits)
