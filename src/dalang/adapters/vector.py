"""Many games side by side as one Gymnasium environment, in one process or in several.

A step of all games is one compiled call, which writes what the seats know into one array.  The
arrays that are returned are new, unless `copy=False`: then the next step overwrites them.

The results of finished games are in `info`, as Gymnasium's vector environments tell them: `score`,
`place` and `ended_by`, and in `_score`, `_place` and `_ended_by` whether a game has one.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Sequence
from copy import deepcopy
from itertools import pairwise
from multiprocessing import shared_memory
from typing import Any, Final, NoReturn, TypeAlias

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from dalang.adapters.chair import ILLEGAL, Chair, fresh_seed
from dalang.adapters.simulator import Mask
from dalang.adapters.tensors import Row
from dalang.engine.batch import BEGUN, Batch

Info: TypeAlias = dict[str, Any]
Step: TypeAlias = tuple[Row, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]
Seeds: TypeAlias = int | Sequence[int | None] | None

_WAITS, _OTHERS, _OVER, _FOUL = range(4)  # as Batch.judge() says
_RESULT: Final = {"score": np.int64, "place": np.int64, "ended_by": object}


class SeatVectorEnv(VectorEnv[Row, NDArray[np.int64], NDArray[Any]]):
    """Many games in one process.

    `autoreset_mode` says when a finished game begins anew: with the next step (whose action is
    ignored), in the same step (what was seen last is then in `info`), or by `reset` alone, with
    `options={"reset_mask": …}` for some of the games.
    """

    def __init__(
        self,
        key: str,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self.chairs = [Chair(key, **settings) for _ in range(num_envs)]
        self._lay_side_by_side()
        self._copy = copy
        self._begun = False
        self._over = np.zeros(num_envs, np.bool_)
        self._everywhere = np.ones(num_envs, np.bool_)  # copying it is quicker than making one
        self._untold: Info = {}  # what `info` has when no game has ended yet
        for name, kind in _RESULT.items():
            self._untold[name] = _nothing(num_envs, kind)
            self._untold[f"_{name}"] = np.zeros(num_envs, np.bool_)
        self._own_chance: list[np.random.Generator | None] = [None] * num_envs
        self.single_observation_space = self.chairs[0].observation_space()
        self.single_action_space = self.chairs[0].action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _lay_side_by_side(self) -> None:
        """The arrays that all games write into, and what writes them."""
        first = self.chairs[0]
        layout, actions = first.simulator.layout, first.simulator.spec.action_count
        steppers = [chair.simulator.stepper for chair in self.chairs]
        sheets = [layout.new_sheet() for _ in self.chairs]
        self._batch = Batch(steppers, first.seat, actions, sheets, layout.tensor.write_known)
        self._rows: Row = _array(self._batch.rows, np.float32).reshape(self.num_envs, -1)
        self._masks: Mask = _array(self._batch.masks, np.int8).reshape(self.num_envs, -1)
        self._states: NDArray[np.uint8] = _array(self._batch.states, np.uint8)

    def __copy__(self) -> SeatVectorEnv:
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """Without what the batch shares its memory with; it is written again."""
        shared = ("_batch", "_rows", "_masks")
        return {name: value for name, value in vars(self).items() if name not in shared}

    def __setstate__(self, state: dict[str, Any]) -> None:
        states = state.pop("_states")
        vars(self).update(state)
        self._lay_side_by_side()
        for number, waits_for in enumerate(states):
            self._batch.states[number] = int(waits_for)
        if self._begun:
            self._batch.observe()

    def reset(self, *, seed: Seeds = None, options: Info | None = None) -> tuple[Row, Info]:
        """New games everywhere, or where `options["reset_mask"]` says; a seed for all, or each.

        A game with its own seed, and all that follow it, are those of a SeatEnv with that seed.
        """
        chosen = _chosen(options, self.num_envs, self._begun)
        if seed is not None:
            self._seed(seed, chosen)
        for number in chosen:
            self._begin(number)
        self._begun = True
        self._batch.observe()
        return self._seen(), self._info()

    def _seed(self, seed: int | Sequence[int | None], chosen: list[int]) -> None:
        """One source of luck for all the chosen games, or one for each that is given a seed."""
        if isinstance(seed, int):
            super().reset(seed=seed)
            for number in chosen:
                self._own_chance[number] = None
            return
        _check_seeds(seed, self.num_envs)
        for number in chosen:
            if (own := seed[number]) is not None:
                self._own_chance[number] = np_random(own)[0]

    def _begin(self, number: int) -> None:
        self.chairs[number].begin(fresh_seed(self._own_chance[number] or self.np_random))
        self._batch.judge(number)
        self._over[number] = False

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Every seat decides."""
        _check_step(len(actions), self.num_envs, self._begun)
        rewards = np.zeros(self.num_envs, np.float64)
        info: Info = {}
        self._begin_again()
        for number in self._batch.play(np.asarray(actions).tolist()):
            if not self._over[number]:
                rewards[number] = self._go_on(number, info)
            self._batch.observe_one(number)
        ended = self._over.copy()
        if self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            info = self._restart(ended, info)
        return self._seen(), rewards, ended, np.zeros(self.num_envs, np.bool_), info | self._info()

    def _begin_again(self) -> None:
        """Games that the last step has ended begin anew; they ignore the action of this one."""
        if self.autoreset_mode == AutoresetMode.NEXT_STEP and 1 in self._over.tobytes():
            for number in self._over.nonzero()[0].tolist():
                self._begin(number)
                self._batch.states[number] = BEGUN

    def _go_on(self, number: int, info: Info) -> float:
        """A game in which the seat is not asked at once; returns what the seat gets for it."""
        chair, states = self.chairs[number], self._batch.states
        if states[number] == _OTHERS:
            chair.opponents.play()
            self._batch.judge(number)
        if states[number] == _FOUL:
            self._over[number] = True
            return ILLEGAL
        if states[number] == _WAITS:
            return 0.0
        self._over[number] = True
        self._add(info, number, chair.simulator.result(chair.seat))
        return chair.simulator.payoffs()[chair.seat]

    def _add(self, info: Info, number: int, result: dict[str, int | str]) -> None:
        if not info:
            info.update((told, nothing.copy()) for told, nothing in self._untold.items())
        for name, value in result.items():
            info[name][number] = value
            info[f"_{name}"][number] = True

    def _restart(self, over: NDArray[np.bool_], results: Info) -> Info:
        """New games at once; what was seen last goes into `info`."""
        final = _nothing(self.num_envs, object)
        for number in np.flatnonzero(over):
            final[number] = self._rows[number].copy()
            self._begin(int(number))
            self._batch.observe_one(int(number))
        told = {"final_obs": final, "_final_obs": over.copy()}
        return told | {"final_info": results, "_final_info": over.copy()}

    def _seen(self) -> Row:
        return self._rows.copy() if self._copy else self._rows

    def _info(self) -> Info:
        masks = self._masks.copy() if self._copy else self._masks
        return {"action_mask": masks, "_action_mask": self._everywhere.copy()}


