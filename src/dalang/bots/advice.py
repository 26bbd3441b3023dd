"""What a good player would do, and where a game was won: hints and analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Final

from dalang.bots.budget import Budget
from dalang.bots.calibration import calibrated, calibration_of
from dalang.bots.looking import WIN_SHARE
from dalang.bots.motives import MILLISECONDS, HintReason, reasons
from dalang.bots.search import Node, Search
from dalang.bots.strongest import strongest
from dalang.engine.api import CHANCE, OVER, Position, View
from dalang.engine.errors import NotYourTurn
from dalang.engine.playout import settle_chance
from dalang.engine.replay import Replay, play_all, play_through
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import game

HINTS: Final = 3
SWINGS: Final = 3
AT_THE_TABLE: Final = Budget(simulations=2500, milliseconds=1200)  # somebody waits for a hint


@dataclass(frozen=True)
class Advice:
    """An action, and what the seat that takes it can expect."""

    action: int
    text: str
    win_chance: float
    place: float  # expected at the end
    simulations: int  # that tried it
    reason: HintReason | None = None  # why it is preferred, if that is clear


def hint(spec: GameSpec, view: View, budget: Budget, rng: Rng) -> list[Advice]:
    """The best three actions of the viewer, the best first."""
    if view.actor() != view.viewer or view.viewer < 0:
        raise NotYourTurn("There is nothing to advise: it is not this seat's decision.")
    judge, habits = strongest(spec, int(view.known.players))
    search = Search(spec.imagine, judge, view.known.players, habits)
    search.think(view, budget.simulations, budget.milliseconds, rng)
    tried = [node for node in search.ranking if node.visits]
    actions = [int(node.action) for node in tried]
    found = reasons(spec, view, actions, rng, MILLISECONDS if budget.milliseconds else 0)
    return [_advice(view, node, found.get(int(node.action))) for node in tried[:HINTS]]


def _advice(view: View, node: Node, reason: HintReason | None) -> Advice:
    seat, players = int(view.viewer), int(view.known.players)
    win_chance = node.win_chance(seat)
    beaten = (node.mean(seat) - WIN_SHARE * win_chance) / (1 - WIN_SHARE)
    place = players - beaten * (players - 1)
    action = int(node.action)
    text, tries = view.known.action_text(action), int(node.visits)
    return Advice(action, text, win_chance, place, tries, reason)


@dataclass(frozen=True)
class Moment:
    """The start of a turn: every seat's chance to win, and what was then done."""

    line: int  # of the replay
    seat: int
    actions: tuple[str, ...]
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Swing:
    """A turn that changed a seat's chances."""

    moment: int  # which one
    seat: int
    before: float
    after: float


@dataclass(frozen=True)
class Analysis:
    """How the chances went through a game."""

    game: str
    players: int
    budget: str
    moments: tuple[Moment, ...]
    result: tuple[float, ...]  # each seat's share in the victory; its chances if nobody has won yet
    swings: tuple[Swing, ...]  # the largest first

    def as_data(self) -> dict[str, object]:
        """For JSON."""
        return asdict(self)


def analyse(
    spec: GameSpec,
    replay: Replay,
    budget: Budget,
    seed: int = 1,
    tell: Callable[[int], None] | None = None,
) -> Analysis:
    """Every seat's chances at every turn of a game, and the largest swings.

    A replay contains all secrets, so the chances are those of somebody who sees all hands, but not
    what chance will bring.  `tell` is called with the line of every turn that is done.
    """
    play_all(spec, replay)  # before any thinking: is it sound to the end?
    moments: list[Moment] = []
    rng, last = Rng(seed), spec.start(replay.players, replay.options)
    for turn in _turns(spec, replay):
        outlook = chances(spec, turn.start, budget, rng)
        moments.append(Moment(turn.line, turn.seat, tuple(turn.actions), outlook))
        last = turn.end
        if tell is not None:
            tell(turn.line)
    result = chances(spec, last, budget, rng)
    swings = swings_of([*(moment.chances for moment in moments), result])
    return Analysis(spec.key, replay.players, str(budget), tuple(moments), result, swings)


class _Turn:
    """What one seat did in a row, and the positions before it and after."""

    def __init__(self, line: int, seat: int, start: Position) -> None:
        self.line = line
        self.seat = seat
        self.start = start
        self.actions: list[str] = []
        self.end = start


def _turns(spec: GameSpec, replay: Replay) -> Iterator[_Turn]:
    """The turns of a replay in which somebody had a choice."""
    turn: _Turn | None = None
    before = spec.start(replay.players, replay.options)
    choices = False
    for line, session, _ in play_through(spec, replay):
        if line.actor is not None and line.actor != CHANCE:
            if turn is None or turn.seat != line.actor:
                if turn is not None and choices:
                    yield turn
                turn, choices = _Turn(line.number, line.actor, before), False
            choices |= len(before.legal_actions()) > 1
            turn.actions.append(line.text)
        before = session.position.clone()
        if turn is not None:
            turn.end = before
    if turn is not None:
        yield turn


def chances(spec: GameSpec, moment: Position, budget: Budget, rng: Rng) -> tuple[float, ...]:
    """Every seat's chance to win if all play well from there, with open cards; see calibration."""
    found = searched_chances(spec, moment, budget, rng)
    return found if moment.actor() == OVER else calibrated(found, calibration_of(spec))


def searched_chances(
    spec: GameSpec, moment: Position, budget: Budget, rng: Rng
) -> tuple[float, ...]:
    """The chances as the search has them."""
    position = moment.clone()
    settle_chance(position, rng)
    players = int(position.players)

    def as_it_is(view: View, rng: Rng) -> Position:
        return position.clone()

    judge, habits = strongest(spec, players)
    search = Search(as_it_is, judge, players, habits)
    if position.actor() == OVER:
        search.outlook.look(search.judge, position)
        return tuple(search.outlook.wins)
    view = spec.observe(position, int(position.actor()))
    search.think(view, budget.simulations, budget.milliseconds, rng)
    return tuple(search.ranking[0].win_chance(seat) for seat in range(players))


def swings_of(curve: Sequence[tuple[float, ...]]) -> tuple[Swing, ...]:
    """The turns after which some seat's chance had changed most."""
    found: list[Swing] = []
    for number, (before, after) in enumerate(pairwise(curve)):
        changes = [abs(new - old) for old, new in zip(before, after, strict=True)]
        seat = changes.index(max(changes))
        found.append(Swing(number, seat, before[seat], after[seat]))
    found.sort(key=lambda swing: (-abs(swing.after - swing.before), swing.moment))
    return tuple(found[:SWINGS])


# --- from text to data: what worker processes are sent and send back -----------------------


def advise(key: str, view_text: str, budget: Budget, seed: int) -> list[Advice]:
    """The best three actions for the viewer."""
    spec = game(key)
    return hint(spec, spec.view_from_text(view_text), budget, Rng(seed))


def appraise(key: str, position_text: str, budget: Budget, seed: int) -> tuple[float, ...]:
    """Every seat's chance to win from a position."""
    spec = game(key)
    return chances(spec, spec.from_text(position_text), budget, Rng(seed))
