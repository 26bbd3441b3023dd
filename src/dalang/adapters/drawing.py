"""The board of a game as a picture, drawn by the game's own templates as the pages draw it.

`svg` is a whole drawing in one string, with its styles, fonts and pictures inside: any browser
shows it, as a file, as a picture of a page or as a part of one (see standalone.py).  Boards are
laid out by style sheets, so making dots of it takes a browser: see camera.py.
The picture of a game without templates shows the table in words.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from dalang.adapters import MissingLibrary

try:
    from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined
    from jinja2.runtime import Macro
except ModuleNotFoundError as missing:
    raise MissingLibrary(missing) from missing

from dalang.adapters.standalone import as_data, standalone
from dalang.engine.api import WATCHER, Args, Phrase, Position, View
from dalang.engine.spec import GameSpec
from dalang.engine.words import Words
from dalang.registry import game
from dalang.theme import FRAME

SIDE: Final = 1000  # of the picture, which is square
STYLE: Final = (
    ":root { all: initial; display: block; color-scheme: light; color: var(--ink);"
    " font: 16px / 1.3 var(--text) }"
    f" .whole {{ width: {SIDE}px; height: {SIDE}px; display: flex; align-items: center }}"
    " .whole > .boardbox { flex: 1; width: auto }"
    " .whole *, .whole *::before, .whole *::after { animation: none; transition: none }"
    " .sprite { position: absolute; width: 0; height: 0 }"
)
WHOLE: Final = """<div class="at-table g-{key} whole"><main class="boardbox">\
<div class="scroll"><div class="board">{board}</div></div></main></div>"""


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

    def svg(self, view: View) -> str:
        """The whole drawing in one string."""
        board = self._board(view) if self.spec.scene else self._in_words(view)
        markup = WHOLE.format(key=self.spec.key, board=board)
        sprite, styles = "", [FRAME]
        if self.spec.scene:
            sprite = (self._folder / "sprite.svg").read_text("utf-8")
            styles.append(self._folder / "board.css")
        return standalone(markup, sprite, styles, STYLE, SIDE, self.spec.title)

    def _board(self, view: View) -> str:
        context = self._context(view)
        templates = (f"{self.spec.key}/{name}.html" for name in ("board", "pieces"))
        return "".join(self._environment.get_template(name).render(context) for name in templates)

    def _in_words(self, view: View) -> str:
        """The table as a list of sentences, with the question if somebody is asked."""
        words = Words(self.spec.vocabulary, "en", self.names)
        told = [*self.spec.summary(view)]
        if view.actor() >= 0:
            told.append(view.known.question())
        return f"<ol>{''.join(f'<li>{escape(words.say(line))}</li>' for line in told)}</ol>"

    def _context(self, view: View) -> Args:
        """What the templates may use; all of it from the view."""
        assert self.spec.scene is not None
        known = view.known
        return {
            "scene": self.spec.scene(view),
            "box": self.spec.box,
            "actor": int(known.actor()),
            "names": self.names,
            "plates": self.names,
            "say": self._say,
            "noun": self.words.name,
            "asset": self._asset,
            "part": self._part,
            "viewer": int(view.viewer),
            "watching": view.viewer < 0,
            "legal": {
                known.action_text(action): self.words.say(known.action_phrase(action))
                for action in view.legal_actions()
            },
            "public": self.spec.scene(self.spec.observe(known, WATCHER)),
        }

    def _asset(self, path: str) -> str:
        return as_data(self._folder / path)

    def _say(self, key: str, **args: object) -> str:
        return self.words.say(Phrase(key, args))

    def _part(self, macro: Macro, *given: object) -> str:
        """A part of the drawing, which knows nothing but what it is given."""
        return macro(self._say, self.words.name, *given)


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
