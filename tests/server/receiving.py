"""A receiver of webhooks and pushes on this machine, and a browser's keys."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from dalang.server.notifications.push import CURVE, encode

LONG = 120.0  # seconds; only a failure waits that long


@dataclass
class Letter:
    """Something that arrived."""

    path: str
    headers: dict[str, str]  # names in lower case
    body: bytes


@dataclass
class Receiver:
    """Takes everything, and answers with a status."""

    address: str = ""
    status: int = 200
    location: str = ""
    letters: Queue[Letter] = field(default_factory=Queue[Letter])

    def next(self) -> Letter:
        return self.letters.get(timeout=LONG)


@contextmanager
def receiving() -> Generator[Receiver]:
    """A receiver on a free port, until the end of the block."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(receiver.status)
            if receiver.location:
                self.send_header("location", receiver.location)
            self.send_header("content-length", "0")
            self.end_headers()
            receiver.letters.put(Letter(self.path, headers, body))

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Browser:
    """The keys of a browser, which alone can read what is pushed to it."""

    def __init__(self) -> None:
        self._private = ec.generate_private_key(CURVE)
        self._point = _bytes(self._private.public_key())
        self._auth = b"0123456789abcdef"

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": encode(self._point), "auth": encode(self._auth)}

    def subscription(self, endpoint: str) -> dict[str, object]:
        """As a browser's script gives it."""
        return {"endpoint": endpoint, "expirationTime": None, "keys": self.keys}

    def read(self, body: bytes) -> bytes:
        """RFC 8291 from the other end."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        point, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        shared = self._private.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\0" + self._point + point
        source = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(source)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(source)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return plain[:-1]


def _bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
