"""What every request passes: headers, origin, size and rate.  Hostile requests end here."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
LARGEST_BODY = 64 * 1024
RATE = 40.0  # requests a second, on average
BURST = 120.0


class Guard:
    """An ASGI middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._buckets: dict[str, tuple[float, float]] = {}  # address: requests left, when counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal[1]})
        else:
            status, reason = refusal
            await PlainTextResponse(reason, status)(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        if not self._has_room(scope["client"][0] if scope.get("client") else ""):
            return 429, "Too many requests. Wait a moment."
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > LARGEST_BODY:
            return 413, "That is too much at once."
        if "transfer-encoding" in headers:
            return 411, "Say how long the body is."
        if _changes_something(scope) and not same_origin(headers):
            return 403, "This request comes from another site."
        return None

    def _has_room(self, address: str) -> bool:
        now = time.monotonic()
        left, then = self._buckets.get(address, (BURST, now))
        left = min(BURST, left + (now - then) * RATE)
        if len(self._buckets) > 10_000:
            self._buckets.clear()
        self._buckets[address] = (left - 1 if left >= 1 else left, now)
        return left >= 1


def _changes_something(scope: Scope) -> bool:
    if scope["path"].startswith("/api/"):
        return False  # a token proves more than an origin
    return scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS


def same_origin(headers: Headers) -> bool:
    """Browsers say where a request comes from; ours come from our own pages."""
    origin = headers.get("origin") or headers.get("referer") or ""
    return urlsplit(origin).netloc == headers.get("host") != ""


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
