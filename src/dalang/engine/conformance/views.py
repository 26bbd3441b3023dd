"""What a viewer knows, and what a viewer must not learn."""

from __future__ import annotations

from collections import Counter

from dalang.engine.api import EVERYONE, WATCHER, Event, Position
from dalang.engine.conformance.walks import decisions, directed, others, walk
from dalang.engine.playout import random_step, settle_chance
from dalang.engine.rng import Rng
from dalang.engine.session import is_choice
from dalang.engine.spec import GameSpec


def check_view_safe(spec: GameSpec, players: int, seed: int) -> None:
    """Redeal everything a viewer cannot see: nothing the viewer sees may change."""
    rng = Rng(seed + 1)
    for number, position in enumerate(walk(spec, players, seed)):
        if number % 7 == seed % 7:
            for viewer in range(WATCHER, players):
                view = spec.observe(position, viewer)
                twin = spec.imagine(view, rng)
                twin.check()
                assert spec.observe(twin, viewer).fields() == view.fields()
                assert twin.actor() == position.actor() == view.actor()
                if position.actor() == viewer:
                    assert list(twin.legal_actions()) == list(position.legal_actions())
                    assert list(view.legal_actions()) == list(position.legal_actions())
                else:
                    assert not view.legal_actions()


def check_view_text(spec: GameSpec, players: int, seed: int) -> None:
    """A view survives being written and read: same text, same imagination."""
    for position in decisions(spec, players, seed, every=13):
        for viewer in range(WATCHER, players):
            view = spec.observe(position, viewer)
            again = spec.view_from_text(view.to_text())
            assert again.to_text() == view.to_text()
            deal, deal_again = spec.imagine(view, Rng(seed)), spec.imagine(again, Rng(seed))
            assert deal.to_text() == deal_again.to_text()


def check_actions_keep_secrets(spec: GameSpec, players: int, seed: int) -> None:
    """An action tells a viewer the same in all deals that viewer cannot tell apart."""
    rng = Rng(seed + 2)
    for position in decisions(spec, players, seed, every=3):
        action = random_step(position, rng)
        for viewer in range(WATCHER, players):
            twin = spec.imagine(spec.observe(position, viewer), rng)
            if action not in twin.legal_actions():
                continue
            truth = position.clone()
            told, told_in_twin = _told(truth, action, viewer), _told(twin, action, viewer)
            if told is None or told_in_twin is None:
                continue
            assert told == told_in_twin
            assert spec.observe(truth, viewer).fields() == spec.observe(twin, viewer).fields()


def _told(position: Position, action: int, viewer: int) -> list[Event] | None:
    """What the viewer is told about an action; None if it shows something hidden."""
    events: list[Event] = []
    position.apply(action, events)
    if any(event.reveals for event in events):
        return None
    return [event for event in events if event.seen_by in (EVERYONE, viewer)]


def check_asking_tells_nothing(spec: GameSpec, players: int, seed: int) -> None:
    """Whether the actor is asked is the same in all deals that another viewer cannot tell apart.

    This matters most if few choices are left.
    """
    rng = Rng(seed + 4)
    for game in directed(spec, players, seed):
        before: Position | None = None
        for position in game:
            for viewer in others(position, rng):
                twin = spec.imagine(spec.observe(position, viewer), rng)
                if is_choice(twin) != is_choice(position):
                    told = f"{position.question().key} tells what is hidden:\n{position.to_text()}"
                    assert _is_one_decision(spec, before, position, viewer), told
            before = position.clone()


def _is_one_decision(spec: GameSpec, before: Position | None, after: Position, viewer: int) -> bool:
    """Whether a decision is taken in several steps of which the viewer sees nothing."""
    if before is None or before.question() != after.question():
        return False
    return spec.observe(before, viewer).fields() == spec.observe(after, viewer).fields()


def check_imagine_moves(spec: GameSpec, players: int, seed: int) -> None:
    """Imagining must not copy: over a game it gives deals other than the real one."""
    rng = Rng(seed + 3)
    for viewer in range(WATCHER, players):
        deals = (
            spec.imagine(spec.observe(position, viewer), rng) != position
            for position in decisions(spec, players, seed, every=1)  # short games have few
        )
        assert any(deals), f"viewer {viewer} always imagines the truth"


def check_imagine_frequencies(spec: GameSpec, players: int, seed: int, samples: int = 600) -> None:
    """At the first decision of a game, imagined deals are distributed like real ones.

    Before the first choice, the real deal is one of the deals consistent with the view.  So over
    many games the mean of every number in the position must be the same for real and for
    imagined deals.
    """
    truths: Counter[tuple[str, str]] = Counter()
    deals: Counter[tuple[str, str]] = Counter()
    for number in range(samples):
        rng = Rng(seed * samples + number)
        position = spec.start(players)
        settle_chance(position, rng)
        truths.update(_numbers(position))
        deals.update(_numbers(spec.imagine(spec.observe(position, 0), rng)))
    for name in truths | deals:
        spread = (truths[name] + deals[name] + 1) ** 0.5
        assert abs(truths[name] - deals[name]) < 6 * spread, (name, truths[name], deals[name])


def _numbers(position: Position) -> Counter[tuple[str, str]]:
    """How many of each thing the written position has, by the name of its line and its own."""
    found: Counter[tuple[str, str]] = Counter()
    for line in position.to_text().splitlines():
        name, _, value = line.partition(": ")
        for word in value.split(", "):
            count, _, thing = word.partition(" ")
            if count.isdigit() and thing:
                found[name, thing] += int(count)
            else:
                found[name, word] += 1
    return found
