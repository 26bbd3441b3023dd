"""The scorings on the map and as a list, made from what the rules say while they score."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, cast

from dalang.engine.api import Args, Event
from dalang.games.web_of_power.drawing.things import (
    COURT,
    LAYOUT,
    SEAL,
    SPACE,
    Chain,
    Gain,
    Row,
    Scoring,
    road_between,
)
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.rules.chains import score_chains
from dalang.games.web_of_power.rules.scoring import score_advisors, score_cloisters

PILL: Final = 21  # from one seat's points to the next below
KINDS: Final = {
    "scored_first": "cloisters",
    "scored_cloisters": "cloisters",
    "no_cloisters": "cloisters",
    "scored_alliance": "alliances",
    "no_majority": "alliances",
    "scored_chain": "chains",
}


def second_scoring(s: WebOfPower) -> Scoring:
    """WP 5.2: how a finished game was scored; all of it lies open on the board."""
    events: list[Event] = []
    twin = s.clone()
    score_cloisters(twin, events)
    score_advisors(twin, events)
    score_chains(twin, events)
    return scoring("second", events)


def recall(events: Sequence[Event]) -> Args:
    """WP 3.1: the first scoring, as long as it is among the events of the last round."""
    told = [event for event in events if event.key in KINDS]
    return {"scoring": scoring("first", told)} if told else {}


def scoring(title: str, events: Sequence[Event]) -> Scoring:
    """Country by country, alliance by alliance, chain by chain."""
    rows = _rows(events)
    every = [row for kind in rows.values() for row in kind]
    chains = [
        Chain(
            f"chain-{row.names[0]}-{row.names[-1]}",
            row.marks[0][0],
            [road_between(*pair) for pair in pairwise(row.names)],
            row.step,
        )
        for row in rows["chains"]
    ]
    return Scoring(title, [gain for row in every for gain in _gains(title, row)], chains, rows)


def _rows(events: Sequence[Event]) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {"cloisters": [], "alliances": [], "chains": []}
    step = 0
    for event in events:
        kind, args = KINDS[event.key], event.args
        names = _names(args)
        mark = (cast("int", args["seat"]), cast("int", args["points"])) if "seat" in args else None
        if kind != "chains" and rows[kind] and rows[kind][-1].names == names and mark:
            rows[kind][-1].marks.append(mark)
            continue
        row = Row(kind, cast("int", args.get("number", 0)), names, [mark] if mark else [], step)
        rows[kind].append(row)
        step += bool(mark)
    return rows


def _names(args: Args) -> list[str]:
    """What an event is about: one country, two countries, or the cloisters of a chain."""
    if "country" in args:
        return [str(args["country"])]
    return cast("list[str]", args.get("countries") or args["spaces"])


def _gains(title: str, row: Row) -> list[Gain]:
    x, y = _place(row)
    name = f"{title}-{row.number or row.names[0]}"
    return [
        Gain(f"gain-{name}-{seat}", row.kind, seat, points, x, y + PILL * place, row.step)
        for place, (seat, points) in enumerate(row.marks)
    ]


def _place(row: Row) -> tuple[float, float]:
    """Next to the court, under the seal, or in the middle of the chain."""
    if row.kind == "alliances":
        x, y = SEAL[row.number]
        return x, y + 23
    if row.kind == "cloisters":
        x, y = COURT[row.names[0]]
        dx, dy = LAYOUT["gains"].get(row.names[0], (42, -20))
        return x + dx, y + dy
    middle = len(row.names) // 2
    one, other = SPACE[row.names[middle - 1]], SPACE[row.names[middle]]
    return (one["x"] + other["x"]) / 2, (one["y"] + other["y"]) / 2
