"""What somebody owns, in one strip on a phone: however much it is, nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest
from tests.browser.hosting import NEVER, Host
from tests.browser.players import WATCHING, Seen
from tests.browser.playing import LEVEL, SECRET, course
from tests.browser.visiting import ON_TABLE, Visit

from dalang.games.taj_mahal import GAME

pytestmark = pytest.mark.slow
LATE = 268  # steps: three influence tiles, all four goods and symbols on the table
LONG_NAME = "Maximiliane von Hohenheim"


def test_nothing_is_cut_on_a_small_phone(hosts: Callable[..., Host], visit: Visit) -> None:
    host = hosts(pace=NEVER)
    turn = next(turn for turn in course(GAME.key, 2) if turn.number == LATE)
    people = [visit(host, 360, 740, has_touch=True, is_mobile=True) for _ in range(2)]
    known = [one.come_as(LONG_NAME) for one in people]
    one = people[turn.seat]
    one.page.context.add_init_script(path=WATCHING)
    one.look_at(host.open_begun(GAME.key, known, LEVEL, SECRET, turn.before))
    one.wait_for_turn()
    seen = cast("Seen", one.page.evaluate("onTable => watched.look(onTable)", ON_TABLE))
    assert seen["outside"] == []
