"""Cookies and links that were not made here open nothing."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dalang.server.people.identity import (
    COOKIE_FLAGS,
    LINK_SECONDS,
    CookieClaim,
    Identity,
    LinkClaim,
    bearer_token,
)

OLD, NEW, OTHER = "o" * 43, "n" * 43, "x" * 43
ADA = "uAT5_0mq-mlapDsv"


@pytest.fixture
def identity() -> Identity:
    return Identity([NEW, OLD])


def tampered(text: str) -> list[str]:
    """Every character changed, one lost, one added, other people's names on the same signature."""
    changed = [
        text[:n] + ("A" if text[n] != "A" else "B") + text[n + 1 :] for n in range(len(text))
    ]
    signature = text[text.index(".") :]
    # The last character of a signature carries two bits that mean nothing.
    return [*changed[:-1], text[:-1], text[1:], text + "A", "Bo" + signature, "", ".", signature]


def test_a_cookie_tells_the_person_and_nothing_else(identity: Identity) -> None:
    cookie = identity.cookie(ADA)
    assert identity.read_cookie(cookie) == CookieClaim(ADA, 0)
    assert cookie.startswith(ADA + ".")
    assert cookie.count(".") == 1


def test_tampered_cookies_are_refused(identity: Identity) -> None:
    cookie = identity.cookie(ADA)
    assert [text for text in tampered(cookie) if identity.read_cookie(text)] == []


@given(st.text())
def test_no_text_is_a_cookie_or_a_link_by_accident(text: str) -> None:
    identity = Identity([NEW])
    assert identity.read_cookie(text) is None
    assert identity.read_link(text) is None


def test_very_long_cookies_are_refused_unread(identity: Identity) -> None:
    assert identity.read_cookie(identity.cookie("a" * 1000)) is None


def test_scripts_and_other_sites_do_not_get_the_cookie() -> None:
    assert COOKIE_FLAGS["httponly"]
    assert COOKIE_FLAGS["samesite"] == "lax"


def test_keys_can_be_changed_without_losing_anybody(identity: Identity) -> None:
    before, after = Identity([OLD]), Identity([NEW])
    assert identity.read_cookie(before.cookie(ADA)) == CookieClaim(ADA, 0)
    assert identity.cookie(ADA) == after.cookie(ADA)  # the first key signs
    assert after.read_cookie(before.cookie(ADA)) is None
    assert identity.read_cookie(Identity([OTHER]).cookie(ADA)) is None


# --- Links --------------------------------------------------------------------------


def test_a_link_tells_whose_it_is_and_when_it_was_counted(identity: Identity) -> None:
    assert identity.read_link(identity.link(ADA, 3)) == LinkClaim(ADA, 3)


def test_tampered_links_are_refused(identity: Identity) -> None:
    link = identity.link(ADA, 3)
    assert [text for text in tampered(link) if identity.read_link(text)] == []
    assert identity.read_link(link.replace(".3.", ".4.", 1)) is None


def test_links_and_cookies_do_not_stand_in_for_each_other(identity: Identity) -> None:
    assert identity.read_link(identity.cookie(ADA)) is None
    assert identity.read_link(identity.cookie(f"{ADA}.3")) is None
    assert identity.read_cookie(identity.link(ADA, 3)) is None


def test_links_expire(identity: Identity, monkeypatch: pytest.MonkeyPatch) -> None:
    link = identity.link(ADA, 0)
    later = time.time() + LINK_SECONDS
    monkeypatch.setattr(time, "time", lambda: later - 5)
    assert identity.read_link(link)
    monkeypatch.setattr(time, "time", lambda: later + 5)
    assert identity.read_link(link) is None


# --- Tokens -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer dalang_a-b_c", "dalang_a-b_c"),
        ("bearer  x ", "x"),
        ("Basic dXNlcg==", None),
        ("Bearer", None),
        ("Bearer a b", None),
        ("Bearer é", None),
        ("Bearer " + "a" * 500, None),
        ("", None),
    ],
)
def test_a_token_is_found_in_its_header(header: str, token: str | None) -> None:
    assert bearer_token(header) == token
