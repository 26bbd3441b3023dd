"""Replays of finished games: who may look, what is shown, uploading and deleting."""

import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.server.harness import Guest, Server, choices, flat, running

from dalang.cli import main
from dalang.engine.api import CHANCE
from dalang.engine.replay import Replay
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec
from dalang.registry import all_games, game
from dalang.server.rendering.moments import words_of
from dalang.server.rendering.pages import Renderer
from dalang.server.rendering.replay_page import Screen, apart
from dalang.server.rendering.score_sheet import account
from dalang.server.replays.archive import LONGEST_REPLAY, MOST_UPLOADS
from dalang.server.replays.timeline import ReplaySnapshot, ReplayTimeline
from dalang.server.storage import Ending, Entry, Seat, TableRecord, now, queries
from dalang.server.tables.dealing import Dealer
from dalang.server.tables.table import Table

EVERY_GAME = pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.key)
PATHS = ("", "?move=3&eyes=1", "/moment?move=1", "/file", "/proof")


def finished(
    server: Server, ada: Guest, key: str = "taj_mahal", people: Collection[int] = (0, 1, 2)
) -> Table:
    """A game that somebody played alone, on every seat; it is put into the store as a whole."""
    seats = [
        Seat(seat, "person", ada.person.id, name=f"Ada {seat}")
        if seat in people
        else Seat(seat, "bot", bot="random")
        for seat in range(3)
    ]
    record = TableRecord.new(key, game(key).edition, seats, ada.person.id)
    session = played(game(key), Dealer(record.secret))
    steps, position = enumerate(session.log), session.position
    entries = [Entry(number, step.actor, step.text, now()) for number, step in steps]
    ending = Ending(position.ended_by(), position.scores(), position.ranking())
    server.write(queries.add_table, record)
    server.write(queries.append, record.id, entries, ending)
    return server.find(record.id)


def played(spec: GameSpec, dealer: Dealer) -> Session:
    """A whole game for three, at random."""
    rng, session = Random(3), Session(spec, 3)
    while not session.position.ended_by():
        position = session.position
        if position.actor() == CHANCE:
            session.happen(dealer.next_outcome(session))
        else:
            action = rng.choice(list(position.legal_actions()))
            session.play(int(position.actor()), position.action_text(action))
    return session


def replay_text(server: Server, ada: Guest, key: str = "taj_mahal") -> str:
    table = finished(server, ada, key).record.id
    text: str = ada.browser.get(f"/replay/{table}/file").text
    return text


def bring(guest: Guest, content: bytes, name: str = "game.replay") -> tuple[int, str]:
    """Sends a file; the status, and where it led or what was said."""
    answer = guest.browser.post("/replays", files={"replay": (name, content)})
    said = re.search(r'role="alert">(.*?)</p>', flat(answer.text))
    return answer.status_code, answer.headers.get("location") or (said[1] if said else "")


# --- who may look -----------------------------------------------------------------------------


def test_a_game_still_played_is_refused_to_everyone(server: Server) -> None:
    ada, eve = server.guest("Ada"), server.guest("Eve")
    table = ada.open_table("taj_mahal", ["me", "hot", "hot"])
    secret = server.find(table).record.secret.hex()
    for guest in (ada, eve):
        for path in PATHS:
            answer = guest.browser.get(f"/replay/{table}{path}")
            assert answer.status_code == 404
            assert "when the game is over" in answer.text
            assert secret not in answer.text
            assert 'class="board"' not in answer.text
        wish = {"move": "0", "seat": "0", "level": "random"}
        assert guest.browser.post(f"/replay/{table}/continue", data=wish).status_code == 404


def test_there_is_no_replay_of_nothing(server: Server) -> None:
    ada = server.guest("Ada")
    for path in PATHS:
        answer = ada.browser.get(f"/replay/nowhere{path}")
        assert (answer.status_code, "no such replay" in answer.text) == (404, True)


@pytest.mark.slow
def test_anybody_may_look_at_a_finished_game(server: Server) -> None:
    table = finished(server, server.guest("Ada")).record.id
    for path in PATHS:
        assert server.browser().get(f"/replay/{table}{path}").status_code == 200
    assert server.browser().get(f"/replay/{table}?move=x").status_code == 400


