"""What a bot would have done at every decision of a game, from what the seat knew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dalang.bots.asking import Asked, ask
from dalang.bots.bot import Bot
from dalang.bots.naming import BotName
from dalang.engine.api import CHANCE
from dalang.engine.replay import Replay, play_all, play_line
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec

Tell = Callable[[int], None]


@dataclass(frozen=True)
class Opinion:
    """A decision, and what the bot thinks of it."""

    line: int  # of the replay
    seat: int
    played: str
    preferred: str

    @property
    def agrees(self) -> bool:
        """Whether the bot would have done the same."""
        return self.played == self.preferred


def nobody(line: int) -> None:
    """Does not want to know how far it is."""


def opinions(
    spec: GameSpec, replay: Replay, name: str, seed: int = 1, tell: Tell = nobody
) -> Iterator[Opinion]:
    """The bot at every decision with a choice; `tell` is called with each line that is done."""
    play_all(spec, replay)  # before any thinking: is it sound to the end?
    session = Session(spec, replay.players, replay.options)
    bots: dict[int, Bot] = {}
    for line in replay.lines:
        position = session.position
        if line.actor not in (None, CHANCE) and len(position.legal_actions()) > 1:
            seat = int(position.actor())
            bot = bots.setdefault(seat, BotName.of(name, spec.key).make(spec.key))
            asked = Asked(name, spec.key, f"line {line.number} of the replay")
            chosen = ask(bot, spec.observe(position, seat), Rng(seed + line.number), asked)
            yield Opinion(line.number, seat, line.text, position.action_text(chosen))
        play_line(session, line)
        tell(line.number)
