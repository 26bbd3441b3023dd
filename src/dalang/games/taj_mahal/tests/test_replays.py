"""Whole games: the kept replays show what they are kept for, and every point can be recounted."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from dalang.engine.api import Args, Event, Position
from dalang.engine.playout import random_step
from dalang.engine.replay import Replay, play_all, play_through
from dalang.engine.rng import Rng
from dalang.engine.testing import counts, field
from dalang.games.taj_mahal import GAME
from dalang.games.taj_mahal.tests.tables import COURT

REPLAYS = sorted((GAME.folder / "tests" / "replays").glob("*.replay"))
BOX = tomllib.loads((GAME.folder / "components.toml").read_text("utf-8"))
HOME = {city["id"]: city["province"] for city in BOX["city"]}
ROADS = {ends for road in BOX["road"] for ends in ((road["a"], road["b"]), (road["b"], road["a"]))}
SPECIAL_OF = {card["influence"]: card["id"] for card in BOX["special_card"]}


class Accountant:
    """Plays no game: follows what everybody is told and recounts it from the rules."""

    def __init__(self, players: int) -> None:
        seats = range(players)
        self.players = players
        self.points = [0] * players
        self.round = 0
        self.province = ""
        self.court: set[str] = set()
        self.inside: set[int] = set()
        self.shown = [Counter[str]() for _ in seats]
        self.influence = [Counter[str]() for _ in seats]
        self.commodities = [Counter[str]() for _ in seats]
        self.palaces: list[set[str]] = [set() for _ in seats]
        self.winnings: set[str] = set()
        self.holder: dict[str, int] = {}

    def hear(self, event: Event) -> None:
        entry = cast("Callable[[Args], None] | None", getattr(self, f"on_{event.key}", None))
        if entry is not None:
            entry(event.args)

    def on_round_begins(self, args: Args) -> None:
        """TM 7.1, TM 7.3."""
        assert not self.inside
        assert not any(count > 1 for tiles in self.influence for count in tiles.values())
        self.round, self.province = self.round + 1, str(args["province"])
        assert args["round"] == self.round
        self.court, self.inside = set(COURT.split(", ")), set(range(self.players))

    def on_played(self, args: Args) -> None:
        """TM 3.1, TM 4.1."""
        self.shown[seat_of(args)].update(str(args["card"]).split()[1].split("+"))

    on_added = on_played

    def on_added_special(self, args: Args) -> None:
        """TM 8.2."""
        seat, special = seat_of(args), str(args["special"])
        assert self.holder[special] == seat
        if special in ("elephant", "mogul"):
            self.shown[seat][special] += 1
        if special == "influence":
            self.points[seat] += 2

    def on_withdrew(self, args: Args) -> None:
        """TM 4.1, TM 4.2."""
        seat = seat_of(args)
        others = [self.shown[other] for other in self.inside - {seat}]
        mine = self.shown[seat]
        self.winnings = {
            symbol
            for symbol in self.court
            if mine[symbol] and all(mine[symbol] > other[symbol] for other in others)
        }
        self.court -= self.winnings
        self.influence[seat].update(self.winnings - {"mogul", "elephant"})
        self.inside.remove(seat)
        self.shown[seat].clear()

    def on_won(self, args: Args) -> None:
        assert set(cast("list[str]", args["symbols"])) == self.winnings

    def on_won_nothing(self, _: Args) -> None:
        assert not self.winnings

    def on_palace_built(self, args: Args) -> None:
        """TM 4.3, TM 4.5."""
        assert HOME[str(args["city"])] == self.province
        self.palaces[seat_of(args)].add(str(args["city"]))

    on_crown_built = on_palace_built

    def on_scored_bonus(self, args: Args) -> None:
        """TM 5.1."""
        seat, bonus = seat_of(args), str(args["bonus"])
        points = {"points": 2, "taj_mahal": 4}.get(bonus)
        if points is None:
            points = 1 + self.commodities[seat][bonus]
            self.commodities[seat][bonus] += 1
        assert args["points"] == points
        self.points[seat] += points

    def on_scored_palaces(self, args: Args) -> None:
        """TM 5.2."""
        seat = seat_of(args)
        own = self.palaces[seat]
        chain = {city for city in own if HOME[city] == self.province}
        while more := {b for a, b in ROADS if a in chain and b in own and b not in chain}:
            chain |= more
        assert args["points"] == len({HOME[city] for city in chain})
        self.points[seat] += len({HOME[city] for city in chain})

    def on_scored_tile(self, args: Args) -> None:
        """TM 5.3."""
        seat, shown = seat_of(args), BOX["province_tile"][self.round - 1]["commodities"]
        points = len(shown) + sum(self.commodities[seat][name] for name in shown)
        assert args["points"] == points
        self.points[seat] += points
        self.commodities[seat].update(shown)

    def on_special_gained(self, args: Args) -> None:
        """TM 7.1."""
        assert str(args["special"]) not in self.holder
        self.hand_in(args)

    def on_special_stolen(self, args: Args) -> None:
        assert self.holder[str(args["special"])] == args["loser"] != seat_of(args)
        self.hand_in(args)

    def on_special_kept(self, args: Args) -> None:
        assert self.holder[str(args["special"])] == seat_of(args)
        self.hand_in(args)

    def hand_in(self, args: Args) -> None:
        seat, person = seat_of(args), str(args["symbol"])
        assert args["special"] == SPECIAL_OF[person]
        assert self.influence[seat][person] == 2
        del self.influence[seat][person]
        self.holder[SPECIAL_OF[person]] = seat

    def close(self, position: Position) -> None:
        """TM 9.1: the hands, read from the last position."""
        for seat in range(self.players):
            hand = counts(field(position, f"hand {seat}"))
            by_colour = Counter[str]()
            for card, count in hand.items():
                by_colour[card.split()[0]] += count
            white = by_colour.pop("white", 0)
            longest = max(by_colour.values(), default=0)
            specials = list(self.holder.values()).count(seat)
            self.points[seat] += specials + white + longest
        assert position.scores() == self.points


def seat_of(args: Args) -> int:
    return cast("int", args["seat"])


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_every_point_of_a_replay_can_be_recounted(path: Path) -> None:
    replay = Replay.load(path)
    accountant, session = Accountant(replay.players), None
    for _, session, events in play_through(GAME, replay):
        session.position.check()
        for event in events:
            accountant.hear(event)
    assert session is not None
    accountant.close(session.position)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_every_point_of_a_random_game_can_be_recounted(players: int, seed: int) -> None:
    position, rng, accountant = GAME.start(players), Rng(seed), Accountant(players)
    while not position.ended_by():
        events: list[Event] = []
        position.apply(random_step(position, rng), events)
        for event in events:
            accountant.hear(event)
        if not position.ended_by():
            assert position.scores() == accountant.points
    accountant.close(position)


FEATURES = {
    "three_players": {"special_stolen", "special_kept", "tile_lost", "bonus_lost"},
    "four_players": {"special_stolen", "special_kept", "reshuffled", "bonus_lost"},
    "five_players": {"special_stolen", "special_kept", "reshuffled", "tile_lost", "bonus_lost"},
    "shared_victory": {"special_stolen", "special_kept", "reshuffled"},
}


@pytest.mark.parametrize("name", FEATURES)
def test_the_replays_show_what_they_are_kept_for(name: str) -> None:
    replay = Replay.load(GAME.folder / "tests" / "replays" / f"{name}.replay")
    keys: set[str] = set()
    built: dict[str, int] = {}
    lone_card_freed = crown_beside = crown_beside_own = False
    played: Counter[int] = Counter()
    for line, _, events in play_through(GAME, replay):
        for event in events:
            keys.add(event.key)
            if event.key == "palace_built":
                built[str(event.args["city"])] = seat_of(event.args)
            if event.key == "crown_built":
                owner = built.get(str(event.args["city"]))
                crown_beside |= owner is not None
                crown_beside_own |= owner == seat_of(event.args)
            if event.key == "round_begins":
                played.clear()
            if event.key == "played":
                played[seat_of(event.args)] += 1
        if line.text == "add free_colour card" and line.actor is not None:
            lone_card_freed |= played[line.actor] == 1
    assert keys >= FEATURES[name]
    assert lone_card_freed
    assert crown_beside
    assert crown_beside_own


def test_the_replays_cover_every_number_of_players() -> None:
    assert {Replay.load(path).players for path in REPLAYS} == set(GAME.players)


def test_one_replay_ends_in_a_shared_victory() -> None:
    replay = Replay.load(GAME.folder / "tests" / "replays" / "shared_victory.replay")
    position = play_all(GAME, replay).position
    assert position.ranking().count(1) == 2
    best = max(position.scores())
    assert position.scores().count(best) == 2
