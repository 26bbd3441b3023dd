"""A table at one moment, drawn for three audiences.

What everybody may see is drawn once, from the view of a spectator, who knows no secret.  What a
seat sees is drawn once for that seat.  What depends on the person is drawn for every page: see
pages.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache, partial
from typing import cast

from jinja2 import Environment
from markupsafe import Markup

from dalang.engine.api import OVER, WATCHER, Args, Phrase, View
from dalang.engine.spec import GameSpec
from dalang.engine.words import Words
from dalang.registry import all_games
from dalang.server.rendering.assets import asset_url
from dalang.server.rendering.choices import Choices, button, lit
from dalang.server.rendering.ending import BestGain, best_gains
from dalang.server.rendering.environment import pieces_of, sayer
from dalang.server.rendering.parts import Parts
from dalang.server.rendering.patches import PatchableText
from dalang.server.rendering.regions import PUBLIC_REGIONS, game_regions
from dalang.server.rendering.score_sheet import ScoreSheet, account
from dalang.server.rendering.story import LastLine, Roundup, Source, Story, StoryStep, Storyteller
from dalang.server.rendering.table_context import last_round
from dalang.server.tables.game_log import LoggedEvent, Snapshot
from dalang.server.words import VOCABULARY

Plates = Callable[[int], Sequence[str]]  # the names at the seats, as a viewer sees them


class WhatWasTold:
    """What one viewer was told, as templates ask for it: computed when they do."""

    def __init__(self, stage: Snapshot, viewer: int, teller: Storyteller, words: Words) -> None:
        self._stage, self._viewer, self._teller, self._words = stage, viewer, teller, words
        self.events = stage.told(viewer)

    @cached_property
    def scored(self) -> list[LoggedEvent]:
        """What brought points."""
        return [one for one in self.events if one.scored]

    @cached_property
    def log(self) -> Story:
        """All of it, newest first."""
        return self._teller.log(self.events, self._viewer, self._stage.notices)

    @cached_property
    def last(self) -> LastLine | None:
        """The newest turn of somebody else."""
        return self._teller.last(self.events, self._viewer)

    @cached_property
    def roundup(self) -> Roundup | None:
        """What the last round brought."""
        return self._teller.roundup(self.events)

    @cached_property
    def steps(self) -> list[StoryStep]:
        """What has happened in this turn."""
        return self._teller.steps(self.events, self._stage.actor == OVER)

    @cached_property
    def sheet(self) -> dict[int, list[Source]]:
        """Where the points of every seat came from."""
        return self._teller.sheet(self.events)

    @cached_property
    def account(self) -> ScoreSheet:
        """The same as bars."""
        return account(self.events, self._stage.view(self._viewer).known.scores(), self._words)

    @cached_property
    def best(self) -> list[BestGain]:
        """The viewer's best turns."""
        return best_gains(self.events, self._viewer, self._words)


