"""What is played: which bots, at which seats, on which deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mypy_extensions import i64

from dalang.arena.chance import seed_of
from dalang.arena.errors import BadMatch
from dalang.bots import BotName
from dalang.bots.naming import split
from dalang.engine.rng import Rng, shuffle
from dalang.engine.vecs import vec
from dalang.registry import game

ALONE = "alone"
MIXED = "mixed"
SEATINGS = (ALONE, MIXED)

Seating = tuple[int, ...]  # seat by seat, the number of the bot that sits there


@dataclass(frozen=True)
class Match:
    """A match: any number of deals, and on each deal a game for every seating.

    `alone`, for two bots: the second sits at every seat in turn, and the first at all others.
    `mixed`, for two or more: the seats are divided as evenly as possible, in an order that changes
    from deal to deal, and all bots move by one seat until the order would repeat.
    """

    key: str
    players: int
    contenders: tuple[BotName, ...]
    seating: str
    seed: int

    @classmethod
    def of(
        cls,
        key: str,
        players: int | None,
        bots: str,
        seating: str | None = None,
        seed: int = 1,
    ) -> Match:
        """A match as people ask for it: bots separated by commas, the usual number of seats."""
        contenders = tuple(BotName.of(word, key) for word in split(bots))
        seats = game(key).usual_players if players is None else players
        usual = ALONE if len(contenders) == 2 else MIXED
        return cls(key, seats, contenders, seating or usual, seed)

    def __post_init__(self) -> None:
        game(self.key).start(self.players)
        if len(self.contenders) < 2:
            raise BadMatch("A match needs at least two bots, separated by a comma.")
        if self.seating not in SEATINGS:
            raise BadMatch(f"A seating is one of {', '.join(SEATINGS)}, not {self.seating!r}.")
        if self.seating == ALONE and len(self.contenders) != 2:
            raise BadMatch("One bot alone against the other: that takes exactly two bots.")
        for contender in self.contenders:
            contender.make(self.key)

    def seatings(self, deal: int) -> list[Seating]:
        """Every game of a deal: who sits where.  Each bot gets each seat equally often."""
        if self.seating == ALONE:
            return [
                tuple(int(seat == chosen) for seat in range(self.players))
                for chosen in range(self.players)
            ]
        places = range(deal * self.players, (deal + 1) * self.players)
        order = vec[i64]([place % len(self.contenders) for place in places])
        shuffle(order, Rng(seed_of("order", self.seed, deal)))
        rotations = [
            tuple(int(order[(seat + step) % self.players]) for seat in range(self.players))
            for step in range(self.players)
        ]
        return list(dict.fromkeys(rotations))

    def jobs(self, deals: int) -> Iterator[Job]:
        """Every game of the first deals, in order."""
        for deal in range(deals):
            for number, seating in enumerate(self.seatings(deal)):
                yield Job(self, deal, number, seating)

    def names(self) -> list[str]:
        """What to call the bots, all different."""
        names: list[str] = []
        for contender in self.contenders:
            same = sum(name.split(" #")[0] == contender.name for name in names)
            names.append(f"{contender.name} #{same + 1}" if same else contender.name)
        return names


@dataclass(frozen=True)
class Job:
    """One game to be played, wherever that may be."""

    match: Match
    deal: int
    number: int  # among the games of the deal
    seating: Seating
