"""One WebSocket for each page at a table: what changed goes out, what the person does comes in."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from dalang.engine.api import Event
from dalang.engine.errors import DalangError
from dalang.engine.words import Words
from dalang.server.render import Renderer, Sight
from dalang.server.rooms import Room

LONGEST_CHAT = 500


class Page:
    """One open page: whose eyes, which language, and what it shows already."""

    def __init__(self, socket: WebSocket, room: Room, person: str, language: str) -> None:
        self._socket = socket
        self._room = room
        self._person = person
        self._language = language
        self._shown: dict[str, str] = {}
        self._heard = room.happenings[-1].number if room.happenings else -1

    async def push_for_ever(self, renderer: Renderer) -> None:
        """Sends every change until the page is closed."""
        while True:
            version = self._room.version
            await self._socket.send_text(json.dumps(self._update(renderer)))
            await self._room.wait_newer(version)

    def _update(self, renderer: Renderer) -> dict[str, Any]:
        room = self._room
        viewer = room.seat_of(self._person)
        sight = Sight(room, viewer, tuple(seat.name for seat in room.record.seats))
        regions = renderer.regions(sight, self._language)
        fresh = [one for one in room.told(viewer) if one.number > self._heard]
        words = Words(room.spec.vocabulary, self._language, sight.names)
        update = {
            "number": room.count,
            "mine": viewer >= 0 and room.actor == viewer and room.record.status == "running",
            "html": {name: html for name, html in regions.items() if self._shown.get(name) != html},
            "fly": [list(f) for one in fresh for f in flights(room, one.event, viewer)],
            "said": [words.say(one.event) for one in fresh],
        }
        self._shown = regions
        self._heard = max([self._heard, *(one.number for one in fresh)])
        return update

    async def listen(self) -> None:
        """Does what the person asks for."""
        async for text in self._socket.iter_text():
            await self._socket_message(text)

    async def _socket_message(self, text: str) -> None:
        try:
            message = json.loads(text)
            seat = self._room.seat_of(self._person)
            if seat < 0 and "why" not in message:
                return
            if "move" in message:
                await self._room.play(seat, str(message["move"]), int(message["number"]))
            elif "undo" in message:
                await self._room.undo(seat, int(message["number"]))
        except DalangError as error:
            await self._socket.send_text(json.dumps({"trouble": str(error)}))
        except (KeyError, TypeError, ValueError):
            await self._socket.close(1003)


def flights(room: Room, event: Event, viewer: int) -> list[tuple[str, str]]:
    """What moves on this viewer's page because of an event."""
    return room.spec.flights(event, viewer) if room.spec.flights else []


async def attend(page: Page, renderer: Renderer) -> None:
    """Speaks and listens at once, until either ends."""
    speaking = asyncio.create_task(page.push_for_ever(renderer))
    try:
        await page.listen()
    except WebSocketDisconnect:
        pass
    finally:
        speaking.cancel()
