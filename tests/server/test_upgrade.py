"""Bots change to a compiled build during games."""

import asyncio
import shutil
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

import dalang
from dalang.server.settings import Settings
from dalang.server.tables import upgrade
from dalang.server.tables.bot_workers import BotWorkers
from dalang.server.tables.workers import WorkerPool

HERE = Path(dalang.__file__).parent


@pytest.fixture(autouse=True)
def old_path() -> Generator[None]:
    """What a test adds to the places for imports is gone after it."""
    before = list(sys.path)
    yield
    sys.path[:] = before


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """Another Dalang in another place; whether it is compiled makes no difference here."""
    folder = tmp_path / "build"
    shutil.copytree(HERE, folder / "dalang", ignore=shutil.ignore_patterns("tests", "*.pyc"))
    for library in HERE.parent.glob("*__mypyc*"):  # what compiled modules share
        shutil.copy(library, folder)
    return folder


def where() -> str:
    """In a worker: the place of its Dalang."""
    import dalang

    return str(Path(dalang.__file__).parent)


def where_after(gate: str) -> str:
    """The same, when somebody opens the gate."""
    import time

    Path(gate, "reached").touch()
    while not Path(gate, "open").exists():
        time.sleep(0.05)
    return where()


@pytest.mark.slow
def test_new_questions_go_to_the_build_and_old_ones_are_answered(
    build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upgrade, "is_compiled", lambda: False)
    monkeypatch.setattr(upgrade, "LOOKING", 0.05)
    soon = tmp_path / "soon"

    async def story(workers: WorkerPool) -> tuple[str, str, str]:
        before = await workers.ask(where)
        slow = asyncio.create_task(workers.ask(where_after, str(tmp_path)))
        change = asyncio.create_task(upgrade.change_when_compiled(soon, workers))
        while not (tmp_path / "reached").exists():
            await asyncio.sleep(0.05)
        build.rename(soon)
        await change
        after = await workers.ask(where)
        (tmp_path / "open").touch()
        return before, after, await slow

    workers = BotWorkers(1)
    try:
        before, after, slow = asyncio.run(story(workers))
    finally:
        workers.stop()
    assert before == slow == str(HERE)
    assert after == str(soon / "dalang")
    assert capsys.readouterr().out.startswith("Compiled: ")
    assert where() == str(HERE)


@pytest.mark.slow
def test_a_build_that_does_not_run_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(upgrade, "is_compiled", lambda: False)
    (tmp_path / "dalang").mkdir()
    (tmp_path / "dalang" / "__init__.py").write_text("raise ImportError('broken')")

    async def story(workers: WorkerPool) -> str:
        await upgrade.change_when_compiled(tmp_path, workers)
        return await workers.ask(where)

    workers = BotWorkers(1)
    try:
        assert asyncio.run(story(workers)) == str(HERE)
    finally:
        workers.stop()
    assert str(tmp_path) not in sys.path
    assert capsys.readouterr().out == ""


def test_a_compiled_server_waits_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upgrade, "is_compiled", lambda: True)
    asyncio.run(upgrade.change_when_compiled(tmp_path / "never"))


def test_the_place_comes_from_the_environment(tmp_path: Path) -> None:
    assert Settings.read(tmp_path, environment={}).compiled is None
    given = Settings.read(tmp_path, environment={"DALANG_COMPILED": str(tmp_path / "x")})
    assert given.compiled == tmp_path / "x"
