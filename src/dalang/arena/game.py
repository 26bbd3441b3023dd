"""One game between bots, who are given views and nothing else."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dalang.arena.chance import SharedChance, seed_of
from dalang.arena.match import Job
from dalang.bots import Asked, ask
from dalang.engine.api import CHANCE, OVER
from dalang.engine.replay import Replay, record
from dalang.engine.rng import Rng
from dalang.registry import game


@dataclass(frozen=True)
class Result:
    """How one game came out, seat by seat."""

    deal: int
    number: int
    seating: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    decisions: tuple[int, ...]  # with more than one possible answer
    seconds: tuple[float, ...]  # of thinking, as the processor counts them
    steps: int
    ended_by: str

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, given: Any) -> Result:
        """From plain data; raises KeyError, TypeError or ValueError if it does not fit."""
        result = cls(
            int(given["deal"]),
            int(given["number"]),
            tuple(int(bot) for bot in given["seating"]),
            tuple(int(points) for points in given["scores"]),
            tuple(int(place) for place in given["places"]),
            tuple(int(count) for count in given["decisions"]),
            tuple(float(seconds) for seconds in given["seconds"]),
            int(given["steps"]),
            str(given["ended_by"]),
        )
        lengths = {len(result.seating), len(result.scores), len(result.places)}
        if len(lengths | {len(result.decisions), len(result.seconds)}) != 1:
            raise ValueError("as many numbers as seats")
        if 1 not in result.places:
            raise ValueError("somebody has won")
        return result


def play(job: Job, taken: list[int] | None = None) -> Result:
    """Plays the game to its end; every action and outcome goes into `taken`, if given."""
    spec, match = game(job.match.key), job.match
    position = spec.start(match.players)
    chance = SharedChance(match.seed, job.deal)
    bots = [match.contenders[number].make(match.key) for number in job.seating]
    streams = [
        Rng(seed_of("bot", match.seed, job.deal, job.number, seat)) for seat in range(match.players)
    ]
    where = f"deal {job.deal} of seed {match.seed}, game {job.number}"
    asked = [Asked(contender.name, match.key, where) for contender in match.contenders]
    decisions, seconds = [0] * match.players, [0.0] * match.players
    steps = 0
    while (actor := int(position.actor())) != OVER:
        if actor == CHANCE:
            action = chance.draw(position.chance_weights())
        else:
            legal = position.legal_actions()
            action = int(legal[0])
            if len(legal) > 1:
                view = spec.observe(position, actor)
                started = time.process_time()
                action = ask(bots[actor], view, streams[actor], asked[job.seating[actor]])
                seconds[actor] += time.process_time() - started
                decisions[actor] += 1
        position.apply(action)
        steps += 1
        if taken is not None:
            taken.append(action)
    return Result(
        job.deal,
        job.number,
        job.seating,
        tuple(position.scores()),
        tuple(position.ranking()),
        tuple(decisions),
        tuple(round(spent, 6) for spent in seconds),
        steps,
        position.ended_by(),
    )


def play_and_save(folder: Path, job: Job) -> Result:
    """Plays the game, and writes its replay; wherever the game is played."""
    taken: list[int] = []
    result = play(job, taken)
    steps = iter(taken)
    session = record(game(job.match.key), job.match.players, lambda _: next(steps), {})
    name = f"{job.match.key}-{job.match.players}-deal{job.deal}-game{job.number}.replay"
    Replay.of(session).save(folder / name)
    return result
