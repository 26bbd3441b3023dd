"""Who somebody is: a signed cookie, a personal link, a token for programs.

The cookie's value is the person's id, a counter once there is one, the browser if the person has an
account, and a signature.  The counter is the person's count of sessions: when it goes up, all
cookies made before are void.  A browser's own cookie is, too, once it is off the list.
It is set with `COOKIE_FLAGS` (not readable by scripts, not sent along from other sites), and with
`secure=True` if the page came over https.

A personal link carries an identity to another device.  It serves for nothing else and only once, it
expires soon, and it is worth nothing once the person's counter of links has moved on: `read_link`
checks the signature and the age, and only the store knows the counter, so the way in is

    claim = identity.read_link(code)
    person = claim and store.use_link(claim.person, claim.links)

A program shows a token in the header `Authorization: Bearer …`; the store keeps only its hash.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypedDict

from itsdangerous import BadSignature, Signer, TimestampSigner

COOKIE: Final = "dalang_person"
LINK_SECONDS: Final = 30 * 60

_COOKIE_PURPOSE = b"dalang cookie"
_LINK_PURPOSE = b"dalang personal link"
_GUEST_PURPOSE = b"dalang guest taken along"
_MARK_PURPOSE = b"dalang address "
_LONGEST = 200  # characters; what is longer was not made here
_BEARER = re.compile(r"bearer +([\w.~+/=-]+) *", re.ASCII | re.IGNORECASE)


class CookieFlags(TypedDict):
    """Arguments of Starlette's set_cookie."""

    max_age: int
    path: str
    httponly: bool
    samesite: Literal["lax"]


COOKIE_FLAGS: Final[CookieFlags] = {
    "max_age": 365 * 24 * 60 * 60,
    "path": "/",
    "httponly": True,
    "samesite": "lax",
}


class CookieClaim(NamedTuple):
    """What a genuine cookie says: whose it is, and at which count of sessions it was made."""

    person: str
    session: int
    browser: str = ""  # of somebody with an account; "" if the cookie is older than that


class LinkClaim(NamedTuple):
    """What a genuine link says: whose it is, and at which count of links it was made."""

    person: str
    links: int


class Identity:
    """Signs and recognises; the first key signs, all keys are accepted."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._marking = keys[0].encode()
        newest_last = [key.encode() for key in reversed(keys)]
        self._cookies = Signer(
            newest_last, _COOKIE_PURPOSE, key_derivation="hmac", digest_method=hashlib.sha256
        )
        self._links = TimestampSigner(
            newest_last, _LINK_PURPOSE, key_derivation="hmac", digest_method=hashlib.sha256
        )
        self._guests = TimestampSigner(
            newest_last, _GUEST_PURPOSE, key_derivation="hmac", digest_method=hashlib.sha256
        )

    def cookie(self, person: str, session: int = 0, browser: str = "") -> str:
        """The value of a person's cookie, given the person's present counter of sessions."""
        if browser:
            return self._cookies.sign(f"{person}.{session}.{browser}").decode()
        return self._cookies.sign(f"{person}.{session}" if session else person).decode()

    def read_cookie(self, value: str) -> CookieClaim | None:
        """What the cookie says, or None if we did not sign this."""
        try:
            signed = self._cookies.unsign(_bytes(value)).decode()
        except BadSignature:
            return None
        person, *more = signed.split(".")
        return CookieClaim(person, int(more[0]) if more else 0, more[1] if len(more) > 1 else "")

    def mark(self, place: str) -> str:
        """What is kept of an address: enough to count by, too little to find it without a key."""
        if not place:
            return ""
        return hmac.digest(self._marking, _MARK_PURPOSE + place.encode(), "sha256")[:12].hex()

    def link(self, person: str, links: int) -> str:
        """The code of a personal link, given the person's present counter of links."""
        return self._links.sign(f"{person}.{links}").decode()

    def read_link(self, code: str, seconds: int = LINK_SECONDS) -> LinkClaim | None:
        """What the link says, or None if we did not sign it or it is too old."""
        try:
            signed = self._links.unsign(_bytes(code), max_age=seconds).decode()
        except BadSignature:
            return None
        person, _, links = signed.rpartition(".")
        return LinkClaim(person, int(links))

    def guest(self, guest: str, person: str) -> str:
        """What proves that a browser was a guest until it signed in as somebody else."""
        return self._guests.sign(f"{guest}.{person}").decode()

    def read_guest(self, claim: str, person: str, seconds: int = LINK_SECONDS) -> str | None:
        """Which guest that browser was, if it is that person now and has not waited too long."""
        try:
            signed = self._guests.unsign(_bytes(claim), max_age=seconds).decode()
        except BadSignature:
            return None
        guest, _, owner = signed.rpartition(".")
        return guest if owner == person else None


def bearer_token(header: str) -> str | None:
    """The token in the value of an Authorization header, if it holds one."""
    found = _BEARER.fullmatch(header) if len(header) <= _LONGEST else None
    return found[1] if found else None


def _bytes(text: str) -> bytes:
    if len(text) > _LONGEST or not text.isascii():
        raise BadSignature("not made here")
    return text.encode()
