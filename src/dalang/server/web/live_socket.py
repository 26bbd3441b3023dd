"""One WebSocket for each page at a table: what changed goes out, what the person does comes in."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from starlette.websockets import WebSocket, WebSocketDisconnect

from dalang.engine.api import Event, Phrase
from dalang.engine.errors import DalangError
from dalang.engine.words import Words
from dalang.server.errors import explain
from dalang.server.rendering.pages import Renderer
from dalang.server.rendering.patches import patch
from dalang.server.rendering.table_context import Visitor
from dalang.server.tables.table import Table
from dalang.server.web.middleware import Bucket, Limits
from dalang.server.words import VOCABULARY

LOG = logging.getLogger("dalang.server")
LONGEST_CHAT = 500
LONGEST_FRAME = 4096
REFUSED, NOT_UNDERSTOOD, OWN_FAULT = 1008, 1003, 1011
GONE = (WebSocketDisconnect, RuntimeError)  # Starlette raises either when a page has been closed


class BadFrame(Exception):
    """Something that no page of ours sends."""


@dataclass(frozen=True)
class ClientMessage:
    """What a page asks for."""

    kind: str  # alive, move or undo
    move: str = ""
    number: int = -1


def read_frame(frame: str | None) -> ClientMessage:
    """What a frame asks for; raises BadFrame if no page of ours could have sent it."""
    if frame is None or len(frame) > LONGEST_FRAME:
        raise BadFrame
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        raise BadFrame from None
    if not isinstance(message, dict):
        raise BadFrame
    fields = cast("dict[str, object]", message)
    if "alive" in fields:
        return ClientMessage("alive")
    move, number = fields.get("move"), fields.get("number")
    if type(number) is not int:
        raise BadFrame
    if isinstance(move, str):
        return ClientMessage("move", move, number)
    if "undo" in fields:
        return ClientMessage("undo", number=number)
    raise BadFrame


class LivePage:
    """One open page: whose eyes, which language, and what it shows already."""

    def __init__(self, socket: WebSocket, sight: Visitor, language: str, eyes: int = -1) -> None:
        self._socket = socket
        self.room = sight.room
        self._sight = sight
        self.person = sight.person
        self._language = language
        self._shown: dict[str, str] = {}
        self.heard = sight.room.happenings[-1].number if sight.room.happenings else -1
        self._eyes = eyes  # whose it was drawn for, as far as it said so

    async def push_for_ever(self, renderer: Renderer) -> None:
        """Sends every change until the page is closed."""
        with suppress(*GONE):
            while True:
                version = self.room.version
                try:
                    update = json.dumps(self.update(renderer))
                except Exception:
                    LOG.exception("table %s cannot be drawn", self.room.record.id)
                    await self._socket.close(OWN_FAULT)
                    return
                await self._socket.send_text(update)
                await self.room.wait_newer(version)

    def update(self, renderer: Renderer) -> dict[str, Any]:
        """What has changed since the last update, for these eyes."""
        room, viewer = self.room, self._sight.viewer
        regions = renderer.regions(self._sight, self._language)
        fresh = room.course.told_since(self.heard, viewer)
        teller = renderer.teller(room, self._language)
        update = {
            "number": room.count,
            "build": renderer.build,
            "mine": is_mine(self._sight),
            "eyes": viewer,
            "pass": passed_on(self._sight, self._eyes, self._language),
            "html": {
                name: patch(self._shown.get(name), html)
                for name, html in regions.items()
                if self._shown.get(name) != html
            },
            "fly": [list(f) for one in fresh for f in flights(room, one.event, viewer)],
            "said": [teller.say(one) for one in fresh],
        }
        self._shown, self._eyes = regions, viewer
        self.heard = max([self.heard, *(one.number for one in fresh)])
        return update

    async def listen(self, limits: Limits) -> None:
        """Does what the person asks for, until the page is closed."""
        bucket = Bucket(limits.frames, limits.frame_burst)
        while (message := await self._socket.receive())["type"] == "websocket.receive":
            if not bucket.take():
                await self._socket.close(REFUSED)
                return
            try:
                await self._grant(read_frame(message.get("text")))
            except BadFrame:
                await self._socket.close(NOT_UNDERSTOOD)
                return

    async def _grant(self, wish: ClientMessage) -> None:
        room, seat = self.room, self.room.seat_of(self._sight.person)
        try:
            if wish.kind == "alive":
                await self._send({"alive": room.count})
            elif seat >= 0 and wish.kind == "move":
                await room.play(seat, wish.move, wish.number)
            elif seat >= 0:
                await room.undo(seat, wish.number)
        except DalangError as error:
            trouble = explain(error, self._language, room.spec, self._sight.names)
            await self._send({"trouble": trouble})

    async def _send(self, message: Mapping[str, object]) -> None:
        await self._socket.send_text(json.dumps(message))


def passed_on(sight: Visitor, eyes: int, language: str) -> str:
    """What to say before somebody else at the same screen may look; "" if nobody else.

    The page itself tells whose eyes it was drawn for: it may come back by another socket, or,
    without any, as another page.
    """
    viewer = sight.viewer
    if -1 in (eyes, viewer) or eyes == viewer or len(sight.room.seats_of(sight.person)) < 2:
        return ""
    own = Words(VOCABULARY, language)
    return own.say(Phrase("pass_on", {"name": sight.names[viewer]}))


def is_mine(sight: Visitor) -> bool:
    """Whether the one who looks has to decide."""
    return sight.room.asks(sight.viewer)


def flights(room: Table, event: Event, viewer: int) -> list[tuple[str, str]]:
    """What moves on this viewer's page because of an event."""
    return room.spec.flights(event, viewer) if room.spec.flights else []


async def attend(page: LivePage, renderer: Renderer, limits: Limits) -> None:
    """Speaks and listens at once, until the page is closed."""
    speaking = asyncio.create_task(page.push_for_ever(renderer))
    page.room.come(page.person)
    try:
        with suppress(*GONE):
            await page.listen(limits)
    finally:
        page.room.go(page.person)
        speaking.cancel()
        with suppress(asyncio.CancelledError):
            await speaking
