"""Seats of a new table, as people and programs name them."""

from __future__ import annotations

from dalang.engine.errors import BadTable
from dalang.server.storage import Person, Seat, new_invite

WORDS = ("me", "open", "friend", "hot", "bot-LEVEL")


def seat_from_word(number: int, word: str, person: Person) -> Seat:
    """The seat that a word of the form stands for."""
    if word == "me":
        return Seat(number, "person", person.id, name=person.name)
    if word == "hot":
        return Seat(number, "person", person.id, name=f"{person.name} {number + 1}")
    if word == "open":
        return Seat(number)
    if word == "friend":
        return Seat(number, invite=new_invite())
    if word.startswith("bot-"):
        return Seat(number, "bot", bot=word.removeprefix("bot-"), name=f"Bot {number + 1}")
    raise BadTable(f"A seat is one of {', '.join(WORDS)}, not {word!r}.")
