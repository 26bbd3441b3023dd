"""Hosts look after the house: reports, bans, words, and a record of all of it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from tests.databases import database_url
from tests.server.harness import Guest, Server, running
from tests.server.test_accounts import HOUSE, add_passkey

from dalang.cli import main
from dalang.server.limits import Limits
from dalang.server.people.names import skeleton
from dalang.server.people.word_filter import is_unwanted_line, is_unwanted_name
from dalang.server.storage import now, queries, records
from dalang.server.web.routes.moderation import ON_A_PAGE, ROUTES
from dalang.server.web.routes.reporting import MOST_REPORTS, OWN_RULES, rules_text

GAME = "taj_mahal"


@pytest.fixture
def host(server: Server) -> Guest:
    return a_host(server)


def a_host(server: Server) -> Guest:
    guest = server.guest("Hostess")
    make_account(server, guest)
    server.write(queries.set_host, guest.person.id, True)
    return guest


def make_account(server: Server, guest: Guest) -> None:
    """As if they had proven an address."""
    letter = records.Letter("prove", guest.person.id, f"{guest.person.id.lower()}@example.org")
    secret = server.write(queries.add_letter, letter)
    assert server.write(queries.prove_address, secret, guest.person.id)


@pytest.fixture
def ada(server: Server) -> Guest:
    return server.guest("Ada")


@pytest.fixture
def bob(server: Server) -> Guest:
    return server.guest("Bob")


def table_of(ada: Guest, bob: Guest) -> str:
    table = ada.open_table(GAME, ["me", "open", "open"])
    bob.sit(table, 1)
    bob.browser.post(f"/t/{table}/chat", data={"text": "You are a potato"})
    return table


def told(ada: Guest, table: str, about: str = "line-0", reason: str = "insult") -> int:
    form = {"about": about, "reason": reason, "text": "Please look"}
    status: int = ada.browser.post(f"/t/{table}/people", data=form).status_code
    return status


# --- reports --------------------------------------------------------------------------------


def test_a_line_is_reported_and_settled(
    server: Server, host: Guest, ada: Guest, bob: Guest
) -> None:
    table = table_of(ada, bob)
    assert "You are a potato" in ada.browser.get(f"/t/{table}/people").text
    assert told(ada, table) == 200
    page = host.browser.get("/host").text
    assert "You are a potato" in page
    assert "Please look" in page
    [(report, person, reporter)] = server.read(queries.reports)
    assert (person.id, reporter) == (bob.person.id, "Ada")
    form = {"outcome": "banned", "why": "Insults", "days": "7"}
    assert host.browser.post(f"/host/reports/{report.id}", data=form).status_code == 303
    assert server.read(queries.reports) == []
    assert host.browser.post(f"/host/reports/{report.id}", data=form).status_code == 400
    banned = server.read(queries.person, bob.person.id)
    assert banned
    assert banned.is_banned
    deeds = [entry.deed for entry in server.read(queries.audit)]
    assert sorted(deeds[-3:]) == ["banned", "host_added", "report_closed"]
    assert "settled a report about" in host.browser.get("/host/log").text


def test_a_person_is_reported_once_told_whom_and_why(
    server: Server, ada: Guest, bob: Guest
) -> None:
    table = table_of(ada, bob)
    assert told(ada, table, "seat-1", "stalling") == 200
    for about, reason in (("seat-0", "spam"), ("line-9", "spam"), ("", "spam"), ("seat-1", "x")):
        assert told(ada, table, about, reason) == 400
    assert server.browser().post(f"/t/{table}/people", data={"about": "seat-1"}).status_code == 403


def test_one_person_does_not_bury_the_hosts(server: Server, ada: Guest, bob: Guest) -> None:
    table = table_of(ada, bob)
    answers = [told(ada, table) for _ in range(MOST_REPORTS + 1)]
    assert answers == [200] * MOST_REPORTS + [400]


def test_reports_are_limited(tmp_path: Path) -> None:
    limits = Limits(rate=1e9, burst=1e9, report_burst=1, reports=0)
    with running(tmp_path / "home", limits) as server:
        ada, bob = server.guest("Ada"), server.guest("Bob")
        table = table_of(ada, bob)
        assert [told(ada, table) for _ in range(2)] == [200, 429]


# --- who is a host --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/host", "/host/people", "/host/words", "/host/limits", "/host/log"],
)
def test_for_others_there_is_nothing_there(
    server: Server, host: Guest, ada: Guest, path: str
) -> None:
    assert host.browser.get(path).status_code == 200
    nowhere = ada.browser.get("/nowhere").text
    assert ada.browser.get(path).text.replace(path, "") == nowhere.replace("/nowhere", "")
    for guest in (ada.browser, server.browser()):
        assert guest.get(path).status_code == 404


def test_others_do_nothing_there(server: Server, host: Guest, ada: Guest, bob: Guest) -> None:
    table = table_of(ada, bob)
    told(ada, table)
    [(report, *_)] = server.read(queries.reports)
    form = {"outcome": "banned", "why": "Because", "days": "0", "word": "potato", "shape": "potato"}
    paths = (
        f"/host/reports/{report.id}", f"/host/people/{bob.person.id}/ban",
        f"/host/people/{bob.person.id}/lift", "/host/words", "/host/words/delete",
    )  # fmt: skip
    for path in paths:
        assert ada.browser.post(path, data=form).status_code == 404
        evil = {"origin": "https://evil.example"}
        assert host.browser.post(path, data=form, headers=evil).status_code == 403
    assert server.read(queries.banned) == []
    assert len(server.read(queries.audit)) == 1  # that she became a host


def test_hosts_are_made_at_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path / "home", public_url=HOUSE) as server:
        ada, other = server.guest("Ada"), server.guest("Ada")
        url = database_url(tmp_path / "home")
        where = ["--database", url, "--data", str(tmp_path / "home")]
        assert main(["host", "add", "Ada", *where]) == 2
        assert "There is no account 'Ada'" in capsys.readouterr().err
        add_passkey(ada)
        add_passkey(other)
        assert main(["host", "add", "Ada", *where]) == 2
        assert "name the id" in capsys.readouterr().err
        assert main(["host", "add", ada.person.id, *where]) == 0
        assert capsys.readouterr().out == f"{ada.person.id}  Ada\n"
        assert ada.browser.get("/host").status_code == 200
        assert main(["host", "remove", ada.person.id, *where]) == 0
        assert capsys.readouterr().out == "There are no hosts yet.\n"
        assert ada.browser.get("/host").status_code == 404
        assert main(["host", "list", "--json", *where]) == 0
        assert capsys.readouterr().out == "[]\n"


# --- bans -----------------------------------------------------------------------------------


def ban(host: Guest, guest: Guest, days: int = 7) -> int:
    form = {"why": "Insults", "days": str(days)}
    path = f"/host/people/{guest.person.id}/ban"
    status: int = host.browser.post(path, data=form).status_code
    return status


def test_the_banned_are_told_why_and_can_take_their_things(
    server: Server, host: Guest, ada: Guest, bob: Guest
) -> None:
    table = table_of(ada, bob)
    assert ban(host, bob) == 303
    day = (now() + timedelta(days=7)).date().isoformat()
    for path in (f"/t/{table}/chat", f"/t/{table}/leave", "/new", "/me", "/me/token"):
        form = {"text": "Hello", "name": "Robert", "game": GAME, "players": "3"}
        answer = bob.browser.post(path, data=form)
        assert answer.status_code == 403
        assert f"until {day}. The reason: Insults" in answer.text
    assert "Insults" in bob.browser.get("/me").text
    assert bob.browser.get("/me/export").status_code == 200
    assert bob.program.get("/api/tables?mine=1").status_code == 403
    assert "Insults" in bob.program.get("/api/tables?mine=1").text
    assert bob.browser.get(f"/t/{table}").status_code == 200  # as a spectator
    assert bob.browser.post("/me/delete", data={"name": "Bob"}).status_code == 303


def test_a_ban_ends_by_itself_or_is_lifted(
    server: Server, host: Guest, ada: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ban(host, bob, 1)
    ban(host, ada, 0)
    assert "for good" in host.browser.get("/host/people").text
    later = now() + timedelta(days=2)
    monkeypatch.setattr(records, "now", lambda: later)
    assert bob.browser.post("/me", data={"name": "Robert"}).status_code == 303
    assert ada.browser.post("/me", data={"name": "Augusta"}).status_code == 403
    assert host.browser.post(f"/host/people/{ada.person.id}/lift").status_code == 303
    assert ada.browser.post("/me", data={"name": "Augusta"}).status_code == 303


def test_of_two_hosts_only_the_quicker_settles_a_report(
    server: Server, host: Guest, ada: Guest, bob: Guest
) -> None:
    assert told(ada, table_of(ada, bob)) == 200
    ((report, _, _),) = server.read(queries.reports)
    where = f"/host/reports/{report.id}"
    assert host.browser.post(where, data={"outcome": "nothing"}).status_code == 303
    form = {"outcome": "banned", "days": "0", "why": "Rude"}
    assert host.browser.post(where, data=form).status_code == 400
    assert server.read(queries.banned) == []
    assert "Rude" not in host.browser.get("/host/log").text


def test_a_report_about_a_host_is_not_settled_by_a_ban_that_fails(
    server: Server, host: Guest, ada: Guest
) -> None:
    table = table_of(host, ada)
    assert told(ada, table, about="seat-0") == 200
    ((report, _, _),) = server.read(queries.reports)
    form = {"outcome": "banned", "days": "0", "why": "Rude"}
    assert host.browser.post(f"/host/reports/{report.id}", data=form).status_code == 400
    assert len(server.read(queries.reports)) == 1


def test_a_host_cancels_a_tournament_of_somebody_else(
    server: Server, host: Guest, ada: Guest, bob: Guest
) -> None:
    form = {"title": "Potato cup", "game": GAME, "format": "swiss", "seats": "3", "rounds": "3"}
    form |= {"pace": "day", "most": "8", "starts": "host"}
    address = ada.browser.post("/tournaments/new", data=form).headers["location"]
    assert "Cancel the tournament" not in bob.browser.get(address).text
    assert "Cancel the tournament" in host.browser.get(address).text
    assert host.browser.post(f"{address}/begin").status_code == 403
    assert host.browser.post(f"{address}/cancel").status_code == 303
    assert "was cancelled" in ada.browser.get(address).text
    assert "Potato cup" in host.browser.get("/host/log").text


def test_every_deed_of_a_host_is_in_the_log(
    server: Server, host: Guest, ada: Guest, bob: Guest
) -> None:
    """One line for each, or two for a ban that settles a report; a new way to act needs one."""
    table = table_of(ada, bob)
    assert told(ada, table) == 200
    ((report, _, _),) = server.read(queries.reports)
    why = {"why": "Insults", "days": "7"}
    deeds: list[tuple[str, dict[str, str], list[str]]] = [
        ("/host/words", {"word": "potato"}, ["word_added"]),
        ("/host/words/delete", {"shape": skeleton("potato")}, ["word_removed"]),
        ("/host/people/{person}/ban", why, ["banned"]),
        ("/host/people/{person}/lift", {}, ["ban_lifted"]),
        ("/host/reports/{report}", why | {"outcome": "banned"}, ["banned", "report_closed"]),
    ]
    posts = [route.path for route in ROUTES if "POST" in (route.methods or ())]
    assert sorted(path for path, _, _ in deeds) == sorted(posts)
    for path, form, lines in deeds:
        before = len(server.read(queries.audit))
        where = path.format(person=bob.person.id, report=report.id)
        assert host.browser.post(where, data=form).status_code == 303
        entries = server.read(queries.audit)
        assert sorted(one.deed for one in entries[: len(entries) - before]) == lines
        assert {one.host_name for one in entries[: len(lines)]} == {"Hostess"}
    for refused in ("/host/words", "/host/people/nobody/ban", f"/host/reports/{report.id}"):
        host.browser.post(refused, data=why | {"outcome": "nothing"})
    assert len(server.read(queries.audit)) == 1 + 6  # what was refused was not done


def test_the_log_is_turned_page_by_page(server: Server, host: Guest) -> None:
    for number in range(ON_A_PAGE):
        server.write(queries.add_house_word, host.person, f"w{number}", f"word-{number}-")
    newest, oldest = (host.browser.get(f"/host/log{more}").text for more in ("", "?page=2"))
    assert "word-99-" in newest
    assert 'rel="next"' in newest
    assert "dalang host" not in newest
    assert "dalang host" in oldest  # it was the first deed
    assert 'rel="prev"' in oldest
    for odd in ("0", "-1", "x", "99999999", "9" * 30):
        assert host.browser.get(f"/host/log?page={odd}").status_code == 200


def test_hosts_do_not_shut_out_hosts(server: Server, host: Guest) -> None:
    other = a_host(server)
    assert ban(host, other) == 400
    assert ban(host, host) == 400
    for form in ({"why": "", "days": "7"}, {"why": "x", "days": "8"}, {"why": "x"}):
        path = f"/host/people/{server.guest('Carl').person.id}/ban"
        assert host.browser.post(path, data=form).status_code == 400


def test_a_banned_guest_does_not_slip_into_an_account(
    server: Server, host: Guest, ada: Guest, bob: Guest
) -> None:
    make_account(server, ada)
    bob.open_table(GAME, ["me", "bot-novice", "bot-novice"])
    ban(host, bob)
    assert not server.write(queries.take_along, bob.person.id, ada.person.id)


def test_accounts_are_found_by_name_but_not_guests(server: Server, host: Guest, ada: Guest) -> None:
    assert ada.person.id not in host.browser.get("/host/people?name=ada").text
    make_account(server, ada)
    assert ada.person.id in host.browser.get("/host/people?name=ada").text
    assert "Nothing found" in host.browser.get("/host/people?name=%25").text


# --- words ----------------------------------------------------------------------------------


def test_words_are_kept_out_of_names_and_chat(
    server: Server, host: Guest, ada: Guest, bob: Guest
) -> None:
    table = table_of(ada, bob)
    assert host.browser.post("/host/words", data={"word": "Potato"}).status_code == 303
    assert host.browser.post("/host/words", data={"word": "ab"}).status_code == 400
    chat, said = f"/t/{table}/chat", {"text": "What a pótatо!"}  # an accent and a Cyrillic o
    assert ada.browser.post(chat, data=said).status_code == 400
    assert ada.browser.post("/me", data={"name": "xXPOTATOXx"}).status_code == 400
    stranger = server.browser()
    form = {"game": GAME, "players": "3", "name": "P0tato"}
    assert stranger.post("/new", data=form).status_code == 400
    hot = {"game": GAME, "players": "3", "seat-1": "hot", "seat-name-1": "potato"}
    assert ada.browser.post("/new", data=hot).status_code == 400
    assert ada.browser.post(chat, data={"text": "Potatoes for dinner"}).status_code == 303
    shape = next(iter(server.read(queries.house_words)))
    assert host.browser.post("/host/words/delete", data={"shape": shape}).status_code == 303
    assert ada.browser.post(chat, data=said).status_code == 303


def test_words_are_found_where_people_hide_them() -> None:
    shapes = [skeleton("potato")]
    for text in ("a Potato.", "p o t a t o", "p.o.t.a.t.o", "po\u200btato", "POTATO"):
        assert is_unwanted_line(text, shapes), text
    for text in ("potatoes", "pot at o", "", "a p"):
        assert not is_unwanted_line(text, shapes), text
    assert is_unwanted_name("Mr. Po-ta-to", shapes)
    assert not is_unwanted_name("Pota", shapes)
    assert not is_unwanted_name("Anybody", [])


# --- rules of the house ---------------------------------------------------------------------


def test_the_house_has_rules_in_every_language(server: Server) -> None:
    for language, title in (
        ("en", "Rules of the house"),
        ("nl", "Huisregels"),
        ("de", "Hausregeln"),
    ):
        assert f"<h1>{title}</h1>" in server.browser(language).get("/house-rules").text


def test_a_host_has_rules_of_their_own(tmp_path: Path) -> None:
    assert rules_text(tmp_path, "nl") == (OWN_RULES / "nl.md").read_text()
    (tmp_path / "house_rules.md").write_text("# Ours")
    assert rules_text(tmp_path, "nl") == "# Ours"
    (tmp_path / "house_rules.nl.md").write_text("# Van ons")
    assert rules_text(tmp_path, "nl") == "# Van ons"
    assert rules_text(tmp_path, "de") == "# Ours"


def test_rules_of_a_host_bring_no_scripts(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(home) as server:
        (home / "house_rules.md").write_text("# Hi <script>alert(1)</script> [x](javascript:y)")
        page = server.browser().get("/house-rules").text
    assert "<script>alert" not in page
    assert 'href="javascript' not in page
