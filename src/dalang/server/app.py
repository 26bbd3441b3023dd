"""The web application, put together; `dalang serve` runs it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from dalang.engine.errors import DalangError, UnknownGame
from dalang.registry import all_games
from dalang.server import api, lobby, oneself, rulebooks, seating, tables
from dalang.server.bots import Thinkers
from dalang.server.guard import Guard
from dalang.server.house import House
from dalang.server.people import Identity
from dalang.server.refusals import NoSuchTable, explain
from dalang.server.render import HERE, Renderer
from dalang.server.rooms import PATIENCE
from dalang.server.settings import Settings
from dalang.server.site import Site, language_of, site
from dalang.server.storage import AsyncStore, Store

PACE = 0.9  # seconds between a bot's moves


def create_app(settings: Settings, pace: float = PACE, patience: float = PATIENCE) -> Starlette:
    """A server on the given data."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = AsyncStore(Store(settings.database))
        house = House(store, Thinkers(max(1, (os.cpu_count() or 2) - 1)), pace, patience)
        app.state.site = Site(house, Renderer(), Identity(settings.keys()))
        yield
        await house.stop()
        await store.close()

    views = [
        Mount(f"/view/{key}", StaticFiles(directory=spec.folder / "view"))
        for key, spec in all_games().items()
        if (spec.folder / "view").is_dir()
    ]
    return Starlette(
        routes=[
            *lobby.ROUTES,
            *oneself.ROUTES,
            *seating.ROUTES,
            *tables.ROUTES,
            *rulebooks.ROUTES,
            *api.ROUTES,
            *views,
            Mount("/static", StaticFiles(directory=HERE / "static")),
        ],
        middleware=[Middleware(Guard), Middleware(GZipMiddleware, minimum_size=800)],
        exception_handlers={DalangError: trouble, HTTPException: trouble},
        lifespan=lifespan,
    )


async def trouble(request: Request, error: Exception) -> Response:
    """A page that says what is wrong, and nothing else."""
    here = site(request)
    status = 404 if isinstance(error, NoSuchTable | UnknownGame) else 400
    if isinstance(error, HTTPException):
        status = error.status_code
        error = UnknownGame("") if status == 404 else DalangError()
    assert isinstance(error, DalangError)
    message = explain(error, language_of(request, await here.person(request)))
    return await here.page(request, "error.html", {"message": message}, status)
