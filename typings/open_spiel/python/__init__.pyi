"""OpenSpiel has no types: all of it is anything."""

from typing import Any

def __getattr__(name: str) -> Any: ...
