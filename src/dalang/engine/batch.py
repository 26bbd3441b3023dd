"""Many games side by side, each of which waits for one seat: a step of all in one compiled call.

What the seats know is written into one array, and what they may do into another: they are always
the same arrays, which others may read as they lie in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i32, i64, u8

from dalang.engine.api import NO_ACTIONS, OVER, Position
from dalang.engine.stepping import Stepper
from dalang.engine.tensors import Sheet
from dalang.engine.vecs import vec

Write = Callable[[Sheet, Position, int], None]

BEGUN: Final = 4  # in `states`: the game has begun instead of a step


@final
class Batch:
    """The games.  The caller begins them, and calls judge() after changing one."""

    def __init__(
        self,
        steppers: list[Stepper],
        seat: i64,
        action_count: i64,
        sheets: list[Sheet],
        write_known: Write,
    ) -> None:
        count = len(steppers)
        width: i64 = len(sheets[0].values)
        self.seat: i64 = seat
        self.steppers = steppers
        self.rows = vec[i32]([0] * (count * int(width)))  # bits of 32-bit floats
        self.masks = vec[u8]([0] * (count * int(action_count)))
        self.states = vec[u8]([0] * count)  # what each game waits for: see judge()
        self._action_count: i64 = action_count
        self._sheets = sheets  # one for each game: only what changes is wiped
        self._write_known = write_known
        first: i64 = 0
        for sheet in sheets:
            sheet.move_to(self.rows, first)
            first += width

    def play(self, actions: list[int]) -> list[int]:
        """Every seat that is asked plays its action; says in which games it is not asked again.

        The other games are observed, after all moves: a processor has no room for the code of both.
        """
        for number in range(len(self.steppers)):
            state = self.states[number]
            if state == 0:
                if self.steppers[number].play(actions[number]):
                    self.judge(number)
                else:
                    self.states[number] = 3
            elif state == BEGUN:
                self.judge(number)
        not_asked: list[int] = []
        for number in range(len(self.steppers)):
            if self.states[number] == 0:
                self.observe_one(number)
            else:
                not_asked.append(number)
        return not_asked

    def judge(self, number: i64) -> None:
        """Notes what a game waits for: 0 the seat, 1 somebody else, 2 nothing, for it is over.

        (3: the seat has done what it may not; BEGUN: it is to play from the next step on.)
        """
        actor = self.steppers[number].actor
        if actor == self.seat:
            self.states[number] = 0
        elif actor == OVER:
            self.states[number] = 2
        else:
            self.states[number] = 1

    def observe(self) -> None:
        """Writes all rows and masks."""
        for number in range(len(self.steppers)):
            self.observe_one(number)

    def observe_one(self, number: i64) -> None:
        """Writes one row and one mask; who is not asked may do the first action, which is ignored.

        So a mask is never empty, and choosing by it needs no special case.
        """
        stepper = self.steppers[number]
        self._write_known(self._sheets[number], stepper.position, self.seat)
        masks = self.masks
        first = number * self._action_count
        for action in stepper.shown:
            masks[first + action] = 0
        masks[first] = 0
        if self.states[number] == 0:
            stepper.shown = stepper.legal
            for action in stepper.legal:
                masks[first + action] = 1
        else:
            stepper.shown = NO_ACTIONS
            masks[first] = 1
