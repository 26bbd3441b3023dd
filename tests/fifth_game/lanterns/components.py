"""What is in the box, as flat tables."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from dalang.engine.box import ids, read_box
from dalang.engine.vecs import vec

_BOX: Final[dict[str, Any]] = read_box(__file__)

KEY: Final = "lanterns"
EDITION: Final[str] = _BOX["edition"]
PLAYERS: Final = (2, 3, 4)
NONE: Final[i64] = -1
CARDS: Final[tuple[str, ...]] = ids(_BOX["card"])
N_CARDS: Final[i64] = len(CARDS)
DECK: Final = vec[i64]([card["count"] for card in _BOX["card"]])
HAND_SIZE: Final[i64] = _BOX["hand_size"]
