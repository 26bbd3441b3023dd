"""What everybody may ask for: limits by address and by person, and what costs much."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.server.harness import ADDRESS, NO_LIMITS, Guest, Server, play_to_the_end, running

from dalang.server import limits as limits_module
from dalang.server.app import create_app
from dalang.server.limits import Buckets, Limits, Quota, place_of
from dalang.server.rendering.pages import Renderer
from dalang.server.rendering.replay_page import Screen
from dalang.server.settings import BadSettings, Settings

GAME = "web_of_power"


@contextmanager
def strict(home: Path, **limits: float) -> Generator[Server]:
    """A server where only the limits given count, and time stands still."""
    with running(home, replace(NO_LIMITS, **limits)) as server:  # type: ignore[arg-type]
        yield server


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "monotonic", lambda: 0.0)


# --- addresses --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_what_counts_as_one_address(address: str, place: str) -> None:
    assert place_of(address) == place


def from_address(server: Server, address: str) -> TestClient:
    client = TestClient(server.app, ADDRESS, client=(address, 50_000), follow_redirects=False)
    client.portal = server.portal
    return client


def test_400_addresses_of_one_household_are_one(tmp_path: Path) -> None:
    with strict(tmp_path, rate=0.0, burst=5.0) as server:
        statuses = [
            from_address(server, f"2001:db8::{number:x}").get("/api/games").status_code
            for number in range(1, 41)
        ]
        assert statuses == [200] * 5 + [429] * 35
        assert from_address(server, "2001:db8:0:1::1").get("/api/games").status_code == 200


def test_many_addresses_do_not_wash_the_others_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "MOST_KEPT", 10)
    buckets = Buckets(0.0, 1.0)
    assert buckets.take("eve")
    for number in range(100):
        assert buckets.take(f"other {number}")
        assert not buckets.take("eve")


def test_a_quota_counts_people_and_their_addresses() -> None:
    quota = Quota("chat", 0.0, 2.0, 2.0)
    assert [quota.take("club", "ada") for _ in range(3)] == [True, True, False]
    assert [quota.take("club", f"guest {number}") for number in range(3)] == [True, True, False]
    assert not quota.take("club")
    assert quota.take("elsewhere", "bob")


# --- settings ---------------------------------------------------------------------------------


def test_a_host_sets_the_limits() -> None:
    settings = Settings.read(environment={"DALANG_LIMITS": "rate=80, burst=400 sockets=5"})
    assert settings.limits == replace(Limits(), rate=80.0, burst=400.0, sockets=5)
    assert Settings.read(environment={}).limits == Limits()


@pytest.mark.parametrize(
    "text", ["rat=1", "rate", "rate=", "rate=x", "rate=-1", "rate=inf", "rate=nan", "sockets=1.5"]
)
def test_a_limit_that_is_none_is_told(text: str) -> None:
    with pytest.raises(BadSettings, match="DALANG_LIMITS"):
        Settings.read(environment={"DALANG_LIMITS": text})


def test_every_limit_is_described() -> None:
    docs = Path(__file__).parents[2] / "docs" / "hosting.md"
    text = docs.read_text(encoding="utf-8")
    assert [field.name for field in fields(Limits) if f"`{field.name}`" not in text] == []


def test_the_limits_of_the_settings_are_those_of_the_server(tmp_path: Path) -> None:
    settings = Settings.read(tmp_path, environment={"DALANG_LIMITS": "rate=0 burst=2"})
    with TestClient(create_app(settings), ADDRESS) as client:
        assert [client.get("/api/games").status_code for _ in range(3)] == [200, 200, 429]


def test_too_many_files_are_refused_as_such(tmp_path: Path) -> None:
    with strict(tmp_path, files=0.0, file_burst=1.0) as server:
        browser = server.browser()
        answers = [browser.get("/static/icon.svg").status_code for _ in range(2)]
        assert answers == [200, 429]
        assert browser.get("/").status_code == 200  # pages have a limit of their own


# --- what guests could evade --------------------------------------------------------------------


def test_chat_is_limited_for_people_and_for_new_guests(tmp_path: Path) -> None:
    with strict(tmp_path, chat=0.0, chat_burst=2.0, crowd=2.0) as server:

        def talk(guest: Guest) -> list[int]:
            table = guest.open_table(GAME, ["me", "hot", "hot"])
            path, line = f"/t/{table}/chat", {"text": "hello"}
            return [guest.browser.post(path, data=line).status_code for _ in range(3)]

        assert talk(server.guest("Ada")) == [303, 303, 429]
        assert talk(server.guest("Ada again")) == [303, 303, 429]
        assert talk(server.guest("Once more")) == [429, 429, 429]


def test_tokens_are_limited_for_people_and_for_new_guests(tmp_path: Path) -> None:
    with strict(tmp_path, tokens=0.0, token_burst=2.0, crowd=1.5) as server:

        def collect(guest: Guest) -> list[int]:
            return [guest.browser.post("/me/token").status_code for _ in range(3)]

        assert collect(server.guest("Ada")) == [200, 200, 429]
        assert collect(server.guest("Ada again")) == [200, 429, 429]


def replay_of(server: Server, seed: int = 1) -> str:
    """A finished table."""
    table = server.guest("Ada").open_table(GAME, ["me", "hot", "hot"])
    play_to_the_end(server, server.find(table), seed)
    return table


@pytest.mark.slow
def test_uploads_are_limited_for_new_guests(tmp_path: Path) -> None:
    with strict(tmp_path, uploads=0.0, upload_burst=2.0, crowd=1.5) as server:
        text = server.browser().get(f"/replay/{replay_of(server)}/file").text

        def bring(browser: TestClient) -> int:
            files = {"replay": ("game.replay", text.encode())}
            status: int = browser.post("/replays", files=files).status_code
            return status

        assert [bring(server.browser()) for _ in range(5)] == [303, 303, 303, 429, 429]


def test_new_guests_are_limited_by_address(tmp_path: Path) -> None:
    with strict(tmp_path, guests=0.0, guest_burst=2.0) as server:
        form = {"game": GAME, "players": "3", "seat-0": "me", "seat-1": "open", "seat-2": "open"}
        statuses = [server.browser().post("/new", data=form).status_code for _ in range(3)]
        assert statuses == [303, 303, 429]
        ada = server.guest("Ada")  # who is known already is no new guest
        assert ada.browser.post("/new", data=form).status_code == 303


# --- replays ------------------------------------------------------------------------------------


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Which moves are drawn, and by which thread."""
    drawn, draw = list[tuple[int, str]](), Screen.regions

    def noted(screen: Screen, renderer: Renderer) -> dict[str, str]:
        drawn.append((screen.move, threading.current_thread().name))
        return draw(screen, renderer)

    monkeypatch.setattr(Screen, "regions", noted)
    return drawn


