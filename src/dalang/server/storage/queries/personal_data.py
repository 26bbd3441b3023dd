"""Everything about one person at once: exported, taken along to an account, deleted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, exists, select, update
from sqlalchemy.orm import Session as Database

from dalang.server.storage.database import take_turn
from dalang.server.storage.errors import NotStored
from dalang.server.storage.models import (
    AgainRow,
    AnalysisRow,
    AuditRow,
    Base,
    BrowserRow,
    ChallengeRow,
    ChatRow,
    DeviceRow,
    EmailRow,
    EntrantRow,
    EntryRow,
    InvitationRow,
    LetterRow,
    PasskeyRow,
    PersonRow,
    PremoveRow,
    PutAwayRow,
    RatingRow,
    RecoveryRow,
    ReportRow,
    ResultRow,
    SeatRow,
    TableRow,
    TieRow,
    TokenRow,
    TournamentRow,
    UploadRow,
    WebhookRow,
)
from dalang.server.storage.queries.tables import touch
from dalang.server.storage.records import now

NOBODY: Final = "N. N."  # in every language, as in old tournament books
# What is gone with a person; what others need to read their games is not among it.
_OWN: Final[tuple[Any, ...]] = (
    TokenRow,
    DeviceRow,
    WebhookRow,
    PutAwayRow,
    PremoveRow,
    AgainRow,
    BrowserRow,
    PasskeyRow,
    EmailRow,
    LetterRow,
    RecoveryRow,
    ChallengeRow,
    UploadRow,
    RatingRow,
    ResultRow,
    InvitationRow,
)
_MOVING: Final[tuple[Any, ...]] = (
    SeatRow,
    ChatRow,
    UploadRow,
    PremoveRow,
    PutAwayRow,
    AgainRow,
    DeviceRow,
    TokenRow,
    WebhookRow,
    ReportRow,
    EntrantRow,
    ResultRow,
    InvitationRow,
    AuditRow,
)
_ENDING: Final[tuple[Any, ...]] = (  # with a guest who is taken along: ways in, and ratings
    BrowserRow,
    PasskeyRow,
    EmailRow,
    LetterRow,
    RecoveryRow,
    ChallengeRow,
    RatingRow,
)
_ONE_EACH: Final[tuple[tuple[Any, Any], ...]] = (  # by what there is one for each person
    (PutAwayRow, PutAwayRow.table_id),
    (AgainRow, AgainRow.table_id),
    (EntrantRow, EntrantRow.tournament),
    (ResultRow, ResultRow.table_id),
    (InvitationRow, InvitationRow.table_id),
)


def has_games(db: Database, person_id: str) -> bool:
    """Whether somebody sits at a table, or has opened one."""
    sits = exists().where(SeatRow.person == person_id)
    hosts = exists().where(TableRow.host == person_id)
    return bool(db.scalar(select(sits | hosts)))


def table_ids(db: Database, person_id: str) -> dict[str, str]:
    """Every table somebody has to do with, and its status."""
    sits = select(SeatRow.table_id).where(SeatRow.person == person_id)
    said = select(ChatRow.table_id).where(ChatRow.person == person_id)
    own = (TableRow.host == person_id) | TableRow.id.in_(sits) | TableRow.id.in_(said)
    rows = db.execute(select(TableRow.id, TableRow.status).where(own)).all()
    return {row.id: row.status for row in rows}


# --- exported -----------------------------------------------------------------------------


def everything(db: Database, person_id: str) -> dict[str, object]:
    """What is stored about somebody, as plain data: no secret of a game that goes on."""
    person = db.get(PersonRow, person_id)
    if person is None:
        raise NotStored(f"There is no person {person_id!r}.")
    heard = (ChatRow.person == person_id) | (ChatRow.to == person_id)
    chat = select(ChatRow).where(heard, ChatRow.name != "")
    email = db.get(EmailRow, person_id)
    webhook = db.get(WebhookRow, person_id)
    return {
        "person": _plain(person, leave_out=("sessions", "links")),
        "email": _plain(email, leave_out=("person",)) if email else None,
        "passkeys": _all(db, PasskeyRow, person_id, leave_out=("public_key", "count")),
        "browsers": _all(db, BrowserRow, person_id, leave_out=("id",)),
        "tokens": _all(db, TokenRow, person_id, leave_out=("hash",)),
        "notifications": _all(db, DeviceRow, person_id, leave_out=("endpoint", "key", "auth")),
        "webhook": _plain(webhook, leave_out=("person", "secret")) if webhook else None,
        "letters": _all(db, LetterRow, person_id, leave_out=("hash",)),
        "recovery_codes": _all(db, RecoveryRow, person_id, leave_out=("hash",)),
        "uploads": _all(db, UploadRow, person_id),
        "ratings": _all(db, RatingRow, person_id),
        "results": _all(db, ResultRow, person_id),
        **_asked(db, person_id),
        "put_away": _all(db, PutAwayRow, person_id),
        "chat": [_plain(row, leave_out=("person", "to")) for row in db.scalars(chat)],
        "people": [
            {"name": name, "kind": kind, "since": _written(at)}
            for name, kind, at in db.execute(
                select(PersonRow.name, TieRow.kind, TieRow.at)
                .join(PersonRow, PersonRow.id == TieRow.other)
                .where(TieRow.person == person_id)
            )
        ],
        **_moderation(db, person_id),
        "tables": [_table(db, table, person_id) for table in sorted(table_ids(db, person_id))],
    }


def _asked(db: Database, person_id: str) -> dict[str, object]:
    """Where somebody takes part or is asked to, what they opened, and what they decided."""
    return {
        "tournaments": _all(db, EntrantRow, person_id),
        "tournaments_opened": _where(
            db, TournamentRow, TournamentRow.host == person_id, leave_out=("host", "seed")
        ),
        "invitations": _all(db, InvitationRow, person_id, leave_out=("asker",)),
        "invitations_sent": _where(
            db, InvitationRow, InvitationRow.asker == person_id, leave_out=("asker", "person")
        ),
        "premoves": _all(db, PremoveRow, person_id),
        "played_again": _all(db, AgainRow, person_id),
    }


def _moderation(db: Database, person_id: str) -> dict[str, object]:
    """What somebody told hosts, what hosts decided about them, and did if they are one.

    Nobody learns who has reported them: neither a name nor a table, nor what was written.
    """
    settled = ReportRow.person == person_id, ReportRow.closed.is_not(None)
    others = ("id", "reporter", "person", "text", "table_id")
    deeds = ("id", "host", "host_name", "person")
    return {
        "reports": _where(
            db, ReportRow, ReportRow.reporter == person_id, leave_out=("reporter", "person")
        ),
        "reports_about_me": _where(db, ReportRow, *settled, leave_out=others),
        "decisions_about_me": _where(db, AuditRow, AuditRow.person == person_id, leave_out=deeds),
        "deeds_as_host": _where(db, AuditRow, AuditRow.host == person_id, leave_out=deeds),
    }


def _table(db: Database, table_id: str, person_id: str) -> dict[str, object]:
    """A table as one of its people may know it: the log only once the game is over."""
    row = db.get(TableRow, table_id)
    assert row
    seats = db.scalars(select(SeatRow).where(SeatRow.table_id == table_id).order_by(SeatRow.seat))
    log = select(EntryRow).where(EntryRow.table_id == table_id).order_by(EntryRow.number)
    over = row.status == "finished"
    return {
        **_plain(row, leave_out=("secret", "host", "opened_from")),
        "opened_by_me": row.host == person_id,
        "seats": [
            {
                "seat": seat.seat,
                "kind": seat.kind,
                "name": seat.name,
                "bot": seat.bot,
                "me": seat.person == person_id,
            }
            for seat in seats
        ],
        "log": [_plain(entry, leave_out=("table_id",)) for entry in db.scalars(log)]
        if over
        else [],
    }


def _all(
    db: Database, rows: Any, person_id: str, leave_out: Iterable[str] = ()
) -> list[dict[str, object]]:
    return _where(db, rows, rows.person == person_id, leave_out=("person", *leave_out))


def _where(
    db: Database, rows: Any, *which: ColumnElement[bool], leave_out: Iterable[str]
) -> list[dict[str, object]]:
    return [_plain(row, leave_out) for row in db.scalars(select(rows).where(*which))]


def _plain(row: Base, leave_out: Iterable[str]) -> dict[str, object]:
    """A row by the names of its columns."""
    hidden = set(leave_out)
    names = [column.name for column in row.__table__.columns if column.name not in hidden]
    return {name: _written(getattr(row, name)) for name in names}


def _written(value: object) -> object:
    return value.isoformat(timespec="seconds") if isinstance(value, datetime) else value


# --- taken along --------------------------------------------------------------------------


def take_along(db: Connection, guest_id: str, person_id: str) -> bool:
    """Gives all that a guest has to an account; False if that is no guest any more.

    Except ratings: or people could choose the best one of several guests.
    """
    for one in sorted((guest_id, person_id)):
        take_turn(db, f"person {one}")
    guest = PersonRow.id == guest_id, PersonRow.account.is_(None), PersonRow.ban == ""
    if guest_id == person_id or db.scalar(select(PersonRow.id).where(*guest)) is None:
        return False
    _keep_one_each(db, guest_id, person_id)
    _unrate(db, guest_id)
    for opened in (TableRow, TournamentRow, AuditRow):
        db.execute(update(opened).where(opened.host == guest_id).values(host=person_id))
    for rows in _MOVING:
        db.execute(update(rows).where(rows.person == guest_id).values(person=person_id))
    for rows in _ENDING:
        db.execute(delete(rows).where(rows.person == guest_id))
    made = update(ReportRow).where(ReportRow.reporter == guest_id)
    db.execute(made.values(reporter=person_id))
    db.execute(update(ChatRow).where(ChatRow.to == guest_id).values(to=person_id))
    asked = update(InvitationRow).where(InvitationRow.asker == guest_id)
    db.execute(asked.values(asker=person_id))
    own = InvitationRow.person == person_id, InvitationRow.asker == person_id
    db.execute(delete(InvitationRow).where(*own))
    _take_ties_along(db, guest_id, person_id)
    db.execute(delete(PersonRow).where(PersonRow.id == guest_id))
    return True


def _unrate(db: Connection, guest_id: str) -> None:
    """A guest's games are remembered, but count for no rating: nor do those that go on."""
    played = update(ResultRow).where(ResultRow.person == guest_id)
    db.execute(played.values(mu=None, sigma=None, games=None))
    going_on = select(TableRow.id).where(TableRow.status == "running", TableRow.rated)
    seats = SeatRow.person == guest_id, SeatRow.table_id.in_(going_on)
    db.execute(update(SeatRow).where(*seats).values(along=True))


