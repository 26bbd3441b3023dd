"""Every query of the store."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import Connection
from tests.databases import database_url

from dalang.server.storage import (
    ChatLine,
    Device,
    Ending,
    Entry,
    NotStored,
    NumberMissing,
    NumberTaken,
    Paced,
    Person,
    Seat,
    StorageError,
    Store,
    TableRecord,
    TooManyStored,
    Webhook,
    new_invite,
    now,
    queries,
    records,
)

CHANCE = -1


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(database_url(tmp_path))
    yield store
    store.close()


@pytest.fixture
def ada(store: Store) -> Person:
    return store.write(queries.add_person, "Ada", "nl")


def new_table(store: Store, host: Person, public: bool = True) -> TableRecord:
    seats = [Seat(0, "person", host.id, name=host.name), Seat(1, invite=new_invite()), Seat(2)]
    record = TableRecord.new("taj_mahal", "TM-1", seats, host.id, public, {"deal": "open"})
    store.write(queries.add_table, record)
    return record


def entry(number: int, text: str = "withdraw", actor: int = 0) -> Entry:
    return Entry(number, actor, text, now())


# --- People -------------------------------------------------------------------------


def test_people_are_kept(store: Store, ada: Person) -> None:
    assert store.read(queries.person, ada.id) == ada
    assert ada.handle
    assert ada == Person(ada.id, "Ada", "nl", ada.created, 0, handle=ada.handle)
    assert store.read(queries.person, "nobody") is None
    assert store.write(queries.add_person, "Ada").id != ada.id


def test_people_change_name_and_language(store: Store, ada: Person) -> None:
    store.write(queries.rename, ada.id, "Ada 🐘")
    store.write(queries.set_language, ada.id, "de")
    assert store.read(queries.person, ada.id) == replace(ada, name="Ada 🐘", language="de")


@pytest.mark.parametrize("query", [queries.rename, queries.set_language, queries.add_token])
def test_nobody_cannot_be_changed(
    store: Store, query: Callable[[Connection, str, str], object]
) -> None:
    with pytest.raises(NotStored, match="no person 'nobody'"):
        store.write(query, "nobody", "x")


def test_revoked_links_lead_nowhere(store: Store, ada: Person) -> None:
    assert store.read(queries.person_of_link, ada.id, 0) == ada
    assert store.write(queries.revoke_links, ada.id) == 1
    assert store.read(queries.person_of_link, ada.id, 0) is None
    assert store.read(queries.person_of_link, ada.id, 1) == store.read(queries.person, ada.id)
    assert store.read(queries.person_of_link, "nobody", 0) is None
    with pytest.raises(NotStored):
        store.write(queries.revoke_links, "nobody")


def test_tokens_open_the_door_until_they_are_revoked(store: Store, ada: Person) -> None:
    bo = store.write(queries.add_person, "Bo")
    token, second = (
        store.write(queries.add_token, ada.id, "my bot"),
        store.write(queries.add_token, ada.id, "other"),
    )
    assert store.read(queries.person_of_token, token) == ada
    assert store.read(queries.person_of_token, token + "x") is None
    assert [each.label for each in store.read(queries.tokens, ada.id)] == ["my bot", "other"]
    assert store.read(queries.tokens, bo.id) == []
    first = store.read(queries.tokens, ada.id)[0]
    assert not store.write(queries.revoke_token, bo.id, first.id)  # not his
    assert store.write(queries.revoke_token, ada.id, first.id)
    assert not store.write(queries.revoke_token, ada.id, first.id)
    assert store.read(queries.person_of_token, token) is None
    assert store.read(queries.person_of_token, second) == ada


@pytest.mark.sqlite
def test_only_the_hash_of_a_token_is_on_the_disk(store: Store, ada: Person, tmp_path: Path) -> None:
    token = store.write(queries.add_token, ada.id, "my bot")
    disk = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"my bot" in disk
    assert token.encode() not in disk
    assert token.removeprefix("dalang_").encode() not in disk


# --- Tables -------------------------------------------------------------------------


def test_a_table_is_kept_as_it_was_given(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    assert store.read(queries.table, record.id) == record
    assert len(record.id) == 10
    assert len(record.secret) == 32
    assert store.read(queries.table, "nowhere") is None


def test_secrets_do_not_show_by_accident(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    assert repr(record.secret) not in repr(record)
    assert record.seats[1].invite not in repr(record)


def test_a_table_has_a_seat_for_every_player(store: Store, ada: Person) -> None:
    record = TableRecord.new("taj_mahal", "TM-1", [Seat(0), Seat(2)], ada.id)
    with pytest.raises(StorageError, match="needs the seats 0 to 1"):
        store.write(queries.add_table, record)


def test_a_table_needs_a_host_who_exists(store: Store) -> None:
    record = TableRecord.new("taj_mahal", "TM-1", [Seat(0)], "nobody")
    with pytest.raises(StorageError, match=r"(?i)foreign ?key"):
        store.write(queries.add_table, record)
    assert store.read(queries.table, record.id) is None


def test_tables_are_listed_newest_first(store: Store, ada: Person) -> None:
    records = [new_table(store, ada) for _ in range(5)]
    newest_first = [record.id for record in records[::-1]]
    assert [record.id for record in store.read(queries.tables)] == newest_first
    assert [record.id for record in store.read(queries.tables, limit=2, offset=1)] == newest_first[
        1:3
    ]


def test_tables_are_listed_by_status_person_and_publicity(store: Store, ada: Person) -> None:
    bo = store.write(queries.add_person, "Bo")
    first, second = new_table(store, ada), new_table(store, bo, public=False)
    store.write(queries.set_seat, second.id, Seat(2, "person", ada.id, name="Ada"))
    store.write(queries.set_status, second.id, "running")

    def ids(**wanted: object) -> set[str]:
        return {record.id for record in store.read(queries.tables, **wanted)}  # type: ignore[arg-type]

    assert ids(status="open") == ids(public=True) == {first.id}
    assert ids(status="running") == ids(public=False) == ids(person=bo.id) == {second.id}
    assert ids(person=ada.id) == {first.id, second.id}
    assert ids(status="finished") == set()


def test_seats_change_hands(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    bot = Seat(1, "bot", bot="club", name="Rani")
    store.write(queries.set_seat, record.id, bot)
    after = store.read(queries.table, record.id)
    assert after
    assert after.seats == (record.seats[0], bot, record.seats[2])
    assert after.updated > record.updated


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_are_no_other_seats(seat: int, store: Store, ada: Person) -> None:
    with pytest.raises(NotStored, match=f"no seat {seat}"):
        store.write(queries.set_seat, new_table(store, ada).id, Seat(seat))


def test_a_table_starts_and_finishes(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    store.write(queries.set_status, record.id, "running")
    ending = Ending("twelve_rounds", [3, 1, 2], [1, 3, 2])
    store.write(queries.set_status, record.id, "finished", ending)
    after = store.read(queries.table, record.id)
    assert after
    assert (after.status, after.ended_by) == ("finished", "twelve_rounds")
    assert (after.scores, after.ranking) == ([3, 1, 2], [1, 3, 2])
    with pytest.raises(NotStored, match="no table 'nowhere'"):
        store.write(queries.set_status, "nowhere", "running")


# --- Logs and chat ------------------------------------------------------------------


def test_the_log_is_kept_in_order(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    log = [entry(0, "province kabul", CHANCE), entry(1), entry(2, "undo"), entry(3)]
    store.write(queries.append, record.id, log[:1])
    store.write(queries.append, record.id, log[1:])
    assert store.read(queries.entries, record.id) == log
    assert store.read(queries.entries, new_table(store, ada).id) == []
    after = store.read(queries.table, record.id)
    assert after
    assert after.updated > record.updated


def test_a_number_is_given_once(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    store.write(queries.append, record.id, [entry(0), entry(1)])
    with pytest.raises(NumberTaken, match="has number 1 already"):
        store.write(queries.append, record.id, [entry(1, "play red elephant+monk")])
    with pytest.raises(NumberTaken, match="has number 2 already"):
        store.write(queries.append, record.id, [entry(2), entry(2)])
    assert [each.text for each in store.read(queries.entries, record.id)] == [
        "withdraw",
        "withdraw",
    ]


def test_a_log_has_no_gaps(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    with pytest.raises(NumberMissing, match="no number 0 yet"):
        store.write(queries.append, record.id, [entry(1)])
    with pytest.raises(NumberMissing, match="no number 1 yet"):
        store.write(queries.append, record.id, [entry(0), entry(2)])
    assert store.read(queries.entries, record.id) == []


def test_nothing_is_appended_to_a_table_that_is_not_there(store: Store) -> None:
    with pytest.raises(NotStored, match="no table 'nowhere'"):
        store.write(queries.append, "nowhere", [entry(0)])


def test_the_last_entry_and_the_end_are_stored_together(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    ending = Ending("twelve_rounds", (1, 2, 3), (3, 2, 1))
    with pytest.raises(NumberMissing):
        store.write(queries.append, record.id, [entry(5)], ending)
    assert store.read(queries.table, record.id) == record
    store.write(queries.append, record.id, [entry(0)], ending)
    after = store.read(queries.table, record.id)
    assert after
    assert (after.status, after.ended_by, after.scores) == ("finished", "twelve_rounds", [1, 2, 3])


def test_times_are_kept_to_the_microsecond_in_any_zone(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    there = datetime(2026, 3, 29, 2, 30, 0, 123456, timezone(timedelta(hours=5, minutes=30)))
    store.write(queries.append, record.id, [Entry(0, 0, "withdraw", there)])
    (kept,) = store.read(queries.entries, record.id)
    assert kept.at == there
    assert kept.at.tzinfo is UTC


def test_chat_is_kept_in_order(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    said = [
        store.write(queries.add_chat, record.id, ada.id, "Ada", f"line {n} <b>") for n in range(5)
    ]
    assert said[3] == ChatLine(3, ada.id, "Ada", "line 3 <b>", said[3].at)
    assert store.read(queries.chat, record.id) == said
    assert store.read(queries.chat, record.id, limit=2) == said[3:]
    with pytest.raises(NotStored):
        store.write(queries.add_chat, "nowhere", ada.id, "Ada", "hello")


def test_what_cannot_be_stored_is_told_without_quoting_it(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    with pytest.raises(StorageError, match="cannot be stored") as error:
        store.write(queries.add_chat, record.id, ada.id, "Ada", "half a sign \ud800")
    assert "half" not in str(error.value)
    assert store.read(queries.chat, record.id) == []


def test_errors_of_the_database_do_not_quote_what_is_stored(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    with pytest.raises(StorageError) as error:
        store.write(queries.add_table, record)
    assert error.value.__cause__ is None
    assert record.seats[1].invite not in str(error.value)
    assert re.search("UNIQUE constraint failed: game_table|pk_game_table", str(error.value))


# --- The whole ----------------------------------------------------------------------


def test_a_sound_database_has_nothing_wrong(store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    store.write(queries.append, record.id, [entry(0), entry(1)], Ending("twelve_rounds", (), ()))
    assert store.check() == []


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        ("DELETE FROM entry WHERE number = 1", "of 4 entries 1 are missing"),
        ("DELETE FROM entry WHERE number = 0", "of 4 entries 1 are missing"),
        ("UPDATE game_table SET status = 'finished'", "does not say how it ended"),
        ("DELETE FROM seat WHERE seat = 2", "is for 3 players but has 2 seats"),
    ],
)
def test_what_is_missing_is_told(harm: str, words: str, store: Store, ada: Person) -> None:
    record = new_table(store, ada)
    store.write(queries.append, record.id, [entry(number) for number in range(4)])
    with store.engine.begin() as connection:
        connection.exec_driver_sql(harm)
    (found,) = store.check()
    assert words in found
    assert record.id in found


# --- Games over days ------------------------------------------------------------------


def test_tables_with_a_pace_tell_since_when_they_wait(store: Store, ada: Person) -> None:
    for pace, status in ((0, "running"), (60, "open"), (60, "running"), (90, "running")):
        record = replace(new_table(store, ada), id=f"{pace}-{status}", pace=pace)
        store.write(queries.add_table, record)
        store.write(queries.append, record.id, [entry(0), entry(1)])
        if status == "running":
            store.write(queries.set_status, record.id, "running")
    slow, quick = (
        store.read(queries.entries, "90-running")[-1].at,
        store.read(queries.entries, "60-running")[-1].at,
    )
    assert store.read(queries.paced) == [
        Paced("60-running", 60, 2, quick, None),
        Paced("90-running", 90, 2, slow, None),
    ]
    store.write(queries.keep_reminder, "60-running", 1)
    store.write(queries.keep_reminder, "60-running", 2)
    assert [one.reminded for one in store.read(queries.paced)] == [2, None]
    store.write(queries.add_chat, "60-running", ada.id, "Ada", "I am thinking.")
    assert store.read(queries.paced)[0].since == quick  # talking is no decision


def test_when_somebody_wants_to_be_told(store: Store, ada: Person) -> None:
    assert ada.notices == "days"
    store.write(queries.set_notices, ada.id, "always")
    assert store.read(queries.person, ada.id) == replace(ada, notices="always")


def device(person: Person, endpoint: str) -> Device:
    return Device(f"id-{endpoint}", person.id, endpoint, "key", "auth", "o", "nl", "Firefox", now())


def test_browsers_to_be_told_in(store: Store, ada: Person) -> None:
    first, second = device(ada, "a"), device(ada, "b")
    store.write(queries.add_device, first, 2)
    store.write(queries.add_device, second, 2)
    store.write(queries.add_device, first, 2)  # it is the same one
    assert {one.id for one in store.read(queries.devices, ada.id)} == {first.id, second.id}
    with pytest.raises(TooManyStored):
        store.write(queries.add_device, device(ada, "c"), 2)
    bob = store.write(queries.add_person, "Bob")
    assert not store.write(queries.delete_device, bob.id, first.id)
    store.write(queries.add_device, replace(first, person=bob.id), 2)
    assert [one.id for one in store.read(queries.devices, ada.id)] == [second.id]
    assert store.write(queries.delete_device, bob.id, first.id)
    assert store.read(queries.devices, bob.id) == []


def test_a_webhook_and_its_failures(store: Store, ada: Person) -> None:
    assert store.read(queries.webhook, ada.id) is None
    webhook = Webhook(ada.id, "https://hooks.example.org", "whsec_x", "https://here", "nl")
    store.write(queries.set_webhook, webhook)
    for _ in range(3):
        store.write(queries.count_failure, ada.id, "whsec_x", True)
    store.write(queries.count_failure, ada.id, "another secret", True)
    assert store.read(queries.webhook, ada.id) == replace(webhook, failures=3)
    store.write(queries.count_failure, ada.id, "whsec_x", False)
    assert store.read(queries.webhook, ada.id) == webhook
    assert "whsec_x" not in repr(webhook)
    store.write(queries.set_webhook, replace(webhook, url="https://other.example.org"))
    store.write(queries.delete_webhook, ada.id)
    assert store.read(queries.webhook, ada.id) is None


def test_no_person_is_an_option_of_the_command_line() -> None:
    assert not any(records.new_person_id().startswith("-") for _ in range(2000))