def _check_seeds(seeds: Sequence[int | None], games: int) -> None:
    if len(seeds) != games:
        raise ValueError(f"{games} seeds are needed, not {len(seeds)}.")


def _check_step(actions: int, games: int, begun: bool) -> None:
    if not begun:
        raise ResetNeeded("The games have not begun: reset() comes before step().")
    if actions != games:
        raise ValueError(f"{games} actions are needed, one for each game, not {actions}.")


def _chosen(options: Info | None, games: int, begun: bool) -> list[int]:
    """The games to begin: all, or those that `reset_mask` marks."""
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return list(range(games))
    if len(mask) != games:
        raise ValueError(f"A reset_mask for {games} games is needed, not for {len(mask)}.")
    if not begun and not all(mask):
        raise ResetNeeded("The first reset() begins all games: its reset_mask must mark them all.")
    return [int(number) for number in np.flatnonzero(mask)]


def _nothing(count: int, kind: Any) -> NDArray[Any]:
    """An array in which nothing is told yet: of zeros, or of None if it holds objects."""
    return np.empty(count, kind) if np.dtype(kind).hasobject else np.zeros(count, kind)


def _array(packed: Any, kind: Any) -> Any:
    """A packed array as NumPy sees it, in the same memory."""
    return np.frombuffer(memoryview(packed), kind)


# --- in several processes --------------------------------------------------------------------