class TableMoment:
    """One version of a table in one language.

    Nothing that it holds points back to it, so it is gone as soon as the next one is drawn: the
    collector of garbage would come too late for it.
    """

    def __init__(
        self,
        environment: Environment,
        stage: Snapshot,
        teller: Storyteller,
        table: object,
        plates: Plates,
        parts: Parts,
    ) -> None:
        self.version = stage.version
        self._environment, self._stage, self._teller = environment, stage, teller
        self._table, self._plates = table, plates  # the table as everybody may know it
        self._parts = parts
        self._language = str(environment.globals["language"])
        self._words = words_of(stage.spec.key, self._language, stage.names)
        self._contexts: dict[int, Args] = {}
        self._public: dict[str, Markup] = {}  # by the path of the template
        self._regions: dict[tuple[int, str], str] = {}

    # --- everybody ----------------------------------------------------------------------

    @cached_property
    def shared(self) -> Args:
        """What everybody may know, and what templates may call."""
        stage, spec, view = self._stage, self._stage.spec, self._spectator
        told = WhatWasTold(stage, WATCHER, self._teller, self._words)
        summary = spec.summary(view)
        return {
            **self._environment.globals,
            "actor": stage.actor,
            "names": stage.names,
            "table": self._table,
            "told": told,
            "points": view.known.scores(),
            "headline": self._words.say(summary[0]) if summary else "",
            "scene": self._scene(view, told.events),
            "box": spec.box,
            "own_emblems": spec.scene is not None,
            "choice": partial(button, {}),
            "part": self._parts.draw,
            **tools(spec, self._words),
        }

    def public(self, path: str) -> Markup:
        """A region that is drawn once for everybody."""
        if path not in self._public:
            pieces = pieces_of(self._environment.get_template(path), self.shared)
            self._public[path] = Markup("".join(pieces).strip())
        return self._public[path]

    @cached_property
    def _spectator(self) -> View:
        return self._stage.view(WATCHER)

    @cached_property
    def _backdrop(self) -> Args:
        """The part of a game's scene that is the same for everybody."""
        backdrop = self._stage.spec.backdrop
        return backdrop(self._spectator) if backdrop else {}

    def _scene(self, view: View, told: Sequence[LoggedEvent]) -> Args:
        """What the game's own drawing needs: from a view, and from what its viewer was told."""
        spec = self._stage.spec
        if spec.scene is None:
            return {}
        lately = last_round(told, self._stage.actor) if spec.recall else ()
        recalled = spec.recall([one.event for one in lately]) if spec.recall else {}
        if spec.foreground is None:
            return spec.scene(view) | recalled
        return self._backdrop | spec.foreground(view, self._backdrop) | recalled

    # --- one seat -----------------------------------------------------------------------

    def context(self, viewer: int) -> Args:
        """What the templates may use that are drawn for a seat, or for all spectators."""
        if viewer not in self._contexts:
            self._contexts[viewer] = self._own_context(viewer)
        return self._contexts[viewer]

    def _own_context(self, viewer: int) -> Args:
        stage, spec, words = self._stage, self._stage.spec, self._words
        view = stage.view(viewer) if viewer != WATCHER else self._spectator
        told = WhatWasTold(stage, viewer, self._teller, words)
        legal: Choices = choices(view, words) if stage.waiting.asks(viewer) else {}
        return {
            **self.shared,
            "plates": self._plates(viewer),
            "viewer": viewer,
            "watching": viewer < 0,
            "told": told,
            "scene": self._scene(view, told.events),
            "points": view.known.scores(),
            "summary": [] if spec.scene else [words.say(line) for line in spec.summary(view)],
            "legal": legal,
            "excused": stage.waiting.excuses(viewer),
            "question": question_of(stage, view, words, self._language),
            "can_undo": stage.can_undo(viewer),
            "has_shown": stage.has_shown(viewer),
            "choice": partial(button, legal),
            "public": self.shared["scene"],
        }

    def regions(self, viewer: int, names: Iterable[str]) -> dict[str, str]:
        """Regions as all pages of a seat show them."""
        return {name: self._region(viewer, name) for name in names}

    def _region(self, viewer: int, name: str) -> str:
        path = game_regions(self._stage.spec).get(name, f"regions/{name}.html")
        if name in PUBLIC_REGIONS:
            return self.public(path)
        if (viewer, name) not in self._regions:
            self._regions[viewer, name] = self._drawn_for(viewer, name, path)
        return self._regions[viewer, name]

    def _drawn_for(self, viewer: int, name: str, path: str) -> str:
        context = self.context(viewer)
        if name == "scores" and self._scored_publicly(context):
            return self.public(path)
        if "/public/" in path:
            legal = cast("Choices", context["legal"])
            return lit(self.public(path), legal) if legal else self.public(path)
        return PatchableText.of(pieces_of(self._environment.get_template(path), context))

    def _scored_publicly(self, context: Args) -> bool:
        """Whether a viewer knows no more about points than everybody does."""
        told = cast("WhatWasTold", context["told"])
        public = cast("WhatWasTold", self.shared["told"])
        return context["points"] == self.shared["points"] and told.scored == public.scored


def question_of(stage: Snapshot, view: View, words: Words, language: str) -> str:
    """What the viewer is asked; by name only where several people share a screen."""
    if not stage.waiting.asks(view.viewer):
        return ""
    asked = words.say(view.known.question())
    if stage.waiting.shared:
        return asked
    rest = asked.removeprefix(f"{stage.names[view.viewer]}: ")
    if rest == asked:
        return asked  # a game that asks in another form
    return Words(VOCABULARY, language).say(Phrase("your_turn_to", {"question": rest}))


def choices(view: View, words: Words) -> Choices:
    """What the viewer may do, in the texts of the game and in words."""
    known = view.known
    return {
        known.action_text(action): words.say(known.action_phrase(action))
        for action in view.legal_actions()
    }


@lru_cache(maxsize=1024)
def words_of(key: str, language: str, names: tuple[str, ...]) -> Words:
    """A game's words for the people at a table."""
    return Words(all_games()[key].vocabulary, language, names)


def tools(spec: GameSpec, words: Words) -> Args:
    """What the templates of a game may call."""
    return {
        "say": sayer(words),
        "noun": words.name,
        "asset": partial(asset_url, spec.key),
    }
