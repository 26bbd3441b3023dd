"""Dalang: four classic board games to play with people and bots, and to study from Python.

>>> import dalang
>>> game = dalang.game("taj_mahal")
>>> position = game.start(players=4)
>>> dalang.play_out(position, dalang.Rng(seed=1))
475
>>> position.scores(), position.ended_by()
([33, 31, 30, 24], 'twelve_rounds')
"""

from dalang.engine.api import CHANCE, EVERYONE, OVER, WATCHER, Event, Phrase, Position, Reason, View
from dalang.engine.errors import DalangError
from dalang.engine.objects import draw_with
from dalang.engine.playout import play_out, random_step, settle_chance
from dalang.engine.replay import Replay
from dalang.engine.rng import Rng, draw
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Words
from dalang.registry import all_games, from_text, game
from dalang.version import __version__

__all__ = [
    "CHANCE",
    "EVERYONE",
    "LANGUAGES",
    "OVER",
    "WATCHER",
    "DalangError",
    "Event",
    "GameSpec",
    "Phrase",
    "Position",
    "Reason",
    "Replay",
    "Rng",
    "Session",
    "View",
    "Words",
    "__version__",
    "all_games",
    "draw",
    "from_text",
    "game",
    "play_out",
    "random_step",
    "settle_chance",
]


def _draw(thing: object) -> str | None:
    """A position or a view for a notebook, where what is needed for drawing is installed."""
    try:
        from dalang.adapters.drawing import picture_of
    except ImportError:
        return None
    return picture_of(thing)


draw_with(_draw)
