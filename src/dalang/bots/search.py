"""Information-set Monte Carlo tree search, the same for every game.  Compiled.

Every simulation imagines a position from the view, walks down one tree that all imagined positions
share, plays on for a little, and lets the judge say what came of it.  A node is reached by the
decisions before it; what chance did between them is drawn anew each time.  Which actions are legal
depends on what was imagined, so a node counts how often it was available, and not how often its
parent was visited.  Everybody maximises their own reward.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from dalang.bots.looking import Look, Outlook, appeals, best_next, numbers
from dalang.engine.api import CHANCE, OVER, Position, View
from dalang.engine.judging import Judge
from dalang.engine.rng import Rng, draw

Imagine = Callable[[View, Rng], Position]

TO_THE_END: Final[i64] = 1_000_000  # Habits.horizon: no playout is cut short
UNSETTLED: Final[i64] = 60  # decisions beyond the horizon after which the judge is asked anyway
DOUBTFUL: Final = -4.0  # even what looks worst is worth a try
LEAST_SPREAD: Final = 0.01  # of rewards, below which differences are noise


@final
class Node:
    """An action in the tree: how often it was there, how often it was taken, what came of it."""

    def __init__(self, action: i64, weight: float, players: i64) -> None:
        self.action: i64 = action
        self.weight: float = weight  # how likely a good player takes it, before any search
        self.visits: i64 = 0
        self.available: i64 = 0
        self.seen: i64 = 0  # the walk in which it was last available
        self.highest: float = 0.0  # appeal among its children, which the others are relative to
        self.rewards = numbers(players)
        self.wins = numbers(players)
        self.children: list[Node] = []

    def mean(self, seat: i64) -> float:
        """The mean reward of a seat."""
        return self.rewards[seat] / float(self.visits)

    def win_chance(self, seat: i64) -> float:
        """How often a seat wins."""
        return self.wins[seat] / float(self.visits)


@final
class Habits:
    """How a search goes about it; the judge says what is good."""

    def __init__(
        self,
        exploration: float = 1.0,
        horizon: int = 0,
        blind: bool = False,
        looks: int = 4,
        sharpness: float = 8.0,
    ) -> None:
        self.exploration: float = exploration  # in standard deviations of the rewards
        self.horizon: i64 = horizon  # decisions of a playout before the judge is asked
        self.blind: bool = blind  # playouts at random, and no action is tried before another
        self.looks: i64 = looks  # imagined positions for a first look at the root's actions
        self.sharpness: float = sharpness  # how much what looks good is tried before the rest


@final
class Search:
    """A tree that grows; think() may be called again and again."""

    def __init__(self, imagine: Imagine, judge: Judge, players: i64, habits: Habits) -> None:
        self.imagine = imagine
        self.judge = judge
        self.players: i64 = players
        self.habits = habits
        self.root = Node(-1, 1.0, players)
        self.outlook = Outlook(players)
        self.decisions: i64 = 0  # taken in all simulations, those of chance included
        self.walk: i64 = 0
        self._path: list[Node] = []
        self._last: i64 = OVER  # who took the last decision in the tree
        self._spread: float = 0.2
        self._count: float = 0.0
        self._rewards: float = 0.0
        self._squares: float = 0.0

    def think(self, view: View, simulations: int, milliseconds: int, rng: Rng) -> int:
        """Simulates up to so many times or so long, whatever comes first (0: no limit)."""
        started = time.perf_counter()
        if self.habits.looks:
            self._look_around(view, rng)
        done: i64 = 0
        most: i64 = simulations
        while most == 0 or done < most:
            self.simulate(self.imagine(view, rng), view.viewer, rng)
            done += 1
            if milliseconds and (time.perf_counter() - started) * 1000.0 >= milliseconds:
                break
        return int(done)

    def simulate(self, position: Position, seat: i64, rng: Rng) -> None:
        """Once down the tree, a playout, and back up.  Spoils the position."""
        self._path = [self.root]
        self._descend(position, rng)
        self._play_on(position, rng)
        self.outlook.look(self.judge, position)
        self._back_up()
        self._measure(self.outlook.rewards[seat])

    def adopt(self, action: i64) -> bool:
        """Goes on from one of the root's actions, with what was learnt beyond it."""
        for child in self.root.children:
            if child.action == action:
                self.root = child
                return True
        return False

    def _look_around(self, view: View, rng: Rng) -> None:
        """A first look at what the turn leads to: what looks best will be tried most."""
        legal = view.legal_actions()
        look = Look(self.judge, view.viewer, legal, self.players)
        for _ in range(self.habits.looks):
            look.imagine(self.imagine(view, rng), rng.next32())
        best = -math.inf
        for number in range(len(legal)):
            best = max(best, look.appeal(number))
        self._meet(self.root, self.imagine(view, rng), legal)
        for child in self.root.children:
            child.available -= 1  # nobody has asked for it yet
            for number in range(len(legal)):
                if legal[number] == child.action:
                    child.weight = self._weight(look.appeal(number) - best)

    # --- down the tree ------------------------------------------------------------------

    def _descend(self, position: Position, rng: Rng) -> None:
        """Along the most urgent actions, to one that was never taken before."""
        node = self.root
        while True:
            actor = position.actor()
            if actor == OVER:
                return
            if actor == CHANCE:
                position.apply(draw(position.chance_weights(), rng))
                self.decisions += 1
                continue
            legal = position.legal_actions()
            node = self._select(node, position, actor, legal)
            self._path.append(node)
            self._last = actor
            position.apply(node.action)
            self.decisions += 1
            if node.visits == 0 and len(legal) > 1:
                return

    def _select(self, node: Node, position: Position, actor: i64, legal: vec[i64]) -> Node:
        """The available child with the best mixture of success, promise and neglect."""
        total = self._meet(node, position, legal)
        spread = self.habits.exploration * self._spread
        hope = node.mean(actor) if node.visits else 0.5
        best: Node | None = None
        highest = -math.inf
        for child in node.children:
            if child.seen == self.walk:
                score = child.mean(actor) if child.visits else hope
                urge = math.sqrt(float(child.available)) / float(1 + child.visits)
                score += spread * urge * child.weight / total
                if score > highest:
                    highest = score
                    best = child
        assert best is not None
        return best

    def _meet(self, node: Node, position: Position, legal: vec[i64]) -> float:
        """Notes which children are available, makes those that are new; returns their weight."""
        if not node.children:
            self._expand(node, position, legal)
        self.walk += 1
        total = 0.0
        place: i64 = 0
        children = node.children
        for action in legal:
            while place < len(children) and children[place].action < action:
                place += 1
            if place == len(children) or children[place].action != action:
                weight = self._weight_of(node, position, action)
                children.insert(place, Node(action, weight, self.players))
            child = children[place]
            child.seen = self.walk
            child.available += 1
            total += child.weight
        return total

    def _expand(self, node: Node, position: Position, legal: vec[i64]) -> None:
        """All actions that are legal now; what looks good to the actor will be tried most."""
        if self.habits.blind:
            for action in legal:
                node.children.append(Node(action, 1.0, self.players))
            return
        found = appeals(self.judge, self.outlook, position, position.actor(), legal)
        highest = -math.inf
        for appeal in found:
            highest = max(highest, appeal)
        node.highest = highest
        for number in range(len(legal)):
            weight = self._weight(found[number] - highest)
            node.children.append(Node(legal[number], weight, self.players))

    def _weight_of(self, node: Node, position: Position, action: i64) -> float:
        """Of an action that was not there when its siblings were weighed."""
        if self.habits.blind:
            return 1.0
        legal = append(vec[i64](), action)
        found = appeals(self.judge, self.outlook, position, position.actor(), legal)
        return self._weight(found[0] - node.highest)

    def _weight(self, lead: float) -> float:
        """How often to try what looks so much better or worse than the best."""
        return math.exp(min(max(self.habits.sharpness * lead, DOUBTFUL), -DOUBTFUL))

    # --- beyond it, and back ---------------------------------------------------------------

    def _play_on(self, position: Position, rng: Rng) -> None:
        """A short playout to where a turn has ended and things have settled."""
        taken: i64 = 0
        horizon = self.habits.horizon
        last = self._last
        while True:
            actor = position.actor()
            if actor == OVER:
                return
            if actor == CHANCE:
                position.apply(draw(position.chance_weights(), rng))
                self.decisions += 1
                continue
            if taken >= horizon and (
                taken >= horizon + UNSETTLED or (actor != last and self.judge.settled(position))
            ):
                return
            if self.habits.blind:
                legal = position.legal_actions()
                position.apply(legal[rng.below(len(legal))])
            else:
                position.apply(best_next(self.judge, self.outlook, position, actor))
            self.decisions += 1
            taken += 1
            last = actor

    def _back_up(self) -> None:
        rewards = self.outlook.rewards
        wins = self.outlook.wins
        for node in self._path:
            node.visits += 1
            for seat in range(self.players):
                node.rewards[seat] += rewards[seat]
                node.wins[seat] += wins[seat]

    def _measure(self, reward: float) -> None:
        """How far rewards lie apart: what exploration is measured by, so that it suits any game."""
        self._rewards += reward
        self._squares += reward * reward
        self._count += 1.0
        if self._count >= 8.0:
            mean = self._rewards / self._count
            variance = max(self._squares / self._count - mean * mean, 0.0)
            self._spread = max(math.sqrt(variance), LEAST_SPREAD)
