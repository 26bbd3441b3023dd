"""Games of bots against themselves, and what there is to learn from them.

A seat to decide imagines a position from its view, as it would at a table.  What is learned from is
that imagined position too, with the result of the real game: so a net learns what is likely, given
what a seat knows, and never sees a hidden card.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass, field
from typing import Final

from mypy_extensions import i64

from dalang.arena.chance import seed_of
from dalang.bots.budget import Budget
from dalang.bots.expert import ExpertBot
from dalang.bots.looking import Outlook, by_instinct
from dalang.bots.master import habits_with
from dalang.bots.net import MOST_INPUT, NetJudge
from dalang.bots.net_file import TrainedNets, judge_of, layers_of, sheet_of
from dalang.bots.search import Search
from dalang.engine.api import CHANCE, OVER, Position
from dalang.engine.playout import settle_chance
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.tensors import Sheet
from dalang.engine.vecs import vec
from dalang.registry import game
from dalang.training.settings import TrainingSettings

HELD_OUT: Final = 10  # every tenth game is kept for measuring


@dataclass(frozen=True)
class GameBatch:
    """Some games of a generation at one number of players; by instinct if there are no nets."""

    settings: TrainingSettings
    generation: int
    number: int  # of the batch in its generation
    players: int
    games: int
    judge: tuple[float, ...]
    instinct: tuple[float, ...]
    nets: TrainedNets | None


@dataclass
class Positions:
    """Positions of some games, row by row; everything begins with the seat to decide."""

    players: int
    number: int  # of the batch
    games: int = 0
    rows: bytearray = field(default_factory=bytearray)
    opinions: array[float] = field(default_factory=lambda: array("f"))  # the judge's
    targets: array[float] = field(default_factory=lambda: array("f"))  # shares of the victory
    held_out: bytearray = field(default_factory=bytearray)  # 1: for measuring only


def play_batch(given: GameBatch) -> Positions:
    """Plays the games; the same batch gives the same positions anywhere."""
    table = _Table(given)
    found = Positions(given.players, given.number)
    settings = given.settings
    for number in range(given.games):
        place = given.number, number
        rng = Rng(seed_of("training", settings.seed, given.generation, *place))
        table.play(rng, found, int(number % HELD_OUT == HELD_OUT - 1))
    return found


class _Table:
    """Plays games and notes positions."""

    def __init__(self, given: GameBatch) -> None:
        self.settings = given.settings
        self.players = given.players
        self.spec: GameSpec = game(given.settings.game)
        self.judge = self.spec.new_judge(list(given.judge))
        self.instinct = self.spec.new_judge(list(given.instinct))
        self.nets: NetJudge | None = None
        if given.nets is not None:
            self.nets = judge_of(self.spec, given.nets, layers_of(given.nets))
        self.share = self.settings.share
        self.searcher: ExpertBot | None = None  # decides, if a search does
        if self.settings.is_searched(given.generation):
            self.share = self.settings.searched_share
            self.searcher = self._searcher()
        self.looks = self.nets is not None or self.searcher is not None
        self.outlook = Outlook(given.players)
        self.sheet: Sheet = sheet_of(self.spec, given.players)

    def _searcher(self) -> ExpertBot:
        """Searches as a master does, or as an expert."""
        bot = ExpertBot(self.spec, budget=Budget(simulations=self.settings.simulations))
        if self.settings.asks_nets and self.nets is not None:
            bot.judge, bot.habits = self.nets, habits_with(self.nets)
        return bot

    def play(self, rng: Rng, found: Positions, held_out: int) -> None:
        """One game: what was noted of it gets its targets at the end."""
        position = self.spec.start(self.players)
        sides: list[int] = []
        values: list[list[float]] = []
        while (actor := position.actor()) != OVER:
            if actor == CHANCE:
                position.apply(position.draw_chance(rng))
                continue
            legal = position.legal_actions()
            if len(legal) == 1:
                position.apply(legal[0])
                continue
            noted = rng.chance() < self.share
            imagined = position  # instinct goes by what the actor knows anyway
            search: Search | None = None
            if noted or self.looks:
                view = self.spec.observe(position, int(actor))
                imagined = self.spec.imagine(view, rng)
                if self.searcher is not None:
                    search = self.searcher.think(view, rng)
            if noted and self._may_note(imagined):
                sides.append(int(actor))
                values.append(self._note(imagined, int(actor), search, found))
                found.held_out.append(held_out)
            position.apply(self._choose(imagined, actor, legal, search, rng))
        found.games += 1
        self.outlook.look(self.judge, position)
        self._aim(list(self.outlook.wins), sides, values, found)

    def _may_note(self, position: Position) -> bool:
        return not self.settings.settled or self.judge.settled(position)

    def _note(
        self, position: Position, side: int, search: Search | None, found: Positions
    ) -> list[float]:
        """A row and the judge's opinion; returns the chances that are known now, by seat."""
        import numpy as np

        assert self.spec.rows is not None
        self.spec.rows.write(self.sheet, position, side)
        whole = np.frombuffer(memoryview(self.sheet.values), np.int32)
        found.rows += whole.clip(0, int(MOST_INPUT)).astype(np.uint8).tobytes()
        values, scale = self.judge.values(position), self.judge.scale
        found.opinions.extend(values[seat] / scale for seat in self._from(side))
        if search is not None:
            best = search.ranking[0]
            return [float(best.win_chance(seat)) for seat in range(self.players)]
        if self.nets is None:
            return []
        self.outlook.look(self.nets, position)
        return list(self.outlook.wins)

    def _from(self, side: int) -> list[int]:
        """The seats, beginning with one."""
        return [(side + number) % self.players for number in range(self.players)]

    def _aim(
        self, result: list[float], sides: list[int], values: list[list[float]], found: Positions
    ) -> None:
        """TD(λ): from the end backwards, a mixture of the result and of the values on the way.

        What a search found is wiser than the net that it asked: it counts for its own position.
        """
        trace = self.settings.trace
        target, targets = result, array("f")
        for side, value in zip(reversed(sides), reversed(values), strict=True):
            mixed = target
            if value:
                pairs = zip(target, value, strict=True)
                mixed = [trace * later + (1 - trace) * now for later, now in pairs]
            aim = target if self.searcher is None else mixed
            targets = array("f", [aim[seat] for seat in self._from(side)]) + targets
            target = mixed
        found.targets.extend(targets)

    # --- deciding -------------------------------------------------------------------------

    def _choose(
        self, imagined: Position, seat: i64, legal: vec[i64], search: Search | None, rng: Rng
    ) -> i64:
        if rng.chance() < self.settings.exploration:
            return legal[rng.below(len(legal))]
        if search is not None:
            return search.ranking[0].action
        if self.nets is None:
            return by_instinct(self.instinct, imagined, rng)
        return self._compare(imagined, seat, legal, rng)

    def _compare(self, imagined: Position, seat: i64, legal: vec[i64], rng: Rng) -> i64:
        """Where the most promising actions lead, as the nets see it; mostly the best."""
        assert self.nets is not None
        priors = list(self.instinct.priors(imagined, legal))
        order = sorted(range(len(legal)), key=lambda number: -priors[number])
        tried = order[: self.settings.candidates]
        luck = int(rng.next32())
        rewards: list[float] = []
        for number in tried:
            after = imagined.clone()
            after.apply(legal[number])
            settle_chance(after, Rng(luck))
            self.outlook.look(self.nets, after)
            rewards.append(float(self.outlook.rewards[seat]))
        best = max(rewards)
        odds = [math.exp((reward - best) / self.settings.warmth) for reward in rewards]
        ticket = rng.chance() * sum(odds)
        for number, each in zip(tried, odds, strict=True):
            ticket -= each
            if ticket < 0:
                return legal[number]
        return legal[tried[0]]
