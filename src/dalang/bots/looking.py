"""One look ahead: what an action leads to by the end of the turn.  Compiled.

All positions here are imagined ones, which may be changed.
"""

from __future__ import annotations

import math
import time
from typing import Final, final

from mypy_extensions import i64

from dalang.engine.api import CHANCE, OVER, Position
from dalang.engine.judging import Judge
from dalang.engine.rng import Rng
from dalang.engine.vecs import vec

WIN_SHARE: Final = 0.8  # of a reward; the rest is for the place
LOWEST: Final = -30.0  # exponents below that are as good as never
SURENESS: Final = 6.0  # how much more than the priors say the more promising is preferred
PATIENCE: Final[i64] = 60  # decisions after which a position counts as settled
UNTRIED: Final = -100.0  # the appeal of an action that there was no time for
MOST_ENTRANTS: Final[i64] = 12  # actions that are compared by simulations …
FAIR_TRIES: Final = 8.0  # … each of which should have about this many


def numbers(length: i64) -> vec[float]:
    """A fresh array of zeros."""
    return vec[float]([0.0] * int(length))


@final
class Outlook:
    """What a position promises every seat: the chance to win, and the reward to maximise.

    A reward is between 0 and 1.  It is mostly the share of the victory; the place counts a little,
    so that a seat that cannot win any more still has something to play for.
    """

    def __init__(self, players: i64) -> None:
        self.players: i64 = players
        self.wins = numbers(players)
        self.rewards = numbers(players)
        self._strength = numbers(players)

    def look(self, judge: Judge, position: Position) -> None:
        """Reads the result, or the judge's values."""
        if position.actor() == OVER:
            self._read_ranking(position.ranking())
        else:
            self._estimate(judge, position)

    def _read_ranking(self, places: list[int]) -> None:
        """The final places; who shares a place shares what it is worth."""
        for seat in range(self.players):
            sharing: i64 = 0
            behind: i64 = 0
            place: i64 = places[seat]
            for other in range(self.players):
                its: i64 = places[other]
                if its == place:
                    sharing += 1
                elif its > place:
                    behind += 1
            self.wins[seat] = 1.0 / float(sharing) if place == 1 else 0.0
            beaten = float(behind) + 0.5 * float(sharing - 1)
            self._reward(seat, beaten)

    def _estimate(self, judge: Judge, position: Position) -> None:
        """Chances proportional to the exponential of the values, and so for every pair of seats."""
        best = -math.inf
        values = judge.values(position)
        for seat in range(self.players):
            value = values[seat] / judge.scale
            self._strength[seat] = value
            best = max(best, value)
        total = 0.0
        for seat in range(self.players):
            strength = math.exp(max(self._strength[seat] - best, LOWEST))
            self._strength[seat] = strength
            total += strength
        for seat in range(self.players):
            own = self._strength[seat]
            self.wins[seat] = own / total
            beaten = -0.5  # against itself
            for other in range(self.players):
                beaten += own / (own + self._strength[other])
            self._reward(seat, beaten)

    def _reward(self, seat: i64, beaten: float) -> None:
        share = beaten / float(self.players - 1)
        self.rewards[seat] = WIN_SHARE * self.wins[seat] + (1.0 - WIN_SHARE) * share


