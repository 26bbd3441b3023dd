"""The whole way of two strangers: an account, a game that somebody else looks for, and a rating."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hosting import Host
from tests.browser.test_access import found
from tests.browser.test_accounts import with_passkeys
from tests.browser.visiting import MOVE, Visit, Visitor

pytestmark = pytest.mark.slow
GAME = "cards_and_karma"


def look_for(visitor: Visitor, address: str) -> str:
    """Asks for a rated game of two with a clock; the table."""
    page = visitor.page
    page.goto(f"{address}/find?game={GAME}")
    if page.get_by_label("Your name").count():
        page.get_by_label("Your name").fill("Bob")
    visitor.pick("players", "2")
    visitor.pick("pace", "600+10")
    page.get_by_role("button", name="Find a game").press("Enter")
    page.wait_for_url("**/t/*")
    return visitor.table


def rating(page: Page) -> int:
    return int(page.locator(".results .rating b").inner_text())


def test_two_strangers_meet_and_are_rated(host: Host, visit: Visit) -> None:
    ada, bob = visit(host), visit(host, 390, 844, has_touch=True)
    page = ada.page
    with_passkeys(page)
    page.goto(f"{host.named}/sign-in")
    page.fill("form[action='/sign-in/new'] input", "Ada")
    page.click("form[action='/sign-in/new'] button")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("form[action^='/me/passkey/']")).to_have_count(1)

    table = look_for(ada, host.named)
    expect(page.locator("#waiting")).to_contain_text("This game is rated.")
    bob.page.goto(f"/find?game={GAME}")
    expect(bob.page.locator(f"a[href='/find?game={GAME}']")).to_contain_text("1 person waits")
    bob.page.locator("[name=open]").select_option(GAME)
    bob.page.get_by_role("button", name="Show").tap()
    expect(bob.page.locator(f".table-row a[href='/t/{table}']")).to_be_visible()
    assert found(bob.page) == {}
    assert look_for(bob, host.address) == table

    for one in (ada, bob):
        one.page.goto("about:blank")  # they need not watch each move of the way
    seat, text = host.play_near_end(table)
    last, address = ((ada, host.named), (bob, host.address))[seat]
    last.page.goto(f"{address}/t/{table}")
    last.wait_until_live()
    last.wait_for_turn()
    expect(last.page.locator("#prompt .clock.runs")).to_be_visible()
    expect(last.page.locator(".seat .clock")).to_have_count(2)
    last.choose(last.page.locator(f"#prompt {MOVE}[value='{text}']"))
    expect(last.page.locator("#prompt.finished")).to_be_attached()
    places = host.find(table).record.ranking

    page.goto(f"{host.named}/me")
    bob.page.goto("/me")
    first, second = (ada, bob) if places[0] == 1 else (bob, ada)
    assert rating(first.page) > 1500 > rating(second.page)
    expect(page.locator(".results")).to_contain_text("Karma left")
    assert found(page) == {}
    page.goto(f"{host.named}/t/{table}/people")
    page.get_by_role("link", name="Bob", exact=True).press("Enter")
    expect(page.locator("h1")).to_have_text("Bob")
    assert rating(page) == rating(bob.page)
    assert found(page) == {}
    assert ada.sideways() <= 0
