"""What every request passes: headers, origin, size and rate.  Hostile requests end here."""

from __future__ import annotations

import re
from asyncio import CancelledError
from itertools import count
from secrets import token_hex
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dalang.server.limits import Limits, RateLimiter, place_of
from dalang.server.logs import REQUEST, TABLE
from dalang.server.metrics import REQUEST_SECONDS
from dalang.server.web.cookies import size_of_cookies
from dalang.server.web.files import Files

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
Refusal = tuple[int, str]
TOO_MANY: Refusal = (429, "Too many requests. Wait a moment.")
TOO_LARGE: Refusal = (413, "That is too much at once.")
TOO_MUCH_HEAD: Refusal = (431, "Too many or too long cookies.")
ENDING: Refusal = (503, "The server is being stopped. Whether this was done is unknown: ask again.")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
METHODS = (*SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE")  # anybody can invent others
_TABLE = re.compile(r"/(?:api/tables|t)/([\w-]{10})(?:/|$)", re.ASCII)


class TooMuch(Exception):
    """A body is longer than allowed, even if its headers said otherwise."""


class ProtectionMiddleware:
    """An ASGI middleware."""

    def __init__(self, app: ASGIApp, limits: Limits, limiter: RateLimiter) -> None:
        self._app = app
        self._limits = limits
        self._limiter = limiter
        self._files = Files()
        self._run, self._requests = token_hex(3), count(1)  # names of requests, for the log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        REQUEST.set(f"{self._run}-{next(self._requests):x}")
        if found := _TABLE.match(scope["path"]):
            TABLE.set(found[1])
        if self._files.serves(scope):
            await self._file(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, _measured(scope, _with_headers(send)))

    async def _file(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._limiter.files.take(_place(scope)):
            await self._files(scope, receive, send)
        else:
            await _refuse(TOO_MANY, scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal := self._refusal(scope):
            await _turn_away(refusal, receive, send)
            return
        with self._limiter.staying_at(_place(scope)) as welcome:
            if welcome:
                await self._app(scope, receive, send)
            else:
                await _turn_away(TOO_MANY, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        if refusal := self._refusal(scope):
            await _refuse(refusal, scope, receive, send)
            return
        seen = 0
        has_begun = False

        async def noted(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._limits.body:
                raise TooMuch
            return message

        try:
            await self._app(scope, counted, noted)
        except TooMuch:
            await _refuse(TOO_LARGE, scope, receive, send)
        except CancelledError:  # by the end of the server alone, which has waited for a second
            if not has_begun:
                await _refuse(ENDING, scope, receive, send)
        except ClientDisconnect:
            pass  # gone in the middle of a form: nobody is there to be answered, nothing is wrong

    def _refusal(self, scope: Scope) -> Refusal | None:
        """What speaks against a request, before anything of it is read that may be long."""
        if size_of_cookies(scope) > self._limits.cookies:
            return TOO_MUCH_HEAD
        if not self._limiter.requests.take(_place(scope)):
            return TOO_MANY
        headers = Headers(scope=scope)
        if "transfer-encoding" in headers:
            return 411, "Say how long the body is."
        size = headers.get("content-length", "0")
        if not (size.isascii() and size.isdecimal()):
            return 400, "That is no length."
        if len(size) > 12 or int(size) > self._limits.body:
            return TOO_LARGE
        if _changes_something(scope) and not same_origin(headers):
            return 403, "This request comes from another site."
        return None


def _place(scope: Scope) -> str:
    """Where a request comes from."""
    return place_of(scope["client"][0]) if scope.get("client") else ""


async def _turn_away(refusal: Refusal, receive: Receive, send: Send) -> None:
    """Closes a socket that was not opened yet."""
    await receive()
    await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})


async def _refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuses in the format of the path: JSON or plain text."""
    status, reason = refusal
    # a new connection for each further request makes a flood slower
    headers = {"connection": "close"} if refusal is TOO_MANY else None
    if scope["path"].startswith("/api/"):
        await JSONResponse({"error": reason}, status, headers)(scope, receive, send)
    else:
        await PlainTextResponse(reason, status, headers)(scope, receive, send)


def _changes_something(scope: Scope) -> bool:
    if scope["path"].startswith("/api/"):
        return False  # a token proves more than an origin
    return scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS


def same_origin(headers: Headers) -> bool:
    """Browsers say where a request comes from; ours come from our own pages."""
    origin = headers.get("origin") or headers.get("referer") or ""
    try:
        return urlsplit(origin).netloc == headers.get("host") != ""
    except ValueError:
        return False


def _measured(scope: Scope, send: Send) -> Send:
    """Observes how long an answer takes to begin, also one that refuses."""
    began = monotonic()
    method = scope["method"] if scope["method"] in METHODS else "other"

    async def send_measured(message: Message) -> None:
        if message["type"] == "http.response.start":
            REQUEST_SECONDS.observe(monotonic() - began, method, str(message["status"]))
        await send(message)

    return send_measured


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
