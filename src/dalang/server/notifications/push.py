"""Web push: notifications while no page is open (RFC 8030), readable only by the browser.

The message is encrypted for the browser's own key (RFC 8291, RFC 8188), and the server proves by a
signature who it is (VAPID, RFC 8292).  The service in between knows neither game nor table.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import secrets
import time
from typing import Final
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD: Final = 4096  # bytes; each of our messages is one record
AUTH: Final = 16  # bytes of a browser's secret
VALID: Final = 12 * 3600  # seconds of a signature; a day at most
KEPT: Final = 24 * 3600  # seconds that the service keeps a message for a browser that is off


class BadKey(ValueError):
    """Not the key of a browser."""


class Pusher:
    """Encrypts and signs with the server's key."""

    def __init__(self, key: str) -> None:
        number = int.from_bytes(hashlib.sha256(key.encode()).digest())
        self._private = ec.derive_private_key(number % (ORDER - 1) + 1, CURVE)
        self.public = encode(_point(self._private.public_key()))

    def message(
        self, endpoint: str, key: str, auth: str, text: str, origin: str, topic: str
    ) -> tuple[dict[str, str], bytes]:
        """Headers and body for a browser; a newer message of a topic replaces the older one."""
        headers = {
            "Authorization": f"vapid t={self.token(endpoint, origin)}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Topic": encode(hashlib.sha256(topic.encode()).digest()[:24]),
            "Urgency": "normal",
        }
        return headers, encrypt(text.encode(), key, auth)

    def token(self, endpoint: str, origin: str) -> str:
        """Identifies the sender to this push service, for some hours."""
        parts = urlsplit(endpoint)
        claims: dict[str, object] = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + VALID,
        }
        if origin.startswith("https://"):
            claims["sub"] = origin
        head, body = (_json(part) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        signed = f"{head}.{body}"
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{encode(r.to_bytes(32) + s.to_bytes(32))}"


def check_keys(key: str, auth: str) -> None:
    """Raises BadKey for anything that no browser has given."""
    _public_key(key)
    if len(decode(auth)) != AUTH:
        raise BadKey("not a secret of a browser")


def encrypt(
    plain: bytes,
    key: str,
    auth: str,
    private: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """RFC 8291: one record that only the browser with that key can read."""
    browser = _public_key(key)
    own = private or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(16)
    point = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), browser)
    source = _derive(shared, decode(auth), b"WebPush: info\0" + _point(browser) + point, 32)
    secret = _derive(source, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(source, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4) + len(point).to_bytes(1) + point
    return header + AESGCM(secret).encrypt(nonce, plain + b"\x02", None)


def encode(data: bytes) -> str:
    """Base64 as the web writes it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """And reads it; raises BadKey if it is none."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadKey("not in base64") from None


def _public_key(key: str) -> ec.EllipticCurvePublicKey:
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(key))
    except (ValueError, UnsupportedAlgorithm):
        raise BadKey("not a point of the curve") from None


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(source: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(source)


def _json(part: dict[str, object] | dict[str, str]) -> str:
    return encode(json.dumps(part, separators=(",", ":")).encode())
