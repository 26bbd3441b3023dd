"""What the documentation shows is true."""

import doctest
import re
from pathlib import Path

import pytest

import dalang
from dalang.engine.reference import reference
from dalang.registry import all_games

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_session_in_the_package_runs() -> None:
    result = doctest.testmod(dalang)
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_sessions_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False)
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_written_positions_are_positions(page: Path) -> None:
    for text in re.findall(r"```position\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        position = dalang.from_text(text)
        assert position.legal_actions()


def test_the_fields_of_every_game_are_as_declared() -> None:
    """If not, run `scripts/notation`."""
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    sections = re.findall(r"^### (.*?)$", page, re.MULTILINE)
    games = {game.title: game for game in all_games().values()}
    assert len(sections) >= 4
    for title in sections:
        assert reference(games[title]) in page, title


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_readme_shows_a_session() -> None:
    assert ">>> import dalang" in (ROOT / "README.md").read_text(encoding="utf-8")
