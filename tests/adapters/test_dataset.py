"""Data sets: the rows are the games, nothing hidden is in them, and what stopped goes on."""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dalang
from dalang.adapters.dataset import Dataset, load, make, read_manifest, verify
from dalang.adapters.recording import Arrays, BadDataset, Recipe, play
from dalang.adapters.tensors import Layout
from dalang.arena.chance import seed_of
from dalang.arena.workers import ThisProcess
from dalang.cli import main
from dalang.engine.api import OVER

Captured = pytest.CaptureFixture[str]

RECIPE = Recipe.of("web_of_power", 3, "random,random")


def nobody(done: int, total: int) -> None:
    """Does not watch."""


def made(folder: Path, games: int, shard: int = 2, kind: str = "parquet") -> Dataset:
    dataset = Dataset.open(folder, RECIPE, shard, kind)
    make(dataset, games, ThisProcess(), nobody)
    return dataset


def command(folder: Path, *more: str) -> list[str]:
    return [
        "dataset", "web_of_power", "--players", "3", "--bots", "random,random", "--games", "3",
        "--shard-games", "2", "--workers", "1", "--folder", str(folder), *more,
    ]  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Arrays:
    return play(RECIPE, 1)


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """A set of three games in two files, which no test changes."""
    return made(tmp_path_factory.mktemp("data") / "three", 3)


# --- the rows ----------------------------------------------------------------------------------


def test_rows_lead_through_the_game_and_hold_what_the_seat_knew(game: Arrays) -> None:
    """Played again by its actions, the game gives every row, from the view alone."""
    spec, layout = dalang.game("web_of_power"), Layout("web_of_power", 3)
    position = spec.start(3)
    chance = dalang.Rng(seed_of("data", 1, 1))
    row = step = 0
    while (seat := int(position.actor())) != OVER:
        if seat < 0:
            position.apply(dalang.random_step(position, chance))
        elif len(legal := list(position.legal_actions())) == 1:
            position.apply(legal[0])
        else:
            view = spec.observe(position, seat)
            assert (game["step"][row], game["seat"][row], game["bot"][row]) == (
                step,
                seat,
                (seat + 1) % 2,
            )
            assert np.array_equal(game["observation"][row], layout.observation(view))
            assert np.flatnonzero(game["action_mask"][row]).tolist() == legal
            position.play(int(game["action"][row]))
            row += 1
        step += 1
    assert row == len(game["game"])
    for name, ending in (("score", position.scores()), ("place", position.ranking())):
        assert game[name].tolist() == [ending[seat] for seat in game["seat"]]
    assert {spec.ends[number] for number in game["ended_by"]} == {position.ended_by()}


def test_other_hidden_hands_change_no_row() -> None:
    """What another seat alone knows is dealt again: the row stays the same."""
    spec, layout = dalang.game("web_of_power"), Layout("web_of_power", 3)
    position, rng = spec.start(3), dalang.Rng(3)
    for _ in range(60):
        position.apply(dalang.random_step(position, rng))
    view = spec.observe(position, 0)
    others = [spec.imagine(view, dalang.Rng(seed)) for seed in range(8)]
    assert len({other.to_text() for other in others}) > 1
    for other in others:
        assert np.array_equal(layout.known(other, 0), layout.observation(view))


def test_bots_move_by_a_seat_with_every_game() -> None:
    recipe = Recipe.of("web_of_power", 3, "random,novice,club")
    assert [recipe.seating(number) for number in range(3)] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


# --- files -------------------------------------------------------------------------------------


def test_files_are_read_by_others_in_a_line(three: Dataset) -> None:
    parquet: Any = import_module("pyarrow.parquet")
    table = parquet.read_table(three.folder)  # as pandas and polars read it
    columns = load(three.folder)
    assert table.num_rows == len(columns["game"]) == three.summary()["rows"]
    assert set(table["bot"].to_pylist()) == {"random", "random #2"}
    assert columns["observation"].shape == (table.num_rows, RECIPE.layout.size)
    assert columns["observation"].dtype == np.float32
    assert table["observation"][0].as_py() == columns["observation"][0].tolist()
    assert sorted(set(columns["game"].tolist())) == [0, 1, 2]


def test_the_checksum_depends_on_the_games_alone(three: Dataset, tmp_path: Path) -> None:
    other = made(tmp_path / "arrow", 3, shard=1, kind="arrow")
    assert len(other.shards) == 3
    assert verify(three.folder) == verify(other.folder) == other.summary()["checksum"]
    assert made(tmp_path / "fewer", 2).summary()["checksum"] != other.summary()["checksum"]


def test_equal_recipes_give_equal_files(three: Dataset, tmp_path: Path) -> None:
    again = made(tmp_path / "again", 3)
    for shard in three.in_order():
        assert (again.folder / shard.name).read_bytes() == (three.folder / shard.name).read_bytes()


