"""The faults of scripts/fault-test.  To add one, add a function with what it needs."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

from fault_house import House

Strike = Callable[[House, random.Random], None]

SHORT = (0.05, 1.0)  # seconds
LONG = (2.0, 14.0)  # longer than anybody waits for a process that seems to be dead
SELDOM = 0.15  # how often it takes long, where there is another server to play on


@dataclass(frozen=True)
class Fault:
    """A kind of bad luck."""

    strike: Strike
    on: str = "both"  # or: postgres
    weight: int = 1

    @property
    def name(self) -> str:
        """As people call it."""
        return self.strike.__name__.replace("_", " ")

    def fits(self, house: House) -> bool:
        """Whether it can happen there."""
        return self.on == "both" or house.postgres is not None


def a_while(house: House, moments: random.Random) -> float:
    """Seconds; seldom so long that the others must believe that somebody is dead."""
    long = len(house.servers) > 1 and moments.random() < SELDOM
    return moments.uniform(*(LONG if long else SHORT))


# --- servers ------------------------------------------------------------------------------


def kill_server(house: House, moments: random.Random) -> None:
    """kill -9."""
    moments.choice(house.servers).kill()


def kill_server_twice(house: House, moments: random.Random) -> None:
    """kill -9, and again while it starts."""
    moments.choice(house.servers).kill_early(random.Random(moments.random()))


def kill_all_servers(house: House, moments: random.Random) -> None:
    """kill -9 of all at once, as when a machine loses its power."""
    for server in house.servers:
        server.kill()


def stop_server(house: House, moments: random.Random) -> None:
    """SIGTERM, as for an upgrade; it ends by itself, and another one is started."""
    moments.choice(house.servers).ask_to_end()


def freeze_server(house: House, moments: random.Random) -> None:
    """SIGSTOP: it seems to be dead, and comes back with everything it was about to do."""
    server = moments.choice(house.servers)
    server.freeze()
    time.sleep(a_while(house, moments))
    server.thaw()


def change_clock(house: House, moments: random.Random) -> None:
    """A server is started again with a clock that is wrong by seconds, minutes or hours."""
    server = moments.choice(house.servers)
    server.nursery = moments.choice(house.nurseries)
    server.kill()


# --- the wires ----------------------------------------------------------------------------


def cut_connections(house: House, moments: random.Random) -> None:
    """Of one server to its database, at whatever moment."""
    assert house.wires
    house.wires.run(moments.choice(house.wires.wires).cut())


def lose_answers(house: House, moments: random.Random) -> None:
    """Commits arrive at the database, but their answers do not arrive at the server."""
    assert house.wires
    wire = moments.choice(house.wires.wires)
    house.wires.run(wire.deafen())
    time.sleep(moments.uniform(0.02, 0.3))
    house.wires.run(wire.cut())
    house.wires.run(wire.mend())


def freeze_connections(house: House, moments: random.Random) -> None:
    """Nothing passes between one server and its database for a while."""
    assert house.wires
    wire = moments.choice(house.wires.wires)
    house.wires.run(wire.freeze())
    time.sleep(a_while(house, moments))
    if moments.random() < 0.5:
        house.wires.run(wire.cut())
    house.wires.run(wire.mend())


# --- the database -------------------------------------------------------------------------


def end_sessions(house: House, moments: random.Random) -> None:
    """The administrator ends all sessions, or some."""
    part = moments.choice((0.3, 1.0))
    house.administer(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE application_name LIKE 'dalang%%' AND random() < {part}"
    )


def restart_database(house: House, moments: random.Random) -> None:
    """In good order, or as fast as it can."""
    assert house.postgres
    house.postgres.stop(moments.choice(("fast", "immediate")))
    time.sleep(moments.uniform(0.0, 0.5))
    house.postgres.start()


def kill_database(house: House, moments: random.Random) -> None:
    """kill -9 of all its processes."""
    assert house.postgres
    house.postgres.kill()
    time.sleep(moments.uniform(0.0, 0.5))
    house.postgres.start()


def kill_backend(house: House, moments: random.Random) -> None:
    """kill -9 of one of its processes: it then sends everybody away, and recovers."""
    house.kill_backend(moments, signal.SIGKILL)


FAULTS = (
    Fault(kill_server, weight=5),
    Fault(kill_server_twice, weight=1),
    Fault(kill_all_servers, on="postgres"),
    Fault(stop_server, on="postgres"),
    Fault(freeze_server, on="postgres", weight=3),
    Fault(change_clock, on="postgres", weight=2),
    Fault(cut_connections, on="postgres", weight=3),
    Fault(lose_answers, on="postgres", weight=3),
    Fault(freeze_connections, on="postgres", weight=2),
    Fault(end_sessions, on="postgres", weight=2),
    Fault(restart_database, on="postgres", weight=2),
    Fault(kill_database, on="postgres", weight=2),
    Fault(kill_backend, on="postgres", weight=1),
)
