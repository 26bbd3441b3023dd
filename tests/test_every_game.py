"""The conformance suite over every registered game.  Never edited when a game is added."""

from __future__ import annotations

import pytest

from dalang.engine.conformance import CHECKS, FOLDER_CHECKS, Check, FolderCheck
from dalang.engine.conformance.course import check_undo_tells_nothing
from dalang.engine.conformance.views import check_asking_tells_nothing, check_imagine_frequencies
from dalang.engine.spec import GameSpec
from dalang.registry import all_games

# The usual table from one seed before every commit; in `make test` from two, the others from one.
TABLES = [
    pytest.param(
        game,
        players,
        seed,
        id=f"{game.key}-{players}-{seed}",
        marks=[] if (players, seed) == (game.usual_players, 1) else [pytest.mark.slow],
    )
    for game in all_games().values()
    for players in game.players
    for seed in (1, 2)
    if seed == 1 or players == game.usual_players
]


# They deal what is hidden hundreds of times, and wait for `make test`.
OF_MANY_DEALS = (check_asking_tells_nothing, check_imagine_frequencies, check_undo_tells_nothing)
CONTRACT = [
    pytest.param(
        check, id=check.__name__, marks=[pytest.mark.slow] if check in OF_MANY_DEALS else []
    )
    for check in CHECKS
]


@pytest.mark.parametrize("check", CONTRACT)
@pytest.mark.parametrize(("game", "players", "seed"), TABLES)
def test_game_keeps_the_contract(game: GameSpec, players: int, seed: int, check: Check) -> None:
    check(game, players, seed)


@pytest.mark.parametrize("check", FOLDER_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_game_folder_is_complete(game: GameSpec, check: FolderCheck) -> None:
    check(game)
