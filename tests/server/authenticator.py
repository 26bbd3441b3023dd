"""A device that makes and uses passkeys, for tests without a browser."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url as text_of

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One passkey, of the person who asked for it first."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.count = 0
        self._party = origin.split("://")[1].split(":")[0]
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = secrets.token_bytes(32)
        self._user = ""

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """What navigator.credentials.create() gives, as JSON."""
        self._user = options["user"]["id"]
        numbers = self._key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        credential = bytes(16) + len(self._id).to_bytes(2, "big") + self._id + public
        data = self._data(PRESENT | VERIFIED | ATTESTED) + credential
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        told = {"attestationObject": text_of(attestation), "transports": ["internal", "magic"]}
        return self._answer("webauthn.create", options["challenge"], told)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """What navigator.credentials.get() gives, as JSON."""
        self.count += 1
        data = self._data(PRESENT | VERIFIED)
        client = self._client("webauthn.get", options["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        told = {"authenticatorData": text_of(data), "signature": text_of(signature)}
        return self._answer("webauthn.get", options["challenge"], told | {"userHandle": self._user})

    def _data(self, flags: int) -> bytes:
        party = hashlib.sha256(self._party.encode()).digest()
        return party + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _answer(self, kind: str, challenge: str, response: dict[str, Any]) -> dict[str, Any]:
        own = text_of(self._id)
        client = {"clientDataJSON": text_of(self._client(kind, challenge))}
        return {"id": own, "rawId": own, "type": "public-key", "response": client | response}
