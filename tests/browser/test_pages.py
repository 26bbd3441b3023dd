"""The pages around the tables, used: a table is set up and filled, a box is looked into."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import NEVER, Host
from tests.browser.test_access import found
from tests.browser.visiting import EXAMPLE, Visit

from dalang.registry import all_games

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
CONTROLS = """() => {
  const kinds = 'input:is([type=checkbox], [type=radio], [type=range]), select'
  const all = [...document.querySelectorAll(kinds)]
  const small = all.filter(one => {
    const boxes = [one, one.closest('label')].map(box => box?.getBoundingClientRect())
    const isLarge = box => box && Math.min(box.width, box.height) >= 44
    return boxes[0].width && !boxes.some(isLarge)
  })
  return [all.map(one => getComputedStyle(one).appearance), small.map(one => one.outerHTML)]
}"""  # how the browser is told to draw them, and which are too small for a finger


def test_a_table_is_set_up_changed_and_filled(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    page, others = ada.page, [key for key in all_games() if key != EXAMPLE]
    page.goto(f"/new?game={others[0]}")
    page.fill("[name=name]", "Ada")
    ada.pick("game", EXAMPLE)
    expect(page.locator(".ticket h2")).to_contain_text(all_games()[EXAMPLE].title)
    page.locator("#players-4").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".chair")).to_have_count(3)
    expect(page.locator("#players-3")).to_be_focused()
    ada.pick("seat-1", "bot")
    ada.pick("face-1", "ratna")
    expect(page.locator(".chair.s1 .who")).to_contain_text("Ratna")
    ada.pick("seat-2", "open")
    expect(page.locator(".chair.s2 .bots")).to_be_hidden()
    assert found(page) == {}
    page.click("main button.primary")
    page.wait_for_url("**/t/*")
    ada.wait_until_live()
    expect(page.locator("#waiting")).to_contain_text("Ada")
    expect(page.locator("#waiting")).to_contain_text("Ratna")
    assert ada.sideways() <= 0
    page.click("button[formaction$='/move-to/2']")
    expect(page.locator("#waiting li.s2")).to_contain_text("Ada")
    page.click("button[formaction$='/fill']")
    expect(page.locator("#waiting")).to_be_hidden()
    assert ada.host.find(ada.table).names == ("Wati", "Ratna", "Ada")


@pytest.mark.parametrize("path", ["/new?game=taj_mahal", "/find", "/me", "/tournaments/new"])
def test_controls_are_drawn_by_ourselves(host: Host, visit: Visit, path: str) -> None:
    """On a phone a finger has room; who chose the colours of the system gets its controls."""
    ada = visit(host, width=390, height=844, has_touch=True, is_mobile=True)
    ada.come_as("Ada")
    ada.page.goto(path)
    looks, small = ada.page.evaluate(CONTROLS)
    assert set(looks) <= {"none", "base-select"}
    assert small == []
    ada.page.emulate_media(forced_colors="active")
    looks, small = ada.page.evaluate(CONTROLS)
    assert set(looks) == {"auto"}


def test_the_box_is_looked_into(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    page = ada.page
    page.goto(f"/games/{EXAMPLE}/components")
    things, light = page.locator(".thing"), page.locator("#light")
    assert things.first.locator(".picture").bounding_box()["width"] >= 130  # type: ignore[index]
    things.nth(1).click()
    expect(light).to_be_visible()
    expect(page.locator("#light-name")).to_have_text(things.nth(1).locator(".name-of").inner_text())
    page.keyboard.press("ArrowRight")
    expect(page.locator("#light-name")).to_have_text(things.nth(2).locator(".name-of").inner_text())
    expect(page.locator("#light-picture svg").first).to_be_visible()
    assert found(page) == {}
    page.keyboard.press("Escape")
    expect(light).to_be_hidden()
    expect(things.nth(2)).to_be_focused()


def test_the_rules_are_searched(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    page = ada.page
    page.goto(f"/rules/{EXAMPLE}")
    paragraphs = page.locator(".rulebook p:visible")
    everything = paragraphs.count()
    page.fill("#find", "SPÉCIAL card")
    expect(page.locator("output")).to_contain_text("found")
    assert 0 < paragraphs.count() < everything
    page.fill("#find", "no such thing at all")
    expect(page.locator("output")).to_have_text("Nothing found.")
    page.fill("#find", "")
    assert paragraphs.count() == everything
