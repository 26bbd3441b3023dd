"""A backup is whole or not there, and overwrites nothing."""

import stat
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from dalang.server.storage import Entry, Seat, StorageError, Store, TableRecord, now, queries
from dalang.server.storage.backup import back_up

pytestmark = pytest.mark.sqlite


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path}/dalang.sqlite")
    yield store
    store.close()


def url(file: Path) -> str:
    return f"sqlite:///{file}"


def test_a_copy_holds_everything_and_is_private(store: Store, tmp_path: Path) -> None:
    ada = store.write(queries.add_person, "Ada")
    store.backup(tmp_path / "copy.sqlite")
    assert stat.S_IMODE((tmp_path / "copy.sqlite").stat().st_mode) == 0o600
    copy = Store(url(tmp_path / "copy.sqlite"))
    assert copy.read(queries.person, ada.id) == ada
    assert copy.check() == []
    copy.close()


def test_a_database_nobody_uses_can_be_copied(store: Store, tmp_path: Path) -> None:
    ada = store.write(queries.add_person, "Ada")
    store.close()
    back_up(url(tmp_path / "dalang.sqlite"), tmp_path / "copy.sqlite")
    copy = Store(url(tmp_path / "copy.sqlite"))
    assert copy.read(queries.person, ada.id) == ada
    copy.close()


@pytest.mark.slow
def test_a_copy_of_a_busy_database_is_consistent(store: Store, tmp_path: Path) -> None:
    """Table and entries are written two by two: a copy that has one has the other."""
    host = store.write(queries.add_person, "Ada")
    done = Event()

    def play() -> None:
        while not done.is_set():
            record = TableRecord.new("taj_mahal", "TM-1", [Seat(0), Seat(1)], host.id)
            store.write(queries.add_table, record)
            store.write(
                queries.append, record.id, [Entry(0, 0, "a", now()), Entry(1, 0, "b", now())]
            )

    player = Thread(target=play)
    player.start()
    try:
        for number in range(10):
            store.backup(tmp_path / f"{number}.sqlite")
    finally:
        done.set()
        player.join()
    sizes: list[int] = []
    for number in range(10):
        copy = Store(url(tmp_path / f"{number}.sqlite"))
        records = copy.read(queries.tables, limit=10_000)
        assert copy.check() == []
        assert all(len(copy.read(queries.entries, record.id)) == 2 for record in records[1:])
        sizes.append(len(records))
        copy.close()
    assert sizes == sorted(sizes)
    assert sizes[-1] > 0


def test_nothing_is_overwritten_and_nothing_left_behind(store: Store, tmp_path: Path) -> None:
    taken = tmp_path / "taken.sqlite"
    taken.write_text("precious")
    dangling = tmp_path / "dangling.sqlite"
    dangling.symlink_to(tmp_path / "nowhere")
    for target in (taken, dangling):
        with pytest.raises(StorageError, match="overwrites nothing"):
            store.backup(target)
    assert taken.read_text() == "precious"
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        ("none.sqlite", "copy", "There is no database"),
        ("letter.txt", "copy", "cannot be copied: file is not a database"),
        ("dalang.sqlite", "none/copy", "cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_copied_is_told(
    source: str, target: str, words: str, store: Store, tmp_path: Path
) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada, " * 1000)
    before = set(tmp_path.iterdir())
    with pytest.raises(StorageError, match=words):
        back_up(url(tmp_path / source), tmp_path / target)
    assert set(tmp_path.iterdir()) == before


def test_other_databases_have_their_own_tools(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="pg_dump --format=custom"):
        back_up("postgresql://db/games", tmp_path / "copy")
