"""What somebody does with a browser."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import Position as Place
from tests.browser.hosting import Host

from dalang.engine.api import Position
from dalang.server.people.identity import COOKIE
from dalang.server.storage import Person

MOVE = "button[name=move]"
# what is chosen on the table itself; the question has chips for the rest of its choices
_CHIP = f"#prompt .choices li:not(.placed) {MOVE}"
ON_TABLE = f":is(:is(#pieces, #hand, #own, #seats, #middle) {MOVE}, {_CHIP})"
EDGE: Place = {"x": 6.0, "y": 20.0}  # of a card in a fan: the next one lies over the rest of it
UNPICKED = "one => Boolean(one.closest('li:has([data-picks]):not(:has(.picked))'))"
MOST_DEALS = 40
EXAMPLE = "taj_mahal"  # played where it does not matter which game it is


class Visitor:
    """Somebody with a page open."""

    def __init__(self, host: Host, page: Page, scripted: bool = True) -> None:
        self.host, self.page, self._scripted = host, page, scripted
        self._person: Person | None = None

    # --- before the game ----------------------------------------------------------------

    def come_as(self, name: str) -> Person:
        """Is known to the server from the first page on."""
        self._person, cookie = self.host.welcome(name)
        self.page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": self.host.address}])
        return self._person

    def open_table(
        self, name: str, seats: Sequence[str], game: str = EXAMPLE, **options: str
    ) -> str:
        """Has a new table and looks at it; its id.  The form for it is tested in test_pages.py."""
        return self.open_fitting(lambda dealt: True, name, seats, game, **options)

    def open_fitting(
        self,
        fits: Callable[[Position], bool],
        name: str,
        seats: Sequence[str],
        game: str = EXAMPLE,
        **options: str,
    ) -> str:
        """Has new tables until one is dealt as it should be, and looks at that."""
        person = self._person or self.come_as(name)
        for _ in range(MOST_DEALS):
            table = self.host.open_table(person, game, seats, options)
            if fits(self.host.find(table).session.position):
                self.look_at(table)
                return table
        raise AssertionError("no table is ever dealt like that")

    def pick(self, name: str, value: str) -> None:
        """One of several that look like buttons, in the form for a new table."""
        self.page.check(f"[name='{name}'][value='{value}']")

    def open_table_to_add(self, name: str) -> str:
        """A table for several at this screen where the first holds a card that can be added.

        So a card that is played is followed by another question, and by no other player.
        """
        table = self.open_fitting(_is_asked_again, name, ["me", "hot", "hot"])
        self.wait_for_turn()
        return table

    @property
    def table(self) -> str:
        return self.page.url.rpartition("/")[2].partition("?")[0]

    def look_at(self, table: str) -> None:
        self.page.goto(f"/t/{table}")
        self.wait_until_live()

    def wait_until_live(self) -> None:
        """The first update has come: from now on a choice is no ordinary form."""
        if self._scripted:
            expect(self.page.locator("#game[data-met]")).to_be_attached()

    def sit(self, table: str, name: str) -> None:
        """Takes the first free seat."""
        self.host.sit(table, self._person or self.come_as(name))
        self.look_at(table)

    # --- at the table -------------------------------------------------------------------

    @property
    def choices(self) -> Locator:
        """What may be chosen, in words."""
        return self.page.locator(f"#prompt {MOVE}")

    @property
    def number(self) -> int:
        return int(self.page.locator("#number").input_value())

    def wait_for_turn(self) -> None:
        expect(self.page.locator("#prompt.mine")).to_be_visible()

    def play(self, starting_with: str = "") -> str:
        """Plays the first choice of a kind; returns what it was."""
        self.wait_for_turn()
        before = self.number
        kind = f'[value^="{starting_with}"]' if starting_with else ""
        choice = self.page.locator(f"#prompt {MOVE}{kind}").first
        text = choice.get_attribute("value") or ""
        self.choose(choice)
        self.wait_for_number_after(before)
        return text

    def choose(self, choice: Locator) -> None:
        """Clicks a choice in words; the list of those that are on the table is opened first."""
        words = self.page.locator("#prompt .words")
        is_listed = choice.evaluate("one => Boolean(one.closest('.placed'))")
        if self._scripted and is_listed and not self.page.locator("#choices.open").count():
            words.click()
        choice.click()

    def click_lit(self, button: Locator) -> None:
        """Clicks something that is lit: in the hand at its edge, which no other card covers."""
        if button.evaluate("one => Boolean(one.closest('.choices'))"):
            self.choose(button)
        elif button.evaluate(UNPICKED):  # the card first, then what can be done with it
            card = button.locator("xpath=ancestor::li[1]").locator("[data-picks]").last
            card.click(position=EDGE)
            button.click()
        elif button.evaluate("one => Boolean(one.closest('#hand .card'))"):
            button.click(position=EDGE)
        else:
            button.click()

    def play_anything(self, rng: random.Random) -> None:
        """Clicks something that is lit, on the board, in the hand or in words."""
        before, lit = self.number, self.page.locator(MOVE)
        values: list[str] = lit.evaluate_all("buttons => buttons.map(button => button.value)")
        kind = rng.choice(sorted({value.split()[0] for value in values}))
        places = [place for place, value in enumerate(values) if value.split()[0] == kind]
        self.click_lit(lit.nth(rng.choice(places)))
        self.wait_for_number_after(before)

    def wait_for_number_after(self, number: int) -> None:
        """The server has answered."""
        until = time.monotonic() + 60
        while self.number == number:
            assert time.monotonic() < until, "no answer"
            self.page.wait_for_timeout(10)

    def is_to_move(self) -> bool:
        return self.choices.count() > 0

    def is_over(self) -> bool:
        return self.page.locator("#prompt.finished").count() > 0

    def look_at_board(self) -> None:
        """Closes what is shown when the game is over."""
        self.page.click("#ending [data-look]")
        expect(self.page.locator("#ending")).to_be_hidden()

    def sideways(self) -> int:
        """How many pixels the page is wider than the window."""
        width: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return width


def _is_asked_again(dealt: Position) -> bool:
    """Whether the player of the first card has to decide once more."""
    position = dealt.clone()
    actor, texts = position.actor(), position.legal_texts()
    first = next(number for number, text in enumerate(texts) if text.startswith("play"))
    position.apply(position.legal_actions()[first])
    return position.actor() == actor and len(position.legal_actions()) > 1


def devtools_of(page: Page) -> Any:
    """What a developer can do to a page; half of it has no types."""
    return page.context.new_cdp_session(page)


def slow_down(page: Page) -> None:
    """Everything that moves takes a hundred times as long: nobody misses it, only a key ends it."""
    devtools = devtools_of(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0.01})


Visit = Callable[..., Visitor]
