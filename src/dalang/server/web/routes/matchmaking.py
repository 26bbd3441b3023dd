"""Finding a game with strangers: what one wants to play, who waits, and open tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dalang.engine.api import Args
from dalang.registry import all_games, game
from dalang.server.errors import Refusal
from dalang.server.rendering.game_cards import shelf
from dalang.server.storage import GameWish, TableRecord, queries
from dalang.server.tables.seats import TIMES, pace_word, time_from_word
from dalang.server.web.routes.lobby import Looker, lobby_rows
from dalang.server.web.routes.new_table import one_of
from dalang.server.web.site import form_of, language_of, site, whole_number

SPREADS: Final[dict[str, int]] = {"any": 100_000, "wide": 400, "close": 200}
WAITS: Final[dict[str, timedelta | None]] = {
    "minute": timedelta(minutes=1),
    "three_minutes": timedelta(minutes=3),
    "ten_minutes": timedelta(minutes=10),
    "never": None,
}
MOST_OPEN: Final = 30
MOST_SEEN: Final = 200  # of which those that fit are shown
RATED: Final = ("yes", "no")


@dataclass(frozen=True)
class TableFilter:
    """Which open tables somebody wants to see; what is empty does not matter."""

    game: str = ""
    players: int = 0
    pace: str = ""
    rated: str = ""  # "yes" or "no"

    @classmethod
    def read(cls, asked: Mapping[str, str]) -> TableFilter:
        """From an address; what makes no sense does not matter, either."""
        key, pace, rated = (asked.get(name, "") for name in ("open", "within", "rated"))
        return cls(
            key if key in all_games() else "",
            max(0, whole_number(asked.get("seats"))),
            pace if pace in TIMES else "",
            rated if rated in RATED else "",
        )

    def fits(self, record: TableRecord) -> bool:
        """Whether a table is one of those."""
        return (
            self.game in ("", record.game)
            and self.players in (0, record.players)
            and self.pace in ("", record.clock or pace_word(record.pace))
            and self.rated in ("", "yes" if record.rated else "no")
        )


async def ask(request: Request) -> Response:
    """The form, and the tables that wait for somebody."""
    here, asked = site(request), request.query_params
    person = await here.person(request)
    looker = Looker(person, language_of(request, person))
    cards, store = shelf(looker.language), here.tables.store
    spec = game(asked.get("game") or cards[0].key)
    wanted = TableFilter.read(asked)
    found = await store.read(queries.lobby, "open", MOST_SEEN)
    shown = [one for one in found if wanted.fits(one) and not looker.knows(one)][:MOST_OPEN]
    context: Args = {
        "games": cards,
        "game": spec,
        "counts": spec.players,
        "players": spec.usual_players,
        "paces": TIMES,
        "pace": "none",
        "spreads": SPREADS,
        "waits": WAITS,
        "waiting": await store.read(queries.seekers),
        "wanted": wanted,
        "sizes": sorted({count for one in all_games().values() for count in one.players}),
        "rows": await lobby_rows(here, shown, looker),
    }
    return await here.page(request, "find.html", context)


async def find(request: Request) -> Response:
    """Sits down at a table that fits, or opens one that others find."""
    here, form = site(request), await form_of(request)
    spec = game(str(form.get("game", "")))
    players, pace = whole_number(form.get("players")), str(form.get("pace", ""))
    spread, wait = str(form.get("spread", "any")), str(form.get("wait", ""))
    if players not in spec.players or pace not in TIMES or spread not in SPREADS:
        raise Refusal("find_bad")
    person = await here.somebody(request, form.get("name"))
    await here.charge(here.limiter.searches, request, person)
    seconds, clock = time_from_word(pace)
    search = GameWish(spec.key, players, seconds, "rated" in form, SPREADS[spread], clock)
    waited = WAITS[one_of(wait, WAITS)]
    table = await here.matchmaker.find(person, search, waited, here.mark(request))
    return here.send(request, f"/t/{table.record.id}", person)


ROUTES = [Route("/find", ask), Route("/find", find, methods=["POST"])]
