"""Environments for research show a game's own board: it takes a browser to see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import render_test
from tests.adapters.tables import every_game

import dalang.adapters.gymnasium
from dalang.adapters import camera
from dalang.adapters.pettingzoo import env
from dalang.registry import game

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:.*observation space maximum value is infinity"),
]


def _is_no_blank_sheet(picture: Any, least: int) -> bool:
    """It shows many colours; of a game without a drawing, letters."""
    colours = np.unique(picture.reshape(-1, 3)[::7], axis=0)
    return picture.shape == (1000, 1000, 3) and len(colours) > least


@every_game
def test_it_renders(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    """At the usual table; test_pettingzoo.py and tests/test_drawings.py draw all the others."""

    def make(render_mode: str | None = None) -> Any:
        return env(key, players=game(key).usual_players, render_mode=render_mode)

    tests: dict[str, Callable[[Any], bool]] = {
        "ansi": lambda text: "Seat 0" in text,
        "svg": lambda text: text.startswith("<svg") and text.endswith("</svg>"),
        "rgb_array": partial(_is_no_blank_sheet, least=1000 if game(key).scene else 1),
    }
    render_test(make, custom_tests=tests)
    assert "Seat 0" in capsys.readouterr().out


def test_gymnasium_is_content() -> None:
    dalang.adapters.gymnasium.register()
    check_env(gymnasium.make("dalang/bali-v0", players=3).unwrapped)


def test_a_picture_changes_with_the_game_and_can_be_taken_inside_a_loop() -> None:
    """As in a notebook, where an event loop is always running."""

    async def notebook() -> tuple[Any, Any]:
        game = env("web_of_power", players=3, render_mode="rgb_array")
        game.reset(seed=1)
        before = game.render()
        rng = np.random.default_rng(1)
        for _ in range(20):
            game.step(int(rng.choice(np.flatnonzero(game.last()[0]["action_mask"]))))
        return before, game.render()

    before, after = asyncio.run(notebook())
    assert not np.array_equal(before, after)


def test_a_browser_that_does_not_start_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")
    other = camera.Camera()
    with pytest.raises(Exception, match="/no/such/browser"):
        other.picture("<svg/>", 100)
    other.close()
