"""Letters, by SMTP, in the background: who asks for one learns nothing from how long it takes."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final

from dalang.server.mail_settings import MailSettings

LOG = logging.getLogger("dalang.server")
TIMEOUT: Final = 20.0  # seconds for each answer of the post office
MOST_WAITING: Final = 200  # letters; more are dropped
AT_ONCE: Final = 2  # connections to the post office


class Mailer:
    """Takes letters to the host's post office."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def post(self, address: str, subject: str, text: str, language: str) -> None:
        """Sends a letter soon; the sender is not told whether it arrives."""
        if len(self._tasks) >= MOST_WAITING:
            LOG.warning("too many letters: one is dropped")
            return
        task = asyncio.create_task(self._post(self._letter(address, subject, text, language)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _letter(self, address: str, subject: str, text: str, language: str) -> EmailMessage:
        letter = EmailMessage()
        letter["From"] = self._settings.sender
        letter["To"] = address
        letter["Subject"] = subject
        letter["Date"] = formatdate(usegmt=True)
        letter["Message-ID"] = make_msgid(
            domain=self._settings.sender.rpartition("@")[2].strip(">")
        )
        letter["Auto-Submitted"] = "auto-generated"  # no holiday notices, please
        letter.set_content(text)
        letter["Content-Language"] = language
        return letter

    async def _post(self, letter: EmailMessage) -> None:
        async with self._slots:
            try:
                await asyncio.to_thread(hand_in, self._settings, letter)
            except (OSError, smtplib.SMTPException) as error:  # it may hold an address
                LOG.warning("a letter was not taken: %s", type(error).__name__)

    async def finished(self) -> None:
        """Waits until every letter has been handed in or refused."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def stop(self) -> None:
        """Letters that nobody has taken yet are lost; people ask again."""
        for task in list(self._tasks):
            task.cancel()
        await self.finished()


def hand_in(settings: MailSettings, letter: EmailMessage) -> None:
    """Hands a letter in at the post office, which must prove who it is unless told otherwise."""
    context = ssl.create_default_context()
    if settings.security == "tls":
        with smtplib.SMTP_SSL(
            settings.host, settings.port, timeout=TIMEOUT, context=context
        ) as office:
            _deliver(office, settings, letter)
        return
    with smtplib.SMTP(settings.host, settings.port, timeout=TIMEOUT) as office:
        if settings.security == "starttls":
            office.starttls(context=context)
        _deliver(office, settings, letter)


def _deliver(office: smtplib.SMTP, settings: MailSettings, letter: EmailMessage) -> None:
    if settings.user:
        office.login(settings.user, settings.password)
    office.send_message(letter)
