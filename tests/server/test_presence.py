"""Who is here, away or gone; and that a bot took over, told to everybody and kept."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.server.harness import Guest, Server, flat

from dalang.server.tables.presence import Presence
from dalang.server.tables.seat_notices import BACK, LENT, SeatNotice
from dalang.server.tables.table import Table


class RateLimiter:
    """Somebody who is told, and a clock that runs when it is asked to."""

    def __init__(self) -> None:
        self.told = 0
        self._later: list[Callable[[], None]] = []
        self.presence = Presence(self._hear, lambda seconds, call: self._later.append(call))

    def _hear(self) -> None:
        self.told += 1

    def wait(self) -> None:
        """Everything that was to happen later happens."""
        due, self._later = self._later, []
        for call in due:
            call()


def test_somebody_is_here_while_one_of_their_pages_is_looked_at() -> None:
    limiter = RateLimiter()
    presence = limiter.presence
    assert presence.of("ada") == presence.of(None) == "gone"
    presence.come("ada")
    assert (presence.of("ada"), limiter.told) == ("here", 1)
    presence.look("ada", unseen=True)
    assert (presence.of("ada"), limiter.told) == ("away", 2)
    presence.come("ada")  # by another device
    assert (presence.of("ada"), limiter.told) == ("here", 3)
    presence.go("ada", unseen=True)
    assert (presence.of("ada"), limiter.told) == ("here", 3)


def test_a_page_that_loads_again_is_not_told_to_anybody() -> None:
    limiter = RateLimiter()
    limiter.presence.come("ada")
    limiter.presence.go("ada", unseen=False)
    limiter.presence.come("ada")
    limiter.wait()
    assert (limiter.presence.of("ada"), limiter.told) == ("here", 1)
    limiter.presence.go("ada", unseen=False)
    assert limiter.presence.of("ada") == "here"
    limiter.wait()
    assert (limiter.presence.of("ada"), limiter.told) == ("gone", 2)


def seats_of(guest: Guest, table: str) -> list[str]:
    """What a page says about the people at the seats, by their names."""
    page = flat(guest.browser.get(f"/t/{table}").text)
    found = re.findall(r'class="whereabouts is-(\w+)"[^>]*></i>(\w+)', page)
    return [where for _, where in sorted((name, where) for where, name in found)]


def table_of_two(server: Server) -> tuple[Guest, Guest, Table]:
    ada, bea = server.guest("Ada"), server.guest("Bea")
    table = ada.open_table("cards_and_karma", ["me", "open"])
    bea.sit(table, 1)
    return ada, bea, server.find(table)


def test_the_page_says_who_is_there(server: Server) -> None:
    ada, bea, table = table_of_two(server)
    name = table.record.id
    assert seats_of(ada, name) == ["here", "gone"]  # the viewer is there
    with bea.socket(name) as live:
        live.hear()
        assert seats_of(ada, name) == ["here", "here"]
        live.ask(away=True)
        live.ask(alive=1)
        while "alive" not in live.hear():
            pass
        assert seats_of(ada, name) == ["here", "away"]
        live.ask(away=True)  # said twice
        live.ask(away=False)
        live.ask(alive=1)
        while "alive" not in live.hear():
            pass
        assert seats_of(ada, name) == ["here", "here"]


def test_a_spectator_is_nobody_at_the_table(server: Server) -> None:
    _, _, table = table_of_two(server)
    version = table.version
    with server.guest("Eve").socket(table.record.id) as live:
        live.hear()
        assert table.version == version


def test_a_bot_that_takes_over_is_told_to_all_and_kept(server: Server) -> None:
    ada, bea, table = table_of_two(server)
    name, number = table.record.id, table.count
    with bea.socket(name) as live:
        live.hear()
        assert "now a bot" not in ada.browser.get(f"/t/{name}").text
        server.run(server.tables.stand_in, table, ada.person, 0)
        assert re.search(
            r'Ada<small class="level">now a bot: \w', flat(ada.browser.get(f"/t/{name}").text)
        )
        said: list[str] = []
        while not any("A bot now plays for Ada." in sentence for sentence in said):
            said += live.hear().get("said", [])
    server.run(server.tables.come_back, table, ada.person)
    notices = [SeatNotice(LENT, 0, number)]
    assert table.notices[:1] == notices
    assert table.notices[-1].key == BACK
    page = flat(bea.browser.get(f"/t/{name}").text)
    assert page.count("A bot now plays for Ada.") == 2  # in the log and in the chat
    assert page.count("Ada is back and plays again.") == 2
    server.run(table.load)
    assert table.notices[:1] == notices


def test_nobody_can_pretend_that_a_bot_took_over(server: Server) -> None:
    ada, _, table = table_of_two(server)
    server.run(table.say, ada.person.id, "Ada", SeatNotice(LENT, 1, 0).text)
    assert table.notices == []
