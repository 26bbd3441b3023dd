"""The ladder: which matches it is made of, and its table."""

import json
from pathlib import Path

import pytest

from dalang.arena.book import header
from dalang.arena.game import Result
from dalang.arena.ladder import BEGIN, END, Rung, markdown, put_into, reports, rungs
from dalang.cli import main
from dalang.registry import all_games, game

LEVELS = ("random", "novice", "club", "expert:300")
Captured = pytest.CaptureFixture[str]


def climbed(folder: Path, rung: Rung, wins: int) -> None:
    """A file of results in which the upper bot won this many deals from every seat."""
    lines = [json.dumps(header(rung.match))]
    for job in rung.match.jobs(rung.deals):
        won = job.deal < wins
        places = tuple(int(won) + 1 - won * bot if won else 1 + bot for bot in job.seating)
        numbers = (1,) * rung.players
        result = Result(
            job.deal, job.number, job.seating, numbers, places, numbers, numbers, 9, "x"
        )
        lines.append(json.dumps(result.as_json()))
    (folder / rung.file).write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_every_level_meets_the_one_below_at_every_table() -> None:
    every = rungs([], LEVELS, 400, 120)
    tables = {(spec.key, players) for spec in all_games().values() for players in spec.players}
    for lower, upper in (("random", "novice"), ("novice", "club"), ("club", "expert:300")):
        found = [rung for rung in every if (rung.lower, rung.upper) == (lower, upper)]
        assert {(rung.key, rung.players) for rung in found} == tables
    for rung in every:
        usual = rung.players == game(rung.key).usual_players
        assert rung.deals * rung.players >= (400 if usual else 120)
        assert rung.deals * rung.players < (400 if usual else 120) + rung.players
    assert len({rung.file for rung in every}) == len(every)


def test_the_table_says_which_rungs_hold(tmp_path: Path) -> None:
    every = rungs(["web_of_power"], LEVELS, 40, 12)
    good, bad = every[0], every[1]
    climbed(tmp_path, good, good.deals)
    climbed(tmp_path, bad, 0)
    table = markdown(reports(every, tmp_path))
    lines = [line for line in table.splitlines() if "novice / random" in line]
    assert len(lines) == 2
    assert [line.endswith("| yes |") for line in lines].count(True) == 1
    assert [line.endswith("| **no** |") for line in lines].count(True) == 1


def test_a_lead_that_may_be_luck_does_not_hold(tmp_path: Path) -> None:
    rung = Rung("web_of_power", 4, "random", "novice", 12)
    climbed(tmp_path, rung, 1)
    (_, report), *_ = reports([rung], tmp_path)
    upper = report.standings[-1]
    assert upper.ratio == pytest.approx(4 / 3)
    assert "**no**" in markdown([(rung, report)])


def test_the_table_goes_into_its_place_on_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"above\n{BEGIN}\nold\n{END}\nbelow\n", encoding="utf-8")
    put_into(page, "| new |")
    put_into(page, "| newer |")
    assert page.read_text("utf-8") == f"above\n{BEGIN}\n| newer |\n{END}\nbelow\n"


@pytest.mark.slow
def test_ladder_reports_without_playing(tmp_path: Path, capsys: Captured) -> None:
    for rung in rungs(["cards_and_karma"], LEVELS, 400, 120):
        climbed(tmp_path, rung, rung.deals)
    picture = tmp_path / "ladder.png"
    command = ["ladder", "cards_and_karma", "--results", str(tmp_path), "--report"]
    assert main([*command, "--plot", str(picture)]) == 0
    assert capsys.readouterr().out.count("| yes |") == 3 * len(game("cards_and_karma").players)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert main([*command, "--usual-games", "2000"]) == 1
    assert "Not everything has been played" in capsys.readouterr().err


@pytest.mark.slow
def test_ladder_plays_until_its_time_is_over_and_goes_on(tmp_path: Path, capsys: Captured) -> None:
    command = ["ladder", "web_of_power", "--only", "novice", "--results", str(tmp_path)]
    command += ["--usual-games", "1", "--other-games", "1", "--workers", "1"]
    assert main([*command, "--minutes", "0"]) == 1
    assert list(tmp_path.iterdir()) == []
    assert main(command) in (0, 1)
    assert len(list(tmp_path.iterdir())) == len(game("web_of_power").players)
    assert "times the fair share" in capsys.readouterr().err
    path = tmp_path / "web_of_power-3-random-novice.jsonl"
    path.write_text(path.read_text("utf-8").replace('"code": "', '"code": "X'), encoding="utf-8")
    assert main(command) == 2
    assert "played by other bots" in capsys.readouterr().err
    assert main([*command, "--fresh"]) in (0, 1)
    assert "Starting afresh" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["chess"], "There is no game 'chess'"),
        (["--bots", "club"], "at least two bots"),
        (["--only", "random"], "random is on no rung"),
        (["bali", "--bots", "random,no.py:Bot"], "There is no file no.py"),
        (["--usual-games", "0"], "At least one game"),
        (["--report", "--write", "README.md"], "has no place for the table"),
    ],
)
def test_bad_input_is_told_in_one_line(
    tmp_path: Path, more: list[str], words: str, capsys: Captured
) -> None:
    assert main(["ladder", "--results", str(tmp_path), *more]) == 2
    assert words in capsys.readouterr().err
