"""The cookies of a request, read by ourselves.

Python's own reader of cookies unquotes what anybody sends, and before 3.11.10 and 3.12.6 it took
time that grows with the square of its length.  Ours are plain words: they need no unquoting, and
whatever else a browser sends is passed over.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import Scope

MOST_COOKIES = 100  # in one request; browsers keep fewer for one site


def cookie_of(connection: HTTPConnection, name: str) -> str:
    """The value of a cookie, or "".  Of several of that name the last counts."""
    found = ""
    for header in connection.headers.getlist("cookie"):
        for pair in header.split(";", MOST_COOKIES)[:MOST_COOKIES]:
            key, _, value = pair.partition("=")
            if key.strip() == name:
                found = value.strip().strip('"')
    return found


def size_of_cookies(scope: Scope) -> int:
    """How many bytes of cookies a request brings along."""
    return sum(len(value) for name, value in scope["headers"] if name == b"cookie")
