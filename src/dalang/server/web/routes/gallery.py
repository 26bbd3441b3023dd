"""Everything in the box of a game, with its picture and its source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.engine.spec import GameSpec
from dalang.engine.words import Words
from dalang.registry import game
from dalang.server.rendering.figures import Figures
from dalang.server.web.routes.rules import book_page
from dalang.server.web.site import language_of, site

COMPONENT = "component"  # the nouns by which a game names its kinds of component and their fields
OWN_FIELDS = ("id", "name", "number", "label", "count", "status")
FANNED = 6  # cards at the head of the page
STATUSES = ("sourced", "derived", "reconstructed")

Thing = Mapping[str, object]  # as in components.toml


@dataclass(frozen=True)
class Item:
    """A component as it is shown."""

    name: str
    facts: list[str]
    count: int
    status: str
    picture: Markup
    meaning: Markup  # what it does, if the game says so


@dataclass(frozen=True)
class ComponentKind:
    """Components of one kind."""

    key: str
    title: str
    items: list[Item]
    statuses: dict[str, int]

    @property
    def total(self) -> int:
        """How many there are, with all copies."""
        return sum(item.count for item in self.items)


async def gallery(request: Request) -> Response:
    """All components of a game."""
    here, spec = site(request), game(request.path_params["key"])
    language = language_of(request, await here.person(request))
    words = Words(spec.vocabulary, language)
    kinds = kinds_of(spec, words, here.renderer.figures(spec, language))
    total = Counter[str]()
    for kind in kinds:
        total.update(kind.statuses)
    context: Args = {
        "kinds": kinds,
        "total": {status: total[status] for status in STATUSES},
        "fan": _fan([item for kind in kinds for item in kind.items]),
    }
    return await book_page(request, spec, "components", context)


def _fan(items: Sequence[Item]) -> list[Markup]:
    """A few cards to look at first, from all over the box."""
    cards = [item.picture for item in items if 'class="card' in item.picture]
    return cards[:: max(1, len(cards) // FANNED)][:FANNED]


def kinds_of(spec: GameSpec, words: Words, figures: Figures) -> list[ComponentKind]:
    """What is in the box, kind by kind, in the order of components.toml."""
    speaker = Speaker(spec, words)
    found: list[ComponentKind] = []
    for key, things in _lists(spec.box):
        items = [speaker.item(key, thing, figures) for thing in things]
        statuses = Counter(item.status for item in items)
        found.append(
            ComponentKind(key, speaker.field(key) or key.replace("_", " "), items, statuses)
        )
    return found


def _lists(box: Mapping[str, object]) -> Iterator[tuple[str, Sequence[Thing]]]:
    for key, value in box.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield key, cast("list[Thing]", value)


class Speaker:
    """Puts what components.toml says into words of the game."""

    def __init__(self, spec: GameSpec, words: Words) -> None:
        self._words = words
        self._kinds = [kind for kind in spec.vocabulary.nouns if kind != COMPONENT]

    def field(self, key: str) -> str:
        """What a kind or a field is called; "" if the game has no word for it."""
        return self._words.name(COMPONENT, key) if self._words.knows(COMPONENT, key) else ""

    def item(self, kind: str, thing: Thing, figures: Figures) -> Item:
        """One component."""
        others = {field: thing[field] for field in thing if field not in OWN_FIELDS}
        name = figures.draw(f"{kind}_name", thing).unescape() or self._own_name(kind, thing)
        facts = [fact for field, value in others.items() if (fact := self._fact(field, value))]
        if not name:
            name, facts = self._description(others), []
        count, status = thing.get("count", 1), thing.get("status", "")
        picture = figures.draw(kind, thing)
        meaning = figures.draw(f"{kind}_meaning", thing)
        copies = count if isinstance(count, int) else 1
        return Item(name, facts, copies, str(status), picture, meaning)

    def _own_name(self, kind: str, thing: Thing) -> str:
        if "id" in thing:
            return self._value(kind, thing["id"]) or str(thing.get("name", thing["id"]))
        return str(thing.get("name", thing.get("number", "")))

    def _description(self, fields: Thing) -> str:
        """Describes something without a name by all of its facts."""
        said = (self._value(field, value) for field, value in fields.items())
        return " – ".join(part for part in said if part)

    def _fact(self, field: str, value: object) -> str:
        label = self.field(field)
        if not label or value is False or value == []:
            return ""
        said = "" if value is True else self._value(field, value)
        return f"{label}: {said}" if said else (label if value is True else "")

    def _value(self, field: str, value: object) -> str:
        """A value in words, if there are any for it."""
        if isinstance(value, list):
            parts = [self._value(field, one) for one in cast("list[object]", value)]
            return " – ".join(part for part in parts if part)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value) if self.field(field) else ""
        for kind in (field, _singular(field), *self._kinds):
            if isinstance(value, str) and self._words.knows(kind, value):
                return self._words.name(kind, value)
        return ""


def _singular(field: str) -> str:
    return f"{field[:-3]}y" if field.endswith("ies") else field.removesuffix("s")


ROUTES = [Route("/games/{key}/components", gallery)]
