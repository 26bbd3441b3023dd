"""Assembles the web application; `dalang serve` runs it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Lifespan

from dalang.engine.errors import DalangError, UnknownGame
from dalang.engine.words import SOURCE_LANGUAGE
from dalang.server.errors import UNAVAILABLE, Refusal, explain, status_of
from dalang.server.limits import Limits, RateLimiter
from dalang.server.notifications.mail import Mailer
from dalang.server.notifications.notices import CALM, Notifier
from dalang.server.notifications.public_http import PublicHttpClient
from dalang.server.notifications.push import Pusher
from dalang.server.people.bot_names import check_own
from dalang.server.people.identity import Identity
from dalang.server.rendering.pages import Renderer
from dalang.server.rendering.replay_painter import ReplayPainter
from dalang.server.replays.analysis import AnalysisService
from dalang.server.replays.archive import Archive
from dalang.server.settings import Settings
from dalang.server.shared_keys import SharedKeys, shared_keys
from dalang.server.storage import AsyncStore, Store, now, queries
from dalang.server.storage.announcing import Announcement
from dalang.server.tables.bot_workers import AdviceWorkers, BotWorkers
from dalang.server.tables.cluster import Cluster
from dalang.server.tables.hints import HintService
from dalang.server.tables.manager import TableManager
from dalang.server.tables.matchmaking import Matchmaker
from dalang.server.tables.pacing import Pacer
from dalang.server.tables.peers import Peers
from dalang.server.tables.remote_workers import RemoteWorkers
from dalang.server.tables.table import PATIENCE
from dalang.server.tables.thinking_time import ThinkingTime
from dalang.server.tables.upgrade import change_when_compiled
from dalang.server.tournaments.organiser import Organiser
from dalang.server.web.middleware import ProtectionMiddleware
from dalang.server.web.routes import (
    accounts,
    api,
    friends,
    gallery,
    invitations,
    learning,
    lobby,
    matchmaking,
    moderation,
    monitoring,
    new_table,
    notification_settings,
    personal_data,
    players,
    profile,
    ratings,
    replays,
    reporting,
    rules,
    seating,
    sign_in,
    tables,
    tournaments,
)
from dalang.server.web.site import Site, language_of, see_for_ever, site

NOT_FOUND, WRONG_METHOD = 404, 405
PACE = 0.9  # seconds between a bot's moves


def create_app(
    settings: Settings,
    pace: float = PACE,
    patience: float = PATIENCE,
    limits: Limits | None = None,
    bot_workers: BotWorkers | None = None,
    advice_workers: AdviceWorkers | None = None,
    http_client: PublicHttpClient | None = None,
    calm: float = CALM,
    thinking_time: ThinkingTime | None = None,
) -> Starlette:
    """A server on the given data."""
    check_own(settings.bots)
    limits = limits or settings.limits
    limiter = RateLimiter(limits)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        with closing(Store(settings.database)) as disk:
            store = AsyncStore(disk)
            workers = bot_workers or BotWorkers(settings.bot_workers, own=settings.bots)
            experts = advice_workers or AdviceWorkers()
            keys = shared_keys(settings, disk)
            client = http_client or PublicHttpClient()
            notifier = Notifier(store, client, Pusher(keys.push), calm)
            house = _peers(store, workers, experts)
            manager = TableManager(
                store, workers, pace, patience, notifier.turn, thinking_time, settings.bounds, house
            )
            here = _site(settings, limits, limiter, manager, notifier, experts, keys)
            app.state.site = here
            _hear_of_people(here)
            await _join(house, manager)
            async with _chores(here, settings, workers, experts):
                yield
            await _stop(here)
            experts.stop()
            await store.close()

    return _application(limits, limiter, lifespan)


async def _join(house: Peers, manager: TableManager) -> None:
    """The other processes know of this one; if there is none, nobody's time has run meanwhile."""
    await house.begin(manager)
    if not house.others:
        await manager.store.write(queries.resume_clocks, now())


def _peers(store: AsyncStore, workers: BotWorkers, experts: AdviceWorkers) -> Peers:
    """The other processes of the house, if there are any, and workers that think elsewhere."""
    if not store.is_shared:
        return Peers()
    house = Cluster(store)
    workers.elsewhere = experts.elsewhere = RemoteWorkers(store, house)
    return house


def _application(limits: Limits, limiter: RateLimiter, lifespan: Lifespan[Starlette]) -> Starlette:
    """Routes, and what every request passes."""
    app = Starlette(
        routes=_routes(),
        middleware=[
            Middleware(ProtectionMiddleware, limits=limits, limiter=limiter),
            Middleware(GZipMiddleware, minimum_size=800, compresslevel=5),
        ],
        exception_handlers={DalangError: trouble, HTTPException: trouble},
        lifespan=lifespan,
    )
    app.state.limits = limits  # for the process that listens
    app.router.redirect_slashes = False  # a path with a slash too many is another path
    return app


