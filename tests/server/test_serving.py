"""`dalang serve` as a process: its first words, its errors and its end."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.databases import database_url

from dalang.cli import main
from dalang.server.app import create_app
from dalang.server.process import PortTaken, listen, server_of
from dalang.server.settings import Settings
from dalang.server.storage import Seat, Store, TableRecord, queries


def serve(home: Path, *options: str) -> list[str]:
    command = [sys.executable, "-m", "dalang.cli", "serve", "--data", str(home), "--no-browser"]
    return [*command, "--database", database_url(home), *options]


@contextmanager
def started(home: Path) -> Generator[tuple[subprocess.Popen[str], str, list[str]]]:
    """A server process, its address, and what it said first."""
    with subprocess.Popen(
        serve(home, "--port", "0"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        said: list[str] = []
        while not said or "http://" not in said[-1]:
            line = process.stdout.readline()
            assert line, process.stderr and process.stderr.read()
            said.append(line.strip())
        address = said[-1].split()[3].rstrip("/")
        for _ in range(1000):
            try:
                urllib.request.urlopen(f"{address}/api/games", timeout=60).close()
                break
            except OSError:
                time.sleep(0.05)
        try:
            yield process, address, said
        finally:
            process.kill()
            process.communicate()


@pytest.fixture
def complaint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """The one line with which `dalang serve` refuses, in this process."""

    def run(*arguments: object) -> None:
        raise AssertionError("it serves")

    def refusal(home: Path, *options: str) -> str:
        monkeypatch.setattr("dalang.server.process.run", run)
        code = main(serve(home, *options)[3:])
        return one_line(code, capsys.readouterr().err)

    return refusal


def one_line(code: int, errors: str) -> str:
    assert code == 2, errors
    assert errors.count("\n") == 1, errors
    assert errors.startswith("dalang: ")
    return errors


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_first_words_and_a_quiet_end(tmp_path: Path, end: signal.Signals) -> None:
    """A waiting poll and an open socket do not delay the end, and nothing is logged."""
    store = Store(database_url(tmp_path))
    ada = store.write(queries.add_person, "Ada")
    record = TableRecord.new(
        "taj_mahal", "TM-1", [Seat(0, "person", ada.id)] + [Seat(n) for n in (1, 2)], ada.id
    )
    store.write(queries.add_table, record)
    store.close()
    with started(tmp_path) as (process, address, said):
        assert said[0].startswith("Stored tables: 0 running, 1 open, 0 finished;")
        assert said[0].endswith("all well.")
        host, port = address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as waiting:
            path = f"/api/tables/{record.id}/events?since=5&wait=20"
            waiting.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            time.sleep(0.3)
            process.send_signal(end)
            _, errors = process.communicate(timeout=60)
    assert process.returncode == {signal.SIGTERM: -signal.SIGTERM, signal.SIGINT: 130}[end]
    assert errors == ""


@pytest.mark.slow
def test_a_taken_port_is_told(tmp_path: Path) -> None:
    """By a process, as a person starts it; the other complaints go the same way."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        command = serve(tmp_path, "--port", port)
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        assert f"port {port}" in one_line(done.returncode, done.stderr)


def test_who_comes_with_the_first_word_waits(tmp_path: Path) -> None:
    """The address is told a moment before pages are served: nobody is turned away meanwhile."""
    settings = Settings.read(tmp_path, port=0)
    with listen(settings) as port:
        socket.create_connection(port.getsockname(), timeout=5).close()
        with pytest.raises(PortTaken):
            listen(replace(settings, port=port.getsockname()[1]))


def test_a_program_reads_where_the_server_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line; everything else that it says is for people."""

    def not_running(*_: object) -> None:
        """The server is made, and never runs."""

    monkeypatch.setattr("dalang.server.process.run", not_running)
    assert main(serve(tmp_path, "--port", "0", "--json")[3:]) == 0
    said = capsys.readouterr()
    begun = json.loads(said.out)
    assert begun["event"] == "serving"
    assert begun["address"].startswith("http://127.0.0.1:")
    assert "Stored tables" in said.err


def test_a_host_that_is_none_is_told(tmp_path: Path, complaint: Callable[..., str]) -> None:
    said = complaint(tmp_path, "--host", "no.such.host.invalid", "--port", "0")
    assert "no.such.host.invalid" in said


@pytest.mark.sqlite
def test_a_directory_that_cannot_be_used_is_told(
    tmp_path: Path, complaint: Callable[..., str]
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert str(tmp_path) in complaint(tmp_path / "file" / "home", "--port", "0")


@pytest.mark.sqlite
def test_a_corrupt_database_is_told(tmp_path: Path, complaint: Callable[..., str]) -> None:
    (tmp_path / "dalang.sqlite").write_bytes(b"This is no database." * 1000)
    assert "dalang.sqlite" in complaint(tmp_path, "--port", "0")


@pytest.mark.sqlite
def test_a_database_that_fails_during_the_start_is_told_in_one_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It was there when the server looked at it first."""
    settings = Settings.read(tmp_path, port=0, environment={})
    app = create_app(settings)
    (tmp_path / "dalang.sqlite").write_bytes(b"This is no database." * 1000)
    with listen(settings) as port, pytest.raises(SystemExit):
        server_of(app).run(sockets=[port])
    said = [record.getMessage() for record in caplog.records]
    assert any("dalang.sqlite" in line and "\n" not in line for line in said)
    assert "Traceback" not in caplog.text


@pytest.mark.sqlite
def test_a_key_that_others_may_read_is_told(tmp_path: Path, complaint: Callable[..., str]) -> None:
    (tmp_path / "secret.key").write_text("x" * 40, encoding="utf-8")
    (tmp_path / "secret.key").chmod(0o644)
    assert "secret.key" in complaint(tmp_path, "--port", "0")


@pytest.mark.slow
def test_workers_die_with_their_server(tmp_path: Path) -> None:
    """Not even a kill -9 leaves processes behind."""
    store = Store(database_url(tmp_path))
    ada = store.write(queries.add_person, "Ada")
    seats = [Seat(n, "bot", bot="random", name=f"Bot {n}") for n in range(3)]
    record = TableRecord.new("taj_mahal", "TM-1", seats, ada.id)
    store.write(queries.add_table, record)
    store.close()
    with started(tmp_path) as (process, address, _):
        table = f"{address}/api/tables/{record.id}"
        for _ in range(1000):
            with urllib.request.urlopen(table, timeout=60) as answer:
                if json.load(answer)["number"] > 60:
                    break
            time.sleep(0.05)
        children = descendants(process.pid)
        assert children
        process.kill()
        process.wait()
        for _ in range(1000):
            if not any(map(is_alive, children)):
                break
            time.sleep(0.05)
        alive = [child for child in children if is_alive(child)]
        for child in alive:
            os.kill(child, signal.SIGKILL)
        assert not alive


def is_alive(process: int) -> bool:
    """Or its process has not been waited for yet."""
    try:
        words = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return False
    return words[0] != "Z"


def descendants(process: int) -> list[int]:
    folder = Path(f"/proc/{process}/task/{process}/children")
    children = [int(word) for word in folder.read_text(encoding="ascii").split()]
    return children + [other for child in children for other in descendants(child)]


@pytest.mark.sqlite
def test_sqlite_itself_finds_no_fault(tmp_path: Path) -> None:
    store = Store(database_url(tmp_path))
    store.write(queries.add_person, "Ada")
    store.close()
    with closing(sqlite3.connect(tmp_path / "dalang.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
