"""From a click to the board that shows it, and how far a page jumps: python -m benchmarks.clicks

The end of each game is played as in tests/browser/test_whole_games.py, with motion on: three people
in three windows of one Chromium, by mouse, by keys and on a phone, and the server in the same
process. A click counts until the frame is painted in which the table has changed; a turn's layout
shift is that of everything but cards and pieces. The figures are those of all three people.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.browser.fixtures import FLAGS, QUIET, chromium
from tests.browser.hosting import Host
from tests.browser.players import Finger, Keys, Mouse, Player
from tests.browser.playing import LEVEL, SECRET, Turn, course
from tests.browser.visiting import Visitor

from dalang.registry import all_games

PEOPLE = (Mouse, Keys, Finger)
NAMES = ("Ada", "Bea", "Cas")
TITLE = "game              decisions  click to board, ms: median   95 %   layout shift: most"


@contextmanager
def at_a_table(game: str, browser: Browser, turns: list[Turn]) -> Generator[list[Player]]:
    """Three people who have sat down where the last turns begin."""
    with tempfile.TemporaryDirectory() as home:
        host = Host(Path(home, "server"))

        def visit(host: Host, width: int, height: int, **more: Any) -> Visitor:
            size: Any = {"width": width, "height": height}
            context = browser.new_context(base_url=host.address, viewport=size, **more)
            return Visitor(host, context.new_page())

        people = [kind.come(visit, host, name) for kind, name in zip(PEOPLE, NAMES, strict=True)]
        known = [one.person for one in people]
        table = host.open_begun(game, known, LEVEL, SECRET, turns[0].before, bots=0)
        for one in people:
            host.set_speed(one.person, "quick")
            one.look_at(table)
        yield people
        for one in people:
            one.page.context.close()
        host.stop()


def measure(game: str, browser: Browser, decisions: int) -> str:
    """A line of the table."""
    turns = list(course(game, len(PEOPLE), bots=0))[-decisions:]
    shifts: list[float] = []
    with at_a_table(game, browser, turns) as people:
        for turn in turns:
            one = people[turn.seat]
            seen = one.wait_until_asked(turn.number)
            shifts.append(seen["shift"]["value"])
            one.decide(turn.choice, turn.number, seen)
        answers = [time for one in people for time in one.page.evaluate("watched.answers")]
    slow = quantiles(answers, n=20)[-1]
    return f"{game:16}  {len(turns):9}  {median(answers):28.0f}  {slow:5.0f}  {max(shifts):19.4f}"


def main() -> None:
    """Every game, or those that are named."""
    parser = argparse.ArgumentParser(description="From a click to the board that shows it.")
    parser.add_argument("games", nargs="*", default=list(all_games()))
    parser.add_argument("--decisions", type=int, default=20)
    wish = parser.parse_args()
    print(TITLE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS, *QUIET])
        for game in wish.games:
            print(measure(game, browser, wish.decisions), flush=True)


if __name__ == "__main__":
    main()
