"""Learning by playing: bubbles at what they are about, one idea at a time, silence at a click."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.axe import violations
from tests.browser.hosting import Host
from tests.browser.visiting import Visit

pytestmark = pytest.mark.slow
LIT = "#hand button[name=move]"
HIDDEN = """([bubble, things]) => {
  const box = document.querySelector(bubble).getBoundingClientRect()
  const meets = other => other.width && other.top < innerHeight && other.left < innerWidth &&
    Math.min(box.right, other.right) > Math.max(box.left, other.left) &&
    Math.min(box.bottom, other.bottom) > Math.max(box.top, other.top)
  const boxes = [...document.querySelectorAll(things)].map(one => one.getBoundingClientRect())
  return boxes.filter(meets).length
}"""  # how many things a bubble lies over


def covered(page: Page, things: str) -> int:
    count: int = page.evaluate(HIDDEN, ["#coach .bubble", things])
    return count


def read_on(page: Page, until: Locator) -> list[str]:
    """Reads one bubble after the other, until something is there; returns what they said."""
    said: list[str] = []
    bubble = page.locator("#coach .bubble")
    while not until.is_visible():
        expect(bubble).to_be_focused()
        assert covered(page, "#prompt") == 0
        said.append(page.locator("#coach-says").inner_text())
        bubble.locator(".next").click()
    return said


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_newcomer_is_guided(host: Host, visit: Visit, width: int, height: int) -> None:
    ada = visit(host, width=width, height=height)
    page = ada.page
    page.goto("/")
    page.click('button[formaction="/learn/taj_mahal"]')
    ada.wait_for_turn()
    says, bubble = page.locator("#coach-says"), page.locator("#coach .bubble")
    expect(says).to_contain_text("Twelve provinces")
    expect(page.locator("#guide")).to_be_hidden()
    assert ada.sideways() == 0
    assert violations(page) == []
    said = read_on(page, bubble.get_by_text("Think about this"))
    assert len(said) > 4
    assert len(said) == len(set(said))
    expect(bubble.locator(".next")).to_be_hidden()  # the lit cards are the button
    assert covered(page, f"{LIT}, #prompt") == 0
    page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()
    assert page.evaluate(f"document.activeElement.matches('{LIT}')")
    page.locator("#coach .face").click()
    expect(says).to_contain_text("Think about this")
    page.locator(LIT).first.click()
    expect(says).not_to_contain_text("Think about this")
    page.reload()
    ada.wait_until_live()
    expect(says).not_to_contain_text(re.compile("Twelve provinces"))  # it was read
    expect(bubble).to_be_visible()
    bubble.get_by_text("I know this game").click()
    ada.wait_until_live()
    expect(page.locator("#coach .face")).to_be_hidden()
    expect(bubble).to_be_hidden()
    page.locator("#guide button[value=on]").click()
    expect(bubble).to_be_visible()


def test_without_a_script_the_guide_is_text(host: Host, visit: Visit) -> None:
    ada = visit(host, java_script_enabled=False)
    ada.page.goto("/")
    ada.page.click('button[formaction="/learn/taj_mahal"]')
    guide = ada.page.locator("#guide")
    expect(guide).to_contain_text("Twelve provinces")
    expect(guide.locator("details")).to_have_attribute("open", "")
    expect(ada.page.locator("#coach")).to_be_hidden()
