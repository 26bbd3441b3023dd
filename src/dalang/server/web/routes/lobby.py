"""The first page and everything before a game: lists, new tables, sitting down."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dalang.bots import LEVELS, USUAL_LEVEL
from dalang.engine.api import Args, Phrase
from dalang.engine.lesson import lesson_of
from dalang.engine.spec import GameSpec, Option
from dalang.engine.words import Words
from dalang.registry import all_games, game
from dalang.server.people.names import LONGEST_NAME, clean_name
from dalang.server.storage import BrokenGame, Person, Seat, Status, TableRecord, queries
from dalang.server.tables.seats import (
    ADVICE,
    PACES,
    advice_from_word,
    pace_from_word,
    seat_from_word,
)
from dalang.server.tables.table import Table
from dalang.server.web.site import Site, form_of, language_of, site, whole_number
from dalang.server.words import VOCABULARY

MOST_SEATS = 9
MOST_MINE: dict[Status, int] = {
    "running": 50,
    "open": 20,
    "finished": 10,
}  # in the list of a person's own tables


MOST_LISTED: dict[Status, int] = {"open": 20, "running": 10, "finished": 10}  # on a page


@dataclass(frozen=True)
class LobbyPage:
    """A page of one list of public tables."""

    records: list[TableRecord]
    number: int
    more: bool


@dataclass(frozen=True)
class LobbyRow:
    """A table in a list."""

    record: TableRecord
    title: str
    names: list[str]
    state: str
    verb: str
    mine: bool  # waits for the person who looks
    since: datetime  # when something happened there last
    due: datetime | None = None  # until when somebody must decide


async def home(request: Request) -> Response:
    """What can be played, and what is being played."""
    here, person = site(request), await site(request).person(request)
    words = Words(VOCABULARY, language_of(request, person))
    pages: dict[str, LobbyPage] = {status: await _page(request, status) for status in MOST_LISTED}
    lists = {"mine": await _own_tables(here, person) if person else []}
    lists |= {name: page.records for name, page in pages.items()}
    rows = {
        name: [row for record in records if (row := await _row(here, record, person, words))]
        for name, records in lists.items()
    }
    rows["mine"].sort(key=_longest_waiting_first)
    cards = [_card(spec) for spec in all_games().values()]
    return await here.page(request, "home.html", {"games": cards, "pages": pages, **rows})


async def _page(request: Request, status: Status) -> LobbyPage:
    """The public tables of a status that the address asks for."""
    store, size = site(request).tables.store, MOST_LISTED[status]
    number = max(1, whole_number(request.query_params.get(status)))
    before = (number - 1) * size
    if status == "finished":  # the newest first, of all players
        found = await store.read(
            queries.tables, status=status, public=True, limit=size + 1, offset=before
        )
    else:
        found = await store.read(queries.lobby, status, size + 1, before)
    return LobbyPage(found[:size], number, len(found) > size)


async def _own_tables(here: Site, person: Person) -> list[TableRecord]:
    """Running games are always in the list, however many games somebody has finished."""
    store, found = here.tables.store, list[TableRecord]()
    for status, most in MOST_MINE.items():
        found += await store.read(queries.tables, status=status, person=person.id, limit=most)
    return found


def _longest_waiting_first(row: LobbyRow) -> tuple[bool, float]:
    """Tables that wait for the visitor, longest wait first; the order of the rest stays."""
    return not row.mine, row.since.timestamp() if row.mine else 0.0


def _card(spec: GameSpec) -> Args:
    counts = f"{spec.players[0]}–{spec.players[-1]}"
    return {
        "key": spec.key,
        "title": spec.title,
        "counts": counts,
        "designer": spec.designer,
        "year": spec.year,
        "lesson": lesson_of(spec.folder) is not None,
    }


async def _row(
    here: Site, record: TableRecord, person: Person | None, words: Words
) -> LobbyRow | None:
    """A table in a list; None if its game is not here or cannot be replayed any more."""
    if record.game not in all_games():
        return None
    try:
        table = await here.tables.find(record.id) if record.status == "running" else None
    except BrokenGame:
        return None
    if table:
        mine, state, verb = _running(table, person)
    else:
        mine, (state, verb) = False, _waiting_or_over(record, person)
    return LobbyRow(
        record=record,
        title=game(record.game).title,
        names=[seat.name for seat in record.seats if seat.kind != "open"],
        state=words.say(state),
        verb=words.say(Phrase(verb, {})),
        mine=mine,
        since=table.since if table else record.updated,
        due=table.due() if table and not _is_excused(table, person) else None,
    )


def _is_excused(table: Table, person: Person | None) -> bool:
    """Whether everybody waits for the visitor, who has nothing to decide."""
    return person is not None and table.waiting.excuses(table.seat_of(person.id))


def _waiting_or_over(record: TableRecord, person: Person | None) -> tuple[Phrase, str]:
    """The state of the table, and what a visitor can do there."""
    if record.status == "finished":
        best = [seat.name for seat in record.seats if record.ranking[seat.seat] == 1]
        return Phrase("winner_was", {"name": ", ".join(best)}), "look_again"
    free = sum(1 for seat in record.seats if seat.kind == "open")
    seated = person and any(seat.person == person.id for seat in record.seats)
    return Phrase("waiting_for_players", {"count": free}), "go_on" if seated else "sit_down"


def _running(table: Table, person: Person | None) -> tuple[bool, Phrase, str]:
    """Whether it waits for the visitor, its state, and what the visitor can do there."""
    own = table.seat_of(person.id) if person else -1
    verb = "go_on" if own >= 0 else "watch"
    if table.waiting.excuses(own):
        return False, Phrase("goes_on_by_itself", {}), verb
    if table.waiting.asks(own):
        return True, Phrase("your_turn", {}), verb
    name = table.names[table.actor] if table.actor >= 0 else ""
    return False, Phrase("waiting_for", {"name": name}), verb


# --- opening a table ----------------------------------------------------------------------


async def play_now(request: Request) -> Response:
    """One click: the usual number of seats, bots on all the others."""
    here, form = site(request), await form_of(request)
    spec = game(request.path_params["key"])
    person = await here.somebody(request, form.get("name"))
    words = ["me", *[f"bot-{USUAL_LEVEL}"] * (spec.usual_players - 1)]
    seats = [seat_from_word(number, word, person) for number, word in enumerate(words)]
    table = await here.tables.open_table(
        person, spec.key, seats, {}, public=False, place=here.mark(request)
    )
    return here.send(request, f"/t/{table.record.id}", person)


async def new_table(request: Request) -> Response:
    """The form for a new table."""
    spec = game(request.query_params.get("game", next(iter(all_games()))))
    asked = whole_number(request.query_params.get("players"))
    players = asked if asked in spec.players else spec.usual_players
    language = language_of(request, await site(request).person(request))
    context: Args = {
        "game": spec,
        "games": list(all_games().values()),
        "players": players,
        "longest_name": LONGEST_NAME,
        "levels": list(LEVELS),
        "usual_level": USUAL_LEVEL,
        "paces": list(PACES),
        "advices": list(ADVICE),
        "options": [_option(option, Words(spec.vocabulary, language)) for option in spec.options],
    }
    return await site(request).page(request, "new.html", context)


def _option(option: Option, words: Words) -> Args:
    """A variant in words; by its keys where the game has none."""

    def called(key: str) -> str:
        return words.name("option", key) if words.knows("option", key) else key.replace("_", " ")

    return {
        "key": option.key,
        "name": called(option.key),
        "paragraph": option.paragraph,
        "choices": {choice: called(f"{option.key}_{choice}") for choice in option.choices},
    }


async def open_table(request: Request) -> Response:
    """Opens the table as the form says."""
    here, form = site(request), await form_of(request)
    spec = game(str(form.get("game", "")))
    players = whole_number(form.get("players"))
    person = await here.somebody(request, form.get("name"))
    words = Words(VOCABULARY, language_of(request, person))
    seats = [_seat(number, form, person, words) for number in range(min(players, MOST_SEATS))]
    public, pace = "public" in form, pace_from_word(str(form.get("pace", "none")))
    advice, options = advice_from_word(str(form.get("advice", "alone"))), _options(spec, form)
    table = await here.tables.open_table(
        person, spec.key, seats, options, public, pace, advice, here.mark(request)
    )
    return here.send(request, f"/t/{table.record.id}", person)


def _seat(number: int, form: FormData, person: Person, words: Words) -> Seat:
    """Who sits there; others at the person's screen have the names they were given."""
    wish = str(form.get(f"seat-{number}", "open"))
    nameless = words.say(Phrase("player_number", {"number": number + 1}))
    return seat_from_word(
        number, wish, person, clean_name(form.get(f"seat-name-{number}")) or nameless
    )


def _options(spec: GameSpec, form: FormData) -> dict[str, str]:
    given = {option.key: form.get(f"option-{option.key}") for option in spec.options}
    return {key: str(choice) for key, choice in given.items() if choice is not None}


ROUTES = [
    Route("/", home),
    Route("/play/{key}", play_now, methods=["POST"]),
    Route("/new", new_table),
    Route("/new", open_table, methods=["POST"]),
]
