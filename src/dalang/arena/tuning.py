"""Tuning a judge: play, learn from the games, and let new weights prove themselves.

A round is three steps, each of which goes on where it was interrupted: games of a bot against
itself; a fit that makes what happened in them likely; a match between the bot with the new weights
and the bot with the old ones.  Weights that do not win are not kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from dalang.arena.contenders import Contender, fingerprint
from dalang.arena.errors import BadMatch, BadResults
from dalang.arena.fitting import Fit, fit
from dalang.arena.learning import (
    SUBJECTS,
    VALUE,
    Lesson,
    Played,
    learn_from,
    play_lesson,
    together,
)
from dalang.arena.match import MIXED, Match
from dalang.arena.report import Report
from dalang.arena.running import run
from dalang.arena.workers import Workers
from dalang.engine.weights import read_weights
from dalang.registry import game

FORMAT = 1
PASSES = 4  # over the games of a round; then weights have come to rest

Telling = Callable[[str], None]
TimeLeft = Callable[[], bool]


@dataclass(frozen=True)
class Plan:
    """What is to be tuned, and how long."""

    key: str
    bot: str
    games: int  # of a round, to learn from
    proof: int  # games of the match at the end of a round, at each number of players
    seed: int
    folder: Path
    subjects: tuple[str, ...] = (VALUE,)  # what is learned: who wins, what to do

    def __post_init__(self) -> None:
        if not game(self.key).weights:
            raise BadMatch(f"{game(self.key).title} has no weights to tune.")
        if min(self.games, self.proof) < 1:
            raise BadMatch("At least one game has to be played.")
        if not self.subjects or not set(self.subjects) <= set(SUBJECTS):
            raise BadMatch(f"What can be learned: {', '.join(SUBJECTS)}.")
        Contender(self.bot).make(self.key)


@dataclass(frozen=True)
class Proof:
    """The match of new weights against old ones, at one number of players."""

    players: int
    games: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Outcome:
    """What a round came to."""

    fit: Fit
    proofs: list[Proof]
    accepted: bool


def tune_round(
    plan: Plan,
    number: int,
    weights: Sequence[float],
    workers: Workers,
    learning_time: TimeLeft,
    proving_time: TimeLeft,
    tell: Telling,
) -> Outcome:
    """One round; everything it does is in its own folder."""
    folder = plan.folder / f"round-{number}"
    folder.mkdir(parents=True, exist_ok=True)
    lessons = _self_play(plan, folder / "games.jsonl", tuple(weights), workers, learning_time, tell)
    fitted = _learn(lessons, weights, workers)
    tell(
        f"Round {number}: {len(lessons)} games, {fitted.questions} questions; surprise at games "
        f"held out {fitted.loss_before:.4f} before, {fitted.loss_after:.4f} after."
    )
    proofs: list[Proof] = []
    spec = game(plan.key)
    for players in sorted(spec.players, key=lambda count: count != spec.usual_players):
        report = _prove(plan, folder, players, weights, fitted.weights, workers, proving_time)
        if report.standings:
            share = report.standings[-1].share
            proofs.append(Proof(players, report.games, share.mean, share.low, share.high))
            tell(
                f"Round {number}, {players} players: the new weights won {share.mean:.1%} "
                f"({share.low:.1%} to {share.high:.1%}) of {report.games} games, half of the seats."
            )
    outcome = Outcome(fitted, proofs, _convincing(plan, proofs))
    _write_outcome(plan, folder / "result.json", weights, outcome)
    return outcome


def _self_play(
    plan: Plan,
    path: Path,
    weights: tuple[float, ...],
    workers: Workers,
    time_left: TimeLeft,
    tell: Telling,
) -> list[Lesson]:
    """Games to learn from, at every number of players in turn; a few, whatever the time."""
    counts = game(plan.key).players
    lessons = [
        Lesson(plan.key, plan.bot, plan.seed, weights, deal, counts[deal % len(counts)])
        for deal in range(plan.games)
    ]
    known = _games_in(path, _header(plan, weights))
    missing = [lesson for lesson in lessons if lesson.deal not in known]
    enough = 2 * len(counts) + 4
    tasks = (
        lesson for lesson in missing if time_left() or lesson.deal < enough
    )  # asked when the next game is about to begin
    with path.open("a", encoding="utf-8") as file:
        for played in workers.do(play_lesson, tasks):
            known[played.deal] = played
            file.write(json.dumps(asdict(played)) + "\n")
            file.flush()
            if len(known) % 100 == 0:
                tell(f"{len(known)} of {plan.games} games to learn from.")
    return [
        Lesson(plan.key, plan.bot, plan.seed, weights, deal, played.players, played, plan.subjects)
        for deal, played in sorted(known.items())
    ]


def _learn(lessons: Sequence[Lesson], weights: Sequence[float], workers: Workers) -> Fit:
    """Several fits to the same games: each starts from weights at which the judge is asked anew."""
    first = found = fit(together(workers.do(learn_from, lessons)), weights)
    for _ in range(PASSES - 1):
        relearned = [replace(lesson, weights=tuple(found.weights)) for lesson in lessons]
        found = fit(together(workers.do(learn_from, relearned)), found.weights)
    return replace(found, loss_before=first.loss_before)


def _prove(
    plan: Plan,
    folder: Path,
    players: int,
    old: Sequence[float],
    new: Sequence[float],
    workers: Workers,
    time_left: TimeLeft,
) -> Report:
    """The bot with the new weights against the bot with the old ones."""
    contenders = (Contender(plan.bot, tuple(old)), Contender(plan.bot, tuple(new)))
    match = Match(plan.key, players, contenders, MIXED, plan.seed + 1)
    deals = -(-plan.proof // players)
    path = folder / f"proof-{players}.jsonl"
    return run(match, deals, path, workers, time_left=time_left)


def _convincing(plan: Plan, proofs: Sequence[Proof]) -> bool:
    """Better on the whole, and not worse at the usual number of players."""
    usual = [proof.share for proof in proofs if proof.players == game(plan.key).usual_players]
    shares = [proof.share for proof in proofs]
    return bool(usual) and fmean(shares) > 0.5 and usual[0] >= 0.5


# --- files ------------------------------------------------------------------------------------


def _header(plan: Plan, weights: tuple[float, ...]) -> dict[str, Any]:
    return {
        "dalang_tune": FORMAT,
        "game": plan.key,
        "edition": game(plan.key).edition,
        "bot": plan.bot,
        "seed": plan.seed,
        "weights": list(weights),
        "code": fingerprint(plan.key, [Contender(plan.bot)]),
    }


def _games_in(path: Path, header: dict[str, Any]) -> dict[int, Played]:
    """The games of an earlier run by their deal; a line that was being written is dropped."""
    if not path.exists():
        path.write_text(json.dumps(header) + "\n", encoding="utf-8")
        return {}
    content = path.read_bytes()
    length = content.rfind(b"\n") + 1
    lines = content[:length].splitlines()
    games: list[Played] = []
    try:
        found = json.loads(lines[0])
        for line in lines[1:]:
            games.append(Played.from_json(json.loads(line)))
    except (IndexError, KeyError, TypeError, ValueError) as problem:
        raise BadResults(f"{path} is damaged near line {len(games) + 2} ({problem}).") from problem
    if found != header:
        raise BadResults(
            f"The games in {path} were played by another bot, or with other weights or settings. "
            "Take another folder with --results."
        )
    with path.open("r+b") as file:
        file.truncate(length)
    return {played.deal: played for played in games}


def _write_outcome(plan: Plan, path: Path, weights: Sequence[float], outcome: Outcome) -> None:
    """The file that says what was measured."""
    names = game(plan.key).weights
    pairs = zip(names, weights, outcome.fit.weights, strict=True)
    text = json.dumps(
        {
            "game": plan.key,
            "edition": game(plan.key).edition,
            "bot": plan.bot,
            "learned": list(plan.subjects),
            "questions": outcome.fit.questions,
            "ridge": outcome.fit.ridge,
            "surprise_before": outcome.fit.loss_before,
            "surprise_after": outcome.fit.loss_after,
            "proofs": [asdict(proof) for proof in outcome.proofs],
            "accepted": outcome.accepted,
            "weights": {name: {"before": old, "after": new} for name, old, new in pairs},
        },
        indent=2,
    )
    path.write_text(text + "\n", encoding="utf-8")


def present_weights(key: str) -> list[float]:
    """The weights the game's judge has now."""
    return read_weights(game(key).folder / "weights.toml", game(key).weights)
