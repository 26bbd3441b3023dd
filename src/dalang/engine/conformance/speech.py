"""Words: every event, action, question and reason can be said in every language."""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter
from typing import cast

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from dalang.engine.api import OVER, Event
from dalang.engine.conformance.walks import decisions
from dalang.engine.playout import play_out, random_step
from dalang.engine.rng import Rng
from dalang.engine.rulebook import paragraphs
from dalang.engine.session import is_choice
from dalang.engine.spec import GameSpec
from dalang.engine.words import (
    LANGUAGES,
    SOURCE_LANGUAGE,
    Plural,
    Vocabulary,
    Words,
    catalogue,
    languages_of,
)


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


def check_hints(spec: GameSpec, players: int, seed: int) -> None:
    """If the game has a guide, it has something to say about every decision that comes up."""
    if not spec.vocabulary.hints:
        return
    spoken = [Words(spec.vocabulary, language) for language in LANGUAGES]
    rules = paragraphs(spec.folder, SOURCE_LANGUAGE)
    for position in decisions(spec, players, seed, every=1):
        if is_choice(position):
            kind = position.question().key
            for words in spoken:
                hint = words.hint(kind)
                assert hint, f"nothing is said about {kind}"
                assert hint.explains, kind
                assert hint.advises, kind
                assert hint.paragraph in rules, hint.paragraph


def check_motives(spec: GameSpec) -> None:
    """The reasons for hints are made of weights and events that the game has."""
    vocabulary = spec.vocabulary
    for key, motive in vocabulary.motives.items():
        assert set(motive.weights) <= set(spec.weights), key
        assert {*motive.scores, motive.event} <= {*vocabulary.events, ""}, key
        assert motive.weights or motive.scores or motive.points or motive.rivals, key
    assert not vocabulary.motives or isinstance(vocabulary.labels["motive_worth"], Plural)


def check_translations(spec: GameSpec) -> None:
    """Everything is translated, with the same placeholders, and nothing is left over.

    A game need not speak every language: one it has no catalogue of is left out altogether.
    """
    check_vocabulary(spec.vocabulary, languages_of(spec.folder))


def check_vocabulary(vocabulary: Vocabulary, languages: Sequence[str] = LANGUAGES) -> None:
    """The same for anything that has words, a game or not."""
    wanted = vocabulary.messages()
    for language in languages:
        if language != SOURCE_LANGUAGE:
            with catalogue(vocabulary.folder, language).open("rb") as file:
                _check_catalogue(language, wanted, read_po(file, locale=language))


def _check_catalogue(language: str, wanted: Catalog, found: Catalog) -> None:
    translations = {(message.id, message.context): message for message in found if message.id}
    for message in wanted:
        if not message.id:
            continue
        translation = translations.pop((message.id, message.context), None)
        assert translation is not None, f"{language}: {message.id!r} is missing"
        assert not translation.fuzzy, f"{language}: {message.id!r} is fuzzy"
        original = _forms(message.id)[-1]
        for text in _forms(translation.string):
            assert text.strip(), f"{language}: {original!r} is not translated"
            assert _placeholders(text) == _placeholders(original), f"{language}: {text!r}"
    assert not translations, f"{language}: nobody says {list(translations)}"


def _forms(text: object) -> list[str]:
    """The forms of a message, one or several if it has plurals."""
    if isinstance(text, list | tuple):
        return [str(form) for form in cast("list[object]", text)]
    return [str(text or "")]


def _placeholders(text: str) -> set[tuple[str | None, str | None]]:
    return {(name, kind) for _, name, kind, _ in Formatter().parse(text) if name is not None}


def check_statistics(spec: GameSpec, players: int, seed: int) -> None:
    """What a finished game tells of its seats is the same for all of them, and has words."""
    if spec.statistics is None:
        return
    rng, position = Rng(seed), spec.start(players)
    play_out(position, rng)
    found = spec.statistics(position)
    assert len(found) == players
    names = list(spec.vocabulary.nouns["statistic"])
    for seat in found:
        assert list(seat) == names
        assert all(type(number) is int and number >= 0 for number in seat.values())
