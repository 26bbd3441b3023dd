"""Somebody's results, game by game: places, points, rating and its curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from markupsafe import Markup

from dalang.registry import all_games, game
from dalang.server.ratings import PlayerRating
from dalang.server.storage import PlayedResult

WIDTH, HEIGHT, EDGE = 320, 80, 6  # of the curve


@dataclass(frozen=True)
class GameRecord:
    """What somebody has reached in one game."""

    key: str
    title: str
    games: int
    places: dict[int, int]  # how often which place
    mean_points: float
    best_points: int
    best_table: str
    rating: PlayerRating | None
    curve: Markup


def records_of(results: Sequence[PlayedResult]) -> list[GameRecord]:
    """For every game that was played, the one played most often first."""
    by_game: dict[str, list[PlayedResult]] = {}
    for result in results:
        if result.game in all_games():
            by_game.setdefault(result.game, []).append(result)
    found = [_record(key, played) for key, played in by_game.items()]
    return sorted(found, key=lambda record: (-record.games, record.title))


def _record(key: str, played: Sequence[PlayedResult]) -> GameRecord:
    """`played`: the newest first."""
    best = max(played, key=lambda result: result.points)
    places = sorted(result.place for result in played)
    ratings = [result.rating for result in reversed(played) if result.rating]
    return GameRecord(
        key=key,
        title=game(key).title,
        games=len(played),
        places={place: places.count(place) for place in dict.fromkeys(places)},
        mean_points=fmean(result.points for result in played),
        best_points=best.points,
        best_table=best.table,
        rating=ratings[-1] if ratings else None,
        curve=curve(ratings),
    )


def curve(ratings: Sequence[PlayerRating]) -> Markup:
    """The ratings as a line, the oldest left; nothing if there are too few to draw one."""
    if len(ratings) < 2:
        return Markup()
    shown = [rating.shown for rating in ratings]
    low, high = min(shown), max(shown)
    step = (WIDTH - 2 * EDGE) / (len(shown) - 1)
    scale = (HEIGHT - 2 * EDGE) / max(1, high - low)
    points = " ".join(
        f"{EDGE + number * step:.1f},{HEIGHT - EDGE - (value - low) * scale:.1f}"
        for number, value in enumerate(shown)
    )
    return Markup('<svg class="curve" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>').format(
        WIDTH, HEIGHT, Markup('<polyline points="{}"/>').format(points)
    )
