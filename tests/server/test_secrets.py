"""Nobody is sent a byte that depends on what they may not know.

Every game is played to its end, with people of several languages and a spectator.  At many moments,
everything a viewer cannot see is dealt again without the server's knowledge; then everything that
the server can send to that viewer has to be the same to the byte.
"""

import json
import logging
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket
from tests.server.harness import (
    Guest,
    Server,
    choices,
    flat,
    play_to_the_end,
    running,
    stay_as_they_are,
)

from dalang.cli import main
from dalang.engine.api import CHANCE, EVERYONE, NOBODY, WATCHER, Event
from dalang.engine.playout import play_out
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import all_games, game
from dalang.server.rendering.table_context import Visitor
from dalang.server.tables.dealing import Dealer
from dalang.server.tables.game_log import LoggedEvent
from dalang.server.tables.table import Table
from dalang.server.web.live_socket import LivePage

LANGUAGES = ("en", "nl", "de", "en", "nl")
NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve")


@dataclass
class Trial:
    """A game, who plays it and who watches."""

    server: Server
    table: Table
    players: list[Guest]
    spectator: Guest
    rng: Rng
    redeals: int = 0  # that changed something hidden

    @property
    def viewers(self) -> list[tuple[int, Guest]]:
        return [*enumerate(self.players), (WATCHER, self.spectator)]

    def some_viewers(self, moment: int) -> list[tuple[int, Guest]]:
        """Everybody at first; then who is asked, and two others in turn."""
        others = [pair for pair in self.viewers if pair[0] != self.table.actor]
        if moment == 0 or len(others) == len(self.viewers):
            return self.viewers
        first = 2 * moment % len(others)
        pick = [others[first], others[(first + 1) % len(others)]]
        return [(self.table.actor, self.players[self.table.actor]), *pick]


# --- everything the server says ---------------------------------------------------------------


def everything(trial: Trial, viewer: int, guest: Guest) -> dict[str, str]:
    """What a viewer gets to see, by where it came from."""
    table = trial.table.record.id
    said = {
        "page": guest.browser.get(f"/t/{table}").text,
        "home": guest.browser.get("/").text,
        "replay": guest.browser.get(f"/t/{table}/replay").text,
        "socket": first_update(guest, table),
        "update": later_update(trial, guest),
        "advice": advised(trial, viewer, guest),
    }
    for name in ("", "/view", "/legal", "/legal?language=nl", "/events", "/events?language=de"):
        said[f"api{name}"] = guest.program.get(f"/api/tables/{table}{name}").text
    return said | refusals(trial, viewer, guest)


def first_update(guest: Guest, table: str) -> str:
    with guest.socket(table) as live:
        return json.dumps(live.hear())


def advised(trial: Trial, viewer: int, guest: Guest) -> str:
    """What a hint says, and who is refused one."""
    table, number = trial.table.record.id, trial.table.count
    called = trial.table.waiting.called
    deciding = called is not None and called.seat == viewer
    asked = guest.browser.post(f"/t/{table}/advice", data={"number": str(number)})
    assert asked.is_redirect == deciding
    page = flat(guest.browser.get(f"/t/{table}").text)
    assert page.count('<li><b class="rank"') == len(trial.table.advised(viewer))
    assert bool(trial.table.advised(viewer)) == deciding
    trial.table.hints.clear()
    return asked.text + page


def later_update(trial: Trial, guest: Guest) -> str:
    """What an open page is sent when it has missed the last dozen steps."""
    table = trial.table
    page = LivePage(cast("WebSocket", None), Visitor(table, guest.person.id), "en")
    page.heard = max(-1, table.count - 12)
    return json.dumps(page.update(trial.server.site.renderer))


def refusals(trial: Trial, viewer: int, guest: Guest) -> dict[str, str]:
    """What is said to attempts that fail; none of them changes anything."""
    table, number = trial.table.record.id, trial.table.count
    said: dict[str, str] = {}
    for text in attempts(trial, viewer):
        wish = {"action": text, "number": number}
        form = {"move": text, "number": str(number)}
        answer = guest.program.post(f"/api/tables/{table}/play", json=wish)
        said[f"play {text}"] = f"{answer.status_code} {answer.text}"
        assert answer.status_code >= 400
        answer = guest.browser.post(f"/t/{table}/move", data=form)
        said[f"move {text}"] = f"{answer.status_code} {answer.text}"
        answer = guest.browser.get(f"/t/{table}/why", params={"action": text})
        said[f"why {text}"] = f"{answer.status_code} {answer.text}"
        if viewer == trial.table.actor:
            said[f"socket {text}"] = trouble(guest, table, form)
    return said


