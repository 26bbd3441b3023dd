"""Web of Power (Kardinal & König), by Michael Schacht (2000)."""

from pathlib import Path

from dalang.engine.spec import Facts, GameSpec
from dalang.games.web_of_power.actions import ACTIONS
from dalang.games.web_of_power.bot import WEIGHTS, Judge
from dalang.games.web_of_power.components import EDITION, KEY, N_CARDS, PLAYERS
from dalang.games.web_of_power.drawing import flights, recall, scene
from dalang.games.web_of_power.drawing.telling import TELLING
from dalang.games.web_of_power.observe import as_view, imagine, observe, summary
from dalang.games.web_of_power.position import WebOfPower
from dalang.games.web_of_power.state import ENDS, FIELDS
from dalang.games.web_of_power.statistics import statistics
from dalang.games.web_of_power.tensor import TENSOR
from dalang.games.web_of_power.words import VOCABULARY

GAME = GameSpec(
    key=KEY,
    title="Web of Power",
    designer="Michael Schacht",
    year=2000,
    facts=Facts(minutes=15, table_minutes=(60, 60), weight=2),
    prefix="WP",
    edition=EDITION,
    players=PLAYERS,
    usual_players=4,
    ends=ENDS,
    marks=("first_scoring", "pile_out_again", "second_scoring"),
    actions=ACTIONS,
    outcome_count=max(int(N_CARDS), *PLAYERS),
    folder=Path(__file__).parent,
    vocabulary=VOCABULARY,
    blank=WebOfPower,
    fields=FIELDS,
    observe=observe,
    imagine=imagine,
    as_view=as_view,
    summary=summary,
    scene=scene,
    flights=flights,
    telling=TELLING,
    recall=recall,
    judge=Judge,
    weights=WEIGHTS,
    tensor=TENSOR,
    statistics=statistics,
)
