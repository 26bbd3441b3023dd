"""A live game with a clock: it is seen to run, it warns, and who runs out of time is told."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations
from tests.browser.hosting import NEVER, Host
from tests.browser.visiting import Visit, Visitor

from dalang.server.tables.clocks import MOST_LAG

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]


def opened(ada: Visitor, bea: Visitor) -> str:
    """A table for two and a bot, by the form."""
    ada.come_as("Ada")
    ada.page.goto("/new?game=taj_mahal&players=3&seat-1=open&seat-2=bot")
    ada.pick("pace", "300+5")
    ada.page.get_by_role("button", name="Open the table").click()
    ada.wait_until_live()
    expect(ada.page.locator("#waiting")).to_contain_text("5 min + 5 s per turn")
    bea.sit(ada.table, "Bea")
    return ada.table


def test_a_game_with_a_clock(hosts: Hosts, visit: Visit) -> None:
    host = hosts(pace=NEVER)
    ada = visit(host, 1280, 720)
    bea = visit(host, 390, 844, has_touch=True, is_mobile=True)
    table = opened(ada, bea)
    for one in (ada, bea):
        expect(one.page.locator("#prompt .clock.runs")).to_be_visible()
        expect(one.page.locator(".seat .clock.runs b[role=timer]")).to_have_count(1)
        expect(one.page.locator(".seat .clock")).to_have_count(2)
        assert one.sideways() == 0
    found = host.find(table)
    asked, other = (ada, bea) if found.actor == 0 else (bea, ada)
    host.leave_time(table, 200)  # what is free is over
    clock = other.page.locator("#prompt .clock b")
    expect(clock).to_have_text(re.compile("^3:[12]"))
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown)  # it runs
    assert clock.inner_text() < shown
    assert violations(ada.page) == []
    assert violations(bea.page) == []
    heard = asked.page.locator("#heard")
    expect(heard).not_to_contain_text("15 seconds left.")
    host.leave_time(table, 14)
    host.leave_time(table, 1000, told=False)  # as long as the rest of this test may take
    expect(asked.page.locator("#prompt .clock.low")).to_be_visible()
    expect(heard).to_contain_text("15 seconds left.")
    expect(other.page.locator("#heard")).not_to_contain_text("15 seconds left.")
    assert violations(asked.page) == []
    host.leave_time(table, -MOST_LAG / 1000)
    expect(asked.page.locator("#prompt")).to_contain_text("Your time has run out.")
    name = "Ada" if asked is ada else "Bea"
    expect(other.page.locator("#heard")).to_contain_text(f"{name} is out of time.")
    expect(other.page.locator("#seats")).to_contain_text("out of time, now a bot")
    for one in (ada, bea):
        assert one.sideways() == 0
        assert violations(one.page) == []