def test_what_was_interrupted_goes_on(three: Dataset, tmp_path: Path) -> None:
    folder = tmp_path / "set"

    class Interrupted(ThisProcess):
        """Ends after the first shard."""

        def do(self, work: Any, tasks: Any) -> Any:
            yield work(next(iter(tasks)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(Dataset.open(folder, RECIPE, 2, "parquet"), 3, Interrupted(), nobody)
    seen: list[tuple[int, int]] = []
    rest = Dataset.open(folder, RECIPE, 2, "parquet")
    assert [task.first for task in rest.tasks(3)] == [2]
    make(rest, 3, ThisProcess(), lambda done, total: seen.append((done, total)))
    assert seen == [(2, 3), (3, 3)]
    assert verify(folder) == three.summary()["checksum"]


def test_more_games_complete_the_last_file_and_damage_is_made_good(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    made(folder, 3)
    grown = made(folder, 4)
    names = [shard.name for shard in grown.in_order()]
    assert sorted(path.name for path in folder.glob("*.parquet")) == names
    whole = verify(folder)
    (folder / names[0]).write_bytes(b"torn")
    assert [task.first for task in Dataset.open(folder, RECIPE, 2, "parquet").tasks(4)] == [0]
    made(folder, 4)
    assert verify(folder) == whole


# --- what is wrong -----------------------------------------------------------------------------


def test_another_set_in_the_folder_is_not_touched(three: Dataset) -> None:
    with pytest.raises(BadDataset, match="its seed is 1, not 2"):
        Dataset.open(three.folder, Recipe.of("web_of_power", 3, "random,random", 2), 2, "arrow")


@pytest.mark.parametrize("content", ["nonsense", "{}", '{"dalang_dataset": 1, "shards": 3}'])
def test_a_damaged_manifest_is_told(content: str, tmp_path: Path) -> None:
    (tmp_path / "_dataset.json").write_text(content)
    with pytest.raises(BadDataset, match="is damaged"):
        read_manifest(tmp_path)


def test_rows_that_were_changed_are_found_out(three: Dataset, tmp_path: Path) -> None:
    manifest = read_manifest(three.folder) | {"checksum": "0"}
    for shard in three.in_order():
        (tmp_path / shard.name).write_bytes((three.folder / shard.name).read_bytes())
    (tmp_path / "_dataset.json").write_text(json.dumps(manifest))
    with pytest.raises(BadDataset, match="are not those"):
        verify(tmp_path)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--games", "0"], "At least one game has to be played, not 0."),
        (["--shard-games", "0"], "A file holds at least one game, not 0."),
        (["--bots", ","], "name at least one bot"),
        (["--bots", "grandmaster"], "There is no bot 'grandmaster'"),
        (["--players", "9"], "not for 9"),
        (["--workers", "0"], "At least one worker has to play, not 0."),
    ],
)
def test_bad_input_is_told_in_a_line(
    more: list[str], told: str, tmp_path: Path, capsys: Captured
) -> None:
    assert main(command(tmp_path / "set", *more)) == 2
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    assert main(command(tmp_path)) == 2
    assert "holds something else" in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert main(command(tmp_path / "file")) == 2
    assert "cannot be used" in capsys.readouterr().err


def test_without_pyarrow_it_is_said_how_to_get_it(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "dalang.adapters.dataset")
    assert main(command(tmp_path / "set")) == 2
    assert "pip install 'dalang[data]'" in capsys.readouterr().err


# --- the command -------------------------------------------------------------------------------


def test_the_command_tells_what_it_made(three: Dataset, tmp_path: Path, capsys: Captured) -> None:
    assert main(command(tmp_path / "set", "--json")) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["checksum"] == three.summary()["checksum"]
    assert (told["games"], len(told["files"]), told["bots"]) == (3, 2, ["random", "random #2"])
    assert main(command(tmp_path / "set", "--language", "de")) == 0  # nothing is left to do
    assert "liegen 3 Partien" in capsys.readouterr().out


@pytest.mark.slow
def test_several_processes_make_the_same(three: Dataset, tmp_path: Path, capsys: Captured) -> None:
    assert main(command(tmp_path / "set", "--workers", "2", "--json")) == 0
    assert json.loads(capsys.readouterr().out)["checksum"] == three.summary()["checksum"]


@pytest.mark.slow
def test_the_published_set_can_be_made_again(tmp_path: Path, capsys: Captured) -> None:
    """The command and the checksum are those of docs/research.md."""
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    found = re.search(r"\ndalang (dataset .*--games 20 .*)\n.*\n.*: ([0-9a-f]{64})\n", page)
    assert found is not None
    assert main([*found[1].split(), "--folder", str(tmp_path / "set"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["checksum"] == found[2]
