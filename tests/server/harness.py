"""A server in the test's own process, and the people who use it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import pytest
from anyio.from_thread import BlockingPortal
from sqlalchemy import Connection
from sqlalchemy.orm import Session as Database
from starlette.applications import Starlette
from starlette.testclient import TestClient, WebSocketTestSession
from tests.databases import database_url

from dalang.bots import Budget, answer
from dalang.bots.advice import Advice, advise, appraise
from dalang.bots.duels import FEWEST, Duel, examine
from dalang.engine.api import Position, View
from dalang.server.app import create_app
from dalang.server.bounds import TableBounds
from dalang.server.limits import Limits
from dalang.server.mail_settings import MailSettings
from dalang.server.notifications.notices import CALM
from dalang.server.notifications.public_http import PublicHttpClient
from dalang.server.people.identity import COOKIE
from dalang.server.settings import Settings, make_private_directory
from dalang.server.storage import AsyncStore, Person, queries, records
from dalang.server.tables.bot_workers import AdviceWorkers, BotWorkers
from dalang.server.tables.manager import TableManager
from dalang.server.tables.presence import Presence
from dalang.server.tables.table import PATIENCE, Table
from dalang.server.tables.thinking_time import ThinkingTime
from dalang.server.web.site import Site

ADDRESS = "http://testserver"
NO_LIMITS = Limits(
    rate=1e9,
    burst=1e9,
    sockets=1_000_000,
    frames=1e9,
    frame_burst=1e9,
    hints=1e9,
    hint_burst=1e9,
    file_burst=1e9,
    own_sockets=1_000_000,
    wire_frame_burst=1e9,
    wire_byte_burst=1e9,
    drawing_burst=1e9,
    drawing_queue=1_000_000,
    chat_burst=1e9,
    upload_burst=1e9,
    token_burst=1e9,
    guest_burst=1e9,
    sign_in_burst=1e9,
    letter_burst=1e9,
    export_burst=1e9,
    report_burst=1e9,
    ask_burst=1e9,
)  # heads and bodies stay limited

NO_BOUNDS = TableBounds(*[1_000_000] * 4)  # open tables without news are still closed

NEVER = ThinkingTime.always(1e6)  # people with one answer give it in person: see Table.play
AT_ONCE = ThinkingTime.always(0.0)

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def replace_query(
    patches: pytest.MonkeyPatch, store: AsyncStore, query: object, stand_in: Callable[..., Any]
) -> None:
    """Lets something else be done where a query would write."""
    write: Callable[..., Any] = store.write

    async def replaced(work: object, *args: object) -> object:
        return await (stand_in(*args) if work is query else write(work, *args))

    patches.setattr(store, "write", replaced)


def stay_as_they_are(table: Table) -> None:
    """Nobody leaves any more: who is there is no secret, but two pages would differ in it."""
    table.presence = Presence(lambda: None, lambda seconds, call: None)


class OwnBotWorkers(BotWorkers):
    """Bots that answer at once, in this process."""

    def __init__(self) -> None:
        super().__init__(1)

    async def choose(self, bot: str, key: str, view: View) -> str:
        return answer(bot, key, view.to_text(), 1)


class OwnAdviceWorkers(AdviceWorkers):
    """They think a little, in this process, and always in the same way."""

    budget = Budget(simulations=6)

    async def hint(self, key: str, view: View) -> list[Advice]:
        await asyncio.sleep(0)
        return advise(key, view.to_text(), self.budget, 1)

    async def appraise(self, key: str, position: Position, budget: Budget) -> tuple[float, ...]:
        await asyncio.sleep(0)  # lets the server run, as with others
        return appraise(key, position.to_text(), self.budget, 1)

    async def duel(self, key: str, view: View, played: str, budget: Budget) -> Duel | None:
        """So few simulations prove nothing: these workers are surer than they should be."""
        await asyncio.sleep(0)
        found = examine(key, view.to_text(), played, self.budget, 1)
        return found and replace(found, better_chance=found.chance + 0.1, margin=0.0, pairs=FEWEST)


class Server:
    """A running server."""

    def __init__(self, app: Starlette, portal: BlockingPortal) -> None:
        self.app = app
        self.portal = portal

    @property
    def site(self) -> Site:
        return cast("Site", self.app.state.site)

    @property
    def tables(self) -> TableManager:
        return self.site.tables

    def run(self, work: Callable[..., Awaitable[Result]], *args: object) -> Result:
        """Runs a coroutine where the server runs."""
        return self.portal.call(work, *args)

    def read(
        self,
        query: Callable[Concatenate[Database, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """What the server's store finds."""
        return self.run(lambda: self.tables.store.read(query, *args, **kwargs))

    def write(
        self,
        query: Callable[Concatenate[Connection, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result:
        """Changes something in the server's store."""
        return self.run(lambda: self.tables.store.write(query, *args, **kwargs))

    def tidy(self) -> None:
        """Tables that nobody looks at leave memory."""
        self.portal.call(self.tables.tidy, float("inf"))

    def find(self, table: str) -> Table:
        return self.run(self.tables.find, table)

    def browser(self, language: str = "en") -> TestClient:
        """A browser without cookies."""
        headers = {"origin": ADDRESS, "accept-language": language}
        client = TestClient(
            self.app, ADDRESS, headers=headers, raise_server_exceptions=True, follow_redirects=False
        )
        client.portal = self.portal
        return client

    def guest(self, name: str, language: str = "en") -> Guest:
        """Somebody new."""
        person = self.write(queries.add_person, name, "")
        return Guest(self, person, self.browser(language))


class Guest:
    """Somebody with a browser and a token."""

    def __init__(self, server: Server, person: Person, browser: TestClient) -> None:
        self.server, self.person, self.browser = server, person, browser
        self.cookie = server.site.identity.cookie(person.id)
        browser.cookies.set(COOKIE, self.cookie)
        self.token = server.write(queries.add_token, person.id, "test")
        self.program = server.browser()
        self.program.headers["authorization"] = f"Bearer {self.token}"
        del self.program.headers["origin"]

    def open_table(
        self,
        game: str,
        seats: Sequence[str],
        public: bool = True,
        pace: str = "none",
        advice: bool | None = None,
        clock: str = "none",
        **options: str,
    ) -> str:
        """A new table by the API; its id."""
        wish: dict[str, object] = {"game": game, "seats": list(seats), "public": public}
        wish |= {"options": options, "pace": pace, "clock": clock}
        wish |= {} if advice is None else {"advice": advice}
        answer = self.program.post("/api/tables", json=wish)
        assert answer.status_code == 201, answer.text
        return cast("str", answer.json()["id"])

    def open_without_people(self, game: str, bots: Sequence[str]) -> str:
        """A table at which a bot plays for the only person, too; its id."""
        table = self.open_table(game, ["me", *bots[1:]])
        level = bots[0].removeprefix("bot-")

        async def lend() -> None:
            found = await self.server.tables.find(table)
            own = found.record.seats[0]
            await found.seat(own, replace(own, kind="bot", bot=level))

        self.server.run(lend)
        return table

    def sit(self, table: str, seat: int) -> None:
        answer = self.program.post(f"/api/tables/{table}/sit", json={"seat": seat})
        assert answer.status_code == 200, answer.text

    def play(self, table: str, action: str, number: int) -> int:
        """By the API; the status."""
        wish = {"action": action, "number": number}
        status: int = self.program.post(f"/api/tables/{table}/play", json=wish).status_code
        return status

    @contextmanager
    def socket(self, table: str) -> Generator[Live]:
        """The socket of the table's page."""
        with self.browser.websocket_connect(f"/t/{table}/live") as session:
            yield Live(session)


class Live:
    """A socket, used as the page uses it."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session

    def hear(self) -> dict[str, Any]:
        return cast("dict[str, Any]", json.loads(self.session.receive_text()))

    def ask(self, **wish: object) -> None:
        self.session.send_text(json.dumps(wish))


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run of a test deals the same cards: what fails, fails again."""
    deal_alike(request.node.nodeid, monkeypatch)


def deal_alike(test: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that a test opens get their secrets from its name, wherever it is installed."""
    file, _, name = test.partition("::")
    chance = Random(f"{file[file.rindex('tests/') :]}::{name}")
    monkeypatch.setattr(records, "new_secret", lambda: chance.randbytes(32))


def furnished(home: Path) -> Settings:
    """A folder as a server's first start leaves it; one that has a database keeps it."""
    make_private_directory(home)
    return Settings.read(home, environment={"DALANG_DATABASE": database_url(home)})


@contextmanager
def running(
    home: Path,
    limits: Limits = NO_LIMITS,
    bot_workers: BotWorkers | None = None,
    pace: float = 0.0,
    patience: float = PATIENCE,
    http_client: PublicHttpClient | None = None,
    calm: float = CALM,
    thinking_time: ThinkingTime = NEVER,
    advice_workers: AdviceWorkers | None = None,
    bounds: TableBounds = NO_BOUNDS,
    public_url: str = "",
    mail: MailSettings | None = None,
) -> Generator[Server]:
    """A server on the data in a folder, until the end of the block."""
    settings = replace(furnished(home), bounds=bounds, public_url=public_url, mail=mail)
    workers, experts = bot_workers or OwnBotWorkers(), advice_workers or OwnAdviceWorkers()
    app = create_app(
        settings, pace, patience, limits, workers, experts, http_client, calm, thinking_time
    )
    with TestClient(app, ADDRESS) as client:
        assert client.portal
        yield Server(app, client.portal)


def flat(html: str) -> str:
    """HTML without the white space beside its tags, which nobody sees."""
    return re.sub(r"\s+(?=<|/?>)|(?<=>)\s+", "", html)


def deciding(table: Table, guests: Sequence[Guest]) -> Guest:
    """The one who is asked."""
    person = table.record.seats[table.actor].person
    return next(guest for guest in guests if guest.person.id == person)


def choices(table: Table) -> list[str]:
    """What the one who is asked may do."""
    position = table.session.position
    return [position.action_text(action) for action in position.legal_actions()]


def play_to_the_end(server: Server, table: Table, seed: int = 1) -> None:
    """Random moves until the game is over."""
    rng = Random(seed)

    async def play() -> None:
        while table.record.status != "finished":
            assert await table.play(table.actor, rng.choice(choices(table)), table.count)

    server.run(play)
