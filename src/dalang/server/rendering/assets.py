"""The files a page is made of, and their addresses."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from markupsafe import Markup

from dalang import theme
from dalang.registry import all_games

HERE = Path(__file__).parent
STATIC = (HERE / "static", theme.FOLDER)  # what is served under /static


CARD = "card.jpg"  # 1200 × 630, for links that are shared


def cover_url(key: str) -> str:
    """The picture of a game on the first page: its own, or one that fits any."""
    if (all_games()[key].folder / "view" / "cover.svg").exists():
        return asset_url(key, "cover.svg")
    return static_url("covers/any.svg")


def card_url(key: str = "") -> str:
    """The card that a shared link shows: the game's own, or that of the house."""
    if key and (all_games()[key].folder / "view" / CARD).exists():
        return asset_url(key, CARD)
    return static_url(CARD)


def asset_url(key: str, path: str) -> str:
    """The address of a file in a game's view folder, with a tag that changes with the file."""
    return f"/view/{key}/{path}?{tag_of(all_games()[key].folder / 'view' / path)}"


def static_url(path: str) -> str:
    """The address of one of the server's own files."""
    file = next(folder / path for folder in STATIC if (folder / path).exists())
    return f"/static/{path}?{tag_of(file)}"


@cache
def tag_of(path: Path) -> str:
    """What changes with the content of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


@cache
def build_tag() -> str:
    """Changes with everything that a page is made of."""
    folders = [*STATIC, HERE / "templates"]
    folders += [spec.folder / "view" for spec in all_games().values()]
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    return hashlib.sha256("".join(map(tag_of, files)).encode()).hexdigest()[:10]


@cache
def inline(path: Path) -> Markup:
    """A drawing of ours that must be inline in the page."""
    return Markup(path.read_text(encoding="utf-8")) if path.exists() else Markup()
