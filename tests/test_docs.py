"""What the documentation shows is true."""

import doctest
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import dalang
from dalang import games
from dalang.engine.api import EVERYONE, Event
from dalang.engine.playout import random_step
from dalang.engine.reference import event_reference, events_of, reference
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import all_games

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_session_in_the_package_runs() -> None:
    result = doctest.testmod(dalang)
    assert result.attempted > 0
    assert result.failed == 0


# Games from elsewhere are documented there.
OWN = [spec for spec in all_games().values() if games.__path__[0] in map(str, spec.folder.parents)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False)
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_written_positions_are_positions(page: Path) -> None:
    for text in re.findall(r"```position\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        position = dalang.from_text(text)
        assert position.legal_actions()


@pytest.mark.parametrize("game", OWN, ids=lambda game: game.key)
@pytest.mark.parametrize("section", [reference, event_reference])
def test_the_notation_of_every_game_is_as_declared(
    game: GameSpec, section: Callable[[GameSpec], str]
) -> None:
    """If not, run `scripts/notation`."""
    assert section(game) in (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


def test_the_notation_is_of_these_games_only() -> None:
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    titles = [game.title for game in OWN]
    wanted = [*titles, *(f"Events of {title}" for title in titles)]
    assert re.findall(r"^### (.*?)$", page, re.MULTILINE) == wanted


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_events_have_the_arguments_that_are_told_of_them(game: GameSpec) -> None:
    """In other games than those that the page was written from."""
    known = events_of(game)
    for players in game.players:
        position, rng, events = game.start(players), Rng(100 + players), list[Event]()
        while not position.ended_by():
            position.apply(random_step(position, rng), events)
        for event in events:
            told = known[event.key]
            assert set(event.args) <= set(told.arguments), event.key
            assert told.secret == (event.seen_by != EVERYONE), event.key
            assert told.final or not event.reveals, event.key


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_readme_shows_a_session() -> None:
    assert ">>> import dalang" in (ROOT / "README.md").read_text(encoding="utf-8")
