"""Passkeys: what a browser is asked to sign, and whether it has (W3C Web Authentication).

A passkey belongs to a name on the web, the relying party: the host name of this server's address.
Browsers allow that over https, and on localhost; never for an address in numbers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final, cast
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from dalang.engine.errors import DalangError
from dalang.server.storage import Passkey, Person, now

TITLE: Final = "Dalang"
LONGEST_ANSWER: Final = 16 * 1024  # bytes of JSON
_TRANSPORTS: Final = ("usb", "nfc", "ble", "smart-card", "internal", "hybrid")


class BadPasskey(DalangError):
    """A browser has sent what no passkey of ours signs."""


@dataclass(frozen=True)
class Question:
    """What a browser is asked: the options for its passkeys, with a challenge that counts once."""

    challenge: str
    options: str  # JSON


@dataclass(frozen=True)
class SignedAnswer:
    """What a browser answers, before anything of it has been proven."""

    fields: dict[str, Any]
    challenge: str
    passkey: str


def party_of(origin: str) -> str:
    """The name to which passkeys belong at an address; "" if browsers allow none there."""
    parts = urlsplit(origin)
    name = parts.hostname or ""
    if name == "localhost" or name.endswith(".localhost"):
        return name
    try:
        ip_address(name)
    except ValueError:
        return name if parts.scheme == "https" and "." in name else ""
    return ""


def ask_for_new(origin: str, person: Person, known: Sequence[Passkey]) -> Question:
    """Asks for a new passkey; a device that has one of ours already makes no second one."""
    options = generate_registration_options(
        rp_id=party_of(origin),
        rp_name=TITLE,
        user_id=person.id.encode(),
        user_name=person.name,
        user_display_name=person.name,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in known
        ],
    )
    return Question(bytes_to_base64url(options.challenge), options_to_json(options))


def ask_who(origin: str) -> Question:
    """Asks for any passkey of this server; the person chooses which."""
    options = generate_authentication_options(
        rp_id=party_of(origin), user_verification=UserVerificationRequirement.PREFERRED
    )
    return Question(bytes_to_base64url(options.challenge), options_to_json(options))


def read_answer(body: bytes) -> SignedAnswer:
    """What a browser has sent; raises BadPasskey if it is nothing of the kind."""
    try:
        if len(body) > LONGEST_ANSWER:
            raise ValueError
        fields = json.loads(body)
        data = json.loads(base64url_to_bytes(fields["response"]["clientDataJSON"]))
        challenge, passkey = data["challenge"], fields["id"]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise BadPasskey from None
    if not isinstance(challenge, str) or not isinstance(passkey, str):
        raise BadPasskey
    return SignedAnswer(cast("dict[str, Any]", fields), challenge, passkey)


def verified_new(answer: SignedAnswer, origin: str, person: str, label: str) -> Passkey:
    """The passkey that a browser has made; raises BadPasskey if it proves nothing."""
    try:
        found = verify_registration_response(
            credential=answer.fields,
            expected_challenge=base64url_to_bytes(answer.challenge),
            expected_rp_id=party_of(origin),
            expected_origin=origin,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError, AttributeError):
        raise BadPasskey from None
    return Passkey(
        id=bytes_to_base64url(found.credential_id),
        person=person,
        public_key=found.credential_public_key,
        count=found.sign_count,
        label=label,
        transports=_transports(answer.fields),
        created=now(),
    )


def verified_count(answer: SignedAnswer, origin: str, known: Passkey) -> int:
    """The counter that a passkey has signed; raises BadPasskey if the signature proves nothing."""
    try:
        found = verify_authentication_response(
            credential=answer.fields,
            expected_challenge=base64url_to_bytes(answer.challenge),
            expected_rp_id=party_of(origin),
            expected_origin=origin,
            credential_public_key=known.public_key,
            credential_current_sign_count=known.count,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError, AttributeError):
        raise BadPasskey from None
    return found.new_sign_count


def _transports(fields: dict[str, Any]) -> list[str]:
    """How browsers reach the device, as far as they say so in words we know."""
    named = fields["response"].get("transports")
    return [word for word in _TRANSPORTS if isinstance(named, list) and word in named]
