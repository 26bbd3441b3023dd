"""Accounts: a guest becomes one and keeps everything; nobody gets in who has not shown a way."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.testclient import TestClient
from tests.server.authenticator import Authenticator
from tests.server.harness import Guest, Server, running

from dalang.server.limits import Limits
from dalang.server.people.identity import COOKIE
from dalang.server.people.passkeys import party_of
from dalang.server.people.recovery import new_codes, read_code
from dalang.server.storage import now, queries
from dalang.server.storage.queries import accounts

HOUSE = "https://games.example.org"
GAME = "taj_mahal"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "home", public_url=HOUSE) as server:
        yield server


@pytest.fixture
def ada(house: Server) -> Guest:
    return house.guest("Ada")


def asked(browser: TestClient, path: str) -> dict[str, Any]:
    answer = browser.post(path)
    assert answer.status_code == 200, answer.text
    return cast("dict[str, Any]", answer.json())


def add_passkey(guest: Guest, origin: str = HOUSE) -> Authenticator:
    """A passkey for somebody, as their account's page adds it."""
    device = Authenticator(origin)
    made = device.make(asked(guest.browser, "/me/passkey/ask"))
    answer = guest.browser.post("/me/passkey", json=made)
    assert answer.status_code == 200, answer.text
    return device


def sign_in(browser: TestClient, device: Authenticator) -> str:
    """Where somebody goes next who signs in by a passkey."""
    signed = device.sign(asked(browser, "/sign-in/ask"))
    answer = browser.post("/sign-in/passkey", json=signed)
    assert answer.status_code == 200, answer.text
    return cast("str", answer.json()["next"])


def known_as(browser: TestClient) -> str:
    page = browser.get("/me")
    return page.text.split("<h1>")[1].split("</h1>")[0] if page.status_code == 200 else ""


# --- passkeys -------------------------------------------------------------------------------


def test_a_guest_becomes_an_account_and_keeps_everything(house: Server, ada: Guest) -> None:
    table = ada.open_table(GAME, ["me", "bot-novice", "bot-novice"])
    assert house.read(queries.person, ada.person.id).account is None  # type: ignore[union-attr]
    device = add_passkey(ada)
    known = house.read(queries.person, ada.person.id)
    assert known
    assert known.account
    elsewhere = house.browser()
    assert sign_in(elsewhere, device) == "/"
    assert known_as(elsewhere) == "Ada"
    assert f"/t/{table}" in elsewhere.get("/").text
    stored = house.read(queries.passkeys, ada.person.id)
    assert [key.transports for key in stored] == [["internal"]]


def test_a_signed_answer_counts_once(house: Server, ada: Guest) -> None:
    device, thief = add_passkey(ada), house.browser()
    signed = device.sign(asked(house.browser(), "/sign-in/ask"))
    assert house.browser().post("/sign-in/passkey", json=signed).status_code == 200
    assert thief.post("/sign-in/passkey", json=signed).status_code == 403
    assert known_as(thief) == ""


def test_an_answer_for_one_purpose_serves_no_other(house: Server, ada: Guest) -> None:
    device = add_passkey(ada)
    question = asked(ada.browser, "/me/passkey/ask")
    assert ada.browser.post("/sign-in/passkey", json=device.sign(question)).status_code == 403
    made = Authenticator(HOUSE).make(asked(ada.browser, "/me/passkey/ask"))
    bob = house.guest("Bob")
    assert bob.browser.post("/me/passkey", json=made).status_code == 403  # meant for Ada
    assert ada.browser.post("/me/passkey", json=made).status_code == 200


def test_a_passkey_of_another_site_is_refused(house: Server, ada: Guest) -> None:
    device = add_passkey(ada)
    device.origin = "https://games.example.evil"
    signed = device.sign(asked(house.browser(), "/sign-in/ask"))
    assert house.browser().post("/sign-in/passkey", json=signed).status_code == 403
    made = Authenticator("https://games.example.evil").make(asked(ada.browser, "/me/passkey/ask"))
    assert ada.browser.post("/me/passkey", json=made).status_code == 403


def test_a_copied_passkey_shows_by_its_counter(house: Server, ada: Guest) -> None:
    device = add_passkey(ada)
    sign_in(house.browser(), device)
    device.count -= 1
    signed = device.sign(asked(house.browser(), "/sign-in/ask"))
    assert house.browser().post("/sign-in/passkey", json=signed).status_code == 403


