"""PettingZoo has no types: this part of it is anything."""

from typing import Any

def __getattr__(name: str) -> Any: ...
