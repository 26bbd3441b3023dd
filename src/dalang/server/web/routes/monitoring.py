"""For monitoring: is the server alive, can it serve, and what does it do?"""

from __future__ import annotations

import asyncio
import hmac

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from dalang.server import metrics
from dalang.server.people.identity import bearer_token
from dalang.server.storage import StorageError
from dalang.server.storage.health import ping
from dalang.server.web.site import site

PATIENCE = 2.0  # seconds that the database may take to answer
NOT_READY, UNKNOWN, NOT_FOUND = 503, 401, 404
NEVER_STORED = {"cache-control": "no-store"}


async def health(request: Request) -> Response:
    """The process answers.  If it does not, it should be started again."""
    return PlainTextResponse("alive\n", headers=NEVER_STORED)


async def ready(request: Request) -> Response:
    """The database answers, and the server is not about to end: it can be sent visitors."""
    tables = site(request).tables
    if tables.closing:
        return PlainTextResponse("ending\n", NOT_READY, headers=NEVER_STORED)
    if not tables.peers.is_well:
        return PlainTextResponse("no announcements\n", NOT_READY, headers=NEVER_STORED)
    try:
        async with asyncio.timeout(PATIENCE):
            await tables.store.read(ping)
    except (StorageError, TimeoutError) as error:
        metrics.ERRORS.add(type(error).__name__)
        return PlainTextResponse("no database\n", NOT_READY, headers=NEVER_STORED)
    return PlainTextResponse("ready\n", headers=NEVER_STORED)


async def measurements(request: Request) -> Response:
    """For Prometheus, if the host has set a token; without it there is no such page."""
    here = site(request)
    if not here.metrics_token:
        raise HTTPException(NOT_FOUND)
    given = bearer_token(request.headers.get("authorization", "")) or ""
    if not hmac.compare_digest(given.encode(), here.metrics_token.encode()):
        return PlainTextResponse("Who asks?\n", UNKNOWN, headers={"www-authenticate": "Bearer"})
    text = metrics.exposition({**here.tables.gauges(), "sockets": _sockets(request)})
    return PlainTextResponse(text, headers={**NEVER_STORED, "content-type": metrics.CONTENT_TYPE})


def _sockets(request: Request) -> tuple[str, float]:
    return "Pages at tables that are open.", site(request).pages.count


ROUTES = [
    Route("/health", health),
    Route("/ready", ready),
    Route("/metrics", measurements),
]
