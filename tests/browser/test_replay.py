"""A finished game looked at again in a browser: keys, slider, links, eyes, phone, no script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.axe import violations
from tests.browser.hosting import Host
from tests.browser.visiting import Visit, Visitor, slow_down
from tests.server.test_replays import timeline_of

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
TAJ = "taj_mahal"


def bring(visitor: Visitor) -> str:
    """Uploads a whole game through the form; the address of its replay."""
    content = timeline_of(TAJ).replay.text().encode()
    visitor.page.goto("/replays")
    file = {"name": "taj.replay", "mimeType": "text/plain", "buffer": content}
    visitor.page.set_input_files("[name=replay]", file)  # type: ignore[arg-type]
    visitor.page.click("main button.primary")
    visitor.page.wait_for_url("**/replay/*")
    return visitor.page.url


def expect_move(page: Page, move: int) -> None:
    expect(page.locator(".where")).to_have_text(f"Move {move} of {timeline_of(TAJ).last}")
    expect(page.locator("#slide")).to_have_value(str(move))


def test_a_game_is_looked_at_with_keys_slider_and_links(host: Host, visit: Visit) -> None:
    ada = visit(host)
    address, page, last = bring(ada), ada.page, timeline_of(TAJ).last
    page.evaluate("document.body.dataset.same = 'page'")
    expect_move(page, 0)
    for key, move in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("Home", 0),
        ("PageDown", timeline_of(TAJ).marks[1].move),
    ):
        page.keyboard.press(key)
        expect_move(page, move)
    page.locator("#slide").fill("40")
    expect_move(page, 40)
    assert page.url == f"{address}?move=40"
    page.click("[data-step=forward]")
    expect_move(page, 41)
    expect(page.locator("[data-step=forward]")).to_be_focused()
    expect(page.locator("#move")).to_have_value("41")
    page.click(".chapters summary")
    page.locator(".chapters a").last.click()
    expect_move(page, timeline_of(TAJ).marks[-1].move)
    expect(page.locator("body")).to_have_attribute("data-same", "page")


def test_a_link_leads_to_a_moment_and_eyes(host: Host, visit: Visit) -> None:
    ada, eve = visit(host), visit(host)
    address = bring(ada)
    page = eve.page
    page.goto(f"{address}?move=57")
    expect_move(page, 57)
    assert page.locator(".open-hand").count() == timeline_of(TAJ).replay.players
    page.locator(".eyes a").nth(2).click()
    page.wait_for_url("**eyes=1")
    expect_move(page, 57)
    assert page.locator("#hand .card").count() > 0
    page.locator(".eyes a").last.click()
    page.wait_for_url("**eyes=watch")
    assert page.locator("#hand .card, .open-hand").count() == 0


def test_the_chances_are_found_drawn_and_lead_to_their_moves(host: Host, visit: Visit) -> None:
    ada = visit(host)
    address, page, last = bring(ada), ada.page, timeline_of(TAJ).last
    page.click("#analysis button")
    expect(page.locator("#analysis progress")).to_be_visible()
    curve = page.locator(".curve")
    expect(curve).to_be_visible(timeout=240_000)
    expect(page.locator(".chances li")).to_have_count(timeline_of(TAJ).replay.players)
    point = page.locator(".turns a").first
    move = int(point.get_attribute("data-move") or "")
    point.click()
    expect_move(page, move)
    assert page.url == f"{address}?move={move}"
    box = curve.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 20)
    expect_move(page, last)
    expect(page.locator(".curve .here")).to_have_attribute("x1", "100%")
    end = page.locator("#analysis tbody tr").last.locator("td").all_text_contents()
    expect(page.locator(".chances b")).to_have_text(end)
    page.click("#in-numbers summary")
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    assert violations(page) == []
    assert ada.sideways() == 0


def test_pieces_fly_on_a_step_forward(host: Host, visit: Visit) -> None:
    ada = visit(host, reduced_motion="no-preference")
    bring(ada)
    played = next(
        move for move in range(1, 20) if timeline_of(TAJ).between(move)[0].event.key == "played"
    )
    ada.page.goto(f"{ada.page.url}?move={played - 1}")
    expect(ada.page.locator("#auto")).to_be_visible()
    slow_down(ada.page)
    ada.page.keyboard.press("ArrowRight")
    expect(ada.page.locator(".ghost")).not_to_have_count(0)
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".ghost")).to_have_count(0)


def test_it_works_without_a_script(host: Host, visit: Visit) -> None:
    ada = visit(host, java_script_enabled=False)
    bring(ada)
    page = ada.page
    page.click("[data-step=forward]")
    expect(page.locator(".where")).to_have_text(f"Move 1 of {timeline_of(TAJ).last}")
    page.locator("[data-step=last]").click()
    expect(page.locator("#scores .bars")).to_be_visible()
    page.locator("#foot summary").first.click()
    page.locator("[data-step=first]").click()
    page.locator("#onward summary").click()
    page.locator("#onward button").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#hand .card").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_cut_off_or_hard_to_read(
    host: Host, visit: Visit, scheme: str
) -> None:
    ada = visit(host, width=390, height=844, color_scheme=scheme)
    address, page = bring(ada), ada.page
    for path in ("?move=57", f"?move={timeline_of(TAJ).last}", "?move=57&eyes=0", "/proof"):
        page.goto(address + path)
        assert ada.sideways() == 0
        assert violations(page) == []
    page.goto("/replays")
    assert violations(page) == []
