"""Template Game: the highest card of a round scores.  Written by `dalang new-game`; change it."""

from pathlib import Path

from dalang.engine.spec import GameSpec

from .game import ACTIONS, FIELDS, PLAYERS, TemplateGame, as_view, imagine, observe, summary
from .words import VOCABULARY

GAME = GameSpec(
    key=FIELDS.key,
    title="Template Game",
    prefix="TG",
    edition=FIELDS.edition,
    players=PLAYERS,
    usual_players=3,
    ends=("hands_empty",),
    actions=ACTIONS,
    outcome_count=len(ACTIONS),
    folder=Path(__file__).parent,
    vocabulary=VOCABULARY,
    blank=TemplateGame,
    fields=FIELDS,
    observe=observe,
    imagine=imagine,
    as_view=as_view,
    summary=summary,
)
