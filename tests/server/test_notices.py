"""People are told that a game waits: as they wish, where they wish, and only public facts."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from tests.server.harness import Guest, Server, choices, deciding, running
from tests.server.receiving import LONG, Browser, Letter, Receiver, receiving

from dalang.engine.rng import Rng
from dalang.registry import all_games
from dalang.server.limits import Bucket
from dalang.server.notifications import notices
from dalang.server.notifications.notices import MOST_FAILURES, Notice, push_text, webhook_body
from dalang.server.notifications.public_http import PublicHttpClient
from dalang.server.storage import queries
from dalang.server.tables.pacing import Pacer
from dalang.server.tables.table import Table
from dalang.server.web.routes.notification_settings import MOST_DEVICES
from dalang.server.web.user_agents import label_of

GAME = "taj_mahal"
PUBLIC = {"type", "game", "title", "table", "link", "due", "text"}


@dataclass
class Place:
    """A server that may tell this machine, at once, and a receiver of what it tells."""

    server: Server
    receiver: Receiver

    def guests(self) -> list[Guest]:
        return [self.server.guest(name) for name in ("Ada", "Bob", "Cleo")]

    def table(self, guests: list[Guest], pace: str = "day") -> Table:
        """Everybody sits down; the first to decide is told, if they wish it."""
        table = guests[0].open_table(GAME, ["me", "open", "open"], pace=pace)
        for seat, guest in enumerate(guests[1:], 1):
            guest.sit(table, seat)
        return self.server.find(table)

    def webhook(self, guest: Guest, path: str = "") -> str:
        """Enters one as the page does; its secret."""
        url = f"{self.receiver.address}/{path or guest.person.name}"
        page = guest.browser.post("/me/webhook", data={"url": url}).text
        return page.split('id="webhook-secret" value="')[1].split('"')[0]

    def subscribe(self, guest: Guest, browser: Browser, path: str = "push") -> int:
        told = browser.subscription(f"{self.receiver.address}/{path}")
        return guest.browser.post("/me/push", content=json.dumps(told)).status_code


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr(notices, "PAUSES", (0.0, 0.0))
    with (
        receiving() as receiver,
        running(
            tmp_path, http_client=PublicHttpClient(local=True, patience=LONG), calm=0.0
        ) as server,
    ):
        yield Place(server, receiver)


def check_signature(letter: Letter, secret: str) -> None:
    """As a receiver does it by https://www.standardwebhooks.com."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    told = f"{letter.headers['webhook-id']}.{letter.headers['webhook-timestamp']}.".encode()
    due = base64.b64encode(hmac.new(key, told + letter.body, hashlib.sha256).digest()).decode()
    assert letter.headers["webhook-signature"] == f"v1,{due}"


# --- who is told what ---------------------------------------------------------------------


def test_the_webhook_of_the_one_who_is_asked_is_told(place: Place) -> None:
    guests = place.guests()
    secrets = {guest.person.name: place.webhook(guest) for guest in guests}
    table = place.table(guests)
    letter = place.receiver.next()
    asked = deciding(table, guests).person.name
    assert letter.path == f"/{asked}"
    check_signature(letter, secrets[asked])
    told = json.loads(letter.body)
    assert set(told) == PUBLIC
    assert told["type"] == "turn"
    assert told["table"] == table.record.id
    assert told["link"] == f"http://testserver/t/{table.record.id}"
    due = table.due()
    assert due
    assert told["due"] == due.isoformat(timespec="seconds")


def test_a_friend_is_told_once_who_is_asked_to_a_table(place: Place) -> None:
    ada, bob, _ = place.guests()
    place.webhook(bob)
    for one, other in ((ada, bob), (bob, ada)):
        place.server.write(queries.ask_friend, one.person.id, other.person.id, 9)
    tables = [ada.open_table(GAME, ["me", "open", "open"]) for _ in range(2)]
    for table in (tables[0], tables[0], tables[1]):
        ada.browser.post(f"/t/{table}/invite", data={"friend": bob.person.id})
    letters = [json.loads(place.receiver.next().body) for _ in tables]
    assert {told["table"] for told in letters} == set(tables)
    for told in letters:
        assert set(told) == PUBLIC
        assert told["type"] == "invited"
        assert told["text"] == "A friend asks you to a table."


