"""Sends messages to addresses that strangers have entered.

Such an address may name a machine in the server's own network.  So only https is used, every
address that a name resolves to must be public, the connection goes to an address that was checked
(a name may resolve to another one a moment later), no redirect is followed, and only the status of
the answer is passed on.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from socket import SOCK_STREAM
from typing import Final
from urllib.parse import urlsplit

import h11

LONGEST_ADDRESS: Final = 1000  # characters
PATIENCE: Final = 10.0  # seconds for the whole exchange
PIECE: Final = 4096  # bytes read at once; h11 gives up on headers that are too long
PORTS: Final = (443, 8443)
_TRANSLATED: Final = ip_network("64:ff9b::/96")  # the Internet of IPv4, as IPv6 networks see it
_CARRIERS: Final = (  # IPv6 addresses that lead to IPv4 ones in other ways
    ip_network("64:ff9b:1::/48"),
    ip_network("2001::/32"),
    ip_network("2002::/16"),
)

_SPECIAL: Final = (  # Python before 3.13 takes some of these for public ones
    ip_network("192.0.0.0/24"),
    ip_network("192.88.99.0/24"),
    ip_network("3fff::/20"),
)

Address = IPv4Address | IPv6Address


class Undeliverable(Exception):
    """A message that cannot be delivered."""


class BadAddress(Undeliverable):
    """An address that we do not send to."""


@dataclass(frozen=True)
class Place:
    """Where to send a message."""

    secure: bool
    host: str
    port: int
    target: str  # path and query

    @property
    def name(self) -> str:
        """As the Host header has it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


@cache
def _certificates() -> ssl.SSLContext:
    """Whom this machine trusts, read once."""
    return ssl.create_default_context()


class PublicHttpClient:
    """Posts messages.  `local` is for tests: it lets this machine be told, without TLS too."""

    def __init__(self, local: bool = False, patience: float = PATIENCE) -> None:
        self._local = local
        self._patience = patience
        self._trust = _certificates()

    def place(self, address: str) -> Place:
        """The place of an address; raises BadAddress if we do not send there."""
        if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable():
            raise BadAddress("not an address")
        try:
            parts = urlsplit(address)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise BadAddress("not an address") from None
        if " " in address or not host or parts.username is not None or parts.fragment:
            raise BadAddress("not an address")
        secure = parts.scheme == "https"
        port = port or (443 if secure else 80)
        if not self._local and (not secure or port not in PORTS):
            raise BadAddress("only https, on its usual ports")
        with suppress(ValueError):  # a name is looked up when there is something to carry
            self._check(ip_address(host))
        return Place(secure, host, port, (parts.path or "/") + (parts.query and f"?{parts.query}"))

    async def post(self, address: str, headers: Mapping[str, str], body: bytes) -> int:
        """Sends a message; returns the status of the answer."""
        place = self.place(address)
        try:
            async with asyncio.timeout(self._patience):
                return await self._post(place, headers, body)
        except (OSError, TimeoutError, h11.ProtocolError, UnicodeError) as error:
            raise Undeliverable(type(error).__name__) from None

    async def _post(self, place: Place, headers: Mapping[str, str], body: bytes) -> int:
        reader, writer = await self._connect(place)
        try:
            return await _exchange(reader, writer, place, headers, body)
        finally:
            writer.close()

    async def _connect(self, place: Place) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connects to the first of the place's addresses that answers."""
        name = place.host if place.secure else None
        trust = self._trust if place.secure else None
        trouble: OSError = ConnectionError("no such name")
        for address in await self._look_up(place):
            try:
                return await asyncio.open_connection(
                    str(address), place.port, ssl=trust, server_hostname=name
                )
            except OSError as error:
                trouble = error
        raise trouble

    async def _look_up(self, place: Place) -> list[Address]:
        """The addresses of a name, if all of them are allowed."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(place.host, place.port, type=SOCK_STREAM)
        addresses = [ip_address(str(one[4][0]).split("%")[0]) for one in found]
        for address in addresses:
            self._check(address)
        return list(dict.fromkeys(addresses))

    def _check(self, address: Address) -> None:
        if not (is_public(address) or (self._local and address.is_loopback)):
            raise BadAddress("not a public address")


def is_public(address: Address) -> bool:
    """Whether an address is public, and not of a private network or this machine."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address in _TRANSLATED:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        if address.is_site_local or any(address in network for network in _CARRIERS):
            return False
    if any(address in network for network in _SPECIAL):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    place: Place,
    headers: Mapping[str, str],
    body: bytes,
) -> int:
    """One request, and the status of its answer; the rest of it is not read."""
    connection = h11.Connection(h11.CLIENT)
    own = {"Host": place.name, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [*own.items(), *headers.items()]
    request = h11.Request(method="POST", target=place.target, headers=lines)
    for event in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(connection.send(event) or b"")
    await writer.drain()
    while True:
        answer = connection.next_event()
        if isinstance(answer, h11.Response):
            return answer.status_code
        if answer is h11.NEED_DATA:
            connection.receive_data(await reader.read(PIECE))
        elif not isinstance(answer, h11.InformationalResponse):
            raise h11.RemoteProtocolError("no answer")
