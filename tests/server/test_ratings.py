"""Ratings: what counts, what does not, and that nothing counts twice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, insert, update
from tests.server.harness import Guest, Server, play_to_the_end

from dalang.bots import LEVELS
from dalang.bots.characters import COMPANY
from dalang.bots.scale import bot_strength
from dalang.registry import all_games
from dalang.server.ratings import SURE, PlayerRating, RatedSeat, bot_rating, rate
from dalang.server.storage import Ending, Entry, NumberTaken, Seat, TableRecord, now, queries
from dalang.server.storage.models import PersonRow, RatingRow, ResultRow
from dalang.server.web.routes.ratings import ON_A_PAGE

GAME = "cards_and_karma"


@pytest.fixture
def people(server: Server) -> list[Guest]:
    return [server.guest(name) for name in ("Ada", "Bob", "Cleo")]


def finished(
    server: Server,
    seats: Sequence[Seat],
    ranking: Sequence[int],
    rated: bool = True,
) -> str:
    """A game that has ended like this; its table."""
    host = next(seat.person for seat in seats if seat.person)
    record = TableRecord.new(GAME, "CK-1", seats, host, rated=rated)
    server.write(queries.add_table, record)
    scores = [100 - 10 * place for place in ranking]
    entry = Entry(0, 0, "take", now())  # the last of the game
    server.write(queries.append, record.id, [entry], Ending("rounds", scores, ranking))
    return record.id


def seat(number: int, guest: Guest) -> Seat:
    return Seat(number, "person", guest.person.id, name=guest.person.name)


def all_seats(people: Sequence[Guest]) -> list[Seat]:
    return [seat(number, one) for number, one in enumerate(people)]


def rating(server: Server, guest: Guest) -> PlayerRating:
    found = server.read(queries.ratings_of, GAME, [guest.person.id])
    return found.get(guest.person.id, PlayerRating())


# --- the numbers --------------------------------------------------------------------------


def test_a_newcomer_has_1500_and_it_may_be_far_off() -> None:
    newcomer = PlayerRating()
    assert (newcomer.shown, newcomer.margin, newcomer.is_provisional) == (1500, 333, True)


def test_who_wins_rises_and_is_less_uncertain() -> None:
    first, second, third = rate([RatedSeat(PlayerRating(), place) for place in (1, 2, 3)])
    assert first.mu > second.mu > third.mu
    assert all(
        one.sigma < PlayerRating().sigma and one.games == 1 for one in (first, second, third)
    )


def test_bots_stay_where_they_are() -> None:
    bot = bot_rating(33.0)
    person, after = rate([RatedSeat(PlayerRating(), 1), RatedSeat(bot, 2, is_bot=True)])
    assert after == bot
    assert person.mu > PlayerRating().mu


def test_a_win_over_a_strong_bot_is_worth_more() -> None:
    gains = [
        rate([RatedSeat(PlayerRating(), 1), RatedSeat(bot_rating(mu), 2, is_bot=True)])[0].mu
        for mu in (15.0, 35.0)
    ]
    assert gains[0] < gains[1]


@pytest.mark.parametrize("key", sorted(all_games()))
def test_every_level_of_bots_stands_above_the_one_below(key: str) -> None:
    strengths = [bot_strength(key, level) for level in LEVELS]
    assert strengths == sorted(strengths)
    assert bot_strength(key, "somebody's own bot") == bot_strength(key, "club")


# --- what counts --------------------------------------------------------------------------


def test_a_rated_game_counts_for_everybody(server: Server, people: list[Guest]) -> None:
    table = finished(server, all_seats(people), [2, 1, 3])
    found = [rating(server, one) for one in people]
    assert found[1].mu > found[0].mu > found[2].mu
    result = server.read(queries.results_of, people[1].person.id)[0]
    assert (result.table, result.place, result.points, result.players) == (table, 1, 90, 3)
    assert result.rating == found[1]


def test_a_game_that_is_not_rated_is_only_remembered(server: Server, people: list[Guest]) -> None:
    finished(server, all_seats(people), [1, 2, 3], rated=False)
    assert rating(server, people[0]) == PlayerRating()
    result = server.read(queries.results_of, people[0].person.id)[0]
    assert (result.place, result.rating) == (1, None)


def test_nobody_is_rated_for_beating_bots_alone(server: Server, people: list[Guest]) -> None:
    seats = [seat(0, people[0]), Seat(1, "bot", bot="novice", name="Sari")]
    finished(server, seats, [1, 2])
    assert rating(server, people[0]).games == 0


def test_several_seats_of_one_person_do_not_count(server: Server, people: list[Guest]) -> None:
    seats = [seat(0, people[0]), seat(1, people[0]), seat(2, people[1])]
    finished(server, seats, [3, 1, 2])
    assert rating(server, people[0]).games == rating(server, people[1]).games == 0
    assert server.read(queries.results_of, people[0].person.id)[0].place == 1  # the better one


def test_bots_at_a_table_of_people_are_opponents(server: Server, people: list[Guest]) -> None:
    with_bot = [*all_seats(people[:2]), Seat(2, "bot", bot="expert", name="Ratna")]
    finished(server, with_bot, [1, 3, 2])
    assert rating(server, people[0]).mu > PlayerRating().mu > rating(server, people[1]).mu


def test_who_leaves_a_game_is_behind_everybody_who_stays(
    server: Server, people: list[Guest]
) -> None:
    seats = all_seats(people)
    seats[0] = replace(seats[0], kind="bot", bot="club", resigned=True)
    finished(server, seats, [1, 2, 3])  # the bot won in the end
    found = [rating(server, one) for one in people]
    assert found[0].mu < found[2].mu < found[1].mu
    result = server.read(queries.results_of, people[0].person.id)[0]
    assert (result.abandoned, result.place) == (True, 3)


def test_nobody_lets_a_bot_play_a_rated_game(server: Server, people: list[Guest]) -> None:
    """Or a bot would play, and its owner come back for the last move."""
    form = {"game": GAME, "players": "2", "pace": "none", "rated": "1", "wait": "never"}
    found = [one.browser.post("/find", data=form).headers["location"] for one in people[:2]]
    table = found[0]
    assert found == [table, table]
    page = people[0].browser.get(table).text
    assert 'id="stand-in"' not in page
    assert "behind everybody who stays" in page
    for way in ("bot/0", "away"):
        answer = people[0].browser.post(f"{table}/{way}")
        assert answer.status_code == 403
        assert "nobody can play it for you" in answer.text
    assert [seat.kind for seat in server.find(table[3:]).record.seats] == ["person", "person"]
    assert people[0].browser.post(f"{table}/resign").status_code == 303


# --- what does not ------------------------------------------------------------------------


def test_a_result_counts_once(server: Server, people: list[Guest]) -> None:
    table = server.find(people[0].open_table(GAME, ["me", "open"]))
    people[1].sit(table.record.id, 1)
    mark_rated(server, table.record.id)
    play_to_the_end(server, table)
    once = [rating(server, one) for one in people[:2]]
    assert once[0].games == 1
    told = server.read(queries.results_of, people[0].person.id)[0].statistics
    expected = all_games()[GAME].statistics
    assert expected
    assert told == expected(table.session.position)[0]
    last = server.read(queries.entries, table.record.id)[-1]
    with pytest.raises(NumberTaken):
        server.write(queries.append, table.record.id, [last], Ending("rounds", [1, 2], [2, 1]))
    assert [rating(server, one) for one in people[:2]] == once


def mark_rated(server: Server, table: str) -> None:
    from dalang.server.storage.models import TableRow

    def change(db: Connection) -> None:
        db.execute(update(TableRow).where(TableRow.id == table).values(rated=True))

    server.write(change)


def test_the_same_people_count_five_times_a_day(server: Server, people: list[Guest]) -> None:
    pair = all_seats(people[:2])
    for _ in range(7):
        finished(server, pair, [1, 2])
    assert rating(server, people[0]).games == 5
    finished(server, all_seats(people), [1, 2, 3])  # with somebody else it counts
    assert rating(server, people[0]).games == 6
    yesterday(server)
    finished(server, pair, [1, 2])
    assert rating(server, people[0]).games == 7


def yesterday(server: Server) -> None:
    """All that was played was played a day earlier."""

    def change(db: Connection) -> None:
        db.execute(update(ResultRow).values(ended=now() - timedelta(hours=25)))

    server.write(change)


def test_games_are_counted_apart(server: Server, people: list[Guest]) -> None:
    finished(server, all_seats(people), [1, 2, 3])
    assert server.read(queries.ratings_of, "bali", [people[0].person.id]) == {}


# --- guests who are taken along -----------------------------------------------------------


def test_no_rating_of_a_guest_is_taken_along(server: Server, people: list[Guest]) -> None:
    """Or people would choose the best of several guests, or make good what they have lost."""
    lucky, unlucky, account = people
    others = [server.guest(f"Other {number}") for number in range(2)]
    finished(server, all_seats([lucky, others[0]]), [1, 2])
    finished(server, all_seats([unlucky, others[1]]), [2, 1])
    for guest in (lucky, unlucky):
        assert server.write(queries.take_along, guest.person.id, account.person.id)
    assert rating(server, account) == PlayerRating()
    played = server.read(queries.results_of, account.person.id)
    assert [one.rating for one in played] == [None, None]  # remembered all the same
    assert sorted(one.place for one in played) == [1, 2]
    finished(server, all_seats([account, others[0]]), [1, 2])
    own = rating(server, account)
    assert own.games == 1
    better = server.guest("Better")
    finished(server, all_seats([better, others[1]]), [1, 2])
    assert server.write(queries.take_along, better.person.id, account.person.id)
    assert rating(server, account) == own


@pytest.mark.parametrize("ranking", [[1, 2], [2, 1]])
def test_a_game_that_a_guest_began_does_not_count_for_the_account(
    server: Server, people: list[Guest], ranking: list[int]
) -> None:
    """Or people would take along those of their guests who are about to win."""
    guest, other, account = people
    new = TableRecord.new(GAME, "CK-1", all_seats([guest, other]), other.person.id, rated=True)
    record = replace(new, status="running")
    server.write(queries.add_table, record)
    assert server.write(queries.take_along, guest.person.id, account.person.id)
    ending = Ending("rounds", [90, 80], ranking)
    server.write(queries.append, record.id, [Entry(0, 0, "take", now())], ending)
    assert rating(server, account) == PlayerRating()
    assert rating(server, other).games == 1  # it does for who stayed
    assert (rating(server, other).mu > PlayerRating().mu) is (ranking == [2, 1])
    (result,) = server.read(queries.results_of, account.person.id)
    assert (result.place, result.rating) == (ranking[0], None)


def test_games_taken_along_are_among_those_of_the_same_people(
    server: Server, people: list[Guest]
) -> None:
    guest, other, account = people
    for _ in range(5):
        finished(server, all_seats([guest, other]), [1, 2])
    assert server.write(queries.take_along, guest.person.id, account.person.id)
    finished(server, all_seats([account, other]), [1, 2])
    finished(server, all_seats([other, account]), [1, 2])
    assert rating(server, account).games == 0
    assert rating(server, other).games == 5


# --- pages --------------------------------------------------------------------------------


def test_the_leaderboard_has_people_who_played_enough_and_bots(
    server: Server, people: list[Guest]
) -> None:
    page = server.browser().get(f"/ratings/{GAME}").text
    assert "Nobody has played enough" in page
    assert "Ratna" in page
    others = [server.guest(f"Other {number}") for number in range(SURE)]
    for other in others:
        finished(server, all_seats([people[0], other]), [1, 2])
    page = people[0].browser.get(f"/ratings/{GAME}").text
    assert "Ada" in page
    assert "Other 3" not in page  # has played once
    assert people[0].person.id not in page


def rate_many(server: Server, count: int) -> None:
    """People of all strengths, some of them equally strong."""

    def add(db: Connection) -> None:
        for number in range(count):
            who = f"rated-{number:03}"
            person = {"id": who, "name": f"Rated {number}", "language": "", "links": 0}
            db.execute(insert(PersonRow).values(created=now(), **person))
            rated = {"person": who, "game": GAME, "mu": 45.0 - number // 2 * 0.5}
            db.execute(insert(RatingRow).values(sigma=2.0, games=SURE, **rated))

    server.write(add)


def test_the_leaderboard_has_pages(server: Server) -> None:
    count = 2 * ON_A_PAGE + 7
    rate_many(server, count)
    pages = [server.browser().get(f"/ratings/{GAME}?page={number}").text for number in (1, 2, 3)]
    places = [int(place) for page in pages for place in re.findall(r'class="place">(\d+)<', page)]
    assert places == [*range(1, count + len(COMPANY) + 1)]
    listed = [name for page in pages for name in re.findall(r"Rated \d+", page)]
    assert listed == [f"Rated {number}" for number in range(count)]
    for one in COMPANY:
        assert sum(one.name in page for page in pages) == 1
    ratings = [rating for page in pages for rating in re.findall(r"<td>\s*(−?\d+)\s", page)]
    shown = [int(rating.replace("−", "-")) for rating in ratings]
    assert shown == sorted(shown, reverse=True)
    assert len(shown) == len(places)
    assert 'rel="next"' in pages[0]
    assert 'rel="prev"' not in pages[0]
    assert "Page 2 of 3" in pages[1]
    assert 'rel="next"' not in pages[2]
    for asked, number in (("4", 3), ("99999999", 3), ("0", 1), ("-1", 1), ("x", 1)):
        page = server.browser().get(f"/ratings/{GAME}?page={asked}").text
        assert f"Page {number} of 3" in page


def test_everybody_finds_themselves_on_the_leaderboard(server: Server, people: list[Guest]) -> None:
    rate_many(server, 2 * ON_A_PAGE)
    ada = people[0]

    def rate_ada(db: Connection) -> None:
        rated = {"person": ada.person.id, "game": GAME, "mu": 45.0 - 15.1, "sigma": 2.0}
        db.execute(insert(RatingRow).values(games=SURE, **rated))

    server.write(rate_ada)
    first = ada.browser.get(f"/ratings/{GAME}").text
    assert "Where I stand" in first
    assert f'href="/ratings/{GAME}?page=2#you"' in first
    assert 'id="you"' not in first
    assert 'id="you"' in ada.browser.get(f"/ratings/{GAME}?page=2").text
    assert "Where I stand" not in people[1].browser.get(f"/ratings/{GAME}").text  # has no rating
    assert "Where I stand" not in server.browser().get(f"/ratings/{GAME}").text


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_the_own_page_has_results_and_a_curve(
    server: Server, people: list[Guest], language: str
) -> None:
    for _ in range(2):
        finished(server, all_seats(people), [1, 2, 3])
    page = people[0].browser.get("/me", headers={"accept-language": language}).text
    assert "<polyline" in page
    assert "Bob" in page
    assert str(rating(server, people[0]).shown) in page
    for one in people:
        assert one.person.id not in page
    assert server.browser(language).get("/ratings").status_code == 200


def test_no_such_game_has_no_leaderboard(server: Server) -> None:
    assert server.browser().get("/ratings/chess").status_code == 404


# --- opening a rated table ----------------------------------------------------------------


def opened(host: Guest, server: Server, **seats: str) -> TableRecord:
    form = {"game": GAME, "players": "3", "rated": "1", "public": "1", "advice": "yes"}
    answer = host.browser.post("/new", data=form | {"seat-0": "me"} | seats)
    assert answer.status_code == 303, answer.text
    return server.find(answer.headers["location"].rpartition("/")[2]).record


def test_a_rated_table_has_no_hints(server: Server, people: list[Guest]) -> None:
    record = opened(people[0], server, **{"seat-1": "open", "seat-2": "bot"})
    assert (record.rated, record.advice) == (True, False)


@pytest.mark.parametrize("seats", [("bot", "bot"), ("hot", "open")])
def test_a_table_that_cannot_be_rated_is_not(
    server: Server, people: list[Guest], seats: tuple[str, str]
) -> None:
    record = opened(people[0], server, **{"seat-1": seats[0], "seat-2": seats[1]})
    assert not record.rated
