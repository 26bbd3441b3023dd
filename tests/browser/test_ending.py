"""The end of a game: everybody sees the same, can check that it was fair, and can play again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import Host
from tests.browser.playing import LEVEL, SECRET, course
from tests.browser.visiting import EXAMPLE, Visit, Visitor

pytestmark = pytest.mark.slow
NAMES = ("Ada", "Bea")


def test_after_the_last_move(host: Host, visit: Visit) -> None:
    people = [visit(host) for _ in NAMES]
    known = [one.come_as(name) for one, name in zip(people, NAMES, strict=True)]
    last = [turn for turn in course(EXAMPLE, len(NAMES)) if turn.seat < len(NAMES)][-1]
    table = host.open_begun(EXAMPLE, known, LEVEL, SECRET, last.before)
    for one in people:
        one.look_at(table)
    actor = people[last.seat]
    actor.wait_for_turn()
    actor.choose(actor.page.locator(f'#prompt button[value="{last.choice}"]'))
    for one in people:
        expect(one.page.locator("#ending")).to_be_visible()
    check_fairness(people[0])
    check_rematch(*people)


def check_fairness(person: Visitor) -> None:
    """The secret is told, and the whole game can be taken home."""
    person.look_at_board()
    person.page.click("#tab-chat")
    person.page.click("#fairness > summary")
    expect(person.page.locator("#fairness")).to_contain_text(SECRET.hex())
    with person.page.expect_download() as download:
        person.page.click(".after a[download]")
    assert download.value.suggested_filename.endswith(".replay")


def check_rematch(first: Visitor, second: Visitor) -> None:
    """The others are asked; once all want to, everybody comes to the new table."""
    first.page.click("#prompt button[name=again]")
    expect(first.page.locator("#prompt .asks")).to_contain_text("Bea: not answered yet")
    asked = second.page.locator("#ending .asks")  # she has not closed it yet
    expect(asked).to_contain_text("Ada would like to play again")
    second.page.click("#ending button[value=yes]")
    for person in (first, second):
        expect(person.page.locator("#prompt.running")).to_be_visible()
    assert first.table == second.table
