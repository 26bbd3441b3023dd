"""Web push: encrypted as the standards say, and signed by a key that push services can check."""

import json

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from tests.server.receiving import Browser

from dalang.server.notifications.push import (
    CURVE,
    BadKey,
    Pusher,
    check_keys,
    decode,
    encode,
    encrypt,
)

ENDPOINT = "https://push.example.net/p/abc?x=1"
KEY = "k" * 43


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5 and appendix A."""
    private = int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    sealed = encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        ec.derive_private_key(private, CURVE),
        decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_can_read_it() -> None:
    browser, other, pusher = Browser(), Browser(), Pusher(KEY)
    keys = browser.keys
    _, body = pusher.message(ENDPOINT, keys["p256dh"], keys["auth"], "Gruß", "", "/t/x")
    assert browser.read(body).decode() == "Gruß"
    assert b"Gru" not in body
    with pytest.raises(InvalidTag):
        other.read(body)


def test_the_signature_says_who_sends_and_to_whom() -> None:
    pusher = Pusher(KEY)
    signed, _, signature = pusher.token(ENDPOINT, "https://games.example.org").rpartition(".")
    head, claims = (json.loads(decode(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == "https://push.example.net"
    assert claims["sub"] == "https://games.example.org"
    raw, public = decode(signature), decode(pusher.public)
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, public)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        key.verify(pair, signed.encode() + b"x", ec.ECDSA(hashes.SHA256()))


def test_a_server_without_https_names_nobody() -> None:
    claims = json.loads(decode(Pusher(KEY).token(ENDPOINT, "http://localhost:8000").split(".")[1]))
    assert "sub" not in claims


def test_the_same_key_is_the_same_server() -> None:
    assert Pusher(KEY).public == Pusher(KEY).public != Pusher("x" * 43).public
    assert len(decode(Pusher(KEY).public)) == 65


@pytest.mark.parametrize(
    ("key", "auth"),
    [
        ("", "MDEyMzQ1Njc4OWFiY2RlZg"),
        ("not base64!", "MDEyMzQ1Njc4OWFiY2RlZg"),
        (encode(b"\x04" + b"\x01" * 64), "MDEyMzQ1Njc4OWFiY2RlZg"),  # not on the curve
        (Pusher(KEY).public, "c2hvcnQ"),
        (Pusher(KEY).public, "ü"),
    ],
)
def test_what_is_no_key_of_a_browser_is_refused(key: str, auth: str) -> None:
    with pytest.raises(BadKey):
        check_keys(key, auth)
