"""Every game to its end, with motion on: one person by mouse, one by keys only, one on a phone.

All of a game is known beforehand (playing.py).  The three sit down when only its last decisions are
left.  Before that, each question that does not come up again is asked once, and the very first one,
at a table of its own.  Whenever somebody decides, their page is looked at; the first times that a
question comes up by axe, too, once by day and once by night.

`make test-whole-games` has them sit down at the beginning: that takes too long for every change.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Literal

import pytest
from tests.browser.axe import violations
from tests.browser.hosting import Host
from tests.browser.players import Finger, Keys, Mouse, Player, Seen, check_window
from tests.browser.playing import LEVEL, SECRET, Turn, course
from tests.browser.visiting import Visit

from dalang.registry import all_games

pytestmark = pytest.mark.slow
PEOPLE = (Mouse, Keys, Finger)
LAST = int(os.environ.get("DALANG_LAST_DECISIONS", "10"))  # are left when everybody sits down
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
JUMP = 0.02  # the most that a page may shift in a turn
SMALLEST = 11.0  # pixels: the size of letters on a phone
COVERED = """
() => {
  const isCovered = one => {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    for (let around = one; around; around = around.parentElement) // seen when it has the focus
      if (getComputedStyle(around).clipPath === 'inset(50%)') return false
    one.scrollIntoView({ block: 'center', inline: 'center' })
    const box = one.getBoundingClientRect()
    const strip = one.closest('#hand .card') ? 6 : box.width / 2
    const top = document.elementFromPoint(box.left + strip, box.top + box.height / 2)
    return box.width && !one.contains(top)
  }
  const all = what => [...document.querySelectorAll(what)]
  const before = all('#game *').map(one => [one, one.scrollLeft, one.scrollTop])
  const covered = all('#game button, #game summary, #game a[href]').filter(isCovered)
  for (const [one, x, y] of before) // a map that has come nearer shows the lit places again
    if (one.scrollLeft !== x || one.scrollTop !== y) one.scrollTo(x, y)
  return covered.map(one => one.outerHTML.slice(0, 160))
}
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
FINGER = 44  # pixels: what a finger hits
NARROW = """
finger => {
  const isClipped = one => {
    for (let around = one; around; around = around.parentElement)
      if (getComputedStyle(around).clipPath === 'inset(50%)') return true
  }
  const isNarrow = one => {
    const { x, y, width, height } = one.getBoundingClientRect()
    const least = finger / 2 - 1, cx = x + width / 2, cy = y + height / 2
    if (!width) return false
    const ends = [[cx - least, cy], [cx + least, cy], [cx, cy - least], [cx, cy + least]]
    const hits = ends.map(([px, py]) => one.contains(document.elementFromPoint(px, py)))
    return !(hits[0] || hits[1]) || !(hits[2] || hits[3]) || Math.min(width, height) < 12
  }
  const tap = one => one.dispatchEvent(
    new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch' }))
  const mayBeTouched = one =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !one.ariaDisabled && !one.closest('#hand .card') && !isClipped(one) // cards are raised
  const touched = [...document.querySelectorAll('#game button, #game a[href]')].filter(mayBeTouched)
  const tight = touched.filter(one => one.matches('.tight'))
  const narrow = touched.filter(one => !tight.includes(one) && isNarrow(one))
  for (const one of tight) { // the first tap brings it nearer
    tap(one)
    if (isNarrow(one)) narrow.push(one)
    tap(document.querySelector('.board'))
  }
  return narrow.map(one => one.outerHTML.slice(0, 160))
}
"""
SHORT_PHONE = (360, 740)
DRAWN = """
() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))
"""  # the scripts have seen the new size: a board may have come nearer
OPEN = "all => { for (const one of all) one.open = true }"


def stretches(turns: Sequence[Turn]) -> Iterator[Sequence[Turn]]:
    """The first turn of all, one for each question that the end does not ask, and the end."""
    earlier, end = turns[:-LAST], turns[-LAST:]
    asked = {turn.question for turn in end}
    yield turns[:1]
    for turn in earlier:
        if turn.question not in asked:
            asked.add(turn.question)
            yield [turn]
    yield end


