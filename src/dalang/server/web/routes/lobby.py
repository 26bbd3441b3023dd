"""The first page: the visitor's own games, what can be played, and what is being played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dalang.bots.characters import COMPANY
from dalang.engine.api import WATCHER, Args, Phrase
from dalang.engine.words import Words
from dalang.registry import all_games, game
from dalang.server.rendering.faces import Face, face_of_character
from dalang.server.rendering.game_cards import shelf
from dalang.server.rendering.moments import question_of, words_of
from dalang.server.storage import BrokenGame, Person, Status, TableRecord, queries
from dalang.server.tables.seats import is_free
from dalang.server.tables.table import Table
from dalang.server.web.routes.invitations import invitations_of
from dalang.server.web.site import Site, language_of, site, whole_number
from dalang.server.words import VOCABULARY

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
    faces: list[Face]
    state: str
    verb: str
    since: datetime  # when something happened there last
    asks: str = ""  # what the person who looks has to decide, "" if nothing
    headline: str = ""  # how far the game is, where it waits for that person
    due: datetime | None = None  # until when somebody must decide
    may_put_away: bool = False
    may_give_up: bool = False  # put away, if a bot plays on


@dataclass(frozen=True)
class Looker:
    """Who looks at the lists, and in which language."""

    person: Person | None
    language: str

    @property
    def words(self) -> Words:
        """What the pages say."""
        return Words(VOCABULARY, self.language)

    def knows(self, record: TableRecord) -> bool:
        """Whether a table is one of their own."""
        if self.person is None:
            return False
        sits = any(seat.person == self.person.id for seat in record.seats)
        return sits or record.host == self.person.id


async def home(request: Request) -> Response:
    """One's own games, what can be played, and what is being played."""
    here, person = site(request), await site(request).person(request)
    looker = Looker(person, language_of(request, person))
    pages: dict[str, LobbyPage] = {status: await _page(request, status) for status in MOST_LISTED}
    public = {
        name: await lobby_rows(here, [one for one in page.records if not looker.knows(one)], looker)
        for name, page in pages.items()
    }  # one's own are in lists of their own
    context: Args = {
        "games": shelf(looker.language),
        "company": [face_of_character(0, one.key) for one in COMPANY if one.strength],
        "pages": pages,
        **public,
        **await _own(here, looker),
        "invitations": await invitations_of(here, person),
    }
    return await here.page(request, "home.html", context)


async def _own(here: Site, looker: Looker) -> dict[str, list[LobbyRow]]:
    """A person's own tables: those that wait for them, those that do not, and those played."""
    records = await _own_tables(here, looker.person) if looker.person else []
    rows = await lobby_rows(here, records, looker)
    asking = sorted((row for row in rows if row.asks), key=lambda row: row.since)
    others = [row for row in rows if not row.asks and row.record.status != "finished"]
    return {
        "turns": asking,
        "waiting": others,
        "done": [row for row in rows if row.record.status == "finished"],
    }


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
        found += await store.read(
            queries.tables, status=status, person=person.id, limit=most, put_away=False
        )
    return found


async def lobby_rows(here: Site, records: list[TableRecord], looker: Looker) -> list[LobbyRow]:
    """Tables in a list; those that cannot be shown are left out."""
    found = [await _row(here, record, looker) for record in records]
    return [row for row in found if row is not None]


async def _row(here: Site, record: TableRecord, looker: Looker) -> LobbyRow | None:
    """A table in a list; None if its game is not here or cannot be replayed any more."""
    if record.game not in all_games():
        return None
    try:
        runs = record.status == "running"
        table = await here.tables.find(record.id, fresh=False) if runs else None
    except BrokenGame:
        return None
    more: Args = _running(table, looker) if table else _waiting_or_over(record, looker)
    seated = [seat for seat in record.seats if seat.kind != "open"]
    return LobbyRow(
        record=record,
        title=game(record.game).title,
        names=[seat.name for seat in seated],
        faces=[Face.of(seat) for seat in seated],
        since=table.since if table else record.updated,
        **more,  # type: ignore[arg-type]
    )


def _waiting_or_over(record: TableRecord, looker: Looker) -> Args:
    """The state of the table, and what a visitor can do there."""
    say, own = looker.words.say, looker.knows(record)
    if record.status == "finished":
        best = [seat.name for seat in record.seats if record.ranking[seat.seat] == 1]
        state, verb = Phrase("winner_was", {"name": ", ".join(best)}), "look_again"
    else:
        free = sum(1 for seat in record.seats if seat.kind == "open")
        state = Phrase("waiting_for_players", {"count": free})
        verb = "to_table" if own else "sit_down" if any(map(is_free, record.seats)) else "watch"
    over = record.status == "finished"
    return {
        "state": say(state),
        "verb": say(Phrase(verb, {})),
        "may_put_away": own and over,
    }


def _running(table: Table, looker: Looker) -> Args:
    """What is going on, whether it waits for the visitor, and what they can do there."""
    person, say = looker.person, looker.words.say
    own = table.seat_of(person.id) if person else -1
    asks = headline = ""
    if table.waiting.excuses(own):
        state = Phrase("goes_on_by_itself", {})
    elif table.waiting.asks(own):
        state = Phrase("your_turn", {})
        words = words_of(table.spec.key, looker.language, table.names)
        asks = question_of(table, table.view(own), words, looker.language)
        lines = table.spec.summary(table.view(WATCHER))
        headline = words.say(lines[0]) if lines else ""
    else:
        name = table.names[table.actor] if table.actor >= 0 else ""
        state = Phrase("waiting_for", {"name": name})
    return {
        "state": say(state),
        "verb": say(Phrase("your_turn" if asks else "go_on" if own >= 0 else "watch", {})),
        "asks": asks,
        "headline": headline,
        "due": None if table.clock or table.waiting.excuses(own) else table.due(),
        "may_put_away": own < 0 and looker.knows(table.record),
        "may_give_up": own >= 0,
    }


ROUTES = [Route("/", home)]
