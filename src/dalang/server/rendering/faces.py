"""Who sits at a table, as a picture: the drawing of a bot, or the first letter of a name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dalang.bots.characters import (
    COMPANY,
    called,
    flames_of,
    grade_of,
    level_of,
    own_name,
    style_of,
)
from dalang.server.people.bot_names import face_of
from dalang.server.storage import Seat

ANY_BOT = COMPANY[0].key  # for bots with a name from before they had characters


@dataclass(frozen=True)
class Face:
    """How the player on a seat is shown."""

    seat: int
    name: str
    kind: str  # of the seat: "open" if nobody sits there
    picture: str = ""  # the key of a drawing, "" for people
    level: str = ""  # of a bot
    strength: int = 0  # in flames
    grade: int = 0  # the number of its strength, if it is not simply of a level
    style: str = ""  # of play
    kept: bool = False  # for somebody with a private link
    key: str = ""  # of a bot, where one is chosen

    @property
    def initial(self) -> str:
        """What stands for a person."""
        return self.name[:1].upper()

    @classmethod
    def of(cls, seat: Seat) -> Face:
        """Of a seat; a bot that stands in for somebody has that person's letter."""
        bot = seat.kind == "bot" and not seat.person
        picture = (face_of(seat.name, seat.bot) or ANY_BOT) if bot else ""
        return cls(
            seat=seat.seat,
            name=seat.name,
            kind=seat.kind,
            picture=picture,
            level=level_of(seat.bot) if bot else "",
            strength=flames_of(seat.bot) if bot else 0,
            grade=grade_of(seat.bot) if bot else 0,
            style=style_of(seat.bot) if bot else "",
            kept=bool(seat.invite) and seat.kind == "open",
        )


def face_of_character(seat: int, key: str, strength: int = 0) -> Face:
    """Of one of the company, or of the host's bots, who is about to sit down.

    A strength other than the character's own may have been chosen.
    """
    character = called(key)
    if character is None:
        return Face(seat, own_name(key), "bot", ANY_BOT, level_of(key), key=key)
    bot = character.with_strength(strength) if strength else character.bot
    face = Face.of(Seat(seat, "bot", bot=bot, name=character.name))
    return replace(face, key=key)
