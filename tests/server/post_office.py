"""A post office on the loopback address: a real SMTP server, in a thread of the test."""

from __future__ import annotations

import asyncio
import re
import ssl
import threading
from collections.abc import Generator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any, cast

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session


class PostOffice:
    """Keeps what is handed in."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.logins: list[tuple[str, str]] = []
        self.refuses = False
        self.port = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Called by aiosmtpd."""
        if self.refuses:
            return "451 come again later"
        found = message_from_bytes(cast("bytes", envelope.content), policy=default)
        self.letters.append(found)
        return "250 taken"

    def login(self, *args: Any) -> AuthResult:
        """Called by aiosmtpd."""
        given = cast("LoginPassword", args[-1])
        self.logins.append((given.login.decode(), given.password.decode()))
        return AuthResult(success=True)

    def link(self, number: int = -1) -> str:
        """The path of the link in a letter."""
        found = re.search(r"https://\S+?(/letter/\S+)", self.letters[number].get_content())
        assert found, self.letters[number].get_content()
        return found[1]


@contextmanager
def open_office(context: ssl.SSLContext | None = None) -> Generator[PostOffice]:
    """A post office until the end of the block; with a context, one that speaks STARTTLS."""
    office, loop = PostOffice(), asyncio.new_event_loop()
    more: dict[str, Any] = {"tls_context": context, "require_starttls": True} if context else {}
    more |= {"authenticator": office.login} if context else {}
    serving = loop.run_until_complete(
        loop.create_server(lambda: SMTP(office, loop=loop, **more), "127.0.0.1", 0)
    )
    office.port = serving.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def close() -> None:
        serving.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    try:
        yield office
    finally:
        asyncio.run_coroutine_threadsafe(close(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
