"""Whether those who take part are still the same: a match goes on only with the same bots."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import dalang.bots
from dalang.bots import BotName
from dalang.bots.master import instinct_path
from dalang.bots.net_file import path_of
from dalang.registry import game

NO_BOTS = (
    "advice.py",
    "asking.py",
    "company.py",
    "naming.py",
    "opinions.py",
)  # decide nothing for bots


def fingerprint(key: str, contenders: Iterable[BotName]) -> str:
    """Changes when a bot of this game, its judge or its weights change."""
    folder = Path(dalang.bots.__file__).parent
    files = sorted(file for file in folder.glob("*.py") if file.name not in NO_BOTS)
    files += [game(key).folder / "bot.py", game(key).folder / "weights.toml"]
    files += [path_of(game(key)), instinct_path(game(key))]
    files += [source for contender in contenders for source in contender.sources()]
    digest = hashlib.sha256()
    for file in files:
        if file.is_file():
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
