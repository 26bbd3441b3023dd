"""What those hear who cannot see the map of Taj Mahal."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import NEVER, Host
from tests.browser.visiting import Visit

from dalang.games.taj_mahal import GAME

pytestmark = pytest.mark.slow


def test_roads_goods_and_bonus_tiles_are_told(hosts: Callable[..., Host], visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    ada.open_table("Ada", ["me", "hot", "hot"], GAME.key)
    page, heard = ada.page, ada.page.get_by_role("listitem")
    roads = page.get_by_role("region", name="Cities and roads").get_by_role("listitem")
    expect(roads).to_have_count(49)
    expect(roads.filter(has_text="Kabul, a fortress: roads to Jalalabad")).to_have_count(1)
    expect(heard.and_(page.get_by_label(re.compile("bonus tile Taj Mahal")))).to_have_count(1)
    expect(heard.and_(page.get_by_label(re.compile(": bonus tile ")))).to_have_count(16)
    expect(heard.and_(page.get_by_label(re.compile(r"^1: .*, now; goods: rice$")))).to_have_count(1)
    expect(
        heard.and_(page.get_by_label(re.compile(r"^2: .*; goods: gems and tea$")))
    ).to_have_count(1)
