"""What a table's page offers one person only: second thoughts, premoves, playing again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from markupsafe import Markup

from dalang.bots.characters import level_of
from dalang.engine.api import Phrase
from dalang.engine.words import Words
from dalang.server.rendering.table_context import Visitor
from dalang.server.storage import Seat
from dalang.server.tables import premoves
from dalang.server.words import VOCABULARY

Wished = Literal["yes", "no", "open"]


@dataclass(frozen=True)
class PremoveChoice:
    """Something that may be decided beforehand, in words."""

    text: str
    words: str


@dataclass(frozen=True)
class AgainAnswer:
    """Whether somebody wants to play again."""

    seat: int
    name: str
    wish: Wished


@dataclass(frozen=True)
class PersonalPanel:
    """What one person's page offers."""

    lingers: bool = False  # bots wait, so that the last move can be taken back …
    seconds: int = 0  # … for this long
    offers: tuple[PremoveChoice, ...] = ()
    chosen: str = ""  # what was decided beforehand, in words
    missed: str = ""  # what was, and is not possible any more
    asked_by: str = ""  # who asked first whether to play again
    again: tuple[AgainAnswer, ...] = ()  # of everybody who plays in person, if somebody asked
    own: Wished = "open"
    company: bool = False  # other people played, too


def personal_panel(visitor: Visitor, words: Words) -> PersonalPanel:
    """For somebody who looks at a table."""
    table, seat = visitor.table, visitor.viewer
    if seat < 0:
        return PersonalPanel()
    if table.record.status == "finished":
        return _afterwards(visitor)
    position, preferences = table.session.position, table.preferences
    chosen, missed = preferences.premoves.get(seat), preferences.missed.get(seat)
    return PersonalPanel(
        lingers=table.lingering() == seat,
        seconds=round(table.grace),
        offers=tuple(
            PremoveChoice(position.action_text(one.action), words.say(one.phrase))
            for one in premoves.offered(table, seat)
        ),
        chosen=words.say(chosen.phrase) if chosen else "",
        missed=words.say(missed.phrase) if missed else "",
    )


def _afterwards(visitor: Visitor) -> PersonalPanel:
    table = visitor.table
    wishes = table.preferences.again
    seats = table.record.seats  # those whose people are not known any more are left out
    people = {seat.person: seat for seat in seats if seat.kind == "person" and seat.person}
    state: dict[bool | None, Wished] = {True: "yes", False: "no", None: "open"}
    answers = [
        AgainAnswer(seat.seat, table.name_of(person or ""), state[wishes.get(person or "")])
        for person, seat in people.items()
    ]
    asker = next((person for person, joins in wishes.items() if joins), "")
    return PersonalPanel(
        asked_by=table.name_of(asker) if asker else "",
        again=tuple(answers) if asker else (),
        own=state[wishes.get(visitor.person)],
        company=len(people) > 1,
    )


@lru_cache(maxsize=1024)
def seat_names(language: str, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Names as they stand at the seats: a bot's with how well it plays."""
    own = Words(VOCABULARY, language)
    with_level = Markup('{} <small class="level">{}</small>')

    def name(seat: Seat) -> str:
        if seat.kind != "bot":
            return seat.name
        level = own.name("level", level_of(seat.bot))
        if seat.resigned:
            level = own.say(
                Phrase("late_level" if seat.late else "resigned_level", {"level": level})
            )
        elif seat.person:
            level = own.say(Phrase("lent_level", {"level": level}))
        return with_level.format(seat.name, level)

    return tuple(name(seat) for seat in seats)