def _site(
    settings: Settings,
    limits: Limits,
    limiter: RateLimiter,
    manager: TableManager,
    notifier: Notifier,
    experts: AdviceWorkers,
    keys: SharedKeys,
) -> Site:
    """What the routes work with."""
    return Site(
        manager,
        Archive(manager),
        Renderer(),
        Identity(keys.identity),
        limits,
        HintService(experts, limits, manager.peers),
        AnalysisService(manager.store, experts, limits.waiting),
        notifier,
        limiter,
        ReplayPainter(limits.drawing_queue),
        Organiser(manager),
        Matchmaker(manager),
        metrics_token=settings.metrics_token,
        public_url=settings.public_url,
        mailer=Mailer(settings.mail) if settings.mail else None,
        bounds=settings.bounds,
        home=settings.home,
    )


def _hear_of_people(here: Site) -> None:
    """What concerns the pages and streams of a person, through whichever process."""

    def signed_out(said: Announcement) -> None:
        here.pages.end(said.subject)
        here.streams.end(said.subject)

    peers = here.tables.peers
    peers.hear("signed-out", signed_out)
    peers.hear("token-revoked", lambda said: here.streams.end(said.subject))
    peers.hear("refresh", lambda said: here.archive.forget([said.subject]))
    peers.hear("deleted", lambda said: here.archive.forget([said.subject]))


@asynccontextmanager
async def _chores(
    here: Site, settings: Settings, workers: BotWorkers, experts: AdviceWorkers
) -> AsyncGenerator[None]:
    """What a server does by itself, for as long as the block lasts."""
    pacer = Pacer(here.tables, here.notifier.call)
    chores = [
        here.tables.tidy_for_ever(),
        pacer.look_for_ever(),
        here.organiser.look_for_ever(),
        here.matchmaker.fill_for_ever(),
        see_for_ever(here),
    ]
    if settings.compiled:
        chores.append(change_when_compiled(settings.compiled, workers, experts))
    running = [asyncio.create_task(chore) for chore in chores]
    yield
    for chore in running:
        chore.cancel()
    await asyncio.gather(*running, return_exceptions=True)


async def _stop(here: Site) -> None:
    """Ends everything that works in the background."""
    await here.tables.stop()
    await here.notifier.stop()
    if here.mailer:
        await here.mailer.stop()
    await here.analyst.stop()
    here.painter.stop()


def _routes() -> list[BaseRoute]:
    """Every page and the API; the files they need are served by the middleware."""
    return [
        *lobby.ROUTES,
        *new_table.ROUTES,
        *matchmaking.ROUTES,
        *learning.ROUTES,
        *profile.ROUTES,
        *accounts.ROUTES,
        *sign_in.ROUTES,
        *personal_data.ROUTES,
        *reporting.ROUTES,
        *moderation.ROUTES,
        *friends.ROUTES,
        *notification_settings.ROUTES,
        *players.ROUTES,
        *invitations.ROUTES,
        *seating.ROUTES,
        *tables.ROUTES,
        *tournaments.ROUTES,
        *ratings.ROUTES,
        *replays.ROUTES,
        *rules.ROUTES,
        *gallery.ROUTES,
        *api.ROUTES,
        *monitoring.ROUTES,
    ]


async def trouble(request: Request, error: Exception) -> Response:
    """A page that says what is wrong, and nothing else."""
    here, headers = site(request), None
    status = status_of(error, otherwise=400)
    if isinstance(error, HTTPException):
        status = error.status_code
        headers = {"allow": ", ".join(_methods(request))} if status == WRONG_METHOD else None
        error = UnknownGame("") if status == NOT_FOUND else DalangError()
    assert isinstance(error, DalangError)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": explain(error, SOURCE_LANGUAGE)}, status, headers)
    if status == UNAVAILABLE:  # the store is in trouble: do not ask it who this is for
        return PlainTextResponse(explain(error, language_of(request, None)), status)
    message = explain(error, language_of(request, await here.visitor(request)))
    used = isinstance(error, Refusal) and error.phrase.key == "link_not_valid"
    gone = status == NOT_FOUND or used  # nobody is to blame
    template = "lost.html" if gone else "error.html"
    page = await here.page(request, template, {"message": message}, status)
    page.headers.update(headers or {})
    return page


def _methods(request: Request) -> list[str]:
    """What may be done with the path; a route by itself knows only its own methods."""
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    here = [route for route in routes if route.matches(request.scope)[0] != Match.NONE]
    return sorted({method for route in here for method in route.methods or ()})