def test_a_challenge_grows_old(house: Server, ada: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    device = add_passkey(ada)
    signed = device.sign(asked(house.browser(), "/sign-in/ask"))
    later = now() + accounts.CHALLENGE_LIFE + timedelta(seconds=1)
    monkeypatch.setattr(accounts, "now", lambda: later)
    assert house.browser().post("/sign-in/passkey", json=signed).status_code == 403


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", "null", '{"id": 1, "response": {"clientDataJSON": "e30"}}', "[" * 5000]
)
def test_what_is_no_answer_is_refused(house: Server, ada: Guest, body: str) -> None:
    assert house.browser().post("/sign-in/passkey", content=body).status_code == 403
    assert ada.browser.post("/me/passkey", content=body).status_code == 403


def test_half_an_answer_is_refused(house: Server, ada: Guest) -> None:
    device = add_passkey(ada)
    for part in ("authenticatorData", "signature"):
        signed = device.sign(asked(house.browser(), "/sign-in/ask"))
        for wrong in (None, 7, "", "AAAA"):
            question = asked(house.browser(), "/sign-in/ask")
            signed = device.sign(question)
            signed["response"][part] = wrong
            assert house.browser().post("/sign-in/passkey", json=signed).status_code == 403


def test_passkeys_belong_to_names_with_https() -> None:
    assert party_of("https://games.example.org:8443") == "games.example.org"
    assert party_of("http://localhost:8000") == "localhost"
    for address in ("http://games.example.org", "https://192.0.2.7", "http://[::1]:80", ""):
        assert party_of(address) == ""


def test_a_form_of_another_site_changes_nothing(house: Server, ada: Guest) -> None:
    add_passkey(ada)
    evil = {"origin": "https://evil.example"}
    key = house.read(queries.passkeys, ada.person.id)[0].id
    for path in (
        "/me/passkey/ask", "/me/passkey", f"/me/passkey/{key}/delete", "/me/email", "/me/codes",
        "/me/delete", "/sign-in/code", "/sign-in/email", "/me/along",
    ):  # fmt: skip
        assert ada.browser.post(path, headers=evil, data={"name": "Ada"}).status_code == 403
    assert known_as(ada.browser) == "Ada"


def test_the_last_way_in_stays_and_nobody_elses_is_removed(house: Server, ada: Guest) -> None:
    add_passkey(ada)
    add_passkey(ada)
    first, second = house.read(queries.passkeys, ada.person.id)
    bob = house.guest("Bob")
    add_passkey(bob)
    add_passkey(bob)
    bob.browser.post(f"/me/passkey/{first.id}/delete")
    assert len(house.read(queries.passkeys, ada.person.id)) == 2
    assert ada.browser.post(f"/me/passkey/{first.id}/delete").status_code == 303
    assert ada.browser.post(f"/me/passkey/{second.id}/delete").status_code == 400
    assert [key.id for key in house.read(queries.passkeys, ada.person.id)] == [second.id]


def test_attempts_are_counted(tmp_path: Path) -> None:
    limits = Limits(rate=1e9, burst=1e9, sign_in_burst=2, sign_ins=0)
    with running(tmp_path / "home", limits, public_url=HOUSE) as house:
        answers = [house.browser().post("/sign-in/code", data={"code": "x"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [403, 403, 429]


# --- recovery codes -------------------------------------------------------------------------


def codes_of(guest: Guest) -> list[str]:
    page = guest.browser.post("/me/codes").text
    return [part.split("</code>")[0] for part in page.split("<code>")[1:]]


def test_each_code_lets_in_once_and_new_ones_make_old_ones_void(house: Server, ada: Guest) -> None:
    add_passkey(ada)
    first = codes_of(ada)
    assert len(set(first)) == 10
    assert "<code>" not in ada.browser.get("/me/account").text
    lost = house.browser()
    typed = first[0].upper().replace("-", " ").replace("0", "O")
    assert lost.post("/sign-in/code", data={"code": typed}).status_code == 303
    assert known_as(lost) == "Ada"
    assert house.browser().post("/sign-in/code", data={"code": first[0]}).status_code == 403
    second = codes_of(ada)
    assert house.browser().post("/sign-in/code", data={"code": first[1]}).status_code == 403
    assert house.browser().post("/sign-in/code", data={"code": second[1]}).status_code == 303


def test_guests_get_no_codes(ada: Guest) -> None:
    assert ada.browser.post("/me/codes").status_code == 403


@pytest.mark.parametrize("wrong", ["", "x" * 16, "0" * 15, "0" * 1000, 7, "ü" * 16])
def test_what_is_no_code_is_not_even_looked_up(wrong: object) -> None:
    assert read_code(new_codes()[0])
    assert read_code(wrong) == ("" if wrong != "x" * 16 else "xxxx-xxxx-xxxx-xxxx")


# --- browsers -------------------------------------------------------------------------------


def test_browsers_are_listed_and_signed_out_one_by_one(house: Server, ada: Guest) -> None:
    device = add_passkey(ada)
    other = house.browser()
    other.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0"
    sign_in(other, device)
    assert known_as(ada.browser) == "Ada"  # its cookie of before is put on the list
    listed = house.read(queries.browsers, ada.person.id)
    assert sorted(one.label for one in listed) == ["Firefox, Linux", "Safari"]
    page = ada.browser.get("/me/account").text
    assert page.count("this browser") == 1
    firefox = next(one for one in listed if one.label.startswith("Firefox"))
    bob = house.guest("Bob")
    add_passkey(bob)
    bob.browser.post(f"/me/browser/{firefox.id}")
    assert known_as(other) == "Ada"
    assert ada.browser.post(f"/me/browser/{firefox.id}").status_code == 303
    assert (known_as(other), known_as(ada.browser)) == ("", "Ada")


def test_signing_out_takes_a_browser_off_the_list(house: Server, ada: Guest) -> None:
    device, other = add_passkey(ada), house.browser()
    sign_in(other, device)
    stolen = other.cookies[COOKIE]
    assert other.post("/me/sign-out").status_code == 303
    thief = house.browser()
    thief.cookies.set(COOKIE, stolen)
    assert known_as(thief) == ""


def test_signing_out_everywhere_ends_all_browsers(house: Server, ada: Guest) -> None:
    device, other = add_passkey(ada), house.browser()
    sign_in(other, device)
    ada.browser.post("/me/sign-out-everywhere", data={"stay": "on"})
    assert (known_as(other), known_as(ada.browser)) == ("", "Ada")
    assert len(house.read(queries.browsers, ada.person.id)) == 1
    assert sign_in(other, device) == "/"  # the passkey still opens


def test_strangers_are_led_to_the_door(house: Server) -> None:
    assert house.browser().get("/me/account").headers["location"] == "/sign-in"
    for path in ("/me/passkey/ask", "/me/passkey", "/me/email/delete", "/me/delete"):
        assert house.browser().post(path).status_code == 403
    assert house.browser().get("/me/export").status_code == 403


def test_an_account_is_made_from_nothing(house: Server) -> None:
    new = house.browser()
    answer = new.post("/sign-in/new", data={"name": "Cleo"})
    assert answer.headers["location"] == "/me/account"
    assert "You are a guest" in new.get("/me/account").text


# --- what a guest had -----------------------------------------------------------------------


def test_a_guests_games_are_taken_along(house: Server, ada: Guest) -> None:
    device = add_passkey(ada)
    guest = house.guest("Guest 7")
    running_one = guest.open_table(GAME, ["me", "bot-novice", "bot-novice"])
    waiting = guest.open_table(GAME, ["me", "open", "open"])
    path = sign_in(guest.browser, device)
    assert path.startswith("/me/along?guest=")
    page = guest.browser.get(path).text
    assert "Guest 7" in page
    claim = page.split('name="guest" value="')[1].split('"')[0]
    assert guest.browser.post("/me/along", data={"guest": claim}).status_code == 303
    for table in (running_one, waiting):
        seat = house.find(table).record.seats[0]
        assert (seat.person, seat.name) == (ada.person.id, "Ada")
        assert house.find(table).record.host == ada.person.id
    assert house.read(queries.person, guest.person.id) is None
    assert guest.program.get(f"/api/tables/{running_one}").json()["seat"] == 0
    assert guest.browser.post("/me/along", data={"guest": claim}).status_code == 403


def test_nobody_elses_games_are_taken_along(house: Server, ada: Guest) -> None:
    device, bob = add_passkey(ada), house.guest("Bob")
    bob.open_table(GAME, ["me", "bot-novice", "bot-novice"])
    eve = house.guest("Eve")
    add_passkey(eve)
    claim = house.site.identity.guest(bob.person.id, ada.person.id)
    assert eve.browser.post("/me/along", data={"guest": claim}).status_code == 403
    assert house.read(queries.person, bob.person.id)
    add_passkey(bob)  # Bob is no guest any more
    sign_in(ada.browser, device)
    assert ada.browser.post("/me/along", data={"guest": claim}).status_code == 403
    assert house.read(queries.person, bob.person.id)


def test_a_guest_without_games_is_asked_nothing(house: Server, ada: Guest) -> None:
    device = add_passkey(ada)
    assert sign_in(house.guest("Guest 8").browser, device) == "/"