# --- what is shown ----------------------------------------------------------------------------


@cache
def timeline_of(key: str) -> ReplayTimeline:
    """A timeline of a game that no server knows."""
    spec = game(key)
    return ReplayTimeline(
        "game", spec, Replay.of(played(spec, Dealer(bytes(32)))), ("Ada", "Bob", "Cleo")
    )


@EVERY_GAME
def test_moments_are_those_where_somebody_had_a_choice(spec: GameSpec) -> None:
    timeline = timeline_of(spec.key)
    for still in timeline.stills[:-1]:
        assert len(still.position.legal_actions()) > 1
    decisions = [timeline.steps[still.steps] for still in timeline.stills[:-1]]
    assert all(step.actor >= 0 for step in decisions)
    assert timeline.stills[-1].position.ended_by()
    told = [one for move in range(timeline.last + 1) for one in timeline.between(move)]
    assert told == timeline.events


@EVERY_GAME
def test_rounds_and_scorings_can_be_found(spec: GameSpec) -> None:
    assert set(spec.marks) <= set(spec.vocabulary.events)
    timeline = timeline_of(spec.key)
    assert bool(timeline.marks) == bool(spec.marks)
    for mark in timeline.marks:
        assert mark.event in timeline.between(mark.move)


@pytest.mark.slow
@EVERY_GAME
def test_every_pair_of_eyes_sees_its_own_view(spec: GameSpec) -> None:
    """A seat is shown its view of that moment; the referee every hand; all of it in any moment."""
    timeline, renderer = timeline_of(spec.key), Renderer()
    for move in (0, timeline.last // 2, timeline.last):
        moment = ReplaySnapshot(timeline, move, timeline.names)
        for seat in range(timeline.replay.players):
            drawn = Screen(timeline, move, str(seat), "de").regions(renderer)
            own = renderer.still(moment, seat, "de", Screen(timeline, move, "all", "de").facts)
            assert {name: drawn[name] for name in own} == own
        everything = Screen(timeline, move, "all", "nl").regions(renderer)
        ids = re.findall(r'\bid="([^"]+)"', "".join(everything.values()))
        assert len(ids) == len(set(ids))
        assert everything["hands"].count("open-hand ") == timeline.replay.players


@pytest.mark.slow
@EVERY_GAME
def test_every_kind_of_moment_can_be_drawn(spec: GameSpec) -> None:
    """Also where a hand shows what can be done with it: in a replay nothing can be done."""
    timeline, renderer, kinds = timeline_of(spec.key), Renderer(), set[str]()
    for move, still in enumerate(timeline.stills):
        kind = str(still.position.fields().get("phase"))
        if kind not in kinds or move % 40 == 0:
            kinds.add(kind)
            drawn = "".join(Screen(timeline, move, "all", "de").regions(renderer).values())
            assert 'name="move"' not in drawn


def test_a_drawing_can_stand_beside_its_like() -> None:
    html = (
        '<g id="a" aria-labelledby="b c" data-fly><use href="#a"/><use href="#x"/><b id="b"/></g>'
    )
    assert apart(html, "of-1-") == (
        '<g id="of-1-a" aria-labelledby="of-1-b c"><use href="#of-1-a"/><use href="#x"/>'
        '<b id="of-1-b"/></g>'
    )


@EVERY_GAME
def test_all_points_are_accounted_for(spec: GameSpec) -> None:
    timeline = timeline_of(spec.key)
    moment = ReplaySnapshot(timeline, timeline.last, timeline.names)
    scores = timeline.stills[-1].position.scores()
    words = words_of(spec.key, "en", timeline.names)
    for told in (moment.told(-1), moment.told(0), []):
        found = account(told, scores, words)
        for seat, score in enumerate(scores):
            assert sum(row[seat] for row in found.rows) == found.bars[seat].total == score
            assert sum(piece.points for piece in found.bars[seat].pieces) == score
        assert len(found.titles) == len(found.rows)


def test_the_end_of_a_game_is_explained_at_the_table(server: Server) -> None:
    ada = server.guest("Ada")
    table = finished(server, ada).record.id
    page = ada.browser.get(f"/t/{table}").text
    for words in ("Where the points came from", "Final scoring", "Province tiles", "Total"):
        assert words in page
    assert f"/replay/{table}/proof" in page


def test_a_move_without_a_page_of_its_own_says_what_happened(server: Server) -> None:
    ada = server.guest("Ada")
    table = finished(server, ada).record.id
    found = ada.browser.get(f"/replay/{table}/moment?move=1").json()
    assert found["move"] == 1
    assert found["said"]
    assert {"pieces", "hands", "moment", "timeline", "log"} <= set(found["html"])
    assert ada.browser.get(f"/replay/{table}/moment?move=99999").json()["move"] > 1


# --- the proof --------------------------------------------------------------------------------


def test_the_proof_is_one_click_away(server: Server) -> None:
    ada = server.guest("Ada")
    table = finished(server, ada)
    page = ada.browser.get(f"/replay/{table.record.id}/proof").text
    count = sum(1 for step in table.session.log if step.actor == CHANCE)
    assert f"all {count} outcomes" in page
    assert table.commitment in page
    assert table.record.secret.hex() in page


@pytest.mark.slow
def test_a_forged_deal_is_shown_as_such(server: Server) -> None:
    ada = server.guest("Ada")
    text = replay_text(server, ada)
    forged = re.sub(r"secret: .*", "secret: " + "ab" * 32, text)
    _, path = bring(ada, forged.encode())
    page = ada.browser.get(f"{path}/proof").text
    assert "No: this replay does not match its secret." in page
    _, path = bring(ada, re.sub(r"(secret|commitment): .*\n", "", text).encode())
    assert "cannot be checked" in ada.browser.get(f"{path}/proof").text


# --- bringing replays -------------------------------------------------------------------------


@pytest.mark.slow
@EVERY_GAME
def test_a_downloaded_game_can_be_brought_back(server: Server, spec: GameSpec) -> None:
    ada = server.guest("Ada")
    text = replay_text(server, ada, spec.key)
    status, path = bring(ada, text.replace("\n", "\r\n").encode("utf-8-sig"))
    assert status == 303
    assert ada.browser.get(path).status_code == 200
    assert ada.browser.get(f"{path}/file").text == text
    assert "game.replay" in ada.browser.get("/replays").text


def test_a_broken_file_is_told_with_its_line(server: Server) -> None:
    eve = server.guest("Eve")
    text = replay_text(server, server.guest("Ada"))
    lines = text.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("0: "))
    lines[first] = "0: play <script> elephant"
    broken = {
        "\n".join(lines).encode(): f"Line {first + 1}: ",
        text[: len(text) // 2].rpartition("\n")[0].encode(): "cut short",
        text.replace("game: taj_mahal", "game: chess").encode(): "chess",
        b"Dear Ada": "no replay",
        b"": "no replay",
        b"\xff\xfe\x00": "not a text in UTF-8",
        b"game: taj_mahal\nedition: x\nplayers: 3\n---\n" + b"9" * 5000 + b": play": "Line 5",
        b"x" * (LONGEST_REPLAY + 1): "too long",
    }
    for content, words in broken.items():
        status, said = bring(eve, content)
        assert (status, words in said) == (422, True), said
        assert "<script>" not in said
    assert server.read(queries.uploads, eve.person.id) == []


def test_a_newcomer_with_a_broken_file_stays_nobody(server: Server) -> None:
    browser = server.browser()
    answer = browser.post("/replays", files={"replay": ("x", b"nonsense")})
    assert answer.status_code == 422
    assert not answer.cookies
    assert browser.post("/replays", data={"replay": "no file"}).status_code == 400
    assert browser.post("/replays", content=b"x" * 70_000).status_code == 413


@pytest.mark.slow
def test_only_the_owner_deletes_an_upload(server: Server) -> None:
    ada, eve = server.guest("Ada"), server.guest("Eve")
    _, path = bring(ada, replay_text(server, ada).encode())
    assert eve.browser.get(path).status_code == 200
    assert f'action="{path}/delete"' not in eve.browser.get(path).text
    for stranger in (eve.browser, server.browser()):
        assert stranger.post(f"{path}/delete").status_code == 403
    assert ada.browser.post(f"{path}/delete").status_code == 303
    assert ada.browser.get(path).status_code == 404


def test_a_finished_table_cannot_be_deleted(server: Server) -> None:
    ada = server.guest("Ada")
    table = finished(server, ada).record.id
    assert ada.browser.post(f"/replay/{table}/delete").status_code == 403
    assert ada.browser.get(f"/replay/{table}").status_code == 200


@pytest.mark.slow
def test_nobody_keeps_more_than_so_many(server: Server) -> None:
    ada = server.guest("Ada")
    content = b"game: taj_mahal\nedition: TM-1\nplayers: 3\n---\n"
    for _ in range(MOST_UPLOADS):
        assert bring(ada, content)[0] == 303
    status, said = bring(ada, content)
    assert (status, "Delete one first" in said) == (422, True)


# --- continuing -------------------------------------------------------------------------------


def continued(server: Server, guest: Guest, path: str, move: int, seat: int) -> Table:
    wish = {"move": str(move), "seat": str(seat), "level": "random"}
    answer = guest.browser.post(f"{path}/continue", data=wish)
    assert answer.status_code == 303, answer.text
    return server.find(answer.headers["location"].rpartition("/")[2])


@pytest.mark.slow
@EVERY_GAME
def test_a_game_goes_on_from_a_moment(
    tmp_path: Path, spec: GameSpec, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same position, another secret; it can be verified as far as it is its own."""
    with running(tmp_path / "home") as server:
        ada, eve = server.guest("Ada"), server.guest("Eve")
        table_id = finished(server, ada, spec.key).record.id
        timeline = server.run(server.site.archive.timeline, table_id)
        move = max(timeline.last - 12, timeline.last // 2)  # the rest is played out
        actor = int(timeline.stills[move].position.actor())
        table = continued(server, eve, f"/replay/{table_id}", move, actor)
        assert table.session.position.to_text() == timeline.stills[move].position.to_text()
        assert table.commitment != timeline.replay.commitment
        assert [seat.kind for seat in table.record.seats].count(
            "bot"
        ) == timeline.replay.players - 1
        assert table.seat_of(eve.person.id) == actor
        assert str(move) in eve.browser.get(f"/t/{table.record.id}").text
        play_seat(server, table, actor)
        file = tmp_path / "new.replay"
        file.write_text(eve.browser.get(f"/t/{table.record.id}/replay").text, encoding="utf-8")
        assert Replay.load(file).inherited == timeline.outcomes(move) > 0
        assert main(["verify", str(file)]) == 0
        assert f"first {timeline.outcomes(move)} outcomes" in capsys.readouterr().out
        page = eve.browser.get(f"/replay/{table.record.id}/proof").text
        assert "come from the game that this one continues" in page


def play_seat(server: Server, table: Table, seat: int) -> None:
    """A person plays anything, the bots do the rest."""

    rng = Random(1)

    async def play() -> None:
        while table.record.status != "finished":
            version = table.version
            if table.actor == seat:
                await table.play(seat, rng.choice(choices(table)), table.count)
            elif table.record.status == "running":
                await table.audience.wait_newer(version)

    server.run(play)


def test_what_cannot_be_gone_on_from_is_refused(server: Server) -> None:
    ada = server.guest("Ada")
    table = finished(server, ada).record.id
    last = server.run(server.site.archive.timeline, table).last
    for wish in (
        {"move": str(last), "seat": "0", "level": "random"},
        {"move": str(last + 1), "seat": "0", "level": "random"},
        {"move": "-1", "seat": "0", "level": "random"},
        {"move": "0", "seat": "9", "level": "random"},
        {"move": "0", "seat": "0", "level": "oracle"},
        {},
    ):
        status = ada.browser.post(f"/replay/{table}/continue", data=wish).status_code
        assert status in (400, 403), wish
    assert len(server.read(queries.tables)) == 1


# --- playing again ----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_rematch_is_remembered_over_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ada = server.guest("Ada")
        table = finished(server, ada).record.id
        path = ada.browser.post(f"/t/{table}/again").headers["location"]
        assert ada.browser.post(f"/t/{table}/again").headers["location"] == path
        cookie = ada.cookie
    with running(tmp_path) as server:
        browser = server.browser()
        browser.cookies.set("dalang_person", cookie)
        assert f'href="{path}"' in browser.get(f"/t/{table}").text
        assert browser.post(f"/t/{table}/again").headers["location"] == path
