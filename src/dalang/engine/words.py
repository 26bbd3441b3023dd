"""Turning phrases into sentences: English in words.py, other languages in locale/*.po.

A sentence holds placeholders such as `{seat:player}` or `{cards:card}`: the argument's name, then
what kind of thing it is.  Kinds are named by the game's nouns; `player` is the name of the person
at that seat.  A list becomes "a, b and c" in the reader's language.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import cast

from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from dalang.engine.api import Phrase

LANGUAGES = ("en", "nl", "de")
SOURCE_LANGUAGE = "en"


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
        return catalog


class Words(Formatter):
    """One game's sentences in one language, for people of given names."""

    def __init__(self, vocabulary: Vocabulary, language: str, names: Sequence[str] = ()) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._sentences = vocabulary.sentences()
        self._language = language
        self._names = names
        self._translations = _translations(vocabulary.folder, language)

    def say(self, phrase: Phrase) -> str:
        """The sentence for an event, action, question, reason or line of a summary."""
        sentence = self._sentences[phrase.key]
        if isinstance(sentence, Plural):
            count = phrase.args[sentence.count]
            assert isinstance(count, int)
            text = self._translations.ngettext(sentence.one, sentence.many, count)
        else:
            text = self._translations.gettext(sentence)
        return self.vformat(text, (), phrase.args)

    def name(self, kind: str, key: object) -> str:
        """The word for one thing of the game."""
        noun = self._vocabulary.nouns[kind][str(key)]
        if isinstance(noun, Compound):
            return self.vformat(self._translations.pgettext(kind, noun.template), (), noun.parts)
        return self._translations.pgettext(kind, noun)

    def knows(self, kind: str, key: object) -> bool:
        """Whether there is a word for that thing."""
        return str(key) in self._vocabulary.nouns.get(kind, {})

    def player(self, seat: object) -> str:
        """What the person at a seat is called."""
        if isinstance(seat, int) and seat < len(self._names):
            return self._names[seat]
        return {"en": "Seat", "nl": "Plaats", "de": "Platz"}[self._language] + f" {seat}"

    def format_field(self, value: object, format_spec: str) -> str:
        """A placeholder: a number, a player, a noun or a list of those."""
        if isinstance(value, list):
            items = cast("list[object]", value)
            parts = [self.format_field(item, format_spec) for item in items]
            return format_list(parts, locale=self._language) if parts else "–"
        if not format_spec:
            return str(value)
        if format_spec == "player":
            return self.player(value)
        return self.name(format_spec, value)


@lru_cache(maxsize=64)
def _translations(folder: Path, language: str) -> gettext.NullTranslations:
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    with (folder / "locale" / f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalog)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
