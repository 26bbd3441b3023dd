"""The JSON API: what each endpoint gives, what it refuses, and that its description is true."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.routing import Route
from tests.databases import database_url
from tests.server.harness import NO_LIMITS, Guest, OwnBotWorkers, Server, choices

from dalang.engine.words import LANGUAGES
from dalang.registry import all_games
from dalang.server.app import create_app
from dalang.server.settings import Settings
from dalang.server.storage import Seat, Store, TableRecord, queries
from dalang.server.web.routes import api

GAME = "taj_mahal"
EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "api_bot.py"


@pytest.fixture
def ada(server: Server) -> Guest:
    return server.guest("Ada")


@pytest.fixture
def table_id(ada: Guest) -> str:
    """Ada on all three seats."""
    return ada.open_table(GAME, ["me", "hot", "hot"])


def get(guest: Guest, path: str, status: int = 200) -> Any:
    answer = guest.program.get(f"/api{path}")
    assert answer.status_code == status, answer.text
    return answer.json()


def post(guest: Guest, path: str, wish: object, status: int = 200) -> Any:
    answer = guest.program.post(f"/api{path}", json=wish)
    assert answer.status_code == status, answer.text
    return answer.json()


# --- games and tables -----------------------------------------------------------------------


def test_games(ada: Guest) -> None:
    games = {game["key"]: game for game in get(ada, "/games")}
    assert set(games) == set(all_games())
    assert games[GAME]["players"] == [3, 4, 5]
    assert "random" in games[GAME]["bots"]


def test_tables_are_listed_by_status_and_owner(server: Server, ada: Guest) -> None:
    bob = server.guest("Bob")
    waiting = ada.open_table(GAME, ["me", "open", "open"])
    hidden = ada.open_table(GAME, ["me", "open", "open"], public=False)
    running = ada.open_table(GAME, ["me", "hot", "hot"])
    assert [one["id"] for one in get(bob, "/tables")] == [waiting]
    assert [one["id"] for one in get(bob, "/tables?status=running")] == [running]
    assert get(bob, "/tables?status=finished") == []
    assert {one["id"] for one in get(ada, "/tables?mine=1")} == {waiting, hidden}
    assert get(bob, "/tables?mine=1") == []
    assert get(bob, "/tables?status=odd", 422)["error"]


def test_a_table_is_created_and_filled(server: Server, ada: Guest) -> None:
    bob = server.guest("Bob")
    made = post(ada, "/tables", {"game": GAME, "seats": ["open", "me", "friend"]}, 201)
    assert (made["status"], made["seat"], made["number"]) == ("open", 1, 0)
    assert [seat["kind"] for seat in made["seats"]] == ["open", "person", "open"]
    table = made["id"]
    assert get(bob, f"/tables/{table}")["seat"] == -1
    post(bob, f"/tables/{table}/sit", {"seat": 2}, 403)
    post(bob, f"/tables/{table}/sit", {"seat": 1}, 403)
    invite = server.find(table).record.seats[2].invite
    assert post(bob, f"/tables/{table}/sit", {"seat": 2, "invite": invite})["seat"] == 2
    post(bob, f"/tables/{table}/sit", {"seat": 0}, 403)
    begun = post(server.guest("Cleo"), f"/tables/{table}/sit", {"seat": 0})
    assert begun["status"] == "running"
    assert begun["number"] > 0
    assert len(begun["commitment"]) == 64


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({}, 422),
        ([], 422),
        ("x", 422),
        ({"game": GAME}, 422),
        ({"game": "nothing", "seats": ["me"]}, 404),
        ({"game": 1, "seats": []}, 422),
        ({"game": GAME, "seats": "me"}, 422),
        ({"game": GAME, "seats": ["me"]}, 422),
        ({"game": GAME, "seats": ["me"] * 99}, 422),
        ({"game": GAME, "seats": ["me", "bot-nobody", "open"]}, 422),
        ({"game": GAME, "seats": ["me", "king", "open"]}, 422),
        ({"game": GAME, "seats": ["me", 1, "open"]}, 422),
        ({"game": GAME, "seats": ["me", "open", "open"], "options": {"x": "y"}}, 422),
        ({"game": GAME, "seats": ["me", "open", "open"], "options": []}, 422),
        ({"game": GAME, "seats": ["me", "open", "open"], "public": "yes"}, 422),
    ],
)
def test_tables_that_cannot_be(ada: Guest, wish: object, status: int) -> None:
    assert post(ada, "/tables", wish, status)["error"]


def test_bodies_that_are_no_json(ada: Guest, table_id: str) -> None:
    for body in (b"", b"{", b"\xff", b"[" * 60_000, b'{"game": "\\ud800"}', b"NaN", b"9" * 5000):
        for path in ("/tables", f"/tables/{table_id}/play", f"/tables/{table_id}/undo"):
            answer = ada.program.post(f"/api{path}", content=body)
            assert answer.status_code == 422
            assert answer.json()["error"]


# --- playing --------------------------------------------------------------------------------


def test_a_view_and_its_choices(server: Server, ada: Guest, table_id: str) -> None:
    table = server.find(table_id)
    view = get(ada, f"/tables/{table_id}/view")
    assert view["text"] == table.view(table.actor).to_text()
    assert all_games()[GAME].view_from_text(view["text"]).viewer == table.actor
    assert view["number"] == table.count
    for language in LANGUAGES:
        legal = get(ada, f"/tables/{table_id}/legal?language={language}")
        assert [one["action"] for one in legal["legal"]] == choices(table)
        assert all(one["words"] for one in legal["legal"])
    assert get(ada, f"/tables/{table_id}/legal?language=xx", 422)["error"]
    zoe = server.guest("Zoe")
    assert get(zoe, f"/tables/{table_id}/legal")["legal"] == []
    assert get(zoe, f"/tables/{table_id}/view")["text"] == table.view(-1).to_text()
    nobody = server.browser()
    assert nobody.get(f"/api/tables/{table_id}/view").json()["view"]["viewer"] == -1


def test_a_move_a_refusal_and_a_stale_number(server: Server, ada: Guest, table_id: str) -> None:
    table = server.find(table_id)
    number, move = table.count, choices(table)[0]
    played = post(ada, f"/tables/{table_id}/play", {"action": move, "number": number})
    assert played == {"played": True, "number": table.count}
    again = post(ada, f"/tables/{table_id}/play", {"action": move, "number": number}, 409)
    assert again == {"played": False, "number": table.count}
    bad = post(ada, f"/tables/{table_id}/play", {"action": "fly", "number": table.count}, 422)
    assert bad["error"]
    impossible = next(
        text
        for action in range(table.spec.action_count)
        if (text := table.session.position.action_text(action)) not in choices(table)
    )
    refused = post(
        ada, f"/tables/{table_id}/play", {"action": impossible, "number": table.count}, 422
    )
    assert refused["paragraph"].startswith("TM ")
    for wish in ({}, {"action": move}, {"action": 1, "number": 1}, {"action": move, "number": "1"}):
        post(ada, f"/tables/{table_id}/play", wish, 422)
    post(server.guest("Eve"), f"/tables/{table_id}/play", {"action": move, "number": 1}, 403)


def test_taking_back(server: Server, ada: Guest, table_id: str) -> None:
    table = server.find(table_id)
    post(ada, f"/tables/{table_id}/undo", {"number": table.count}, 409)
    for _ in range(200):
        seat = table.actor
        post(ada, f"/tables/{table_id}/play", {"action": choices(table)[-1], "number": table.count})
        if table.actor == seat and table.can_undo(seat):
            break
    before = table.count
    assert post(ada, f"/tables/{table_id}/undo", {"number": before})["undone"]
    assert post(ada, f"/tables/{table_id}/undo", {"number": before}, 409)["number"] == table.count


def test_what_others_have_seen_is_not_taken_back(server: Server, ada: Guest, table_id: str) -> None:
    table = server.find(table_id)
    while True:
        before, card = table.count, choices(table)[-1]
        post(ada, f"/tables/{table_id}/play", {"action": card, "number": before})
        if table.has_shown(table.actor):
            break
    assert card.startswith("play")
    refused = post(ada, f"/tables/{table_id}/undo", {"number": table.count}, 422)
    assert refused["error"] == "What others have seen cannot be taken back."
    moved_on = post(ada, f"/tables/{table_id}/undo", {"number": before}, 409)
    assert moved_on == {"undone": False, "number": table.count}


def test_events_since_a_number(server: Server, ada: Guest, table_id: str) -> None:
    table = server.find(table_id)
    news = get(ada, f"/tables/{table_id}/events")
    assert [one["number"] for one in news["events"]] == [
        one.number for one in table.told(table.actor)
    ]
    assert all(one["words"] for one in news["events"])
    assert get(ada, f"/tables/{table_id}/events?since={table.count}")["events"] == []
    for bad in ("since=-1", "since=x", "wait=1e3", "since=٣", "wait=", "since=" + "9" * 30):
        get(ada, f"/tables/{table_id}/events?{bad}", 422)


@pytest.mark.slow
def test_waiting_for_events(
    server: Server, ada: Guest, table_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long poll ends with the next move, or when its time is over."""
    table, number = server.find(table_id), server.find(table_id).count
    events = f"/tables/{table_id}/events?since={number}"
    assert get(ada, f"{events}&wait=1")["events"] == []
    monkeypatch.setattr(api, "LONGEST_WAIT", 3600.0)
    with ThreadPoolExecutor() as pool:
        poll = pool.submit(get, ada, f"{events}&wait=3600")
        with pytest.raises(TimeoutError):
            poll.result(timeout=0.3)
        server.run(table.play, table.actor, choices(table)[0], number)
        assert poll.result()["events"][0]["number"] == number