class WholeGame:
    """Three people, and what was seen of their game so far."""

    def __init__(self, game: str, host: Host, visit: Visit) -> None:
        self.game, self.host, self.table = game, host, ""
        names = ("Ada", "Bea", "Cas")
        kinds = zip(PEOPLE, names, strict=True)
        self.players: list[Player] = [kind.come(visit, host, name) for kind, name in kinds]
        for player in self.players:
            host.set_speed(player.person, "quick")
        self.asked: set[str] = set()
        self._inspected: dict[str, list[int]] = {}  # which seats were asked a question
        self._touched: set[str] = set()  # questions that the phone was asked

    def play(self, turns: Sequence[Turn]) -> None:
        """Those who have something to decide sit down at a new table and do so."""
        people = [player.person for player in self.players]
        self.table = self.host.open_begun(self.game, people, LEVEL, SECRET, turns[0].before, bots=0)
        for seat in sorted({turn.seat for turn in turns}):
            self.players[seat].look_at(self.table)
        for turn in turns:
            player = self.players[turn.seat]
            seen = player.wait_until_asked(turn.number)
            check(player, seen, f"{self.game} {turn.number} {turn.choice}")
            self._inspect(player, turn)
            player.decide(turn.choice, turn.number, seen)
            played = self.host.entries(self.table)[turn.number]
            assert (played.actor, played.text) == (turn.seat, turn.choice), turn
            self.asked.add(turn.question)

    def _inspect(self, player: Player, turn: Turn) -> None:
        """Nobody is shut out, whichever question it is, by day and by night."""
        if isinstance(player, Finger) and turn.question not in self._touched:
            self._touched.add(turn.question)
            assert out_of_reach(player) == [], turn
        looked = self._inspected.setdefault(turn.question, [])
        if turn.seat in looked or len(looked) == len(SCHEMES):
            return
        assert inspect(player, SCHEMES[len(looked)]) == [], (type(player), turn)
        looked.append(turn.seat)


def check(player: Player, seen: Seen, about: str) -> None:
    """What holds whenever somebody decides."""
    about = f"{type(player).__name__} {about}: {seen}"
    check_window(seen, player.size, about)
    assert set(seen["lit"]) == set(seen["choices"]), about
    assert seen["shift"]["value"] < JUMP, about
    player.bands = player.bands or seen["bands"]
    assert moved(player.bands, seen["bands"]) == [], about
    if isinstance(player, Keys) and player.decided > 0:
        assert seen["focused"], about


def moved(before: Seen, now: Seen) -> list[str]:
    """Which parts of the page are not where they were: the question, the board, the hand …"""
    return [
        f"{name} {before[name]} -> {now[name]}"
        for name in before
        if any(abs(a - b) > 1 for a, b in zip(place(before[name]), place(now[name]), strict=True))
    ]


def place(box: list[float] | None) -> list[float]:
    """Left, top and height; beside a hand there may be more or less."""
    return [box[0], box[1], box[3]] if box else []


def inspect(player: Player, scheme: Literal["light", "dark"]) -> list[str]:
    """What axe finds."""
    player.page.emulate_media(color_scheme=scheme)
    player.ask("rest")  # the list of words closes: it lies over the table only while it is used
    found = violations(player.page)
    player.ask("back")
    return found


def out_of_reach(player: Player) -> list[str]:
    """What cannot be touched or read on a phone."""
    player.ask("rest")
    page = player.page
    found: list[str] = [*page.evaluate(COVERED), *page.evaluate(SMALL, SMALLEST)]
    for width, height in (SHORT_PHONE, player.size):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        page.evaluate("scrollTo(0, 0)")
        found += [f"{width} x {height}: {one}" for one in page.evaluate(NARROW, FINGER)]
    page.evaluate("scrollTo(0, 0)")
    player.ask("back")
    return found


@pytest.mark.parametrize("game", list(all_games()))
def test_three_people_play_to_the_end(game: str, host: Host, visit: Visit) -> None:
    turns = list(course(game, len(PEOPLE), bots=0))
    whole = WholeGame(game, host, visit)
    for stretch in stretches(turns):
        whole.play(stretch)
    assert whole.asked == {turn.question for turn in turns}
    scores = host.find(whole.table).record.scores
    for player in whole.players:
        player.ask("over")
        assert sorted(points_on(player)) == sorted(scores)
        player.page.locator("#game details").evaluate_all(OPEN)
    for player, scheme in zip(whole.players[1:], SCHEMES, strict=True):
        player.page.emulate_media(color_scheme=scheme)
        assert violations(player.page) == []
        assert player.visitor.sideways() == 0
    check_score_sheet(whole.players[0], scores)


def points_on(player: Player) -> list[int]:
    lines = player.page.locator(".result .pts").all_inner_texts()
    return [int(re.sub(r"\D", "", line)) for line in lines]


def check_score_sheet(player: Player, scores: Sequence[int]) -> None:
    """Where the points came from adds up to the points."""
    for seat, score in enumerate(scores):
        parts = player.page.locator(f"#sheet-{seat} .source > b").all_text_contents()
        assert sum(int(part) for part in parts) == score
