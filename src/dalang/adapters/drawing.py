"""The board of a game as a picture, drawn by the game's own templates as the pages draw it.

`svg` is a whole drawing in one string, with its styles, fonts and pictures inside: any browser
shows it.  Boards are laid out by style sheets, so making dots of it takes a browser: see camera.py.
The picture of a game without templates shows the table in words.
"""

from __future__ import annotations

import base64
import mimetypes
import re
from functools import cache, cached_property, partial
from html import escape, unescape
from pathlib import Path
from typing import Final

from dalang.adapters import MissingLibrary

try:
    from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined
    from markupsafe import Markup
except ModuleNotFoundError as missing:
    raise MissingLibrary(missing) from missing

from dalang.engine.api import WATCHER, Args, Phrase, Position, View
from dalang.engine.spec import GameSpec
from dalang.engine.words import Words
from dalang.registry import game
from dalang.theme import FRAME

SIDE: Final = 1000  # of the picture, which is square
_HERE: Final = "<!-- board -->"
_QUOTES: Final = "\"'"
_TAG: Final = re.compile(
    r"""<(?P<name>[A-Za-z][\w:-]*)(?P<attributes>(?:[^<>"']|"[^"]*"|'[^']*')*?)\s*(?P<end>/?)>"""
)
_ATTRIBUTE: Final = re.compile(r"""([^\s=/"']+)(?:=("[^"]*"|'[^']*'|[^\s"'>]+))?""")
_NAMED: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w*;")
_ADDRESS: Final = re.compile(r"url\(([^)#]+)\)")
VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})  # never closed
STYLE: Final = (
    ":root { color-scheme: light; background: none }"
    f" .whole {{ width: {SIDE}px; height: {SIDE}px; display: flex; align-items: center }}"
    " .whole > svg { position: absolute } .whole > .boardbox { flex: 1; width: auto }"
    " .whole *, .whole *::before, .whole *::after { animation: none; transition: none }"
)
SHEET: Final = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" \
width="{side}" height="{side}"><style>{style}</style>\
<foreignObject width="{side}" height="{side}"><div xmlns="http://www.w3.org/1999/xhtml" \
class="at-table g-{key} whole">{sprite}<main class="boardbox"><div class="scroll">\
<div class="board">{board}</div></div></main></div></foreignObject></svg>"""
BOARD: Final = ".board"  # where everything is that changes


@cache
def _templates(key: str, folder: Path) -> Environment:
    """The templates of a game, compiled once for all who draw it."""
    return Environment(
        loader=PrefixLoader({key: FileSystemLoader(folder)}),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class Draughtsman:
    """Draws the board of one game, in English, as a view shows it."""

    def __init__(self, spec: GameSpec, players: int) -> None:
        self.spec = spec
        self.words = Words(spec.vocabulary, "en")
        self.names = tuple(f"Seat {seat}" for seat in range(players))
        self._folder = spec.folder / "view"
        self._environment = _templates(spec.key, self._folder)

    @cached_property
    def sheet(self) -> str:
        """The drawing without what is on it: the styles, and the pieces it is made of."""
        own = sprite = ""
        if self.spec.scene:
            own = _with_files_inside(self._folder / "board.css")
            sprite = _as_xml((self._folder / "sprite.svg").read_text("utf-8"))
        style = escape(f"{_with_files_inside(FRAME)}\n{own}\n{STYLE}", quote=False)
        return SHEET.format(side=SIDE, key=self.spec.key, style=style, sprite=sprite, board=_HERE)

    def board(self, view: View) -> str:
        """What is on the sheet."""
        if self.spec.scene is None:
            return self._in_words(view)
        context = self._context(view)
        return _as_xml(
            "".join(
                self._environment.get_template(f"{self.spec.key}/{name}.html").render(context)
                for name in ("board", "pieces")
            )
        )

    def svg(self, view: View) -> str:
        """The whole drawing in one string."""
        return self.sheet.replace(_HERE, self.board(view))

    def _in_words(self, view: View) -> str:
        """The table as a list of sentences."""
        words = Words(self.spec.vocabulary, "en", self.names)
        told = [*self.spec.summary(view), view.known.question()]
        return f"<ol>{''.join(f'<li>{escape(words.say(line))}</li>' for line in told)}</ol>"

    def _shared(self, view: View) -> Args:
        """What all templates may use; all of it from the view."""
        assert self.spec.scene is not None
        return {
            "scene": self.spec.scene(view),
            "box": self.spec.box,
            "actor": int(view.known.actor()),
            "names": self.names,
            "plates": self.names,
            "say": self._say,
            "noun": self.words.name,
            "asset": self._asset,
        }

    def _context(self, view: View) -> Args:
        """What those may use that are drawn for one viewer."""
        known = view.known
        return {
            **self._shared(view),
            "viewer": int(view.viewer),
            "watching": view.viewer < 0,
            "legal": {
                known.action_text(action): self.words.say(known.action_phrase(action))
                for action in view.legal_actions()
            },
            "public": partial(self._public, view),
        }

    def _asset(self, path: str) -> str:
        return _as_data(self._folder / path)

    def _say(self, key: str, **args: object) -> str:
        return self.words.say(Phrase(key, args))

    def _public(self, view: View, name: str, /, **given: object) -> Markup:
        """A part of the drawing that the game draws once for everybody."""
        spectator = self._shared(self.spec.observe(view.known, WATCHER))
        template = self._environment.get_template(f"{self.spec.key}/public/{name}.html")
        return Markup(template.render(spectator, **given))


def picture_of(thing: object) -> str | None:
    """A view, or a position as the seat to decide sees it; what is neither has no picture."""
    if isinstance(thing, Position) and thing.players:
        spec = _game_of(thing)
        thing = spec.observe(thing, max(int(thing.actor()), WATCHER))
    if not isinstance(thing, View):
        return None
    return _draughtsman(_game_of(thing.known), int(thing.known.players)).svg(thing)


def _game_of(position: Position) -> GameSpec:
    return game(str(position.fields()["game"]))


@cache
def _draughtsman(spec: GameSpec, players: int) -> Draughtsman:
    return Draughtsman(spec, players)


def _as_xml(html: str) -> str:
    """HTML as XML, which is what a drawing has to be: attributes have values, tags are closed."""
    text = _NAMED.sub(lambda found: escape(unescape(found[0])), html)
    return _TAG.sub(_closed, text)


def _closed(tag: re.Match[str]) -> str:
    attributes = "".join(
        f' {name}="{escape(unescape(value.strip(_QUOTES)))}"'
        for name, value in _ATTRIBUTE.findall(tag["attributes"])
    )
    end = "/" if tag["end"] or tag["name"] in VOID else ""
    return f"<{tag['name']}{attributes}{end}>"


@cache
def _as_data(path: Path) -> str:
    """A file as an address that contains it."""
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


def _with_files_inside(style: Path) -> str:
    """A style sheet with the fonts and pictures it names."""

    def inside(address: re.Match[str]) -> str:
        path = style.parent / address[1]
        return f"url({_as_data(path)})" if path.is_file() else address[0]

    return _ADDRESS.sub(inside, style.read_text("utf-8"))
