"""Nobody is shut out: axe-core finds nothing serious on any page, by day and by night.

The tables themselves, question by question, are looked at in test_whole_games.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page
from tests.browser.axe import violations
from tests.browser.hosting import NEVER, Host
from tests.browser.visiting import Visit

from dalang.registry import all_games

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
Scheme = Literal["light", "dark"]
GAMES = list(all_games())
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SIZES = ((1440, 900), (390, 844))


def found(page: Page) -> dict[str, list[str]]:
    """What is wrong with the page, by day on a desk and by night on a phone."""
    wrong: dict[str, list[str]] = {}
    for scheme, (width, height) in zip(SCHEMES, SIZES, strict=True):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": height})
        if lines := violations(page):
            wrong[f"{page.url} {scheme} {width}"] = lines
    return wrong


def test_axe_finds_what_is_wrong(host: Host, visit: Visit) -> None:
    """The finder itself: a picture without a text is found, under our own security policy."""
    ada = visit(host)
    ada.page.goto("/")
    ada.page.evaluate("document.body.append(document.createElement('img'))")
    assert [line.split(":")[0] for line in violations(ada.page)] == ["image-alt"]


def test_pages_before_a_game(hosts: Hosts, visit: Visit) -> None:
    ada, guest = visit(hosts(pace=NEVER)), None
    for path in ("/", "/new?game=taj_mahal", "/nowhere"):
        ada.page.goto(path)
        assert found(ada.page) == {}
    table = ada.open_table("Ada", ["me", "friend", "open"])
    assert found(ada.page) == {}
    link = ada.page.locator("#invite-1").input_value()
    guest = visit(ada.host)
    guest.look_at(table)
    assert found(guest.page) == {}
    guest.page.goto(link)
    assert found(guest.page) == {}
    ada.page.goto("/me")
    ada.page.click("form[action='/me/token'] button")
    assert found(ada.page) == {}
    ada.page.goto("/")
    ada.page.click(".menu summary")
    assert found(ada.page) == {}


@pytest.mark.parametrize("game", GAMES)
def test_pages_about_a_game(game: str, host: Host, visit: Visit) -> None:
    reader = visit(host)
    for path in (f"/rules/{game}", f"/games/{game}/summary", f"/games/{game}/components"):
        reader.page.goto(path)
        assert found(reader.page) == {}
