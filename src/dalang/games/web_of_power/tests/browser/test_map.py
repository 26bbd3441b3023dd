"""The map of Web of Power: nearer on a phone, and with the points of a scoring on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import NEVER, Host
from tests.browser.playing import LEVEL, SECRET, Turn, course
from tests.browser.visiting import ON_TABLE, Visit, Visitor

from dalang.games.web_of_power import GAME

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
BESIDE = """
document.querySelector('.board')
  .dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))
"""  # a tap where nothing is lit
QUESTIONS = {"ask_turn", "ask_place", "ask_more", "ask_take"}


@cache
def turns(after: str = "") -> Sequence[Turn]:
    """What a person decides in a game with two bots, since something has happened there."""
    every = list(course(GAME.key, people=1, bots=2))
    told = [{event.key for event in turn.events} for turn in every]
    since = next(n for n, keys in enumerate(told) if after in keys) + 1 if after else 0
    return [turn for turn in every[since:] if turn.seat == 0]


def sit_down(host: Host, one: Visitor, turn: Turn) -> str:
    """At a table where the game has gone on until a turn."""
    table = host.open_begun(GAME.key, [one.come_as("Ada")], LEVEL, SECRET, turn.before, bots=2)
    one.look_at(table)
    one.wait_for_turn()
    return table


def test_every_question_fits_on_a_phone(hosts: Hosts, visit: Visit) -> None:
    host = hosts(pace=NEVER)
    one = visit(host, width=390, height=844)
    first = {turn.question: turn for turn in reversed(turns())}
    assert first.keys() == QUESTIONS
    for turn in first.values():
        sit_down(host, one, turn)
        check_phone(one)


def check_phone(person: Visitor) -> None:
    """Nothing is wider than the window, and every choice can be reached and is not covered."""
    page = person.page
    assert person.sideways() == 0
    lit = page.locator(ON_TABLE)
    for choice in (lit.first, lit.nth(1), lit.last):
        if choice.count():
            choice.click(trial=True, position={"x": 6, "y": 20})
    if (words := page.locator("#prompt .words")).count():
        words.click()
        for choice in (person.choices.first, person.choices.last):
            choice.click(trial=True)
        page.keyboard.press("Escape")
    page.locator(".zoom").click()
    assert person.sideways() == 0
    page.locator(".zoom").click()


def test_where_places_are_dense_a_finger_is_led_nearer(hosts: Hosts, visit: Visit) -> None:
    """The first tap brings that part of the map, the second chooses; one beside leads back."""
    host = hosts(pace=NEVER)
    one = visit(host, width=390, height=844, has_touch=True, is_mobile=True)
    page, tight = one.page, one.page.locator(".place.tight")
    for turn in turns():
        if turn.question == "ask_place":
            sit_down(host, one, turn)
            if tight.count():
                break
    number, closer = one.number, page.locator(".scroll.closer")
    tight.first.tap()
    expect(closer).to_be_attached()
    expect(tight).to_have_count(0)
    assert one.number == number
    page.evaluate(BESIDE)
    expect(closer).to_have_count(0)
    value = tight.first.get_attribute("value")
    tight.first.tap()
    page.locator(f'.place[value="{value}"]').tap()
    one.wait_for_number_after(number)
    assert host.entries(one.table)[number].text == value


def test_the_points_of_the_first_scoring_are_on_the_map(hosts: Hosts, visit: Visit) -> None:
    """They are those of the list beside it."""
    host = hosts(pace=NEVER)
    one = visit(host)
    sit_down(host, one, turns(after="first_scoring")[0])
    on_map = one.page.locator(".gained text").all_text_contents()
    in_list = one.page.locator(".of-cloisters .mark > span:first-of-type").all_text_contents()
    assert on_map == in_list
    points = one.page.locator(".seat .points > span:first-child").all_inner_texts()
    assert sum(map(int, on_map)) == sum(map(int, points))


def test_the_points_of_the_end_are_told_apart(host: Host, visit: Visit) -> None:
    one = visit(host)
    last = turns()[-1]
    sit_down(host, one, last)
    one.choose(one.page.locator(f'#prompt button[value="{last.choice}"]'))
    expect(one.page.locator("#prompt.finished")).to_be_visible()
    one.look_at_board()
    one.page.click("#tab-points")
    titles = one.page.locator("#sheet .source").all_text_contents()
    assert any("first scoring" in title for title in titles)
    assert any("second scoring" in title for title in titles)
    check_ticks(one)


def check_ticks(person: Visitor) -> None:
    """A tick takes the points of one kind off the map and puts them back."""
    points = person.page.locator(".gained.on-cloisters").first
    expect(points).to_be_visible()
    person.page.click("#show-cloisters")
    expect(points).to_be_hidden()
    person.page.click("#show-cloisters")
    expect(points).to_be_visible()
