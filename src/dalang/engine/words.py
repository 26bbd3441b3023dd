"""Turning phrases into sentences: English in words.py, other languages in the folder locale.

A sentence has placeholders such as `{seat:player}` or `{cards:card}`: the argument's name, then
its kind.  Kinds are named by the game's nouns; `player` is the name of the person
at that seat.  A list becomes "a, b and c" in the reader's language.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple, cast

from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from dalang.engine.api import Phrase

LANGUAGES = ("en", "nl", "de")
SOURCE_LANGUAGE = "en"


def languages_of(folder: Path) -> tuple[str, ...]:
    """The languages that something is said in: English, and those it has a catalogue of."""
    others = [language for language in LANGUAGES if catalogue(folder, language).exists()]
    return (SOURCE_LANGUAGE, *others)


def catalogue(folder: Path, language: str) -> Path:
    """The file with the translations."""
    return folder / "locale" / f"{language}.po"


@dataclass(frozen=True)
class Plural:
    """A sentence with a form for one and a form for many, by the number in the argument `count`."""

    one: str
    many: str
    count: str


@dataclass(frozen=True)
class Compound:
    """A noun made of other nouns, such as a card named after its colour and its symbols."""

    template: str
    parts: Mapping[str, object]


@dataclass(frozen=True)
class Hint:
    """What a guide says about one kind of decision, and the paragraph that rules it."""

    paragraph: str
    explains: str  # what is being decided
    advises: str  # what is worth thinking about


@dataclass(frozen=True)
class Motive:
    """Why somebody who plays well prefers an action, as a bot's hint says it."""

    says: str
    weights: tuple[str, ...] = ()  # of the judge
    scores: tuple[str, ...] = ()  # events that bring points
    points: bool = False  # all points that the seat has, but for what `scores` name
    rivals: bool = False  # what the others lose
    event: str = ""  # what then happens, whose arguments the sentence uses


Sentence = str | Plural
Noun = str | Compound


@dataclass(frozen=True)
class Vocabulary:
    """Everything a game can say, in English."""

    folder: Path  # holds locale/nl.po, locale/de.po
    events: Mapping[str, Sentence]
    actions: Mapping[str, Sentence]
    questions: Mapping[str, Sentence]
    reasons: Mapping[str, Sentence]
    summary: Mapping[str, Sentence]
    nouns: Mapping[str, Mapping[str, Noun]]
    labels: Mapping[str, Sentence] = field(default_factory=dict[str, Sentence])  # for its drawing
    hints: Mapping[str, Hint] = field(default_factory=dict[str, Hint])  # by the key of the question
    steps: Mapping[str, str] = field(default_factory=dict[str, str])  # of its lesson
    motives: Mapping[str, Motive] = field(default_factory=dict[str, Motive])  # for hints

    @cached_property
    def every_sentence(self) -> dict[str, Sentence]:
        """What sentences() gives, made once."""
        return self.sentences()

    @cached_property
    def known(self) -> dict[str, dict[tuple[str, str], str]]:
        """Nouns and labels that were needed so far, by language, kind ("" for labels) and key."""
        return {}

    def sentences(self) -> dict[str, Sentence]:
        """Every sentence by its key; keys are unique over all the groups."""
        groups = (
            self.events,
            self.actions,
            self.questions,
            self.reasons,
            self.summary,
            self.labels,
        )
        return {key: sentence for group in groups for key, sentence in group.items()}

    def messages(self) -> Catalog:
        """What translators have to translate."""
        catalog = Catalog(domain=self.folder.name)
        for sentence in self.sentences().values():
            catalog.add((sentence.one, sentence.many) if isinstance(sentence, Plural) else sentence)
        for kind, nouns in self.nouns.items():
            for noun in nouns.values():
                template = noun.template if isinstance(noun, Compound) else noun
                catalog.add(template, context=kind)
        for hint in self.hints.values():
            catalog.add(hint.explains)
            catalog.add(hint.advises)
        for step in self.steps.values():
            catalog.add(step)
        for motive in self.motives.values():
            catalog.add(motive.says)
        return catalog


_SMALL_IN_GERMAN: Final = frozenset(  # words that are capital only where a sentence begins
    (
        "Abgelegt",
        "Auf",
        "Aus",
        "Das",
        "Dein",
        "Deine",
        "Der",
        "Die",
        "Du",
        "Ein",
        "Eine",
        "Erste",
        "Es",
        "Für",
        "Im",
        "In",
        "Niemand",
        "Nun",
        "Oben",
        "Seit",
        "Vom",
        "Von",
        "Zum",
        "Zur",
    )
)


