"""A region is drawn again when something it looked at has changed, and only then."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader
from markupsafe import Markup, escape

from dalang.engine.api import Args
from dalang.server.rendering.cache import SWEEPING, Glance, Parts, Pool, Region
from dalang.server.rendering.environment import SHORT, Sheets, in_html, without_layout

TEMPLATES = {
    "contains": "{{ count() }}{{ 'lit' if 'play red' in legal }}",
    "reads": "{{ count() }}{{ legal['play red'] if 'play red' in legal }}",
    "gets": "{{ count() }}{{ legal.get('play red', 'dark') }}",
    "counts": "{{ count() }}{{ legal|length }}",
    "lists": "{{ count() }}{% for text, words in legal.items() %}{{ text }}{% endfor %}",
    "names": "{{ count() }}{{ word }} {{ names[0] }}",
    "imports": "{{ count() }}{% from 'macro' import shout %}{{ shout(names[0]) }}",
    "macro": "{% macro shout(name) %}{{ name }}{{ word }}{% endmacro %}",
}
NOTHING: Args = {"legal": {}, "scene": {}, "table": {}, "view": {}, "names": ("Ada",)}


class Table:
    """Draws one region of a table, and counts how often."""

    def __init__(self, template: str) -> None:
        environment = Sheets(DictLoader(TEMPLATES))
        tools: Args = {"word": "!", "count": self._count}
        cast("MutableMapping[str, object]", environment.globals).update(tools)
        self._region, self._pool = Region(environment.get_template(template)), Pool()
        self._version = 0
        self.drawn = 0

    def show(self, **context: object) -> str:
        """The region in the next version."""
        self._version += 1
        glance = Glance(NOTHING | context, self._pool, self._version, {}, {})
        return self._region.draw(glance)

    def _count(self) -> str:
        self.drawn += 1
        return ""


@pytest.mark.parametrize(
    ("template", "lit", "dark"),
    [("contains", "lit", ""), ("reads", "Red!", ""), ("gets", "Red!", "dark")],
)
def test_of_the_choices_those_count_that_were_asked_for(template: str, lit: str, dark: str) -> None:
    table = Table(template)
    assert table.show(legal={"play blue": "Blue!"}) == dark
    assert table.show(legal={}) == dark
    assert table.drawn == 1
    assert table.show(legal={"play red": "Red!"}) == lit
    assert table.show(legal={"play red": "Red!", "play blue": "Blue!"}) == lit
    assert table.drawn == 2


@pytest.mark.parametrize("template", ["counts", "lists"])
def test_whoever_asks_for_all_choices_depends_on_all(template: str) -> None:
    table = Table(template)
    shown = [table.show(legal=dict.fromkeys(texts, "")) for texts in ([], ["a"], ["a", "b"])]
    assert len(set(shown)) == table.drawn == 3
    assert table.show(legal={"a": "", "b": ""}) == shown[2]
    assert table.drawn == 3


@pytest.mark.parametrize(("template", "text"), [("names", "! Ada"), ("imports", "Ada!")])
def test_what_the_environment_holds_is_found_and_other_things_do_not_count(
    template: str, text: str
) -> None:
    table = Table(template)
    assert table.show() == table.show(legal={"a": ""}, scene={"round": 2}) == text
    assert table.drawn == 1
    assert table.show(names=("Bob",)) == text.replace("Ada", "Bob")
    assert table.drawn == 2


def test_a_part_is_forgotten_when_nobody_has_wanted_it_for_long() -> None:
    parts, drawn = Parts(), list[str]()

    def draw(key: str, version: int) -> None:
        def macro() -> str:
            drawn.append(key)
            return key

        assert parts.draw(key, version, (key,), macro) == key

    draw("rare", 1)
    for version in range(1, 4 * SWEEPING):
        draw("often", version)
        draw(f"new {version}", version)
    assert drawn.count("often") == drawn.count("rare") == 1
    draw("rare", 4 * SWEEPING)
    assert drawn.count("rare") == 2


@given(value=st.one_of(st.text(), st.integers(), st.booleans(), st.none(), st.floats()))
def test_what_is_put_into_html_is_safe(value: object) -> None:
    assert in_html(value) == escape(value)
    assert in_html(Markup("<b>")) == "<b>"
    assert in_html("<b>" * SHORT) == "&lt;b&gt;" * SHORT


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("<p>\n    <b>{{ 2 }}</b>\n</p>", "<p>\n<b>2</b>\n</p>"),
        ('<a\n  id="x"\n  href="{{ 1 > 0 }}"\n>', '<a id="x" href="True">'),
        ("<hr\n  {% if 1 %}\n    hidden\n  {% endif %}\n>", "<hr hidden>"),
        ("<hr\n  {% if 0 %}\n    id=x\n  {% endif %}\n  hidden\n>", "<hr hidden>"),
        ("<hr\n  {% if 1 %}\n    id=x\n  {% endif %}\n  hidden\n>", "<hr id=x hidden>"),
        ('<use\n  href="#a"\n/>', '<use href="#a"/>'),
        ("{{ 1 < 2 }}\n  {{ 2 > 1 }}", "True\nTrue"),
    ],
)
def test_how_a_template_is_laid_out_is_not_seen_on_the_page(written: str, drawn: str) -> None:
    environment = Sheets(DictLoader({"page": written}))
    assert environment.get_template("page").render() == drawn
    assert without_layout(drawn) == drawn