def _take_ties_along(db: Connection, guest_id: str, person_id: str) -> None:
    """Friends and blocks; what the account has already stays as it is."""
    own = select(TieRow.other).where(TieRow.person == person_id)
    theirs = select(TieRow.person).where(TieRow.other == person_id)
    kept = TieRow.other.not_in(own), TieRow.other != person_id
    db.execute(update(TieRow).where(TieRow.person == guest_id, *kept).values(person=person_id))
    kept = TieRow.person.not_in(theirs), TieRow.person != person_id
    db.execute(update(TieRow).where(TieRow.other == guest_id, *kept).values(other=person_id))
    db.execute(delete(TieRow).where((TieRow.person == guest_id) | (TieRow.other == guest_id)))


def _keep_one_each(db: Connection, guest_id: str, person_id: str) -> None:
    """Where an account has its own already, the guest's is dropped."""
    for rows, key in _ONE_EACH:
        own = select(key).where(rows.person == person_id)
        db.execute(delete(rows).where(rows.person == guest_id, key.in_(own)))
    if db.scalar(select(WebhookRow.person).where(WebhookRow.person == person_id)) is not None:
        db.execute(delete(WebhookRow).where(WebhookRow.person == guest_id))


# --- deleted ------------------------------------------------------------------------------


def delete_person(db: Connection, person_id: str, bot: str) -> None:
    """Forgets somebody: finished games stay, without the name, and a bot plays the others.

    A row without anything but its key stays, because the tables refer to it.
    """
    take_turn(db, f"person {person_id}")
    analysed = select(UploadRow.id).where(UploadRow.person == person_id)
    db.execute(delete(AnalysisRow).where(AnalysisRow.source.in_(analysed)))
    for rows in _OWN:
        db.execute(delete(rows).where(rows.person == person_id))
    db.execute(delete(InvitationRow).where(InvitationRow.asker == person_id))
    said = (ChatRow.person == person_id) | (ChatRow.to == person_id)
    db.execute(delete(ChatRow).where(said, ChatRow.name != ""))
    db.execute(delete(TieRow).where((TieRow.person == person_id) | (TieRow.other == person_id)))
    _leave_seats(db, person_id, bot)
    made = update(ReportRow).where(ReportRow.person == person_id)
    db.execute(made.values(name=NOBODY, said=""))
    db.execute(update(AuditRow).where(AuditRow.host == person_id).values(host_name=NOBODY))
    entered = update(EntrantRow).where(EntrantRow.person == person_id)
    db.execute(entered.values(name=NOBODY, withdrawn=True))
    _cancel_tournaments(db, person_id)
    blank: dict[str, object] = {
        "name": NOBODY,
        "language": "",
        "account": None,
        "created": now(),
        "notices": "never",
    }
    blank |= {"role": "", "ban": "", "ban_until": None, "shown": False, "online": None}
    blank |= {"handle": None, "profile": False}
    counted = {"sessions": PersonRow.sessions + 1, "links": PersonRow.links + 1}
    habits: Mapping[str, object] = {"speed": "normal", "grace": False, "confirms": []}
    gone = update(PersonRow).where(PersonRow.id == person_id).values(**blank, **counted, **habits)
    if db.execute(gone).rowcount == 0:
        raise NotStored(f"There is no person {person_id!r}.")


