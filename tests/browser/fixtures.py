"""Real browsers, for tests wherever they are: a plugin, loaded by the conftest.py at the top.

Chromium and Firefox come from the system (scripts/browsers installs them), or by CHROMIUM and
FIREFOX. Every test that asks for a browser lies in a folder called `browser` and is marked so (and
`slow`): `make test` runs them in one stage, by themselves, and none in the others.

Nothing of Playwright or the server is imported before a test needs it.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from tests.failing import SHOWN

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from tests.browser.firefox import Firefox
    from tests.browser.hosting import Host
    from tests.browser.visiting import Visit, Visitor

FOLDER = "browser"  # where tests by browsers lie
BROWSERS = {"browser", "firefox"}  # the fixtures
# The first is Chromium without its windows: it needs half of the processor's time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # one process less to talk to
    "--disable-quic",
    "--no-first-run",
    "--disable-sync",
)
PATIENCE = 60_000  # milliseconds: the machine may be busy with other things
PICTURES = Path("build", "failed-pages").absolute()
CONTEXTS = pytest.StashKey["list[BrowserContext]"]()
QUIET = ("--disable-background-networking", "--disable-component-update")


def chromium() -> str:
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.fail("There is no Chromium: run scripts/browsers, or set CHROMIUM to its path.")
    return found


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """If only tests by browsers are wanted, no others are read: that takes a while."""
    elsewhere = collection_path.suffix == ".py" and collection_path.parent.name != FOLDER
    return True if elsewhere and _only_browsers(config) else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Who asks for a browser is marked; nobody has to remember it."""
    if not BROWSERS.isdisjoint(getattr(item, "fixturenames", ())):
        if item.path.parent.name != FOLDER:
            raise pytest.UsageError(f"{item.nodeid} needs a browser, but is in no such folder")
        item.add_marker("browser")
        item.add_marker("slow")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first, so that no process plays a whole game while others have nothing to do."""
    items.sort(key=lambda item: "test_whole_games" not in item.nodeid)


def _only_browsers(config: pytest.Config) -> bool:
    return bool(config.getoption("-m") == "browser")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that failed says what was on the pages then."""
    report = yield
    if report.failed and call.when == "call" and CONTEXTS in item.stash:
        contexts = item.stash[CONTEXTS]
        pages = [page for context in contexts for page in context.pages]
        shown = [_show(page, f"{item.name}-{n}") for n, page in enumerate(pages)]
        report.sections.append((SHOWN, "\n".join(shown)))
    return report


def _show(page: Page, name: str) -> str:
    """Where a page is and what it looks like, if it still can be asked."""
    from playwright.sync_api import Error

    picture = PICTURES / f"{re.sub(r'[^A-Za-z0-9_.-]+', '-', name)}.png"
    try:
        page.screenshot(path=picture, timeout=10_000)
    except Error as problem:
        return f"{page.url}: no picture ({problem.message.splitlines()[0]})"
    return f"{page.url}: {picture}"


def _how_long(fixture_name: str, config: pytest.Config) -> Literal["module", "session"]:
    """While a browser runs, no other test of the process can run a loop.

    So it is there for all tests if only those by browsers run, and else for those of a module.
    """
    return "session" if _only_browsers(config) else "module"


@pytest.fixture(scope=_how_long)
def browser() -> Iterator[Browser]:
    """Chromium itself; most tests want `visit`."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS, *QUIET])


@pytest.fixture(scope=_how_long)
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """For what another engine might see differently; all other tests are Chromium's."""
    from tests.browser.firefox import running

    with running(tmp_path_factory.mktemp("firefox") / "profile") as running_one:
        yield running_one


@pytest.fixture
def hosts(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Host]]:
    """Opens servers, and closes them after the test."""
    from tests.browser.hosting import Host
    from tests.server.harness import deal_alike

    deal_alike(request.node.nodeid, monkeypatch)
    running: list[Host] = []

    def open_host(pace: float = 0.0, **more: float) -> Host:
        running.append(Host(tmp_path / str(len(running)), pace, **more))
        return running[-1]

    yield open_host
    for host in running:
        host.stop()


@pytest.fixture
def host(hosts: Callable[..., Host]) -> Host:
    return hosts()


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Gives somebody a browser of their own; whatever goes wrong in it fails the test."""
    from tests.browser.visiting import Visitor

    contexts: list[BrowserContext] = []
    request.node.stash[CONTEXTS] = contexts
    troubles: list[str] = []

    def come(host: Host, width: int = 1280, height: int = 900, **more: Any) -> Visitor:
        more = {"locale": "en-GB", "reduced_motion": "reduce"} | more
        context = browser.new_context(
            base_url=host.address, viewport={"width": width, "height": height}, **more
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.on("weberror", lambda error: troubles.append(str(error.error)))
        scripted = more.get("java_script_enabled", True)
        return Visitor(host, _listening(context.new_page(), troubles), scripted)

    yield come
    for context in contexts:
        context.close()
    assert troubles == []


def _listening(page: Page, troubles: list[str]) -> Page:
    """A refused script or style is a fault; a lost connection is not."""
    page.on(
        "console",
        lambda line: troubles.append(line.text) if "Content Security" in line.text else None,
    )
    return page
