"""The notation of a game's positions, for docs/notation.md: a table of its fields, and a sample."""

from __future__ import annotations

from dalang.engine.fields import Declaration, Field
from dalang.engine.notation import NOTHING
from dalang.engine.playout import settle_chance
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec

SEED = 1  # of the sample


def reference(spec: GameSpec) -> str:
    """The section of a game, in Markdown."""
    table = "" if spec.fields is None else "".join(map(_row, spec.fields.entries))
    return (
        f"### {spec.title}\n\n"
        f"| field | value | meaning |\n|---|---|---|\n{table}\n"
        f"The first decision of a game with {spec.players[0]} players:\n\n"
        f"```position\n{sample(spec)}```\n"
    )


def _row(entry: Declaration) -> str:
    name = f"{entry.line} SEAT" if entry.rows else entry.line
    known = entry.known_to if isinstance(entry, Field) else "everybody"
    secret = "" if known == "everybody" else f"; known to {known}"
    return f"| `{name}` | {entry.look()} | {entry.says}{secret} |\n"


def sample(spec: GameSpec) -> str:
    """A position without its empty lines."""
    position = spec.start(spec.players[0])
    settle_chance(position, Rng(SEED))
    lines = position.to_text().splitlines(keepends=True)
    return "".join(line for line in lines if not line.endswith(f": {NOTHING}\n"))
