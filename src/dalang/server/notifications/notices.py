"""Telling people that a game waits for them: in their browsers, and by their webhooks.

A notice contains what everybody at the table may know: which game, which table, whose turn, until
when.  It is sent in the background; if it fails, the game is not affected.

A webhook gets JSON, signed as Standard Webhooks describe it: base64 of the HMAC-SHA256, with the
person's secret, of `id.timestamp.body`.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import secrets
import time
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from dalang.engine.api import Phrase
from dalang.engine.words import SOURCE_LANGUAGE, Words
from dalang.server.limits import Bucket
from dalang.server.notifications.public_http import BadAddress, PublicHttpClient, Undeliverable
from dalang.server.notifications.push import Pusher
from dalang.server.storage import AsyncStore, Device, Person, Seat, Webhook, queries
from dalang.server.tables.table import Table
from dalang.server.words import VOCABULARY

LOG = logging.getLogger("dalang.server")
CALM: Final = 30.0  # seconds until somebody is told: who is at the table has moved by then
AT_ONCE: Final = 8  # messages on their way
MOST_WAITING: Final = 2000  # messages that wait; when there are more, something is wrong
MOST_FAILURES: Final = 8  # of a webhook in a row, until it is switched off
PAUSES: Final = (5.0, 60.0)  # seconds before it is tried again
SECRET_PREFIX: Final = "whsec_"
GONE: Final = (404, 410)
TESTS: Final = (0.2, 5.0)  # a second, and at once: nobody may hammer others through this server

NoticeKind = Literal["turn", "reminder", "lent", "invited", "test"]
SENTENCES: Final[dict[NoticeKind, str]] = {
    "turn": "notice_turn",
    "reminder": "notice_reminder",
    "lent": "notice_lent",
    "invited": "notice_invited",
    "test": "notice_test",
}


@dataclass(frozen=True)
class Notice:
    """What somebody is told."""

    kind: NoticeKind
    table: str = ""
    game: str = ""
    title: str = "Dalang"
    due: datetime | None = None
    over_days: bool = True  # the table has a pace
    id: str = field(default_factory=lambda: f"msg_{secrets.token_urlsafe(12)}")

    @classmethod
    def about(cls, table: Table, kind: NoticeKind) -> Notice:
        """Of a table as it is now."""
        record = table.record
        return cls(
            kind, record.id, record.game, table.spec.title, table.due(), over_days=record.pace > 0
        )

    @property
    def path(self) -> str:
        """The page to open."""
        return f"/t/{self.table}" if self.table else "/me"

    def words(self, language: str) -> str:
        """In a sentence."""
        words = Words(VOCABULARY, language or SOURCE_LANGUAGE)
        return words.say(Phrase(SENTENCES[self.kind], {}))

    def concerns(self, person: Person) -> bool:
        """Whether the person wants to be told."""
        if self.kind == "test":
            return True
        if self.kind == "invited":
            return person.notices != "never"
        return person.notices == "always" or (person.notices == "days" and self.over_days)


class Notifier:
    """Tells people, in the background."""

    def __init__(
        self, store: AsyncStore, http_client: PublicHttpClient, pusher: Pusher, calm: float = CALM
    ) -> None:
        self.http_client = http_client
        self.pusher = pusher
        self.tests = Bucket(*TESTS)
        self._store = store
        self._calm = calm
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns: dict[str, asyncio.TimerHandle] = {}  # by table: who is going to be told

    # --- what to send -------------------------------------------------------------------

    def turn(self, table: Table) -> None:
        """Somebody is asked to decide; they are told if they have not done so in a moment."""
        if old := self._turns.pop(table.record.id, None):
            old.cancel()
        if table.waiting.called:
            loop = asyncio.get_running_loop()
            later = loop.call_later(self._calm, self._call_to_turn, table, table.count)
            self._turns[table.record.id] = later

    def _call_to_turn(self, table: Table, number: int) -> None:
        self._turns.pop(table.record.id, None)
        seat = table.waiting.called
        if seat and seat.person and table.count == number:
            self._start(self.tell_once(table, seat.person, number))

    async def tell_once(self, table: Table, person: str, number: int) -> None:
        """Of several processes that believe to drive the table, one tells."""
        notice = Notice.about(table, "turn")
        if await self._store.write(queries.keep_turn_notice, table.record.id, number):
            await self._tell(person, notice)

    def call(self, table: Table, seat: Seat, kind: NoticeKind) -> None:
        """Tells the person of a seat at once."""
        if seat.person:
            self._start(self._tell(seat.person, Notice.about(table, kind)))

    def invite(self, table: Table, person: str) -> None:
        """Tells somebody that a friend asks them to a table."""
        self._start(self._tell(person, Notice.about(table, "invited")))

    def greet(self, device: Device, person: Person) -> None:
        """Sends a first notification to a browser."""
        self._start(self._push_patiently(device, person, Notice("test")))

    async def _tell(self, person_id: str, notice: Notice) -> None:
        person = await self._store.read(queries.person, person_id)
        if person is None or not notice.concerns(person):
            return
        for device in await self._store.read(queries.devices, person_id):
            self._start(self._push_patiently(device, person, notice))
        webhook = await self._store.read(queries.webhook, person_id)
        if webhook and is_on(webhook):
            self._start(self._post_patiently(webhook, person, notice))

    # --- the ways -----------------------------------------------------------------------

    async def push(self, device: Device, person: Person, notice: Notice) -> bool:
        """Tells one browser; one that is gone is forgotten.  False if it should be tried again."""
        text = push_text(notice, person.language or device.language)
        headers, body = self.pusher.message(
            device.endpoint, device.key, device.auth, text, device.origin, notice.path
        )
        status = await self._post(device.endpoint, headers, body)
        if status in GONE:
            await self._store.write(queries.delete_device, person.id, device.id)
        return status in GONE or 200 <= status < 300

    async def post(self, webhook: Webhook, person: Person, notice: Notice) -> bool:
        """Calls a webhook once; returns whether it succeeded."""
        body = webhook_body(notice, webhook.origin, person.language or webhook.language)
        status = await self._post(webhook.url, signed(webhook.secret, notice.id, body), body)
        return 200 <= status < 300

    async def _push_patiently(self, device: Device, person: Person, notice: Notice) -> None:
        settled = await self.push(device, person, notice)
        for pause in () if settled else PAUSES:
            await asyncio.sleep(pause)
            if await self.push(device, person, notice):
                return

    async def _post_patiently(self, webhook: Webhook, person: Person, notice: Notice) -> None:
        arrived = await self.post(webhook, person, notice)
        for pause in () if arrived else PAUSES:
            await asyncio.sleep(pause)
            if arrived := await self.post(webhook, person, notice):
                break
        if webhook.failures or not arrived:
            await self._store.write(queries.count_failure, person.id, webhook.secret, not arrived)

    async def _post(self, address: str, headers: Mapping[str, str], body: bytes) -> int:
        """The status of the answer; 0 if there was none."""
        async with self._slots:
            try:
                return await self.http_client.post(address, headers, body)
            except BadAddress:
                return 0
            except Undeliverable as error:
                LOG.info("a notice did not arrive: %s", error)
                return 0

    # --- in the background --------------------------------------------------------------

    def _start(self, work: Coroutine[None, None, None]) -> None:
        if len(self._tasks) >= MOST_WAITING:
            LOG.warning("too many notices: one is dropped")
            work.close()
            return
        task = asyncio.create_task(_calmly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """People who were not told yet are reminded later, if the game has a pace."""
        for later in self._turns.values():
            later.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _calmly(work: Coroutine[None, None, None]) -> None:
    try:
        await work
    except Exception as error:  # it may hold an address: only its kind is told
        LOG.warning("somebody could not be told: %s", type(error).__name__)


def is_on(webhook: Webhook) -> bool:
    """Whether a webhook has not failed too often."""
    return webhook.failures < MOST_FAILURES


def new_secret() -> str:
    """For a webhook."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def push_text(notice: Notice, language: str) -> str:
    """What the service worker shows; see static/worker.js."""
    shown = {"title": notice.title, "body": notice.words(language), "path": notice.path}
    return json.dumps(shown, ensure_ascii=False)


def webhook_body(notice: Notice, origin: str, language: str) -> bytes:
    """What a program is told."""
    told = {
        "type": notice.kind,
        "game": notice.game,
        "title": notice.title,
        "table": notice.table,
        "link": origin + notice.path,
        "due": notice.due.isoformat(timespec="seconds") if notice.due else None,
        "text": notice.words(language),
    }
    return json.dumps(told, ensure_ascii=False).encode()


def signed(secret: str, message: str, body: bytes) -> dict[str, str]:
    """The headers that prove where a body comes from, and when it was sent."""
    moment = str(int(time.time()))
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    whole = f"{message}.{moment}.".encode() + body
    signature = base64.b64encode(hmac.new(key, whole, hashlib.sha256).digest()).decode()
    return {
        "Content-Type": "application/json",
        "User-Agent": "Dalang",
        "webhook-id": message,
        "webhook-timestamp": moment,
        "webhook-signature": f"v1,{signature}",
    }
