"""Bots at the table: they think in worker processes, which are sent a view and nothing else.

A finished game has no secrets, so workers that analyse it are sent positions.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from dalang.bots import USUAL_LEVEL, Budget, answer
from dalang.bots.advice import AT_THE_TABLE, Advice, advise, appraise
from dalang.bots.duels import Duel, examine
from dalang.bots.naming import is_for_people
from dalang.engine.api import Position, View
from dalang.server.tables.workers import LOG, BotFailed, Patience, WorkerPool

Answerer = Callable[[str, str, str, int], str]  # level, game, view's text, seed -> action's text


class BotWorkers(WorkerPool):
    """Workers that play as bots."""

    def __init__(
        self,
        workers: int,
        answerer: Answerer = answer,
        patience: Patience | None = None,
        own: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(workers, patience=patience)
        self._answerer = answerer
        self.own = {name: bot for name, bot in (own or {}).items() if not is_for_people(name)}

    async def choose(self, bot: str, key: str, view: View) -> str:
        """What a bot does, by its level or by what the host calls it; the action's text.

        If one of the host's bots fails, or is no longer there, the usual level decides.
        """
        text = view.to_text()
        if bot in self.own:
            try:
                action = await self._answer(self.own[bot], key, text)
                if action in view.legal_texts():
                    return action
                LOG.warning("the host's bot %s in %s: its choice is not legal", bot, key)
            except BotFailed as error:  # its message may tell what the bot knew
                LOG.warning("the host's bot %s in %s: %s", bot, key, error.kind)
        return await self._answer(bot if is_for_people(bot) else USUAL_LEVEL, key, text)

    async def _answer(self, bot: str, key: str, view_text: str) -> str:
        return await self.ask(self._answerer, bot, key, view_text, secrets.randbits(63))


class AdviceWorkers(WorkerPool):
    """Workers for hints and for the analysis of games.

    They are separate from those that play, so no table has to wait for them.
    """

    def __init__(self, workers: int = 1) -> None:
        super().__init__(workers, gentle=True)

    async def hint(self, key: str, view: View) -> list[Advice]:
        """The best actions for the viewer."""
        return await self.ask(advise, key, view.to_text(), AT_THE_TABLE, secrets.randbits(63))

    async def appraise(self, key: str, position: Position, budget: Budget) -> tuple[float, ...]:
        """Every seat's chance to win from a position of a game that is over."""
        return await self.ask(appraise, key, position.to_text(), budget, secrets.randbits(63))

    async def duel(self, key: str, view: View, played: str, budget: Budget) -> Duel | None:
        """What would have been better than what somebody played, if anything."""
        return await self.ask(examine, key, view.to_text(), played, budget, secrets.randbits(63))
