"""What a host sees of a running server: signs of life, measurements, and the log as JSON."""

import json
import logging
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.harness import Server, choices, running

from dalang.server.errors import explain
from dalang.server.logs import REQUEST, TABLE, DiscreetLines, JsonLines
from dalang.server.metrics import FAST, Count, Durations
from dalang.server.settings import BadSettings, Settings
from dalang.server.storage import StorageError

TOKEN = "a-token-for-prometheus"
SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\\]*"(,[a-z]+="[^"\\]*")*\})? [0-9.e+-]+')


@pytest.fixture
def watched(server: Server) -> Server:
    """A server whose host has set a token."""
    server.app.state.site = replace(server.site, metrics_token=TOKEN)
    return server


def samples(server: Server) -> dict[str, float]:
    """The metrics as Prometheus would read them."""
    headers = {"authorization": f"Bearer {TOKEN}"}
    answer = server.browser().get("/metrics", headers=headers)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    assert all(SAMPLE.fullmatch(line) for line in lines), lines
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_signs_of_life(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = server.browser()
    assert [browser.get(path).text for path in ("/health", "/ready")] == ["alive\n", "ready\n"]

    async def fail(*_: object) -> None:
        raise StorageError("The database /secret/place: disk I/O error.")

    monkeypatch.setattr(server.tables.store, "read", fail)
    answer = browser.get("/ready")
    assert (answer.status_code, answer.text) == (503, "no database\n")
    assert browser.get("/health").status_code == 200
    monkeypatch.undo()
    server.portal.call(server.tables.close)
    answer = browser.get("/ready")
    assert (answer.status_code, answer.text) == (503, "ending\n")


def test_metrics_are_only_for_those_who_have_the_token(server: Server) -> None:
    headers = {"authorization": f"Bearer {TOKEN}"}
    browser = server.browser()
    assert browser.get("/metrics", headers=headers).status_code == 404  # nobody has set one
    server.app.state.site = replace(server.site, metrics_token=TOKEN)
    for wrong in ({}, {"authorization": "Bearer wrong"}, {"authorization": TOKEN}):
        assert browser.get("/metrics", headers=wrong).status_code == 401
    assert browser.get("/metrics", headers=headers).status_code == 200


def test_what_happens_is_measured(watched: Server) -> None:
    before = samples(watched)
    ada = watched.guest("Ada")
    table_id = ada.open_table("taj_mahal", ["me", "hot", "hot"])
    table = watched.find(table_id)
    with ada.socket(table_id) as page:
        page.hear()
        assert samples(watched)["dalang_sockets"] == 1
        assert ada.play(table_id, choices(table)[0], table.count) == 200
        assert ada.play(table_id, "no such action", table.count) != 200
    after = samples(watched)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    assert after["dalang_tables"] == before["dalang_tables"] + 1
    assert grown('dalang_move_seconds_count{by="person"}') == 1
    assert grown('dalang_move_seconds_bucket{by="person",le="+Inf"}') == 1
    assert grown('dalang_request_seconds_count{method="POST",status="200"}') == 1
    assert grown('dalang_database_seconds_count{kind="write"}') >= 3
    assert grown('dalang_database_seconds_count{kind="read"}') >= 3
    kinds = [name for name in after if name.startswith("dalang_errors_total{kind=")]
    assert sum(map(grown, kinds)) == 1


def test_bots_thinking_is_measured(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.app.state.site = replace(server.site, metrics_token=TOKEN)
        name = 'dalang_bot_thinking_seconds_count{level="random"}'
        before = samples(server).get(name, 0.0)
        ada = server.guest("Ada")
        ada.open_without_people("taj_mahal", ["bot-random"] * 3)
        for _ in range(10_000):  # each lets the server work
            if samples(server).get(name, 0.0) > before:
                return
    pytest.fail("no bot has thought")


def test_metrics_name_nobody_and_nothing(watched: Server) -> None:
    ada = watched.guest("Ada Lovelace")
    table_id = ada.open_table("taj_mahal", ["me", "hot", "hot"], public=False)
    ada.browser.request("BREW", f"/t/{table_id}")  # a label of somebody's own
    table = watched.find(table_id)
    ada.play(table_id, choices(table)[0], table.count)
    headers = {"authorization": f"Bearer {TOKEN}"}
    text = watched.browser().get("/metrics", headers=headers).text
    for secret in (table_id, ada.person.id, "Lovelace", TOKEN, "BREW", ada.token):
        assert secret not in text


def test_a_histogram_counts_what_is_at_most_a_bound() -> None:
    took = Durations("x", "about", (0.1, 1.0), "kind")
    for seconds in (0.1, 0.5, 7.0):
        took.observe(seconds, 'a "b"')
    assert list(took.lines())[2:] == [
        'x_bucket{kind="a \\"b\\"",le="0.1"} 1',
        'x_bucket{kind="a \\"b\\"",le="1.0"} 2',
        'x_bucket{kind="a \\"b\\"",le="+Inf"} 3',
        'x_sum{kind="a \\"b\\""} 7.600000',
        'x_count{kind="a \\"b\\""} 3',
    ]
    assert list(FAST) == sorted(FAST)
    counted = Count("y", "about")
    counted.add()
    assert list(counted.lines())[2:] == ["y 1"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("DALANG_LOGS", "xml"), ("DALANG_METRICS_TOKEN", "short"), ("DALANG_METRICS_TOKEN", "ü" * 20)],
)
def test_settings_that_make_no_sense_are_told(name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=name) as error:
        Settings.read(environment={name: value})
    if name == "DALANG_METRICS_TOKEN":
        assert value not in str(error.value)


def test_a_line_of_the_log_names_request_and_table(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = server.guest("Ada")
    table_id = ada.open_table("taj_mahal", ["me", "hot", "hot"])
    table, lines = server.find(table_id), list[dict[str, str]]()
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(json.loads(JsonLines().format(record)))  # type: ignore[method-assign]
    logger = logging.getLogger("dalang.server")
    logger.addHandler(handler)

    async def fail(*_: object) -> None:
        raise StorageError("The database is full.")

    monkeypatch.setattr(server.tables.store, "write", fail)
    try:
        for _ in range(2):
            assert ada.play(table_id, choices(table)[0], table.count) == 503
    finally:
        logger.removeHandler(handler)
    assert [line["message"] for line in lines] == ["The database is full."] * 2
    assert {line["table"] for line in lines} == {table_id}
    assert len({line["request"] for line in lines}) == 2
    assert {line["level"] for line in lines} == {"ERROR"}
    assert ada.token not in str(lines)


def test_an_error_is_one_line_of_json() -> None:
    TABLE.set("")
    REQUEST.set("")
    try:
        explain(StorageError("x"), "en")
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("n", logging.ERROR, "f", 1, "it %s", ("broke",), sys.exc_info())
    text = JsonLines().format(record)
    assert "\n" not in text
    line = json.loads(text)
    assert (line["message"], line["error"]) == ("it broke", "ValueError")
    assert "Traceback" in line["trace"]
    assert "request" not in line


def test_what_is_refused_at_the_door_is_measured(watched: Server) -> None:
    name = 'dalang_request_seconds_count{method="POST",status="403"}'
    before = samples(watched).get(name, 0)
    answer = watched.browser().post("/settings", headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
    assert samples(watched)[name] == before + 1


@pytest.mark.parametrize("lines", [DiscreetLines(), JsonLines()])
def test_a_trace_says_where_but_not_what_an_error_quotes(lines: logging.Formatter) -> None:
    """The message of an error may be a card."""
    cards, card = dict[str, int](), "".join(["ele", "phant"])

    def fail() -> None:
        try:
            cards[card]
        except KeyError as error:
            raise ExceptionGroup(card, [ValueError(card)]) from error

    with pytest.raises(ExceptionGroup) as caught:
        fail()
    what = caught.type, caught.value, caught.tb
    text = lines.format(logging.LogRecord("n", logging.ERROR, "f", 1, "it broke", (), what))
    assert card not in text
    assert all(name in text for name in ("KeyError", "ExceptionGroup", "ValueError", "fail"))
