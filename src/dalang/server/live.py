"""One WebSocket for each page at a table: what changed goes out, what the person does comes in."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from dalang.engine.api import Event, Phrase
from dalang.engine.errors import DalangError
from dalang.engine.words import Words
from dalang.server.facts import Sight
from dalang.server.refusals import explain
from dalang.server.render import Renderer
from dalang.server.rooms import Room
from dalang.server.words import VOCABULARY

LONGEST_CHAT = 500
NOT_UNDERSTOOD = 1003


class Page:
    """One open page: whose eyes, which language, and what it shows already."""

    def __init__(self, socket: WebSocket, sight: Sight, language: str) -> None:
        self._socket = socket
        self._room = sight.room
        self._sight = sight
        self._language = language
        self._shown: dict[str, str] = {}
        self._heard = sight.room.happenings[-1].number if sight.room.happenings else -1
        self._viewer = sight.viewer

    async def push_for_ever(self, renderer: Renderer) -> None:
        """Sends every change until the page is closed."""
        while True:
            version = self._room.version
            await self._send(self._update(renderer))
            await self._room.wait_newer(version)

    def _update(self, renderer: Renderer) -> dict[str, Any]:
        room, viewer = self._room, self._sight.viewer
        regions = renderer.regions(self._sight, self._language)
        fresh = [one for one in room.told(viewer) if one.number > self._heard]
        words = Words(room.spec.vocabulary, self._language, self._sight.names)
        update = {
            "number": room.count,
            "build": renderer.build,
            "mine": is_mine(self._sight),
            "pass": self._passed_on(viewer),
            "html": {name: html for name, html in regions.items() if self._shown.get(name) != html},
            "fly": [list(f) for one in fresh for f in flights(room, one.event, viewer)],
            "said": [words.say(one.event) for one in fresh],
        }
        self._shown, self._viewer = regions, viewer
        self._heard = max([self._heard, *(one.number for one in fresh)])
        return update

    def _passed_on(self, viewer: int) -> str:
        """What to say before somebody else at the same screen may look; "" if nobody else."""
        if viewer in (self._viewer, -1) or len(self._room.seats_of(self._sight.person)) < 2:
            return ""
        own = Words(VOCABULARY, self._language)
        return own.say(Phrase("pass_on", {"name": self._sight.names[viewer]}))

    async def listen(self) -> None:
        """Does what the person asks for."""
        async for text in self._socket.iter_text():
            try:
                await self._do(json.loads(text))
            except DalangError as error:
                trouble = explain(error, self._language, self._room.spec)
                await self._send({"trouble": trouble})
            except (KeyError, TypeError, ValueError):
                await self._socket.close(NOT_UNDERSTOOD)
                return

    async def _do(self, message: object) -> None:
        if not isinstance(message, dict):
            raise TypeError("an object is expected")
        wish = cast("dict[str, object]", message)
        seat = self._room.seat_of(self._sight.person)
        if "alive" in wish:
            await self._send({"alive": self._room.count})
        elif seat >= 0 and "move" in wish:
            await self._room.play(seat, str(wish["move"]), _number(wish))
        elif seat >= 0 and "undo" in wish:
            await self._room.undo(seat, _number(wish))

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send_text(json.dumps(message))


def _number(wish: dict[str, object]) -> int:
    number = wish["number"]
    if not isinstance(number, int):
        raise TypeError("a number is expected")
    return number


def is_mine(sight: Sight) -> bool:
    """Whether everybody waits for the one who looks."""
    room = sight.room
    return sight.viewer >= 0 and room.actor == sight.viewer and room.record.status == "running"


def flights(room: Room, event: Event, viewer: int) -> list[tuple[str, str]]:
    """What moves on this viewer's page because of an event."""
    return room.spec.flights(event, viewer) if room.spec.flights else []


async def attend(page: Page, renderer: Renderer) -> None:
    """Speaks and listens at once, until either ends."""
    tasks = {
        asyncio.create_task(page.push_for_ever(renderer)),
        asyncio.create_task(page.listen()),
    }
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception) and not isinstance(outcome, _GONE):
                raise outcome


_GONE = (WebSocketDisconnect, RuntimeError)  # Starlette raises either when a page has been closed
