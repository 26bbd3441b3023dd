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
PICKS = "li:has([data-picks]):not(:has(.picked))"  # a card that must be picked before all else
PLACE = """
  one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const box = one.getBoundingClientRect()
  const strip = one.matches('#hand .card') ? 6 : box.width / 2
  const x = box.left + strip, y = box.top + box.height / 2
"""  # where something is clicked: a card of the hand at the edge that no other covers
LIT = f"""
[...document.querySelectorAll('{TABLE} button:is([name=move], [data-picks])')]
.filter(one => one.matches('[data-picks]') || !one.closest('{PICKS}'))
.map(one => {{
  {PLACE}
  const top = document.elementFromPoint(x, y)
  return {{ value: one.value, id: one.id, hit: one.contains(top), by: top?.outerHTML.slice(0, 99) }}
}})
"""  # what can be chosen on the table, and whether something lies over it


def test_turns_are_taken_with_the_mouse(host: Host, firefox: Firefox) -> None:
    """In all games one after the other: a Firefox takes seconds to start."""
    for key in all_games():
        take_turns(key, host, firefox)


def take_turns(key: str, host: Host, firefox: Firefox) -> None:
    person, cookie = host.welcome("Ada")
    table = host.open_begun(key, [person], LEVEL, SECRET, [], game(key).usual_players - 1)
    firefox.errors.clear()
    with FirefoxPage(firefox, WIDTH, HEIGHT) as page:
        page.add_cookie(COOKIE, cookie, urlsplit(host.address).hostname or "")
        page.goto(f"{host.address}/t/{table}")
        page.wait_for(LIVE)
        for decision in range(DECISIONS):
            page.wait_for(f"{ASKED} && {NUMBER} + 1")
            choose(page, random.Random(decision))
        assert page.evaluate(SIDEWAYS) == 0, key
        assert page.evaluate(BOARD) > HEIGHT / 2, key
    assert firefox.errors == [], key


def choose(page: FirefoxPage, rng: random.Random) -> None:
    """Clicks something that is lit on the table; nothing that is lit lies under anything."""
    before = page.evaluate(NUMBER)
    lit = cast("list[dict[str, str]]", page.evaluate(LIT))
    assert [one for one in lit if not one["hit"]] == []
    chosen = rng.choice(lit)
    if chosen["value"]:
        click(page, f'{TABLE} button[name=move][value="{chosen["value"]}"]')
    else:  # a card that is only picked: the choices are what can be done with it
        click(page, f"#{chosen['id']}")
        click(page, "#hand li:has(.picked) button[name=move]")
    page.wait_for(f"{NUMBER} !== {before}")


def click(page: FirefoxPage, selector: str) -> None:
    found = f"document.querySelector('{selector}')"
    page.click(*page.evaluate(f"(one => {{ {PLACE} return [x, y] }})({found})"))
