"""A bot knows what its seat knows: with other hidden cards, it decides the same."""

import pytest

from dalang.bots import LEVELS, Bot, BotName, Budget
from dalang.bots.naming import STRENGTH_NAMES
from dalang.bots.styles import STYLES
from dalang.engine.api import CHANCE, OVER, Position
from dalang.engine.playout import play_out, random_step
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import all_games

STEPS_BETWEEN = 90
MOST_POSITIONS = 3
QUICK = ("random", "novice", "strength:1")
BOTS = [
    *LEVELS,
    *STRENGTH_NAMES,
    *(f"{bot}+{style}" for bot in ("club", "expert", STRENGTH_NAMES[7]) for style in STYLES),
]
TABLES = [
    pytest.param(
        spec,
        players,
        level,
        id=f"{spec.key}-{players}-{level}",
        marks=[] if players == spec.usual_players and level in QUICK else [pytest.mark.slow],
    )
    for spec in all_games().values()
    for players in spec.players
    for level in BOTS
]


def new_bot(name: str, spec: GameSpec) -> Bot:
    """With little time for those who search."""
    plain = name.partition("+")[0]
    searches = plain not in LEVELS or LEVELS[plain].searches
    few = Budget(simulations=6, milliseconds=0)
    return (
        BotName(name).make_for_people(spec.key, few) if searches else BotName(name).make(spec.key)
    )


def decisions(spec: GameSpec, players: int, rng: Rng) -> list[Position]:
    """Positions of a random game in which somebody has a real choice, some way apart."""
    found: list[Position] = []
    position, waited = spec.start(players), 0
    steps = min(STEPS_BETWEEN, int(play_out(spec.start(players), Rng(1))) // 2)
    while position.actor() != OVER and len(found) < MOST_POSITIONS:
        if waited >= steps and len(position.legal_actions()) > 1:
            found.append(position.clone())
            waited = 0
        position.apply(random_step(position, rng))
        waited += 1
    return found


@pytest.mark.parametrize(("spec", "players", "level"), TABLES)
def test_hidden_cards_change_nothing(spec: GameSpec, players: int, level: str) -> None:
    rng = Rng(players)
    redealt = 0
    for number, position in enumerate(decisions(spec, players, rng)):
        seat = int(position.actor())
        view = spec.observe(position, seat)
        other = spec.imagine(view, rng)
        redealt += other.to_text() != position.to_text()
        choice = new_bot(level, spec).choose(view, Rng(number))
        assert choice in view.legal_actions()
        assert new_bot(level, spec).choose(spec.observe(other, seat), Rng(number)) == choice
    assert redealt, "nothing was hidden in any of these positions"


@pytest.mark.slow
@pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.key)
def test_a_bot_leaves_its_view_as_it_was(spec: GameSpec) -> None:
    rng = Rng(3)
    position = decisions(spec, spec.usual_players, rng)[0]
    view = spec.observe(position, int(position.actor()))
    before = view.to_text()
    for level in BOTS:
        new_bot(level, spec).choose(view, rng)
        assert view.to_text() == before, level


def test_chance_is_never_a_seat() -> None:
    """What the other tests rely on."""
    assert all(spec.start(spec.players[0]).actor() == CHANCE for spec in all_games().values())
