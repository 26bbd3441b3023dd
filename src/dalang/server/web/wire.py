"""Connections: how long each may take, how much it may send, and how many there may be.

Uvicorn speaks HTTP and WebSockets; what it leaves open is closed here.  It waits for ever for the
rest of a request, it answers every ping however many come, and it keeps what nobody reads.  All of
that is bounded by `Limits`, for each connection by itself, before anything of ours is asked.
"""

from __future__ import annotations

import asyncio
import re
import socket
import struct
from asyncio.transports import BaseTransport
from collections.abc import Iterable
from contextlib import suppress
from time import monotonic
from typing import Any, Protocol, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame

from dalang.server.limits import Bucket, Limits

PIECE = 512  # bytes that are looked at before frames are counted: they are 80 frames at most
MOST_FRAGMENTS = 64  # of one message; no browser makes any
TOO_MUCH, NO_TEXT = 1008, 1007  # why a socket is closed
TOO_MANY_CONNECTIONS = "503 Service Unavailable"
HEAD_TOO_LONG = "431 Request Header Fields Too Large"
NO_HANDSHAKE = "400 Bad Request"
_END_OF_HEAD = re.compile(rb"\n\r?\n")


class Connection(Protocol):
    """What the gate may do with a connection of either kind."""

    def is_overdue(self, moment: float) -> bool:
        """Whether it has let us wait for too long."""
        ...

    def cut(self) -> None:
        """Ends it at once; whatever was not sent yet is thrown away."""
        ...


class Gate:
    """How many connections there may be, and which of them has to go if there are too many."""

    def __init__(self, limits: Limits, most: int) -> None:
        self.limits = limits
        self.most = most
        self._idle: dict[Connection, None] = {}  # from which a request is expected, oldest first

    def admit(self, connection: Connection, present: int) -> bool:
        """Whether a connection may come in, as one of so many.

        If there is no room, whoever has let us wait for a request for the longest time has to go:
        visitors send theirs at once.
        """
        if present > self.most:
            if not self._idle:
                return False
            longest = next(iter(self._idle))
            self.forget(longest)
            longest.cut()
        self.expect(connection)
        return True

    def expect(self, connection: Connection) -> None:
        """A connection may now send a request, or it has not sent all of one yet."""
        self._idle.setdefault(connection)

    def forget(self, connection: Connection) -> None:
        """Nothing is expected from a connection."""
        self._idle.pop(connection, None)

    def sweep(self, connections: Iterable[object]) -> None:
        """Ends all connections that let us wait for too long."""
        moment = monotonic()
        for one in cast("list[Connection]", list(connections)):
            if one.is_overdue(moment):
                one.cut()


class Config(uvicorn.Config):
    """Options of uvicorn, and the gate that all connections pass."""

    gate: Gate


class Patience:
    """For how long one thing has been waited for."""

    def __init__(self) -> None:
        self._what: object = None
        self._since = self._left = 0.0

    def waited(self, what: object, moment: float, left: float = 0.0) -> float:
        """Seconds since it became this thing, or since there was less of it left than before."""
        if what != self._what or left < self._left:
            self._what, self._since = what, moment
        self._left = left
        return moment - self._since


