"""Lanterns: a game of twenty cards, small enough to be read in ten minutes.

tests/test_fifth_game.py puts it into a folder of its own and plays it everywhere.
"""

from pathlib import Path

from dalang.engine.spec import GameSpec

from .actions import ACTIONS
from .components import EDITION, KEY, N_CARDS, PLAYERS
from .observe import as_view, imagine, observe, summary
from .position import Lanterns
from .state import FIELDS
from .words import VOCABULARY

GAME = GameSpec(
    key=KEY,
    title="Lanterns",
    prefix="LA",
    edition=EDITION,
    players=PLAYERS,
    usual_players=3,
    ends=("hands_empty",),
    actions=ACTIONS,
    outcome_count=int(N_CARDS),
    folder=Path(__file__).parent,
    vocabulary=VOCABULARY,
    blank=Lanterns,
    fields=FIELDS,
    observe=observe,
    imagine=imagine,
    as_view=as_view,
    summary=summary,
)
