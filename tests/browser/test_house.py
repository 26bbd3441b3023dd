"""The house in a browser: a report is made and handled, friends are asked, and all is axe-clean."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import Host
from tests.browser.test_access import found
from tests.browser.visiting import Visit

pytestmark = pytest.mark.slow


def test_a_friend_is_asked_to_a_table_and_somebody_is_blocked_by_keys(
    host: Host, visit: Visit
) -> None:
    ada, bob, eve = visit(host), visit(host), visit(host)
    stranger = eve.come_as("Eve")
    host.befriend(ada.come_as("Ada"), bob.come_as("Bob"))
    table = ada.open_table("Ada", ["me", "open", "open"])
    ada.page.get_by_role("link", name="Ask friends").press("Enter")
    assert found(ada.page) == {}
    ada.page.locator("button[name=friend]").press("Enter")
    expect(ada.page.locator("main .tokens")).to_contain_text("asked")
    bob.page.goto("/")
    expect(bob.page.locator(".invitations")).to_contain_text("Ada keeps a chair for you")
    assert found(bob.page) == {}
    bob.page.locator(".invitations").get_by_role("link").press("Enter")
    bob.wait_until_live()
    bob.page.get_by_role("button", name="Sit down").first.press("Enter")
    expect(bob.page.locator("#waiting li", has_text="Bob")).to_contain_text("you")
    bob.page.goto("/")
    expect(bob.page.locator(".invitations")).to_have_count(0)

    host.sit(table, stranger)
    ada.page.goto(f"/t/{table}/people")
    row = ada.page.locator("main .tokens form", has_text="Eve")
    row.get_by_role("button", name="Block").press("Enter")
    expect(row).to_contain_text("blocked")
    assert found(ada.page) == {}
    mine = ada.open_table("Ada", ["me", "open", "open"])
    eve.look_at(mine)
    eve.page.get_by_role("button", name="Sit down").first.press("Enter")
    expect(eve.page.locator("body")).to_contain_text("does not want to play with you")
    ada.page.goto("/friends")
    assert found(ada.page) == {}
    row.get_by_role("button", name="Unblock").press("Enter")
    expect(ada.page.locator("main")).not_to_contain_text("Blocked by you")
    eve.look_at(mine)
    eve.page.get_by_role("button", name="Sit down").first.press("Enter")
    expect(eve.page.locator("#waiting li", has_text="Eve")).to_contain_text("you")


def test_a_report_is_handled(host: Host, visit: Visit) -> None:
    ada, bob, boss = visit(host), visit(host), visit(host)
    table = ada.open_table("Ada", ["me", "open", "open"])
    host.sit(table, bob.come_as("Bob"))
    bob.look_at(table)
    bob.page.fill("#say", "You are a potato")
    bob.page.press("#say", "Enter")
    expect(bob.page.locator("#chat")).to_contain_text("potato")
    bob.page.select_option("#say-to", label="only to Ada")
    bob.page.fill("#say", "You know it")
    bob.page.press("#say", "Enter")
    expect(bob.page.locator("#chat .whisper")).to_contain_text("You know it")
    expect(bob.page.locator("#say-to")).to_have_value("0")
    ada.page.goto(f"/t/{table}/people")
    assert found(ada.page) == {}
    ada.page.get_by_role("button", name="Ask to be friends").click()
    expect(ada.page.locator("main")).to_contain_text("asked")
    ada.page.get_by_label("You are a potato").check()
    ada.page.get_by_role("button", name="Tell the hosts").click()
    expect(ada.page.get_by_role("status")).to_contain_text("A host will look at it")
    bob.page.goto("/friends")
    assert found(bob.page) == {}
    bob.page.get_by_role("button", name="Yes").click()
    expect(bob.page.get_by_role("button", name="End the friendship")).to_be_visible()

    host.make_host(boss.come_as("Hostess"))
    boss.page.goto("/me")
    boss.page.click("a[href='/host']")
    expect(boss.page.locator("blockquote")).to_have_text("You are a potato")
    assert found(boss.page) == {}
    boss.page.locator(".report summary").press("Enter")
    boss.page.fill("[name=why]", "Insults")
    boss.page.get_by_role("button", name="Shut out now").click()
    expect(boss.page.locator("main")).to_contain_text("Nothing waits for you.")
    for path in ("people?name=host", "words", "limits", "log"):
        boss.page.goto(f"/host/{path}")
        assert found(boss.page) == {}
        assert boss.sideways() <= 0
    bob.page.goto("/me")
    expect(bob.page.get_by_role("alert")).to_contain_text("Insults")
    bob.page.goto("/house-rules")
    assert found(bob.page) == {}
