"""Everything about oneself: exported whole, and gone without a trace but the games of others."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import Connection, update
from tests.server.harness import Guest, Server, choices, play_to_the_end

from dalang.server.people.identity import COOKIE
from dalang.server.storage import Complaint, Ending, Entry, Seat, TableRecord, now, queries
from dalang.server.storage.models import Base, EntryRow
from dalang.server.storage.records import Letter

GAME = "taj_mahal"


@pytest.fixture
def ada(server: Server) -> Guest:
    return server.guest("Ada Lovelace")


@pytest.fixture
def bob(server: Server) -> Guest:
    return server.guest("Bob")


def finished_game(server: Server, ada: Guest, bob: Guest) -> str:
    """A game of both, in which both have talked."""
    table = ada.open_table(GAME, ["me", "open", "open"])
    bob.sit(table, 1)
    server.guest("Carl").sit(table, 2)
    ada.browser.post(f"/t/{table}/chat", data={"text": "Hello from Analytica"})
    bob.browser.post(f"/t/{table}/chat", data={"text": "Good evening"})
    play_to_the_end(server, server.find(table))
    return table


def rated_game(server: Server, ada: Guest, bob: Guest) -> str:
    """A rated game that has ended; its table."""
    seats = [
        Seat(number, "person", one.person.id, name=one.person.name)
        for number, one in enumerate((ada, bob))
    ]
    record = TableRecord.new("cards_and_karma", "CK-1", seats, ada.person.id, rated=True)
    server.write(queries.add_table, record)
    ending = Ending("rounds", [90, 80], [1, 2])
    server.write(queries.append, record.id, [Entry(0, 0, "take", now())], ending)
    return record.id


def exported(guest: Guest) -> dict[str, Any]:
    answer = guest.browser.get("/me/export")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    told: dict[str, Any] = json.loads(answer.text)
    return told


def test_the_file_holds_everything_and_no_secret(server: Server, ada: Guest, bob: Guest) -> None:
    over = finished_game(server, ada, bob)
    on = ada.open_table(GAME, ["me", "open", "bot-novice"])
    bob.sit(on, 1)
    told = exported(ada)
    assert told["person"]["name"] == "Ada Lovelace"
    assert [line["text"] for line in told["chat"]] == ["Hello from Analytica"]
    tables = {table["id"]: table for table in told["tables"]}
    assert tables.keys() == {over, on}
    log = server.read(queries.entries, over)
    assert [entry["text"] for entry in tables[over]["log"]] == [entry.text for entry in log]
    assert tables[on]["log"] == []  # it would tell what others hold
    assert [seat["me"] for seat in tables[on]["seats"]] == [True, False, False]
    text = json.dumps(told)
    record = server.find(on).record
    for secret in (record.secret.hex(), ada.token, bob.person.id, record.seats[1].invite or "-+-"):
        assert secret not in text


# Where each column that says who somebody is goes to in the file; "" = not into it, and why.
TOLD = {
    "again.person": "played_again",
    "audit.host": "deeds_as_host",
    "audit.person": "decisions_about_me",
    "browser.person": "browsers",
    "challenge.person": "",  # a random number that lasts some minutes
    "chat.person": "chat",
    "chat.to": "chat",
    "device.person": "notifications",
    "email.person": "email",
    "entrant.person": "tournaments",
    "game_table.host": "tables",
    "invitation.asker": "invitations_sent",
    "invitation.person": "invitations",
    "job.asker": "",  # a process
    "letter.person": "letters",
    "passkey.person": "passkeys",
    "premove.person": "premoves",
    "presence.person": "",  # as long as a page is open
    "put_away.person": "put_away",
    "rating.person": "ratings",
    "recovery.person": "recovery_codes",
    "report.person": "reports_about_me",
    "report.reporter": "reports",
    "result.person": "results",
    "seat.person": "tables",
    "tie.other": "",  # what others think of somebody is theirs; a friendship is a row of both
    "tie.person": "people",
    "token.person": "tokens",
    "tournament.host": "tournaments_opened",
    "upload.person": "uploads",
    "webhook.person": "webhook",
}
WHO = {"person", "host", "reporter", "asker", "other", "to"}


def test_every_column_about_a_person_is_in_the_file(ada: Guest) -> None:
    """A new table with people in it fails here until it is exported, or somebody says why not."""
    about = {
        f"{table.name}.{column.name}"
        for table in Base.metadata.sorted_tables
        for column in table.columns
        if column.name in WHO
        or any(key.column.table.name == "person" for key in column.foreign_keys)
    }
    assert about == TOLD.keys()
    told = exported(ada)
    assert {key for key in TOLD.values() if key} | {"format", "written", "person"} == told.keys()


def test_what_hosts_know_is_told_without_the_reporter(
    server: Server, ada: Guest, bob: Guest
) -> None:
    host = server.guest("Hostess")
    table = finished_game(server, ada, bob)
    about = (ada.person.id, "Ada Lovelace", table, "Hello from Analytica")
    made = Complaint.new(bob.person.id, *about, reason="spam", text="It is always her")
    server.write(queries.add_report, made, 9)
    assert exported(ada)["reports_about_me"] == []  # until somebody has looked at it
    assert server.write(queries.ban_for_report, host.person, made.id, "Spam", None)
    told = exported(ada)
    (report,) = told["reports_about_me"]
    assert (report["said"], report["outcome"]) == ("Hello from Analytica", "banned")
    assert {one["deed"] for one in told["decisions_about_me"]} == {"report_closed", "banned"}
    assert {one["deed"] for one in exported(host)["deeds_as_host"]} == {"report_closed", "banned"}
    for secret in (bob.person.id, "It is always her", "Hostess", made.id):
        assert secret not in json.dumps(told)
    assert [one["text"] for one in exported(bob)["reports"]] == ["It is always her"]


def test_a_host_who_is_gone_has_no_name_in_the_log(server: Server, ada: Guest, bob: Guest) -> None:
    assert server.write(queries.ban, ada.person, bob.person.id, "Spam", None)
    ada.browser.post("/me/delete", data={"name": "Ada Lovelace"})
    (entry,) = server.read(queries.audit)
    assert (entry.host_name, entry.deed) == (queries.NOBODY, "banned")


def test_what_waits_and_what_was_asked_is_in_the_file(server: Server, ada: Guest) -> None:
    secret = server.write(queries.add_letter, Letter("prove", ada.person.id, "ada@example.org"))
    form = {"title": "Cup", "game": GAME, "format": "swiss", "seats": "3", "rounds": "3"}
    form |= {"pace": "day", "most": "8", "starts": "host"}
    assert ada.browser.post("/tournaments/new", data=form).status_code == 303
    told = exported(ada)
    assert [one["address"] for one in told["letters"]] == ["ada@example.org"]
    assert [one["name"] for one in told["tournaments_opened"]] == ["Cup"]
    assert secret not in json.dumps(told)


def test_a_deleted_person_leaves_readable_games_without_a_name(
    server: Server, ada: Guest, bob: Guest
) -> None:
    table = finished_game(server, ada, bob)
    assert "Ada Lovelace" in bob.browser.get(f"/t/{table}").text
    assert "Ada Lovelace" in bob.browser.get(f"/replay/{table}").text
    answer = ada.browser.post("/me/delete", data={"name": "Ada Lovelace"})
    assert answer.status_code == 303
    for path in (f"/t/{table}", f"/replay/{table}", "/", "/me"):
        page = bob.browser.get(path)
        assert page.status_code == 200
        assert "Ada Lovelace" not in page.text
        assert "Analytica" not in page.text
    assert "N. N." in bob.browser.get(f"/t/{table}").text
    assert "Good evening" in bob.browser.get(f"/t/{table}").text
    server.tidy()
    assert "N. N." in bob.browser.get(f"/replay/{table}").text
    assert bob.browser.get(f"/t/{table}/replay").status_code == 200


def test_nothing_of_a_deleted_person_opens_anything(server: Server, ada: Guest) -> None:
    link = server.site.identity.link(ada.person.id, ada.person.links)
    ada.browser.post("/me/delete", data={"name": "Ada Lovelace"})
    thief = server.browser()
    thief.cookies.set(COOKIE, ada.cookie)
    assert thief.get("/me").status_code == 303
    assert ada.program.get("/api/tables?mine=1").status_code == 401
    assert thief.get(f"/device/{link}").status_code == 403
    stored = server.read(queries.person, ada.person.id)
    assert stored
    assert (stored.name, stored.account) == (queries.NOBODY, None)


@pytest.mark.slow
def test_bots_play_on_and_open_tables_are_left(server: Server, ada: Guest, bob: Guest) -> None:
    on = ada.open_table(GAME, ["me", "open", "bot-novice"])
    bob.sit(on, 1)
    own, others = (
        ada.open_table(GAME, ["me", "open", "open"]),
        bob.open_table(GAME, ["me", "open", "open"]),
    )
    ada.sit(others, 1)
    ada.browser.post("/me/delete", data={"name": "Ada Lovelace"})
    seat = server.find(on).record.seats[0]
    assert (seat.kind, seat.person, seat.name) == ("bot", None, queries.NOBODY)
    assert server.browser().get(f"/t/{own}").status_code == 404
    assert [seat.kind for seat in server.find(others).record.seats] == ["person", "open", "open"]
    table = server.find(on)

    async def finish() -> None:
        while table.record.status != "finished":
            if table.record.seats[table.actor].kind == "person":
                await table.play(table.actor, choices(table)[0], table.count)
            await asyncio.sleep(0)

    server.run(finish)
    assert table.record.status == "finished"


def test_people_who_are_left_can_play_again(server: Server, ada: Guest, bob: Guest) -> None:
    table = finished_game(server, ada, bob)
    ada.browser.post("/me/delete", data={"name": "Ada Lovelace"})
    answer = bob.browser.post(f"/t/{table}/again", data={"again": "now"})
    assert answer.headers["location"] != f"/t/{table}"


def test_ratings_and_tournaments_forget_the_name(server: Server, ada: Guest, bob: Guest) -> None:
    form = {"name": "", "title": "Cup", "game": GAME, "format": "swiss", "seats": "3"}
    form |= {"rounds": "3", "pace": "day", "most": "8", "starts": "host"}
    opened = bob.browser.post("/tournaments/new", data=form)
    path = opened.headers["location"]
    assert ada.browser.post(f"{path}/enter").status_code == 303
    assert "Ada Lovelace" in bob.browser.get(path).text
    rated = rated_game(server, ada, bob)
    assert [one["table_id"] for one in exported(ada)["results"]] == [rated]
    assert len(exported(ada)["ratings"]) == 1
    assert len(exported(ada)["tournaments"]) == 1
    ada.browser.post("/me/delete", data={"name": "Ada Lovelace"})
    for page in (path, "/ratings/cards_and_karma"):
        assert "Ada Lovelace" not in bob.browser.get(page).text


def test_results_are_taken_along_once(server: Server, ada: Guest, bob: Guest) -> None:
    """Even those of a game that the guest and the account played against each other."""
    rated_game(server, ada, bob)
    assert server.write(queries.take_along, ada.person.id, bob.person.id)
    assert len(exported(bob)["results"]) == 1
    assert len(exported(bob)["ratings"]) == 1


def test_a_game_that_cannot_be_read_keeps_nobody(server: Server, ada: Guest, bob: Guest) -> None:
    """Not even if it is not in memory, where bots would have to be woken."""
    tables = [ada.open_table(GAME, ["me", "bot-novice", "bot-novice"]) for _ in range(2)]
    for table in tables:
        server.tables.forget(table)

    def spoil(db: Connection) -> None:
        db.execute(update(EntryRow).values(text="nonsense"))

    server.write(spoil)
    answer = ada.browser.post("/me/delete", data={"name": "Ada Lovelace"})
    assert answer.status_code == 303
    assert bob.browser.get("/").status_code == 200


def test_two_who_are_gone_are_told_apart(server: Server, ada: Guest, bob: Guest) -> None:
    table = finished_game(server, ada, bob)
    for guest in (ada, bob):
        guest.browser.post("/me/delete", data={"name": guest.person.name})
    names = [seat.name for seat in server.find(table).record.seats[:2]]
    assert names == ["N. N.", "N. N. (2)"]


@pytest.mark.parametrize("name", ["", "Ada", "Bob", "ada lovelace"])
def test_deleting_needs_the_name_and_reaches_nobody_else(
    server: Server, ada: Guest, bob: Guest, name: str
) -> None:
    assert ada.browser.post("/me/delete", data={"name": name}).status_code == 400
    for guest in (ada, bob):
        found = server.read(queries.person, guest.person.id)
        assert found
        assert found.name == guest.person.name