@pytest.mark.slow
def test_a_moment_is_drawn_once_and_beside_the_loop(
    tmp_path: Path, painted: list[tuple[int, str]]
) -> None:
    with strict(tmp_path) as server:
        name = replay_of(server)
        pages = [server.guest(who).browser.get(f"/replay/{name}?move=9") for who in "ab"]
        moment = server.browser().get(f"/replay/{name}/moment?move=9").json()
        assert [page.status_code for page in pages] == [200, 200]
        assert all(html in pages[1].text for html in moment["html"].values())
        assert painted == [(9, "replays_0")]
        for asked in ("move=10", "move=9&eyes=1"):
            assert server.browser().get(f"/replay/{name}?{asked}").status_code == 200
        assert server.browser("nl").get(f"/replay/{name}?move=9").status_code == 200
        assert [move for move, _ in painted] == [9, 10, 9, 9]


@pytest.mark.slow
def test_drawing_is_limited_by_what_it_costs(tmp_path: Path) -> None:
    with strict(tmp_path, drawings=0.0, drawing_burst=11.0) as server:
        name, browser = replay_of(server), server.browser()

        def look(move: int) -> int:
            status: int = browser.get(f"/replay/{name}/moment?move={move}").status_code
            return status

        # to replay the game costs 8
        assert [look(move) for move in (1, 2, 3, 4)] == [200, 200, 200, 429]
        assert browser.get(f"/replay/{name}?move=4").status_code == 429
        assert browser.get(f"/replay/{name}/proof").status_code == 429
        assert [look(move) for move in (1, 2, 3)] == [200] * 3  # they are there already
        assert browser.get(f"/replay/{name}?move=2").status_code == 200
        other = from_address(server, "192.0.2.9")
        assert other.get(f"/replay/{name}/moment?move=4").status_code == 200


@pytest.mark.slow
def test_few_may_wait_for_a_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_go, draw = threading.Event(), Screen.regions

    def slowly(screen: Screen, renderer: Renderer) -> dict[str, str]:
        assert let_go.wait(60)
        return draw(screen, renderer)

    monkeypatch.setattr(Screen, "regions", slowly)
    with strict(tmp_path, drawing_queue=2) as server:
        name, statuses = replay_of(server), list[int]()
        refused = threading.Event()

        def look(move: int) -> None:
            answer = server.browser().get(f"/replay/{name}/moment?move={move}")
            statuses.append(answer.status_code)
            if answer.status_code == 429:
                refused.set()

        people = [threading.Thread(target=look, args=(move,)) for move in range(3)]
        for person in people:
            person.start()
        assert refused.wait(60)
        assert server.browser().get("/api/games").status_code == 200  # nobody else waits
        let_go.set()
        for person in people:
            person.join()
        assert sorted(statuses) == [200, 200, 429]


@pytest.mark.slow
def test_drawings_are_forgotten_when_there_are_too_many(
    tmp_path: Path, painted: list[tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dalang.server.rendering.replay_painter.MOST_KEPT", 100_000)
    with strict(tmp_path) as server:
        name, browser = replay_of(server), server.browser()
        for move in (*range(20), 0):
            assert browser.get(f"/replay/{name}/moment?move={move}").status_code == 200
        assert [move for move, _ in painted] == [*range(20), 0]
