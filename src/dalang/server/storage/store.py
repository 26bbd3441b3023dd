"""The store: every method is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session as Database

from dalang.server.storage import health, log, pacing, persons, reaching, replays, tables
from dalang.server.storage.backup import back_up
from dalang.server.storage.database import complaints, open_engine, writing
from dalang.server.storage.errors import StorageError
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

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Store:
    """People, tables and the logs of their games.  May be used from several threads."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.engine: Engine = open_engine(url)
        self._writing = writing(self.engine)

    def close(self) -> None:
        """Lets go of the database."""
        self.engine.dispose()

    # --- People -----------------------------------------------------------------------

    def add_person(self, name: str, language: str = "") -> Person:
        """A new person."""
        return self.write(persons.add_person, name, language)

    def person(self, person_id: str) -> Person | None:
        """The person of that id."""
        return self.read(persons.person, person_id)

    def rename(self, person_id: str, name: str) -> None:
        """Gives a person another name."""
        self.write(persons.change, person_id, {"name": name})

    def set_language(self, person_id: str, language: str) -> None:
        """Gives a person another language; "" = the browser's."""
        self.write(persons.change, person_id, {"language": language})

    def revoke_links(self, person_id: str) -> int:
        """Makes all personal links made so far void; returns the new counter."""
        return self.write(persons.revoke_links, person_id)

    def person_of_link(self, person_id: str, links: int) -> Person | None:
        """The person a genuine link was made for, unless it was revoked."""
        return self.read(persons.person_of_link, person_id, links)

    def add_token(self, person_id: str, label: str) -> str:
        """A token for programs.  This is the only time it can be seen: a hash is stored."""
        return self.write(persons.add_token, person_id, label)

    def person_of_token(self, token: str) -> Person | None:
        """Whose token that is."""
        return self.read(persons.person_of_token, token)

    def tokens(self, person_id: str) -> list[Token]:
        """The person's tokens, oldest first."""
        return self.read(persons.tokens, person_id)

    def revoke_token(self, person_id: str, token_id: str) -> bool:
        """Ends a token of that person; False if there is none of that id."""
        return self.write(persons.revoke_token, person_id, token_id)

    # --- Tables -----------------------------------------------------------------------

    def add_table(self, record: TableRecord) -> None:
        """A new table with its seats."""
        self.write(tables.add_table, record)

    def table(self, table_id: str) -> TableRecord | None:
        """The table of that id."""
        return self.read(tables.table, table_id)

    def tables(
        self,
        status: Status | None = None,
        person: str | None = None,
        public: bool | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> list[TableRecord]:
        """Tables, newest first; `person` sits there or is the host."""
        return self.read(tables.tables, tables.Wanted(status, person, public, limit, offset))

    def set_seat(self, table_id: str, seat: Seat, was: Seat | None = None) -> None:
        """Puts somebody else, or nobody, on a seat; with `was`, only if it still is like that."""
        self.write(tables.set_seat, table_id, seat, was)

    def set_status(
        self,
        table_id: str,
        status: Status,
        ended_by: str = "",
        scores: Sequence[int] = (),
        ranking: Sequence[int] = (),
    ) -> None:
        """Opens, starts or finishes a table."""
        self.write(tables.set_status, table_id, status, Ending(ended_by, scores, ranking))

    # --- Logs and chat ----------------------------------------------------------------

    def append(self, table_id: str, entries: Sequence[Entry], ending: Ending | None = None) -> None:
        """Appends the next entries, all or none; with `ending`, they also finish the table.

        Raises NumberTaken if somebody else has appended one of these numbers already, and
        NumberMissing if there would be a gap.
        """
        self.write(log.append, table_id, entries, ending)

    def entries(self, table_id: str) -> list[Entry]:
        """The log of a game."""
        return self.read(log.entries, table_id)

    def add_chat(self, table_id: str, person_id: str, name: str, text: str) -> ChatLine:
        """Something said."""
        return self.write(log.add_chat, table_id, person_id, name, text)

    def chat(self, table_id: str, limit: int = 200) -> list[ChatLine]:
        """The last things said, oldest first."""
        return self.read(log.chat, table_id, limit)

    # --- What comes of finished games -------------------------------------------------

    def add_upload(self, upload: Upload, most: int) -> None:
        """A replay somebody brought along; TooManyStored if they have that many already."""
        self.write(replays.add_upload, upload, most)

    def upload(self, upload_id: str) -> Upload | None:
        """The uploaded replay of that id."""
        return self.read(replays.upload, upload_id)

    def uploads(self, person_id: str) -> list[Upload]:
        """A person's uploaded replays, newest first."""
        return self.read(replays.uploads, person_id)

    def delete_upload(self, person_id: str, upload_id: str) -> bool:
        """Deletes an uploaded replay of that person; False if there is none of that id."""
        return self.write(replays.delete_upload, person_id, upload_id)

    def add_branch(self, record: TableRecord, entries: Sequence[Entry], branch: Branch) -> None:
        """A new table that goes on from a moment of another game, whose log it takes over."""
        self.write(replays.add_branch, record, entries, branch)

    def branch(self, table_id: str) -> Branch | None:
        """Where the game of a table went on from, if it did."""
        return self.read(replays.branch, table_id)

    def add_sequel(self, table_id: str, record: TableRecord) -> str:
        """A new table for those of a finished one, unless they have one; the id of theirs."""
        return self.write(replays.add_sequel, table_id, record)

    def sequel(self, table_id: str) -> str:
        """Where the people of a finished table play again; "" if nowhere yet."""
        return self.read(replays.sequel, table_id)

    def keep_analysis(self, source: str, text: str) -> None:
        """What the bots think of a game; takes the place of an older opinion."""
        self.write(replays.keep_analysis, source, text)

    def analysis(self, source: str) -> str:
        """What the bots thought of a game; "" if they were not asked."""
        return self.read(replays.analysis, source)

    # --- Games over days --------------------------------------------------------------

    def paced(self) -> list[Paced]:
        """The running tables that have a pace, longest waiting first."""
        return self.read(pacing.paced)

    def keep_reminder(self, table_id: str, number: int) -> None:
        """Notes that somebody was reminded of the decision that is asked at a number."""
        self.write(pacing.keep_reminder, table_id, number)

    def set_notices(self, person_id: str, wish: Wish) -> None:
        """When a person wants to be told that a game waits."""
        self.write(persons.change, person_id, {"notices": wish})

    def add_device(self, device: Device, most: int) -> None:
        """A browser to be told in; TooManyStored if the person has that many already."""
        self.write(reaching.add_device, device, most)

    def devices(self, person_id: str) -> list[Device]:
        """A person's browsers, oldest first."""
        return self.read(reaching.devices, person_id)

    def delete_device(self, person_id: str, device_id: str) -> bool:
        """Forgets a browser of that person; False if there is none of that id."""
        return self.write(reaching.delete_device, person_id, device_id)

    def set_webhook(self, webhook: Webhook) -> None:
        """A person's webhook; takes the place of an older one."""
        self.write(reaching.set_webhook, webhook)

    def webhook(self, person_id: str) -> Webhook | None:
        """The person's webhook."""
        return self.read(reaching.webhook, person_id)

    def delete_webhook(self, person_id: str) -> None:
        """Forgets a person's webhook."""
        self.write(reaching.delete_webhook, person_id)

    def count_failure(self, person_id: str, secret: str, failed: bool) -> None:
        """One more failure of a webhook in a row, or none any more."""
        self.write(reaching.count_failure, person_id, secret, failed)

    # --- The whole --------------------------------------------------------------------

    def check(self) -> list[str]:
        """What is wrong with the database, in sentences; the rules of the games are not asked."""
        try:
            return self.read(health.check)
        except StorageError as error:  # worse than the check itself can bear
            return [str(error)]

    def backup(self, path: Path) -> None:
        """A consistent copy while everything goes on; overwrites nothing."""
        back_up(self._url, path)

    # --- Transactions -----------------------------------------------------------------

    def read(
        self,
        work: Callable[Concatenate[Database, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """Does some reading in one transaction."""
        with complaints(self.engine.url), Database(self.engine) as db, db.begin():
            return work(db, *args, **kwargs)

    def write(
        self,
        work: Callable[Concatenate[Connection, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """Does some writing in one transaction, which is on the disk on return."""
        with complaints(self.engine.url), self._writing.begin() as db:
            return work(db, *args, **kwargs)
