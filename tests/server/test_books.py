"""What there is to read about a game: rules with pictures, summary, components."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import pytest
from tests.server.harness import Server, flat, running

from dalang.engine.rulebook import paragraphs, summary_text
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Words, languages_of
from dalang.registry import all_games
from dalang.server.rendering.pages import Renderer
from dalang.server.rendering.signs import Sign, signs_of, with_signs
from dalang.server.web.routes.gallery import STATUSES, ComponentKind, kinds_of

GAMES = [pytest.param(game, id=game.key) for game in all_games().values()]
USED = re.compile(r'<use href="#([^"]+)"')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all: who reads changes nothing."""
    with running(tmp_path_factory.mktemp("books") / "home") as server:
        yield server


def kinds(game: GameSpec, language: str) -> list[ComponentKind]:
    words = Words(game.vocabulary, language)
    return kinds_of(game, words, Renderer().figures(game, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_has_an_address(server: Server, game: GameSpec, language: str) -> None:
    html = server.browser(language).get(f"/rules/{game.key}").text
    for number in paragraphs(game.folder, language):
        assert f'id="{number.replace(" ", "-")}"' in html
    assert "&lt;" not in html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_summary_has_every_heading(server: Server, game: GameSpec, language: str) -> None:
    answer = server.browser(language).get(f"/games/{game.key}/summary")
    text = summary_text(game.folder, language)
    assert answer.status_code == (404 if text is None else 200)
    for heading in re.findall(r"^## (.*)$", text or "", re.MULTILINE):
        assert f"<h2>{heading}</h2>" in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_sign_is_drawn_where_the_summary_names_it(game: GameSpec, language: str) -> None:
    """A summary that calls something by another name is noticed here."""
    text, figures = summary_text(game.folder, language) or "", Renderer().figures(game, language)
    signs = signs_of(game.folder, language)
    for sign in signs:
        assert sign.words.search(text), f"nothing is called {sign.words.pattern}"
        assert "<svg" in figures.draw("sign", sign.key), sign.key
    drawn = with_signs(f"<p>{text}</p>", signs, figures, language)
    assert drawn.count('class="token-sign"') == len(signs)


def test_points_are_coins_and_drawings_are_not_searched() -> None:
    sign = Sign("span", re.compile("span"))
    example = next(iter(all_games().values()))
    html = with_signs(
        "<p>A span: 12 points, 3 rounds.</p>", (sign, sign), Renderer().figures(example, "en"), "en"
    )
    assert html.count("token-sign") == 1
    assert '<b class="points-coin">12</b> points, 3 rounds' in html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_contents_and_no_file_names(
    server: Server, game: GameSpec, language: str
) -> None:
    html = server.browser(language).get(f"/rules/{game.key}").text
    chapters = re.findall(r'<h2 id="(chapter-\d+)"', html)
    assert chapters
    assert re.findall(r'<a href="#(chapter-\d+)"', html) == chapters
    assert not re.search(r"\w\.(toml|md|py)\b", html)


@pytest.mark.parametrize("game", GAMES)
def test_every_component_is_shown_with_its_origin(game: GameSpec) -> None:
    shown = {kind.key: kind for kind in kinds(game, "en")}
    for key, value in game.box.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            things = cast("list[dict[str, str]]", value)
            assert [item.status for item in shown[key].items] == [one["status"] for one in things]
            assert set(shown[key].statuses) <= set(STATUSES)
            assert all(item.name for item in shown[key].items), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_gallery_speaks_the_language(server: Server, game: GameSpec, language: str) -> None:
    html = flat(server.browser(language).get(f"/games/{game.key}/components").text)
    words = Words(game.vocabulary, language)
    for kind in kinds(game, language):
        assert words.knows("component", kind.key) or languages_of(game.folder) == ("en",)
        assert f">{kind.title}<small>" in html


@pytest.mark.parametrize("game", GAMES)
def test_the_gallery_counts_copies_and_marks_our_guesses(server: Server, game: GameSpec) -> None:
    html = flat(server.browser().get(f"/games/{game.key}/components").text)
    items = [item for kind in kinds(game, "en") for item in kind.items]
    guessed = sum(item.status == "reconstructed" for item in items)
    assert html.count(">our guess<") == guessed
    pictured = [item for item in items if item.picture]
    assert html.count('class="thing"') == len(pictured)
    for item in pictured:
        assert item.count == 1 or f">×{item.count}</span>" in html
    assert ".toml" not in html


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_drawn_from_the_sprite(server: Server, game: GameSpec) -> None:
    for path in ("rules/{}", "games/{}/components", "games/{}/summary"):
        html = server.browser().get("/" + path.format(game.key)).text
        drawn = set(re.findall(r'\bid="([^"]+)"', html))
        assert set(USED.findall(html)) <= drawn


def test_taj_mahal_shows_its_cards(server: Server) -> None:
    cards = next(kind for kind in kinds(all_games()["taj_mahal"], "nl") if kind.key == "card")
    assert (cards.title, len(cards.items)) == ("kaarten", 50)
    assert cards.items[3].name == "rode olifant+monnik"
    assert 'href="#f-red-elephant-monk"' in cards.items[3].picture
    assert (cards.items[3].count, cards.items[3].status) == (3, "sourced")
    assert 'href="#f-white-' in server.browser().get("/rules/taj_mahal").text


@pytest.mark.parametrize(
    "path", ["/rules/chess", "/games/chess/summary", "/games/chess/components"]
)
def test_there_is_nothing_about_no_game(server: Server, path: str) -> None:
    assert server.browser().get(path).status_code == 404