class Words:
    """One game's sentences in one language, for people of given names."""

    def __init__(self, vocabulary: Vocabulary, language: str, names: Sequence[str] = ()) -> None:
        self._vocabulary = vocabulary
        self._language = language
        self.names = names
        self._translations = _translations(vocabulary.folder, language)
        self._known = vocabulary.known.setdefault(language, {})

    def say(self, phrase: Phrase) -> str:
        """The sentence for an event, action, question, reason or line of a summary."""
        return self._fill(self._text(phrase), phrase.args)

    def clause(self, phrase: Phrase) -> str:
        """A sentence inside another: no full stop, and no capital that only its beginning has."""
        text = self._text(phrase)
        first = text.partition(" ")[0]
        if not first.startswith("{") and (self._language != "de" or first in _SMALL_IN_GERMAN):
            text = text[0].lower() + text[1:]
        return self._fill(text.removesuffix("."), phrase.args)

    def _text(self, phrase: Phrase) -> str:
        """The sentence with its placeholders."""
        sentence = self._vocabulary.every_sentence[phrase.key]
        if not isinstance(sentence, Plural):
            return self._translations.gettext(sentence)
        count = phrase.args[sentence.count]
        assert isinstance(count, int)
        return self._translations.ngettext(sentence.one, sentence.many, count)

    def label(self, key: str) -> str:
        """A sentence without arguments."""
        asked = "", key
        if asked not in self._known:
            self._known[asked] = self.say(Phrase(key, {}))
        return self._known[asked]

    def name(self, kind: str, key: object) -> str:
        """The word for one thing of the game."""
        asked = kind, str(key)
        if asked not in self._known:
            noun = self._vocabulary.nouns[kind][asked[1]]
            made_of = noun if isinstance(noun, Compound) else Compound(noun, {})
            template = self._translations.pgettext(kind, made_of.template)
            self._known[asked] = self._fill(template, made_of.parts)
        return self._known[asked]

    def knows(self, kind: str, key: object) -> bool:
        """Whether there is a word for that thing."""
        return str(key) in self._vocabulary.nouns.get(kind, {})

    def hint(self, question: str) -> Hint | None:
        """What a guide says about the decision that a question asks for."""
        hint = self._vocabulary.hints.get(question)
        if hint is None:
            return None
        say = self._translations.gettext
        return Hint(hint.paragraph, say(hint.explains), say(hint.advises))

    def step(self, key: str) -> str:
        """What a lesson says in one of its steps."""
        return self._translations.gettext(self._vocabulary.steps[key])

    def motive(self, key: str, args: Mapping[str, object]) -> str:
        """Why an action is preferred."""
        says = self._vocabulary.motives[key].says
        return self._fill(self._translations.gettext(says), args)

    def player(self, seat: object) -> str:
        """What the person at a seat is called."""
        if isinstance(seat, int) and seat < len(self.names):
            return self.names[seat]
        return {"en": "Seat", "nl": "Stoel", "de": "Sitz"}[self._language] + f" {seat}"

    def _fill(self, text: str, args: Mapping[str, object]) -> str:
        """The text with its placeholders filled in."""
        return "".join(
            piece if isinstance(piece, str) else self._field(args[piece.name], piece.kind)
            for piece in _pieces(text)
        )

    def _field(self, value: object, kind: str) -> str:
        """A placeholder: a number, a player, a noun or a list of those."""
        if isinstance(value, list):
            parts = [self._field(item, kind) for item in cast("list[object]", value)]
            return _joined(tuple(parts), self._language) if parts else "–"
        if not kind:
            return str(value)
        return self.player(value) if kind == "player" else self.name(kind, value)


@lru_cache(maxsize=10_000)
def _joined(parts: tuple[str, ...], language: str) -> str:
    """A list as the language writes it: "a, b and c"."""
    return format_list(parts, locale=language)


class _Placeholder(NamedTuple):
    """`{name:kind}` in a sentence."""

    name: str
    kind: str


@cache  # as many as there are sentences
def _pieces(text: str) -> tuple[str | _Placeholder, ...]:
    """A sentence split into fixed text and placeholders."""
    pieces: list[str | _Placeholder] = []
    for literal, name, kind, _ in Formatter().parse(text):
        if literal:
            pieces.append(literal)
        if name is not None:
            pieces.append(_Placeholder(name, kind or ""))
    return tuple(pieces)


@lru_cache(maxsize=64)
def _translations(folder: Path, language: str) -> gettext.NullTranslations:
    if language not in languages_of(folder)[1:]:  # what nobody has translated is said in English
        return gettext.NullTranslations()
    with catalogue(folder, language).open("rb") as file:
        catalog = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
