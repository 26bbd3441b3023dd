"""Somebody's results by game: places, points, the rating and its curve, the game's own numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from markupsafe import Markup

from dalang.registry import all_games, game
from dalang.server.ratings import PlayerRating
from dalang.server.rendering.moments import words_of
from dalang.server.storage import PlayedResult

WIDTH, HEIGHT, EDGE = 320, 80, 6  # of the curve


@dataclass(frozen=True)
class Statistic:
    """One of a game's own numbers over all games of somebody."""

    name: str
    mean: float
    best: int


@dataclass(frozen=True)
class PlaceBar:
    """How often somebody came in at a place."""

    place: int
    times: int
    share: int  # of all games, in percent


@dataclass(frozen=True)
class GameRecord:
    """What somebody has reached in one game."""

    key: str
    title: str
    games: int
    places: list[PlaceBar]
    mean_points: float
    best_points: int
    best_table: str
    rating: PlayerRating | None
    rated: int  # games that counted
    low: int  # between which ratings the curve goes
    high: int
    curve: Markup
    statistics: list[Statistic]


def records_of(results: Sequence[PlayedResult], language: str) -> list[GameRecord]:
    """For every game that was played, the one played most often first."""
    by_game: dict[str, list[PlayedResult]] = {}
    for result in results:
        if result.game in all_games():
            by_game.setdefault(result.game, []).append(result)
    found = [_record(key, played, language) for key, played in by_game.items()]
    return sorted(found, key=lambda record: (-record.games, record.title))


def _record(key: str, played: Sequence[PlayedResult], language: str) -> GameRecord:
    """`played`: the newest first."""
    best = max(played, key=lambda result: result.points)
    ratings = [result.rating for result in reversed(played) if result.rating]
    shown = [rating.shown for rating in ratings]
    return GameRecord(
        key=key,
        title=game(key).title,
        games=len(played),
        places=_places(played),
        mean_points=fmean(result.points for result in played),
        best_points=best.points,
        best_table=best.table,
        rating=ratings[-1] if ratings else None,
        rated=len(ratings),
        low=min(shown, default=0),
        high=max(shown, default=0),
        curve=curve(shown),
        statistics=_statistics(key, played, language),
    )


def _places(played: Sequence[PlayedResult]) -> list[PlaceBar]:
    """Every place up to the worst, so that a place never taken is seen."""
    places = [result.place for result in played]
    counted = [(place, places.count(place)) for place in range(1, max(places) + 1)]
    return [PlaceBar(place, times, round(100 * times / len(places))) for place, times in counted]


def _statistics(key: str, played: Sequence[PlayedResult], language: str) -> list[Statistic]:
    """The game's own numbers; those that a newer edition does not know are left out."""
    words = words_of(key, language, ())
    told = [result.statistics for result in played if result.statistics]
    names = [name for name in (told[0] if told else ()) if words.knows("statistic", name)]
    found: list[Statistic] = []
    for name in names:
        numbers = [one[name] for one in told if name in one]
        found.append(Statistic(words.name("statistic", name), fmean(numbers), max(numbers)))
    return found


def curve(shown: Sequence[int]) -> Markup:
    """The ratings as a line, the oldest left; nothing if there are too few to draw one."""
    if len(shown) < 2:
        return Markup()
    low, high = min(shown), max(shown)
    step = (WIDTH - 2 * EDGE) / (len(shown) - 1)
    scale = (HEIGHT - 2 * EDGE) / max(1, high - low)
    points = [
        (EDGE + number * step, HEIGHT - EDGE - (value - low) * scale)
        for number, value in enumerate(shown)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    last = Markup('<circle cx="{:.1f}" cy="{:.1f}" r="4"/>').format(*points[-1])
    return Markup('<svg class="curve" viewBox="0 0 {} {}" aria-hidden="true">{}{}</svg>').format(
        WIDTH, HEIGHT, Markup('<polyline points="{}"/>').format(line), last
    )
