"""Tuning a judge: play, learn from the games, and let new weights prove themselves.

New weights come from a fit to games of a bot against itself, or from steps towards weights that
win.  Then the bot with the new weights plays the bot with the old ones, and weights that do not win
are not kept.  An interrupted round continues where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from dalang.arena.climbing import Climb, ClimbStep
from dalang.arena.contenders import fingerprint
from dalang.arena.errors import BadMatch
from dalang.arena.fitting import Fit, fit
from dalang.arena.journal import Journal, Line
from dalang.arena.learning import (
    SUBJECTS,
    VALUE,
    PlayedGame,
    TrainingGame,
    learn_from,
    play_training_game,
    together,
)
from dalang.arena.match import MIXED, Match
from dalang.arena.report import Report
from dalang.arena.running import run
from dalang.arena.workers import Workers
from dalang.bots import BotName
from dalang.engine.errors import BadWeights
from dalang.engine.weights import read_weights
from dalang.registry import game

FORMAT = 1
WINS = "wins"
PASSES = 4  # over the games of a round; then weights have come to rest

Telling = Callable[[str], None]
TimeLeft = Callable[[], bool]


@dataclass(frozen=True)
class Plan:
    """What to tune, and for how long."""

    key: str
    bot: str
    games: int  # of a round, to learn from
    proof: int  # games of the match at the end of a round, at each number of players
    seed: int
    folder: Path
    subjects: tuple[str, ...] = (VALUE,)  # what is learned: who wins, what to do, or how to win
    kept: tuple[str, ...] = ()  # weights that stay as they are

    def __post_init__(self) -> None:
        if not game(self.key).weights:
            raise BadMatch(f"{game(self.key).title} has no weights to tune.")
        if min(self.games, self.proof) < 1:
            raise BadMatch("At least one game has to be played.")
        if not self.climbs and not set(SUBJECTS) >= set(self.subjects) > set():
            raise BadMatch(f"What can be learned: {', '.join(SUBJECTS)}; or {WINS} alone.")
        if unknown := set(self.kept) - set(game(self.key).weights):
            raise BadMatch(
                f"{game(self.key).title} has no weight {min(unknown)!r}; its weights are "
                f"{', '.join(game(self.key).weights)}."
            )
        BotName(self.bot).make(self.key)

    def numbers_kept(self) -> tuple[int, ...]:
        """Which weights stay as they are."""
        return tuple(
            number for number, name in enumerate(game(self.key).weights) if name in self.kept
        )

    @property
    def climbs(self) -> bool:
        """Whether weights move towards wins instead of being fitted to predictions."""
        return self.subjects == (WINS,)


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
    """The result of a round."""

    weights: list[float]
    found_by: dict[str, Any]  # how the weights were found, as plain data
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
    search = _Search(plan, folder, tuple(weights), workers, learning_time, tell)
    found, found_by, told = search.climb() if plan.climbs else search.fit()
    tell(f"Round {number}: {told}")
    proofs: list[Proof] = []
    spec = game(plan.key)
    for players in sorted(spec.players, key=lambda count: count != spec.usual_players):
        report = _prove(plan, folder, players, weights, found, workers, proving_time)
        if report.standings:
            share = report.standings[-1].share
            proofs.append(Proof(players, report.games, share.mean, share.low, share.high))
            tell(
                f"Round {number}, {players} players: the new weights won {share.mean:.1%} "
                f"({share.low:.1%} to {share.high:.1%}) of {report.games} games, half of the seats."
            )
    outcome = Outcome(found, found_by, proofs, _convincing(plan, proofs))
    _write_outcome(plan, folder / "result.json", weights, outcome)
    return outcome


Found = tuple[list[float], dict[str, Any], str]  # weights, how they were found as data, in words


@dataclass(frozen=True)
class _Search:
    """Looking for weights: starting from which, who plays, and where the games are kept."""

    plan: Plan
    folder: Path
    weights: tuple[float, ...]
    workers: Workers
    time_left: TimeLeft
    tell: Telling

    def climb(self) -> Found:
        """Step by step towards the weights that win."""
        plan = self.plan
        journal = self._journal("steps.jsonl", ClimbStep.from_json)
        climb = Climb(plan.key, plan.bot, plan.seed, self.weights, plan.numbers_kept())
        climb.go(plan.games, journal, self.workers, self.time_left, self.tell)
        steps = journal.lines
        games = sum(step.games for step in steps)
        found_by = {"steps": len(steps), "games": games}
        return climb.found(steps), found_by, f"{len(steps)} steps in {games} games."

    def fit(self) -> Found:
        """The weights under which what happened in games of the bot against itself was likely."""
        games = self._self_play()
        fitted = self._learn(games)
        found_by = {
            "questions": fitted.questions,
            "ridge": fitted.ridge,
            "surprise_before": fitted.loss_before,
            "surprise_after": fitted.loss_after,
        }
        told = (
            f"{len(games)} games, {fitted.questions} questions; surprise at games held out "
            f"{fitted.loss_before:.4f} before, {fitted.loss_after:.4f} after."
        )
        return fitted.weights, found_by, told

    def _self_play(self) -> list[TrainingGame]:
        """Games to learn from, at every number of players in turn; a few even if time is over."""
        plan, counts = self.plan, game(self.plan.key).players
        games = [
            TrainingGame(
                plan.key, plan.bot, plan.seed, self.weights, deal, counts[deal % len(counts)]
            )
            for deal in range(plan.games)
        ]
        journal = self._journal("games.jsonl", PlayedGame.from_json)
        known = {played.deal for played in journal.lines}
        enough = 2 * len(counts) + 4
        tasks = (
            one
            for one in games
            if one.deal not in known and (self.time_left() or one.deal < enough)
        )  # asked when the next game is about to begin
        for played in self.workers.do(play_training_game, tasks):
            journal.add(played)
            if len(journal.lines) % 100 == 0:
                self.tell(f"{len(journal.lines)} of {plan.games} games to learn from.")
        return [
            replace(games[played.deal], played=played, subjects=plan.subjects)
            for played in sorted(journal.lines, key=lambda played: played.deal)
            if played.deal < plan.games  # an earlier run may have been meant to be longer
        ]

    def _learn(self, games: Sequence[TrainingGame]) -> Fit:
        """Several fits to the same games, each from the weights that the last one found."""
        kept = self.plan.numbers_kept()
        first = found = fit(together(self.workers.do(learn_from, games)), self.weights, kept)
        for _ in range(PASSES - 1):
            relearned = [replace(one, weights=tuple(found.weights)) for one in games]
            found = fit(together(self.workers.do(learn_from, relearned)), found.weights, kept)
        return replace(found, loss_before=first.loss_before)

    def _journal(self, name: str, read: Callable[[Any], Line]) -> Journal[Line]:
        return Journal(self.folder / name, _header(self.plan, self.weights), read)


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
    contenders = (BotName(plan.bot, tuple(old)), BotName(plan.bot, tuple(new)))
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
        "kept": list(plan.kept),
        "code": fingerprint(plan.key, [BotName(plan.bot)]),
    }


def _write_outcome(plan: Plan, path: Path, weights: Sequence[float], outcome: Outcome) -> None:
    """The file that says what was measured."""
    names = game(plan.key).weights
    pairs = zip(names, weights, outcome.weights, strict=True)
    text = json.dumps(
        {
            "game": plan.key,
            "edition": game(plan.key).edition,
            "bot": plan.bot,
            "learned": list(plan.subjects),
            "kept": list(plan.kept),
            **outcome.found_by,
            "proofs": [asdict(proof) for proof in outcome.proofs],
            "accepted": outcome.accepted,
            "weights": {name: {"before": old, "after": new} for name, old, new in pairs},
        },
        indent=2,
    )
    path.write_text(text + "\n", encoding="utf-8")


def present_weights(key: str) -> list[float]:
    """The weights the game's judge has now."""
    if game(key).judge is None:
        raise BadWeights(f"{game(key).title} has no judge of its own, so there is nothing to tune.")
    return read_weights(game(key).folder / "weights.toml", game(key).weights)