def test_chat_does_not_end_a_long_poll(server: Server, ada: Guest, table_id: str) -> None:
    """What is waited for is an entry of the log, not any change of the page."""
    table = server.find(table_id)
    number = table.count

    async def talk_then_move() -> None:
        await asyncio.sleep(0.2)
        await table.say(ada.person.id, "Ada", "Hello")
        await asyncio.sleep(0.4)
        await table.play(table.actor, choices(table)[0], number)

    server.portal.start_task_soon(talk_then_move)
    assert get(ada, f"/tables/{table_id}/events?since={number}&wait=20")["number"] > number


# --- the description ------------------------------------------------------------------------


def test_the_description_names_every_endpoint(server: Server) -> None:
    described = server.browser().get("/api/openapi.json").json()["paths"]
    routes = [route for route in server.app.routes if isinstance(route, Route)]
    paths = {route.path for route in routes if route.path.startswith("/api/")}
    assert set(described) == paths - {"/api/openapi.json"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server behind a real port, and its data."""
    home = tmp_path_factory.mktemp("api")
    settings = Settings.read(home, environment={}, database=database_url(home))
    app = create_app(settings, 0.0, limits=NO_LIMITS, bot_workers=OwnBotWorkers())
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", home
    server.should_exit = True
    thread.join()


def new_player(home: Path) -> tuple[str, str]:
    """Adds a person to a running server's data from another process: a token and a table."""
    store = Store(database_url(home))
    ada = store.write(queries.add_person, "Ada")
    seats = [Seat(number, "person", ada.id, name="Ada") for number in range(3)]
    record = TableRecord.new(GAME, all_games()[GAME].edition, seats, ada.id)
    store.write(queries.add_table, record)
    token = store.write(queries.add_token, ada.id, "test")
    store.close()
    return token, record.id


@pytest.mark.slow
def test_the_description_is_true(address: tuple[str, Path], tmp_path: Path) -> None:
    """Schemathesis sends everything the description allows, and much that it does not."""
    url, home = address
    token, table = new_player(home)
    config = tmp_path / "schemathesis.toml"
    given = f'[parameters]\n"path.table" = "{table}"\n"query.wait" = 0\n'
    config.write_text(given, encoding="utf-8")
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
    command += [f"{url}/api/openapi.json", "--header", f"Authorization: Bearer {token}"]
    command += ["--max-examples", "6", "--seed", "1", "--no-color", "--request-timeout", "60"]
    command += ["--exclude-path", "/api/tables/{table}/stream"]  # goes on as long as the game
    command += ["--exclude-checks", "positive_data_acceptance"]  # a legal form may be a bad move
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


@pytest.mark.slow
@pytest.mark.parametrize("key", all_games())
def test_the_example_bot_plays_to_the_end(address: tuple[str, Path], key: str) -> None:
    url, home = address
    token, _ = new_player(home)
    command = [sys.executable, str(EXAMPLE), token, "--server", url, "--game", key]
    done = subprocess.run(command, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert f"{all_games()[key].title}: place " in done.stdout


@pytest.mark.slow
def test_the_example_client_lets_a_bot_play(address: tuple[str, Path]) -> None:
    url, home = address
    token, _ = new_player(home)
    client = EXAMPLE.with_name("api_client.py")
    command = [sys.executable, str(client), token, "--server", url, "--game", "cards_and_karma"]
    command += ["--bot", "novice", "--opponent", "random"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "Cards & Karma: place " in done.stdout


@pytest.mark.slow
def test_the_example_bot_says_what_is_wrong(address: tuple[str, Path]) -> None:
    command = [sys.executable, str(EXAMPLE), "no-token", "--server", address[0]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "token" in done.stderr
    assert "Traceback" not in done.stderr
