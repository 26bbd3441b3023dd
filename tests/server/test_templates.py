"""What templates write into a page, and what only helps to read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader
from markupsafe import Markup, escape

from dalang.server.rendering.environment import SHORT, Sheets, in_html, without_layout


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
