"""What the bots at a table are called, and what they look like.

At a table, a seat holds the name.  Every key of a character (dalang.bots.characters) is also a
drawing, static/faces/KEY.svg.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from dalang.bots.characters import COMPANY, NUMERALS, called, grade_of, level_of, names_for
from dalang.bots.naming import is_for_people
from dalang.server.people.names import skeleton
from dalang.server.settings import BadSettings
from dalang.server.storage import Seat


def check_own(bots: Collection[str]) -> None:
    """Refuses bots of the host that nobody could seat, because others have their names."""
    for name in bots:
        if is_for_people(name) or called(name):
            raise BadSettings(f"DALANG_BOTS: {name!r} is a bot of Dalang; call yours otherwise.")


def free_name(level: str, taken: Collection[str]) -> str:
    """The first name of a level that looks like nobody's at the table."""
    shown = {skeleton(name) for name in taken}
    return next(name for name in names_for(level) if skeleton(name) not in shown)


def face_of(name: str, bot: str) -> str:
    """The key of the face of a bot with that name; "" if it is none of the company.

    A face belongs to a level, but anybody may be given another strength.
    """
    level = "" if grade_of(bot) else level_of(bot)
    known = {one.name: one.key for one in COMPANY if not level or one.level == level}
    return known.get(name.partition(" ")[0], "")


def introduced(seats: Sequence[Seat]) -> list[Seat]:
    """The seats of a new table, where every bot has a name of its own.

    Somebody who is asked for twice is numbered, like everybody else of a level.
    """
    taken: list[str] = []
    result: list[Seat] = []
    for seat in seats:
        if seat.kind == "bot" and not seat.person and seat.bot:
            wanted = seat.name and seat.name not in taken
            seat = replace(seat, name=seat.name if wanted else _another(seat, taken))
            taken.append(seat.name)
        result.append(seat)
    return result


def _another(seat: Seat, taken: Collection[str]) -> str:
    """A free name: of the same character if one was asked for, else of the level."""
    own = called(face_of(seat.name, seat.bot))
    if own is None:
        return free_name(seat.bot, taken)
    same = (f"{own.name}{numeral}" for numeral in NUMERALS)
    return next(name for name in same if name not in taken)
