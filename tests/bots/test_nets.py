"""Nets: what they compute, which files are refused, and the bots that ask them."""

from __future__ import annotations

import copy
import itertools
import json
import math
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dalang.bots import BotName, Budget, UnknownBot, bot
from dalang.bots.master import MasterBot
from dalang.bots.net import INPUT_UNIT, MOST_INPUT, UNIT, Layers, Net, NetJudge
from dalang.bots.net_file import (
    TrainedNets,
    check_sums,
    layers_of,
    net_judge,
    path_of,
    read_nets,
    sheet_of,
    write_nets,
)
from dalang.bots.search import Habits, Search
from dalang.engine.api import OVER, Position
from dalang.engine.errors import BadWeights
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.tensors import Sheet
from dalang.registry import all_games, game

SPEC = game("web_of_power")
FIRST, SECOND = 6, 4


def some_numbers(count: int, most: int, rng: Rng) -> list[int]:
    return [int(rng.below(2 * most + 1)) - most for _ in range(count)]


def some_nets(spec: GameSpec, seed: int = 1) -> TrainedNets:
    """Nets that say anything."""
    rng = Rng(seed)
    shapes: dict[int, tuple[int, ...]] = {}
    numbers: dict[int, list[int]] = {}
    for players in spec.players:
        inputs = len(sheet_of(spec, players).values)
        shapes[players] = inputs, FIRST, SECOND, players
        numbers[players] = [
            *some_numbers(inputs * FIRST, 300, rng),
            *some_numbers(FIRST + (FIRST + 1) * SECOND + (SECOND + 1) * players, 1500, rng),
        ]
    weights = tuple(spec.new_judge().weights)
    return TrainedNets(weights, weights, 1, False, shapes, numbers, "a test")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some.net"
    write_nets(path, SPEC, some_nets(SPEC))
    return path


def positions(spec: GameSpec, players: int, seed: int = 1) -> list[Position]:
    """Some decisions of a random game."""
    found: list[Position] = []
    rng, position = Rng(seed), spec.start(players)
    while position.actor() != OVER:
        if position.actor() >= 0 and rng.below(12) == 0:
            found.append(position.clone())
        position.apply(random_step(position, rng))
    return found


def reference(shape: tuple[int, ...], numbers: list[int], row: list[int]) -> list[int]:
    """The net as the textbook has it, with whole numbers of any size."""
    values, shift, at = [min(max(value, 0), int(MOST_INPUT)) for value in row], 6, 0
    for inputs, outputs in itertools.pairwise(shape):
        weights = numbers[at : at + inputs * outputs]
        biases = numbers[at + inputs * outputs : at + (inputs + 1) * outputs]
        at += (inputs + 1) * outputs
        sums = [
            (biases[n] << shift) + sum(values[i] * weights[i * outputs + n] for i in range(inputs))
            for n in range(outputs)
        ]
        if at == len(numbers):
            return sums
        values = [min(max(total >> shift, 0), 16 * UNIT) for total in sums]
        shift = 10
    raise AssertionError


@pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.key)
def test_a_net_computes_what_it_should(spec: GameSpec) -> None:
    nets = some_nets(spec, 3)
    assert spec.rows is not None
    for players in spec.players:
        shape, numbers = tuple(nets.shapes[players]), list(nets.numbers[players])
        net = Net(Layers(list(shape), numbers), sheet_of(spec, players), spec.rows.write)
        for position in positions(spec, players)[:6]:
            side = int(position.actor())
            sheet = sheet_of(spec, players)
            spec.rows.write(sheet, position, side)
            expected = reference(shape, numbers, [int(value) for value in sheet.values])
            net.look(position)
            turned = [net.outputs[(side + n) % players] for n in range(players)]
            assert turned == expected


def test_whole_numbers_say_the_same_as_the_row_of_floats() -> None:
    assert SPEC.rows is not None
    for position in positions(SPEC, 4)[:5]:
        whole, real = sheet_of(SPEC, 4), sheet_of(SPEC, 4, 0)
        SPEC.rows.write(whole, position, 2)
        SPEC.rows.write(real, position, 2)
        for unit, number in zip(whole.values, real.read(), strict=True):
            assert abs(unit / INPUT_UNIT - number) <= 0.5 / INPUT_UNIT + 1e-6


