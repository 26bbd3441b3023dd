"""Connections: how long each may take, how much it may send, and how many there may be.

Uvicorn by itself waits forever for the rest of a request, answers any number of pings, and keeps
data that a client never reads.  These subclasses of its protocols bound all of that by `Limits`,
for each connection, before the application is called.
"""

from __future__ import annotations

import asyncio
import re
import socket
import struct
from asyncio.transports import BaseTransport
from collections.abc import Collection
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

PIECE = 512  # bytes parsed before frames are counted; they hold at most 85 frames
MOST_FRAGMENTS = 64  # of one message; browsers send none
TURNS = 10  # in which all connections are looked at once: within a second
TOO_MUCH, NO_TEXT = 1008, 1007  # why a socket is closed
TOO_MANY_CONNECTIONS = "503 Service Unavailable"
HEAD_TOO_LONG = "431 Request Header Fields Too Large"
NO_HANDSHAKE = "400 Bad Request"
_END_OF_HEAD = re.compile(rb"\n\r?\n")


class Connection(Protocol):
    """What the gate needs of a connection of either kind."""

    def is_overdue(self, moment: float) -> bool:
        """Whether it has kept the server waiting for too long."""
        ...

    def cut(self) -> None:
        """Ends it at once and discards unsent data."""
        ...


class Gate:
    """Limits the number of connections, and decides which one to close if there are too many."""

    def __init__(self, limits: Limits, most: int) -> None:
        self.limits = limits
        self.most = most
        self._idle: dict[Connection, None] = {}  # waiting for a request, oldest first
        self._round: list[Connection] = []  # that sweep() has not looked at yet
        self._share = 0  # how many it looks at each time

    def admit(self, connection: Connection, present: int) -> bool:
        """Whether a new connection may stay; `present` counts it already.

        If there is no room, the connection that has kept us waiting for a request the longest is
        closed instead: real visitors send theirs at once.
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
        """Notes that a connection may send a request, or has not sent all of one yet."""
        self._idle.setdefault(connection)

    def forget(self, connection: Connection) -> None:
        """Notes that no request is expected from a connection."""
        self._idle.pop(connection, None)

    def sweep(self, connections: Collection[object]) -> None:
        """Closes connections that are overdue: looks at one of TURNS parts, so nobody has to wait.

        There may be many thousands of them.
        """
        if not self._round:
            self._round = cast("list[Connection]", list(connections))
            self._share = -(-len(self._round) // TURNS)
        moment = monotonic()
        some, self._round = self._round[: self._share], self._round[self._share :]
        for one in some:
            if one in connections and one.is_overdue(moment):
                one.cut()


class Config(uvicorn.Config):
    """Uvicorn's options, and the gate for all connections."""

    gate: Gate


class Stopwatch:
    """Measures how long the same thing has been waited for."""

    def __init__(self) -> None:
        self._what: object = None
        self._since = self._left = 0.0

    def stop(self) -> None:
        """Nothing is waited for."""
        self._what = None

    def waited(self, what: object, moment: float, left: float = 0.0) -> float:
        """Seconds since the wait for `what` began, or since less was `left` than before."""
        if what != self._what or left < self._left:
            self._what, self._since = what, moment
        self._left = left
        return moment - self._since


class HttpConnection(H11Protocol):
    """An HTTP connection that bounds the time and the size of a request's head and body."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._gate = config.gate
        self._stopwatch = Stopwatch()

    def connection_made(self, transport: BaseTransport) -> None:
        """A client has connected."""
        super().connection_made(cast("asyncio.Transport", transport))
        if not self._gate.admit(self, len(self.connections)):
            self._refuse(TOO_MANY_CONNECTIONS)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._gate.forget(self)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Data has arrived, or a request is done and the next one may be processed."""
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
        else:  # a request is being answered, or this is a WebSocket now
            self._gate.forget(self)

    def on_response_complete(self) -> None:
        """A request has been answered."""
        super().on_response_complete()
        if not self.transport.is_closing() and self._is_waited_for():
            self._gate.expect(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection becomes a WebSocket."""
        self._gate.forget(self)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Refuses what is not HTTP, and discards the answer to the request it belonged to."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()
        cycle = cast("RequestResponseCycle | None", self.cycle)
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()

    def is_overdue(self, moment: float) -> bool:
        """Whether it has kept the server waiting for too long."""
        limits, unsent = self._gate.limits, self.transport.get_write_buffer_size()
        if self.transport.is_closing() or unsent:
            return self._stopwatch.waited("taking", moment, unsent) > limits.stuck_seconds
        waited = self._stopwatch.waited((self.conn.their_state, self.cycle), moment)
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

        Browsers and reverse proxies do not pipeline, and it would make floods cheap: the connection
        is closed after the first answer.
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
    """A WebSocket that counts frames of every kind and bounds unsent data."""

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
        self._stopwatch = Stopwatch()

    def data_received(self, data: bytes) -> None:
        """Parses small pieces, because a kilobyte can hold many frames and each of them costs."""
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
        """Some frames have arrived."""
        if self._frames.take(len(self.conn.events)):
            super().handle_events()
        else:
            self._end(TOO_MUCH)

    def handle_cont(self, event: Frame) -> None:
        """One more fragment of a message."""
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
        """Whether the client does not read, or does not close the connection."""
        unsent = self.transport.get_write_buffer_size()
        if not unsent and not self.transport.is_closing():
            self._stopwatch.stop()
            return False
        waited = self._stopwatch.waited("taking", moment, unsent)
        return unsent > self._limits.unsent or waited > self._limits.stuck_seconds

    def cut(self) -> None:
        """Ends it at once."""
        _cut(self.transport)

    def _end(self, code: int) -> None:
        """Closes the WebSocket with a code, for the client and for the application."""
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
    """Aborts a connection; the system discards its unsent data too."""
    end = transport.get_extra_info("socket")
    if end is not None:
        with suppress(OSError):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def _say_and_close(transport: asyncio.Transport, status: str) -> None:
    """Sends a minimal answer and closes the connection."""
    words = f"HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
    transport.write(words.encode("ascii"))
    transport.close()
