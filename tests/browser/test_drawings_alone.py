"""A drawing is one file that looks the same alone, as a picture, and inside of a page."""

from __future__ import annotations

import base64
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Browser, Page
from tests.browser.hosting import NEVER, Host
from tests.browser.visiting import Visit

from dalang.adapters.drawing import SIDE, Draughtsman
from dalang.engine.playout import settle_chance
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import all_games

DRAWN = [game for game in all_games().values() if game.scene]
LARGEST = 200_000  # bytes
PLAIN = """<!doctype html><style>html { background: white } body { margin: 0 }
body > * { display: block }</style>"""
# What a page may have of its own, with names that drawings use as well.
PAGE = """<!doctype html><body class="board s0 layer"><h1 class="card">Title</h1><p id="pieces">text
<button class="choices">button</button><em>em</em></p><ul class="whole"><li>item</li></ul></body>"""
STYLES = """() => ['html', 'body', 'h1', 'p', 'button', 'em', 'ul', 'li']
  .map(tag => document.querySelector(tag)).map(one => [
    'color', 'backgroundColor', 'fontFamily', 'fontSize', 'fontWeight', 'lineHeight',
    'margin', 'padding', 'border', 'display', 'position', 'boxSizing', 'listStyle', 'colorScheme',
    'overflow', 'cursor'].map(name => getComputedStyle(one)[name]).join('|')).join('\\n')"""
SMALL = 250  # pixels, at which letters of slightly other sizes are alike
COARSE = 8
TABLE = ".board"
BOARD = "foreignObject main > div > div"
Picture = NDArray[np.int16]


def picture_of(page: Page) -> Picture:
    page.evaluate("document.fonts.ready.then(() => null)")
    page.evaluate(
        "Promise.all([...(document.images ?? [])].map(one => one.decode())).then(() => 0)"
    )
    return pixels(page.screenshot(animations="disabled"), SIDE)


def pixels(png: bytes, side: int) -> Picture:
    with Image.open(BytesIO(png)) as picture:
        small = picture.convert("RGB").resize((side, side), Image.Resampling.BOX)
        return np.asarray(small).astype(np.int16)


def differ(first: Picture, second: Picture) -> float:
    """The mean difference of two pictures, of 255."""
    return float(np.abs(first - second).mean())


@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.key)
def test_a_drawing_looks_like_the_table(
    game: GameSpec, hosts: Callable[..., Host], visit: Visit, tmp_path: Path
) -> None:
    ada = visit(hosts(pace=NEVER), width=1440, height=900, color_scheme="light")
    table = ada.open_table("Ada", ["me", *["hot"] * (game.usual_players - 1)], game=game.key)
    ada.wait_for_turn()
    position = ada.host.find(table).session.position
    view = game.observe(position, int(position.actor()))
    drawing = Draughtsman(game, game.usual_players).svg(view)
    assert len(drawing.encode()) <= LARGEST
    ElementTree.fromstring(drawing)  # valid XML
    file = tmp_path / "drawing.svg"
    file.write_text(drawing, "utf-8")
    page = visit(ada.host, width=SIDE, height=SIDE, color_scheme="dark").page
    page.goto(file.as_uri())
    alone = picture_of(page)
    assert np.ptp(alone) > 200, "nothing is drawn"
    page.goto("about:blank")
    data = base64.b64encode(drawing.encode()).decode()
    page.set_content(f'{PLAIN}<img src="data:image/svg+xml;base64,{data}">')
    assert differ(alone, picture_of(page)) < 1, "it looks different as a picture"
    page.set_content(f"{PLAIN}{drawing}")
    assert differ(alone, picture_of(page)) < 1, "it looks different inside of a page"
    # Where the page has more room, it may lay out the same things in other proportions.
    sizes = [one.locator(where).bounding_box() for one, where in ((page, BOARD), (ada.page, TABLE))]
    ratios = [size["width"] / size["height"] for size in sizes if size]
    side, most = (SMALL, 9) if abs(ratios[0] - ratios[1]) < 0.01 else (COARSE, 25)
    drawn = pixels(page.locator(BOARD).screenshot(animations="disabled"), side)
    shown = pixels(ada.page.locator(TABLE).screenshot(animations="disabled"), side)
    assert differ(drawn, shown) < most, "the table looks different"


@pytest.mark.parametrize("game", DRAWN, ids=lambda game: game.key)
def test_a_drawing_changes_nothing_around_it(game: GameSpec, browser: Browser) -> None:
    position = game.start(game.usual_players)
    settle_chance(position, Rng(1))
    drawing = Draughtsman(game, game.usual_players).svg(game.observe(position, 0))
    page = browser.new_page()
    try:
        page.set_content(PAGE)
        before = page.evaluate(STYLES)
        page.evaluate("it => document.body.insertAdjacentHTML('beforeend', it)", drawing)
        assert page.evaluate(STYLES) == before
        assert page.evaluate("document.querySelectorAll('[id=pieces]').length") == 1
    finally:
        page.close()