def test_extreme_weights_do_not_disturb_their_neighbours() -> None:
    """Two sums share a number: the largest that a file may have still stay apart."""
    assert SPEC.rows is not None
    inputs = len(sheet_of(SPEC, 3).values)
    most = 8191
    shape = [inputs, 2, 1, 3]
    tail = [0, 0, UNIT, UNIT, 0, UNIT, 0, -UNIT, 0, 0, 0]
    for low, high in ((most, -most), (-most, most), (most, most), (-most, -most)):
        numbers = [low, high] * inputs + tail
        check_sums("here", shape, numbers)
        net = Net(Layers(shape, numbers), sheet_of(SPEC, 3), SPEC.rows.write)
        position = positions(SPEC, 3)[0]
        sheet = sheet_of(SPEC, 3)
        SPEC.rows.write(sheet, position, int(position.actor()))
        net.look(position)
        expected = reference(tuple(shape), numbers, [int(value) for value in sheet.values])
        side = int(position.actor())
        assert [net.outputs[(side + n) % 3] for n in range(3)] == expected


def test_a_file_gives_back_what_was_written(file: Path) -> None:
    nets, found = some_nets(SPEC), read_nets(file, SPEC)
    assert {n: list(each) for n, each in found.numbers.items()} == nets.numbers
    assert replace(found, numbers={}) == replace(nets, numbers={})


def changed(header: dict[str, object], **changes: object) -> bytes:
    return json.dumps({**header, **changes}).encode()


BROKEN: dict[str, tuple[Callable[[dict[str, object], bytes], bytes], str]] = {
    "another game": (lambda head, data: changed(head, game="chess") + b"\n" + data, "chess"),
    "edition": (lambda head, data: changed(head, edition="WP-0") + b"\n" + data, "edition"),
    "cut off": (lambda head, data: changed(head) + b"\n" + data[:-2], "cut off"),
    "longer": (lambda head, data: changed(head) + b"\n" + data + b"xx", "cut off or too long"),
    "damaged": (lambda head, data: changed(head) + b"\n" + b"\0\1" + data[2:], "checksum"),
    "no players": (lambda head, data: changed(head, nets={}) + b"\n" + data, "players"),
    "shape": (
        lambda head, data: changed(head, nets={"3": [9, 2, 1, 3], "4": [9], "5": [9]}) + b"\n",
        "shape",
    ),
    "NaN": (
        lambda head, data: changed(head, judge=[math.nan] * len(SPEC.weights)) + b"\n" + data,
        "not finite",
    ),
    "a word": (
        lambda head, data: changed(head, instinct=["a"] * len(SPEC.weights)) + b"\n" + data,
        "not a number",
    ),
    "too few": (lambda head, data: changed(head, judge=[1.0]) + b"\n" + data, "weights"),
    "horizon": (lambda head, data: changed(head, horizon=-2) + b"\n" + data, "horizon"),
    "anywhere": (lambda head, data: changed(head, anywhere=1) + b"\n" + data, "anywhere"),
    "no net": (lambda head, data: b"PNG\n" + data, "no file of nets"),
    "empty": (lambda head, data: b"", "no file of nets"),
    "no checksum": (
        lambda head, data: changed({k: v for k, v in head.items() if k != "sha256"}) + b"\n",
        "lacks 'sha256'",
    ),
    "huge": (lambda head, data: changed(head) + b"\n" + bytes(3_000_001), "larger"),
}


@pytest.mark.parametrize("way", BROKEN)
def test_a_file_that_does_not_fit_is_refused(file: Path, way: str) -> None:
    first, _, data = file.read_bytes().partition(b"\n")
    breaking, message = BROKEN[way]
    file.write_bytes(breaking(json.loads(first), data))
    with pytest.raises(BadWeights, match=message):
        net_judge(SPEC, file)


def test_weights_that_could_overflow_are_refused(file: Path) -> None:
    nets = some_nets(SPEC)
    inputs = nets.shapes[3][0]
    large = [32767] * (inputs * FIRST) + list(nets.numbers[3])[inputs * FIRST :]
    write_nets(file, SPEC, replace(nets, numbers={**nets.numbers, 3: large}))
    with pytest.raises(BadWeights, match="too large"):
        read_nets(file, SPEC)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="cannot be read"):
        net_judge(SPEC, tmp_path / "no.net")


