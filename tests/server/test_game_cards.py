"""The first page says what each game is; links show a card; what is gone is said kindly."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from tests.server.harness import Guest, Server, flat, play_to_the_end

from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Words
from dalang.registry import all_games
from dalang.server.rendering.assets import CARD
from dalang.server.rendering.game_cards import HEAVIEST, shelf
from dalang.server.web.routes.profile import PastGame

GAMES = [pytest.param(game, id=game.key) for game in all_games().values()]
WITH_FACTS = [pytest.param(game, id=game.key) for game in all_games().values() if game.facts]
GAME = "taj_mahal"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", WITH_FACTS)
def test_a_game_says_what_it_is(server: Server, game: GameSpec, language: str) -> None:
    words, facts = Words(game.vocabulary, language), game.facts
    assert facts is not None
    assert 1 <= facts.weight <= HEAVIEST
    page = server.browser(language).get("/").text
    assert words.label("pitch").replace("&", "&amp;") in page
    assert words.label("mood") in page


def test_the_lightest_comes_first() -> None:
    cards = shelf("en")
    assert [card.weight for card in cards] == sorted(card.weight for card in cards)
    assert [card.first for card in cards] == [True] + [False] * (len(cards) - 1)
    assert shelf("de")[0].pitch != cards[0].pitch


def test_who_comes_back_finds_their_turn_first(server: Server) -> None:
    ada = server.guest("Ada")
    assert "Welcome back, Ada" in ada.browser.get("/").text
    table = ada.open_table(GAME, ["me", "hot", "hot"])
    page = flat(ada.browser.get("/").text)
    assert "<title>(1) Your turn · Dalang</title>" in " ".join(page.split())
    found = server.find(table)
    question = found.view(found.actor).known.question()
    asked = Words(found.spec.vocabulary, "en", found.names).say(question)
    assert f'class="ask">{asked}<' in page
    assert page.index('id="h-turns"') < page.index("/play/")
    assert "1 table waits for you." in page


def test_sections_without_anything_are_not_there(server: Server) -> None:
    page = server.browser().get("/").text
    assert not re.findall(r'id="h-(?:turns|waiting|done|open|running|finished)"', page)


# --- links --------------------------------------------------------------------------------


def preview(page: str) -> dict[str, str]:
    return dict(re.findall(r'property="og:(\w+)"\s+content="([^"]*)"', page))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_card(server: Server, game: GameSpec) -> None:
    """Its own if it has one, else that of the house."""
    shown = preview(server.browser().get(f"/rules/{game.key}").text)
    own = (game.folder / "view" / CARD).exists()
    assert (f"/view/{game.key}/{CARD}" in shown["image"]) == own
    assert shown["image"].startswith("http://testserver/")
    answer = server.browser().get(shown["image"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert size_of(answer.content) == (1200, 630)


def size_of(jpeg: bytes) -> tuple[int, int]:
    """Width and height, from the frame of a JPEG."""
    frame = re.search(rb"\xff[\xc0-\xc2]..\x08(..)(..)", jpeg, re.DOTALL)
    assert frame
    return int.from_bytes(frame[2], "big"), int.from_bytes(frame[1], "big")


def test_the_house_has_a_card(server: Server) -> None:
    shown = preview(server.browser().get("/").text)
    assert size_of(server.browser().get(shown["image"]).content) == (1200, 630)


def test_a_table_says_who_keeps_a_chair(server: Server) -> None:
    ada = server.guest("Ada")
    table = ada.open_table(GAME, ["me", "open", "friend"])
    invite = server.find(table).record.seats[2].invite
    title = all_games()[GAME].title
    for link in (f"/t/{table}", f"/t/{table}/sit/2?invite={invite}"):
        shown = preview(server.browser().get(link).text)
        assert shown["title"] == f"Ada keeps a chair for you: {title}"
    begun = ada.open_table(GAME, ["me", "hot", "hot"])
    assert preview(server.browser().get(f"/t/{begun}").text)["title"] == title


# --- what is gone ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/nowhere", "/t/nothing", "/rules/chess", "/replay/nothing"])
def test_what_is_not_there_is_said_kindly(server: Server, path: str) -> None:
    answer = server.browser().get(path)
    assert answer.status_code == 404
    assert "The stage is empty" in answer.text
    assert 'href="/new"' in answer.text


def test_a_used_link_is_nobodys_fault(server: Server) -> None:
    answer = server.browser().get("/device/long-gone")
    assert answer.status_code == 403
    assert "The stage is empty" in answer.text


def test_other_refusals_are_as_they_were(server: Server) -> None:
    ada = server.guest("Ada")
    table = ada.open_table(GAME, ["me", "friend", "open"])
    answer = server.guest("Eve").browser.post(f"/t/{table}/sit/1")
    assert answer.status_code == 403
    assert "The stage is empty" not in answer.text


# --- games played -----------------------------------------------------------------------------


def test_the_history_has_dates_places_and_points(server: Server) -> None:
    ada, bob = server.guest("Ada"), server.guest("Bob")
    assert "You have not finished a game yet." in ada.browser.get("/me").text
    table = server.find(ada.open_table(GAME, ["me", "open", "open"]))
    cleo: Guest = server.guest("Cleo")
    bob.sit(table.record.id, 1)
    cleo.sit(table.record.id, 2)
    play_to_the_end(server, table)
    record = table.record
    wins = 0
    for seat, guest in enumerate((ada, bob, cleo)):
        page = " ".join(guest.browser.get("/me").text.split())
        place, points = record.ranking[seat], record.scores[seat]
        assert f"place {place} of 3, {points} point" in page
        assert f'href="/t/{record.id}"' in page
        assert f'datetime="{record.created.isoformat()[:10]}' in page
        wins += "Games: 1, won: 1" in page
    assert wins == record.ranking.count(1)


def test_what_was_left_to_a_bot_is_not_won(server: Server) -> None:
    """Whatever place the bot brought the seat to."""
    ada = server.guest("Ada")
    opened = server.find(ada.open_table(GAME, ["me", "open", "open"])).record
    played = replace(opened, ranking=[1, 2, 3], scores=[9, 8, 7])
    own, *others = played.seats
    left = replace(played, seats=(replace(own, kind="bot", resigned=True), *others))
    for record, is_won in ((played, True), (left, False)):
        past = PastGame.of(record, ada.person.id)
        assert past
        assert (past.won, past.abandoned) == (is_won, not is_won)
