"""Files of trained nets: `weights/master.net` in a game's folder.

The first line is JSON and says what the file is: of which game and edition, on whose judgement the
nets build, which shape each one has and what their bytes add up to.  The nets follow as 16-bit
numbers, the one for the fewest players first.
"""

from __future__ import annotations

import hashlib
import json
import math
import sys
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from dalang.bots.net import INPUT_UNIT, MOST_INPUT, Layers, Net, NetJudge
from dalang.engine.errors import BadWeights
from dalang.engine.spec import GameSpec
from dalang.engine.tensors import Columns, Sheet

FORMAT: Final = 1
MOST_BYTES: Final = 3_000_000
MOST_FIRST_SUM: Final = 2**31 - 1  # what a half of a packed sum can hold
_HEADER: Final = (
    *("game", "edition", "origin", "horizon", "anywhere"),
    *("judge", "instinct", "nets", "sha256"),
)


@dataclass(frozen=True)
class TrainedNets:
    """What a file holds."""

    judge: tuple[float, ...]  # the weights of the judge whose values the nets correct
    instinct: tuple[float, ...]  # the weights by which actions look promising
    horizon: int  # turns that a search plays out before it asks a net …
    anywhere: bool  # … and whether it asks in the middle of a turn, too
    shapes: Mapping[int, tuple[int, ...]]  # by players: inputs, two layers, outputs
    numbers: Mapping[int, Sequence[int]]
    origin: str  # the run that made them, for people

    def beside(self, others: TrainedNets) -> TrainedNets:
        """With the nets that another file has for other numbers of players.

        All nets of a file build on the same judge and are asked in the same way; raises BadWeights
        if these are not.
        """
        for name in ("judge", "instinct", "horizon", "anywhere"):
            if getattr(self, name) != getattr(others, name):
                raise BadWeights(f"They have another {name!r}.")
        origins = dict.fromkeys([*others.origin.split("; "), self.origin])
        return replace(
            self,
            shapes={**others.shapes, **self.shapes},
            numbers={**others.numbers, **self.numbers},
            origin="; ".join(origins),
        )


def path_of(spec: GameSpec) -> Path:
    """Where a game keeps its nets."""
    return spec.folder / "weights" / "master.net"


def sheet_of(spec: GameSpec, players: int, unit: int = INPUT_UNIT) -> Sheet:
    """What positions of a table are written on for a net."""
    if spec.rows is None:
        raise BadWeights(f"{spec.title} cannot be written as numbers, which nets are given.")
    columns = Columns(players)
    spec.rows.columns(columns)
    return Sheet(columns, unit)


def net_judge(spec: GameSpec, path: Path | None = None) -> NetJudge:
    """The judge with the nets of a file (of the game's own)."""
    file = path or path_of(spec)
    try:
        changed = file.stat().st_mtime_ns
    except OSError as problem:
        raise BadWeights(f"{file} cannot be read: {problem.strerror}.") from problem
    return judge_of(spec, *_loaded(spec, file, changed))


def judge_of(spec: GameSpec, trained: TrainedNets, layers: Mapping[int, Layers]) -> NetJudge:
    """The judge with these nets: with scratch paper of its own, so one for each bot."""
    nets: list[Net | None] = [None] * (max(spec.players) + 1)
    assert spec.rows is not None
    for players, each in layers.items():
        nets[players] = Net(each, sheet_of(spec, players), spec.rows.write)
    judge = spec.new_judge(list(trained.judge))
    instinct = spec.new_judge(list(trained.instinct))
    return NetJudge(judge, instinct, nets, trained.horizon, trained.anywhere)


def layers_of(trained: TrainedNets) -> dict[int, Layers]:
    """The nets, ready to be used."""
    return {
        players: Layers(list(shape), list(trained.numbers[players]))
        for players, shape in trained.shapes.items()
    }


@lru_cache(maxsize=16)
def _loaded(spec: GameSpec, path: Path, changed: int) -> tuple[TrainedNets, dict[int, Layers]]:
    """Read once in a process, as long as the file stays the same."""
    trained = read_nets(path, spec)
    return trained, layers_of(trained)


# --- reading --------------------------------------------------------------------------------