def test_nothing_is_written_that_is_not_finite(tmp_path: Path) -> None:
    nets = replace(some_nets(SPEC), judge=(math.nan,) * len(SPEC.weights))
    with pytest.raises(ValueError, match="JSON"):
        write_nets(tmp_path / "bad.net", SPEC, nets)
    assert not list(tmp_path.iterdir())


def test_the_judge_is_corrected_by_the_net(file: Path) -> None:
    judge, plain = net_judge(SPEC, file), SPEC.new_judge()
    for position in positions(SPEC, 3)[:4]:
        values = judge.values(position)
        net = judge.nets[3]
        assert net is not None
        for seat in range(3):
            opinion = plain.value(position, seat) / plain.scale
            assert values[seat] == opinion + net.outputs[seat] / UNIT**2
            assert judge.value(position, seat) == values[seat]
        legal = position.legal_actions()
        assert list(judge.priors(position, legal)) == list(plain.priors(position, legal))
        assert judge.prior(position, legal[0]) == plain.prior(position, legal[0])


def test_a_net_is_asked_once_a_simulation_and_not_for_the_first_look() -> None:
    """A first look asks for every action of a turn: with a net it took most of the time."""
    nets = some_nets(SPEC)
    assert SPEC.rows is not None
    write, asked = SPEC.rows.write, 0

    def counted(sheet: Sheet, position: Position, side: int) -> None:
        nonlocal asked
        asked += 1
        write(sheet, position, side)

    net = Net(layers_of(nets)[3], sheet_of(SPEC, 3), counted)
    plain = SPEC.new_judge()
    judge = NetJudge(plain, plain, [None, None, None, net], 1, False)
    assert judge.at_a_glance() is plain
    assert plain.at_a_glance() is plain
    for position in positions(SPEC, 3)[:4]:
        view, asked = SPEC.observe(position, int(position.actor())), 0
        done = Search(SPEC.imagine, judge, 3, Habits(horizon=1)).think(view, 12, 0, Rng(1))
        assert 0 < asked <= done


def test_a_master_is_told_its_nets_by_name(file: Path) -> None:
    master = bot(f"master:7@{file}", SPEC.key)
    assert isinstance(master, MasterBot)
    assert master.budget == Budget(simulations=7)
    assert BotName.of(f"master@{file}", SPEC.key).sources() == [file]
    with pytest.raises(UnknownBot, match="Only a plain master"):
        bot(f"club@{file}", SPEC.key)
    with pytest.raises(BadWeights, match="cannot be read"):
        bot("master@nowhere.net", SPEC.key)


def test_a_copy_of_a_master_plays_the_same(file: Path) -> None:
    master = bot(f"master:6@{file}", SPEC.key)
    position = positions(SPEC, 3)[2]
    view = SPEC.observe(position, int(position.actor()))
    chosen = master.choose(view, Rng(5))
    for twin in (copy.deepcopy(master), pickle.loads(pickle.dumps(master))):
        assert twin.choose(view, Rng(5)) == chosen


@pytest.mark.slow
def test_a_table_without_a_net_is_played_as_by_an_expert(tmp_path: Path) -> None:
    path, nets = tmp_path / "three.net", some_nets(SPEC)
    only = replace(nets, shapes={3: nets.shapes[3]}, numbers={3: nets.numbers[3]})
    write_nets(path, SPEC, only)
    for players, searches_alike in ((3, False), (4, True)):
        alike = True
        for number, position in enumerate(positions(SPEC, players)[:8]):
            view = SPEC.observe(position, int(position.actor()))
            master, expert = bot(f"master:12@{path}", SPEC.key), bot("expert:12", SPEC.key)
            alike &= master.choose(view, Rng(number)) == expert.choose(view, Rng(number))
        assert alike == searches_alike


@pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.key)
def test_the_nets_that_are_shipped_can_be_read(spec: GameSpec) -> None:
    """A game need not have any; then its master searches as an expert does."""
    if path_of(spec).exists():
        assert read_nets(path_of(spec), spec).origin
        assert path_of(spec).stat().st_size <= 3_000_000
    assert isinstance(MasterBot(spec), MasterBot)
