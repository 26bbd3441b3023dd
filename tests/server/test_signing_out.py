"""Whose browser it is: a link asks first and works once, and everybody can sign out."""

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.harness import Guest, Server

from dalang.server.people.identity import COOKIE
from dalang.server.storage import queries

GAME = "taj_mahal"


@pytest.fixture
def ada(server: Server) -> Guest:
    return server.guest("Ada")


@pytest.fixture
def bob(server: Server) -> Guest:
    return server.guest("Bob")


def link_of(guest: Guest) -> str:
    """A personal link, as its owner's page shows it; its path."""
    page = guest.browser.post("/me/link").text
    return "/device/" + page.split("/device/")[1].split('"')[0]


def is_known_as(browser: TestClient) -> str:
    """The name on the visitor's own page, or "" of a stranger."""
    page = browser.get("/me")
    return page.text.split("<h1>")[1].split("</h1>")[0] if page.status_code == 200 else ""


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_looking_at_a_link_changes_nothing(
    server: Server, ada: Guest, bob: Guest, method: str
) -> None:
    """Following the link of a stranger does not change one's name."""
    path = f"/device/{server.site.identity.link(ada.person.id, ada.person.links)}"
    answer = bob.browser.request(method, path)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert is_known_as(bob.browser) == "Bob"
    assert server.read(queries.person_of_link, ada.person.id, ada.person.links)


def test_the_page_says_who_one_would_be_and_who_one_is(ada: Guest, bob: Guest) -> None:
    page = bob.browser.get(link_of(ada)).text
    assert "Play here as Ada?" in page
    assert "You are Bob in this browser now." in page
    stranger = bob.server.browser().get(link_of(ada)).text
    assert "in this browser now" not in stranger


def test_a_link_works_once_and_by_a_form_of_this_site_only(ada: Guest, bob: Guest) -> None:
    path = link_of(ada)
    elsewhere = bob.browser.post(path, headers={"origin": "https://evil.example"})
    assert (elsewhere.status_code, is_known_as(bob.browser)) == (403, "Bob")
    assert bob.browser.post(path).status_code == 303
    assert is_known_as(bob.browser) == "Ada"
    for browser in (bob.server.browser(), ada.browser):
        assert browser.post(path).status_code == 403
        assert browser.get(path).status_code == 403


def test_a_new_link_makes_the_old_one_void_and_so_does_revoking(ada: Guest) -> None:
    first, second = link_of(ada), link_of(ada)
    stranger = ada.server.browser()
    assert stranger.get(first).status_code == 403
    assert stranger.get(second).status_code == 200
    assert ada.browser.post("/me/link/revoke").status_code == 303
    assert stranger.post(second).status_code == 403
    assert is_known_as(stranger) == ""


def test_ones_own_page_shows_no_link_by_itself(ada: Guest) -> None:
    assert "/device/" not in ada.browser.get("/me").text


def test_the_own_link_is_not_used_up_by_oneself(ada: Guest) -> None:
    path = link_of(ada)
    assert ada.browser.get(path).headers["location"] == "/me"
    assert ada.server.browser().get(path).status_code == 200


# --- signing out ----------------------------------------------------------------------------


def test_signing_out_forgets_this_browser_only(ada: Guest) -> None:
    other = ada.server.browser()
    other.post(link_of(ada))
    assert other.get("/me/sign-out").status_code == 405
    assert other.post("/me/sign-out").status_code == 303
    assert (is_known_as(other), is_known_as(ada.browser)) == ("", "Ada")


@pytest.mark.parametrize("stay", [True, False])
def test_signing_out_everywhere_ends_all_others(ada: Guest, stay: bool) -> None:
    other, link = ada.server.browser(), link_of(ada)
    other.post(link)
    link = link_of(ada)
    form = {"stay": "on"} if stay else {}
    assert ada.browser.post("/me/sign-out-everywhere", data=form).status_code == 303
    assert is_known_as(other) == ""
    assert is_known_as(ada.browser) == ("Ada" if stay else "")
    assert other.get(link).status_code == 403
    assert ada.program.get("/api/tables?mine=1").status_code == 401
    stolen = ada.server.browser()
    stolen.cookies.set(COOKIE, ada.cookie)
    assert is_known_as(stolen) == ""


def test_signing_out_everywhere_closes_open_pages(ada: Guest) -> None:
    table = ada.open_table(GAME, ["me", "hot", "hot"])
    with ada.socket(table) as live:
        live.hear()
        assert ada.browser.post("/me/sign-out-everywhere", data={"stay": "on"}).status_code == 303
        with pytest.raises(WebSocketDisconnect):
            live.hear()


def test_cookies_of_before_still_open(server: Server, ada: Guest) -> None:
    """A cookie made before there were counters says a name and nothing else."""
    assert ada.cookie.startswith(ada.person.id + ".")
    assert ada.cookie.count(".") == 1
    assert is_known_as(ada.browser) == "Ada"