def trouble(guest: Guest, table: str, form: dict[str, str]) -> str:
    with guest.socket(table) as live:
        live.hear()
        live.ask(move=form["move"], number=int(form["number"]))
        return json.dumps(live.hear())


def attempts(trial: Trial, viewer: int) -> list[str]:
    """Some actions that the viewer may not do now, as far as anybody can see from the outside."""
    spec, position = trial.table.spec, trial.table.session.position
    known = trial.table.view(viewer).known
    legal = set(choices(trial.table)) if viewer == trial.table.actor else set[str]()
    picks = [trial.rng.below(spec.action_count) for _ in range(2)]
    texts = [position.action_text(pick) for pick in picks] if known.actor() >= 0 else []
    return [text for text in ["nonsense", *texts] if text not in legal]


# --- dealing again ----------------------------------------------------------------------------


@contextmanager
def redealt(trial: Trial, viewer: int) -> Generator[None]:
    """Behind the server's back: other hidden things, and other news for other ears."""
    table, game_log = trial.table, trial.table.game_log
    truth, news = game_log.session.position, game_log.events
    twin = table.spec.imagine(table.spec.observe(truth, viewer), trial.rng)
    trial.redeals += twin.to_text() != truth.to_text()
    game_log.session.position = twin
    game_log.events = [poisoned(one, viewer) for one in news]
    table.audience.wake()
    try:
        yield
    finally:
        game_log.session.position, game_log.events = truth, news
        table.audience.wake()


def poisoned(one: LoggedEvent, viewer: int) -> LoggedEvent:
    """The same news; but what others were told in secret would break every sentence."""
    event = one.event
    if event.seen_by in (EVERYONE, viewer):
        hidden = one.actor not in (CHANCE, viewer) and event.forced_for != EVERYONE
        return the_other_way(one) if hidden else one
    return LoggedEvent(one.number, one.actor, Event(event.key, {"poison": "Xyzzy"}, event.seen_by))


def the_other_way(one: LoggedEvent) -> LoggedEvent:
    """The same news; whether there was another answer, only who acted may know."""
    event = Event(one.event.key, one.event.args, one.event.seen_by, one.event.reveals)
    event.forced_for = NOBODY if one.event.forced_for != NOBODY else one.actor
    return LoggedEvent(one.number, one.actor, event)


def check_viewer(trial: Trial, viewer: int, guest: Guest, caplog: pytest.LogCaptureFixture) -> None:
    """The viewer is told the same with any hidden cards; and so is the host's log."""
    seed = trial.rng.below(1 << 30)
    trial.rng = Rng(seed)
    caplog.clear()
    before = everything(trial, viewer, guest)
    logged = [record.getMessage() for record in caplog.records]
    with redealt(trial, viewer):
        trial.rng = Rng(seed)
        caplog.clear()
        after = everything(trial, viewer, guest)
        assert [record.getMessage() for record in caplog.records] == logged
    for where, text in before.items():
        assert after[where] == text, f"viewer {viewer}: {where}"
    assert "Xyzzy" not in json.dumps(after)
    check_nothing_private(trial, before)


def check_nothing_private(trial: Trial, said: dict[str, str]) -> None:
    """No answer to anybody holds the secret, an invitation, or anybody's id or token."""
    record = trial.table.record
    secret = record.secret.hex()
    for where, text in said.items():
        if record.status != "finished":
            assert secret not in text, where
        for other in [*trial.players, trial.spectator]:
            assert other.person.id not in text, where
            assert other.token not in text, where
            assert other.cookie not in text, where


# --- the games --------------------------------------------------------------------------------


def new_trial(server: Server, spec: GameSpec, players: int, seed: int) -> Trial:
    guests = [server.guest(name, language) for name, language in zip(NAMES, LANGUAGES, strict=True)]
    table = guests[0].open_table(
        spec.key, ["me"] + ["open"] * (players - 1), pace="week", advice=True
    )
    for seat in range(1, players):
        guests[seat].sit(table, seat)
    stay_as_they_are(server.find(table))
    return Trial(server, server.find(table), guests[:players], server.guest("Zoe"), Rng(seed))


def play_on(trial: Trial, moves: int) -> None:
    """Random moves, some of them taken back."""

    async def play() -> None:
        table = trial.table
        for step in range(moves):
            if table.record.status == "finished":
                return
            options = choices(table)
            seat = table.actor
            assert await table.play(seat, options[trial.rng.below(len(options))], table.count)
            if step % 5 == 4 and table.can_undo(seat):
                await table.undo(seat, table.count)

    trial.server.run(play)


