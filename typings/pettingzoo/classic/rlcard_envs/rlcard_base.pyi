"""PettingZoo has no types: this part of it is anything."""

from typing import Any

RLCardBase: Any
