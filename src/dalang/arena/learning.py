"""What there is to learn from games: which positions were won, and which actions were chosen.

A judge can be any function of its weights, so the slope of each weight is measured by trying
slightly more and slightly less of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from dalang.arena.chance import seed_of
from dalang.arena.game import play
from dalang.arena.match import MIXED, Job, Match
from dalang.bots import BotName
from dalang.engine.api import CHANCE, OVER, Position
from dalang.engine.judging import Judge
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import game

VALUE, PRIOR = "value", "prior"
SUBJECTS = (VALUE, PRIOR)
LOOKS = 24  # decisions of a game that are looked at, about
NUDGE = 0.02  # of a weight's size, to see what it does


@dataclass(frozen=True)
class PlayedGame:
    """A game of a bot against itself, complete."""

    deal: int
    players: int
    actions: tuple[int, ...]  # and outcomes
    places: tuple[int, ...]

    @classmethod
    def from_json(cls, given: Any) -> PlayedGame:
        """From plain data; raises KeyError, TypeError or ValueError if it does not fit."""
        return cls(
            int(given["deal"]),
            int(given["players"]),
            tuple(int(action) for action in given["actions"]),
            tuple(int(place) for place in given["places"]),
        )


@dataclass(frozen=True)
class TrainingGame:
    """A game of a bot against itself: to be played, or to be learned from."""

    key: str
    bot: str
    seed: int
    weights: tuple[float, ...]
    deal: int
    players: int
    played: PlayedGame | None = None
    subjects: tuple[str, ...] = (VALUE,)


@dataclass
class Samples:
    """Questions with several possible answers, and which was right, all in flat lists.

    Every answer has its logit, and the slope of that for each weight.
    """

    kinds: list[str] = field(default_factory=list)  # of each question
    deals: list[int] = field(default_factory=list)  # of each question
    sizes: list[int] = field(default_factory=list)  # answers of each question
    logits: list[float] = field(default_factory=list)
    slopes: list[list[float]] = field(default_factory=list)
    targets: list[float] = field(default_factory=list)  # the part of the truth each answer has

    def extend(self, other: Samples) -> None:
        """Adds the questions of another."""
        self.kinds += other.kinds
        self.deals += other.deals
        self.sizes += other.sizes
        self.logits += other.logits
        self.slopes += other.slopes
        self.targets += other.targets


def play_training_game(given: TrainingGame) -> PlayedGame:
    """A game of the bot against itself."""
    twin = BotName(given.bot, given.weights)
    match = Match(given.key, given.players, (twin, twin), MIXED, given.seed)
    taken: list[int] = []
    result = play(Job(match, given.deal, 0, (0,) * given.players), taken)
    return PlayedGame(given.deal, given.players, tuple(taken), result.places)


def learn_from(given: TrainingGame) -> Samples:
    """Goes through a game again, and asks now and then who will win and what is best."""
    assert given.played is not None
    spec, played = game(given.key), given.played
    rng = Rng(seed_of("looks", given.seed, given.deal))
    pupils = Pupils(spec, given.weights)
    samples = Samples()
    worth = [
        PRIOR in given.subjects or pupils.plain.settled(position)
        for position, _ in decisions(spec, played)
    ]
    often = LOOKS / max(1, sum(worth))
    for number, (position, action) in enumerate(decisions(spec, played)):
        if worth[number] and rng.chance() < often:
            imagined = spec.imagine(spec.observe(position, int(position.actor())), rng)
            if VALUE in given.subjects:
                pupils.ask_who_wins(imagined, played, samples)
            if PRIOR in given.subjects:
                pupils.ask_what_to_do(imagined, action, played.deal, samples)
    return samples


def decisions(spec: GameSpec, played: PlayedGame) -> Iterator[tuple[Position, int]]:
    """Replays a game: every position with a choice, and what was chosen."""
    position = spec.start(played.players)
    for action in played.actions:
        if position.actor() != CHANCE and len(position.legal_actions()) > 1:
            yield position, action
        position.apply(action)
    assert position.actor() == OVER


class Pupils:
    """The judge with its weights, and with a little more and a little less of each."""

    def __init__(self, spec: GameSpec, weights: Sequence[float]) -> None:
        self.plain = spec.new_judge(list(weights))
        self.nudges = [NUDGE * size for size in sizes(weights)]
        self.more = [self._nudged(spec, weights, number, 1) for number in range(len(weights))]
        self.less = [self._nudged(spec, weights, number, -1) for number in range(len(weights))]

    def _nudged(self, spec: GameSpec, weights: Sequence[float], number: int, sign: int) -> Judge:
        changed = list(weights)
        changed[number] += sign * self.nudges[number]
        return spec.new_judge(changed)

    def ask_who_wins(self, position: Position, played: PlayedGame, samples: Samples) -> None:
        """One question: which seat?"""
        if not self.plain.settled(position):
            return
        winners = played.places.count(1)
        for seat, place in enumerate(played.places):
            self._answer(
                [
                    judge.value(position, seat) / judge.scale
                    for judge in (self.plain, *self.more, *self.less)
                ],
                1 / winners if place == 1 else 0.0,
                samples,
            )
        self._asked(VALUE, played.deal, played.players, samples)

    def ask_what_to_do(self, position: Position, action: int, deal: int, samples: Samples) -> None:
        """One question: which action?"""
        legal = position.legal_actions()
        everybody = [
            list(judge.priors(position, legal)) for judge in (self.plain, *self.more, *self.less)
        ]
        for number, candidate in enumerate(legal):
            answers = [priors[number] for priors in everybody]
            self._answer(answers, float(candidate == action), samples)
        self._asked(PRIOR, deal, len(legal), samples)

    def _answer(self, found: list[float], target: float, samples: Samples) -> None:
        count = len(self.nudges)
        more, less = found[1 : count + 1], found[count + 1 :]
        samples.logits.append(found[0])
        samples.targets.append(target)
        samples.slopes.append(
            [
                (high - low) / (2 * nudge)
                for high, low, nudge in zip(more, less, self.nudges, strict=True)
            ]
        )

    def _asked(self, kind: str, deal: int, answers: int, samples: Samples) -> None:
        samples.kinds.append(kind)
        samples.deals.append(deal)
        samples.sizes.append(answers)


def sizes(weights: Sequence[float]) -> list[float]:
    """How large each weight is; a weight of nothing is as large as a tenth of the usual one."""
    usual = sorted(abs(weight) for weight in weights if weight) or [1.0]
    least = 0.1 * usual[len(usual) // 2]
    return [max(abs(weight), least) for weight in weights]


def together(parts: Iterable[Samples]) -> Samples:
    """All questions in one."""
    whole = Samples()
    for part in parts:
        whole.extend(part)
    return whole