def test_a_browser_is_told_so_that_only_it_can_read_it(place: Place) -> None:
    guests, browser = place.guests(), Browser()
    for guest in guests:
        assert place.subscribe(guest, browser, guest.person.name) == 204
        hello = place.receiver.next()
        assert json.loads(browser.read(hello.body))["path"] == "/me"
    table = place.table(guests)
    letter = place.receiver.next()
    assert letter.path == f"/{deciding(table, guests).person.name}"
    assert letter.headers["authorization"].startswith("vapid t=")
    shown = json.loads(browser.read(letter.body))
    title = all_games()[GAME].title
    assert shown == {"title": title, "body": "It is your turn.", "path": f"/t/{table.record.id}"}
    assert table.record.id not in str(letter.headers)


def test_everybody_reads_their_own_language(place: Place) -> None:
    guests, browser = [place.server.guest(name, "de") for name in ("Ada", "Bob", "Cleo")], Browser()
    for guest in guests:
        place.subscribe(guest, browser, guest.person.name)
        place.receiver.next()
    place.table(guests)
    body = json.loads(browser.read(place.receiver.next().body))["body"]
    assert body == "Du bist dran."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wish", "pace", "told"),
    [
        ("never", "day", False),
        ("never", "none", False),
        ("days", "day", True),
        ("days", "none", False),
        ("always", "day", True),
        ("always", "none", True),
    ],
)
def test_people_are_told_as_they_wish(place: Place, wish: str, pace: str, told: bool) -> None:
    guests = place.guests()
    for guest in guests:
        place.webhook(guest)
        guest.browser.post("/me/notices", data={"notices": wish})
        assert f'value="{wish}" checked' in " ".join(guest.browser.get("/me").text.split())
    table = place.table(guests, pace)
    person = place.server.read(queries.person, deciding(table, guests).person.id)
    assert person
    assert Notice.about(table, "turn").concerns(person) == told
    if told:
        assert json.loads(place.receiver.next().body)["table"] == table.record.id


def test_who_decides_at_once_is_not_told(tmp_path: Path) -> None:
    """People who are at the table and play need no notice."""
    with (
        receiving() as receiver,
        running(tmp_path, http_client=PublicHttpClient(local=True), calm=3600) as server,
    ):
        place = Place(server, receiver)
        guests = place.guests()
        for guest in guests:
            place.webhook(guest)
        table = place.table(guests)
        for _ in range(5):
            guest = deciding(table, guests)
            assert guest.play(table.record.id, choices(table)[0], table.count) == 200
        assert receiver.letters.empty()


@pytest.mark.slow
def test_whose_time_is_nearly_up_is_told_and_so_is_whose_seat_was_lent(place: Place) -> None:
    guests = place.guests()
    for guest in guests:
        place.webhook(guest)
    table = place.table(guests)
    name, due = deciding(table, guests).person.name, table.due()
    assert due

    def told() -> str:
        """What kind of letter comes next; those to the others come in between."""
        while (letter := place.receiver.next()).path != f"/{name}":
            pass
        return str(json.loads(letter.body)["type"])

    assert told() == "turn"
    pacer = Pacer(place.server.tables, place.server.site.notifier.call)
    for moment, kind in ((due - timedelta(hours=5), "reminder"), (due, "lent")):
        place.server.run(pacer.look, moment)
        assert told() == kind


# --- only public facts ----------------------------------------------------------------------


def test_a_notice_does_not_depend_on_what_is_hidden(place: Place) -> None:
    """Everything a spectator cannot see is dealt again: not a byte may change."""
    table, rng = place.table(place.guests()), Rng(1)
    truth, different = table.game_log.session.position, 0
    notice = Notice.about(table, "reminder")
    said = (webhook_body(notice, "https://x", "nl"), push_text(notice, "de"))
    for _ in range(20):
        twin = table.spec.imagine(table.spec.observe(truth, -1), rng)
        different += twin.to_text() != truth.to_text()
        table.game_log.session.position = twin
        again = Notice.about(table, "reminder")
        assert (webhook_body(again, "https://x", "nl"), push_text(again, "de")) == said
    table.game_log.session.position = truth
    assert different
    for private in (table.record.secret.hex(), *(s.person or "?" for s in table.record.seats)):
        assert private not in str(said)


# --- what does not work -----------------------------------------------------------------------


def test_a_browser_that_is_gone_is_forgotten(place: Place) -> None:
    guests, browser = place.guests(), Browser()
    for guest in guests:
        place.subscribe(guest, browser, guest.person.name)
        place.receiver.next()
    place.receiver.status = 410
    table = place.table(guests)
    place.receiver.next()
    store, person = place.server.tables.store, deciding(table, guests).person.id

    async def until_forgotten() -> None:
        while await store.read(queries.devices, person):
            pass

    place.server.run(until_forgotten)


