"""Two processes are stopped and replaced, one after the other, while a game is played."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import Host
from tests.browser.visiting import Visit
from tests.databases import database_url
from tests.server.processes import Process, serving, waited_until

pytestmark = pytest.mark.postgres

# Notes whether the page has ever said that it lost the server.
WATCH = """
() => {
  const lost = document.querySelector('#lost')
  const note = () => { if (!lost.hidden) document.body.dataset.lost = 'once' }
  new MutationObserver(note).observe(lost, { attributes: true })
}
"""


def replace_one(process: Process, old: int) -> None:
    """Stops a process as a service manager does; its parent starts another one."""
    os.kill(old, signal.SIGTERM)
    waited_until(lambda: len(process.children()) == 2 and old not in process.children())


def test_a_game_goes_on_while_every_process_is_replaced(visit: Visit, tmp_path: Path) -> None:
    url = database_url(tmp_path / "home")
    with serving(url, tmp_path, "--workers", "2") as process:
        ada = visit(cast("Host", process))
        ada.page.goto("/new?game=cards_and_karma&players=2&chosen=1")
        ada.page.locator("form[action='/new'][method=post] button.primary").last.click()
        ada.wait_until_live()
        ada.page.evaluate("document.body.dataset.same = 'page'")
        ada.page.evaluate(WATCH)
        ada.play()
        for old in process.children():
            replace_one(process, old)
            ada.play()
            ada.play()
        seen = ada.page.evaluate("({...document.body.dataset})")
        assert (seen["same"], seen.get("lost")) == ("page", None)
        ada.wait_for_turn()
        number = ada.number
        ada.page.reload()
        expect(ada.page.locator("#number")).to_have_value(str(number))
