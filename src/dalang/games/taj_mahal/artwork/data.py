"""What the map is drawn from: the components, and where names and hills stand."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

GAME = Path(__file__).parents[1]
VIEW = GAME / "view"
BOX: dict[str, Any] = tomllib.loads((GAME / "components.toml").read_text("utf-8"))
LAYOUT: dict[str, Any] = json.loads((VIEW / "layout.json").read_text("utf-8"))
CITIES: list[dict[str, Any]] = BOX["city"]
PROVINCES: list[dict[str, Any]] = BOX["province"]
