"""A server on a loopback port, in a thread of the test, that can be stopped and started again."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar, cast

import uvicorn
from starlette.applications import Starlette
from tests.server.harness import (
    AT_ONCE,
    NO_BOUNDS,
    NO_LIMITS,
    OwnAdviceWorkers,
    OwnBotWorkers,
    furnished,
)

from dalang.engine.api import OVER
from dalang.engine.session import Step
from dalang.server.app import create_app
from dalang.server.notifications.public_http import PublicHttpClient
from dalang.server.people.recovery import new_codes
from dalang.server.storage import (
    Ending,
    Entry,
    Letter,
    Person,
    PlayHabits,
    Seat,
    Speed,
    now,
    queries,
)
from dalang.server.tables.opening import TableTerms, new_record
from dalang.server.tables.seats import seat_from_word
from dalang.server.tables.table import PATIENCE, Table
from dalang.server.web.site import Site

Result = TypeVar("Result")
NEVER = 3600.0  # seconds until a bot moves: the game waits for the people


class Host:
    """Somebody who hosts games for the browsers of a test."""

    def __init__(
        self, home: Path, pace: float = 0.0, patience: float = PATIENCE, grace: float = 0.0
    ) -> None:
        self._settings = replace(furnished(home), bounds=NO_BOUNDS)
        self._pace, self._patience = pace, patience
        self._thinking_time = replace(AT_ONCE, grace=grace)
        self._port = 0  # any that is free, but the same after a restart
        self.start()
        self.address = f"http://127.0.0.1:{self._port}"
        self.named = f"http://localhost:{self._port}"  # passkeys belong to names

    def start(self) -> None:
        """Opens the doors and waits until somebody can come in."""
        here = PublicHttpClient(local=True)  # a test tells nobody outside this machine
        self._app: Starlette = create_app(
            self._settings,
            self._pace,
            self._patience,
            NO_LIMITS,
            OwnBotWorkers(),
            OwnAdviceWorkers(),
            here,
            thinking_time=self._thinking_time,
        )
        config = uvicorn.Config(self._app, log_level="error", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        limiter = socket.create_server(("127.0.0.1", self._port))
        self._port = cast("int", limiter.getsockname()[1])
        self._thread = threading.Thread(target=self._run, args=(limiter,))
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            time.sleep(0.01)

    def _run(self, limiter: socket.socket) -> None:
        self._loop = asyncio.new_event_loop()
        with limiter:
            self._loop.run_until_complete(self._server.serve([limiter]))
        self._loop.close()

    def stop(self) -> None:
        """Closes; every socket breaks."""
        self._server.should_exit = True
        self._thread.join()

    @property
    def _site(self) -> Site:
        return cast("Site", self._app.state.site)

    def entries(self, table: str) -> list[Entry]:
        """The log of a game, from the disk."""
        return self._ask(lambda: self._site.tables.store.read(queries.entries, table))

    def find(self, table: str) -> Table:
        """The table itself."""
        return self._ask(self._site.tables.find, table)

    def leave_time(self, table: str, seconds: float, told: bool = True) -> None:
        """The one who is asked there has only so much left; the pages need not be told."""

        async def leave() -> None:
            found = await self._site.tables.find(table)
            passed = (found.seconds_left() or 0.0) - seconds
            found.asked_at -= passed
            if told:
                found.asked_on -= timedelta(seconds=passed)
                found.audience.wake()

        self._ask(leave)

    def called(self, table: str) -> Seat | None:
        """Who has to decide there."""

        async def look() -> Seat | None:  # where the server runs, or it might move meanwhile
            return (await self._site.tables.find(table)).waiting.called

        return self._ask(look)

    def welcome(self, name: str) -> tuple[Person, str]:
        """Somebody new, and the cookie by which they are known."""
        person = self._ask(lambda: self._site.tables.store.write(queries.add_person, name, ""))
        return person, self._site.identity.cookie(person.id)

    def make_account(self, person: Person) -> str:
        """Gives somebody an account; a recovery code."""
        store, codes = self._site.tables.store, new_codes()
        letter = Letter("prove", person.id, f"{person.id.lower()}@example.org")
        secret = self._ask(lambda: store.write(queries.add_letter, letter))
        self._ask(lambda: store.write(queries.prove_address, secret, person.id))
        self._ask(lambda: store.write(queries.set_codes, person.id, codes))
        return codes[0]

    def make_host(self, person: Person) -> None:
        """Gives somebody an account, and the role of a host."""
        self.make_account(person)
        self._ask(lambda: self._site.tables.store.write(queries.set_host, person.id, True))

    def befriend(self, one: Person, other: Person) -> None:
        """Both have said so."""
        store = self._site.tables.store
        self._ask(lambda: store.write(queries.ask_friend, one.id, other.id, 9))
        self._ask(lambda: store.write(queries.ask_friend, other.id, one.id, 9))

    def set_speed(self, person: Person, speed: Speed) -> None:
        """How fast things move for somebody."""
        self._ask(self._site.tables.set_habits, person, PlayHabits(speed))

    def open_table(
        self, person: Person, game: str, seats: Sequence[str], options: Mapping[str, str]
    ) -> str:
        """A new table as the form opens it; its id."""
        taken = [seat_from_word(number, word, person) for number, word in enumerate(seats)]
        terms = TableTerms(options=options, public=True)
        table = self._ask(self._site.tables.open_table, person, game, taken, terms)
        return table.record.id

    def sit(self, table: str, person: Person) -> None:
        """Somebody takes the first free seat."""

        async def take() -> None:
            found = await self._site.tables.find(table)
            free = next(seat.seat for seat in found.record.seats if seat.kind == "open")
            await self._site.tables.sit(found, person, free, "")

        self._ask(take)

    def enter(self, tournament: str, person: Person) -> None:
        """Somebody takes part in a tournament."""

        async def enter() -> None:
            found = await self._site.tables.store.read(queries.tournament, tournament)
            assert found
            await self._site.organiser.enter(found, person)

        self._ask(enter)

    def decide_round(self, tournament: str) -> None:
        """The tables of a tournament's round are over, without the time that games take."""

        async def decide() -> None:
            store = self._site.tables.store
            for record in await store.read(queries.tables_of_tournament, tournament):
                if record.status == "running":
                    places = list(range(1, record.players + 1))
                    ending = Ending("rounds", [100 - 10 * place for place in places], places)
                    await store.write(queries.set_status, record.id, "finished", ending)
            await self._site.organiser.look(now())

        self._ask(decide)

    def leave_to_bots(self, tournament: str) -> None:
        """Nobody is there at a table of a tournament: bots play for everybody, to the end."""

        async def leave() -> None:
            store, tables = self._site.tables.store, self._site.tables
            records = await store.read(queries.tables_of_tournament, tournament)
            table = await tables.find(records[0].id)
            for seat in records[0].seats:
                await tables.lend(table, seat, lambda: None)  # as when their time is over
            while table.record.status == "running":
                await asyncio.sleep(0.05)

        self._ask(leave)

    def play_near_end(self, table: str, left: int = 1) -> tuple[int, str]:
        """Plays until a choice is left that ends the game; whose it is, and what they choose.

        If none is to be `left`, the game is over.
        """

        async def play() -> tuple[int, str]:
            found = await self._site.tables.find(table)
            moves = next(moves for seed in count() if (moves := _ending(found, seed)))
            for number, seat, text in moves[: len(moves) - left]:
                await found.play(seat, text, number)
            return moves[-1][1:]

        return self._ask(play)

    def open_begun(
        self,
        game: str,
        people: Sequence[Person],
        bot: str,
        secret: bytes,
        log: Sequence[Step],
        bots: int = 1,
    ) -> str:
        """A table for people and bots where the game has gone on for a while; its id."""
        seats = [seat_from_word(seat, "me", person) for seat, person in enumerate(people)]
        for seat in range(len(people), len(people) + bots):
            seats.append(seat_from_word(seat, f"bot-{bot}", people[0]))
        record = replace(new_record(people[0], game, seats, TableTerms(public=True)), secret=secret)
        entries = [Entry(number, step.actor, step.text, now()) for number, step in enumerate(log)]
        self._ask(lambda: self._site.tables.store.write(queries.add_table, record))
        self._ask(lambda: self._site.tables.store.write(queries.append, record.id, entries))
        return record.id

    def _ask(self, work: Callable[..., Awaitable[Result]], *args: object) -> Result:
        waiting = cast("Coroutine[Any, Any, Result]", work(*args))
        return asyncio.run_coroutine_threadsafe(waiting, self._loop).result(60)


def _ending(table: Table, seed: int) -> list[tuple[int, int, str]]:
    """How a game could go on to its end: numbers, seats and choices; [] if the last is forced."""
    rng, draft = Random(seed), table.game_log.copy()
    moves: list[tuple[int, int, str]] = []
    legal: list[str] = []
    while draft.actor != OVER:
        legal = draft.position.legal_texts()
        moves.append((draft.count, draft.actor, rng.choice(legal)))
        draft.play(*moves[-1][1:])
        draft.go_on(table.dealer)
    return moves if len(legal) > 1 else []
