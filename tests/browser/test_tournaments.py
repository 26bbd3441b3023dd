"""A tournament of eight, from the form to the winner, by keys; and by a finger at night."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import Host
from tests.browser.test_access import found
from tests.browser.visiting import Visit

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]


def test_a_tournament_of_eight(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts())
    ada.come_as("Ada")
    page = ada.page
    page.goto("/tournaments")
    assert found(page) == {}
    page.get_by_role("link", name="Open a tournament").press("Enter")
    page.get_by_role("link", name="Cards & Karma").press("Enter")
    page.get_by_label("Name of the tournament").fill("Autumn cup")
    ada.pick("seats", "4")
    ada.pick("format", "knockout")
    assert found(page) == {}
    page.get_by_role("button", name="Open it").press("Enter")
    page.get_by_role("button", name="Take part").press("Enter")
    expect(page.locator("#h-entrants")).to_contain_text("(1)")
    for name in ("Bob", "Cleo", "Dirk", "Emma", "Femke", "Gijs", "Hanneke"):
        ada.host.enter(ada.table, ada.host.welcome(name)[0])
    page.reload()
    assert found(page) == {}
    page.get_by_role("button", name="Start the tournament").press("Enter")
    expect(page.locator(".board-card")).to_have_count(2)
    expect(page.get_by_role("link", name="To your table")).to_be_visible()
    tournament = ada.table
    ada.host.leave_to_bots(tournament)  # nobody comes: a whole game, at the pace of bots
    ada.host.decide_round(tournament)
    page.reload()
    expect(page.locator(".board-card", has_text="a bot played")).to_have_count(1)
    ada.host.decide_round(tournament)
    page.reload()
    expect(page.locator(".board-card")).to_have_count(3)
    expect(page.locator(".standings tbody tr")).to_have_count(8)
    expect(page.locator(".standings .you")).to_contain_text("Ada")
    assert found(page) == {}


def test_a_newcomer_takes_part_on_a_phone(hosts: Hosts, visit: Visit) -> None:
    host = hosts()
    ada = visit(host)
    ada.come_as("Ada")
    ada.page.goto("/tournaments/new")
    ada.page.get_by_label("Name of the tournament").fill("Night cup")
    ada.page.get_by_role("button", name="Open it").click()
    bob = visit(host, 390, 844, color_scheme="dark", has_touch=True)
    bob.page.goto(f"/tournaments/{ada.table}")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Take part").tap()
    expect(bob.page.locator(".chips")).to_contain_text("Bob")
    assert found(bob.page) == {}
    width = bob.page.evaluate("document.documentElement.scrollWidth")
    assert width == 390
    bob.page.get_by_text("Withdraw", exact=True).tap()
    bob.page.get_by_role("button", name="Yes, withdraw").tap()
    expect(bob.page.get_by_role("button", name="Take part")).to_be_visible()
