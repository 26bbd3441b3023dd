"""What every request passes: headers, origin, size and rate.  Hostile requests end here."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dalang.server.limits import Bucket, Limits

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
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
MOST_ADDRESSES = 10_000  # that are remembered


class TooMuch(Exception):
    """A body is longer than allowed, even if its headers said otherwise."""


class ProtectionMiddleware:
    """An ASGI middleware."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._buckets: dict[str, Bucket] = {}  # by address
        self._sockets: Counter[str] = Counter()  # by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        refusal = self._refusal(scope, Headers(scope=scope), address)
        if scope["type"] == "websocket":
            await self._socket(refusal, address, (scope, receive, send))
        elif refusal is None:
            await self._request(scope, receive, _with_headers(send))
        else:
            await _refuse(refusal, scope, receive, _with_headers(send))

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._limits.body:
                raise TooMuch
            return message

        try:
            await self._app(scope, counted, send)
        except TooMuch:
            await _refuse(TOO_LARGE, scope, receive, send)

    async def _socket(
        self, refusal: Refusal | None, address: str, call: tuple[Scope, Receive, Send]
    ) -> None:
        scope, receive, send = call
        if refusal is None and self._sockets[address] >= self._limits.sockets:
            refusal = TOO_MANY
        if refusal is not None:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
            return
        self._sockets[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _refusal(self, scope: Scope, headers: Headers, address: str) -> Refusal | None:
        if not self._bucket(address).take():
            return TOO_MANY
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

    def _bucket(self, address: str) -> Bucket:
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.clear()
        if address not in self._buckets:
            self._buckets[address] = Bucket(self._limits.rate, self._limits.burst)
        return self._buckets[address]


async def _refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuses in the format of the path: JSON or plain text."""
    status, reason = refusal
    if scope["path"].startswith("/api/"):
        await JSONResponse({"error": reason}, status)(scope, receive, send)
    else:
        await PlainTextResponse(reason, status)(scope, receive, send)


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


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
