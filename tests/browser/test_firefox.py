"""The first turns of every game in Firefox: another engine lays out and runs the same page."""

from __future__ import annotations

import random
from typing import cast
from urllib.parse import urlsplit

import pytest
from tests.browser.firefox import Firefox, FirefoxPage
from tests.browser.hosting import Host
from tests.browser.playing import LEVEL, SECRET

from dalang.registry import all_games, game
from dalang.server.people.identity import COOKIE

pytestmark = pytest.mark.slow
WIDTH, HEIGHT = 1280, 720
DECISIONS = 5
LIVE = "document.querySelector('#game[data-met]') !== null"
NUMBER = "Number(document.querySelector('#number').value)"
ASKED = "document.querySelector('#prompt.mine') !== null"
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
BOARD = "document.querySelector('.board').getBoundingClientRect().height"
TABLE = ":is(#pieces, #hand, #seats, #middle)"
LIT = f"""
[...document.querySelectorAll('{TABLE} button[name=move]')].map(one => {{
  one.scrollIntoView({{ block: 'nearest', inline: 'nearest' }})
  const box = one.getBoundingClientRect()
  const x = box.left + Math.min(6, box.width / 2), y = box.top + box.height / 2
  const top = document.elementFromPoint(x, y)
  return {{ value: one.value, x, y, hit: one.contains(top), by: top?.outerHTML.slice(0, 160) }}
}})
"""  # what can be chosen on the table, where, and whether something lies over it


@pytest.mark.parametrize("key", list(all_games()))
def test_turns_are_taken_with_the_mouse(key: str, host: Host, firefox: Firefox) -> None:
    person, cookie = host.welcome("Ada")
    table = host.open_begun(key, [person], LEVEL, SECRET, [], game(key).usual_players - 1)
    page = FirefoxPage(firefox, WIDTH, HEIGHT)
    page.add_cookie(COOKIE, cookie, urlsplit(host.address).hostname or "")
    page.goto(f"{host.address}/t/{table}")
    page.wait_for(LIVE)
    for decision in range(DECISIONS):
        page.wait_for(f"{ASKED} && {NUMBER} + 1")
        choose(page, random.Random(decision))
    assert page.evaluate(SIDEWAYS) == 0
    assert page.evaluate(BOARD) > HEIGHT / 2
    page.close()
    assert firefox.errors == []


def choose(page: FirefoxPage, rng: random.Random) -> None:
    """Clicks something that is lit on the table; nothing that is lit lies under anything."""
    before = page.evaluate(NUMBER)
    lit = cast("list[dict[str, object]]", page.evaluate(LIT))
    assert [one for one in lit if not one["hit"]] == []
    value = rng.choice(sorted({str(one["value"]) for one in lit}))
    page.evaluate(f"{where(value)}.scrollIntoView({{ block: 'nearest', inline: 'nearest' }})")
    box = page.evaluate(f"{where(value)}.getBoundingClientRect()")
    page.click(box["left"] + min(6, box["width"] / 2), box["top"] + box["height"] / 2)
    page.wait_for(f"{NUMBER} !== {before}")


def where(value: str) -> str:
    """The thing on the table that does something."""
    return f"document.querySelector('{TABLE} button[name=move][value=\"{value}\"]')"
