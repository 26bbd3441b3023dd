"""One WebSocket for each page at a table: what changed goes out, what the person does comes in."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import time
from typing import Any, cast

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from dalang.engine.api import Phrase
from dalang.engine.errors import DalangError
from dalang.engine.words import Words
from dalang.server.errors import explain
from dalang.server.limits import Bucket, Limits
from dalang.server.rendering.pages import Renderer
from dalang.server.rendering.patches import patch
from dalang.server.rendering.story import Storyteller
from dalang.server.rendering.table_context import Visitor
from dalang.server.tables.game_log import LoggedEvent
from dalang.server.tables.table import Table
from dalang.server.words import VOCABULARY

LOG = logging.getLogger("dalang.server")
LONGEST_CHAT = 500
LONGEST_FRAME = 4096
REFUSED, NOT_UNDERSTOOD, OWN_FAULT = 1008, 1003, 1011
GONE = (WebSocketDisconnect, RuntimeError)  # Starlette raises either when a page has been closed


def plain(text: object) -> str:
    """Markup and other kinds of text, which the encoder does not know, as text."""
    if isinstance(text, str):
        return str(text)
    raise TypeError(f"{type(text).__name__} cannot be sent to a page")


UPDATES = msgspec.json.Encoder(enc_hook=plain)  # for every page at every move: quicker than json


class BadFrame(Exception):
    """Something that our pages never send."""


@dataclass(frozen=True)
class ClientMessage:
    """What a page asks for."""

    kind: str  # alive, away, here, got, move or undo
    move: str = ""
    number: int = -1


def read_frame(frame: str | None) -> ClientMessage:
    """What a frame asks for; raises BadFrame if our pages could not have sent it."""
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
    if isinstance(away := fields.get("away"), bool):
        return ClientMessage("away" if away else "here")
    if type(got := fields.get("got")) is int:
        return ClientMessage("got", number=got)
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

    def __init__(self, socket: WebSocket, visitor: Visitor, language: str, eyes: int = -1) -> None:
        self._socket = socket
        self.table = visitor.table
        self._sight = visitor
        self.person = visitor.person
        self._language = language
        self._shown: dict[str, str] = {}
        self.heard = visitor.table.events[-1].number if visitor.table.events else -1
        self.noticed = len(visitor.table.notices)
        self.unseen = False  # nobody looks at it: it is in a hidden tab
        seats = visitor.table.record.seats
        self.counts = any(seat.person == self.person for seat in seats if self.person)  # as present
        self._eyes = eyes  # whose it was drawn for, as far as it said so

    async def push_for_ever(self, renderer: Renderer) -> None:
        """Sends every change until the page is closed."""
        with suppress(*GONE):
            while True:
                version, heard = self.table.version, self.table.audience.whispers(self.person)
                try:
                    found = self.update(renderer)
                    update = UPDATES.encode(found).decode()
                except Exception:
                    LOG.exception("table %s cannot be drawn", self.table.record.id)
                    await self._socket.close(OWN_FAULT)
                    return
                await self._socket.send_text(update)
                if found["timed"]:
                    self.table.deliveries.sent(self.person, found["number"])
                await self.table.audience.wait_newer(version, self.person, heard)

    def update(self, renderer: Renderer) -> dict[str, Any]:
        """What has changed since the last update, for these eyes."""
        table, viewer = self.table, self._sight.viewer
        regions = renderer.regions(self._sight, self._language)
        fresh = table.game_log.told_since(self.heard, viewer)
        teller = renderer.teller(table, self._language)
        update = {
            "number": table.count,
            "build": renderer.build,
            "mine": is_mine(self._sight),
            "eyes": viewer,
            "pass": passed_on(self._sight, self._eyes, self._language),
            "html": {
                name: patch(self._shown.get(name), html)
                for name, html in regions.items()
                if self._shown.get(name) != html
            },
            "fly": flights(table, fresh, viewer),
            "said": teller.heard(fresh, viewer) + self._noted(teller),
            "scored": any(one.scored for one in fresh),
            "timed": is_timed(self._sight),
            "now": int(time() * 1000) if table.clock else 0,
        }
        self._shown, self._eyes = regions, viewer
        self.heard = max([self.heard, *(one.number for one in fresh)])
        return update

    def _noted(self, teller: Storyteller) -> list[str]:
        """Who was replaced since the last update, or is back."""
        notices = self.table.notices
        fresh = notices[self.noticed :]
        self.noticed = len(notices)
        return [teller.notice(one) for one in fresh]

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
        table, seat = self.table, self.table.seat_of(self._sight.person)
        try:
            if wish.kind == "alive":
                await self._send({"alive": table.count})
            elif wish.kind == "got":
                table.deliveries.received(self.person, wish.number)
            elif wish.kind in ("away", "here"):
                self._look(wish.kind == "away")
            elif seat >= 0 and wish.kind == "move":
                await table.play(seat, wish.move, wish.number)
            elif seat >= 0:
                await table.undo(seat, wish.number)
        except DalangError as error:
            trouble = explain(error, self._language, table.spec, self._sight.names)
            await self._send({"trouble": trouble})

    def _look(self, unseen: bool) -> None:
        if unseen != self.unseen:
            self.unseen = unseen
            if self.counts:
                self.table.look(self.person, unseen)

    async def _send(self, message: Mapping[str, object]) -> None:
        await self._socket.send_text(json.dumps(message))


def passed_on(visitor: Visitor, eyes: int, language: str) -> str:
    """What to say before somebody else at the same screen may look; "" if nobody else.

    The page itself says for which seat it was drawn, because it may come back by another socket or,
    without any, as another page.
    """
    viewer = visitor.viewer
    if -1 in (eyes, viewer) or eyes == viewer or len(visitor.table.seats_of(visitor.person)) < 2:
        return ""
    own = Words(VOCABULARY, language)
    return own.say(Phrase("pass_on", {"name": visitor.names[viewer]}))


def is_mine(visitor: Visitor) -> bool:
    """Whether the viewer has to decide."""
    return visitor.table.waiting.asks(visitor.viewer)


def is_timed(visitor: Visitor) -> bool:
    """Whether the viewer's clock runs, as everybody can see."""
    asked = visitor.table.waiting.asked
    return visitor.table.clock is not None and asked is not None and asked.seat == visitor.viewer


def flights(table: Table, fresh: Sequence[LoggedEvent], viewer: int) -> list[tuple[str, str, int]]:
    """What moves on this viewer's page, from where, and in which step: one after the other.

    What keeps its name wherever it lies comes from where it was: "".
    """
    if table.spec.flights is None:
        return []
    found: list[tuple[str, str, int]] = []
    step, before = -1, ""
    for one in fresh:
        flying = table.spec.flights(one.event, viewer)
        names = [name for name in table.spec.telling.touched(one.event, viewer) if name[-1] != "-"]
        if flying or names:
            step += one.event.key != before  # cards that are laid out come together
            before = one.event.key
        found += [(piece, origin, step) for piece, origin in flying]
        found += [(name, "", step) for name in names]
    return found


async def attend(page: LivePage, renderer: Renderer, limits: Limits) -> None:
    """Sends and receives at the same time, until the page is closed."""
    speaking = asyncio.create_task(page.push_for_ever(renderer))
    page.table.come(page.person, page.counts)
    try:
        with suppress(*GONE):
            await page.listen(limits)
    finally:
        page.table.go(page.person, page.counts, page.unseen)
        speaking.cancel()
        with suppress(asyncio.CancelledError):
            await speaking
