"""Players for scripts/fault-test: they play whole games through whichever server answers.

Everything they ask for and everything they are told is kept, with the moment; fault_checks.py
compares it with what is stored in the end.
"""

from __future__ import annotations

import json
import random
import threading
import time
from functools import partial
from typing import Any

from fault_history import READINGS, Company, History, Operation, Told
from fault_lines import BREATH, Line, NoAnswer, Reader, State
from fault_servers import GameServer

SWITCHING = 0.15  # how often players change their server without a reason
LOOKING = 0.2  # how often they look before they move
TAKING_BACK = 0.06  # how often they reconsider
HANGING_UP = 0.02  # how often they do not wait for the answer to a move
THINKING = (0.0, 0.12)  # seconds before a move: faults shall strike often in a game
PAUSED = 0.2  # how often bots take their time where nobody else plays: whole games take minutes
AGAIN = 0.7  # seconds after which somebody tries again who heard nothing, or was refused


class Player(threading.Thread):
    """Somebody who plays at several tables, as fast as the servers answer."""

    def __init__(
        self,
        number: int,
        token: str,
        servers: list[GameServer],
        companies: list[Company],
        history: History,
        moments: random.Random,
    ) -> None:
        super().__init__(name=f"player {number}", daemon=True)
        self.number = number
        self.own = [one for one in companies if number in one.members]
        self.history = history
        self.going_on = threading.Event()  # as long as new games are begun
        self.going_on.set()
        self.stopping = threading.Event()
        self.trouble: BaseException | None = None
        self._moments = moments
        self._line = Line(servers, token, moments)
        self._new_line = partial(Line, servers, token)
        self._news = threading.Event()  # somewhere
        self._readers: dict[str, Reader] = {}  # where it is known that we sit
        self._again: dict[str, tuple[int, float]] = {}  # a number is tried again only by then

    def run(self) -> None:
        """Until all games are over, and no new ones are begun."""
        try:
            while not self.stopping.is_set() and not self.is_done():
                self._news.clear()
                acted = [self._acts(company) for company in self.own]
                if not any(acted):
                    self._news.wait(BREATH)
            for company in self.own:
                for table in company.finished:
                    self._hear_out(self._readers[table])
        except BaseException as error:  # a mistake of ours, not of the servers
            self.trouble = error
            raise
        finally:
            for reader in self._readers.values():
                reader.stopping.set()

    def _hear_out(self, reader: Reader) -> None:
        while reader.is_alive() and not self.stopping.is_set():
            reader.join(BREATH)

    def is_done(self) -> bool:
        """Whether there is nothing left to play."""
        return not self.going_on.is_set() and all(one.is_done() for one in self.own)

    def _acts(self, company: Company) -> bool:
        """Does what is to be done at one table, if anything."""
        if self._moments.random() < SWITCHING:
            self._line.switch()
        table = company.table
        try:
            if not table:
                return self._opens(company)
            if table not in self._readers:
                return self._sits(company, table)
            return self._moves(company, table, self._readers[table].state)
        except NoAnswer:
            return True

    # --- before the game ------------------------------------------------------------------

    def _opens(self, company: Company) -> bool:
        if company.members[0] != self.number or not self.going_on.is_set():
            return False
        game, players = next(company.games)
        seats = ["me", *["open"] * (len(company.members) - 1)]
        seats += ["bot-random"] * (players - len(seats))
        alone = len(company.members) == 1
        paused = not alone or self._moments.random() < PAUSED
        operation = self.history.begun(Operation("open", "", 0, text=game))
        wish = {"game": game, "seats": seats, "pauses": paused}
        status, answer = self._ask(operation, "/api/tables", wish)
        if status == 201:
            operation.table, operation.result = answer["id"], "yes"
            company.plans[answer["id"]] = tuple(seats)
            self._follow(answer["id"], 0)
            company.table = answer["id"]
        return True

    def _sits(self, company: Company, table: str) -> bool:
        seat = company.members.index(self.number)
        operation = self.history.begun(Operation("sit", table, seat))
        path = f"/api/tables/{table}"
        status, answer = self._ask(operation, f"{path}/sit", {"seat": seat})
        if status != 200:  # perhaps an earlier attempt, of which nothing was heard
            status, answer = self._line.ask(path)
        if status == 200 and answer["seat"] == seat:
            operation.result = "yes"
            self._follow(table, seat)
        return status == 200

    def _follow(self, table: str, seat: int) -> None:
        told = Told(table, seat)
        self.history.told.append(told)
        self._readers[table] = Reader(
            told, self._new_line(random.Random(self._moments.random())), self._news
        )
        self._readers[table].start()

    # --- during the game ------------------------------------------------------------------

    def _moves(self, company: Company, table: str, state: State) -> bool:
        """By what the stream said last, which may not be true any more."""
        if state.status == "finished":
            if company.members[0] == self.number:
                company.finished.append(table)
                company.table = ""
            return False
        number, later = self._again.get(table, (-1, 0.0))
        if not state.legal or (number == state.number and time.monotonic() < later):
            return False
        self._again[table] = state.number, time.monotonic() + AGAIN
        path, seat = f"/api/tables/{table}", company.members.index(self.number)
        if self._moments.random() < LOOKING:
            self._look(self._moments.choice(READINGS), path, table, seat)
        time.sleep(self._moments.uniform(*THINKING))
        played = self._plays(path, table, seat, state.number, self._moments.choice(state.legal))
        if played and company.left is not None:
            company.left -= 1
        return True

    def _look(self, kind: str, path: str, table: str, seat: int) -> None:
        """At whatever server: it may be behind, but not wrong."""
        looked = Operation(kind, table, seat, began=time.monotonic())
        status, answer = self._line.ask(f"{path}/{kind}")
        self._wonder(status, answer, kind)
        if status == 200:
            shown = [choice["action"] for choice in answer.get("legal", ())]
            looked.text = answer["text"] if kind == "view" else json.dumps(shown)
            looked.number, looked.server = answer["number"], self._line.server.number
            looked.ended, looked.result = time.monotonic(), "yes"
            self.history.operations.append(looked)

    def _plays(self, path: str, table: str, seat: int, number: int, text: str) -> bool:
        move = Operation("play", table, seat, number, text)
        hurried = self._moments.random() < HANGING_UP
        wish = {"action": text, "number": number}
        status, answer = self._ask(self.history.begun(move), f"{path}/play", wish, hurried)
        if status == 200 and answer["played"]:
            move.result = "yes"
            self.history.acknowledged += 1
            if self._moments.random() < TAKING_BACK:
                self._take_back(path, table, seat, answer["number"])
        return move.result == "yes"

    def _take_back(self, path: str, table: str, seat: int, number: int) -> None:
        wish = Operation("undo", table, seat, number)
        status, answer = self._ask(self.history.begun(wish), f"{path}/undo", {"number": number})
        if status == 200 and answer["undone"]:
            wish.result = "yes"

    def _ask(
        self, operation: Operation, path: str, wish: object, hurried: bool = False
    ) -> tuple[int, Any]:
        """Asks for a change.  What is refused was not done; a 503 says that nobody knows."""
        operation.server = self._line.server.number
        try:
            status, answer = self._line.ask(path, wish, hurried)
        finally:
            operation.ended = time.monotonic()
        if 400 <= status < 500:
            operation.result = "no"
        self._wonder(status, answer, operation.kind)
        return status, answer

    def _wonder(self, status: int, answer: object, what: str) -> None:
        """Notes answers that nobody should get, whatever happens."""
        if status not in (200, 201, 403, 409, 422, 503):
            self.history.strange.append(f"{what} was answered by {status}: {answer}")
