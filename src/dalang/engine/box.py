"""What is in the box of a game: its components.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def read_box(beside: str | Path) -> dict[str, Any]:
    """The components of the game that a module belongs to."""
    return tomllib.loads(Path(beside).with_name("components.toml").read_text("utf-8"))


def ids(things: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    """The names of things that the code calls them by."""
    return tuple(thing["id"] for thing in things)
