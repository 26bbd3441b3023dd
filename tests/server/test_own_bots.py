"""The host's own bots: only those the host allows, in worker processes, from the view as text."""

import asyncio
import os
from pathlib import Path

import pytest
from tests.server.harness import running

from dalang.server.app import create_app
from dalang.server.settings import BadSettings, Settings
from dalang.server.tables.bot_workers import BotWorkers

GAME = "cards_and_karma"
CODE = """
import os
from pathlib import Path
from dalang.bots.bot import Bot

HERE = Path(__file__).parent

class Last(Bot):
    def choose(self, view, rng):
        (HERE / f"{os.getpid()}-{self.milliseconds}").touch()
        return int(view.legal_actions()[-1])

class Broken(Bot):
    def choose(self, view, rng):
        raise ValueError("my secret hand: " + view.to_text())
"""


def read(bots: str) -> Settings:
    return Settings.read(Path("home"), environment={"DALANG_BOTS": bots})


def test_the_host_names_the_bots() -> None:
    assert read("last=/srv/own.py:Last, careful").bots == {
        "last": "/srv/own.py:Last",
        "careful": "careful",
    }
    assert read("").bots == {}
    for wrong in ("/srv/own.py:Last", "Last=own:Last", "last=", "a" * 30):
        with pytest.raises(BadSettings, match="DALANG_BOTS is a list like"):
            read(wrong)


@pytest.mark.parametrize("name", ["club", "wati"])
def test_a_bot_of_the_host_has_no_name_of_ours(name: str) -> None:
    with pytest.raises(BadSettings, match=f"{name!r} is a bot of Dalang"):
        create_app(read(f"{name}=/srv/own.py:Last"))


def test_a_bot_of_the_host_plays_and_one_that_fails_is_replaced(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "own.py"
    file.write_text(CODE, "utf-8")
    workers = BotWorkers(1, own={"last": f"{file}:Last", "broken": f"{file}:Broken"})
    with running(tmp_path / "home", bot_workers=workers) as server:
        ada = server.guest("Ada")
        page = ada.browser.get("/new", params={"game": GAME, "face-1": "last"}).text
        assert 'value="last"' in page
        assert "a bot of this server" in page
        bots = ada.browser.get("/api/games").json()[0]["bots"]
        assert bots[-2:] == ["last", "broken"]
        table = server.find(ada.open_without_people(GAME, ["bot-last", "bot-broken", "bot-last"]))
        assert [seat.name for seat in table.record.seats] == ["Ada", "Broken", "Last"]

        async def until_played() -> None:
            async with asyncio.timeout(120):
                while not {0, 1, 2} <= {step.actor for step in table.session.log}:
                    await table.audience.wait_newer(table.version)

        server.run(until_played)
    seen = {path.name for path in tmp_path.glob("*-*")}
    (process,) = {int(name.partition("-")[0]) for name in seen}
    assert process != os.getpid()  # which is the server's
    assert "the host's bot broken in cards_and_karma: ValueError" in caplog.text
    assert "secret" not in caplog.text


def test_other_bots_are_refused(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.guest("Ada")
        seats = ["me", "bot-dalang.bots.greedy:ClubBot"]
        answer = ada.program.post("/api/tables", json={"game": GAME, "seats": seats})
        assert answer.status_code == 422
