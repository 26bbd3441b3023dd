"""A damaged part of the database file sets one game aside; all others go on."""

import logging
from pathlib import Path

import pytest
from tests.server.harness import Server, running

from dalang.server.settings import DATABASE_FILE
from dalang.server.storage import Store, start_up_report
from dalang.server.tables.pacing import Pacer

GAME = "taj_mahal"
PAGE = 4096
LEAF = 0x0D  # the first byte of a page that holds rows


pytestmark = pytest.mark.sqlite


@pytest.fixture
def damaged(tmp_path: Path) -> tuple[Path, str, str]:
    """A folder with two games, of which the log of the first cannot be read."""
    with running(tmp_path) as server:
        ada = server.guest("Ada")
        tables = [ada.open_table(GAME, ["me", "hot", "hot"], pace="day") for _ in range(2)]
        for table in tables:
            play(server, table)
    file = tmp_path / DATABASE_FILE
    content = bytearray(file.read_bytes())
    hit = 0
    for start in range(PAGE, len(content), PAGE):
        page = content[start : start + PAGE]
        if (
            page[0] == LEAF
            and page.count(tables[0].encode()) > 10
            and tables[1].encode() not in page
        ):
            content[start : start + 200] = b"\xff" * 200
            hit += 1
    assert hit
    file.write_bytes(content)
    return tmp_path, tables[0], tables[1]


def play(server: Server, table: str) -> None:
    found = server.find(table)

    async def moves() -> None:
        for _ in range(60):
            position = found.session.position
            if found.record.status == "running":
                action = position.action_text(position.legal_actions()[0])
                await found.play(found.actor, action, found.count)

    server.run(moves)


@pytest.mark.slow
def test_the_first_page_and_the_other_game_go_on(
    damaged: tuple[Path, str, str], caplog: pytest.LogCaptureFixture
) -> None:
    folder, broken, whole = damaged
    with running(folder) as server:
        browser = server.browser()
        assert browser.get("/").status_code == 200
        page = browser.get("/")
        assert page.status_code == 200
        assert f"/t/{whole}" in page.text
        assert f"/t/{broken}" not in page.text
        assert browser.get(f"/t/{whole}").status_code == 200
        assert browser.get(f"/t/{broken}").status_code == 410
        lines = [
            record.getMessage()
            for record in caplog.records
            if record.levelno >= logging.ERROR and "It is set aside" in record.getMessage()
        ]
    assert lines == [
        f"Table {broken} cannot be read: the database file is damaged there. "
        "It is set aside; see docs/hosting.md, Backup."
    ]


@pytest.mark.slow
def test_games_with_a_pace_go_on_beside_it(damaged: tuple[Path, str, str]) -> None:
    folder, _, whole = damaged
    called: list[str] = []
    with running(folder) as server:
        pacer = Pacer(server.tables, lambda table, seat, what: called.append(table.record.id))
        due = server.find(whole).due()
        assert due is not None
        server.run(pacer.look, due)
    assert called == [whole]


def test_the_host_is_told_which_game_it_is(damaged: tuple[Path, str, str]) -> None:
    folder, broken, whole = damaged
    store = Store(f"sqlite:///{folder / DATABASE_FILE}")
    report = start_up_report(store)
    findings = store.check()
    store.close()
    assert f"Table {broken} cannot be read: the database file is damaged there." in findings
    assert not any(whole in line for line in findings)
    assert broken in report.broken
    assert report.replayed == 1
