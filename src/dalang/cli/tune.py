"""dalang tune"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from dalang.arena.errors import BadMatch
from dalang.arena.tuning import Outcome, Plan, present_weights, tune_round
from dalang.arena.weighing import write_weights
from dalang.arena.workers import workers
from dalang.cli.arena import INTERRUPTED, say
from dalang.cli.telling import Teller, tell_json
from dalang.registry import game

LEARNING_PART = 0.6  # of the time; the rest is for the proof


def tune(
    key: str,
    bot: str,
    games: int,
    proof: int,
    learn: str,
    keep: str,
    rounds: int,
    minutes: float | None,
    seed: int,
    results: Path | None,
    weights_file: Path | None,
    workers_count: int | None,
    cluster: str | None,
    as_json: bool,
    language: str,
) -> int:
    """Looks for better weights; writes them if they win.  1 if there are none."""
    if rounds < 1:
        raise BadMatch(f"At least one round has to be played, not {rounds}.")
    folder = results or Path(f"tuning-{key}")
    kept = tuple(filter(None, keep.split(",")))
    plan = Plan(key, bot, games, proof, seed, folder, tuple(learn.split(",")), kept)
    weights = present_weights(key)
    accepted: list[tuple[int, Outcome]] = []
    try:
        with workers(workers_count, cluster) as staff:
            for number in range(1, rounds + 1):
                times = _times(minutes, rounds)
                outcome = tune_round(plan, number, weights, staff, *times, say)
                if outcome.accepted:
                    weights = outcome.weights
                    accepted.append((number, outcome))
    except KeyboardInterrupt:
        say(Teller(language).text("interrupted", path=plan.folder))
        return INTERRUPTED
    if not accepted:
        if as_json:
            tell_json({"game": key, "accepted": False, "results": str(plan.folder)})
        else:
            Teller(language).say("weights_lost")
        return 1
    path = weights_file or game(key).folder / "weights.toml"
    origin = f"dalang tune {key} --bot {bot} --games {games} --proof {proof} --learn {learn}"
    if kept:
        origin += f" --keep {keep}"
    write_weights(path, game(key).weights, weights, f"{origin}; {_won(key, accepted)}.")
    if as_json:
        found = {"weights": dict(zip(game(key).weights, weights, strict=True))}
        where = {"file": str(path), "results": str(plan.folder)}
        tell_json({"game": key, "accepted": True, **where, **found})
    else:
        Teller(language).say("weights_won", path=path, folder=plan.folder)
    return 0


def _times(minutes: float | None, rounds: int) -> tuple[Callable[[], bool], Callable[[], bool]]:
    """Whether there is time left to learn, and to prove, in a round that begins now."""
    if minutes is None:
        return (lambda: True), (lambda: True)
    now, seconds = time.monotonic(), 60 * minutes / rounds
    return (
        lambda: time.monotonic() < now + LEARNING_PART * seconds,
        lambda: time.monotonic() < now + seconds,
    )


def _won(key: str, accepted: list[tuple[int, Outcome]]) -> str:
    """What the rounds showed, for the head of the file."""
    usual = game(key).usual_players
    return "; ".join(
        f"round {number} won {proof.share:.1%} of {proof.games} games of {usual}, half of the seats"
        for number, outcome in accepted
        for proof in outcome.proofs
        if proof.players == usual
    )
