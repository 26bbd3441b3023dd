"""A whole game of Taj Mahal through the page: two people in their browsers, and a bot."""

from __future__ import annotations

import random
import re
import time

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import Host
from tests.browser.visiting import Visit, Visitor

pytestmark = pytest.mark.slow
LONGEST = 900.0  # seconds


def test_two_browsers_and_a_bot_play_to_the_end(host: Host, visit: Visit) -> None:
    ada, bea = visit(host), visit(host)
    table_id = ada.open_table("Ada", ["me", "open", "bot-random"])
    bea.sit(table_id, "Bea")
    play_to_the_end(host, table_id, [ada, bea])
    points = [points_on(person) for person in (ada, bea)]
    assert points[0] == points[1]
    table = host.find(table_id)
    assert sorted(points[0]) == sorted(table.record.scores)
    check_score_sheet(ada, table.record.scores)
    check_fairness(ada, table.record.secret.hex())
    check_rematch(ada, bea)


def play_to_the_end(host: Host, table_id: str, people: list[Visitor]) -> None:
    rng, until = random.Random(7), time.monotonic() + LONGEST
    while not all(person.is_over() for person in people):
        assert time.monotonic() < until, "the game takes too long"
        table = host.find(table_id)
        if table.record.status == "finished":
            for person in people:
                expect(person.page.locator("#prompt.finished")).to_be_visible()
        for person in people:
            if person.is_to_move():
                person.play_anything(rng)


def points_on(person: Visitor) -> list[int]:
    lines = person.page.locator(".result .pts").all_inner_texts()
    return [int(re.sub(r"\D", "", line)) for line in lines]


def check_score_sheet(person: Visitor, scores: list[int]) -> None:
    """Where the points came from adds up to the points."""
    person.look_at_board()
    for seat, score in enumerate(scores):
        person.page.click(f"#sheet-{seat} > summary")
        parts = person.page.locator(f"#sheet-{seat} .source > b").all_inner_texts()
        assert sum(int(part) for part in parts) == score


def check_fairness(person: Visitor, secret: str) -> None:
    person.page.click("#tab-chat")
    person.page.click("#fairness > summary")
    expect(person.page.locator("#fairness")).to_contain_text(secret)
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
