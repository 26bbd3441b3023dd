"""The store for a server that must not wait: the same methods as coroutines.

Reading is done by a few threads, writing by one, in groups (see writer.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from dalang.server.storage import log, pacing, persons, reaching, replays, tables
from dalang.server.storage.records import (
    Branch,
    ChatLine,
    Device,
    Ending,
    Entry,
    Paced,
    Person,
    Seat,
    Status,
    TableRecord,
    Token,
    Upload,
    Webhook,
    Wish,
)
from dalang.server.storage.store import Store
from dalang.server.storage.writer import Writer

READERS = 4

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class AsyncStore:
    """A store whose writings are on the disk when their coroutines return."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writer = Writer(store.engine)
        self._readers = ThreadPoolExecutor(READERS, "dalang-reader")

    async def close(self) -> None:
        """Writes what is queued; the store itself stays open."""
        await asyncio.to_thread(self._writer.close)
        await asyncio.to_thread(self._readers.shutdown)

    # --- People -----------------------------------------------------------------------

    async def add_person(self, name: str, language: str = "") -> Person:
        """A new person."""
        return await self._write(persons.add_person, name, language)

    async def person(self, person_id: str) -> Person | None:
        """The person of that id."""
        return await self._read(self._store.person, person_id)

    async def rename(self, person_id: str, name: str) -> None:
        """Gives a person another name."""
        await self._write(persons.change, person_id, {"name": name})

    async def set_language(self, person_id: str, language: str) -> None:
        """Gives a person another language; "" = the browser's."""
        await self._write(persons.change, person_id, {"language": language})

    async def revoke_links(self, person_id: str) -> int:
        """Makes all personal links made so far void; returns the new counter."""
        return await self._write(persons.revoke_links, person_id)

    async def person_of_link(self, person_id: str, links: int) -> Person | None:
        """The person a genuine link was made for, unless it was revoked."""
        return await self._read(self._store.person_of_link, person_id, links)

    async def add_token(self, person_id: str, label: str) -> str:
        """A token for programs.  This is the only time it can be seen: a hash is stored."""
        return await self._write(persons.add_token, person_id, label)

    async def person_of_token(self, token: str) -> Person | None:
        """Whose token that is."""
        return await self._read(self._store.person_of_token, token)

    async def tokens(self, person_id: str) -> list[Token]:
        """The person's tokens, oldest first."""
        return await self._read(self._store.tokens, person_id)

    async def revoke_token(self, person_id: str, token_id: str) -> bool:
        """Ends a token of that person; False if there is none of that id."""
        return await self._write(persons.revoke_token, person_id, token_id)

    # --- Tables -----------------------------------------------------------------------

    async def add_table(self, record: TableRecord) -> None:
        """A new table with its seats."""
        await self._write(tables.add_table, record)

    async def table(self, table_id: str) -> TableRecord | None:
        """The table of that id."""
        return await self._read(self._store.table, table_id)

    async def tables(
        self,
        status: Status | None = None,
        person: str | None = None,
        public: bool | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> list[TableRecord]:
        """Tables, newest first; `person` sits there or is the host."""
        return await self._read(self._store.tables, status, person, public, limit, offset)

    async def set_seat(self, table_id: str, seat: Seat, was: Seat | None = None) -> None:
        """Puts somebody else, or nobody, on a seat; with `was`, only if it still is like that."""
        await self._write(tables.set_seat, table_id, seat, was)

    async def set_status(
        self,
        table_id: str,
        status: Status,
        ended_by: str = "",
        scores: Sequence[int] = (),
        ranking: Sequence[int] = (),
    ) -> None:
        """Opens, starts or finishes a table."""
        await self._write(tables.set_status, table_id, status, Ending(ended_by, scores, ranking))

    # --- Logs and chat ----------------------------------------------------------------

    async def append(
        self, table_id: str, entries: Sequence[Entry], ending: Ending | None = None
    ) -> None:
        """Appends the next entries, all or none; with `ending`, they also finish the table.

        Raises NumberTaken if somebody else has appended one of these numbers already, and
        NumberMissing if there would be a gap.
        """
        await self._write(log.append, table_id, entries, ending)

    async def entries(self, table_id: str) -> list[Entry]:
        """The log of a game."""
        return await self._read(self._store.entries, table_id)

    async def add_chat(self, table_id: str, person_id: str, name: str, text: str) -> ChatLine:
        """Something said."""
        return await self._write(log.add_chat, table_id, person_id, name, text)

    async def chat(self, table_id: str, limit: int = 200) -> list[ChatLine]:
        """The last things said, oldest first."""
        return await self._read(self._store.chat, table_id, limit)

    # --- What comes of finished games -------------------------------------------------

    async def add_upload(self, upload: Upload, most: int) -> None:
        """A replay somebody brought along; TooManyStored if they have that many already."""
        await self._write(replays.add_upload, upload, most)

    async def upload(self, upload_id: str) -> Upload | None:
        """The uploaded replay of that id."""
        return await self._read(self._store.upload, upload_id)

    async def uploads(self, person_id: str) -> list[Upload]:
        """A person's uploaded replays, newest first."""
        return await self._read(self._store.uploads, person_id)

    async def delete_upload(self, person_id: str, upload_id: str) -> bool:
        """Deletes an uploaded replay of that person; False if there is none of that id."""
        return await self._write(replays.delete_upload, person_id, upload_id)

    async def add_branch(
        self, record: TableRecord, entries: Sequence[Entry], branch: Branch
    ) -> None:
        """A new table that goes on from a moment of another game, whose log it takes over."""
        await self._write(replays.add_branch, record, entries, branch)

    async def branch(self, table_id: str) -> Branch | None:
        """Where the game of a table went on from, if it did."""
        return await self._read(self._store.branch, table_id)

    async def add_sequel(self, table_id: str, record: TableRecord) -> str:
        """A new table for those of a finished one, unless they have one; the id of theirs."""
        return await self._write(replays.add_sequel, table_id, record)

    async def sequel(self, table_id: str) -> str:
        """Where the people of a finished table play again; "" if nowhere yet."""
        return await self._read(self._store.sequel, table_id)

    async def keep_analysis(self, source: str, text: str) -> None:
        """What the bots think of a game; takes the place of an older opinion."""
        await self._write(replays.keep_analysis, source, text)

    async def analysis(self, source: str) -> str:
        """What the bots thought of a game; "" if they were not asked."""
        return await self._read(self._store.analysis, source)

    # --- Games over days --------------------------------------------------------------

    async def paced(self) -> list[Paced]:
        """The running tables that have a pace, longest waiting first."""
        return await self._read(self._store.paced)

    async def keep_reminder(self, table_id: str, number: int) -> None:
        """Notes that somebody was reminded of the decision that is asked at a number."""
        await self._write(pacing.keep_reminder, table_id, number)

    async def set_notices(self, person_id: str, wish: Wish) -> None:
        """When a person wants to be told that a game waits."""
        await self._write(persons.change, person_id, {"notices": wish})

    async def add_device(self, device: Device, most: int) -> None:
        """A browser to be told in; TooManyStored if the person has that many already."""
        await self._write(reaching.add_device, device, most)

    async def devices(self, person_id: str) -> list[Device]:
        """A person's browsers, oldest first."""
        return await self._read(self._store.devices, person_id)

    async def delete_device(self, person_id: str, device_id: str) -> bool:
        """Forgets a browser of that person; False if there is none of that id."""
        return await self._write(reaching.delete_device, person_id, device_id)

    async def set_webhook(self, webhook: Webhook) -> None:
        """A person's webhook; takes the place of an older one."""
        await self._write(reaching.set_webhook, webhook)

    async def webhook(self, person_id: str) -> Webhook | None:
        """The person's webhook."""
        return await self._read(self._store.webhook, person_id)

    async def delete_webhook(self, person_id: str) -> None:
        """Forgets a person's webhook."""
        await self._write(reaching.delete_webhook, person_id)

    async def count_failure(self, person_id: str, secret: str, failed: bool) -> None:
        """One more failure of a webhook in a row, or none any more."""
        await self._write(reaching.count_failure, person_id, secret, failed)

    # --- The whole --------------------------------------------------------------------

    async def check(self) -> list[str]:
        """What is wrong with the database, in sentences; the rules of the games are not asked."""
        return await self._read(self._store.check)

    async def backup(self, path: Path) -> None:
        """A consistent copy while everything goes on; overwrites nothing."""
        await self._read(self._store.backup, path)

    # --- Threads ----------------------------------------------------------------------

    async def _read(
        self,
        method: Callable[Arguments, Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        work = partial(method, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def _write(
        self,
        work: Callable[Concatenate[Connection, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        return await asyncio.wrap_future(self._writer.submit(lambda db: work(db, *args, **kwargs)))
