"""The server refuses hostile input with a clear message, never with a traceback."""

import json
import logging
import socket
import string
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.server.harness import ADDRESS, NO_LIMITS, Guest, Live, Server, choices, running

from dalang.engine.errors import DalangError
from dalang.server import limits
from dalang.server.app import create_app
from dalang.server.limits import Limits
from dalang.server.people.identity import COOKIE
from dalang.server.people.names import clean_name
from dalang.server.settings import Settings
from dalang.server.storage import Entry, queries

GAME = "taj_mahal"
FUZZ = settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    suppress_health_check=(HealthCheck.function_scoped_fixture, HealthCheck.too_slow),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the whole module: it has to survive it all."""
    with running(tmp_path_factory.mktemp("hostile")) as server:
        yield server


@pytest.fixture(scope="module")
def ada(server: Server) -> Guest:
    return server.guest("Ada")


@pytest.fixture(scope="module")
def eve(server: Server) -> Guest:
    return server.guest("Eve")


@pytest.fixture(scope="module")
def table_id(ada: Guest) -> str:
    """Ada against herself: nothing that Eve does may change the game."""
    return ada.open_table(GAME, ["me", "hot", "hot"])


@pytest.fixture(autouse=True)
def no_error_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


def log(server: Server, table_id: str) -> list[Entry]:
    return server.read(queries.entries, table_id)


def check_clean(status: int, text: str) -> None:
    assert 200 <= status < 500, (status, text[:500])
    for word in ("Traceback", "Error:", "site-packages", "dalang.server", "sqlite"):
        assert word not in text


# --- other sites ----------------------------------------------------------------------------


FOREIGN = [
    {},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "https://evil.example"},
    {"origin": "http://testserver.evil.example"},
    {"origin": "http://evil.example/testserver"},
    {"origin": "http://testserver@evil.example"},
    {"origin": "http://["},
    {"origin": "http://testserver:81"},
    {"referer": "https://evil.example/testserver"},
    {"origin": "https://evil.example", "referer": f"{ADDRESS}/"},
]
POSTS = [
    "/play/taj_mahal",
    "/new",
    "/me",
    "/me/token",
    "/settings",
    "/t/{table}/move",
    "/t/{table}/undo",
    "/t/{table}/chat",
    "/t/{table}/sit/0",
    "/t/{table}/bot/0",
    "/t/{table}/back",
    "/t/{table}/again",
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_other_sites_cannot_act_for_anybody(
    server: Server, ada: Guest, table_id: str, headers: dict[str, str]
) -> None:
    browser = server.browser()
    del browser.headers["origin"]
    browser.cookies.set(COOKIE, ada.cookie)
    for path in POSTS:
        answer = browser.post(path.format(table=table_id), headers=headers)
        assert answer.status_code == 403, path
        assert "set-cookie" not in answer.headers
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        browser.websocket_connect(f"/t/{table_id}/live", headers=headers),
    ):
        pass
    assert closed.value.code == 1008


def test_own_pages_may_act(server: Server, ada: Guest, table_id: str) -> None:
    browser = server.browser()
    del browser.headers["origin"]
    browser.cookies.set(COOKIE, ada.cookie)
    for headers in ({"origin": ADDRESS}, {"referer": f"{ADDRESS}/t/{table_id}"}):
        assert browser.post("/settings", headers=headers).status_code == 303


def test_every_answer_forbids_foreign_content(server: Server, ada: Guest, table_id: str) -> None:
    for path in ("/", "/me", f"/t/{table_id}", "/rules/taj_mahal", "/nowhere", "/api/games"):
        headers = ada.browser.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def test_pages_hold_no_inline_script_or_style(ada: Guest, table_id: str) -> None:
    for path in ("/", "/new", "/me", f"/t/{table_id}", "/rules/taj_mahal"):
        html = ada.browser.get(path).text
        assert "<script>" not in html
        assert " style=" not in html
        assert "javascript:" not in html
        assert " onclick=" not in html


# --- identity -------------------------------------------------------------------------------


def forged(cookie: str, other: str) -> list[str]:
    name, _, signature = cookie.rpartition(".")
    return [
        name,
        f"{name}.",
        f"{other}.{signature}",
        f"{name}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}",
        f"{name}..{signature}",
        cookie.upper(),
        "a" * 5000,
        "....",
        '"; drop table persons; --',
    ]


def test_forged_cookies_are_nobody(server: Server, ada: Guest, eve: Guest, table_id: str) -> None:
    for cookie in forged(ada.cookie, eve.person.id):
        browser = server.browser()
        browser.headers["cookie"] = f"{COOKIE}={cookie}"
        answer = browser.post(f"/t/{table_id}/chat", data={"text": "I am Ada"})
        assert answer.status_code == 403, cookie
        assert browser.get("/me").status_code == 303
    assert all(line.text != "I am Ada" for line in server.find(table_id).chat)


def test_a_cookie_is_no_link_and_no_token(server: Server, ada: Guest) -> None:
    browser = server.browser()
    assert browser.get(f"/device/{ada.cookie}").status_code == 403
    answer = browser.get("/api/tables?mine=1", headers={"authorization": f"Bearer {ada.cookie}"})
    assert answer.status_code == 401
    link = server.site.identity.link(ada.person.id, ada.person.links)
    browser.headers["cookie"] = f"{COOKIE}={link}"
    assert browser.get("/me").status_code == 303


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Bearer x", "Basic YTpi", "Bearer " + "a" * 9999, "é"]
)
def test_bad_tokens_are_refused(server: Server, table_id: str, header: str) -> None:
    program = server.browser()
    headers = {b"authorization": header.encode("latin-1")}
    for path in ("/api/tables?mine=1", f"/api/tables/{table_id}/view"):
        answer = program.get(path, headers=headers)
        assert answer.status_code == 401
        assert answer.json()["error"]


# --- other people's seats -------------------------------------------------------------------


def test_nobody_plays_for_another(server: Server, eve: Guest, table_id: str) -> None:
    table = server.find(table_id)
    before, move, number = log(server, table_id), choices(table)[0], str(table.count)
    for form in ({"move": move, "number": number}, {"move": move, "number": number, "seat": "0"}):
        assert eve.browser.post(f"/t/{table_id}/move", data=form).status_code == 403
        assert eve.browser.post(f"/t/{table_id}/undo", data=form).status_code == 403
    assert eve.play(table_id, move, table.count) == 403
    assert eve.program.post(f"/api/tables/{table_id}/undo", json={"number": 1}).status_code == 403
    with eve.socket(table_id) as live:
        live.hear()
        live.ask(move=move, number=table.count)
        live.ask(undo=1, number=table.count)
        live.ask(alive=1)
        assert live.hear() == {"alive": table.count}
    for path in ("bot/0", "back", "again", "sit/0", "sit/1"):
        assert eve.browser.post(f"/t/{table_id}/{path}").status_code in (303, 403)
    assert log(server, table_id) == before
    assert all(seat.kind == "person" for seat in table.record.seats)


def test_a_seat_with_an_invitation_is_not_guessed(server: Server, ada: Guest, eve: Guest) -> None:
    table = ada.open_table(GAME, ["me", "friend", "open"])
    invite = server.find(table).record.seats[1].invite
    assert len(invite) >= 24
    guesses = ["", "x", invite[:-1], invite.lower() + "x", "\u00e9", "\ud83d\ude00" * 9, "None"]
    for guess in guesses:
        text = guess.encode("utf-16", "surrogatepass").decode("utf-16")
        answer = eve.browser.post(f"/t/{table}/sit/1", data={"invite": text})
        assert answer.status_code == 403
        wish = {"seat": 1, "invite": text}
        assert eve.program.post(f"/api/tables/{table}/sit", json=wish).status_code == 403
    for page in (eve.browser.get(f"/t/{table}"), eve.browser.get("/"), server.browser().get("/")):
        assert invite not in page.text
    assert invite not in eve.program.get(f"/api/tables/{table}").text
    answer = eve.browser.post(f"/t/{table}/sit/1", data={"invite": invite})
    assert answer.status_code == 303
    assert server.find(table).record.seats[1].person == eve.person.id
    again = server.guest("Mallory").browser.post(f"/t/{table}/sit/1", data={"invite": invite})
    assert again.status_code == 403


@pytest.mark.parametrize(
    "seat", ["-1", "3", "99", "x", "٣", "9" * 5000, "1e3", "%00", "0x1", "1.0"]
)
def test_seats_that_do_not_exist(ada: Guest, eve: Guest, table_id: str, seat: str) -> None:
    for verb in ("sit", "bot"):
        for guest in (ada, eve):
            answer = guest.browser.post(f"/t/{table_id}/{verb}/{seat}")
            assert answer.status_code in (303, 403, 404)
    assert eve.browser.get(f"/t/{table_id}/sit/{seat}").status_code in (303, 404)


# --- sizes, rates, methods, paths -----------------------------------------------------------


def test_bodies_have_a_limit(server: Server, ada: Guest, table_id: str) -> None:
    big = "x" * (NO_LIMITS.body + 1)
    assert ada.browser.post(f"/t/{table_id}/chat", data={"text": big}).status_code == 413
    answer = ada.program.post("/api/tables", content=big)
    assert answer.status_code == 413
    assert answer.json()["error"]
    lies = {"content-length": "3", "content-type": "application/x-www-form-urlencoded"}
    assert ada.browser.post("/settings", content=big, headers=lies).status_code == 413
    for length in (b"-1", b"x", b"1e9", b"9" * 5000, "٣".encode()):
        answer = ada.browser.post("/settings", content="a=b", headers={b"content-length": length})
        assert answer.status_code in (400, 413)


def test_chunked_bodies_are_refused(ada: Guest) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(10):
            yield b"x" * 100

    assert ada.browser.post("/settings", content=chunks()).status_code == 411
    assert ada.program.post("/api/tables", content=chunks()).status_code == 411


def test_too_many_requests_are_slowed_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 0.0
    monkeypatch.setattr(limits, "monotonic", lambda: moment)
    with running(tmp_path, Limits(rate=1.0, burst=5.0)) as server:
        browser = server.browser()
        statuses = [browser.get("/api/games").status_code for _ in range(9)]
        assert statuses == [200] * 5 + [429] * 4
        assert browser.get("/api/games").json()["error"]
        moment = 1.0
        assert browser.get("/api/games").status_code == 200


def test_too_many_sockets_and_frames_are_refused(tmp_path: Path) -> None:
    limits = Limits(sockets=2, frames=0.0, frame_burst=3.0)
    with running(tmp_path, limits) as server:
        ada = server.guest("Ada")
        table = ada.open_table(GAME, ["me", "hot", "hot"])
        with ada.socket(table) as one, ada.socket(table) as other:
            one.hear()
            other.hear()
            with pytest.raises(WebSocketDisconnect), ada.socket(table):
                pass
            for _ in range(4):
                one.ask(alive=1)
            for _ in range(3):
                one.hear()
            with pytest.raises(WebSocketDisconnect) as closed:
                one.hear()
            assert closed.value.code == 1008
        with ada.socket(table) as live:  # there is room again
            live.hear()


PATHS = [
    "/t/", "/t/nothing", "/t/nothing/live", "/t/../me", "/t/%2e%2e/%2e%2e/etc/passwd",
    "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd",
    "/view/taj_mahal/../components.toml", "/view/taj_mahal/%2e%2e/position.py",
    "/view/taj_mahal/%2e%2e%2f%2e%2e%2frules.py", "/view/nothing/board.css", "/rules/nothing",
    "/rules/%00", "/new?game=nothing", "/new?players=999", "/new?players=" + "9" * 5000,
    "/t/" + "a" * 5000, "/t/%ff%fe", "/t/\U0001f600", "/device/x", "/device/" + "x" * 300,
    "/api/tables/nothing", "/api/tables/nothing/view", "/api/tables?status=odd", "/api/nothing",
    "/t/nothing/why?action=x", "/t/nothing/replay", "/play/nothing", "/..", "//", "/?" + "a" * 9000,
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:40])
def test_odd_paths(ada: Guest, path: str) -> None:
    for client in (ada.browser, ada.program):
        for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "X"):
            answer = client.request(method, path)
            check_clean(answer.status_code, answer.text)
            assert "root:" not in answer.text
            assert "import " not in answer.text


def test_a_wrong_method_names_the_right_ones(ada: Guest, table_id: str) -> None:
    for path in (f"/t/{table_id}/move", "/api/tables"):
        answer = ada.browser.put(path)
        assert answer.status_code == 405
        assert "POST" in answer.headers["allow"]


def test_odd_headers(server: Server, table_id: str) -> None:
    headers: list[dict[bytes, bytes]] = [
        {b"accept-language": b"\xff\xfe, ;;;q=, xx-" + b"a" * 3000},
        {b"cookie": b"\xff\xfe; =; ;;; dalang_person; theme=<script>; language=../../etc"},
        {b"host": b"["},
        {b"host": b"evil.example/<script>"},
        {b"host": b""},
        {b"content-type": b"multipart/form-data"},
        {b"content-type": b"multipart/form-data; boundary=\xff"},
        {b"content-type": b"application/x-www-form-urlencoded; charset=utf-7"},
        {b"authorization": b"\xff"},
        {b"range": b"bytes=-9999999999999-"},
        {b"if-modified-since": b"yesterday"},
        {b"x-forwarded-for": b"' or 1=1"},
        {b"accept-encoding": b"gzip;q=\xff"},
    ]
    browser = server.browser()
    for extra in headers:
        for path in ("/", f"/t/{table_id}", "/static/frame.css", "/me", "/api/games"):
            answer = browser.get(path, headers=extra)
            check_clean(answer.status_code, answer.text)
            assert "<script>;" not in answer.text
            assert "/<script>" not in answer.text
        answer = browser.post("/settings", content=b"\xff=%zz&a", headers=extra)
        check_clean(answer.status_code, answer.text)


# --- names and words ------------------------------------------------------------------------


NASTY = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 4321 * 1234 }}{% raw %}",
    "\u202eadA\u2066",
    "a\u0000b\u0001\u001b[31m",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 50,
    "Z̴̡a̵l̶g̷o̸" * 40,
    "%s %d {seat:player} {x} {0} {",
    "\u2028\u2029\ufeff\u200b",
    "ا" * 100,
]


@pytest.mark.parametrize("text", NASTY, ids=ascii)
def test_names_and_chat_are_only_text(server: Server, text: str) -> None:
    mallory, watcher = server.guest("Mallory"), server.guest("Watcher")
    renamed = mallory.browser.post("/me", data={"name": text})
    assert renamed.status_code == (303 if clean_name(text) else 400)
    table_id = mallory.open_table(GAME, ["me", "hot", "hot"])
    assert mallory.browser.post(f"/t/{table_id}/chat", data={"text": text}).status_code == 303
    table = server.find(table_id)
    server.run(table.play, table.actor, choices(table)[0], table.count)
    with watcher.socket(table_id) as live:
        update = live.hear()
    pages = [watcher.browser.get(path).text for path in (f"/t/{table_id}", "/")]
    for html in [*pages, *update["html"].values(), mallory.browser.get("/me").text]:
        assert "<script>alert" not in html
        assert "<img src=x" not in html
        assert "\u202e" not in html
        assert "\u0000" not in html
    if "4321 * 1234" in text:
        assert "5332114" not in update["html"]["chat"]
    for seat in table.record.seats:
        assert 0 < len(seat.name) <= 30


def test_errors_do_not_repeat_what_was_sent_as_html(ada: Guest, table_id: str) -> None:
    bad = "<script>alert(1)</script>"
    number = str(ada.program.get(f"/api/tables/{table_id}").json()["number"])
    answer = ada.browser.post(f"/t/{table_id}/move", data={"move": bad, "number": number})
    assert answer.status_code == 400
    assert "<script>alert" not in answer.text
    assert "<script>alert" not in ada.browser.get(f"/t/{table_id}/why?action={bad}").text
    assert "<script>alert" not in ada.browser.get(f"/rules/{bad}").text


def test_a_redirection_stays_here(ada: Guest) -> None:
    for back in ("https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil", "", "x"):
        assert ada.browser.post("/settings", data={"back": back}).headers["location"] == "/"


# --- fuzzed forms ---------------------------------------------------------------------------


KEYS = st.sampled_from(
    ["move", "number", "text", "name", "game", "players", "seat-0", "seat-1", "public", "language",
     "theme", "back", "invite", "label", "option-x"]
)  # fmt: skip
WORDS = st.one_of(
    st.text(max_size=60),
    st.sampled_from(["me", "hot", "open", "friend", "bot-random", "bot-", "taj_mahal", "3", "-1"]),
    st.integers().map(str),
)


@pytest.mark.slow
@FUZZ
@given(path=st.sampled_from(POSTS), form=st.dictionaries(KEYS, WORDS, max_size=6))
def test_fuzzed_forms(
    server: Server, ada: Guest, eve: Guest, table_id: str, path: str, form: dict[str, str]
) -> None:
    before = log(server, table_id)
    clean = {key: value.encode("utf-8", "replace") for key, value in form.items()}
    answer = eve.browser.post(path.format(table=table_id), data=clean)
    check_clean(answer.status_code, answer.text)
    eve.browser.cookies.set(COOKIE, eve.cookie)
    assert log(server, table_id) == before


@pytest.mark.slow
@FUZZ
@given(body=st.binary(max_size=300), kind=st.sampled_from(["multipart/form-data; boundary=x", "",
       "application/x-www-form-urlencoded", "application/json", "text/plain"]))  # fmt: skip
def test_fuzzed_bodies(ada: Guest, table_id: str, body: bytes, kind: str) -> None:
    for path in (f"/t/{table_id}/move", "/new", "/me/token"):
        answer = ada.browser.post(path, content=body, headers={"content-type": kind})
        check_clean(answer.status_code, answer.text)


def test_an_uploaded_file_is_no_text(ada: Guest, table_id: str) -> None:
    for path in (f"/t/{table_id}/chat", f"/t/{table_id}/move", "/me", "/new", "/settings"):
        names = ("text", "move", "name", "game", "number", "back", "seat-0")
        files: dict[str, tuple[str, bytes]] = {}
        for name in names:
            files[name] = ("x.txt", b"x" * 2000)
        answer = ada.browser.post(path, files=files)
        check_clean(answer.status_code, answer.text)


# --- fuzzed sockets -------------------------------------------------------------------------


BAD_FRAMES = [
    "", "x", "[]", "1", "null", '"move"', "{", "{}", '{"move": 1}', '{"move": "x"}',
    '{"move": "x", "number": "1"}', '{"move": "x", "number": 1.5}', '{"undo": 1}',
    '{"move": "x", "number": true}', '{"move": "x", "number": null}', '{"number": 1}',
    '{"move": "x", "number": 1e999}', '{"move": ["x"], "number": 1}', "[" * 4000, "x" * 5000,
    '{"a":' * 800 + "1" + "}" * 800,
]  # fmt: skip


@pytest.mark.parametrize("frame", BAD_FRAMES, ids=lambda frame: frame[:40])
def test_a_frame_of_no_page_of_ours_closes_the_socket(
    ada: Guest, table_id: str, frame: str
) -> None:
    with ada.socket(table_id) as live:
        live.hear()
        live.session.send_text(frame)
        with pytest.raises(WebSocketDisconnect) as closed:
            live.hear()
        assert closed.value.code == 1003


def test_a_binary_frame_closes_the_socket(ada: Guest, table_id: str) -> None:
    with ada.socket(table_id) as live:
        live.hear()
        live.session.send_bytes(b"\x00\xff")
        with pytest.raises(WebSocketDisconnect) as closed:
            live.hear()
        assert closed.value.code == 1003


def test_a_move_that_is_not_possible_is_explained_and_the_socket_stays(
    server: Server, ada: Guest, table_id: str
) -> None:
    table = server.find(table_id)
    before = log(server, table_id)
    with ada.socket(table_id) as live:
        live.hear()
        for move in ("", "x", "\ud800", "undo", "play " * 500, "<b>", choices(table)[0] + " x"):
            live.ask(move=move, number=table.count)
            assert live.hear()["trouble"]
        live.ask(move=choices(table)[0], number=10**4000)
        live.ask(move=choices(table)[0], number=-5)
        live.ask(alive=True)
        assert live.hear() == {"alive": table.count}
    assert log(server, table_id) == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["move", "undo", "number", "alive", "x"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


def answered(live: Live, frames: list[str]) -> int:
    """Sends the frames and waits for a sign of life; the code of the closed socket, or 0."""
    try:
        live.hear()
        for frame in frames:
            live.session.send_text(frame)
        live.ask(alive=1)
        while "alive" not in live.hear():
            pass
    except WebSocketDisconnect as closed:
        return closed.code
    return 0


@pytest.mark.slow
@FUZZ
@given(frames=st.lists(JSON.map(json.dumps) | st.text(string.printable, max_size=40), max_size=5))
def test_fuzzed_frames(server: Server, ada: Guest, table_id: str, frames: list[str]) -> None:
    """The socket answers, or is closed with a code; the log stays whole."""
    with ada.socket(table_id) as live:
        assert answered(live, frames) in (0, 1003)
    entries = log(server, table_id)
    assert [entry.number for entry in entries] == list(range(len(entries)))


@pytest.mark.parametrize("table_id", ["nothing", "%00", "\u00e9", "a" * 3000])
def test_a_socket_at_no_table_is_refused(ada: Guest, table_id: str) -> None:
    with pytest.raises(WebSocketDisconnect), ada.socket(table_id):
        pass


# --- on the wire ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server behind a real port, as `dalang serve` runs it."""
    home = tmp_path_factory.mktemp("wire")
    app = create_app(Settings.read(home, environment={}), limits=NO_LIMITS)
    config = uvicorn.Config(app, port=0, log_level="error", ws_max_size=4096, server_header=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


def exchange(port: int, sent: bytes) -> bytes:
    """What comes back, until either side hangs up; the server may do so in the middle."""
    answer = b""
    with (
        socket.create_connection(("127.0.0.1", port), timeout=60) as wire,
        suppress(ConnectionError),
    ):
        wire.sendall(sent)
        with suppress(OSError):  # it has hung up already
            wire.shutdown(socket.SHUT_WR)
        while part := wire.recv(65536):
            answer += part
    return answer


RAW = [
    b"\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 20_000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n",
    b"GET / HTTP/1.0\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST /settings HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    b"POST /settings HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    b"POST /me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    b"POST /settings HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /settings HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Length: 99\r\n\r\nabc",
    b"GET /t/x/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    b"GET /t/x/live HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 99\r\n\r\n",
]


@pytest.mark.parametrize("sent", RAW, ids=lambda sent: ascii(sent[:50]))
def test_raw_bytes(port: int, sent: bytes) -> None:
    """On the wire: an answer below 500, or a closed connection."""
    answer = exchange(port, sent)
    assert b"Traceback" not in answer
    assert b"site-packages" not in answer
    if answer:
        assert answer.startswith(b"HTTP/1.1 ")
        assert 200 <= int(answer[9:12]) < 500, answer[:300]
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games", timeout=60) as alive:
        assert alive.status == 200


# --- a table that cannot be replayed --------------------------------------------------------


@pytest.mark.slow
def test_a_broken_table_hurts_nobody_else(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.guest("Ada")
        table_id = ada.open_table(GAME, ["me", "hot", "hot"])
        table = server.find(table_id)
        entry = Entry(table.count, 0, "a move of other rules", table.record.created)
        server.write(queries.append, table_id, [entry])
    with running(tmp_path) as server:
        browser: TestClient = server.browser()
        assert browser.get("/").status_code == 200
        answer = browser.get(f"/t/{table_id}")
        assert answer.status_code == 410
        assert "a move of other rules" not in answer.text
        assert browser.get(f"/api/tables/{table_id}/view").status_code == 410
        with pytest.raises(DalangError):
            server.find(table_id)
