"""Drawings that stand alone, as text; tests/browser/test_drawings_alone.py looks at them."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from tests.adapters.tables import every_drawn_table, every_game, positions

from dalang.adapters.drawing import Draughtsman, picture_of
from dalang.adapters.standalone import NAMESPACES, standalone
from dalang.adapters.stylesheet import Names, holds, scoped
from dalang.engine.api import CHANCE, OVER, WATCHER
from dalang.engine.playout import play_out, settle_chance
from dalang.engine.rng import Rng
from dalang.registry import game

LARGEST = 200_000  # bytes
SVG, HTML = (f"{{{NAMESPACES[kind]}}}" for kind in ("svg", "html"))
NAMES = Names(
    "d1",
    frozenset({"h3", "symbol", "text"}),
    {"card": "d10", "now": "d11", "s1": "d12", "seat": "d13"},
    frozenset({"s1"}),
    frozenset({"ribbon"}),
)


@every_drawn_table
def test_a_drawing_is_one_small_file_without_loose_ends(key: str, players: int) -> None:
    for position in positions(game(key), players, seed=4, every=120):
        drawing = picture_of(position)
        assert drawing is not None
        assert len(drawing.encode()) <= LARGEST
        tree = ElementTree.fromstring(drawing)
        assert tree.tag == f"{SVG}svg"
        around = {child: parent for parent in tree.iter() for child in parent}
        for inner in tree.iter(f"{SVG}svg"):
            assert inner is tree or around[inner].tag.startswith((SVG, HTML))
        assert not [
            one.tag for one in tree.iter() if one.tag.endswith("}use") and SVG not in one.tag
        ]
        ids = {one.get("id") for one in tree.iter()}
        named = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', drawing)
        assert {first or second for first, second in named} <= ids
        assert not re.search(r"url\((?!#|data:)", drawing), "something is to be loaded"
        assert not re.search(r"data-fly|aria-label|@keyframes|@media|\drem\b", drawing)


@every_game
def test_without_templates_the_table_is_told_with_the_question_if_there_is_one(key: str) -> None:
    spec = replace(game(key), scene=None)
    position = spec.start(spec.usual_players)
    actors: list[int] = []
    while OVER not in actors:
        view = spec.observe(position, WATCHER)
        drawing = Draughtsman(spec, spec.usual_players).svg(view)
        asked = view.actor() >= 0
        assert drawing.count("<li>") == len(spec.summary(view)) + asked
        actors.append(int(position.actor()))
        (settle_chance if actors == [CHANCE] else play_out)(position, Rng(1))
    assert len(actors) == 3


@pytest.mark.parametrize(
    ("condition", "truth"),
    [
        ("(orientation: landscape)", True),
        ("(orientation: portrait)", False),
        ("(max-width: 820px)", False),
        ("(min-width: 821px) and (max-height: 900px)", True),
        ("(orientation: portrait), (min-width: 1200px)", True),
        ("(max-aspect-ratio: 7 / 5)", False),
        ("(prefers-color-scheme: dark)", False),
        ("(prefers-reduced-motion: reduce)", True),
    ],
)
def test_what_depends_on_the_window_is_settled(condition: str, truth: bool) -> None:
    assert holds(condition) == truth
    assert bool(scoped(f"@media {condition} {{ .card {{ fill: red }} }}", NAMES)) == truth


@pytest.mark.parametrize(
    ("rule", "own"),
    [
        (".card { fill: url(#g); margin: 1.5rem }", ".d10{fill: url(#d1-g);margin: 24px}"),
        (".card, .absent { top: 0 }", ".d10{top: 0}"),
        (".card:not(.absent) { top: 0 }", ".d10:not(.d1-absent){top: 0}"),
        ('.now[class*=" s"] text { top: 0 }', ".d11:is(.d12) text{top: 0}"),
        ("h3 { top: 0 }", ":where(.d1) h3{top: 0}"),
        ("symbol text { top: 0 }", ":where(.d1_) text{top: 0}"),
        ("#ribbon { top: 0 }", ":where(.d1) #d1-ribbon{top: 0}"),
        (":root { --a: 1 }", ".d1{--a: 1}"),
        ("body { top: 0 }", ""),
        (':root[data-theme="dark"] { top: 0 }', ""),
        ("@keyframes x { from { top: 0 } }", ""),
        (
            "@container b (max-width: 9px) { .card { top: 0 } }",
            "@container b (max-width: 9px){.d10{top: 0}}",
        ),
        (
            '.card::before { content: "}"; top: 0 } /* .card {} */',
            '.d10::before{content: "}";top: 0}',
        ),
    ],
)
def test_a_rule_is_about_this_drawing_alone(rule: str, own: str) -> None:
    assert scoped(rule, NAMES) == own


def test_html_inside_of_a_drawing_inside_of_html() -> None:
    inner = "<foreignObject><p>a &nbsp;<br>b</p></foreignObject>"
    markup = f'<div><svg viewBox="0 0 9 9">{inner}</svg></div>'
    tree = ElementTree.fromstring(standalone(markup, "", [], "", 9, "A & B"))
    assert [one.tag for one in tree.iter() if one.tag.endswith("}p")] == [f"{HTML}p"]
    assert len(list(tree.iter(f"{SVG}svg"))) == 2
    assert tree.findtext(f"{SVG}title") == "A & B"
