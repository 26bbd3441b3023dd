"""How games of bots end: how often in which way, after how many decisions, with what left over.

    python -m benchmarks.endings bali --bot club --players 4 --games 300 --count masks_left

The same bot sits on every seat.  `--count` names an array of the position of which the sum is told,
in which way the games may have ended.  A share has its 95 % interval (Wilson's).
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean
from typing import Any

from dalang.arena.statistics import wilson
from dalang.bots import bot
from dalang.engine.api import CHANCE, OVER
from dalang.engine.rng import Rng
from dalang.registry import game

Ending = dict[str, Any]


def main() -> None:
    """Plays, and prints a line for every way to end, and one for all games."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--bot", default="club")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", default="", help="an array of the position, such as masks_left")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true", help="print every game as a line of JSON")
    given = parser.parse_args()
    endings: list[Ending] = []
    for ending in _play_all(given):
        endings.append(ending)
        if given.json:
            print(json.dumps(ending), flush=True)
    for line in report(given.game, endings):
        print(line)


def _play_all(given: argparse.Namespace) -> Iterator[Ending]:
    """All games, on several cores."""
    players = given.players or game(given.game).usual_players
    asked = [
        (given.game, given.bot, players, given.seed * 1_000_000 + number, given.count)
        for number in range(given.games)
    ]
    with ProcessPoolExecutor(given.workers) as pool:
        yield from pool.map(play, *zip(*asked, strict=True))


def play(key: str, name: str, players: int, seed: int, count: str) -> Ending:
    """One game, and how it ended."""
    spec, luck, decisions = game(key), Rng(seed), 0
    bots = [bot(name, key) for _ in range(players)]
    streams = [Rng(luck.next32()) for _ in range(players)]
    position = spec.start(players)
    while (actor := int(position.actor())) != OVER:
        legal = position.legal_actions()
        if actor == CHANCE:
            position.apply(position.draw_chance(luck))
        elif len(legal) == 1:
            position.apply(legal[0])
        else:
            view, decisions = spec.observe(position, actor), decisions + 1
            position.apply(bots[actor].choose(view, streams[actor]))
    left = sum(int(number) for number in getattr(position, count)) if count else 0
    return {"seed": seed, "end": position.ended_by(), "decisions": decisions, "left": left}


def report(key: str, endings: list[Ending]) -> Iterator[str]:
    """A line for every way to end, and one for all games."""
    for end in game(key).ends:
        found = [ending for ending in endings if ending["end"] == end]
        low, high = wilson(len(found) / len(endings), len(endings))
        share = f"{end}: {len(found)} of {len(endings)} ({low:.1%} to {high:.1%})"
        yield share + (_means(found) if found else "")
    yield f"all: {len(endings)}{_means(endings)}"


def _means(endings: list[Ending]) -> str:
    decisions = fmean(ending["decisions"] for ending in endings)
    left = fmean(ending["left"] for ending in endings)
    return f"; {decisions:.0f} decisions, {left:.2f} left"


if __name__ == "__main__":
    main()
