"""dalang restore: a backup takes the place of the database, and nothing is lost."""

import json
import sqlite3
from pathlib import Path

import pytest

from dalang.cli import main
from dalang.server.folder_lock import folder_lock
from dalang.server.settings import Settings
from dalang.server.storage import Store, queries

Captured = pytest.CaptureFixture[str]


def people(home: Path) -> set[str]:
    with sqlite3.connect(home / "dalang.sqlite") as database:
        return {name for (name,) in database.execute("SELECT name FROM person")}


def add(home: Path, name: str) -> None:
    store = Store(Settings.read(home).database)
    store.write(queries.add_person, name, "")
    store.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data directory with a backup of Ada alone, and Bo who came later."""
    home = tmp_path / "home"
    home.mkdir()
    add(home, "Ada")
    assert main(["backup", str(tmp_path / "copy.sqlite"), "--data", str(home)]) == 0
    add(home, "Bo")
    (home / "dalang.sqlite-wal").touch()  # what a crash leaves behind must not meet the backup
    return home


def test_a_backup_is_put_back_and_the_old_database_is_kept(
    home: Path, tmp_path: Path, capsys: Captured
) -> None:
    copy = str(tmp_path / "copy.sqlite")
    capsys.readouterr()
    assert main(["restore", copy, "--data", str(home), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert people(home) == {"Ada"}
    old = Path(told["old"])
    with sqlite3.connect(old) as database:
        assert len(database.execute("SELECT name FROM person").fetchall()) == 2
    assert not (home / "dalang.sqlite-wal").exists()
    assert (home / "dalang.sqlite").stat().st_mode & 0o077 == 0
    add(home, "Cy")  # it can be used
    assert people(home) == {"Ada", "Cy"}


def test_a_server_elsewhere_starts_from_a_backup(home: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    assert main(["restore", str(tmp_path / "copy.sqlite"), "--data", str(new)]) == 0
    assert people(new) == {"Ada"}


def test_what_cannot_be_put_back_changes_nothing(
    home: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "text").write_text("no database, but long enough to be read as one" * 30, "utf-8")
    with sqlite3.connect(tmp_path / "other.sqlite") as other:
        other.execute("CREATE TABLE entry (number)")
    for file, words in (
        (tmp_path / "none.sqlite", "There is no backup"),
        (tmp_path / "text", "is no SQLite database"),
        (tmp_path / "other.sqlite", "not one of Dalang"),
        (home / "dalang.sqlite", "the database itself"),
    ):
        assert main(["restore", str(file), "--data", str(home)]) == 2
        assert words in capsys.readouterr().err
    with folder_lock(home):
        assert main(["restore", str(tmp_path / "copy.sqlite"), "--data", str(home)]) == 2
    assert "Another server" in capsys.readouterr().err
    monkeypatch.setenv("DALANG_DATABASE", "postgresql://host/games")
    assert main(["restore", str(tmp_path / "copy.sqlite"), "--data", str(home)]) == 2
    assert "use pg_restore" in capsys.readouterr().err
    assert people(home) == {"Ada", "Bo"}
