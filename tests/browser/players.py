"""People at a table who know what they want: one by mouse, one by keys only, one by touch.

Their pages are watched from inside (watching.js), so nobody has to ask a page again and again.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any, ClassVar, cast

from playwright.sync_api import Error
from tests.browser.visiting import MOVE, ON_TABLE, Visit, Visitor

from dalang.server.storage import Person

WATCHING = Path(__file__).with_name("watching.js")
GONE = "Execution context was destroyed"
NOT_YET = -1
CALL = "([name, args]) => watched[name](...args)"
OFTEN = 3  # times that a finger tries: one that stays too long only looks, or the map comes nearer
AWAY = (2.0, 2.0)  # where a mouse rests and nothing is shown
HEADING = "#h-now"
NEAR = 60.0  # pixels: two taps so close to each other are a double tap, which a page takes for one,
DOUBLE = 350.0  # unless that many milliseconds lie between them: browsers wait for 300
MOST_TABS = 250  # once around a page
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
"""  # the keys that lead nearer to something; none if it has the focus

SQUARE, WIDE = 0.98, 0.74  # the least share of a laptop's height that a board of such a shape has
NARROW, NARROW_SHORT = 0.9, 0.88  # the least share of a phone's width, also of a short one's
SHORT = 2.1  # times as high as wide: phones below are short
SMALLEST = 10.9  # pixels: letters on a board
CARD = 64.0  # pixels: a card of the hand

Seen = dict[str, Any]  # what watching.js finds on a page


def check_turn(seen: Seen, about: str) -> None:
    """A window of any size holds a whole turn: nothing lit is covered, nothing scrolls."""
    assert seen["covered"] == seen["outside"] == seen["cut"] == [], about
    assert seen["loose"] == [], about
    assert seen["sideways"] <= 0, about
    assert seen["scrolls"] <= 0, about
    assert seen["smallest"] >= SMALLEST, about


def check_window(seen: Seen, size: tuple[int, int], about: str) -> None:
    """Also a large board and large cards, in a window as most people have it."""
    width, height = size
    check_turn(seen, about)
    assert seen["told"], about
    assert min(seen["cards"], default=CARD) >= CARD, about
    if width < height:
        least = NARROW if height >= SHORT * width else NARROW_SHORT
        assert seen["board"][0] >= least * width, about
    else:
        share = SQUARE if seen["ratio"] == 1 else WIDE
        assert seen["board"][1] >= share * height, about


class Player:
    """Somebody at a table, in a window of a certain size."""

    size: ClassVar[tuple[int, int]]
    context: ClassVar[dict[str, object]] = {}

    def __init__(self, visitor: Visitor, name: str) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.page.context.add_init_script(path=WATCHING)
        self.person: Person = visitor.come_as(name)
        self.decided = 0  # how often, on this page
        self.bands: Seen = {}  # where the parts of this page were when it was first looked at
        self.answers: list[float] = []  # milliseconds from a click to the board that shows it

    @classmethod
    def come(cls, visit: Visit, *args: object) -> Player:
        """Somebody new, for whom things move."""
        *given, name = args
        motion = {"reduced_motion": "no-preference"}
        return cls(visit(*given, *cls.size, **motion, **cls.context), str(name))

    def look_at(self, table: str) -> None:
        """Opens the page of a table."""
        self.visitor.look_at(table)
        self.decided, self.bands = 0, {}
        self.ask("forget")

    def ask(self, what: str, *args: object) -> Any:
        """Something that watching.js knows; an answer may be long in coming.

        A page whose socket broke on a busy machine comes anew, and is asked again.
        """
        try:
            return self.page.evaluate(CALL, [what, list(args)])
        except Error as problem:
            if GONE not in problem.message:
                raise
            self.visitor.wait_until_live()
            self.decided = NOT_YET
            return self.page.evaluate(CALL, [what, list(args)])

    def wait_until_asked(self, number: int) -> Seen:
        """What there is to be seen when it is their turn and everything has come to rest."""
        if self.ask("asked", number):
            self.close_summary()
        shift = self.ask("shift")
        return {"shift": shift} | cast("Seen", self.ask("look", ON_TABLE))

    def decide(self, wanted: str, number: int, seen: Seen) -> None:
        """Makes a choice and waits until the page shows what came of it."""
        self.ask("forget")
        for _ in range(OFTEN):
            was_closer = self.ask("closer")
            self.choose(wanted, seen)
            if self.ask("after", number, was_closer):
                break
            self.page.tap(HEADING)
        else:
            raise AssertionError(f"{wanted} is only looked at")
        self.decided += 1

    def choose(self, wanted: str, seen: Seen) -> None:
        """Clicks on the table itself; a card that can be used in several ways is picked first."""
        button = f'{ON_TABLE}[value="{wanted}"]'
        place = self.ask("place", button)
        if place["picks"]:
            self.hit(place["x"], place["y"])
            place = self.ask("place", button)
        self.hit(place["x"], place["y"])

    def hit(self, x: float, y: float) -> None:
        raise NotImplementedError

    def close_summary(self) -> None:
        """After a round, when everybody has seen what it brought."""
        self.page.click("#roundup button")


