"""Tournaments: the list, opening and entering one, its standings and tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.registry import all_games, game
from dalang.server.errors import NoSuchTable, NotYourSeat, Refusal
from dalang.server.people.names import clean_name
from dalang.server.rendering.faces import Face
from dalang.server.rendering.game_cards import card_of, shelf
from dalang.server.storage import (
    Format,
    Person,
    Seat,
    TableRecord,
    Tournament,
    TournamentStatus,
    now,
    queries,
)
from dalang.server.tables.clocks import CLOCKS
from dalang.server.tables.seats import HOUR, PACES, pace_word, time_from_word
from dalang.server.tournaments.standings import TournamentStanding, share_beaten
from dalang.server.tournaments.state import FORMATS, MOST_ROUNDS, TournamentState
from dalang.server.web.previews import preview_of_tournament
from dalang.server.web.routes.new_table import one_of
from dalang.server.web.site import SEE_OTHER, form_of, language_of, site, whole_number

LONGEST_NAME: Final = 60
USUAL_SEATS: Final = 4
SIZES: Final = (8, 16, 32, 64, 128)  # entrants
ROUNDS: Final = (0, 3, 4, 5, 6, 7)  # 0 = as many as needed
STARTS: Final[dict[str, int]] = {  # seconds
    "host": 0,
    "quarter": HOUR // 4,
    "hour": HOUR,
    "day": 24 * HOUR,
    "three_days": 3 * 24 * HOUR,
    "week": 7 * 24 * HOUR,
}
TIMES: Final = (*(word for word, seconds in PACES.items() if seconds), *CLOCKS)
LISTED: Final[tuple[TournamentStatus, ...]] = ("open", "running", "finished")
MOST_LISTED: Final = 30


@dataclass(frozen=True)
class TournamentLine:
    """A tournament in a list."""

    tournament: Tournament
    title: str
    count: int  # who take part
    winner: str = ""


async def tournament_list(request: Request) -> Response:
    """Those that can be entered, that go on, and that are over."""
    lists = {status: await _rows(request, status) for status in LISTED}
    return await site(request).page(request, "tournaments.html", {"lists": lists})


async def _rows(request: Request, status: TournamentStatus) -> list[TournamentLine]:
    here = site(request)
    found = await here.tables.store.read(queries.tournaments, status, limit=MOST_LISTED)
    return [await _row(request, one) for one in found if one.game in all_games()]


async def _row(request: Request, tournament: Tournament) -> TournamentLine:
    state = await site(request).organiser.state(tournament)
    winner = ""
    if tournament.status == "finished" and state.standings:
        names = {one.seed: one.name for one in state.entrants}
        best = [names[one.entrant] for one in state.standings if one.place == 1]
        winner = ", ".join(best)
    count = sum(not one.withdrawn for one in state.entrants)
    return TournamentLine(tournament, game(tournament.game).title, count, winner)


# --- a new one ----------------------------------------------------------------------------


async def new_tournament(request: Request) -> Response:
    """The form."""
    asked, person = request.query_params, await site(request).person(request)
    cards = shelf(language_of(request, person))
    spec = game(asked.get("game", cards[0].key))
    wanted = whole_number(asked.get("seats"))
    usual = USUAL_SEATS if USUAL_SEATS in spec.players else spec.usual_players
    context: Args = {
        "games": cards,
        "game": card_of(spec.key, language_of(request, person)),
        "counts": spec.players,
        "seats": wanted if wanted in spec.players else usual,
        "formats": FORMATS,
        "format": one_of(asked.get("format"), dict.fromkeys(FORMATS)),
        "rounds": ROUNDS,
        "paces": TIMES,
        "starts": STARTS,
        "sizes": SIZES,
        "typed": clean_name(asked.get("title"), LONGEST_NAME),
        "longest": LONGEST_NAME,
    }
    return await site(request).page(request, "new_tournament.html", context)


async def open_tournament(request: Request) -> Response:
    """Opens the tournament as the form says; its host does not have to play."""
    here, form = site(request), await form_of(request)
    person = await here.somebody(request, form.get("name"))
    await here.charge(here.limiter.tokens, request, person)
    tournament = _tournament(form, person)
    await here.check_name(tournament.name)
    await here.organiser.open(tournament)
    return here.send(request, f"/tournaments/{tournament.id}", person)


def _tournament(form: FormData, host: Person) -> Tournament:
    """What a form describes; raises Refusal."""
    spec = game(str(form.get("game", "")))
    name = clean_name(form.get("title"), LONGEST_NAME)
    wanted = str(form.get("format", ""))
    formats: list[Format] = [one for one in FORMATS if one == wanted]
    seats, rounds = whole_number(form.get("seats")), whole_number(form.get("rounds"))
    pace, starts = str(form.get("pace", "")), str(form.get("starts", ""))
    most = whole_number(form.get("most"))
    sound = formats and seats in spec.players and 0 <= rounds <= MOST_ROUNDS
    if not (name and sound and pace in TIMES and starts in STARTS and most in SIZES):
        raise Refusal("tournament_bad")
    seconds, clock = time_from_word(pace)
    begins = now() + timedelta(seconds=STARTS[starts]) if STARTS[starts] else None
    return Tournament.new(
        name, host.id, spec.key, formats[0], seats, rounds, seconds, most, begins, clock
    )


# --- one of them --------------------------------------------------------------------------


@dataclass(frozen=True)
class StandingLine:
    """A line of the standings."""

    standing: TournamentStanding
    face: Face
    withdrawn: bool
    you: bool
    handle: str = ""  # of the page of who has one


@dataclass(frozen=True)
class SeatLine:
    """Somebody at a table of a round."""

    face: Face
    place: int  # 0 while it is played
    points: float
    replaced: bool


@dataclass(frozen=True)
class BoardLine:
    """A table of a round."""

    board: int
    record: TableRecord
    seats: list[SeatLine]
    mine: bool
    void: bool  # it cannot be read, and the tournament goes on without it

    @property
    def is_over(self) -> bool:
        """Whether nobody has to come any more."""
        return self.void or bool(self.record.ranking)


async def tournament_page(request: Request) -> Response:
    """Who takes part, how everybody stands, and all tables."""
    here, person = site(request), await site(request).person(request)
    tournament = await _named(request)
    state = await here.organiser.state(tournament)
    host = await here.tables.store.read(queries.person, tournament.host)
    own = next((one for one in state.entrants if person and one.person == person.id), None)
    boards = _boards(state, person)
    pages = await here.tables.store.read(queries.handles, [one.person for one in state.entrants])
    context: Args = {
        "tournament": tournament,
        "title": game(tournament.game).title,
        "pace": pace_word(tournament.pace),
        "host": host.name if host else "?",
        "may_cancel": person is not None and (person.is_host or person.id == tournament.host),
        "is_host": person is not None and person.id == tournament.host,
        "taking_part": own is not None and not own.withdrawn,
        "entrants": [one for one in state.entrants if not one.withdrawn],
        "standings": _standings(state, person, pages),
        "preview": preview_of_tournament(tournament, request),
        "rounds": _by_round(boards, state),
        "next": next((one for one in boards if one.mine and not one.is_over), None),
    }
    return await here.page(request, "tournament.html", context)


def _standings(
    state: TournamentState, person: Person | None, pages: Mapping[str, str]
) -> list[StandingLine]:
    if state.tournament.status not in ("running", "finished"):
        return []
    known = {one.seed: one for one in state.entrants}
    mine = {one.seed for one in state.entrants if person and one.person == person.id}
    return [
        StandingLine(
            one,
            Face(one.entrant % 5, known[one.entrant].name, "person"),
            known[one.entrant].withdrawn,
            one.entrant in mine,
            pages.get(known[one.entrant].person, ""),
        )
        for one in state.standings
    ]


def _boards(state: TournamentState, person: Person | None) -> list[BoardLine]:
    rows: list[BoardLine] = []
    for one in state.pairings:
        record = state.tables[one.table]
        mine = any(person and seat.person == person.id for seat in record.seats)
        void = one.is_void and not record.ranking
        rows.append(BoardLine(one.board, record, _seats(record), mine, void))
    return rows


def _seats(record: TableRecord) -> list[SeatLine]:
    """At a finished table the best first."""
    rows = [
        SeatLine(
            Face.of(seat),
            record.ranking[seat.seat] if record.ranking else 0,
            float(share_beaten(record.ranking, seat.seat))
            if record.ranking and not _is_replaced(seat)
            else 0.0,
            _is_replaced(seat),
        )
        for seat in record.seats
    ]
    return sorted(rows, key=lambda row: row.place)


def _is_replaced(seat: Seat) -> bool:
    """Whether a bot plays for somebody: what it reaches counts for nobody."""
    return seat.kind == "bot" and bool(seat.person)


def _by_round(boards: list[BoardLine], state: TournamentState) -> dict[int, list[BoardLine]]:
    """The last round first."""
    rounds: dict[int, list[BoardLine]] = {}
    for row, one in zip(boards, state.pairings, strict=True):
        rounds.setdefault(one.round, []).append(row)
    return dict(sorted(rounds.items(), reverse=True))


async def _named(request: Request) -> Tournament:
    """The tournament of the address."""
    store = site(request).tables.store
    found = await store.read(queries.tournament, request.path_params["tournament"])
    if found is None or found.game not in all_games():
        raise NoSuchTable("no_such_tournament")
    return found


async def enter(request: Request) -> Response:
    """Takes part."""
    here, tournament = site(request), await _named(request)
    form = await form_of(request)
    person = await here.somebody(request, form.get("name"))
    await here.charge(here.limiter.searches, request, person)  # nobody fills it with guests
    await here.organiser.enter(tournament, person)
    return here.send(request, f"/tournaments/{tournament.id}", person)


async def withdraw(request: Request) -> Response:
    """Does not take part any more."""
    here, tournament = site(request), await _named(request)
    if person := await here.person(request):
        await here.organiser.withdraw(tournament, person)
    return RedirectResponse(f"/tournaments/{tournament.id}", SEE_OTHER)


async def begin(request: Request) -> Response:
    """The host starts it."""
    tournament = await _own(request)
    if tournament.status != "open":
        raise Refusal("tournament_closed")
    await site(request).organiser.begin(tournament)
    return RedirectResponse(f"/tournaments/{tournament.id}", SEE_OTHER)


async def cancel(request: Request) -> Response:
    """Its host cancels it, or a host of the house."""
    tournament, person = await _named(request), await site(request).person(request)
    if person is None or not (person.is_host or person.id == tournament.host):
        raise NotYourSeat("tournament_not_yours")
    await site(request).organiser.cancel(tournament, person)
    return RedirectResponse(f"/tournaments/{tournament.id}", SEE_OTHER)


async def _own(request: Request) -> Tournament:
    """The tournament of the address, if its host asks."""
    tournament, person = await _named(request), await site(request).person(request)
    if person is None or person.id != tournament.host:
        raise NotYourSeat("tournament_not_yours")
    return tournament


# --- export -------------------------------------------------------------------------------


async def export_json(request: Request) -> Response:
    """Everything that is public about a tournament."""
    tournament = await _named(request)
    state = await site(request).organiser.state(tournament)
    names = {one.seed: one.name for one in state.entrants}
    rounds = {one.table: one.round for one in state.pairings}
    return JSONResponse(
        {
            "id": tournament.id,
            "name": tournament.name,
            "game": tournament.game,
            "format": tournament.format,
            "seats": tournament.seats,
            "rounds": tournament.rounds,
            "status": tournament.status,
            "standings": [_exported(one, names) for one in state.standings],
            "tables": [
                {
                    "round": rounds[record.id],
                    "table": record.id,
                    "status": record.status,
                    "players": [seat.name for seat in record.seats],
                    "replaced": [seat.name for seat in record.seats if _is_replaced(seat)],
                    "places": record.ranking,
                    "scores": record.scores,
                }
                for record in sorted(state.tables.values(), key=lambda one: rounds[one.id])
            ],
        }
    )


def _exported(one: TournamentStanding, names: dict[int, str]) -> dict[str, object]:
    return {
        "place": one.place,
        "name": names[one.entrant],
        "seed": one.entrant,
        "points": float(one.points),
        "wins": one.wins,
        "opponents": round(one.strength, 4),
        "share": round(float(one.shares), 4),
        "played": one.played,
    }


async def export_csv(request: Request) -> Response:
    """The standings, for a spreadsheet."""
    tournament = await _named(request)
    state = await site(request).organiser.state(tournament)
    names = {one.seed: one.name for one in state.entrants}
    lines = [_exported(one, names) for one in state.standings]
    text = io.StringIO()
    columns = ["place", "name", "seed", "points", "wins", "opponents", "share", "played"]
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows({**line, "name": _harmless(str(line["name"]))} for line in lines)
    disposition = f'attachment; filename="tournament-{tournament.id}.csv"'
    headers = {"content-disposition": disposition}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t" else name


ROUTES = [
    Route("/tournaments", tournament_list),
    Route("/tournaments/new", new_tournament),
    Route("/tournaments/new", open_tournament, methods=["POST"]),
    Route("/tournaments/{tournament}", tournament_page),
    Route("/tournaments/{tournament}/enter", enter, methods=["POST"]),
    Route("/tournaments/{tournament}/withdraw", withdraw, methods=["POST"]),
    Route("/tournaments/{tournament}/begin", begin, methods=["POST"]),
    Route("/tournaments/{tournament}/cancel", cancel, methods=["POST"]),
    Route("/tournaments/{tournament}/results.json", export_json),
    Route("/tournaments/{tournament}/results.csv", export_csv),
]
