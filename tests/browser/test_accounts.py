"""The whole way to an account and back, with a passkey of Chromium's virtual authenticator."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hosting import Host
from tests.browser.test_access import found
from tests.browser.visiting import Visit

pytestmark = pytest.mark.slow
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_passkeys(page: Page) -> None:
    """Plugs a virtual authenticator in."""
    session: Any = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})


def test_a_guest_makes_an_account_and_signs_in_again(host: Host, visit: Visit) -> None:
    ada = visit(host)
    page = ada.page
    with_passkeys(page)
    page.goto(f"{host.named}/sign-in")
    assert found(page) == {}
    page.fill("form[action='/sign-in/new'] input", "Ada")
    page.click("form[action='/sign-in/new'] button")
    expect(page.locator("h1")).to_have_text("Account")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("form[action^='/me/passkey/']")).to_have_count(1)
    page.get_by_role("button", name="Make new codes").click()
    code = page.locator(".codes code").first.inner_text()
    assert found(page) == {}
    assert ada.sideways() <= 0
    page.goto(f"{host.named}/me")
    assert found(page) == {}
    page.locator("summary", has_text="Sign out").first.click()
    page.click("form[action='/me/sign-out'] button")
    page.click("a[href='/sign-in']")
    page.get_by_role("button", name="Sign in with a passkey").press("Enter")
    expect(page.locator("a.me")).to_have_text("Ada")
    lost = visit(host)
    lost.page.goto(f"{host.named}/sign-in")
    lost.page.fill("[name=code]", code)
    lost.page.click("form[action='/sign-in/code'] button")
    expect(lost.page.locator("a.me")).to_have_text("Ada")
    expect(lost.page.locator("form[action^='/me/browser/']")).to_have_count(2)
    lost.page.locator("form[action^='/me/browser/']", has_text=re.compile("last here")).get_by_role(
        "button"
    ).click()
    page.goto(f"{host.named}/me/account")
    expect(page.locator("h1")).to_have_text("Welcome back")  # this browser was signed out


def test_a_guests_games_are_taken_along(host: Host, visit: Visit) -> None:
    ada = visit(host)
    page = ada.page
    with_passkeys(page)
    page.goto(f"{host.named}/sign-in")
    page.fill("form[action='/sign-in/new'] input", "Ada")
    page.click("form[action='/sign-in/new'] button")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("form[action^='/me/passkey/']")).to_have_count(1)
    page.context.clear_cookies()
    page.goto(f"{host.named}/new?game=taj_mahal")
    page.fill("[name=name]", "Guest of Ada")
    page.click("main button.primary")
    page.wait_for_url("**/t/*")
    table = page.url
    page.goto(f"{host.named}/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("h1")).to_have_text("Take your games along?")
    assert found(page) == {}
    page.get_by_role("button", name="Take them along").click()
    page.wait_for_url(f"{host.named}/")
    page.goto(table)
    expect(page.locator("body")).to_contain_text("Ada")
    assert "Guest of Ada" not in page.content()


def test_a_way_that_fails_is_told(host: Host, visit: Visit) -> None:
    ada = visit(host)
    ada.page.goto(f"{host.named}/sign-in")
    with_passkeys(ada.page)  # without a passkey of ours
    ada.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("No passkey was used")
    ada.page.goto(f"{host.address}/sign-in")  # an address in numbers
    expect(ada.page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
