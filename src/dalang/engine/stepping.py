"""A game driven decision by decision from outside, in one compiled call each.

Chance moves automatically; seats whose players have left act at random.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, u8

from dalang.engine.api import CHANCE, NO_ACTIONS, OVER, Position
from dalang.engine.arrays import total, zeros
from dalang.engine.objects import Reduced
from dalang.engine.rng import Rng
from dalang.engine.vecs import vec


@final
class Stepper:
    """Where the game stands: whose decision it is, and what may be done."""

    def __init__(self, action_count: i64) -> None:
        self.position: Position = Position()
        self.rng = Rng(0)
        self.actor: i64 = OVER
        self.legal = NO_ACTIONS
        self.mask = vec[u8]([0] * int(action_count))  # always the same array: see mark()
        self._marked = NO_ACTIONS  # what is 1 in it
        self.shown = NO_ACTIONS  # what somebody else has marked: see Batch
        self._left = zeros(0)  # per seat: 1 if its player has left

    def __reduce__(self) -> Reduced:
        if not self.position.players:  # no game has begun
            return Stepper, (len(self.mask),)
        return _stepper, (len(self.mask), self.position, self.rng, self._left)

    def begin(self, position: Position, rng: Rng) -> None:
        """Continues a game from this position, up to its first question."""
        self.begin_without(position, rng, zeros(position.players))

    def begin_without(self, position: Position, rng: Rng, left: vec[i64]) -> None:
        """The same, where the seats marked with 1 decide at random from the first."""
        self.position = position
        self.rng = rng
        self._left = left[:]
        self._settle()

    def play(self, action: i64) -> bool:
        """Plays to the next question; tells whether the action was legal and has been played."""
        if not self.is_legal(action):
            return False
        self.position.apply(action)
        self._settle()
        return True

    def is_legal(self, action: i64) -> bool:
        """Whether the seat to decide may do that."""
        return _has(self.legal, action)

    def mark(self) -> None:
        """Brings the mask up to date: 1 for what is legal, 0 for the rest."""
        mask = self.mask
        for action in self._marked:
            mask[action] = 0
        self._marked = self.legal
        for action in self._marked:
            mask[action] = 1

    def any_legal(self) -> i64:
        """Something the seat to decide may do."""
        return self.legal[self.rng.below(len(self.legal))]

    def leave(self, seat: i64) -> None:
        """The seat decides at random from now on."""
        self._left[seat] = 1
        self._settle()

    def _settle(self) -> None:
        position = self.position
        actor = position.actor()
        while actor != OVER:
            if actor == CHANCE:
                position.apply(position.draw_chance(self.rng))
            elif self._left[actor]:
                legal = position.legal_actions()
                position.apply(legal[self.rng.below(len(legal))])
            else:
                break
            actor = position.actor()
        self.actor = actor
        self.legal = position.legal_actions()


def _stepper(action_count: i64, position: Position, rng: Rng, left: vec[i64]) -> Stepper:
    """A stepper as it was when it was pickled."""
    stepper = Stepper(action_count)
    stepper.begin_without(position, rng, left)
    return stepper


@final
class Crossing:
    """A position together with who chooses the way from here: a seat, or chance.

    The choices are computed once, because the position only changes through go().
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.actor: i64 = OVER
        self.is_chance = False
        self.is_over = False
        self._choices = NO_ACTIONS  # legal actions, or the weights of chance …
        self._looked = False  # … if this is true
        self._arrive()

    def __deepcopy__(self, memo: dict[int, object]) -> Crossing:
        return Crossing(self.position.clone())

    def __copy__(self) -> Crossing:
        return Crossing(self.position.clone())

    def __reduce__(self) -> Reduced:
        return Crossing, (self.position,)

    def ways(self) -> list[int]:
        """All legal actions, or all possible outcomes of chance, ascending."""
        found: list[int] = []
        if self.is_chance:
            weights = self._look()
            for outcome in range(len(weights)):
                if weights[outcome]:
                    found.append(outcome)
        else:
            for action in self._look():
                found.append(int(action))
        return found

    def chances(self) -> list[object]:
        """The outcomes of chance with their probabilities: pairs of an outcome and a float."""
        weights = self._look()
        whole = total(weights)
        pairs = _pairs(whole, len(weights))
        found: list[object] = []
        for outcome in range(len(weights)):
            weight = weights[outcome]
            if weight == 1:
                found.append(pairs[outcome])
            elif weight:
                found.append((outcome, float(weight) / float(whole)))
        return found

    def go(self, way: i64) -> bool:
        """Takes one of the ways; returns whether it was possible."""
        choices = self._look()
        if self.is_chance:
            if way < 0 or way >= len(choices) or not choices[way]:
                return False
        elif not _has(choices, way):
            return False
        self.position.apply(way)
        self._arrive()
        return True

    def _arrive(self) -> None:
        self.actor = self.position.actor()
        self.is_chance = self.actor == CHANCE
        self.is_over = self.actor == OVER
        self._looked = False

    def _look(self) -> vec[i64]:
        if not self._looked:
            self._looked = True
            if self.is_chance:
                self._choices = self.position.chance_weights()
            else:
                self._choices = self.position.legal_actions()
        return self._choices


# By the sum of the weights: every outcome with the chance that a weight of 1 gives it.  Where cards
# have no doubles there are more than a hundred to be drawn: pairs made once are quickly listed.
_PAIRS: Final[dict[int, list[object]]] = {}


def _pairs(whole: i64, count: i64) -> list[object]:
    """The pairs for this sum, at least `count` of them."""
    pairs = _PAIRS.setdefault(int(whole), [])
    while len(pairs) < count:
        pairs.append((len(pairs), 1.0 / float(whole)))
    return pairs


def _has(actions: vec[i64], wanted: i64) -> bool:
    for action in actions:
        if action == wanted:
            return True
    return False
