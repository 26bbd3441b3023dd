"""A fifth game, which is nowhere but in its own folder: in the lobby, and at a table."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from tests.browser.visiting import MOVE
from tests.fifth_game.adding import KEY, add, served

PATIENCE = 60_000  # milliseconds
BOOKS = (f"/rules/{KEY}", f"/games/{KEY}/components")


def test_it_is_played_in_a_browser(browser: Browser, tmp_path: Path) -> None:
    """From the first page to the replay; in Dutch the pages speak Dutch and the game English."""
    with served(add(tmp_path)) as address:
        for language in ("en", "nl"):
            context = browser.new_context(base_url=address, locale=language)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
            sit_down(page)
            play_to_the_end(page)
            look_back(page)
            for path in BOOKS:
                page.goto(path)
                expect(page.locator("h1")).to_contain_text("Lanterns")
            context.close()


def sit_down(page: Page) -> None:
    """By one click in the lobby."""
    page.goto("/")
    card = page.locator(".game-card").filter(has_text="Lanterns")
    expect(card.locator("img")).to_have_js_property("complete", True)
    card.locator("button").first.click()
    expect(page.locator("#prompt.mine")).to_contain_text("which lantern?")
    expect(page.locator("#game[data-met]")).to_be_attached()


def play_to_the_end(page: Page) -> None:
    """A click that makes a move, seen in the log; and so on until nobody has a lantern left."""
    over, choice = page.locator("#prompt.finished"), page.locator(f"#prompt {MOVE}").first
    hung = choice.inner_text().removeprefix("Hang up ")
    while over.count() == 0:
        number = page.locator("#number").input_value()
        choice.click()
        expect(page.locator("#number")).not_to_have_value(number)
        expect(over.or_(choice)).to_be_visible()
    assert f"hangs up {hung}" in page.locator("#log").inner_text()
    expect(page.locator(".result .pts")).to_have_count(3)


def look_back(page: Page) -> None:
    """The finished game as a replay."""
    page.locator("a[href^='/replay/']").first.click()
    page.wait_for_url("**/replay/*")
    page.keyboard.press("End")
    expect(page.locator("#scores .bars")).to_be_visible()
