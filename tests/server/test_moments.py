"""What everybody sees is drawn once, from what a spectator knows; choices are lit from a list.

Parts are drawn once for everybody who gives them the same, for as long as that is given.
"""

from __future__ import annotations

import gc
from collections.abc import MutableMapping
from typing import cast
from weakref import ref

import pytest
from jinja2 import DictLoader, UndefinedError
from markupsafe import escape
from tests.server.harness import Server, choices

from dalang.engine.api import WATCHER, View
from dalang.engine.spec import GameSpec
from dalang.registry import all_games
from dalang.server.rendering import moments
from dalang.server.rendering.choices import button, lit, placed
from dalang.server.rendering.environment import Sheets
from dalang.server.rendering.moments import TableMoment, words_of
from dalang.server.rendering.pages import Renderer
from dalang.server.rendering.parts import Parts
from dalang.server.rendering.story import Storyteller
from dalang.server.rendering.table_context import Visitor
from dalang.server.tables.table import Table

SPEC = next(spec for spec in all_games().values() if spec.scene)
LEGAL = {'play "red" & blue': "Play <red>!", "pass": "Pass"}
VIEWERS = (WATCHER, *range(SPEC.usual_players))


class Gallery:
    """Draws a new table by templates of our own, and counts the drawings."""

    def __init__(self, server: Server) -> None:
        seats = ["me"] + ["hot"] * (SPEC.usual_players - 1)
        self.table = server.find(server.guest("Ada").open_table(SPEC.key, seats))
        self.parts = Parts(words_of(SPEC.key, "en", self.table.names))
        self.templates: dict[str, str] = {}
        tools = {"language": "en", "count": self._count}
        self.environment = Sheets(DictLoader(self.templates))
        cast("MutableMapping[str, object]", self.environment.globals).update(tools)
        self.drawn = 0

    def moment(self, **templates: str) -> TableMoment:
        """The table as it is now, drawn by these templates."""
        self.templates |= {f"{SPEC.key}/{name}.html": templates[name] for name in templates}
        nobody_asks, names = cast("Storyteller", None), self.table.names
        self.parts.turn()
        return TableMoment(
            self.environment, self.table, nobody_asks, None, lambda _: names, self.parts
        )

    def _count(self) -> str:
        self.drawn += 1
        return ""


# --- public regions ---------------------------------------------------------------------------


@pytest.fixture(name="public_region")
def whole_region(monkeypatch: pytest.MonkeyPatch) -> str:
    """A region whose template a game keeps in view/public/."""
    path = f"{SPEC.key}/public/middle.html"

    def game_regions(_: GameSpec) -> dict[str, str]:
        return {"middle": path}

    monkeypatch.setattr(moments, "game_regions", game_regions)
    return path


def public(gallery: Gallery, template: str) -> TableMoment:
    return gallery.moment(**{"public/middle": template})


def test_a_public_region_is_drawn_once_for_all_seats_and_again_for_the_next_moment(
    server: Server, public_region: str
) -> None:
    gallery = Gallery(server)
    for drawings in (1, 2):
        moment = public(gallery, "{{ count() }}map")
        for viewer in VIEWERS:
            assert moment.regions(viewer, ["middle"]) == {"middle": "map"}
        assert moment.public(public_region) == "map"
        assert gallery.drawn == drawings


@pytest.mark.usefixtures("public_region")
@pytest.mark.parametrize("name", ["viewer", "watching", "legal", "question", "public", "plates"])
def test_a_public_region_cannot_ask_for_whom_it_is(server: Server, name: str) -> None:
    moment = public(Gallery(server), f"{{{{ {name} }}}}")
    with pytest.raises(UndefinedError, match=name):
        moment.regions(0, ["middle"])


