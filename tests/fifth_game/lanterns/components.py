"""What is in the box, as flat tables."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from mypy_extensions import i64

from dalang.engine.vecs import vec

_BOX: Final[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "components.toml").read_text("utf-8")
)

KEY: Final = "lanterns"
EDITION: Final[str] = _BOX["edition"]
PLAYERS: Final = (2, 3, 4)
NONE: Final[i64] = -1
CARDS: Final[tuple[str, ...]] = tuple(card["id"] for card in _BOX["card"])
N_CARDS: Final[i64] = len(CARDS)
DECK: Final = vec[i64]([card["count"] for card in _BOX["card"]])
HAND_SIZE: Final[i64] = _BOX["hand_size"]
