"""Learning by playing: one click, a guide that explains what is new, silence at a click."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations
from tests.browser.hosting import Host
from tests.browser.visiting import Visit

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("width", [1440, 390])
def test_a_newcomer_is_guided(host: Host, visit: Visit, width: int) -> None:
    ada = visit(host, width=width)
    ada.page.goto("/")
    ada.page.click('button[formaction="/learn/taj_mahal"]')
    ada.wait_for_turn()
    guide = ada.page.locator("#guide")
    expect(guide.locator("details")).to_have_attribute("open", "")
    expect(guide).to_contain_text("Twelve provinces")
    assert ada.sideways() == 0
    assert violations(ada.page) == []
    ada.play("play")
    ada.wait_for_turn()
    expect(guide).not_to_contain_text("Twelve provinces")
    expect(guide).to_contain_text("white card")
    guide.locator("a[data-rules]").click()
    expect(ada.page.locator("#rules p.here")).to_contain_text("TM 3.3")
    ada.page.keyboard.press("Escape")
    guide.locator("button[value=off]").click()
    expect(guide.locator("details")).to_have_count(0)
    guide.locator("button[value=on]").click()
    expect(guide.locator("details")).to_be_visible()
