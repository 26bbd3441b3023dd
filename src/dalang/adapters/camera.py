"""Drawings as pixels.  Boards are laid out by style sheets, so this needs a browser: Chromium.

The one of the system is used (CHROMIUM says where it is if it is not in the path), else the one
that `playwright install chromium` installs.  It runs in its own thread, so that it works in
notebooks too; it starts with the first picture and ends with the program.
"""

from __future__ import annotations

import atexit
import os
import queue
import shutil
import threading
from collections.abc import Generator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO

from dalang.adapters import MissingLibrary

try:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image
    from playwright.sync_api import Page, sync_playwright
except ModuleNotFoundError as missing:
    raise MissingLibrary(missing) from missing

# The first is Chromium without its windows: it needs half of the processor's time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PAGE = "<!doctype html><style>body {{ margin: 0 }} svg {{ display: block }}</style>{}"
PATIENCE = 120_000  # milliseconds, for busy machines


@dataclass(frozen=True)
class Wish:
    """A picture to take."""

    drawing: str
    side: int
    taken: Future[bytes]


class Camera:
    """A browser that takes pictures, one after the other."""

    def __init__(self) -> None:
        self._wishes: queue.SimpleQueue[Wish | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="camera", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def picture(self, drawing: str, side: int) -> NDArray[np.uint8]:
        """A drawing as an array of rows, columns and three colours."""
        taken: Future[bytes] = Future()
        self._wishes.put(Wish(drawing, side, taken))
        with Image.open(BytesIO(taken.result())) as picture:
            return np.asarray(picture.convert("RGB")).copy()

    def close(self) -> None:
        """The browser ends."""
        self._wishes.put(None)
        self._thread.join()

    def _work(self) -> None:
        wish = self._wishes.get()
        while wish is not None:
            try:
                with _page() as page:
                    while wish is not None:
                        wish.taken.set_result(_take(page, wish.drawing, wish.side))
                        wish = self._wishes.get()
            except Exception as problem:  # the caller is told; the next one gets a new browser
                if wish is not None:
                    wish.taken.set_exception(problem)
                    wish = self._wishes.get()


def _take(page: Page, drawing: str, side: int) -> bytes:
    page.set_viewport_size({"width": side, "height": side})
    page.set_content(PAGE.format(drawing))
    page.evaluate("document.fonts.ready.then(() => null)")
    return page.screenshot(animations="disabled")


@contextmanager
def _page() -> Generator[Page]:
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        page = browser.new_page(color_scheme="light", reduced_motion="reduce")
        page.set_default_timeout(PATIENCE)
        try:
            yield page
        finally:
            browser.close()


@cache
def camera() -> Camera:
    """The one of this program."""
    return Camera()
