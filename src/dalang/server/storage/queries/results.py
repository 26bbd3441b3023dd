"""How games ended for the people who played them, and the ratings that follow.

Written in the transaction that finishes a game, so that every game counts exactly once.  The rules
are in docs/ratings.md.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.orm import Session as Database

from dalang.bots.scale import bot_strength
from dalang.server.ratings import SURE, PlayerRating, RatedSeat, bot_rating, rate
from dalang.server.storage.database import take_turn
from dalang.server.storage.models import PersonRow, RatingRow, ResultRow, TableRow
from dalang.server.storage.queries.tables import seats_of
from dalang.server.storage.records import Ending, PlayedResult, Seat, now

SAME_PEOPLE: Final = 5  # games of the same people that count within …
A_DAY: Final = timedelta(days=1)


def keep_results(db: Connection, table_id: str, ending: Ending) -> None:
    """What a finished table means for everybody who played there."""
    row = db.execute(
        select(TableRow.game, TableRow.players, TableRow.rated).where(TableRow.id == table_id)
    ).one()
    seats = seats_of(db, table_id)
    if len(ending.ranking) != len(seats):  # a game without places has no results
        return
    results = _results(table_id, row.game, seats, ending)
    for result in results:
        values = {name: value for name, value in vars(result).items() if name != "rating"}
        values["table_id"] = values.pop("table")
        db.execute(insert(ResultRow).values(mu=None, sigma=None, games=None, **values))
    people = [seat.person for seat in seats if seat.person]
    if row.rated and len(people) == len(set(people)) > 1 and _may_count(db, row.game, people):
        _rate(db, table_id, row.game, seats, ending)


def _results(table_id: str, game: str, seats: Sequence[Seat], ending: Ending) -> list[PlayedResult]:
    """One for each person; of several seats the best."""
    found: dict[str, PlayedResult] = {}
    ranked = sorted(seats, key=lambda seat: ending.ranking[seat.seat])
    for seat in ranked:
        if seat.person and seat.person not in found:
            gone = seat.kind == "bot"
            place = len(seats) if gone else ending.ranking[seat.seat]
            points = ending.scores[seat.seat]
            found[seat.person] = PlayedResult(
                table_id, seat.person, game, len(seats), place, points, now(), gone
            )
            if ending.statistics and not gone:
                own = dict(ending.statistics[seat.seat])
                found[seat.person] = replace(found[seat.person], statistics=own)
    return list(found.values())


def _may_count(db: Connection, game: str, people: Collection[str]) -> bool:
    """Whether the same people have not had enough games that counted within a day.

    A game counts for the others even if it does not for somebody who took it along.
    """
    take_turn(db, f"ratings {game}")
    lately = (
        select(ResultRow.table_id)
        .where(ResultRow.person.in_(people), ResultRow.game == game)
        .where(ResultRow.mu.is_not(None), ResultRow.ended > now() - A_DAY)
    )
    played: dict[str, set[str]] = {}
    both = select(ResultRow.table_id, ResultRow.person).where(ResultRow.table_id.in_(lately))
    for table, person in db.execute(both):
        played.setdefault(table, set()).add(person)
    return sum(company == set(people) for company in played.values()) < SAME_PEOPLE


def _rate(db: Connection, table_id: str, game: str, seats: Sequence[Seat], ending: Ending) -> None:
    """Changes the ratings of those who played; those who left are behind everybody who stayed.

    Who took a seat along from a guest is an opponent, and nothing more: else people could choose
    among their guests' games those that go well.
    """
    before = ratings_of(db, game, [seat.person for seat in seats if seat.person])
    rated = [_rated(seat, game, before, ending) for seat in seats]
    for seat, rating in zip(seats, rate(rated), strict=True):
        if seat.person and not seat.along:
            _keep_rating(db, table_id, game, seat.person, rating)


def _rated(seat: Seat, game: str, before: Mapping[str, PlayerRating], ending: Ending) -> RatedSeat:
    place = ending.ranking[seat.seat]
    if seat.person is None:
        return RatedSeat(bot_rating(bot_strength(game, seat.bot)), place, is_bot=True)
    left = seat.kind == "bot"
    rating = before.get(seat.person, PlayerRating())
    return RatedSeat(rating, len(ending.ranking) + 1 if left else place)


def _keep_rating(
    db: Connection, table_id: str, game: str, person: str, rating: PlayerRating
) -> None:
    mine = RatingRow.person == person, RatingRow.game == game
    values = vars(rating)
    if db.execute(update(RatingRow).where(*mine).values(**values)).rowcount == 0:
        db.execute(insert(RatingRow).values(person=person, game=game, **values))
    result = ResultRow.table_id == table_id, ResultRow.person == person
    db.execute(update(ResultRow).where(*result).values(**values))


def ratings_of(
    db: Connection | Database, game: str, people: Collection[str]
) -> dict[str, PlayerRating]:
    """The ratings of some people in a game; who has none is not in it."""
    columns = select(RatingRow.person, RatingRow.mu, RatingRow.sigma, RatingRow.games)
    found = columns.where(RatingRow.game == game, RatingRow.person.in_(people))
    return {row.person: PlayerRating(row.mu, row.sigma, row.games) for row in db.execute(found)}


def best_rated(
    db: Database, game: str, limit: int, offset: int = 0
) -> list[tuple[str, str, PlayerRating]]:
    """Id, name and rating of those who seem strongest, if they have played enough."""
    columns = select(
        RatingRow.person, PersonRow.name, RatingRow.mu, RatingRow.sigma, RatingRow.games
    )
    joined = columns.join(PersonRow, PersonRow.id == RatingRow.person)
    sure = joined.where(RatingRow.game == game, RatingRow.games >= SURE)
    ordered = sure.order_by(RatingRow.mu.desc(), RatingRow.person).limit(limit).offset(offset)
    return [
        (row.person, row.name, PlayerRating(row.mu, row.sigma, row.games))
        for row in db.execute(ordered)
    ]


def rated_people(db: Database, game: str) -> int:
    """How many have played enough."""
    sure = RatingRow.game == game, RatingRow.games >= SURE
    return db.scalar(select(func.count()).where(*sure)) or 0


def better_rated(db: Database, game: str, person: str) -> int | None:
    """How many are before somebody in the order of `best_rated`; None if they are not in it."""
    mine = db.get(RatingRow, (person, game))
    if mine is None or mine.games < SURE:
        return None
    level = (RatingRow.mu == mine.mu) & (RatingRow.person < person)
    sure = RatingRow.game == game, RatingRow.games >= SURE
    before = select(func.count()).where(*sure, (RatingRow.mu > mine.mu) | level)
    return db.scalar(before) or 0


def results_of(db: Database, person: str, limit: int = 1000) -> list[PlayedResult]:
    """What somebody has played, the newest first."""
    mine = select(ResultRow).where(ResultRow.person == person)
    newest = mine.order_by(ResultRow.ended.desc(), ResultRow.table_id).limit(limit)
    return [_result(row) for row in db.scalars(newest)]


def companions(db: Database, person: str, limit: int = 5) -> list[tuple[str, str, int]]:
    """Id and name of those with whom somebody has played most, and how often."""
    mine = select(ResultRow.table_id).where(ResultRow.person == person)
    count = func.count().label("count")
    others = (
        select(ResultRow.person, PersonRow.name, count)
        .join(PersonRow, PersonRow.id == ResultRow.person)
        .where(ResultRow.table_id.in_(mine), ResultRow.person != person)
        .group_by(ResultRow.person, PersonRow.name)
        .order_by(count.desc(), PersonRow.name)
        .limit(limit)
    )
    return [(other, name, times) for other, name, times in db.execute(others)]


def _result(row: ResultRow) -> PlayedResult:
    rating = None
    if row.mu is not None and row.sigma is not None:
        rating = PlayerRating(row.mu, row.sigma, row.games or 0)
    return PlayedResult(
        table=row.table_id,
        person=row.person,
        game=row.game,
        players=row.players,
        place=row.place,
        points=row.points,
        ended=row.ended,
        abandoned=row.abandoned,
        rating=rating,
        statistics=row.statistics,
    )
