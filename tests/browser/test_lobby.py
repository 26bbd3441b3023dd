"""The pages before a game: turning pages, leaving and closing tables, personal links, signing out.

Each is looked at by axe, by day on a desk and by night on a phone, and used by keys.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import NEVER, Host
from tests.browser.test_access import found
from tests.browser.visiting import EXAMPLE, Visit, Visitor

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
SEATS = ["me", "open", "open"]


def press(visitor: Visitor, selector: str) -> None:
    """Enter on something that has the focus."""
    visitor.page.locator(selector).focus()
    visitor.page.keyboard.press("Enter")


def test_tables_are_left_and_closed(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    bob = visit(ada.host)
    table = ada.open_table("Ada", SEATS)
    bob.sit(table, "Bob")
    assert found(bob.page) == {}
    press(bob, "#waiting button[formaction$='/leave']")
    bob.page.wait_for_url(f"{bob.host.address}/")
    bob.look_at(table)
    press(ada, "#close-table summary")
    assert found(ada.page) == {}
    press(ada, "#close-table button")
    expect(bob.page.locator("#h-waiting")).to_have_text("This table has been closed.")
    assert found(bob.page) == {}
    ada.page.wait_for_url(f"{ada.host.address}/")
    expect(ada.page.locator(".table-row")).to_have_count(0)


def test_lists_are_turned_page_by_page(hosts: Hosts, visit: Visit) -> None:
    guest = visit(hosts(pace=NEVER))
    ada, _ = guest.host.welcome("Ada")
    for _ in range(21):
        guest.host.open_table(ada, EXAMPLE, SEATS, {})
    guest.page.goto("/")
    assert found(guest.page) == {}
    press(guest, ".turning [rel=next]")
    expect(guest.page.locator(".turning")).to_contain_text("Page 2")
    expect(guest.page.locator(".table-row")).to_have_count(1)
    assert found(guest.page) == {}
    press(guest, ".turning [rel=prev]")
    expect(guest.page.locator(".table-row")).to_have_count(20)


def test_a_link_asks_and_everybody_can_sign_out(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    bob = visit(ada.host)
    ada.come_as("Ada")
    bob.come_as("Bob")
    ada.page.goto("/me")
    press(ada, "form[action='/me/link'] button")
    link = ada.page.locator("#link").input_value()
    assert found(ada.page) == {}
    bob.page.goto(link)
    assert found(bob.page) == {}
    expect(bob.page.locator(".me")).to_have_text("Bob")
    press(bob, "main .primary")
    expect(bob.page.locator(".me")).to_have_text("Ada")
    bob.page.goto("/me")
    for kind in ("sign-out", "sign-out-everywhere"):
        press(bob, f"details:has(form[action='/me/{kind}']) summary")
    assert found(bob.page) == {}
    with bob.page.expect_navigation():
        press(bob, "form[action='/me/sign-out-everywhere'] button")
    expect(bob.page.locator("h1")).to_have_text("Ada")
    ada.page.goto("/")
    expect(ada.page.locator(".sign-in")).to_be_visible()
    press(bob, "details:has(form[action='/me/sign-out']) summary")
    press(bob, "form[action='/me/sign-out'] button")
    expect(bob.page.locator(".sign-in")).to_be_visible()
