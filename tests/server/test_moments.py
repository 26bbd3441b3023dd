"""What everybody sees is drawn once, from what a spectator knows; choices are lit from a list."""

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
from dalang.server.rendering.choices import button, lit, placed
from dalang.server.rendering.environment import Sheets
from dalang.server.rendering.moments import TableMoment
from dalang.server.rendering.pages import Renderer
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
        self.drawn = 0

    def moment(self, **templates: str) -> TableMoment:
        """The table as it is now; p_map is the template public/map."""
        names = {name: name.replace("p_", "public/") for name in templates}
        paths = {f"{SPEC.key}/{names[name]}.html": templates[name] for name in templates}
        environment, tools = Sheets(DictLoader(paths)), {"language": "en", "count": self._count}
        cast("MutableMapping[str, object]", environment.globals).update(tools)
        nobody_asks = cast("Storyteller", None)
        return TableMoment(environment, self.table, nobody_asks, None, lambda _: self.table.names)

    def _count(self) -> str:
        self.drawn += 1
        return ""


def test_a_public_drawing_is_made_once_for_all_seats_and_again_for_the_next_moment(
    server: Server,
) -> None:
    gallery = Gallery(server)
    for drawings in (1, 2):
        moment = gallery.moment(pieces="{{ viewer }} {{ public('map') }}", p_map="{{ count() }}map")
        for viewer in VIEWERS:
            assert moment.regions(viewer, ["pieces"]) == {"pieces": f"{viewer} map"}
        assert gallery.drawn == drawings


def test_what_a_template_gives_to_a_public_drawing_tells_drawings_apart(server: Server) -> None:
    gallery = Gallery(server)
    moment = gallery.moment(
        hand="{{ public('seat', seat=viewer // 2) }}", p_seat="{{ count() }}{{ seat }}"
    )
    drawn = [moment.regions(viewer, ["hand"])["hand"] for viewer in VIEWERS]
    assert drawn == [str(viewer // 2) for viewer in VIEWERS]
    assert gallery.drawn == len(set(drawn)) < len(VIEWERS)


@pytest.mark.parametrize("name", ["viewer", "watching", "legal", "question", "public", "plates"])
def test_a_public_drawing_cannot_ask_for_whom_it_is(server: Server, name: str) -> None:
    moment = Gallery(server).moment(hand="{{ public('map') }}", p_map=f"{{{{ {name} }}}}")
    with pytest.raises(UndefinedError, match=name):
        moment.regions(0, ["hand"])


def test_a_public_drawing_shows_what_a_spectator_knows(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, honest = list[int](), Table.view

    def view(table: Table, viewer: int) -> View:
        asked.append(viewer)
        return honest(table, viewer)

    moment = Gallery(server).moment(p_map="{{ scene.keys()|length }}{{ points }}{{ headline }}")
    monkeypatch.setattr(Table, "view", view)
    assert moment.public.lit({}, "map")
    assert asked == [WATCHER]


def test_who_is_asked_sees_the_choices_in_a_public_drawing_lit(server: Server) -> None:
    gallery = Gallery(server)
    buttons = [f"<i {{{{ choice('{text}', 'x') }}}}>" for text in choices(gallery.table)]
    moment = gallery.moment(hand="{{ public('map') }}", p_map="".join(buttons))
    for viewer in VIEWERS:
        html = moment.regions(viewer, ["hand"])["hand"]
        asked = viewer == gallery.table.actor
        assert html.count('name="move"') == (len(buttons) if asked else 0)
        assert html.count("data-why=") == (0 if asked else len(buttons))


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