GAMES = [
    pytest.param(spec, spec.usual_players, 1, 3, id=spec.key, marks=pytest.mark.slow)
    for spec in all_games().values()
]


@pytest.mark.parametrize(("spec", "players", "seed", "moments"), GAMES)
def test_nothing_depends_on_what_a_viewer_may_not_know(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    spec: GameSpec,
    players: int,
    seed: int,
    moments: int,
) -> None:
    caplog.set_level(logging.DEBUG, "dalang")
    with running(tmp_path) as server:
        trial = new_trial(server, spec, players, seed)
        length = typical_length(spec, players)
        for moment in range(moments):
            for viewer, guest in trial.some_viewers(moment):
                check_viewer(trial, viewer, guest, caplog)
            play_on(trial, 1 + trial.rng.below(max(1, 2 * length // moments)))
            if trial.table.record.status == "finished":
                break
        assert trial.redeals or trial.table.record.status == "finished"
        play_to_the_end(server, trial.table)
        for viewer, guest in trial.viewers:
            check_nothing_private(trial, everything(trial, viewer, guest))


def typical_length(spec: GameSpec, players: int) -> int:
    """How many decisions a random game takes."""
    return int(play_out(spec.start(players), Rng(3))) // 2


def test_a_planted_leak_is_found(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof is worth something: a page that shows the truth does not pass it."""
    spec = game("taj_mahal")
    trial = new_trial(server, spec, 3, 5)
    honest = Table.view

    def leaking(table: Table, viewer: int) -> Any:
        view = honest(table, viewer)
        return spec.observe(table.session.position, table.actor) if viewer == WATCHER else view

    monkeypatch.setattr(Table, "view", leaking)
    with pytest.raises(AssertionError, match="viewer -1"):
        check_viewer(trial, WATCHER, trial.spectator, caplog)


# --- invitations, the commitment, the replay --------------------------------------------------


def test_an_invitation_is_shown_to_the_host_only(server: Server) -> None:
    ada, bob, eve = (server.guest(name) for name in ("Ada", "Bob", "Eve"))
    table = ada.open_table("taj_mahal", ["me", "friend", "friend", "open"])
    bob.sit(table, 3)
    invites = [seat.invite for seat in server.find(table).record.seats if seat.invite]
    assert len(invites) == 2
    for guest in (bob, eve):
        texts = [
            guest.browser.get(f"/t/{table}").text,
            guest.browser.get("/").text,
            guest.program.get(f"/api/tables/{table}").text,
            guest.program.get("/api/tables").text,
            first_update(guest, table),
        ]
        assert not [invite for invite in invites for text in texts if invite in text]
    assert all(invite in ada.browser.get(f"/t/{table}").text for invite in invites)


@pytest.mark.slow
@pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.key)
def test_the_deals_can_be_verified(
    server: Server, spec: GameSpec, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The commitment is there from the start, the secret fits it, and the replay is accepted."""
    ada, watcher = server.guest("Ada"), server.guest("Zoe")
    table_id = ada.open_table(spec.key, ["me"] + ["hot"] * (spec.usual_players - 1))
    table = server.find(table_id)
    commitment = Dealer(table.record.secret).commitment
    assert commitment in watcher.browser.get(f"/t/{table_id}").text
    told = watcher.program.get(f"/api/tables/{table_id}").json()
    assert (told["commitment"], told["secret"]) == (commitment, "")
    assert watcher.browser.get(f"/t/{table_id}/replay").status_code == 404
    play_to_the_end(server, table)
    secret = watcher.program.get(f"/api/tables/{table_id}").json()["secret"]
    assert Dealer(bytes.fromhex(secret)).commitment == commitment
    assert secret in watcher.browser.get(f"/t/{table_id}").text
    replay = tmp_path / "game.replay"
    replay.write_text(watcher.browser.get(f"/t/{table_id}/replay").text, encoding="utf-8")
    assert main(["verify", str(replay)]) == 0
    assert commitment in capsys.readouterr().out
    lines = replay.read_text(encoding="utf-8").splitlines()
    chance = [n for n, line in enumerate(lines) if line.startswith("? ")]
    swapped = next(n for n in chance if lines[n] != lines[chance[0]])
    lines[chance[0]], lines[swapped] = lines[swapped], lines[chance[0]]
    replay.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["verify", str(replay)]) != 0
