"""Playing again: who wants to, and who sits where."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from dalang.bots import USUAL_LEVEL
from dalang.bots.naming import is_for_people
from dalang.server.storage import Seat
from dalang.server.tables.table import Table


def all_agree(table: Table) -> bool:
    """Whether everybody has answered, and those who want to play again are not left alone."""
    seats = table.record.seats
    people = {seat.person for seat in seats if seat.kind == "person" and seat.person}
    wishes = table.preferences.again
    return wishes.keys() >= people and (sum(wishes.values()) > 1 or len(people) == 1)


def seat_again(seat: Seat, wishes: Mapping[str, bool], own_bots: Collection[str]) -> Seat:
    """The seat at a new table: a bot that stood in for somebody stays as a bot."""
    if seat.kind == "person" and wishes.get(seat.person or ""):
        return seat
    known = is_for_people(seat.bot) or seat.bot in own_bots  # the host may have sent a bot away
    if seat.kind == "bot" and not seat.person and known:
        return replace(seat, invite="")
    return Seat(seat.seat, "bot", bot=seat.bot if known else USUAL_LEVEL)
