"""No game is named outside its folder, where it is not merely an example.

Code, scripts and benchmarks name none at all: what differs between games is asked of the registry
or read from the game's folder.  Comments and docstrings may have examples.  A test may be about one
game for an example's sake; but it must not tell one game from another.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dalang.registry import all_games

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "src" / "dalang" / "games"
PAGES = (".css", ".html", ".js", ".json")
KEYS = tuple(sorted(path.parent.name for path in GAMES.glob("*/__init__.py")))
NAMED = re.compile(rf"\b({'|'.join([*KEYS, *(game.title for game in all_games().values())])})\b")


def code() -> list[Path]:
    """Everything that runs, but tests and examples."""
    modules = [path for path in (ROOT / "src").rglob("*.py") if not path.is_relative_to(GAMES)]
    scripts = [path for path in (ROOT / "scripts").iterdir() if path.suffix in ("", ".py")]
    scripts = [path for path in scripts if path.is_file()]
    return sorted([*modules, *scripts, *(ROOT / "benchmarks").glob("*.py"), ROOT / "setup.py"])


def texts(tree: ast.Module) -> Iterator[str]:
    """The texts of a module that are not docstrings."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Expr):
            for inner in ast.iter_child_nodes(node):
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                    yield inner.value


def imports(tree: ast.Module) -> Iterator[str]:
    """The modules that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def where(path: Path, what: str) -> str:
    return f"{path.relative_to(ROOT)}: {what}"


def test_no_game_is_named_in_code() -> None:
    named: list[str] = []
    for path in code():
        tree = parsed(path)
        found = [text for text in texts(tree) if NAMED.search(text)]
        found += [module for module in imports(tree) if NAMED.search(module)]
        named += [where(path, what) for what in found]
    assert named == []


def test_no_game_is_named_on_a_page() -> None:
    """By a template, a script or a style that all games share."""
    shared = [ROOT / "src" / "dalang" / part for part in ("server", "theme")]
    pages = [path for folder in shared for path in folder.rglob("*") if path.suffix in PAGES]
    assert len(pages) > 20
    assert [path.name for path in pages if NAMED.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("name", ["Makefile", "pyproject.toml", ".ci/run", "Containerfile"])
def test_no_game_is_named_by_what_builds_and_tests(name: str) -> None:
    lines = (ROOT / name).read_text("utf-8").splitlines()
    assert [line for line in lines if NAMED.search(line.partition("#")[0])] == []


# --- tests --------------------------------------------------------------------------------


def games_in(node: ast.AST) -> set[str]:
    """The games whose keys are among the texts of an expression."""
    inside = (inner for inner in ast.walk(node) if isinstance(inner, ast.Constant))
    return {text.value for text in inside if text.value in KEYS}


def distinctions(tree: ast.Module) -> Iterator[str]:
    """Where a game is told from the others: compared with, looked up by its key, or listed."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            if any(isinstance(part, ast.Constant) and games_in(part) for part in parts):
                yield f"{node.lineno}: compares with a game"
        elif isinstance(node, ast.Dict):
            if any(key and games_in(key) for key in node.keys):
                yield f"{node.lineno}: has something for a game"
        elif isinstance(node, ast.List | ast.Tuple | ast.Set) and len(games_in(node)) > 1:
            yield f"{node.lineno}: lists games"


def test_no_test_tells_one_game_from_another() -> None:
    named: list[str] = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        tree = parsed(path)
        found = [*distinctions(tree), *filter(NAMED.search, imports(tree))]
        named += [where(path, what) for what in found]
    assert named == []


@pytest.mark.parametrize(
    "line",
    [
        'LAST = {"bali": 50}',
        'DERIVED = {("bali", "top"): 1}',
        'if key != "bali": pass',
        'KEYS = ["bali", "taj_mahal"]',
    ],
)
def test_a_distinction_is_found(line: str) -> None:
    assert list(distinctions(ast.parse(line)))


# --- who needs whom -----------------------------------------------------------------------


def test_the_adapters_have_no_path_into_the_server() -> None:
    for path in (ROOT / "src" / "dalang" / "adapters").glob("*.py"):
        paths = [text for text in texts(parsed(path)) if re.search(r"\bserver\b", text)]
        assert paths == [], path.name
