"""The strongest judge there is for a table: a game's nets, a learned prior, or its own judge."""

from __future__ import annotations

from dalang.bots.master import habits_with, learned_judge
from dalang.bots.net_file import net_judge, path_of
from dalang.bots.search import Habits
from dalang.engine.judging import Judge
from dalang.engine.spec import GameSpec


def strongest(spec: GameSpec, players: int) -> tuple[Judge, Habits]:
    """What hints and analyses search with: what the master goes by."""
    if path_of(spec).exists():
        learned = net_judge(spec)
        if learned.nets[players] is not None:
            return learned, habits_with(learned)
    return learned_judge(spec), Habits()