def test_a_public_region_shows_what_a_spectator_knows(
    server: Server, public_region: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, honest = list[int](), Table.view

    def view(table: Table, viewer: int) -> View:
        asked.append(viewer)
        return honest(table, viewer)

    moment = public(Gallery(server), "{{ scene.keys()|length }}{{ points }}{{ headline }}")
    monkeypatch.setattr(Table, "view", view)
    assert moment.public(public_region)
    assert asked == [WATCHER]


@pytest.mark.usefixtures("public_region")
def test_who_is_asked_sees_the_choices_in_a_public_region_lit(server: Server) -> None:
    gallery = Gallery(server)
    buttons = [f"<i {{{{ choice('{text}', 'x') }}}}>" for text in choices(gallery.table)]
    moment = public(gallery, "".join(buttons))
    for viewer in VIEWERS:
        html = moment.regions(viewer, ["middle"])["middle"]
        asked = viewer == gallery.table.actor
        assert html.count('name="move"') == (len(buttons) if asked else 0)
        assert html.count("data-why=") == (0 if asked else len(buttons))


# --- parts ------------------------------------------------------------------------------------

MACRO = "{% macro draw(say, noun, thing) %} {{ count() }}{{ thing }}{{ forbidden }} {% endmacro %}"
PARTS = MACRO.replace("{{ forbidden }}", "")


def with_part(given: str) -> str:
    return f"{{% from '{SPEC.key}/parts.html' import draw %}}{{{{ part(draw, {given}) }}}}"


def test_a_part_is_drawn_once_for_all_who_give_the_same(server: Server) -> None:
    gallery = Gallery(server)
    moment = gallery.moment(hand=with_part("[viewer // 2]"), parts=PARTS)
    drawn = [moment.regions(viewer, ["hand"])["hand"] for viewer in VIEWERS]
    assert drawn == [f"[{viewer // 2}]" for viewer in VIEWERS]
    assert gallery.drawn == len(set(drawn)) < len(VIEWERS)


def test_a_part_is_kept_as_long_as_every_moment_wants_it(server: Server) -> None:
    gallery, drawings = Gallery(server), list[int]()
    names = {"1": "hand", "2": "own", "3": "seats"}
    regions = {name: with_part(f"[{thing}]") for thing, name in names.items()}
    for wanted in ("12", "12", "2", "12", "3", "3", "2"):
        moment = gallery.moment(parts=PARTS, **regions)
        for thing in wanted:
            assert moment.regions(0, [names[thing]]) == {names[thing]: f"[{thing}]"}
        drawings.append(gallery.drawn)
    assert drawings == [2, 2, 2, 3, 4, 4, 5]


@pytest.mark.parametrize("name", ["viewer", "legal", "scene", "public", "plates", "told", "table"])
def test_a_part_knows_nothing_but_what_it_is_given(server: Server, name: str) -> None:
    macro = MACRO.replace("forbidden", name)
    moment = Gallery(server).moment(hand=with_part("1"), parts=macro)
    with pytest.raises(UndefinedError, match=name):
        moment.regions(0, ["hand"])


# --- memory -----------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.key)
def test_a_moment_is_gone_when_the_next_is_drawn(server: Server, spec: GameSpec) -> None:
    """The collector of garbage runs only when nobody plays, so nothing may be left to it."""
    ada = server.guest("Ada")
    seats = ["me"] + ["hot"] * (spec.usual_players - 1)
    table, renderer = server.find(ada.open_table(spec.key, seats)), Renderer()
    gc.disable()
    try:
        renderer.regions(Visitor(table, ada.person.id), "en")
        (moment,) = renderer.moments.values()
        drawn = ref(moment)
        del moment
        server.run(play_one, table)
        renderer.regions(Visitor(table, ada.person.id), "en")
        assert drawn() is None
    finally:
        gc.enable()


async def play_one(table: Table) -> None:
    await table.play(table.actor, choices(table)[0], table.count)


# --- choices ------------------------------------------------------------------------------


def test_a_button_makes_a_choice_or_asks_why_not() -> None:
    assert button({}, "pass", "card red") == (
        'class="card red" type="button" data-why="pass" aria-disabled="true"'
    )
    assert button(LEGAL, "pass", "card red") == (
        'class="card red legal" name="move" value="pass" aria-label="Pass"'
    )


@pytest.mark.parametrize("action", [*LEGAL, "play 'green'"])
def test_lighting_a_dark_button_is_drawing_a_lit_one(action: str) -> None:
    dark, drawn = (f"<button {button(legal, action, 'card')}></button>" for legal in ({}, LEGAL))
    assert lit(dark, LEGAL) == drawn
    assert lit(drawn, LEGAL) == drawn
    assert (drawn != dark) == (action in LEGAL)


def test_what_lights_a_button_is_escaped() -> None:
    (action, words), *_ = LEGAL.items()
    drawn = lit(f"<button {button({}, action, 'card')}></button>", LEGAL)
    assert f'value="{escape(action)}" aria-label="{escape(words)}"' in drawn


def test_choices_with_a_button_are_found_where_they_are() -> None:
    action = next(iter(LEGAL))
    drawn = {"hand": "", "middle": f"<button {button(LEGAL, action, 'card')}></button>"}
    assert placed(drawn, LEGAL) == {action: "middle"}
    assert placed(drawn, {}) == {}
