"""The house in a browser: a report is made and handled, friends are asked, and all is axe-clean."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import Host
from tests.browser.test_access import found
from tests.browser.visiting import Visit

pytestmark = pytest.mark.slow


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
