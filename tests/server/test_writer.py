"""The one thread that writes outlives whatever goes wrong in it."""

from pathlib import Path

import pytest
from sqlalchemy import Connection
from tests.databases import database_url

from dalang.server.storage import Store, queries
from dalang.server.storage.writer import WriteJob, Writer

PATIENCE = 120.0  # seconds until a test gives up; nothing is measured


def test_nobody_waits_for_ever_after_memory_ran_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(database_url(tmp_path))
    writer = Writer(store.writing)
    commit, left = writer._commit, [1]  # pyright: ignore[reportPrivateUsage]
    fail = WriteJob[object].fail
    refused = [1, 1]

    def failing(group: list[WriteJob[object]]) -> None:
        if left:
            left.pop()
            raise MemoryError
        commit(group)

    def failing_too(job: WriteJob[object], error: Exception) -> None:
        if refused:
            refused.pop()
            raise MemoryError
        fail(job, error)

    def add(db: Connection) -> str:
        return queries.add_person(db, "Ada").id

    monkeypatch.setattr(writer, "_commit", failing)
    monkeypatch.setattr(WriteJob, "fail", failing_too)
    assert isinstance(writer.submit(add).exception(PATIENCE), MemoryError)
    ada = writer.submit(add).result(PATIENCE)
    assert store.read(queries.person, ada) is not None
    writer.close()
    store.close()