def test_a_webhook_that_fails_is_tried_again_with_the_same_id(place: Place) -> None:
    guests = place.guests()
    for guest in guests:
        place.webhook(guest)
    place.receiver.status = 500
    place.table(guests)
    letters = [place.receiver.next() for _ in range(3)]
    assert len({letter.headers["webhook-id"] for letter in letters}) == 1


def test_a_webhook_that_fails_too_often_is_switched_off(place: Place) -> None:
    ada = place.guests()[0]
    place.webhook(ada)
    place.server.site.notifier.tests = Bucket(1e9, 1e9)
    place.receiver.status = 500
    pages = [ada.browser.post("/me/webhook/test").text for _ in range(MOST_FAILURES)]
    assert all("did not arrive" in page for page in pages)
    assert ["failed too often" in page for page in pages] == [False] * (MOST_FAILURES - 1) + [True]
    assert ada.browser.post("/me/webhook/test").status_code == 400
    for _ in range(MOST_FAILURES):
        place.receiver.next()
    assert place.receiver.letters.empty()
    place.receiver.status = 204
    place.webhook(ada)
    assert "all is well" in ada.browser.post("/me/webhook/test").text


def test_tests_are_rationed(place: Place) -> None:
    ada = place.guests()[0]
    place.webhook(ada)
    answers = {ada.browser.post("/me/webhook/test").status_code for _ in range(10)}
    assert answers == {200, 400}


# --- the page of a person ---------------------------------------------------------------------


def test_the_secret_is_shown_once(place: Place) -> None:
    ada = place.guests()[0]
    secret = place.webhook(ada)
    page = ada.browser.get("/me").text
    assert secret not in page
    assert f'value="{place.receiver.address}/Ada"' in page
    ada.browser.post("/me/webhook/off")
    assert "/me/webhook/off" not in ada.browser.get("/me").text


@pytest.mark.parametrize("url", ["http://example.org/", "https://10.0.0.1/", "https://[::1]/", "x"])
def test_addresses_behind_our_walls_are_refused(server: Server, url: str) -> None:
    ada = server.guest("Ada")
    answer = ada.browser.post("/me/webhook", data={"url": url})
    assert answer.status_code == 400
    assert "https://" in answer.text
    told = Browser().subscription(url)
    assert ada.browser.post("/me/push", content=json.dumps(told)).status_code == 400
    assert server.read(queries.webhook, ada.person.id) is None
    assert server.read(queries.devices, ada.person.id) == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"7",
        b'{"endpoint": "https://push.example.net/x"}',
        b'{"endpoint": 7, "keys": {"p256dh": "a", "auth": "b"}}',
        b'{"endpoint": "https://push.example.net/x", "keys": {"p256dh": "a", "auth": "b"}}',
        b'{"endpoint": "https://push.example.net/x", "keys": []}',
        b"[" * 50_000,
        b"\xff",
    ],
)
def test_nonsense_is_no_browser(server: Server, body: bytes) -> None:
    assert server.guest("Ada").browser.post("/me/push", content=body).status_code == 400


def test_strangers_have_nothing_to_be_told(server: Server) -> None:
    stranger = server.browser()
    for path in ("notices", "push", "push/abc", "webhook", "webhook/off", "webhook/test"):
        assert stranger.post(f"/me/{path}").status_code == 403


def test_a_browser_belongs_to_the_last_one_who_switched_it_on(place: Place) -> None:
    ada, bob, _ = place.guests()
    browser = Browser()
    assert place.subscribe(ada, browser) == place.subscribe(bob, browser) == 204
    assert place.server.read(queries.devices, ada.person.id) == []
    [device] = place.server.read(queries.devices, bob.person.id)
    ada.browser.post(f"/me/push/{device.id}")
    assert place.server.read(queries.devices, bob.person.id) == [device]
    bob.browser.post(f"/me/push/{device.id}")
    assert place.server.read(queries.devices, bob.person.id) == []


def test_nobody_has_too_many_browsers(place: Place) -> None:
    ada = place.guests()[0]
    answers = [place.subscribe(ada, Browser(), f"p{n}") for n in range(MOST_DEVICES + 1)]
    assert answers == [204] * MOST_DEVICES + [400]


def test_the_worker_serves_all_pages(server: Server) -> None:
    answer = server.browser().get("/worker.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_a_browser_in_two_words() -> None:
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"
    edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0"
    safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) Version/20.0 Safari/604.1"
    assert label_of(firefox) == "Firefox, Linux"
    assert label_of(edge) == "Edge, Windows"
    assert label_of(safari) == "Safari, iPhone"
