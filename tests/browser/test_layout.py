"""The table in one window: a large board, nothing covered, nothing that scrolls or jumps.

Games of as many players as there can be that have gone on for a while, at questions of two kinds,
are looked at on laptops, phones and tablets, in Dutch and in German, whose texts are longer.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import cast

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hosting import NEVER, Host
from tests.browser.players import WATCHING, Seen, check_turn, check_window
from tests.browser.playing import LEVEL, SECRET, Turn, course
from tests.browser.test_whole_games import DRAWN, SHORT_PHONE
from tests.browser.visiting import ON_TABLE, Visit, Visitor

from dalang.registry import all_games
from dalang.registry import game as game_of

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
LAPTOPS = ((1440, 900), (1280, 720), (1366, 768), (1920, 1080))
PHONE = (390, 844)
SMALL = 0.7  # the least share of the shorter side that a board has in a window of another size
# tablets, a phone on its side, a laptop whose page is twice as large
OTHERS = ((1180, 820), (820, 1180), (844, 390), (720, 450))
LONG = 90  # choices of a game among which questions are looked for
MOST = 2  # questions of one game; all of them come up in test_whole_games.py
OVER_ALL = """
sheet => [0.1, 0.5, 0.9].every(x => [0.15, 0.5, 0.8].every(y =>
  document.elementFromPoint(innerWidth * x, innerHeight * y)?.closest(sheet)))
"""  # whether something covers the window, but for the bars


def questions(game: str, bots: int) -> list[Turn]:
    """The first turn of each kind among the first of a game."""
    found: dict[str, Turn] = {}
    for turn in islice(course(game, 2, bots), LONG):
        if turn.seat < 2:
            found.setdefault(turn.choice.split()[0], turn)
    return list(found.values())[-MOST:]


def look(one: Visitor, size: tuple[int, int]) -> Seen:
    """What is to be seen in a window of that size."""
    resize(one.page, size)
    expect(one.page.locator("#game[data-met]")).to_be_attached()
    one.page.evaluate(DRAWN)
    return cast("Seen", one.page.evaluate("onTable => watched.look(onTable)", ON_TABLE))


@pytest.mark.parametrize("game", list(all_games()))
def test_the_window_holds_a_turn(game: str, hosts: Hosts, visit: Visit) -> None:
    host = hosts(pace=NEVER)
    people = [visit(host, *LAPTOPS[0], locale=language) for language in ("nl-NL", "de-DE")]
    bots = max(game_of(game).players) - len(people)
    for one in people:
        one.page.context.add_init_script(path=WATCHING)
    known = [one.come_as(name) for one, name in zip(people, ("Ada", "Bea"), strict=True)]
    places: dict[tuple[int, int], set[tuple[float, ...]]] = {}
    for turn in questions(game, bots):
        one = people[turn.seat]
        one.look_at(host.open_begun(game, known, LEVEL, SECRET, turn.before, bots))
        one.wait_for_turn()
        for size in (*LAPTOPS, PHONE, SHORT_PHONE):
            seen = look(one, size)
            check_window(seen, size, f"{game} {turn.choice} {size}: {seen}")
            places.setdefault(size, set()).add(tuple(map(round, seen["prompt"])))
        for size in OTHERS:
            seen = look(one, size)
            check_turn(seen, f"{game} {turn.choice} {size}: {seen}")
            assert min(seen["board"]) >= SMALL * min(size), (game, size, seen["board"])
    assert {size: len(found) for size, found in places.items()} == dict.fromkeys(places, 1), places


@pytest.mark.parametrize("game", list(all_games()))
def test_a_hint_covers_and_moves_nothing(game: str, host: Host, visit: Visit) -> None:
    """At a full table tabs stay in reach and the hint can be read; on phones the board stays."""
    ada = visit(host, *LAPTOPS[0], locale="de-DE")
    ada.open_table("Ada", ["me", *["bot-random"] * (max(game_of(game).players) - 1)], game)
    ada.wait_for_turn()
    board, hint = ada.page.locator(".boardbox"), ada.page.locator("#advice li button").first
    before: list[object] = []
    for size in (PHONE, SHORT_PHONE):
        resize(ada.page, size)
        before.append(board.bounding_box())
    resize(ada.page, LAPTOPS[0])
    ada.page.click("button[name=advice]")
    for size in LAPTOPS:
        resize(ada.page, size)
        expect(hint).to_be_in_viewport(ratio=1)
        hint.click(trial=True)
        for tab in ("chat", "log"):
            ada.page.click(f"#tab-{tab}")
            expect(ada.page.locator(f"#panel-{tab}")).to_be_visible()
    for size, place in zip((PHONE, SHORT_PHONE), before, strict=True):
        resize(ada.page, size)
        expect(hint).to_be_in_viewport(ratio=1)
        hint.click(trial=True)
        assert board.bounding_box() == place


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def test_parts_that_share_a_place(hosts: Hosts, visit: Visit) -> None:
    """Tabs by mouse and arrows, the list of words, and sheets on a phone."""
    ada = visit(hosts(pace=NEVER), *LAPTOPS[0])
    ada.open_table("Ada", ["me", "hot", "hot"])
    ada.wait_for_turn()
    page = ada.page
    check_tabs(page)
    words, first = page.locator("#prompt .words"), ada.choices.nth(1)
    words.click()
    expect(page.locator("#choices.open")).to_be_visible()
    first.hover(trial=True)
    page.keyboard.press("Escape")
    expect(words).to_be_focused()
    expect(page.locator("#choices.open")).to_have_count(0)
    check_sheets(page)


def check_tabs(page: Page) -> None:
    log, points = page.get_by_role("tab", name="Log"), page.get_by_role("tab", name="Points")
    expect(log).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel", name="Log")).to_be_visible()
    log.focus()
    page.keyboard.press("ArrowRight")
    expect(points).to_be_focused()
    expect(page.locator("#panel-points")).to_be_visible()
    expect(page.locator("#panel-log")).to_be_hidden()
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator("#rules-text h2").first).to_be_visible()
    log.click()


def check_sheets(page: Page) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(page.locator("#panel-log")).to_be_hidden()
    page.click(".tabbar [data-sheet=log]")
    expect(page.locator("#panel-log")).to_be_visible()
    assert page.evaluate(OVER_ALL, ".tabs"), "the log lies over the table"
    page.set_viewport_size({"width": PHONE[1], "height": PHONE[0]})
    assert page.evaluate(OVER_ALL, ".tabs"), "also on its side"
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.click(".tabbar [data-sheet=players]")
    expect(page.locator("#panel-log")).to_be_hidden()
    expect(page.locator("#seat-1")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".tabbar [data-sheet=table]")).to_have_attribute("aria-current", "true")
    expect(page.locator("#hand")).to_be_in_viewport()
