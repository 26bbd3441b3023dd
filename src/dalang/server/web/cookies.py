"""A small parser for the cookies of a request.

Python's own parser unquotes values, in quadratic time before 3.11.10 and 3.12.6.  Our values need
no unquoting, so this one takes linear time and ignores all other cookies.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import Scope

MOST_COOKIES = 100  # in one request; browsers keep fewer for one site


def cookie_of(connection: HTTPConnection, name: str) -> str:
    """The value of a cookie, or ""; the last one counts."""
    found = ""
    for header in connection.headers.getlist("cookie"):
        for pair in header.split(";", MOST_COOKIES)[:MOST_COOKIES]:
            key, _, value = pair.partition("=")
            if key.strip() == name:
                found = value.strip().strip('"')
    return found


def size_of_cookies(scope: Scope) -> int:
    """How many bytes of cookies a request has."""
    return sum(len(value) for name, value in scope["headers"] if name == b"cookie")
