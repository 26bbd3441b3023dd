"""dalang tune"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from dalang.arena.errors import BadMatch
from dalang.arena.tuning import Outcome, Plan, present_weights, tune_round
from dalang.arena.weighing import write_weights
from dalang.arena.workers import Workers, workers
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
    try:
        with workers(workers_count, cluster) as staff:
            accepted = _play(plan, rounds, minutes, staff)
    except KeyboardInterrupt:
        say(Teller(language).text("interrupted", path=plan.folder))
        return INTERRUPTED
    if accepted:
        path = weights_file or game(key).folder / "weights.toml"
        _write(plan, path, accepted, as_json, language)
        return 0
    if as_json:
        tell_json({"game": key, "accepted": False, "results": str(plan.folder)})
    else:
        Teller(language).say("weights_lost")
    return 1


def _play(
    plan: Plan, rounds: int, minutes: float | None, staff: Workers
) -> list[tuple[int, Outcome]]:
    """The rounds whose weights won; each begins with those of the last one that did."""
    weights = present_weights(plan.key)
    accepted: list[tuple[int, Outcome]] = []
    for number in range(1, rounds + 1):
        times = _times(minutes, rounds)
        outcome = tune_round(plan, number, weights, staff, *times, say)
        if outcome.accepted:
            weights = outcome.weights
            accepted.append((number, outcome))
    return accepted


def _times(minutes: float | None, rounds: int) -> tuple[Callable[[], bool], Callable[[], bool]]:
    """Whether there is time left to learn, and to prove, in a round that begins now."""
    if minutes is None:
        return (lambda: True), (lambda: True)
    now, seconds = time.monotonic(), 60 * minutes / rounds
    return (
        lambda: time.monotonic() < now + LEARNING_PART * seconds,
        lambda: time.monotonic() < now + seconds,
    )


def _write(
    plan: Plan, path: Path, accepted: list[tuple[int, Outcome]], as_json: bool, language: str
) -> None:
    """Puts the weights that won last into their file, and says so."""
    names, weights = game(plan.key).weights, accepted[-1][1].weights
    write_weights(path, names, weights, f"{_command(plan)}; {_won(plan.key, accepted)}.")
    if as_json:
        found = {"weights": dict(zip(names, weights, strict=True))}
        where = {"file": str(path), "results": str(plan.folder)}
        tell_json({"game": plan.key, "accepted": True, **where, **found})
    else:
        Teller(language).say("weights_won", path=path, folder=plan.folder)


def _command(plan: Plan) -> str:
    """What was asked for, for the head of the file."""
    kept = f" --keep {','.join(plan.kept)}" if plan.kept else ""
    return (
        f"dalang tune {plan.key} --bot {plan.bot} --games {plan.games} --proof {plan.proof} "
        f"--learn {','.join(plan.subjects)}{kept}"
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
