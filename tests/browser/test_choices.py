"""Speed and safety as somebody likes them: confirming, premoves, the pace, and the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.axe import violations
from tests.browser.hosting import NEVER, Host
from tests.browser.visiting import MOVE, Visit, Visitor

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]


def switch(person: Visitor, name: str, value: str) -> None:
    """Chooses something in the menu, which does not leave the page."""
    page = person.page
    page.click("details.menu > summary")
    choice = page.locator(f"[form=habits-form][name={name}][value={value}]")
    choice.click()
    expect(choice).to_have_attribute("aria-current", "")
    page.keyboard.press("Escape")


def lit(person: Visitor) -> Locator:
    """The first choice in the hand, outside the question."""
    return person.page.locator(f"#hand {MOVE}").first


def test_a_move_is_shown_first_and_played_by_a_second_click_key_or_tap(
    host: Host, visit: Visit
) -> None:
    ada = visit(host, has_touch=True)
    page = ada.page
    ada.open_table("Ada", ["me", "hot", "hot"])
    switch(ada, "confirm", "on")
    number, sure = ada.number, page.locator("#sure")
    ada.wait_for_turn()
    lit(ada).click()
    expect(sure).to_be_visible()
    expect(page.locator(f"#hand {MOVE}.chosen")).not_to_have_count(0)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(sure).to_be_hidden()
    expect(page.locator(".chosen")).to_have_count(0)
    assert ada.number == number
    lit(ada).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sure-yes")).to_be_focused()
    page.keyboard.press("Enter")
    ada.wait_for_number_after(number)
    number = ada.number
    again = page.locator(MOVE).first  # in words or drawn: the second tap confirms
    again.tap()
    expect(sure).to_be_visible()
    assert ada.number == number
    page.tap("#sure-yes")
    ada.wait_for_number_after(number)
    page.reload()
    ada.wait_until_live()
    expect(page.locator("#game[data-confirms]")).to_be_attached()


def test_somebody_decides_beforehand_and_thinks_better_of_it(hosts: Hosts, visit: Visit) -> None:
    """A bot thinks for ever, until it is wanted at once."""
    host = hosts(pace=NEVER)
    ada = visit(host)
    page = ada.page
    ada.open_table("Ada", ["me", "bot-random", "bot-random"])
    choice = page.locator("button[name=premove][value=withdraw]")
    if ada.is_to_move():
        ada.play("play")
        while ada.is_to_move():
            ada.play()
    choice.click()
    expect(page.locator(".premove.set")).to_contain_text("When it is your turn: Withdraw")
    page.click(".premove.set button")
    expect(choice).to_be_visible()
    choice.click()
    switch(ada, "speed", "at_once")
    expect(page.locator("#game")).to_have_attribute("data-speed", "at_once")
    expect(page.locator(".premove.set")).to_have_count(0)
    expect(page.locator("#prompt.mine")).to_be_visible()  # what it brings is to be taken
    own = [entry.text for entry in host.entries(ada.table) if entry.actor == 0]
    assert own.count("withdraw") == 1
