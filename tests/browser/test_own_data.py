"""Who has lost everything comes back by a code, on a phone, takes all of it along, and goes."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hosting import Host
from tests.browser.test_access import found
from tests.browser.visiting import Visit

pytestmark = pytest.mark.slow
GAME = "cards_and_karma"


def come_back(page: Page, code: str) -> None:
    """By a code, after a wrong one."""
    page.context.clear_cookies()
    page.goto("/sign-in")
    page.get_by_label("Recovery code").fill("abcd-efgh-abcd-efgh")
    page.get_by_role("button", name="Sign in with a code").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    assert found(page) == {}
    page.get_by_label("Recovery code").fill(code.upper().replace("-", " "))  # as it was noted down
    page.get_by_role("button", name="Sign in with a code").tap()
    expect(page.locator("a.me")).to_have_text("Ada Lovelace")
    expect(page.locator("main")).to_contain_text("You have 9 codes left.")


def downloaded(page: Page) -> dict[str, Any]:
    """The file with everything about oneself."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the file").tap()
    assert download.value.suggested_filename.endswith(".json")
    return cast("dict[str, Any]", json.loads(download.value.path().read_text("utf-8")))


def delete_all(page: Page) -> None:
    page.locator("summary", has_text="Delete everything").tap()
    page.get_by_label("Write your name").fill("Ada Lovelace")
    assert found(page) == {}
    page.get_by_role("button", name="Delete everything").tap()
    expect(page.locator("a.me")).to_have_attribute("href", "/sign-in")


def test_a_code_lets_in_and_all_is_taken_and_deleted(host: Host, visit: Visit) -> None:
    ada, bob = visit(host, 390, 844, has_touch=True), visit(host)
    person, page = ada.come_as("Ada Lovelace"), ada.page
    code = host.make_account(person)
    table = bob.open_table("Bob", ["me", "open"], GAME)
    host.sit(table, person)
    said: dict[str, str | float | bool] = {"text": "Hello from Analytica"}
    page.request.post(f"/t/{table}/chat", form=said, headers={"origin": host.address})
    host.play_near_end(table, left=0)
    come_back(page, code)
    assert ada.sideways() <= 0
    told = downloaded(page)
    assert told["person"]["name"] == "Ada Lovelace"
    assert [line["text"] for line in told["chat"]] == ["Hello from Analytica"]
    assert [one["id"] for one in told["tables"]] == [table]
    assert len(told["tables"][0]["log"]) == len(host.entries(table))
    assert [one["table_id"] for one in told["results"]] == [table]
    assert "Analytica" in bob.page.request.get(f"/t/{table}").text()
    delete_all(page)
    for path in (f"/replay/{table}", f"/t/{table}"):
        bob.page.goto(path)
        expect(bob.page.locator("main")).to_contain_text("N. N.")
        text = bob.page.content()
        assert "Lovelace" not in text
        assert "Analytica" not in text
