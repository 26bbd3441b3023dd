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


SIZES = ((1280, 720), (390, 844), (360, 740))
ONE_OVER_THE_OTHER = """
() => {
  const parts = document.querySelectorAll(
    '#prompt :is(h2, .tools button), #prompt > :is(.lingers, .premove) > *')
  const seen = [...parts].filter(one => one.checkVisibility() && one.getClientRects().length)
  const boxes = seen.map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
  const room = document.querySelector('#prompt').getBoundingClientRect()
  const meet = (from, to, start, end) => from < end - 1 && start < to - 1
  const isOut = b => b.top < room.top || b.bottom > room.bottom || b.right > room.right
  const found = boxes.filter(([, b]) => isOut(b)).map(([one]) => `${one} outside`)
  for (const [number, [one, a]] of boxes.entries())
    for (const [other, b] of boxes.slice(number + 1))
      if (meet(a.left, a.right, b.left, b.right) && meet(a.top, a.bottom, b.top, b.bottom))
        found.push(`${one} and ${other}`)
  return found
}
"""


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


@pytest.mark.parametrize("language", ["en-GB", "nl-NL", "de-DE"])
def test_what_stands_beside_the_question_covers_nothing(
    hosts: Hosts, visit: Visit, language: str
) -> None:
    """The time to take back, and what is decided beforehand, in windows of all sizes."""
    ada = visit(hosts(pace=NEVER, grace=NEVER), locale=language)
    page = ada.page
    ada.open_fitting(lambda dealt: dealt.actor() == 0, "Ada", ["me", *["bot-random"] * 4])
    switch(ada, "grace", "on")
    ada.play("withdraw")
    while ada.is_to_move():
        ada.play("take")
    expect(page.locator(".lingers")).to_be_visible()
    check_prompt(ada)
    page.locator("#prompt [name=undo]").click()
    ada.wait_for_turn()
    ada.open_fitting(lambda dealt: dealt.actor() != 0, "Ada", ["me", *["bot-random"] * 4])
    page.set_viewport_size({"width": SIZES[-1][0], "height": SIZES[-1][1]})
    check_prompt(ada)
    page.click("button[name=premove][value=withdraw]")
    expect(page.locator(".premove.set")).to_be_visible()
    check_prompt(ada)


def check_prompt(person: Visitor) -> None:
    """On the smallest phone last, where it goes on."""
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.page.evaluate(ONE_OVER_THE_OTHER) == [], (width, height)
