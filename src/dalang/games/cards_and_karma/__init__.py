"""Rajas of the Ganges: Cards & Karma, by Inka & Markus Brand (2024)."""

from pathlib import Path

from dalang.engine.spec import Facts, GameSpec, Option
from dalang.games.cards_and_karma.actions import ACTIONS
from dalang.games.cards_and_karma.bot import WEIGHTS, Judge
from dalang.games.cards_and_karma.components import EDITION, KEY, N_CARDS, PLAYERS
from dalang.games.cards_and_karma.drawing import flights, scene
from dalang.games.cards_and_karma.drawing.telling import TELLING
from dalang.games.cards_and_karma.observe import as_view, imagine, observe, summary
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.rules.ending import ENDS
from dalang.games.cards_and_karma.state import FIELDS
from dalang.games.cards_and_karma.statistics import statistics
from dalang.games.cards_and_karma.tensor import TENSOR
from dalang.games.cards_and_karma.words import VOCABULARY

GAME = GameSpec(
    key=KEY,
    title="Rajas of the Ganges: Cards & Karma",
    designer="Inka & Markus Brand",
    year=2024,
    facts=Facts(minutes=20, table_minutes=(45, 60), weight=3),
    prefix="CK",
    edition=EDITION,
    players=PLAYERS,
    usual_players=2,
    ends=ENDS,
    marks=("round_begins", "turned_all"),
    actions=ACTIONS,
    outcome_count=int(N_CARDS),
    folder=Path(__file__).parent,
    vocabulary=VOCABULARY,
    blank=CardsAndKarma,
    fields=FIELDS,
    observe=observe,
    imagine=imagine,
    as_view=as_view,
    summary=summary,
    scene=scene,
    flights=flights,
    telling=TELLING,
    judge=Judge,
    weights=WEIGHTS,
    tensor=TENSOR,
    statistics=statistics,
    options=(Option("rewards", ("hidden", "open"), "CK 7.3"),),
)