class Mouse(Player):
    """At a desk."""

    size = (1440, 900)

    def hit(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)
        self.page.mouse.move(*AWAY)  # nobody wants to look closer


class Finger(Player):
    """On a phone."""

    size = (390, 844)
    context: ClassVar[dict[str, object]] = {"has_touch": True, "is_mobile": True}

    def __init__(self, visitor: Visitor, name: str) -> None:
        super().__init__(visitor, name)
        self._last = (0.0, 0.0)

    def hit(self, x: float, y: float) -> None:
        if max(abs(x - self._last[0]), abs(y - self._last[1])) < NEAR:
            self.page.wait_for_timeout(DOUBLE)  # a tap elsewhere might put a picked card back
        self._last = (x, y)
        self.page.touchscreen.tap(x, y)


class Keys(Player):
    """On a small laptop, by Tab, arrows and Enter; one always sees where one is."""

    size = (1280, 720)

    def __init__(self, visitor: Visitor, name: str) -> None:
        super().__init__(visitor, name)
        self._kinds: Counter[str] = Counter()  # of what was chosen

    def close_summary(self) -> None:
        self.page.keyboard.press("Escape")

    def choose(self, wanted: str, seen: Seen) -> None:
        """In words; the second choice of a kind on the table itself."""
        kind = wanted.split()[0]
        self._kinds[kind] += 1
        if self._kinds[kind] == 2:
            self._go_on_the_table(f'{ON_TABLE}[value="{wanted}"]')
        else:
            self._go_in_words(wanted, seen)
        found = self.ask("focused")
        assert found["value"] == wanted, found
        assert found["ringed"], found
        assert found["covered"] == "", found
        self.page.keyboard.press("Enter")

    def _go_in_words(self, wanted: str, seen: Seen) -> None:
        values, now = cast("list[str]", seen["choices"]), seen["focused"]
        if not seen["inWords"]:
            self._tab_to(f"#prompt {MOVE}")
            now = self.ask("focused")["value"]
        way = values.index(wanted) - values.index(now)
        for _ in range(abs(way)):
            self.page.keyboard.press("ArrowDown" if way > 0 else "ArrowUp")

    def _go_on_the_table(self, button: str) -> None:
        """With Tab, and arrows within a group."""
        self._tab_to(f"{button}, :is(#pieces, #hand, #middle) [data-roam]:has({button}) *")
        for _ in range(40):
            if not (keys := cast("list[str]", self.page.evaluate(TOWARDS, button))):
                return
            before = self.ask("focused")["what"]
            for key in keys:
                self.page.keyboard.press(key)
                if self.ask("focused")["what"] != before:
                    break
        self._tab_to(button)  # a small thing in the corner of a large one

    def _tab_to(self, selector: str) -> None:
        for _ in range(MOST_TABS):
            if self.page.evaluate("it => document.activeElement.matches(it)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached by Tab")