def read_nets(path: Path, spec: GameSpec) -> TrainedNets:
    """The nets of a file; raises BadWeights if they are not nets for this game."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadWeights(f"{path} is larger than {MOST_BYTES} bytes.")
        first, _, rest = path.read_bytes().partition(b"\n")
    except OSError as problem:
        raise BadWeights(f"{path} cannot be read: {problem.strerror}.") from problem
    header = _header(path, first)
    for name, expected in (("game", spec.key), ("edition", spec.edition)):
        if header[name] != expected:
            raise BadWeights(
                f"{path} has nets of the {name} {header[name]!r}, not of {expected!r}."
            )
    shapes = _shapes(path, header["nets"], spec)
    if len(rest) != 2 * sum(map(size_of, shapes.values())):
        raise BadWeights(f"{path} is cut off or too long: it does not hold what its header says.")
    if hashlib.sha256(rest).hexdigest() != header["sha256"]:
        raise BadWeights(f"{path} is damaged: its checksum is wrong.")
    horizon = header["horizon"]
    if not isinstance(horizon, int) or horizon < 0:
        raise BadWeights(f"{path}: the horizon is {horizon!r}, not a number of turns.")
    if not isinstance(header["anywhere"], bool):
        raise BadWeights(f"{path}: 'anywhere' is {header['anywhere']!r}, not true or false.")
    return TrainedNets(
        _weights(path, header, "judge", spec),
        _weights(path, header, "instinct", spec),
        horizon,
        header["anywhere"],
        shapes,
        _numbers(path, rest, shapes),
        str(header["origin"]),
    )


def _header(path: Path, line: bytes) -> dict[str, Any]:
    header: dict[str, Any] = {}
    with suppress(TypeError, ValueError):
        header = dict(json.loads(line))
    if header.get("dalang_net") != FORMAT:
        raise BadWeights(f"{path} is no file of nets: its first line does not say so.")
    if missing := [name for name in _HEADER if name not in header]:
        raise BadWeights(f"{path}: the first line lacks {missing[0]!r}.")
    return header


def _weights(path: Path, header: Mapping[str, Any], name: str, spec: GameSpec) -> tuple[float, ...]:
    given = _list(header[name])
    if len(given) != len(spec.weights):
        raise BadWeights(f"{path}: {name!r} must be {len(spec.weights)} weights.")
    for weight in given:
        if isinstance(weight, bool) or not isinstance(weight, (int, float)):
            raise BadWeights(f"{path}: {name!r} has {weight!r}, which is not a number.")
        if not math.isfinite(weight):
            raise BadWeights(f"{path}: {name!r} has {weight}, which is not finite.")
    return tuple(map(float, given))


def _shapes(path: Path, given: Any, spec: GameSpec) -> dict[int, tuple[int, ...]]:
    """A net for some numbers of players or for all, as wide as positions are."""
    known: dict[str, Any] = given if _is(dict, given) else {}
    if not known or not set(known) <= {str(count) for count in spec.players}:
        counts = ", ".join(map(str, spec.players))
        raise BadWeights(f"{path} must have nets for some of {counts} players.")
    shapes: dict[int, tuple[int, ...]] = {}
    for players in sorted(map(int, known)):
        shape = _list(known[str(players)])
        if len(shape) != 4 or not all(map(_is_size, shape)):
            raise BadWeights(f"{path}: {shape!r} is not the shape of a net.")
        inputs = len(sheet_of(spec, players).values)
        if (shape[0], shape[1] % 2, shape[3]) != (inputs, 0, players):
            raise BadWeights(
                f"{path}: the net for {players} players has the shape {shape}; positions have "
                f"{inputs} numbers, the first layer is even, and every seat has an output."
            )
        shapes[players] = tuple(shape)
    return shapes


def _list(given: Any) -> list[Any]:
    """A list, or an empty one in the place of anything else."""
    found: list[Any] = given if _is(list, given) else []
    return found


def _is(kind: type, given: object) -> bool:
    return isinstance(given, kind)


def _is_size(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 < given < 100_000


def size_of(shape: Sequence[int]) -> int:
    """How many numbers a net of this shape has."""
    return sum((shape[n] + 1) * shape[n + 1] for n in range(len(shape) - 1))


def _numbers(
    path: Path, data: bytes, shapes: Mapping[int, Sequence[int]]
) -> dict[int, Sequence[int]]:
    whole = array("h")
    whole.frombytes(data)
    if sys.byteorder == "big":
        whole.byteswap()
    found: dict[int, Sequence[int]] = {}
    begin = 0
    for players, shape in shapes.items():
        found[players] = whole[begin : begin + size_of(shape)]
        begin += size_of(shape)
        check_sums(f"{path}, {players} players", shape, found[players])
    return found


def check_sums(where: str, shape: Sequence[int], numbers: Sequence[int]) -> None:
    """Two sums share a number, so neither may ever leave its half."""
    inputs, first = shape[0], shape[1]
    largest = max(map(abs, numbers[: inputs * first]), default=0)
    bias = max(map(abs, numbers[inputs * first : (inputs + 1) * first]), default=0)
    if (largest * int(MOST_INPUT) * inputs + 64 * bias) <= MOST_FIRST_SUM:
        return
    for neuron in range(first):
        column = numbers[neuron : inputs * first : first]
        if sum(map(abs, column)) * int(MOST_INPUT) + 64 * bias > MOST_FIRST_SUM:
            raise BadWeights(f"{where}: the weights of the first layer are too large.")


# --- writing --------------------------------------------------------------------------------


def write_nets(path: Path, spec: GameSpec, trained: TrainedNets) -> None:
    """Writes a file, whole or not at all."""
    whole = array("h")
    for players in sorted(trained.shapes):
        whole.extend(array("h", trained.numbers[players]))
    if sys.byteorder == "big":
        whole.byteswap()
    data = whole.tobytes()
    header = {
        "dalang_net": FORMAT,
        "game": spec.key,
        "edition": spec.edition,
        "origin": trained.origin,
        "horizon": trained.horizon,
        "anywhere": trained.anywhere,
        "judge": list(trained.judge),
        "instinct": list(trained.instinct),
        "nets": {str(players): list(trained.shapes[players]) for players in sorted(trained.shapes)},
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_bytes(json.dumps(header, allow_nan=False).encode() + b"\n" + data)
        beside.replace(path)
    except OSError as problem:
        raise BadWeights(f"{path} cannot be written: {problem.strerror}.") from problem
