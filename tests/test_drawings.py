"""Every game that draws its own board, drawn over whole games for every viewer."""

from __future__ import annotations

import re
import runpy
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from dalang.engine.api import EVERYONE, OVER, WATCHER, Event, Position, View
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Plural
from dalang.registry import all_games

Studio: Any = runpy.run_path(str(Path(__file__).parent.parent / "scripts" / "preview"))["Studio"]
TABLES = [
    pytest.param(game, players, id=f"{game.key}-{players}")
    for game in all_games().values()
    if game.scene
    for players in game.players
]
BACKDROPS = [
    pytest.param(game, players, id=f"{game.key}-{players}")
    for game in all_games().values()
    if game.backdrop
    for players in game.players
]
IDS = re.compile(r' id="([^"]+)"')
FEW = 2  # choices that are said only in words
OFTEN = 12  # times that one kind of event is looked at
VOID = {"br", "hr", "img", "input", "meta", "link"}


class Page(HTMLParser):
    """What a region holds: its roots, the ids in it and what its buttons do."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.roots: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.moves: list[str] = []
        self.whys: list[str] = []
        self.forbidden: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._element(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._element(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self._open
        assert self._open.pop() == tag

    def _element(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if not self._open:
            self.roots.append((tag, given.get("id", "")))
        if "id" in given:
            self.ids.append(given["id"])
        if given.get("name") == "move":
            assert tag == "button"
            self.moves.append(given["value"])
        if "data-why" in given:
            self.whys.append(given["data-why"])
        self.forbidden += [name for name in given if name == "style" or name.startswith("on")]


def walk(game: GameSpec, players: int, seed: int) -> Iterator[tuple[Position, list[Event]]]:
    """A random game: every position, and what happened before it."""
    rng = Rng(seed)
    position = game.start(players)
    events: list[Event] = []
    while True:
        yield position, events
        if position.actor() == OVER:
            return
        events = []
        position.apply(random_step(position, rng), events)


def looked_at(
    game: GameSpec, players: int, seed: int, every: int
) -> Iterator[tuple[int, Position, list[int]]]:
    """Some positions of a random game and who looks: everybody at a new phase, else one in turn."""
    seen: set[str] = set()
    for number, (position, _) in enumerate(walk(game, players, seed)):
        phase = str(position.fields().get("phase", ""))
        if phase not in seen:
            yield number, position, list(range(WATCHER, players))
        elif number % every == 0:
            yield number, position, [number // every % (players + 1) + WATCHER]
        seen.add(phase)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_region_is_one_sound_element_for_every_viewer(game: GameSpec, players: int) -> None:
    """The viewers have different languages, in turn: each phase is drawn in all of them."""
    studios = [Studio(game, language) for language in LANGUAGES]
    assert players + 1 >= len(studios)
    for number, position, viewers in looked_at(game, players, seed=5, every=31):
        for viewer in viewers:
            studio = studios[(number + viewer) % len(studios)]
            drawn = studio.regions(game.observe(position, viewer))
            ids: list[str] = []
            for name, html in drawn.items():
                page = Page(html)
                assert len(page.roots) == 1
                assert page.roots[0][1] == name
                assert page.roots[0][0] != "g"
                assert not page.forbidden
                ids += page.ids
            assert len(set(ids)) == len(ids)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_choices_are_buttons_and_only_real_actions_are_asked_for(
    game: GameSpec, players: int
) -> None:
    """The few that have no place on the table, as to end a turn, are buttons of the question."""
    studio = Studio(game, "en")
    for number, (position, _) in enumerate(walk(game, players, seed=6)):
        actor = int(position.actor())
        if actor < 0 or number % 13:
            continue
        for viewer in (actor, WATCHER if number % 2 else (actor + 1) % players):
            view = game.observe(position, viewer)
            pages = [Page(html) for html in studio.regions(view).values()]
            moves = {move for page in pages for move in page.moves}
            legal = {position.action_text(action) for action in view.legal_actions()}
            assert moves <= legal
            assert len(legal - moves) <= FEW
            for why in {why for page in pages for why in page.whys}:
                assert viewer != actor or position.why_not(why) is not None
    for why in Page(studio.board(game.observe(game.start(players), 0))).whys:
        assert re.fullmatch(r"[a-z_ +0-9]+", why)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_page_depends_on_nothing_its_viewer_does_not_know(game: GameSpec, players: int) -> None:
    studio, rng = Studio(game, "en"), Rng(7)
    for _, position, viewers in looked_at(game, players, seed=7, every=17):
        for viewer in viewers:
            view = game.observe(position, viewer)
            twin = game.observe(game.imagine(view, rng), viewer)
            assert studio.regions(twin) == studio.regions(view)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_what_flies_is_on_the_page_and_comes_from_something_on_the_page(
    game: GameSpec, players: int
) -> None:
    """A spectator looks at tables for an even number, somebody at the table at the others.

    Every kind of event is looked at OFTEN, and until it has shown what it should.
    """
    assert game.flights
    studio, flights_of = Studio(game, "en"), game.flights
    viewer = 0 if players % 2 else WATCHER
    asked: set[str] = set()  # events that move something, by what the game says …
    flown: set[str] = set()  # … and those after which something did
    touched: set[str] = set()  # likewise events that touch something …
    ringed: set[str] = set()  # … and those after which it is there
    looked: Counter[str] = Counter()  # how often at each kind of event

    def is_known(event: Event) -> bool:
        """Whether it was looked at often enough, and what it should do was seen."""
        shown = event.key not in asked - flown and event.key not in touched - ringed
        return shown and looked[event.key] >= OFTEN

    def ids(view: View) -> set[str]:
        return set(IDS.findall("".join(studio.regions(view).values())))

    last: View | None = None
    for position, events in walk(game, players, seed=8):
        if not position.fields().get("round", 1):
            continue  # the game is being set up: nobody looks yet
        seen, last = last, game.observe(position, viewer)
        told = [event for event in events if event.seen_by in (EVERYONE, viewer)]
        if seen is None or all(map(is_known, told)):
            continue
        looked.update(event.key for event in told)
        before, after = ids(seen), ids(last)
        flights = [(event.key, *flight) for event in told for flight in flights_of(event, viewer)]
        for element in {element for _, element, _ in flights} & (after - before):
            origins = {origin for _, name, origin in flights if name == element}
            assert origins & before, (element, origins)
            flown |= {key for key, name, _ in flights if name == element}
        asked |= {key for key, _, _ in flights}
        for event in told:
            names = game.telling.touched(event, viewer)
            touched |= {event.key} if names else set()
            ringed |= {event.key} if any(on_page(name, after) for name in names) else set()
    assert flown == asked
    assert ringed == touched


def on_page(name: str, ids: set[str]) -> bool:
    """Whether a mark means something on the page: an element, or the last of numbered ones."""
    if not name.endswith("-"):
        return name in ids
    return any(re.fullmatch(rf"{re.escape(name)}\d+", one) for one in ids)


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_how_events_are_told_names_real_events_and_labels(game: GameSpec) -> None:
    telling, words = game.telling, game.vocabulary
    named = {*telling.first, *telling.minor, *telling.folds, *telling.details}
    named |= {*telling.details.values(), *telling.headings, *telling.rounds, *telling.scorings}
    assert named <= set(words.events)
    for label in filter(None, telling.folds.values()):
        sentence = words.labels[label]
        assert isinstance(sentence, Plural)
        assert sentence.count == "count"
    assert {key for key in words.labels if key.startswith("forced_")} <= {
        f"forced_{key}" for key in words.events
    }


@pytest.mark.parametrize("game", [game for game in all_games().values() if game.scene])
def test_all_drawings_a_page_uses_are_in_the_sprite(game: GameSpec) -> None:
    sprite = (game.folder / "view" / "sprite.svg").read_text("utf-8")
    studio = Studio(game, "en")
    there = set(re.findall(r'id="([^"]+)"', sprite))
    for number, (position, _) in enumerate(walk(game, game.players[-1], seed=9)):
        if number % 29 and position.actor() != OVER:
            continue
        view = game.observe(position, 0)
        board = studio.board(view)
        html = board + "".join(studio.regions(view).values())
        known = there | set(re.findall(r'id="([^"]+)"', board))
        wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', sprite + html))
        assert not wanted - known


@pytest.mark.parametrize(("game", "players"), BACKDROPS)
def test_the_backdrop_is_what_everybody_sees(game: GameSpec, players: int) -> None:
    """What a spectator sees serves all viewers; with the foreground it is the whole scene."""
    assert game.backdrop
    assert game.foreground
    assert game.scene
    position, rng, steps = game.start(players), Rng(players), 0
    while position.actor() != OVER:
        if steps % 29 == 0:
            common = game.backdrop(game.observe(position, WATCHER))
            for viewer in range(WATCHER, players):
                view = game.observe(position, viewer)
                assert game.backdrop(view) == common
                assert common | game.foreground(view, common) == game.scene(view)
        position.apply(random_step(position, rng))
        steps += 1
