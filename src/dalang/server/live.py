"""One WebSocket for each page at a table: what changed goes out, what the person does comes in."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from dalang.engine.api import Event
from dalang.engine.errors import DalangError, IllegalAction
from dalang.engine.words import Words
from dalang.server.guard import Bucket, Limits
from dalang.server.render import Renderer, Sight
from dalang.server.rooms import Room
from dalang.server.site import sentence_of

LONGEST_CHAT = 500
LONGEST_FRAME = 4096
GOING_TOO_FAST = 1008
NOT_UNDERSTOOD = 1003


class BadFrame(Exception):
    """Something that no page of ours sends."""


@dataclass(frozen=True)
class Wish:
    """What a page asks for: a move of the text, or taking back if there is none."""

    move: str | None
    number: int


def read_frame(frame: str | None) -> Wish:
    """What the frame asks for; raises BadFrame if it is none of ours."""
    if frame is None or len(frame) > LONGEST_FRAME:
        raise BadFrame
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        raise BadFrame from None
    if not isinstance(message, dict):
        raise BadFrame
    move, number = message.get("move"), message.get("number")
    if type(number) is not int or not (isinstance(move, str) or "undo" in message):
        raise BadFrame
    return Wish(move if isinstance(move, str) else None, number)


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
        sight = Sight(room, viewer, room.names)
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

    async def listen(self, limits: Limits) -> None:
        """Does what the person asks for, until the page is closed."""
        bucket = Bucket(limits.frames, limits.frame_burst)
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            if not bucket.take():
                await self._socket.close(GOING_TOO_FAST)
                return
            try:
                await self._grant(read_frame(message.get("text")))
            except BadFrame:
                await self._socket.close(NOT_UNDERSTOOD)
                return

    async def _grant(self, wish: Wish) -> None:
        seat = self._room.seat_of(self._person)
        if seat < 0:
            return
        try:
            if wish.move is None:
                await self._room.undo(seat, wish.number)
            else:
                await self._room.play(seat, wish.move, wish.number)
        except DalangError as error:
            await self._socket.send_text(json.dumps({"trouble": self._sentence(error)}))

    def _sentence(self, error: DalangError) -> str:
        if not isinstance(error, IllegalAction):
            return sentence_of(error)
        words = Words(self._room.spec.vocabulary, self._language, self._room.names)
        return f"{words.say(error.reason)} ({error.reason.paragraph})"


def flights(room: Room, event: Event, viewer: int) -> list[tuple[str, str]]:
    """What moves on this viewer's page because of an event."""
    return room.spec.flights(event, viewer) if room.spec.flights else []


async def attend(page: Page, room: Room, renderer: Renderer, limits: Limits) -> None:
    """Speaks and listens at once, until either ends."""
    room.viewers += 1
    tasks = [
        asyncio.create_task(page.push_for_ever(renderer)),
        asyncio.create_task(page.listen(limits)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except WebSocketDisconnect:
        pass
    finally:
        room.viewers -= 1
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
