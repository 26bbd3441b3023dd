"""Bali, by Uwe Rosenberg (2001)."""

from pathlib import Path

from dalang.engine.spec import Facts, GameSpec, Option
from dalang.games.bali.actions import ACTIONS
from dalang.games.bali.bot import WEIGHTS, Judge
from dalang.games.bali.components import EDITION, KEY, N_CARDS, PLAYERS
from dalang.games.bali.drawing import flights, scene
from dalang.games.bali.drawing.telling import TELLING
from dalang.games.bali.observe import as_view, imagine, observe, premoves, summary
from dalang.games.bali.position import Bali
from dalang.games.bali.state import ENDS, FIELDS
from dalang.games.bali.statistics import statistics
from dalang.games.bali.tensor import TENSOR
from dalang.games.bali.words import VOCABULARY

GAME = GameSpec(
    key=KEY,
    title="Bali",
    designer="Uwe Rosenberg",
    year=2001,
    facts=Facts(minutes=20, table_minutes=(60, 60), weight=3),
    prefix="BA",
    edition=EDITION,
    players=PLAYERS,
    usual_players=4,
    ends=ENDS,
    marks=("moved",),
    actions=ACTIONS,
    outcome_count=int(N_CARDS),
    folder=Path(__file__).parent,
    vocabulary=VOCABULARY,
    blank=Bali,
    fields=FIELDS,
    observe=observe,
    imagine=imagine,
    as_view=as_view,
    summary=summary,
    options=(Option("memory", ("off", "on"), "BA R4"),),
    scene=scene,
    flights=flights,
    premoves=premoves,
    telling=TELLING,
    judge=Judge,
    weights=WEIGHTS,
    tensor=TENSOR,
    statistics=statistics,
)