class ParallelSeatVectorEnv(VectorEnv[Row, NDArray[np.int64], NDArray[Any]]):
    """The same in several processes, which write observations and masks into shared memory.

    Opponents are named, or can be pickled.  The games are those of one process if every game has
    its own seed; else each process draws the seeds of its games.  The arrays that are returned are
    always new, and the whole cannot be copied or pickled.
    """

    def __init__(
        self, key: str, num_envs: int = 1, workers: int | None = None, **settings: Any
    ) -> None:
        if "copy" in settings:
            raise ValueError("Several processes always return new arrays: there is no `copy`.")
        one: Any = SeatVectorEnv(key, 1, **settings)  # says what is wrong, and how large all is
        self.num_envs = num_envs
        self._begun = False
        self.metadata = one.metadata
        self.single_observation_space = one.single_observation_space
        self.single_action_space = one.single_action_space
        self.observation_space = batch_space(one.single_observation_space, num_envs)
        self.action_space = batch_space(one.single_action_space, num_envs)
        count = min(workers or os.cpu_count() or 1, num_envs)
        bounds = [number * num_envs // count for number in range(count + 1)]
        self._parts = [slice(*pair) for pair in pairwise(bounds)]
        self._width = int(one.single_observation_space.shape[0])
        self._choices = int(one.single_action_space.n)
        size = num_envs * (4 * self._width + self._choices)
        self._memory = shared_memory.SharedMemory(create=True, size=size)
        self._rows, self._masks = _laid_out(self._memory, num_envs, self._width, self._choices)
        self._workers = [self._hire(key, part, settings) for part in self._parts]

    def __reduce__(self) -> NoReturn:
        raise TypeError("Processes cannot be copied or pickled; a SeatVectorEnv can.")

    def _hire(self, key: str, part: slice, settings: Info) -> tuple[Any, Any]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        shape = (self.num_envs, self._width, self._choices)
        given = (theirs, self._memory.name, shape, part, key, settings)
        process = context.Process(target=_work, args=given, daemon=True)
        process.start()
        theirs.close()
        return process, ours

    def reset(self, *, seed: Seeds = None, options: Info | None = None) -> tuple[Row, Info]:
        """New games everywhere, or where `options["reset_mask"]` says; a seed for all, or each."""
        if seed is not None and not isinstance(seed, int):
            _check_seeds(seed, self.num_envs)
        mask = np.zeros(self.num_envs, np.bool_)
        mask[_chosen(options, self.num_envs, self._begun)] = True
        for number, (part, (_, pipe)) in enumerate(zip(self._parts, self._workers, strict=True)):
            own: Any = seed
            if isinstance(seed, int):
                own = seed + number
            elif seed is not None:
                own = list(seed)[part]
            pipe.send(("reset", own, {"reset_mask": mask[part]}))
        infos = [info for (info,) in self._answers()]  # all rows are written when all have come
        self._begun = True
        return self._rows.copy(), self._gathered(infos)

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Every seat decides, everywhere at once."""
        _check_step(len(actions), self.num_envs, self._begun)
        for part, (_, pipe) in zip(self._parts, self._workers, strict=True):
            pipe.send(("step", actions[part], None))
        rewards, over, infos = zip(*self._answers(), strict=True)
        cut = np.zeros(self.num_envs, np.bool_)
        told = self._gathered(list(infos))
        return self._rows.copy(), np.concatenate(rewards), np.concatenate(over), cut, told

    def _answers(self) -> list[Any]:
        answers = [pipe.recv() for _, pipe in self._workers]
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers

    def _gathered(self, infos: list[Info]) -> Info:
        """What the workers tell, put together; masks are in the shared memory."""
        gathered: Info = _joined(infos, self._parts, self.num_envs)
        masks = {"action_mask": self._masks.copy()}
        return gathered | masks | {"_action_mask": np.ones(self.num_envs, np.bool_)}

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the processes."""
        for process, pipe in self._workers:
            pipe.close()
            process.join()
        self._workers = []
        del self._rows, self._masks
        self._memory.close()
        self._memory.unlink()


def _joined(infos: list[Info], parts: list[slice], count: int) -> Info:
    """Arrays of all games from those of the parts; a part may tell nothing."""
    joined: Info = {}
    for part, info in zip(parts, infos, strict=True):
        for name, value in info.items():
            if isinstance(value, dict):
                inner: list[Info] = [each.get(name, {}) for each in infos]
                joined[name] = _joined(inner, parts, count)
            else:
                joined.setdefault(name, _nothing(count, value.dtype))[part] = value
    return joined


def _laid_out(
    memory: shared_memory.SharedMemory, count: int, width: int, choices: int
) -> tuple[Row, Mask]:
    """The arrays of all games in the shared memory."""
    rows: Row = np.ndarray((count, width), np.float32, memory.buf)
    masks: Mask = np.ndarray((count, choices), np.int8, memory.buf, 4 * count * width)
    return rows, masks


def _work(
    pipe: Any,
    name: str,
    shape: tuple[int, int, int],
    part: slice,
    key: str,
    settings: Info,
) -> None:
    """A worker process: as long as the pipe is open, it answers resets and steps."""
    memory = shared_memory.SharedMemory(name)
    all_rows, all_masks = _laid_out(memory, *shape)
    rows, masks = all_rows[part], all_masks[part]
    env: Any = SeatVectorEnv(key, len(rows), copy=False, **settings)
    while True:
        try:
            wish, given, options = pipe.recv()
        except (EOFError, OSError):
            break
        try:
            if wish == "reset":
                rows[:], info = env.reset(seed=given, options=options)
                answer: tuple[Any, ...] = (info,)
            else:
                rows[:], rewards, over, _, info = env.step(given)
                answer = rewards, over, info
            masks[:] = info.pop("action_mask")
            del info["_action_mask"]
            pipe.send(answer)
        except Exception as error:
            pipe.send(error)
    del rows, masks, all_rows, all_masks
    memory.close()
