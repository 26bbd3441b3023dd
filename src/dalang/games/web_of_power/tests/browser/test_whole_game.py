"""A whole game of Web of Power through the page: two people click on the map, and a bot plays."""

from __future__ import annotations

import random
import time

import pytest
from playwright.sync_api import expect
from tests.browser.axe import violations
from tests.browser.hosting import Host
from tests.browser.visiting import ON_TABLE, Visit, Visitor

pytestmark = pytest.mark.slow
LONGEST = 600.0  # seconds
PHASES = {
    "play": "turn",
    "exchange": "turn",
    "cloister": "place",
    "advisor": "place",
    "finish": "more",
    "rest": "take",
}
QUICK = ("joker", "play", "rest")  # what brings the end near: many cards for few clicks


class Game:
    """Two people at one table; everything is chosen on the board, in the hand or from the cards."""

    def __init__(self, host: Host, visit: Visit) -> None:
        self.host, self.rng = host, random.Random(11)
        self.ada, self.bea = visit(host, width=1440), visit(host, width=1440)
        self.table = self.ada.open_table("Ada", ["me", "open", "bot-random"], "web_of_power")
        self.bea.sit(self.table, "Bea")
        self.seen: set[str] = set()  # phases that axe has looked at
        self.first_scoring = False

    def play(self) -> None:
        until = time.monotonic() + LONGEST
        while not all(person.is_over() for person in (self.ada, self.bea)):
            assert time.monotonic() < until, "the game takes too long"
            if self.host.find(self.table).record.status == "finished":
                for person in (self.ada, self.bea):
                    expect(person.page.locator("#prompt.finished")).to_be_visible()
            for person in (self.ada, self.bea):
                if person.is_to_move():
                    self.choose(person)

    def choose(self, person: Visitor) -> None:
        before, lit = person.number, person.page.locator(ON_TABLE)
        values: list[str] = lit.evaluate_all("buttons => buttons.map(button => button.value)")
        in_words = person.choices.evaluate_all("buttons => buttons.map(button => button.value)")
        assert set(values) == set(in_words)
        self.look(person, values)
        kinds = sorted({value.split()[0] for value in values})
        quick = [kind for kind in QUICK if kind in kinds]
        kind = self.rng.choice(kinds) if not quick or self.rng.random() < 0.25 else quick[0]
        places = [place for place, value in enumerate(values) if value.split()[0] == kind]
        person.click_lit(lit.nth(self.rng.choice(places)))
        person.wait_for_number_after(before)

    def look(self, person: Visitor, values: list[str]) -> None:
        """Once in every phase: nobody is shut out, and it all fits on a phone."""
        phase = next(PHASES[kind] for value in values if (kind := value.split()[0]) in PHASES)
        if phase not in self.seen:
            self.seen.add(phase)
            assert violations(person.page) == []
            check_phone(person)
        if not self.first_scoring and person.page.locator(".gained").count():
            self.first_scoring = True
            check_first_scoring(person)


def test_two_browsers_and_a_bot_play_on_the_map_to_the_end(host: Host, visit: Visit) -> None:
    game = Game(host, visit)
    game.play()
    assert game.seen == {"turn", "place", "more", "take"}
    assert game.first_scoring
    ada, scores = game.ada, host.find(game.table).record.scores
    ada.look_at_board()
    check_points(ada, scores)
    check_ticks(ada)
    assert violations(ada.page) == []
    check_phone(ada)


def check_phone(person: Visitor) -> None:
    """Nothing is wider than the window, and every choice can be reached and is not covered."""
    page = person.page
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 390, "height": 844})
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
    page.set_viewport_size(size)


def check_first_scoring(person: Visitor) -> None:
    """The points on the map are those of the list beside it."""
    on_map = person.page.locator(".gained text").all_text_contents()
    in_list = person.page.locator(".of-cloisters .mark > span:first-of-type").all_inner_texts()
    assert on_map == in_list
    assert sum(map(int, on_map)) == sum(map(int, points_of_seats(person)))


def points_of_seats(person: Visitor) -> list[str]:
    return person.page.locator(".seat .points > span:first-child").all_inner_texts()


def check_points(person: Visitor, scores: list[int]) -> None:
    """Where the points came from adds up to the points, first and second scoring told apart."""
    page = person.page
    for seat, score in enumerate(scores):
        page.click(f"#sheet-{seat} > summary")
        parts = page.locator(f"#sheet-{seat} .source > b").all_inner_texts()
        assert sum(int(part) for part in parts) == score
    titles = page.locator("#sheet .source").all_text_contents()
    assert any("first scoring" in title for title in titles)
    assert any("second scoring" in title for title in titles)


def check_ticks(person: Visitor) -> None:
    """A tick takes the points of one kind off the map and puts them back."""
    points = person.page.locator(".gained.on-cloisters").first
    expect(points).to_be_visible()
    person.page.click("#show-cloisters")
    expect(points).to_be_hidden()
    person.page.click("#show-cloisters")
    expect(points).to_be_visible()
