"""What just happened: the last move, its rings, what a round brought, the chat, who is there."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from random import Random

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import NEVER, Host
from tests.browser.playing import LEVEL, SECRET, course
from tests.browser.visiting import EXAMPLE, MOVE, Visit, Visitor

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
ALONE = ["me", "bot-random", "bot-random"]
SCROLLED = """
async away => {
  const panel = document.querySelector('#panel-log')
  panel.scrollTo(0, away)
  await new Promise(done => panel.addEventListener('scroll', done, { once: true }))
}
"""  # by the reader
TOPS = """
() => Object.fromEntries([...document.querySelectorAll('#log li.turn')]
  .map(line => [line.innerText, line.getBoundingClientRect().top]))
"""


def test_the_last_move_stays_in_view_and_is_ringed_until_the_next(host: Host, visit: Visit) -> None:
    ada = visit(host, width=390, height=844)
    ada.open_table("Ada", ALONE)
    page, rng, seen = ada.page, Random(2), set[str]()
    last, ring = page.locator("#last"), page.locator(".lastmark:not(.old)")
    ada.wait_for_turn()  # from here on nothing changes but by what Ada plays
    while ring.count() == 0:  # until somebody has built something
        ada.play_anything(rng)
        ada.wait_for_turn()
        seen.add(last.get_attribute("data-number") or "")
    assert len(seen) > 1
    expect(last).to_be_in_viewport()
    expect(last.locator(".who")).to_contain_text("Kayon")
    colour = re.search(r"\bs\d\b", last.get_attribute("class") or "")
    assert colour
    expect(page.locator(f".lastmark.{colour[0]}:not(.old)").first).to_be_attached()
    log = page.locator("#log li.fresh").all_text_contents()
    assert any("Kayon" in line for line in log)
    assert not any(
        "Added to the display" in line for line in page.locator("#heard p").all_inner_texts()
    )


def test_the_log_does_not_move_what_is_being_read(host: Host, visit: Visit) -> None:
    ada = visit(host, height=720)
    own = (turn for turn in course(EXAMPLE, 1, bots=2) if turn.seat == 0)
    turns = list(islice(own, 15, 17))
    person = ada.come_as("Ada")
    table = host.open_begun(EXAMPLE, [person], LEVEL, SECRET, turns[0].before, bots=2)
    ada.look_at(table)
    panel = ada.page.locator("#panel-log")
    ada.page.evaluate(SCROLLED, 150)
    before: dict[str, float] = ada.page.evaluate(TOPS)
    ada.play(turns[0].choice)
    ada.wait_for_turn()
    now: dict[str, float] = ada.page.evaluate(TOPS)
    read = before.keys() & now.keys()
    assert len(read) > 5
    assert {text: round(now[text] - before[text]) for text in read} == dict.fromkeys(read, 0)
    assert panel.evaluate("panel => panel.scrollTop") > 150
    ada.page.evaluate(SCROLLED, 0)
    ada.play(turns[1].choice)
    ada.wait_for_turn()
    assert panel.evaluate("panel => panel.scrollTop") == 0  # the newest turn is in view


def leave_at_once(person: Visitor) -> None:
    """Withdraws, and takes whatever there is to take, until a round is over."""
    page = person.page
    over = page.locator("#roundup:popover-open")
    while over.count() == 0:
        expect(page.locator(f"#prompt {MOVE}").or_(over).first).to_be_visible()
        if over.count() == 0:
            person.play()


def test_after_a_round_everybody_looks_at_who_got_what(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=0.01))
    ada.open_table("Ada", ALONE)
    leave_at_once(ada)
    box = ada.page.locator("#roundup")
    expect(box.locator("li")).to_have_count(3)
    expect(box).to_contain_text("Round 2")
    expect(ada.page.locator("#heard")).to_contain_text("Who got what")
    ada.page.keyboard.press("Escape")
    expect(box).to_be_hidden()


def test_the_chat_is_noticed_and_can_be_muted(hosts: Hosts, visit: Visit) -> None:
    host = hosts(pace=NEVER)
    ada, bea = visit(host), visit(host)
    table = ada.open_table("Ada", ["me", "open", "bot-random"])
    bea.sit(table, "Bea")
    expect(ada.page.locator(".seat .is-here")).to_have_count(2)
    bea.page.click("#tab-chat")
    bea.page.fill("#say", "Hello")
    bea.page.click(".chat .say button")
    expect(ada.page).to_have_title(re.compile(r"^\(1\) "))
    expect(ada.page.locator("#tab-chat .unread")).to_contain_text("1")
    ada.page.set_viewport_size({"width": 390, "height": 844})
    expect(ada.page.locator(".tabbar .unread")).to_be_in_viewport(ratio=1)
    ada.page.set_viewport_size({"width": 1280, "height": 900})
    ada.page.click("#tab-chat")
    expect(ada.page).not_to_have_title(re.compile(r"^\(1\) "))
    expect(ada.page.locator("#chat li time")).to_have_text(re.compile(r"^\d?\d:\d\d"))
    ada.page.click("#mute")
    expect(ada.page.locator("#chat")).to_be_hidden()
    ada.look_at(table)
    expect(ada.page.locator("#mute")).to_have_attribute("aria-pressed", "true")
    ada.page.click("#tab-chat")
    ada.page.click("#resign summary")
    expect(ada.page.locator("#resign button")).to_be_in_viewport(ratio=1)
    bea.page.goto("/")
    expect(ada.page.locator("#seats .is-where")).to_have_text("offline")
