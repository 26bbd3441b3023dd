"""Taj Mahal, by Reiner Knizia (2000)."""

from pathlib import Path

from dalang.engine.spec import Facts, GameSpec
from dalang.games.taj_mahal.actions import ACTIONS
from dalang.games.taj_mahal.bot import WEIGHTS, Judge
from dalang.games.taj_mahal.components import EDITION, KEY, N_CARDS, PLAYERS
from dalang.games.taj_mahal.drawing import backdrop, flights, foreground, scene
from dalang.games.taj_mahal.drawing.telling import TELLING
from dalang.games.taj_mahal.observe import as_view, imagine, observe, premoves, summary
from dalang.games.taj_mahal.position import ENDS, TajMahal
from dalang.games.taj_mahal.state import FIELDS
from dalang.games.taj_mahal.statistics import statistics
from dalang.games.taj_mahal.tensor import TENSOR
from dalang.games.taj_mahal.words import VOCABULARY

GAME = GameSpec(
    key=KEY,
    title="Taj Mahal",
    designer="Reiner Knizia",
    year=2000,
    facts=Facts(minutes=25, table_minutes=(75, 100), weight=4),
    prefix="TM",
    edition=EDITION,
    players=PLAYERS,
    usual_players=4,
    ends=ENDS,
    marks=("round_begins", "scored_hand"),
    actions=ACTIONS,
    outcome_count=int(N_CARDS),
    folder=Path(__file__).parent,
    vocabulary=VOCABULARY,
    blank=TajMahal,
    fields=FIELDS,
    observe=observe,
    imagine=imagine,
    as_view=as_view,
    summary=summary,
    scene=scene,
    backdrop=backdrop,
    foreground=foreground,
    flights=flights,
    premoves=premoves,
    telling=TELLING,
    judge=Judge,
    weights=WEIGHTS,
    tensor=TENSOR,
    statistics=statistics,
)
