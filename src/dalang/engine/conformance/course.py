"""The course of a game: positions, actions, sessions and replays."""

from __future__ import annotations

from dalang.engine.api import CHANCE, EVERYONE, OVER, Args, Event, Position
from dalang.engine.conformance.walks import decisions, directed, others, walk
from dalang.engine.notation import NOTHING
from dalang.engine.playout import play_out, random_step
from dalang.engine.replay import Replay, play_all, record
from dalang.engine.rng import Rng, draw
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec

TEXTS = 5  # positions of a random game from one that is written and read to the next
FUTURES = 20  # ... and from one that is then played to its end to the next


def check_course(spec: GameSpec, players: int, seed: int) -> None:
    """A random game keeps all invariants, is never stuck, and ends for a reason it names."""
    position = spec.start(players)
    for position in walk(spec, players, seed):
        position.check()
        actor, legal = position.actor(), list(position.legal_actions())
        assert len(position.scores()) == players
        if actor >= 0:
            assert actor < players
            assert legal, f"a dead end: {position.to_text()}"
            assert legal == sorted(set(legal)), "legal actions must be ascending"
            assert 0 <= legal[0] <= legal[-1] < spec.action_count
        else:
            assert not legal
        if actor == CHANCE:
            weights = list(position.chance_weights())
            assert min(weights) >= 0 < sum(weights)
            assert len(weights) <= spec.outcome_count
            drawn = draw(position.chance_weights(), Rng(seed))
            assert position.draw_chance(Rng(seed)) == drawn, "draw_chance() must draw the same"
        assert bool(position.ended_by()) == (actor == OVER)
    assert position.ended_by() in spec.ends
    assert min(position.ranking()) == 1
    assert max(position.ranking()) <= players


def check_clone(spec: GameSpec, players: int, seed: int) -> None:
    """A clone is equal, and goes its own way."""
    for position in decisions(spec, players, seed, every=17):
        before = position.to_text()
        twin = position.clone()
        assert twin.to_text() == before
        play_out(twin, Rng(seed))
        assert position.to_text() == before


def check_position_text(spec: GameSpec, players: int, seed: int) -> None:
    """to_text and from_text are exact: same text, same future; what is empty may be left out."""
    for number, position in enumerate(walk(spec, players, seed)):
        if number % TEXTS == seed % TEXTS or position.actor() == OVER:
            text = position.to_text()
            twin = spec.from_text(text)
            assert twin.to_text() == text
            full = [line for line in text.splitlines() if not line.endswith(f": {NOTHING}")]
            assert spec.from_text("\n".join(full)).to_text() == text
            assert twin.actor() == position.actor()
            assert list(twin.legal_actions()) == list(position.legal_actions())
            assert twin.fields() == position.fields()
            if number % FUTURES == seed % TEXTS:
                _check_same_future(twin, position, seed)


def _check_same_future(twin: Position, position: Position, seed: int) -> None:
    """Both end alike, by the same luck and the same choices; the twin is used up."""
    other = position.clone()
    play_out(twin, Rng(seed))
    play_out(other, Rng(seed))
    assert twin.fields() == other.fields()


def check_action_texts(spec: GameSpec, players: int, seed: int) -> None:
    """Every action and outcome has its own text, which parses back to it."""
    for position in walk(spec, players, seed):
        if position.actor() == CHANCE:
            possible = [n for n, weight in enumerate(position.chance_weights()) if weight]
        else:
            possible = list(position.legal_actions())
        texts = [position.action_text(action) for action in possible]
        assert len(set(texts)) == len(texts), f"two actions of one name in {texts}"
        assert [position.parse_action(text) for text in texts] == possible


def check_undo(spec: GameSpec, players: int, seed: int) -> None:
    """What a seat takes back never happened.

    In a game in which every action shows something, nothing can be taken back.
    """
    rng = Rng(seed)
    session = Session(spec, players)
    undone = False
    while not session.position.ended_by():
        step = random_step(session.position, rng)
        if session.position.actor() == CHANCE:
            session.happen(step)
            continue
        seat, before, length = (
            int(session.position.actor()),
            session.position.to_text(),
            len(session.log),
        )
        session.play(seat, session.position.action_text(step))
        if session.can_undo(seat) and (not undone or rng.below(4) == 0):
            session.undo(seat)
            undone = True
            assert session.position.to_text() == before
            assert len(session.log) == length


def check_undo_tells_nothing(spec: GameSpec, players: int, seed: int) -> None:
    """Nobody has learned anything by what can be taken back.

    So what another viewer could imagine before, that viewer must still imagine afterwards: in
    every deal of what is hidden the actor could have done what looks the same.
    """
    rng = Rng(seed + 5)
    for game in directed(spec, players, seed):
        for position in game:
            action, seat = int(random_step(position, rng)), int(position.actor())
            session = Session.from_position(spec, position)
            events = session.play(seat, position.action_text(action))
            if session.can_undo(seat):
                for viewer in others(position, rng):
                    told = _told(events, viewer)
                    before = spec.observe(position, viewer)
                    seen = spec.observe(session.position, viewer).fields()
                    if told or seen != before.fields():
                        twin = spec.imagine(before, rng)
                        assert _could_be_seen(spec, twin, action, viewer, told, seen), (
                            f"told by {position.action_text(action)!r} in\n{position.to_text()}"
                        )


def _told(events: list[Event], viewer: int) -> list[Event]:
    return [event for event in events if event.seen_by in (EVERYONE, viewer)]


def _could_be_seen(
    spec: GameSpec, twin: Position, action: int, viewer: int, told: list[Event], seen: Args
) -> bool:
    """Whether the actor of another deal could have done what looks the same to the viewer."""
    legal = [int(way) for way in twin.legal_actions()]
    for way in sorted(legal, key=lambda way: way != action):
        after, events = twin.clone(), list[Event]()
        after.apply(way, events)
        if _told(events, viewer) == told and spec.observe(after, viewer).fields() == seen:
            return True
    return False


def check_replay(spec: GameSpec, players: int, seed: int) -> None:
    """A game written down and played again is the same game."""
    rng = Rng(seed)
    session = record(spec, players, lambda position: random_step(position, rng), {})
    replay = Replay.parse(Replay.of(session).text())
    assert play_all(spec, replay).position.to_text() == session.position.to_text()
