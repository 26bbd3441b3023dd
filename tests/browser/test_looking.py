"""Looking closer at cards, by pointer, finger and key; and what a table sounds like."""

from __future__ import annotations

import wave
from array import array
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.hosting import NEVER, Host
from tests.browser.visiting import Visit, devtools_of

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
HOT = ["me", "hot", "hot"]
CARD = "#hand .card"
OVERLAP = """() => {
  const box = document.querySelector('#look').getBoundingClientRect()
  return ['#prompt', '#hand'].filter(name => {
    const other = document.querySelector(name).getBoundingClientRect()
    return box.left < other.right && other.left < box.right
      && box.top < other.bottom && other.top < box.bottom
  })
}"""


def test_a_card_under_the_pointer_is_shown_large_and_in_words(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER), width=1440)
    ada.open_table("Ada", HOT)
    ada.wait_for_turn()
    card, look = ada.page.locator(CARD).first, ada.page.locator("#look")
    words = card.locator(".sr").inner_text().split()[-1]
    own = card.bounding_box()
    assert own
    card.hover(position={"x": 8, "y": 20})
    expect(look).to_contain_text(words)
    picture = look.locator(".picture").bounding_box()
    assert picture
    assert picture["width"] > 1.5 * own["width"]
    assert ada.page.evaluate(OVERLAP) == []
    expect(ada.page.locator("#hand [title]:hover")).to_have_count(0)  # no second tooltip
    ada.page.mouse.move(2, 2)
    expect(look).to_have_count(0)


def test_the_bar_above_the_table_has_no_tooltips_of_the_browser(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER), width=1440, locale="nl-NL")
    ada.open_table("Ada", HOT)
    ada.wait_for_turn()
    menu, look = ada.page.locator(".menu > summary"), ada.page.locator("#look")
    words = menu.get_attribute("title")
    assert words
    menu.hover()
    expect(look).to_contain_text(words)
    expect(ada.page.locator(".topbar [title]:hover")).to_have_count(0)
    expect(look.locator(".picture")).to_have_count(0)
    here, there = menu.bounding_box(), look.bounding_box()
    assert here
    assert there
    assert abs(there["y"] - here["y"] - here["height"]) < 20  # not in a corner of the board


def test_words_without_a_picture_stand_beside_their_button(hosts: Hosts, visit: Visit) -> None:
    """Such as what the lamp is for; and around the tables the tooltips are our own, too."""
    ada = visit(hosts(pace=NEVER), width=1440)
    ada.open_table("Ada", ["me", "bot-random", "bot-random"])
    lamp, look = ada.page.locator("button[name=advice]"), ada.page.locator("#look")
    ada.wait_for_turn()
    lamp.hover()
    expect(look).to_have_text("Hint")
    here, there = lamp.bounding_box(), look.bounding_box()
    assert here
    assert there
    assert abs(there["y"] - here["y"] - here["height"]) < 20
    assert abs(there["x"] - here["x"]) < there["width"]
    ada.page.goto("/")
    ada.page.hover(".menu > summary")
    expect(look).to_have_text("Settings")
    expect(ada.page.locator("[title]:hover")).to_have_count(0)


def test_a_key_shows_what_has_the_focus(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER), width=1440)
    ada.open_table("Ada", HOT)
    ada.wait_for_turn()
    look = ada.page.locator("#look")
    ada.page.locator(CARD).first.focus()
    ada.page.keyboard.press("z")
    expect(look.locator(".picture")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(look).to_have_count(0)
    ada.page.click("#tab-chat")
    ada.page.locator("#say").press("z")
    expect(look).to_have_count(0)


def test_a_finger_that_stays_looks_and_does_not_play(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER), width=390, height=844, has_touch=True, is_mobile=True)
    ada.open_table("Ada", HOT)
    ada.wait_for_turn()
    card, before = ada.page.locator(f"{CARD}[name=move]").first, ada.number
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box
    spot = {"x": box["x"] + 8, "y": box["y"] + 20}
    devtools = devtools_of(ada.page)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    expect(ada.page.locator("#look .picture")).to_be_visible()
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    ada.page.locator("#h-now").tap()
    expect(ada.page.locator("#look")).to_have_count(0)
    assert ada.number == before


# --- sounds ---------------------------------------------------------------------------------


def heard(page: Page) -> list[str]:
    """The sounds that a page has fetched so far, by name."""
    found: list[str] = []
    page.on(
        "response",
        lambda answer: found.append(Path(answer.url).stem) if answer.url.endswith(".wav") else None,
    )
    return found


def test_a_table_is_silent_until_somebody_wants_to_hear_it(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    sounds = heard(ada.page)
    ada.open_table("Ada", HOT)
    ada.play("play")
    assert sounds == []
    ada.page.click("#pass button")
    ada.page.click(".menu summary")
    with ada.page.expect_response("**/turn.wav") as answer:
        ada.page.check("[data-remember=sound]")
    assert answer.value.headers["content-type"] == "audio/wav"
    ada.page.keyboard.press("Escape")
    with ada.page.expect_response("**/card.wav"):
        ada.play("play")
    ada.page.reload()
    expect(ada.page.locator("[data-remember=sound]")).to_be_checked()


def test_the_sounds_are_what_their_script_makes() -> None:
    loader = SourceFileLoader("sounds", str(Path("scripts/sounds").absolute()))
    spec = spec_from_loader("sounds", loader)
    assert spec
    script: Any = module_from_spec(spec)
    loader.exec_module(script)
    for name, make in script.SOUNDS.items():
        with wave.open(str(script.FOLDER / f"{name}.wav"), "rb") as file:
            kept = array("h", file.readframes(file.getnframes()))
        made = script.pressed(make())
        assert len(kept) == len(made)
        assert max(abs(a - b) for a, b in zip(kept, made, strict=True)) <= 1  # another libm
