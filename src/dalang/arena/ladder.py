"""The ladder: in every game, at every number of players, each level against the one below."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from dalang.arena.book import match_of, read
from dalang.arena.errors import BadMatch
from dalang.arena.match import ALONE, Match
from dalang.arena.report import Report
from dalang.arena.statistics import Standing
from dalang.registry import all_games, game

GOAL = 1.3  # times the fair share
SEED = 1
BEGIN, END = "<!-- ladder: begin -->", "<!-- ladder: end -->"
HEADINGS = ("game", "players", "rung", "games", "wins (95 %)", "fair", "× fair", "ms", "holds")


@dataclass(frozen=True)
class Rung:
    """One match of the ladder: the upper bot alone against the lower ones."""

    key: str
    players: int
    lower: str
    upper: str
    games: int  # at least

    @property
    def match(self) -> Match:
        """As the arena plays it."""
        return Match.of(self.key, self.players, f"{self.lower},{self.upper}", ALONE, SEED)

    @property
    def deals(self) -> int:
        """How many deals give that many games."""
        return -(-self.games // self.players)

    @property
    def file(self) -> str:
        """The name of its file of results."""
        lower, upper = (re.sub(r"\W", "_", name) for name in (self.lower, self.upper))
        bots = f"{lower}-{upper}"
        return f"{self.key}-{self.players}-{bots}.jsonl"

    def command(self, folder: Path) -> str:
        """What plays this rung and no other."""
        return (
            f"dalang arena {self.key} --players {self.players} --bots {self.lower},{self.upper} "
            f"--deals {self.deals} --results {folder / self.file}"
        )


def rungs(
    keys: Sequence[str], bots: Sequence[str], usual: int, others: int, only: str | None = None
) -> list[Rung]:
    """All rungs of these games (of all, if none is named), quick ones first; or of one bot."""
    if min(usual, others) < 1:
        raise BadMatch("At least one game has to be played on every rung.")
    if len(bots) < 2:
        raise BadMatch("A ladder needs at least two bots, from the weakest to the strongest.")
    if only is not None and all(only not in (bot, bot.partition(":")[0]) for bot in bots[1:]):
        raise BadMatch(f"{only} is on no rung of the ladder {', '.join(bots)}.")
    specs = [game(key) for key in keys] if keys else list(all_games().values())
    return [
        Rung(spec.key, players, lower, upper, usual if players == spec.usual_players else others)
        for lower, upper in pairwise(bots)
        if only is None or only in (upper, upper.partition(":")[0])
        for spec in specs
        for players in sorted(spec.players, key=lambda count: count != spec.usual_players)
    ]


def holds(standing: Standing) -> bool:
    """Whether the upper bot is clearly better: by enough, and not by chance."""
    return standing.ratio >= GOAL and standing.better


def reports(every: Iterable[Rung], folder: Path) -> list[tuple[Rung, Report]]:
    """What is known so far, in the order of the games."""
    found: list[tuple[Rung, Report]] = []
    for rung in every:
        path = folder / rung.file
        if path.exists():
            header, results = read(path)
            report = Report.of(match_of(header, path), results)
            if report.standings:
                found.append((rung, report))
    order = list(all_games())
    return sorted(found, key=lambda pair: (order.index(pair[0].key), pair[0].players))


def markdown(found: Sequence[tuple[Rung, Report]]) -> str:
    """The table, as the documentation shows it."""
    lines = [f"| {' | '.join(HEADINGS)} |", "|---" * len(HEADINGS) + "|"]
    for rung, report in found:
        upper = report.standings[-1]
        cells = (
            game(rung.key).title,
            str(rung.players),
            f"{rung.upper} / {rung.lower}",
            str(report.games),
            f"{upper.share.mean:.1%} ({upper.share.low:.1%} to {upper.share.high:.1%})",
            f"{upper.fair:.1%}",
            f"{upper.ratio:.2f}",
            f"{upper.milliseconds:.1f}",
            "yes" if holds(upper) else "**no**",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def put_into(page: Path, table: str, marks: tuple[str, str] = (BEGIN, END)) -> None:
    """Puts a table between its marks on a page of the documentation."""
    begin, end = marks
    text = page.read_text(encoding="utf-8")
    if begin not in text or end not in text:
        raise BadMatch(f"{page} has no place for the table: {begin} and {end}.")
    pattern = re.escape(begin) + ".*" + re.escape(end)
    replaced = re.sub(pattern, lambda _: f"{begin}\n{table}\n{end}", text, flags=re.DOTALL)
    page.write_text(replaced, encoding="utf-8")