def _cancel_tournaments(db: Connection, person_id: str) -> None:
    """What only its host could begin cannot begin any more; those with a time go on."""
    own = TournamentRow.host == person_id, TournamentRow.status == "open"
    waiting = update(TournamentRow).where(*own, TournamentRow.starts.is_(None))
    db.execute(waiting.values(status="cancelled"))


def _leave_seats(db: Connection, person_id: str, bot: str) -> None:
    """Nobody sits there any more; in a game that goes on, a bot does."""
    own = select(SeatRow.table_id, SeatRow.seat, TableRow.status)
    own = own.join(TableRow, TableRow.id == SeatRow.table_id).where(SeatRow.person == person_id)
    for table_id, seat, status in db.execute(own.order_by(SeatRow.table_id, SeatRow.seat)).all():
        touch(db, table_id)
        values: dict[str, object] = {"person": None, "name": _unused_name(db, table_id)}
        if status == "running":
            values |= {"kind": "bot", "bot": bot}
        elif status == "open":
            values |= {"kind": "open", "name": "", "bot": ""}
        here = SeatRow.table_id == table_id, SeatRow.seat == seat
        db.execute(update(SeatRow).where(*here).values(**values))


def _unused_name(db: Connection, table_id: str) -> str:
    """What somebody is called who is not known any more, unlike others of the table."""
    taken = set(db.scalars(select(SeatRow.name).where(SeatRow.table_id == table_id)))
    number, name = 2, NOBODY
    while name in taken:
        name, number = f"{NOBODY} ({number})", number + 1
    return name
