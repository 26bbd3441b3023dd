"""What those hear who cannot see the map of Web of Power."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import NEVER, Host
from tests.browser.visiting import Visit

from dalang.games.web_of_power import GAME

pytestmark = pytest.mark.slow


def test_roads_and_alliances_are_told(hosts: Callable[..., Host], visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    ada.open_table("Ada", ["me", "hot", "hot"], GAME.key)
    alliances = ada.page.get_by_role("list", name="Alliances").get_by_role("listitem")
    expect(alliances).to_have_count(15)
    expect(alliances.first).to_have_text("Alliance 1: England and France")
    told = ada.page.get_by_role("region", name="Spaces and roads").get_by_role("listitem")
    expect(told.filter(has_text=": roads to ")).to_have_count(50)
    expect(told.filter(has_text="Ely: roads to Westminster and Fountains.")).to_have_count(1)
    expect(told.filter(has_text=": by sea to ")).to_have_count(4)
