"""Why a bot prefers an action: in what the judge sees it is ahead of the others, and by how much.

The actions are tried in the same positions, imagined from what the seat knows, with the same luck,
until their turn is over.  A judge's value is linear in its weights, so leaving some of them out
shows what they contribute.  Nothing here depends on what the seat cannot know.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from dalang.bots.looking import PATIENCE, Clock, Outlook, best_next, most_promising
from dalang.engine.api import CHANCE, OVER, Args, Event, Phrase, Position, View
from dalang.engine.judging import Judge
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.words import Words

LOOKS: Final = 12  # imagined positions
MILLISECONDS: Final = 400  # after which there are no more of them, but at least …
FEWEST_LOOKS: Final = 4
COMPARED: Final = 5  # actions
LEAST: Final = 0.3  # of an advantage that is worth words
SURENESS: Final = 1.5  # standard errors by which it has to differ from nothing
TYPICAL: Final = 0.75  # the share of looks in which an event has to happen to be named


@dataclass(frozen=True)
class HintReason:
    """The motive that weighs most, what it is worth, and the arguments of its sentence."""

    motive: str
    worth: float
    args: Mapping[str, object] = field(default_factory=dict[str, object])


def in_words(reason: HintReason, words: Words) -> str:
    """A reason in the words of the game, with what it is worth if that is worth a number."""
    motive, worth = words.motive(reason.motive, reason.args), round(reason.worth)
    return f"{motive}, {words.say(Phrase('motive_worth', {'worth': worth}))}" if worth else motive


@dataclass
class _Trial:
    """What came of an action: its features look by look, and what happened."""

    features: list[dict[str, float]]
    happened: list[dict[str, str]]  # by motive: the arguments of its event

    def typical(self, motive: str) -> str:
        """What nearly always happens, as text; "" if nothing does."""
        seen = Counter(one[motive] for one in self.happened if motive in one)
        text, count = seen.most_common(1)[0] if seen else ("", 0)
        return text if count >= TYPICAL * len(self.happened) else ""


def reasons(
    spec: GameSpec,
    view: View,
    actions: Sequence[int],
    rng: Rng,
    milliseconds: int = MILLISECONDS,
) -> dict[int, HintReason]:
    """For each of the actions, the best first, why it is preferred to the others, if that is clear.

    Without a limit in milliseconds (0) all looks are taken.
    """
    compared = list(actions[:COMPARED])
    if len(compared) < 2 or not spec.vocabulary.motives:
        return {}
    scales, clock = _Scales(spec), Clock(0, milliseconds)
    trials = {action: _Trial([], []) for action in compared}
    for look in range(LOOKS):
        if look >= FEWEST_LOOKS and clock.is_up(1.0):
            break
        imagined, seed = spec.imagine(view, rng), int(rng.next32())
        for action, trial in trials.items():
            after = imagined.clone()
            events = _play(scales.judge, after, action, int(view.viewer), Rng(seed))
            trial.features.append(scales.weigh(after, events, int(view.viewer)))
            trial.happened.append(_happened(spec, events, int(view.viewer)))
    found = {action: _reason(spec, action, trials) for action in compared}
    return {action: reason for action, reason in found.items() if reason}


class _Scales:
    """The judge, and for every motive the judge without its weights."""

    def __init__(self, spec: GameSpec) -> None:
        self.judge = spec.new_judge()
        self._motives = spec.vocabulary.motives
        self._without = {
            key: _judge_without(spec, motive.weights)
            for key, motive in self._motives.items()
            if motive.weights
        }
        weighed = {weight for motive in self._motives.values() for weight in motive.weights}
        self._bare = _judge_without(spec, tuple(weighed))
        self._named = {event for motive in self._motives.values() for event in motive.scores}

    def weigh(self, position: Position, events: Sequence[Event], seat: int) -> dict[str, float]:
        """What a position and the way there are worth to a seat, by motive."""
        value, scored = self.judge.value(position, seat), _scored(events, seat)
        told = sum(points for event, points in scored.items() if event in self._named)
        rest = self._bare.value(position, seat) - told
        players = range(int(position.players))
        others = [self.judge.value(position, other) for other in players if other != seat]
        found: dict[str, float] = {}
        for key, motive in self._motives.items():
            found[key] = float(sum(scored[event] for event in motive.scores))
            if key in self._without:
                found[key] += value - self._without[key].value(position, seat)
            if motive.points:
                found[key] += rest
            if motive.rivals:
                found[key] -= sum(others) / len(others)
        return found


def _judge_without(spec: GameSpec, names: tuple[str, ...]) -> Judge:
    """A judge to whom some weights mean nothing."""
    weights = spec.new_judge().weights
    left = zip(spec.weights, weights, strict=True)
    return spec.new_judge([0.0 if name in names else weight for name, weight in left])


def _scored(events: Sequence[Event], seat: int) -> Counter[str]:
    """The points of a seat, by the key of the event that brought them."""
    scored = Counter[str]()
    for event in events:
        points = event.args.get("points")
        if event.args.get("seat") == seat and isinstance(points, int):
            scored[event.key] += points
    return scored


def _happened(spec: GameSpec, events: Sequence[Event], seat: int) -> dict[str, str]:
    """By motive, the arguments of the event that its sentence is about, as text."""
    found: dict[str, str] = {}
    for key, motive in spec.vocabulary.motives.items():
        own = [one for one in events if one.key == motive.event and one.args.get("seat") == seat]
        if own:
            found[key] = json.dumps(own[0].args, sort_keys=True)
    return found


def _play(judge: Judge, position: Position, action: int, seat: int, rng: Rng) -> list[Event]:
    """Plays an action, the rest of its turn, and on until the judge can value the position."""
    events: list[Event] = []
    outlook = Outlook(position.players)
    position.apply(action, events)
    mine = True
    for _ in range(2 * PATIENCE):
        actor = int(position.actor())
        if actor == CHANCE:
            position.apply(position.draw_chance(rng), events)
            continue
        mine = mine and actor == seat
        if actor == OVER or (not mine and judge.settled(position)):
            break
        if mine:
            position.apply(best_next(judge, outlook, position, actor), events)
        else:
            position.apply(most_promising(judge, position, position.legal_actions()), events)
    return events


def _reason(spec: GameSpec, action: int, trials: Mapping[int, _Trial]) -> HintReason | None:
    """The motive in which an action is most ahead of the mean of the others."""
    mine, best = trials[action], None
    others = [trial for other, trial in trials.items() if other != action]
    for key, motive in spec.vocabulary.motives.items():
        leads = [
            here[key] - sum(trial.features[look][key] for trial in others) / len(others)
            for look, here in enumerate(mine.features)
        ]
        happens = mine.typical(key)
        if motive.event and (not happens or all(one.typical(key) == happens for one in others)):
            continue
        worth = _sure_lead(leads)
        if worth >= LEAST and (best is None or worth > best.worth):
            args = cast("Args", json.loads(happens)) if motive.event else {}
            best = HintReason(key, worth, args)
    return best


def _sure_lead(leads: Sequence[float]) -> float:
    """The mean of some numbers, or 0 if it may well be chance."""
    mean = sum(leads) / len(leads)
    variance = sum((lead - mean) ** 2 for lead in leads) / max(1, len(leads) - 1)
    return mean if mean > SURENESS * math.sqrt(variance / len(leads)) else 0.0
