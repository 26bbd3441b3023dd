"""What every game must fulfil, as functions to be run over any GameSpec, also one from outside.

Each check takes a game, a number of players and a seed, and raises AssertionError if the game
breaks its word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from string import Formatter

from babel.messages.pofile import read_po

from dalang.engine.api import CHANCE, OVER, WATCHER, Event, Position
from dalang.engine.errors import NotationError
from dalang.engine.playout import play_out, random_step, settle_chance
from dalang.engine.replay import Replay, play_all, record
from dalang.engine.rng import Rng
from dalang.engine.rulebook import paragraphs
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, SOURCE_LANGUAGE, Words

Check = Callable[[GameSpec, int, int], None]


def walk(spec: GameSpec, players: int, seed: int) -> Iterator[Position]:
    """A random game, position by position; the last one is over."""
    rng = Rng(seed)
    position = spec.start(players)
    yield position
    while position.actor() != OVER:
        position.apply(random_step(position, rng))
        yield position


def decisions(spec: GameSpec, players: int, seed: int, every: int) -> Iterator[Position]:
    """Every so-manieth position of a random game in which a seat is to decide."""
    at_seats = (position for position in walk(spec, players, seed) if position.actor() >= 0)
    return (position for number, position in enumerate(at_seats) if number % every == seed % every)


# --- the course of a game -----------------------------------------------------------


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
    """to_text and from_text are exact: same text, same future."""
    for number, position in enumerate(walk(spec, players, seed)):
        if number % 5 == seed % 5 or position.actor() == OVER:
            text = position.to_text()
            twin = spec.from_text(text)
            assert twin.to_text() == text
            assert twin.actor() == position.actor()
            assert list(twin.legal_actions()) == list(position.legal_actions())
            play_out(twin, Rng(seed))
            other = position.clone()
            play_out(other, Rng(seed))
            assert twin.to_text() == other.to_text()


def check_action_texts(spec: GameSpec, players: int, seed: int) -> None:
    """Every action and outcome has a text of its own that leads back to it."""
    for position in walk(spec, players, seed):
        if position.actor() == CHANCE:
            possible = [n for n, weight in enumerate(position.chance_weights()) if weight]
        else:
            possible = list(position.legal_actions())
        texts = [position.action_text(action) for action in possible]
        assert len(set(texts)) == len(texts), f"two actions of one name in {texts}"
        assert [position.parse_action(text) for text in texts] == possible


def check_why_not(spec: GameSpec, players: int, seed: int) -> None:
    """Every action is legal or has a reason why not, with a paragraph of the rules and words."""
    sentences = [Words(spec.vocabulary, language) for language in LANGUAGES]
    for position in decisions(spec, players, seed, every=11):
        legal = set(position.legal_actions())
        for action in range(spec.action_count):
            reason = position.why_not(position.action_text(action))
            if action in legal:
                assert reason is None
                continue
            assert reason is not None, (
                f"{position.action_text(action)} is neither legal nor forbidden"
            )
            assert reason.paragraph in paragraphs(spec.folder, SOURCE_LANGUAGE), reason.paragraph
            for words in sentences:
                assert words.say(reason)


# --- what a viewer knows ------------------------------------------------------------


def check_view_safe(spec: GameSpec, players: int, seed: int) -> None:
    """Redeal everything a viewer cannot see: nothing the viewer sees may change."""
    rng = Rng(seed + 1)
    for number, position in enumerate(walk(spec, players, seed)):
        if number % 7 == seed % 7:
            for viewer in range(WATCHER, players):
                view = spec.observe(position, viewer)
                twin = spec.imagine(view, rng)
                twin.check()
                assert spec.observe(twin, viewer).to_text() == view.to_text()
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
            assert spec.observe(truth, viewer).to_text() == spec.observe(twin, viewer).to_text()


def _told(position: Position, action: int, viewer: int) -> list[Event] | None:
    """What the viewer is told of an action; None if it shows something hidden."""
    events: list[Event] = []
    position.apply(action, events)
    if any(event.reveals for event in events):
        return None
    return [event for event in events if event.seen_by in (-1, viewer)]


def check_imagine_moves(spec: GameSpec, players: int, seed: int) -> None:
    """Imagining is no remembering: over a game it comes up with deals that are not the true one."""
    rng = Rng(seed + 3)
    for viewer in range(WATCHER, players):
        deals = [
            spec.imagine(spec.observe(position, viewer), rng).to_text() != position.to_text()
            for position in decisions(spec, players, seed, every=9)
        ]
        assert any(deals), f"viewer {viewer} always imagines the truth"


def check_imagine_frequencies(spec: GameSpec, players: int, seed: int, samples: int = 600) -> None:
    """At the first decision of a game imagined deals are spread like true ones.

    Before anybody has chosen anything the truth itself is one of the deals consistent with the
    view; so over many games the mean of every number in the position must be the same for truths
    and for imagined deals.
    """
    truths: Counter[tuple[str, object]] = Counter()
    deals: Counter[tuple[str, object]] = Counter()
    for number in range(samples):
        rng = Rng(seed * samples + number)
        position = spec.start(players)
        settle_chance(position, rng)
        truths.update(_numbers(position))
        deals.update(_numbers(spec.imagine(spec.observe(position, 0), rng)))
    for name in truths | deals:
        mean = (truths[name] + deals[name]) / 2
        assert abs(truths[name] - deals[name]) < 6 * (2 * mean + 1) ** 0.5, (
            name,
            truths[name],
            deals[name],
        )


def _numbers(position: Position) -> dict[tuple[str, object], int]:
    """Every counted thing in the written position, by its line and name."""
    found: dict[tuple[str, object], int] = {}
    for line in position.to_text().splitlines():
        name, _, value = line.partition(": ")
        for place, word in enumerate(value.split(", ")):
            first, _, rest = word.partition(" ")
            counted = first.isdigit() and rest
            key = (name, rest if counted else word)
            found[key] = found.get(key, 0) + (int(first) if counted else 1)
            if counted and place > 99:
                raise AssertionError(name)
    return found


# --- sessions, replays --------------------------------------------------------------


def check_undo(spec: GameSpec, players: int, seed: int) -> None:
    """What a seat takes back never happened."""
    rng = Rng(seed)
    session = Session(spec, players)
    undone = 0
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
        if session.can_undo(seat) and rng.below(4) == 0:
            session.undo(seat)
            undone += 1
            assert session.position.to_text() == before
            assert len(session.log) == length
    assert undone


def check_replay(spec: GameSpec, players: int, seed: int) -> None:
    """A game written down and played again is the same game."""
    rng = Rng(seed)
    session = record(spec, players, lambda position: random_step(position, rng), {})
    replay = Replay.parse(Replay.of(session).text())
    assert play_all(spec, replay).position.to_text() == session.position.to_text()


# --- words --------------------------------------------------------------------------


def check_words(spec: GameSpec, players: int, seed: int) -> None:
    """Every event, action, question and summary of a random game can be said in every language."""
    spoken = [
        Words(spec.vocabulary, language, [f"P{n}" for n in range(players)])
        for language in LANGUAGES
    ]
    rng = Rng(seed)
    position = spec.start(players)
    while position.actor() != OVER:
        phrases = [position.question()]
        if position.actor() >= 0:
            phrases += [position.action_phrase(action) for action in position.legal_actions()]
        if rng.below(10) == 0:
            phrases += spec.summary(spec.observe(position, int(rng.below(players + 1)) - 1))
        events: list[Event] = []
        position.apply(random_step(position, rng), events)
        for words in spoken:
            for phrase in [*phrases, *events]:
                assert words.say(phrase)


def check_translations(spec: GameSpec) -> None:
    """Everything is translated, with the same placeholders, and nothing is left over."""
    wanted = spec.vocabulary.messages()
    for language in LANGUAGES:
        if language == SOURCE_LANGUAGE:
            continue
        with (spec.folder / "locale" / f"{language}.po").open("rb") as file:
            catalog = read_po(file, locale=language)
        for message in wanted:
            if not message.id:
                continue
            found = catalog.get(message.id, message.context)
            assert found is not None, f"{language}: {message.id!r} is missing"
            assert not found.fuzzy, f"{language}: {message.id!r} is fuzzy"
            originals = _forms(message.id)
            for text in _forms(found.string):
                assert text.strip(), f"{language}: {message.id!r} is not translated"
                assert _placeholders(text) == _placeholders(originals[-1]), f"{language}: {text!r}"
        known = {(message.id, message.context) for message in wanted}
        stale = [
            message.id
            for message in catalog
            if message.id and (message.id, message.context) not in known
        ]
        assert not stale, f"{language}: nobody says {stale}"


def _forms(text: object) -> list[str]:
    return [str(form) for form in text] if isinstance(text, list | tuple) else [str(text)]


def _placeholders(text: str) -> set[tuple[str | None, str | None]]:
    return {(name, kind) for _, name, kind, _ in Formatter().parse(text) if name is not None}


# --- what comes with the folder -----------------------------------------------------


def check_rulebook(spec: GameSpec) -> None:
    """Every language has the same paragraphs, and each has a test carrying its number."""
    numbers = list(paragraphs(spec.folder, SOURCE_LANGUAGE))
    assert numbers
    for language in LANGUAGES:
        assert list(paragraphs(spec.folder, language)) == numbers, language
    tests = "\n".join(path.read_text("utf-8") for path in (spec.folder / "tests").glob("test_*.py"))
    tested = {f"{a} {b}.{c}" for a, b, c in re.findall(r"def test_([A-Z]+)_(\d+)_(\d+)_", tests)}
    tested |= {f"{a} R{b}" for a, b in re.findall(r"def test_([A-Z]+)_R(\d+)_", tests)}
    untested = [number for number in numbers if number not in tested]
    assert not untested, f"no test carries the number of {untested}"


def check_replays(spec: GameSpec) -> None:
    """Every kept replay still plays, and every way the game can end has one."""
    ends: set[str] = set()
    for path in sorted((spec.folder / "tests" / "replays").glob("*.replay")):
        replay = Replay.load(path)
        assert replay.edition == spec.edition, path
        play_all(spec, replay).position.check()
        ends.add(replay.ended_by)
    assert ends == set(spec.ends), f"replays for {ends}, ends are {spec.ends}"


def check_rejects_nonsense(spec: GameSpec) -> None:
    """An unknown action is refused in words, not by accident."""
    position = spec.start(spec.players[0])
    settle_chance(position, Rng(1))
    for text in ("", "fly to the moon", position.action_text(0) + " twice", "\x00", "é" * 300):
        try:
            position.parse_action(text)
        except NotationError:
            continue
        raise AssertionError(f"{text!r} was understood")


CHECKS: tuple[Check, ...] = (
    check_course,
    check_clone,
    check_position_text,
    check_action_texts,
    check_why_not,
    check_view_safe,
    check_view_text,
    check_actions_keep_secrets,
    check_imagine_moves,
    check_imagine_frequencies,
    check_undo,
    check_replay,
    check_words,
)
FOLDER_CHECKS: tuple[Callable[[GameSpec], None], ...] = (
    check_translations,
    check_rulebook,
    check_replays,
    check_rejects_nonsense,
)