class HttpConnection(H11Protocol):
    """A connection that speaks HTTP; a request has a time to arrive in, and a size."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._gate = config.gate
        self._patience = Patience()

    def connection_made(self, transport: BaseTransport) -> None:
        """Somebody has come."""
        super().connection_made(cast("asyncio.Transport", transport))
        if not self._gate.admit(self, len(self.connections)):
            self._refuse(TOO_MANY_CONNECTIONS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._gate.forget(self)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Something has come in, or a request is done and there may be another one."""
        if self.transport.is_closing():
            return
        if self._is_head_too_long():
            self._refuse(HEAD_TOO_LONG)
            return
        super().handle_events()
        if self._has_not_waited():
            self.cycle.keep_alive = False
        if self in self.connections and self._is_waited_for():
            self._gate.expect(self)
        else:  # it has to be answered first, or has become a socket
            self._gate.forget(self)

    def on_response_complete(self) -> None:
        """A request is answered."""
        super().on_response_complete()
        if not self.transport.is_closing() and self._is_waited_for():
            self._gate.expect(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on it speaks another language."""
        self._gate.forget(self)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """It does not speak HTTP; whoever works at its request need not answer any more."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()
        cycle = cast("RequestResponseCycle | None", self.cycle)
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()

    def is_overdue(self, moment: float) -> bool:
        """Whether it has let us wait for too long."""
        limits, unsent = self._gate.limits, self.transport.get_write_buffer_size()
        if self.transport.is_closing() or unsent:
            return self._patience.waited("taking", moment, unsent) > limits.stuck_seconds
        waited = self._patience.waited((self.conn.their_state, self.cycle), moment)
        if self.conn.their_state is h11.IDLE:
            return waited > limits.head_seconds
        return self.conn.their_state is h11.SEND_BODY and waited > limits.body_seconds

    def cut(self) -> None:
        """Ends it at once."""
        _cut(self.transport)

    def _is_waited_for(self) -> bool:
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _has_not_waited(self) -> bool:
        """Whether a second request came before the first one was answered.

        No browser and no web server in front does that; it would be a cheap way to ask for much.
        So the first answer is the last one.
        """
        return self.conn.their_state is h11.DONE and bool(self.conn.trailing_data[0])

    def _is_head_too_long(self) -> bool:
        if self.conn.their_state is not h11.IDLE:
            return False
        received, most = self.conn.trailing_data[0], self._gate.limits.head
        return len(received) > most and not _END_OF_HEAD.search(received, 0, most)

    def _refuse(self, status: str) -> None:
        _say_and_close(self.transport, status)


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket; frames of every kind are counted, and what waits to be sent is bounded."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits = config.gate.limits
        self._frames = Bucket(self._limits.wire_frames, self._limits.wire_frame_burst)
        self._bytes = Bucket(self._limits.wire_bytes, self._limits.wire_byte_burst)
        self._patience = Patience()

    def data_received(self, data: bytes) -> None:
        """Little by little: a kilobyte can hold many frames, and each of them costs."""
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:
                _say_and_close(self.transport, NO_HANDSHAKE)
            return
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            piece = data[start : start + PIECE]
            if not self._bytes.take(len(piece)):
                self._end(TOO_MUCH)
                return
            super().data_received(piece)
        if self.transport.get_write_buffer_size() > self._limits.unsent:
            self.cut()

    def handle_events(self) -> None:
        """Some frames have come in."""
        if self._frames.take(len(self.conn.events)):
            super().handle_events()
        else:
            self._end(TOO_MUCH)

    def handle_cont(self, event: Frame) -> None:
        """One more part of a message."""
        super().handle_cont(event)
        if len(self.frames) > MOST_FRAGMENTS:
            self._end(TOO_MUCH)

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self._end(NO_TEXT)
        else:
            super().send_receive_event_to_app()

    def is_overdue(self, moment: float) -> bool:
        """Whether it does not take what is sent to it, or does not go when it should."""
        unsent = self.transport.get_write_buffer_size()
        stuck = "taking" if unsent or self.transport.is_closing() else None
        waited = self._patience.waited(stuck, moment, unsent)
        return unsent > self._limits.unsent or (
            stuck is not None and waited > self._limits.stuck_seconds
        )

    def cut(self) -> None:
        """Ends it at once."""
        _cut(self.transport)

    def _end(self, code: int) -> None:
        """Closes it and says why, to both sides."""
        if self.transport.is_closing():
            return
        self.frames = []
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.fail(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()


def _is_text(parts: list[bytes]) -> bool:
    try:
        b"".join(parts).decode()
    except UnicodeDecodeError:
        return False
    return True


def _cut(transport: asyncio.Transport) -> None:
    """Ends a connection, and lets the system forget what it still holds for the other side."""
    end = transport.get_extra_info("socket")
    if end is not None:
        with suppress(OSError):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def _say_and_close(transport: asyncio.Transport, status: str) -> None:
    """The shortest answer there is."""
    words = f"HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
    transport.write(words.encode("ascii"))
    transport.close()
