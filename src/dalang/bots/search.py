"""Information-set Monte Carlo tree search, the same for every game.  Compiled.

Every simulation imagines a position from the view, walks down one tree that all imagined positions
share, plays some more turns at random in favour of high priors, and lets the judge value the
result.  A node is reached by the decisions before it; chance between them is drawn again each time.
Legal actions depend on what was imagined, so a node counts how often it was available, and not how
often its parent was visited.  Everybody maximises their own reward.

At the root, actions meet in a contest.  A first look orders them.  The remaining actions are then
tried in the same imagined positions with the same luck, and after each round the better half stays.
Compared in pairs, actions show small differences that separate tries would hide in luck.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from dalang.bots.looking import Clock, Look, Outlook, by_instinct, numbers
from dalang.engine.api import CHANCE, OVER, Position, View
from dalang.engine.judging import Judge
from dalang.engine.rng import Rng
from dalang.engine.vecs import vec

Imagine = Callable[[View, Rng], Position]

TO_THE_END: Final[i64] = 1_000_000  # Habits.horizon: no playout is cut short
UNSETTLED: Final[i64] = 60  # decisions beyond the horizon after which the judge is asked anyway
LOOKS: Final = 6  # imagined positions for a first look at the root's actions …
LOOK_SHARE: Final = 0.4  # … and the share of the time after which there are no more of them
DOUBTFUL: Final = -4.0  # even what looks worst is worth a try
AS_JUDGED: Final = -1  # Habits.horizon: as many turns as the judge says, and everybody one
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
        self.highest: float = 0.0  # prior among its children, which the others are relative to
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
    """The settings of a search; the judge says what is good."""

    def __init__(
        self,
        exploration: float = 1.0,
        horizon: int = AS_JUDGED,
        blind: bool = False,
        sharpness: float = 2.0,
        loyalty: float = 8.0,
        ripeness: int = 8,
    ) -> None:
        self.exploration: float = exploration  # in standard deviations of the rewards
        self.horizon: i64 = horizon  # turns that are played out before the judge is asked
        self.blind: bool = blind  # no judge: playouts at random, no first look and no contest
        self.sharpness: float = sharpness  # how much what looks good is tried before the rest
        self.loyalty: float = loyalty  # for how many simulations the first look counts
        self.ripeness: i64 = ripeness  # visits after which the search looks beyond an action


@final
class Entrant:
    """An action of the root in the contest."""

    def __init__(self, node: Node, promise: float) -> None:
        self.node = node
        self.promise: float = promise  # the reward that a first look expects
        self.reward: float = 0.0
        self.tries: float = 0.0
        self.score: float = 0.0


def rank(entrants: list[Entrant], loyalty: float) -> None:
    """Puts the best first: by their rewards; the first look counts less and less."""
    promise = 0.0
    reward = 0.0
    for entrant in entrants:
        promise += entrant.promise / float(len(entrants))
        reward += entrant.reward / float(len(entrants))
    for entrant in entrants:
        gained = entrant.reward - reward + loyalty * (entrant.promise - promise)
        entrant.score = gained / (entrant.tries + loyalty)
    entrants.sort(key=standing)


def standing(entrant: Entrant) -> float:
    """What entrants are sorted by."""
    return -entrant.score


@final
class Search:
    """A tree that grows; think() may be called again and again."""

    def __init__(self, imagine: Imagine, judge: Judge, players: i64, habits: Habits) -> None:
        self.imagine = imagine
        self.judge = judge
        self.players: i64 = players
        self.habits = habits
        self.root = Node(-1, 1.0, players)
        self.ranking: list[Node] = []  # the root's actions after a contest, the best first
        self.outlook = Outlook(players)
        self._horizon: i64 = habits.horizon
        if habits.horizon < 0:
            self._horizon = judge.horizon
            if not judge.anywhere:  # once round the table: what is done now is for the next turn
                self._horizon = max(judge.horizon, players)
        self.decisions: i64 = 0  # taken in all simulations, those of chance included
        self.walk: i64 = 0
        self._path: list[Node] = []
        self._last: i64 = OVER  # who took the last decision in the tree
        self._spread: float = 0.2
        self._count: float = 0.0
        self._rewards: float = 0.0
        self._squares: float = 0.0

    def think(self, view: View, simulations: int, milliseconds: int, rng: Rng) -> int:
        """Simulates until a number of times or seconds is reached (0: no limit)."""
        clock = Clock(simulations, milliseconds)
        if self.habits.blind:
            while clock.left(1, 1.0):
                self.simulate(self.imagine(view, rng), None, view.viewer, rng)
        else:
            self._contest(view, self._line_up(view, clock, rng), clock, rng)
        return int(clock.done)

    def simulate(self, position: Position, first: Node | None, seat: i64, rng: Rng) -> None:
        """Once down the tree, a playout, and back up.  Changes the position."""
        self._path = [self.root]
        if first is not None:
            self._path.append(first)
            self._last = position.actor()
            position.apply(first.action)
            self.decisions += 1
        if first is None or self._is_ripe(first):
            self._descend(position, rng)
        self._play_on(position, rng)
        self.outlook.look(self.judge, position)
        self._back_up()
        self._measure(self.outlook.rewards[seat])

    def adopt(self, action: i64) -> bool:
        """Continues from one of the root's actions, keeping the tree below it."""
        for child in self.root.children:
            if child.action == action:
                self.root = child
                return True
        return False

    # --- the contest at the root ---------------------------------------------------------

    def _line_up(self, view: View, clock: Clock, rng: Rng) -> list[Entrant]:
        """The actions that a first look finds worth trying, the best first."""
        legal = view.legal_actions()
        look = Look(self.judge.at_a_glance(), view.viewer, legal, self.players)
        for _ in range(LOOKS):
            look.imagine(self.imagine(view, rng), rng.next32(), clock, LOOK_SHARE)
            if clock.is_up(LOOK_SHARE):
                break
        self._meet(self.root, self.imagine(view, rng), legal)
        entrants: list[Entrant] = []
        for node in self.root.children:
            for number in range(len(legal)):
                if legal[number] == node.action:
                    promise = 1.0 / (1.0 + math.exp(-look.appeal(number)))
                    entrants.append(Entrant(node, promise))
        rank(entrants, self.habits.loyalty)
        return entrants[: int(clock.most_entrants())]

    def _contest(self, view: View, lined_up: list[Entrant], clock: Clock, rng: Rng) -> None:
        """All in the same imagined positions, round by round; the better half stays."""
        clock.begin_contest()
        entrants = self._admit(view, lined_up, clock, rng) if clock.is_timed else lined_up
        rounds: i64 = 1
        while (len(entrants) - 1) >> rounds:
            rounds += 1
        beaten: list[Entrant] = []
        for number in range(rounds):
            while clock.left(len(entrants), float(number + 1) / float(rounds)):
                self._try_all(view, entrants, clock, rng)
            rank(entrants, self.habits.loyalty)
            half = (len(entrants) + 1) // 2
            beaten = entrants[half:] + beaten
            entrants = entrants[:half]
        self.ranking = [entrant.node for entrant in entrants + beaten]

    def _admit(self, view: View, entrants: list[Entrant], clock: Clock, rng: Rng) -> list[Entrant]:
        """As many as there is time for; a simulation shows how long one takes."""
        before = clock.spent()
        self.simulate(self.imagine(view, rng), entrants[0].node, view.viewer, rng)
        return entrants[: int(clock.room_for(clock.spent() - before))]

    def _try_all(self, view: View, entrants: list[Entrant], clock: Clock, rng: Rng) -> None:
        """One imagined position, and one stream of luck, for everybody who is left.

        It counts only if there was time for all of them.
        """
        position = self.imagine(view, rng)
        seed = int(rng.next32())
        rewards = numbers(len(entrants))
        for number in range(len(entrants)):
            if clock.is_up(1.0):
                return
            self.simulate(position.clone(), entrants[number].node, view.viewer, Rng(seed))
            rewards[number] = self.outlook.rewards[view.viewer]
        for number in range(len(entrants)):
            entrants[number].tries += 1.0
            entrants[number].reward += rewards[number]

    # --- down the tree ------------------------------------------------------------------

    def _descend(self, position: Position, rng: Rng) -> None:
        """Along the most urgent actions, to one that was hardly ever taken before."""
        node = self._path[len(self._path) - 1]
        while True:
            actor = position.actor()
            if actor == OVER:
                return
            if actor == CHANCE:
                position.apply(position.draw_chance(rng))
                self.decisions += 1
                continue
            legal = position.legal_actions()
            node = self._select(node, position, actor, legal)
            self._path.append(node)
            self._last = actor
            position.apply(node.action)
            self.decisions += 1
            if len(legal) > 1 and not self._is_ripe(node):
                return

    def _is_ripe(self, node: Node) -> bool:
        """Tried often enough to tell its answers apart."""
        return node.visits >= (1 if self.habits.blind else self.habits.ripeness)

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
        found = self.judge.priors(position, legal)
        highest = -math.inf
        for prior in found:
            highest = max(highest, prior)
        node.highest = highest
        for number in range(len(legal)):
            weight = self._weight(found[number] - highest)
            node.children.append(Node(legal[number], weight, self.players))

    def _weight_of(self, node: Node, position: Position, action: i64) -> float:
        """Of an action that was not there when its siblings were weighed."""
        if self.habits.blind:
            return 1.0
        return self._weight(self.judge.prior(position, action) - node.highest)

    def _weight(self, lead: float) -> float:
        """How often to try what looks so much better or worse than the best."""
        return math.exp(min(max(self.habits.sharpness * lead, DOUBTFUL), -DOUBTFUL))

    # --- beyond it, and back ---------------------------------------------------------------

    def _play_on(self, position: Position, rng: Rng) -> None:
        """A short playout by instinct, to where a turn has ended and things have settled."""
        turns: i64 = 0
        waited: i64 = 0
        last = self._last
        while True:
            actor = position.actor()
            if actor == OVER:
                return
            if actor == CHANCE:
                position.apply(position.draw_chance(rng))
                self.decisions += 1
                continue
            if turns >= self._horizon:
                if self.judge.anywhere or waited >= UNSETTLED:
                    return
                if actor != last and self.judge.settled(position):
                    return
                waited += 1
            if actor != last:
                turns += 1
            if self.habits.blind:
                legal = position.legal_actions()
                position.apply(legal[rng.below(len(legal))])
            else:
                position.apply(by_instinct(self.judge, position, rng))
            self.decisions += 1
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
