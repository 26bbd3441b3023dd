"""One folder is one game: a fifth is found by everything, with no line changed elsewhere.

How it looks in a browser: tests/browser/test_fifth_game.py.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.fifth_game.adding import KEY, add, dalang, run

pytestmark = pytest.mark.slow
HERE = Path(__file__).parent
# Tests and replays are what a game of ours owes besides: see check_rulebook and check_replays.
CONFORMANCE = f"""
from dalang.engine.conformance import CHECKS, FOLDER_CHECKS
from dalang.registry import game
spec = game({KEY!r})
for check in CHECKS:
    for players in spec.players:
        check(spec, players, 1)
for check in FOLDER_CHECKS:
    if check.__name__ not in ("check_rulebook", "check_replays"):
        check(spec)
print("keeps the contract")
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return add(tmp_path)


def test_the_registry_finds_it(environment: dict[str, str]) -> None:
    listed = dalang(environment, "games")
    assert re.search(rf"^{KEY} +Lanterns +2, 3, 4 +LA-1", listed, re.MULTILINE)
    assert KEY not in dalang({**environment, "DALANG_GAMES": ""}, "games")


def test_it_keeps_the_contract(environment: dict[str, str]) -> None:
    assert run(environment, "-c", CONFORMANCE) == "keeps the contract\n"


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_played_in_the_terminal(environment: dict[str, str], language: str) -> None:
    """To its end, against bots with and without a search; German has no words for it yet."""
    options = ("--seed", "3", "--name", "Ada", "--language", language)
    for level in ("club", "expert:20"):
        said = dalang(environment, "play", KEY, *options, "--bots", level, given="1\n" * 4)
        assert "Ada hangs up" in said
        assert len(re.findall(r"^(?:Place|Platz) \d", said, re.MULTILINE)) == 3


def test_what_is_not_allowed_is_explained(environment: dict[str, str]) -> None:
    every = "".join(f"hang {colour}\n" for colour in ("blue", "green", "red", "yellow", "white"))
    said = dalang(environment, "play", KEY, "--seed", "3", given=f"{every}rule 2.2\nquit\n")
    assert "You have no lantern" in said
    assert "(LA 2.1)" in said


def test_bots_play_it_in_the_arena(environment: dict[str, str]) -> None:
    said = dalang(environment, "arena", KEY, "--bots", "random,club", "--deals", "2")
    assert "Lanterns, 3 players: 6 games on 2 deals" in said


def test_there_is_nothing_to_tune(environment: dict[str, str]) -> None:
    """A game without a judge of its own has no weights; the command says so in one line."""
    code = f"from dalang.cli import main; print(main(['tune', {KEY!r}]))"
    assert run(environment, "-c", code) == "2\n"


def test_others_learn_it_by_their_interfaces(environment: dict[str, str]) -> None:
    said = run(environment, HERE / "fifth_game" / "research.py").splitlines()
    assert [line for line in said if line in ("Gymnasium", "PettingZoo", "OpenSpiel")] == [
        "Gymnasium",
        "PettingZoo",
        "OpenSpiel",
    ]
    assert any(line.startswith("ansi Seat 0: 0 points.") for line in said)
    assert any(
        line.startswith("svg <svg") and "<li>Seat 0: 0 points.</li>" in line for line in said
    )
    assert said[-1] == "phase turn points held hand hung discard pile"
