"""Every game to its end: one person on a phone, one with nothing but keys, and a bot.

The keys are Tab, arrows and Enter; half of the time that window is as narrow as a phone, too.  When
a question comes up, axe looks at both pages: the first time by day, the second time by night, and
then the same in the other width.  Pictures of every question are left in build/pictures.  A game
with very many decisions has been played already when they sit down, all but its last ones.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, cast

import pytest
from playwright.sync_api import Page, expect
from tests.browser.axe import violations
from tests.browser.hosting import Host
from tests.browser.playing import LEVEL, SECRET, course
from tests.browser.visiting import MOVE, ON_TABLE, Visit, Visitor

from dalang.bots import answer
from dalang.engine.session import Step
from dalang.registry import all_games

pytestmark = pytest.mark.slow
PICTURES = Path(__file__).resolve().parents[2] / "build" / "pictures"
LONGEST = 900.0  # seconds, on a busy machine
PATIENCE = 60_000  # milliseconds for one answer
LONG = 60  # decisions of the people, which is too much for two browsers
LAST = 50  # of them that are left of a long game; they are of many kinds
PHONE, DESK = (390, 844), (1280, 900)
SMALLEST = 11.0  # pixels: the size of letters on a phone
OFTEN = 3  # times that all controls are looked at for each question
LOOKS: tuple[tuple[Literal["light", "dark"], bool], ...] = (
    ("light", False),
    ("dark", False),
    ("light", True),
    ("dark", True),
)  # at the n-th time a question comes up; in the other width?

COVERED = """
() => [...document.querySelectorAll('#game button, #game summary, #game a[href]')].filter(one => {
  if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  for (let around = one; around; around = around.parentElement) // seen when it has the focus
    if (getComputedStyle(around).clipPath === 'inset(50%)') return false
  one.scrollIntoView({ block: 'center', inline: 'center' })
  const box = one.getBoundingClientRect()
  const strip = one.closest('#hand .card') ? 6 : box.width / 2
  const top = document.elementFromPoint(box.left + strip, box.top + box.height / 2)
  return box.width && !one.contains(top)
}).map(one => one.outerHTML.slice(0, 160))
"""
SMALL = """
least => {
  const small = []
  const regions = ':is(#prompt, #hand, #seats, #middle, #log)'
  for (const one of document.querySelectorAll(`#game ${regions} *`)) {
    const own = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())
    if (!own || one.closest('.sr, svg') || !one.checkVisibility()) continue
    const size = parseFloat(getComputedStyle(one).fontSize)
    if (size < least) small.push(`${size}: ${one.outerHTML.slice(0, 120)}`)
  }
  return small
}
"""
FOCUS = """
() => {
  const one = document.activeElement, box = one.getBoundingClientRect()
  const { outlineStyle, outlineWidth } = getComputedStyle(one)
  const strip = one.closest('#hand .card') ? 6 : box.width / 2
  const top = document.elementFromPoint(box.left + strip, box.top + box.height / 2)
  return {
    value: one.value ?? '',
    in_words: Boolean(one.closest('#prompt .choices')),
    ringed: one.matches(':focus-visible') && outlineStyle !== 'none' && outlineWidth >= '2px',
    covered_by: one.contains(top) ? '' : top?.outerHTML.slice(0, 160) ?? 'the window ends',
    what: one.outerHTML.slice(0, 160),
  }
}
"""


BEYOND = """
() => [...document.querySelectorAll('body *')]
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('svg'))
  .map(one => `${one.getBoundingClientRect().right} ${one.outerHTML.slice(0, 90)}`).slice(0, 8)
