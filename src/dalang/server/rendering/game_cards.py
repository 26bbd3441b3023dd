"""The games as they stand on the shelf: what each is, in a sentence, minutes and weight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from dalang.engine.lesson import lesson_of
from dalang.engine.rulebook import summary_text
from dalang.engine.spec import GameSpec
from dalang.engine.words import Words
from dalang.registry import all_games

HEAVIEST = 5


@dataclass(frozen=True)
class GameCard:
    """A game for somebody who wonders whether to play it; what it does not tell is empty or 0."""

    key: str
    title: str  # without the name of its series
    series: str
    counts: str  # of players
    pitch: str
    mood: str
    minutes: int  # against bots
    table_minutes: str  # among people
    weight: int
    designer: str
    year: int
    lesson: bool
    summary: bool
    first: bool  # where to begin: the lightest

    @classmethod
    def of(cls, spec: GameSpec, language: str, first: bool = False) -> GameCard:
        """Of a game, in words of a language."""
        words, facts = Words(spec.vocabulary, language), spec.facts
        series, _, title = spec.title.rpartition(": ")
        told = spec.vocabulary.labels
        least, most = facts.table_minutes if facts else (0, 0)
        return cls(
            key=spec.key,
            title=title,
            series=series,
            counts=_span(spec.players[0], spec.players[-1]),
            pitch=words.label("pitch") if "pitch" in told else "",
            mood=words.label("mood") if "mood" in told else "",
            minutes=facts.minutes if facts else 0,
            table_minutes=_span(least, most) if most else "",
            weight=facts.weight if facts else 0,
            designer=spec.designer,
            year=spec.year,
            lesson=lesson_of(spec.folder) is not None,
            summary=summary_text(spec.folder, language) is not None,
            first=first,
        )


@cache
def shelf(language: str) -> tuple[GameCard, ...]:
    """All games, the lightest first; of those nobody has weighed, in the order of their names."""
    specs = sorted(all_games().values(), key=_weight)
    weighed = specs[0].facts is not None and len(specs) > 1
    return tuple(
        GameCard.of(spec, language, weighed and place == 0) for place, spec in enumerate(specs)
    )


def card_of(key: str, language: str) -> GameCard:
    """One of them."""
    return next(card for card in shelf(language) if card.key == key)


def _weight(spec: GameSpec) -> tuple[int, int, str]:
    facts = spec.facts
    return (facts.weight, facts.minutes, spec.title) if facts else (HEAVIEST + 1, 0, spec.title)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"
