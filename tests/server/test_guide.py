"""A first game with a guide: it begins as written, explains what is new, and can be silenced."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest
from tests.server.harness import Guest, Server

from dalang.engine.api import OVER
from dalang.engine.lesson import Lesson, lesson_of
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Words
from dalang.registry import all_games
from dalang.server.rendering.guide import WELCOME
from dalang.server.rendering.lesson_plan import Memory

LESSONS = [
    pytest.param(game, lesson, id=game.key)
    for game in all_games().values()
    if (lesson := lesson_of(game.folder))
]
FIRST = re.compile(r'<details id="guide-(\w+)-new" open>')
AGAIN = re.compile(r'<details id="guide-(\w+)-known" ?>')


def learn(guest: Guest, game: str) -> str:
    answer = guest.browser.post(f"/learn/{game}")
    assert answer.status_code == 303
    return str(answer.headers["location"]).rpartition("/")[2]


def page(guest: Guest, table: str) -> str:
    return str(guest.browser.get(f"/t/{table}").text)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_lesson_begins_as_written(server: Server, game: GameSpec, lesson: Lesson) -> None:
    ada = server.guest("Ada")
    table = server.find(learn(ada, game.key))
    others = [step.text for step in table.session.log if step.actor > 0]
    assert [text for text in others if text in lesson.opening] == list(lesson.opening)
    assert table.actor == 0
    assert not Memory(table.session).kinds(table.session, 0)
    again = server.find(learn(server.guest("Bea"), game.key))
    assert again.session.position.to_text() == table.session.position.to_text()


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_decision_is_explained(
    server: Server, game: GameSpec, lesson: Lesson, language: str
) -> None:
    ada = server.guest("Ada", language)
    html = page(ada, learn(ada, game.key)).replace("&#39;", "'")
    words = Words(game.vocabulary, language)
    (kind,) = FIRST.findall(html)
    for hint in (words.hint(WELCOME), words.hint(kind)):
        assert hint
        assert hint.explains in html
        assert hint.advises in html


@pytest.mark.slow
@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_kind_is_explained_once(server: Server, game: GameSpec, lesson: Lesson) -> None:
    """A whole lesson: what is new is open, what is known is closed."""
    ada, rng = server.guest("Ada"), Random(5)
    table_id = learn(ada, game.key)
    table, met = server.find(table_id), Counter[str]()
    version = table.version
    while table.actor != OVER:
        if table.actor == 0:
            kind = table.view(0).known.question().key
            met[kind] += table.waiting.asks(0)  # what has one answer is not asked
            if table.waiting.asks(0) and met[kind] < 3:
                html = page(ada, table_id)
                new, known = ([kind], []) if met[kind] == 1 else ([], [kind])
                assert (FIRST.findall(html), AGAIN.findall(html)) == (new, known)
            legal = [table.view(0).known.action_text(one) for one in table.view(0).legal_actions()]
            ada.play(table_id, rng.choice(legal), table.count)
        else:
            server.portal.call(table.audience.wait_newer, version)
        version = table.version  # before the next look at the actor: a bot may move in between
    assert len(met) > 2
    assert "without the guide" in page(ada, table_id)


def test_what_is_taken_back_is_explained_again() -> None:
    game = all_games()["taj_mahal"]
    lesson = lesson_of(game.folder)
    assert lesson
    session = Session(game, lesson.players)
    memory = Memory(session)
    rng = Random(1)
    while session.position.actor() < 0:
        weights = [int(weight) for weight in session.position.chance_weights()]
        session.happen(rng.choices(range(len(weights)), weights)[0])
    seat = int(session.position.actor())
    session.play(seat, "withdraw")  # a card that was played would be final
    assert memory.kinds(session, seat) == ["ask_turn"]
    session.undo(seat)
    assert memory.kinds(session, seat) == []


def test_the_guide_is_silenced_and_asked_for(server: Server) -> None:
    ada = server.guest("Ada")
    table = learn(ada, "taj_mahal")
    assert FIRST.search(page(ada, table))
    for wish, shown in (("off", False), ("on", True)):
        answer = ada.browser.post("/settings", data={"guide": wish, "back": f"/t/{table}"})
        assert answer.headers["location"] == f"/t/{table}"
        assert bool(FIRST.search(page(ada, table))) == shown
        with ada.socket(table) as live:
            assert bool(FIRST.search(live.hear()["html"]["guide"])) == shown


def test_an_ordinary_table_has_a_guide_only_if_asked_for(server: Server) -> None:
    ada = server.guest("Ada")
    table = ada.open_table("taj_mahal", ["me", "hot", "hot"])
    assert not FIRST.search(page(ada, table))
    ada.browser.post("/settings", data={"guide": "on"})
    assert FIRST.search(page(ada, table))
    assert not FIRST.search(page(server.guest("Eve"), table))


def test_there_is_no_lesson_of_no_game(server: Server) -> None:
    assert server.guest("Ada").browser.post("/learn/chess").status_code == 404


def test_the_first_page_offers_every_lesson(server: Server) -> None:
    html = server.browser().get("/").text
    for key, game in all_games().items():
        assert (f'formaction="/learn/{key}"' in html) == (lesson_of(game.folder) is not None)