"""
OPEN = "all => { for (const one of all) one.open = true }"
TOWARDS = """
wanted => {
  const middle = one => {
    const box = one.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const here = document.activeElement, there = [...document.querySelectorAll(wanted)]
  if (there.includes(here)) return []
  const [x, y] = middle(here), [tx, ty] = middle(there[0]), dx = tx - x, dy = ty - y
  const across = dx > 0 ? 'ArrowRight' : 'ArrowLeft', along = dy > 0 ? 'ArrowDown' : 'ArrowUp'
  return Math.abs(dx) > Math.abs(dy) ? [across, along] : [along, across]
}
"""


class Table:
    """Two people who play as a weak bot would, each in their own way."""

    def __init__(self, host: Host, visit: Visit, game: str) -> None:
        self.host, self.game = host, game
        self.ada = visit(host, *PHONE, has_touch=True, is_mobile=True)
        self.bea = visit(host, *DESK)
        log = nearly_played(game)
        if log:
            self.table = self._open_late(log)
        else:
            self.table = self.ada.open_table("Ada", ["me", "open", f"bot-{LEVEL}"], game)
            self.bea.sit(self.table, "Bea")
        self.asked: Counter[tuple[int, str]] = Counter()  # by seat and question

    def _open_late(self, log: list[Step]) -> str:
        """A table near the end of its game."""
        people = [self.ada.come_as("Ada"), self.bea.come_as("Bea")]
        table = self.host.open_begun(self.game, people, LEVEL, SECRET, log)
        for one in (self.ada, self.bea):
            one.look_at(table)
        return table

    def turns(self) -> Iterator[tuple[int, Visitor, str]]:
        """Who has to decide, and what they want to do, until the game is over."""
        people, until = (self.ada, self.bea), time.monotonic() + LONGEST
        while (table := self.host.find(self.table)).record.status == "running":
            assert time.monotonic() < until, "the game takes too long"
            called = self.host.called(self.table)
            if called is None:  # a bot, or somebody who has nothing to decide
                self.ada.page.wait_for_timeout(10)
                continue
            seat = called.seat
            expect(people[seat].choices.first).to_be_visible(timeout=PATIENCE)
            view, number = table.view(seat), table.count
            if people[seat].number != number:
                continue
            self._look(people[seat], seat, view.known.question().key)
            yield seat, people[seat], answer(LEVEL, self.game, view.to_text(), number)
        for one in people:
            expect(one.page.locator("#prompt.finished")).to_be_visible(timeout=PATIENCE)

    def _look(self, one: Visitor, seat: int, question: str) -> None:
        """Nobody is shut out, whichever question it is, by day, by night, near and far."""
        times = self.asked[seat, question]
        self.asked[seat, question] += 1
        if seat != times % 2 and times < len(LOOKS):  # between the two, everything is looked at
            scheme, turned = LOOKS[times]
            self.inspect(one, scheme, (DESK if seat == 0 else PHONE) if turned else None)
        if seat == 0 and times < OFTEN:  # everything, not only what is going to be tapped
            assert one.page.evaluate(COVERED) == []
            assert one.page.evaluate(SMALL, SMALLEST) == []
        if times == 0:
            PICTURES.mkdir(parents=True, exist_ok=True)
            name = f"{self.game}-{question}-{('phone', 'desk')[seat]}.png"
            one.page.screenshot(path=PICTURES / name, full_page=seat == 0)

    def inspect(
        self, one: Visitor, scheme: Literal["light", "dark"], size: tuple[int, int] | None = None
    ) -> None:
        """Axe finds nothing, and nothing is too wide."""
        page, own = one.page, one.page.viewport_size
        begin_anew(page)  # the list of words closes: it lies over the table only while it is used
        page.emulate_media(color_scheme=scheme)
        if size:
            page.set_viewport_size({"width": size[0], "height": size[1]})
        assert violations(page) == []
        assert one.sideways() == 0, page.evaluate(BEYOND)
        if own and size:
            resize(one, (own["width"], own["height"]))
        begin_anew(page)  # axe scrolls


def nearly_played(key: str) -> list[Step]:
    """How a long game goes at such a table until its two people have few decisions left.

    All of it is played, as they and the bot will: the same secret leads to the same end.  Of a game
    that is not long nothing is played beforehand.
    """
    own = [turn for turn in course(key, people=2) if turn.seat < 2]
    return own[-LAST].before if len(own) > LONG else []


def tap(one: Visitor, wanted: str) -> None:
    """On a phone, on the table itself; Playwright hits nothing that lies under something else.

    By a click: two taps at one place at once are a double tap, of which a page takes the first.
    """
    page = one.page
    assert one.sideways() == 0
    one.click_lit(page.locator(f'{ON_TABLE}[value="{wanted}"]').first)


def press(one: Visitor, wanted: str) -> None:
    """By keys only: arrows lead from choice to choice, and one always sees where one is."""
    page = one.page
    if not focused(page)["in_words"]:
        tab_to(page, f"#prompt {MOVE}")
    values = cast("list[str]", one.choices.evaluate_all("all => all.map(one => one.value)"))
    way = values.index(wanted) - values.index(str(focused(page)["value"]))
    for _ in range(abs(way)):
        page.keyboard.press("ArrowDown" if way > 0 else "ArrowUp")
    enter(page, wanted)


def press_on_the_table(one: Visitor, wanted: str) -> None:
    """By keys only: with Tab, and arrows within a group, to whatever does it on the table."""
    page, button = one.page, f'{ON_TABLE}[value="{wanted}"]'
    tab_to(page, f"{button}, :is(#pieces, #hand, #middle) [data-roam]:has({button}) *")
    for _ in range(40):
        if not (keys := cast("list[str]", page.evaluate(TOWARDS, button))):
            break
        before = focused(page)["what"]
        for key in keys:
            page.keyboard.press(key)
            if focused(page)["what"] != before:
                break
    if page.evaluate(TOWARDS, button):  # a small thing in the corner of a large one
        tab_to(page, button)
    enter(page, wanted)


def enter(page: Page, wanted: str) -> None:
    """Chooses what has the focus, which everybody can see."""
    found = focused(page)
    assert found["value"] == wanted, found
    assert found["ringed"], found
    assert found["covered_by"] == "", found
    page.keyboard.press("Enter")


def resize(one: Visitor, size: tuple[int, int]) -> None:
    """Gives the window another size; whatever had the focus may lie anywhere now."""
    width, height = size
    if one.page.viewport_size != {"width": width, "height": height}:
        one.page.set_viewport_size({"width": width, "height": height})
        begin_anew(one.page)


def begin_anew(page: Page) -> None:
    """As after the first Tab, which offers to skip to the question."""
    page.locator("#h-now").evaluate("heading => heading.focus()")


def focused(page: Page) -> dict[str, object]:
    return cast("dict[str, object]", page.evaluate(FOCUS))


def tab_to(page: Page, selector: str) -> None:
    """Once around the page at most."""
    for _ in range(250):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


@pytest.mark.parametrize("game", list(all_games()))
def test_on_a_phone_and_by_keyboard_only(game: str, host: Host, visit: Visit) -> None:
    table = Table(host, visit, game)
    kinds: Counter[str] = Counter()  # of what was chosen by keys
    for decision, (seat, one, wanted) in enumerate(table.turns()):
        before, kind = one.number, wanted.split()[0]
        if seat == 0:
            tap(one, wanted)
        else:
            kinds[kind] += 1
            resize(one, DESK if decision % 40 < 20 else PHONE)
            (press_on_the_table if kinds[kind] == 2 else press)(one, wanted)
        one.wait_for_number_after(before)
    assert len({question for _, question in table.asked}) >= 3
    for one, scheme in ((table.ada, "light"), (table.bea, "dark")):
        one.page.locator("#game details").evaluate_all(OPEN)
        table.inspect(one, cast("Literal['light', 'dark']", scheme))
        name = f"{game}-over-{'phone' if one is table.ada else 'desk'}.png"
        one.page.screenshot(path=PICTURES / name, full_page=True)
