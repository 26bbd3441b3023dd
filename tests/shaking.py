"""Random pauses wherever the server waits for something: `make shake`.

A test that passes only because an answer comes quickly fails here, sooner or later, instead of on a
busy machine.  The delays are those of a slow disk, network or browser; they never cause an order of
events that could not happen otherwise.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from random import Random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page
from starlette.applications import Starlette
from starlette.types import Message, Receive, Scope, Send
from tests.browser.visiting import devtools_of

from dalang.server.notifications.public_http import PublicHttpClient
from dalang.server.storage import AsyncStore
from dalang.server.tables.audience import Audience

OFTEN, SELDOM = 0.01, 0.4  # seconds at most
CHANCE = Random()  # another one in every run


async def _pause() -> None:
    if CHANCE.random() < 0.5:
        await asyncio.sleep(CHANCE.uniform(0, SELDOM if CHANCE.random() < 0.04 else OFTEN))


def _late(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Begins at once, so that everything keeps its order, but its result is known late."""

    @wraps(work)
    async def later(*args: Any, **kwargs: Any) -> Any:
        result = await work(*args, **kwargs)
        await _pause()
        return result

    return later


def _slow_line(serve: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Delays everything that is sent and received."""

    @wraps(serve)
    async def slowly(app: Starlette, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_late(message: Message) -> None:
            await _pause()
            await send(message)

        if scope["type"] == "lifespan":
            await serve(app, scope, receive, send)
        else:
            await _pause()
            await serve(app, scope, receive, send_late)

    return slowly


def _slow_browser(new_page: Callable[[BrowserContext], Page]) -> Callable[[BrowserContext], Page]:
    """Delays a browser, as on an old phone."""

    @wraps(new_page)
    def throttled(context: BrowserContext) -> Page:
        page = new_page(context)
        rate = CHANCE.choice((1, 1, 3, 6))
        devtools_of(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
        return page

    return throttled


def pytest_configure() -> None:
    patches = pytest.MonkeyPatch()  # never undone: the run ends with it
    for method in ("read", "write"):
        patches.setattr(AsyncStore, method, _late(getattr(AsyncStore, method)))
    patches.setattr(PublicHttpClient, "post", _late(PublicHttpClient.post))
    patches.setattr(Audience, "wait_newer", _late(Audience.wait_newer))
    patches.setattr(Starlette, "__call__", _slow_line(Starlette.__call__))
    patches.setattr(BrowserContext, "new_page", _slow_browser(BrowserContext.new_page))
