"""Bots of one's own: one way to name them everywhere, and what is said when they fail."""

import io
import json
import re
import shlex
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from dalang.bots import Budget, UnknownBot, at_the_table, bot, naming
from dalang.bots.asking import rng_of
from dalang.bots.expert import ExpertBot
from dalang.cli import main
from dalang.engine.errors import NotationError
from dalang.engine.playout import random_step
from dalang.engine.replay import Replay, record
from dalang.engine.rng import Rng
from dalang.registry import game

Captured = pytest.CaptureFixture[str]
GAME = "web_of_power"

CODE = """
from dataclasses import dataclass

from dalang.bots.bot import Bot
from dalang.bots.expert import ExpertBot
from own_helper import LAST


@dataclass
class Memory:
    choices: int = 0


class Last(Bot):
    def __init__(self, spec):
        super().__init__(spec)
        self.memory = Memory()

    def choose(self, view, rng):
        self.memory.choices += 1
        return int(view.legal_actions()[LAST])


class Searcher(ExpertBot):
    pass


class Moody(Bot):
    def choose(self, view, rng):
        mood = int(rng.below(1000))
        if mood > 800:
            raise RuntimeError(f"mood {mood}")
        return int(view.legal_actions()[0])


class Cheat(Bot):
    def choose(self, view, rng):
        before = [int(action) for action in view.legal_actions()]
        while not set(view.known.legal_actions()) - set(before):
            view.known.apply(view.known.legal_actions()[0])
        return min(set(view.known.legal_actions()) - set(before))
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with bots, and another one that it imports."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])  # taken away afterwards
    (tmp_path / "own_helper.py").write_text("LAST = -1\n", "utf-8")
    file = tmp_path / "own.py"
    file.write_text(CODE, "utf-8")
    return file


def test_a_bot_in_a_file_or_a_module(own: Path) -> None:
    assert type(bot(f"{own}:Last", GAME)).__name__ == "Last"
    assert type(bot("dalang.bots.greedy:ClubBot", GAME)).__name__ == "ClubBot"
    searcher = bot(f"{own}:Searcher:40", GAME)
    assert isinstance(searcher, ExpertBot)
    assert searcher.budget == Budget(simulations=40)
    assert at_the_table(f"{own}:Last", GAME).milliseconds > 0


def test_a_bot_that_a_package_offers(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = EntryPoints(
        [
            EntryPoint("careful", "own:Last", naming.GROUP),
            EntryPoint("club", "own:Last", naming.GROUP),  # no package can replace a level
        ]
    )

    def found(group: str) -> EntryPoints:
        return points.select(group=group)

    monkeypatch.setattr(naming, "entry_points", found)
    assert type(bot("careful", GAME)).__name__ == "Last"
    assert type(bot("club", GAME)).__name__ == "ClubBot"
    with pytest.raises(
        UnknownBot, match="There are: random, novice, club, expert, master, careful;"
    ):
        bot("careless", GAME)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("1 +", "cannot be loaded: SyntaxError"),
        ("import no_such_thing", "needs a module that is not there"),
        ("raise KeyError('x')", "cannot be loaded: KeyError"),
        ("Bot = 5", "has no bot 'Bot': a subclass"),
    ],
)
def test_a_file_that_is_no_bot_is_told_in_words(tmp_path: Path, code: str, words: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(code, "utf-8")
    with pytest.raises(UnknownBot, match=words):
        bot(f"{file}:Bot", GAME)


def a_replay(tmp_path: Path) -> Path:
    rng = Rng(1)
    session = record(game(GAME), 3, lambda position: int(random_step(position, rng)), {})
    path = tmp_path / "game.replay"
    path.write_text(Replay.of(session).text(), "utf-8")
    return path


def test_hint_and_analyse_ask_it(own: Path, tmp_path: Path, capsys: Captured) -> None:
    path = str(a_replay(tmp_path))
    assert main(["hint", path, "--line", "40", "--bot", f"{own}:Last", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["bot"] == f"{own}:Last"
    assert main(["hint", path, "--line", "40", "--bot", f"{own}:Last"]) == 0
    assert capsys.readouterr().out == f"{told['text']}  ({told['words']})\n"
    assert main(["analyse", path, "--bot", f"{own}:Last", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    same = [each for each in report["opinions"] if each["played"] == each["preferred"]]
    assert 0 < report["agreed"] == len(same) < report["decisions"] == len(report["opinions"])
    assert main(["analyse", path, "--bot", f"{own}:Last"]) == 0
    assert f"the same at {report['agreed']} of {report['decisions']}" in capsys.readouterr().out


def test_it_plays_in_the_terminal(
    own: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 3))
    command = ["play", GAME, "--players", "3", "--seed", "1", "--bots"]
    assert main([*command, f"{own}:Last,random"]) == 0
    assert main([*command, "random,random,random"]) == 2
    assert "One bot for all other seats, or 2 of them; not 3." in capsys.readouterr().err


def test_a_failure_names_bot_game_and_deal_and_can_be_seen_again(
    own: Path, tmp_path: Path, capsys: Captured
) -> None:
    command = ["arena", GAME, "--players", "3", "--bots", f"random,{own}:Moody", "--workers", "1"]
    assert main([*command, "--results", str(tmp_path / "games.jsonl")]) == 2
    error = capsys.readouterr().err
    assert "Traceback" in error  # the author wants to see the line
    found = re.search(r"Moody failed in (\w+) with 3 players, (.*), seat \d: (.*)", error)
    assert found is not None
    assert found[1] == GAME
    assert re.fullmatch(r"deal \d+ of seed 1, game \d", found[2])
    again = shlex.split(error.strip().partition("to ask it again: dalang ")[2])
    assert main(again) == 2
    assert f": {found[3]}\n" in capsys.readouterr().err  # the same number


def test_what_is_legal_is_not_the_bots_to_say(own: Path, tmp_path: Path, capsys: Captured) -> None:
    path = str(a_replay(tmp_path))
    assert main(["hint", path, "--line", "40", "--bot", f"{own}:Cheat"]) == 2
    error = capsys.readouterr().err
    assert re.search(r"Cheat failed in .*: it chose \d+, which is not legal\.", error)
    assert error.startswith("dalang: ")  # an illegal choice has no traceback


def test_a_bot_that_is_none_is_not_the_fault_of_the_file(tmp_path: Path, capsys: Captured) -> None:
    assert main(["hint", str(a_replay(tmp_path)), "--line", "40", "--bot", "nosuch"]) == 2
    assert capsys.readouterr().err.startswith("dalang: There is no bot 'nosuch'.")


def test_a_module_that_is_missing_is_told_from_one_that_is_missed(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lost_bots.py").write_text("import lost", "utf-8")
    for source in ("lost_bots.py", "lost_bots"):
        with pytest.raises(UnknownBot, match=f"{source} needs a module that is not there"):
            bot(f"{source}:Bot", GAME)
    for source in ("nowhere", "nowhere.bots"):
        with pytest.raises(UnknownBot, match=f"There is no module '{source}'"):
            bot(f"{source}:Bot", GAME)


def test_luck_that_is_none_is_refused() -> None:
    for luck in ("", "12", "x" * 32):
        with pytest.raises(NotationError, match="32 hexadecimal digits"):
            rng_of(luck)
