"""The boards that the site shows: moments of a recorded game, as a spectator sees them."""

from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from dalang.adapters.drawing import Draughtsman
from dalang.engine.api import WATCHER
from dalang.engine.replay import Replay, play_through
from dalang.engine.spec import GameSpec
from dalang.registry import all_games

MOMENTS = 8  # of every game, from the deal to the end


class Boards(SphinxDirective):
    """`{boards}`: every game with a board to look at and a slider that moves through a game.

    Without scripts the pages show the last moment.
    """

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx where a page says so."""
        shown = "".join(board_html(game) for game in all_games().values())
        return [nodes.raw("", shown, format="html")]


def board_html(game: GameSpec) -> str:
    """A figure of one game; boards.js changes its picture with the slider."""
    title, last = escape(game.title), MOMENTS - 1
    return (
        f'<figure class="board" id="{game.key}">'
        f'<img src="_static/boards/{game.key}-{last}.svg" alt="{title}" loading="lazy">'
        f'<figcaption><label>{title}<input type="range" min="0" max="{last}" value="{last}">'
        "</label></figcaption></figure>"
    )


def draw_boards(app: Sphinx) -> None:
    """A drawing for every moment of every game."""
    folder = Path(app.outdir, "_static", "boards")
    folder.mkdir(parents=True, exist_ok=True)
    for game in all_games().values():
        for moment, drawing in enumerate(drawings(game)):
            (folder / f"{game.key}-{moment}.svg").write_text(drawing, "utf-8")


def drawings(game: GameSpec) -> list[str]:
    """The longest of a game's recorded games, at even distances."""
    replays = [Replay.load(path) for path in (game.folder / "tests/replays").glob("*.replay")]
    replay = max(replays, key=lambda replay: len(replay.lines))
    artist = Draughtsman(game, replay.players)
    views = [
        game.observe(session.position.clone(), WATCHER)
        for _line, session, _events in play_through(game, replay)
    ]
    return [artist.svg(views[(len(views) - 1) * m // (MOMENTS - 1)]) for m in range(MOMENTS)]