@final
class Clock:
    """How much of a budget of simulations and milliseconds is used up; 0 is no limit."""

    def __init__(self, simulations: i64, milliseconds: i64) -> None:
        self.done: i64 = 0
        self.is_timed: bool = milliseconds > 0
        self._simulations: i64 = simulations
        self._seconds: float = float(milliseconds) / 1000.0
        self._started: float = time.perf_counter()
        self._prepared: float = 0.0  # the seconds before the contest began

    def spent(self) -> float:
        """The seconds that have gone by."""
        return time.perf_counter() - self._started

    def is_up(self, share: float) -> bool:
        """Whether a share of the time is over."""
        return self.is_timed and self.spent() > share * self._seconds

    def begin_contest(self) -> None:
        """From now on, shares are of the time that is left."""
        if self.is_timed:
            self._prepared = self.spent()

    def left(self, count: i64, share: float) -> bool:
        """Whether that many more simulations fit into a share of the budget; if so, takes them."""
        if self.done:
            if self._simulations and float(self.done + count) > share * float(self._simulations):
                return False
            if self.is_timed:
                left = self._seconds - self._prepared
                if self.spent() - self._prepared > share * left:
                    return False
        self.done += count
        return True

    def most_entrants(self) -> i64:
        """How many actions can be given a fair try."""
        if self._simulations:
            return max(1, min(MOST_ENTRANTS, self._simulations // 2))
        return MOST_ENTRANTS

    def room_for(self, each: float) -> i64:
        """How many actions there is time for, given the seconds that a simulation takes."""
        left = self._seconds - self.spent()
        if left > float(MOST_ENTRANTS) * FAIR_TRIES * each:
            return MOST_ENTRANTS
        return max(2, int(left / (FAIR_TRIES * each)))


def log_odds(chance: float) -> float:
    """How far ahead a chance is, on the scale that judges' priors have."""
    kept = min(max(chance, 1e-6), 1.0 - 1e-6)
    return math.log(kept / (1.0 - kept))


def most_promising(judge: Judge, position: Position, legal: vec[i64]) -> i64:
    """The action with the highest prior."""
    if len(legal) == 1:
        return legal[0]
    priors = judge.priors(position, legal)
    best: i64 = 0
    for number in range(1, len(legal)):
        if priors[number] > priors[best]:
            best = number
    return legal[best]


def by_instinct(judge: Judge, position: Position, rng: Rng) -> i64:
    """A quick action by prior: at random, mostly the most promising one."""
    legal = position.legal_actions()
    if len(legal) == 1:
        return legal[0]
    priors = judge.priors(position, legal)
    highest = -math.inf
    for prior in priors:
        highest = max(highest, prior)
    total = 0.0
    for number in range(len(legal)):
        lead = SURENESS * (priors[number] - highest)
        priors[number] = math.exp(lead) if lead > LOWEST else 0.0
        total += priors[number]
    ticket = total * rng.chance()
    for number in range(len(legal)):
        ticket -= priors[number]
        if ticket < 0.0:
            return legal[number]
    return legal[len(legal) - 1]


def appeals(
    judge: Judge, outlook: Outlook, position: Position, seat: i64, legal: vec[i64]
) -> vec[float]:
    """How good each action looks at once: what the judge says of the next position, and of it."""
    found = judge.priors(position, legal)
    for number in range(len(legal)):
        here = position.clone()
        here.apply(legal[number])
        outlook.look(judge, here)
        found[number] = log_odds(outlook.rewards[seat]) + judge.trust * found[number]
    return found


def best_next(judge: Judge, outlook: Outlook, position: Position, seat: i64) -> i64:
    """The action after which things look best at once."""
    legal = position.legal_actions()
    if len(legal) == 1:
        return legal[0]
    return best_of(appeals(judge, outlook, position, seat, legal), legal)


@final
class Look:
    """A seat's look at its actions, over several imagined positions."""

    def __init__(self, judge: Judge, seat: i64, legal: vec[i64], players: i64) -> None:
        self.judge = judge
        self.seat: i64 = seat
        self.legal = legal
        self.outlook = Outlook(players)
        self.count: i64 = 0
        self.priors = numbers(len(legal))
        self.chances = numbers(len(legal))
        self.tries = numbers(len(legal))

    def imagine(self, position: Position, seed: i64, clock: Clock, share: float) -> None:
        """Tries every action in one more imagined position, each with the same luck.

        When a share of the time is over, the less promising ones are left out.
        """
        priors = self.judge.priors(position, self.legal)
        for number in range(len(self.legal)):
            self.priors[number] += priors[number]
        self.count += 1
        order = promising_first(priors) if clock.is_timed else list(range(len(self.legal)))
        for chosen in order:
            if clock.is_up(share) and chosen != order[0]:
                return
            after = self.after(position, self.legal[chosen], Rng(int(seed)))
            self.chances[chosen] += after
            self.tries[chosen] += 1.0

    def after(self, position: Position, action: i64, rng: Rng) -> float:
        """The reward that the seat can expect, once its turn is over and things have settled."""
        here = position.clone()
        here.apply(action)
        self._finish_turn(here, rng)
        self._settle(here, rng)
        self.outlook.look(self.judge, here)
        return self.outlook.rewards[self.seat]

    def appeal(self, number: i64) -> float:
        """How good an action looks, all in all; on the scale of priors."""
        tries = self.tries[number]
        if tries == 0.0:
            return UNTRIED
        odds = log_odds(self.chances[number] / tries)
        return odds + self.judge.trust * self.priors[number] / float(self.count)

    def _finish_turn(self, position: Position, rng: Rng) -> None:
        """The seat's further decisions of the same turn, each for the best next position."""
        for _ in range(PATIENCE):
            actor = position.actor()
            if actor == CHANCE:
                position.apply(position.draw_chance(rng))
            elif actor == self.seat:
                position.apply(best_next(self.judge, self.outlook, position, actor))
            else:
                return

    def _settle(self, position: Position, rng: Rng) -> None:
        """Everybody plays by prior until the judge can value the position."""
        for _ in range(PATIENCE):
            actor = position.actor()
            if actor == CHANCE:
                position.apply(position.draw_chance(rng))
            elif actor == OVER or self.judge.settled(position):
                return
            else:
                legal = position.legal_actions()
                position.apply(most_promising(self.judge, position, legal))


def promising_first(priors: vec[float]) -> list[int]:
    """The numbers of actions, by their priors; equals in their order."""
    ranked = [(-priors[number], number) for number in range(len(priors))]
    ranked.sort()
    return [int(number) for _, number in ranked]


def gumbel(rng: Rng) -> float:
    """Noise that, added to logarithms of odds, makes a choice as random as those odds."""
    return -math.log(-math.log((rng.chance() + 1e-9) / (1.0 + 2e-9)))


def best_of(appeals: vec[float], legal: vec[i64]) -> i64:
    """The action with the highest appeal; the first of equals."""
    best: i64 = 0
    for number in range(1, len(legal)):
        if appeals[number] > appeals[best]:
            best = number
    return legal[best]
