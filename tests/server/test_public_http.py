"""Messages go to addresses that strangers enter: to public ones, never into our network."""

import asyncio
import socket
from ipaddress import ip_address

import pytest
from tests.server.receiving import receiving

from dalang.server.notifications.public_http import (
    BadAddress,
    PublicHttpClient,
    Undeliverable,
    is_public,
)


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https:///path",
        "https://user@example.org/",
        "https://user:word@example.org/",
        "https://example.org/#part",
        "https://example.org:22/",
        "https://example.org:99999/",
        "https://[::1/",
        "https://exa mple.org/",
        "https://example.org/\r\nX: y",
        "https://exämple.org/",
        "https://127.0.0.1/",
        "https://10.1.2.3/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[fe80::1]/",
        "https://0.0.0.0/",
        "https://example.org/" + "x" * 1000,
        "javascript:alert(1)",
        "",
    ],
)
def test_addresses_we_do_not_go_to(address: str) -> None:
    with pytest.raises(BadAddress):
        PublicHttpClient().place(address)


def test_addresses_we_go_to() -> None:
    place = PublicHttpClient().place("https://hooks.example.org/a/b?c=d")
    assert (place.host, place.port, place.target) == ("hooks.example.org", 443, "/a/b?c=d")
    assert (
        PublicHttpClient().place("https://hooks.example.org:8443").name == "hooks.example.org:8443"
    )


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("64:ff9b::5db8:d822", True),
        ("127.1.2.3", False),
        ("10.0.0.1", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("100.64.0.1", False),
        ("169.254.1.1", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("0.0.0.0", False),
        ("::", False),
        ("fc00::1", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("::ffff:10.0.0.1", False),
        ("64:ff9b::a00:1", False),
        ("2002:a00:1::", False),
        ("2001:0:a00:1::", False),
        ("192.0.0.8", False),
        ("192.0.0.171", False),
        ("192.88.99.1", False),
        ("3fff:123::1", False),
        ("::ffff:192.88.99.1", False),
        ("64:ff9b::c058:6301", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(ip_address(address)) == public


def test_a_name_that_stands_for_this_machine_is_refused() -> None:
    """The name is resolved, whatever it looks like, before anything is sent."""
    with pytest.raises(BadAddress):
        asyncio.run(PublicHttpClient().post("https://localhost/", {}, b"x"))


def test_a_message_arrives_whole() -> None:
    with receiving() as receiver:
        http_client = PublicHttpClient(local=True)
        status = asyncio.run(
            http_client.post(f"{receiver.address}/a?b=c", {"X-Own": "1"}, b"Hello")
        )
        letter = receiver.next()
    assert status == 200
    assert (letter.path, letter.body, letter.headers["x-own"]) == ("/a?b=c", b"Hello", "1")
    assert letter.headers["host"] == receiver.address.removeprefix("http://")


def test_no_redirect_is_followed() -> None:
    with receiving() as walls, receiving() as receiver:
        receiver.status, receiver.location = 307, f"{walls.address}/inside"
        assert asyncio.run(PublicHttpClient(local=True).post(receiver.address, {}, b"x")) == 307
        assert walls.letters.empty()


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(Undeliverable):
        asyncio.run(PublicHttpClient(local=True).post(f"http://127.0.0.1:{port}/", {}, b"x"))


def test_a_receiver_that_never_answers_is_left() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(Undeliverable):
            asyncio.run(PublicHttpClient(local=True, patience=0.2).post(address, {}, b"x"))


@pytest.mark.parametrize(
    "answer", [b"nonsense\r\n\r\n", b"", b"HTTP/1.1 200 OK\r\nX: " + b"x" * 99_999]
)
def test_nonsense_for_an_answer(answer: bytes) -> None:
    async def exchange() -> None:
        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            writer.close()

        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            await PublicHttpClient(local=True).post(f"http://127.0.0.1:{port}/", {}, b"x")

    with pytest.raises(Undeliverable):
        asyncio.run(exchange())
