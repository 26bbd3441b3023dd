"""Links by e-mail, through a real SMTP server: each works once, and none tells anything."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from tests.server.harness import Guest, Server, running
from tests.server.post_office import PostOffice, open_office
from tests.server.test_accounts import HOUSE, add_passkey, known_as

from dalang.server.limits import Limits
from dalang.server.mail_settings import MailSettings
from dalang.server.people.addresses import clean_address
from dalang.server.settings import BadSettings, Settings
from dalang.server.storage import now, queries
from dalang.server.storage.queries import accounts

SENDER = "games@example.org"


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with open_office() as office:
        yield office


@pytest.fixture
def house(tmp_path: Path, office: PostOffice) -> Iterator[Server]:
    mail = MailSettings("127.0.0.1", SENDER, office.port, "none")
    with running(tmp_path / "home", public_url=HOUSE, mail=mail) as server:
        yield server


@pytest.fixture
def ada(house: Server) -> Guest:
    return house.guest("Ada")


def delivered(house: Server) -> None:
    """Waits until every letter is at the post office."""
    assert house.site.mailer
    house.run(house.site.mailer.finished)


def prove(house: Server, guest: Guest, address: str) -> None:
    """Asks for a letter that proves an address."""
    assert guest.browser.post("/me/email", data={"address": address}).status_code == 200
    delivered(house)


def with_address(house: Server, office: PostOffice, guest: Guest, address: str) -> None:
    prove(house, guest, address)
    assert guest.browser.post(office.link()).status_code == 303
    assert house.read(queries.email, guest.person.id) == address


def ask_for_letter(house: Server, address: str) -> str:
    """What the page says to somebody who wants to sign in by e-mail."""
    answer = house.browser().post("/sign-in/email", data={"address": address})
    delivered(house)
    assert answer.status_code == 200
    return answer.text.replace(address, "ADDRESS")


def test_an_address_is_proven_and_then_signs_in(
    house: Server, office: PostOffice, ada: Guest
) -> None:
    prove(house, ada, "Ada@Example.org")
    letter = office.letters[0]
    assert (letter["To"], letter["From"]) == ("ada@example.org", SENDER)
    assert house.read(queries.email, ada.person.id) == ""  # asked for, but not shown
    link = office.link()
    assert "Is this your address?" in ada.browser.get(link).text
    assert house.read(queries.email, ada.person.id) == ""  # looking does nothing
    assert ada.browser.post(link).status_code == 303
    assert house.read(queries.email, ada.person.id) == "ada@example.org"
    ask_for_letter(house, "ADA@example.org")
    phone, link = house.browser(), office.link()
    assert "Sign in as Ada?" in phone.get(link).text
    assert known_as(phone) == ""
    assert phone.post(link).status_code == 303
    assert known_as(phone) == "Ada"


def test_a_link_works_once(house: Server, office: PostOffice, ada: Guest) -> None:
    with_address(house, office, ada, "ada@example.org")
    assert ada.browser.post(office.link()).status_code == 403  # the one that proved it
    ask_for_letter(house, "ada@example.org")
    ask_for_letter(house, "ada@example.org")
    assert house.browser().post(office.link()).status_code == 303
    for number in (-1, -2):  # the other letter for the same purpose is void, too
        thief = house.browser()
        assert thief.get(office.link(number)).status_code == 403
        assert thief.post(office.link(number)).status_code == 403
        assert known_as(thief) == ""


def test_a_link_grows_old(
    house: Server, office: PostOffice, ada: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_address(house, office, ada, "ada@example.org")
    ask_for_letter(house, "ada@example.org")
    later = now() + accounts.LETTER_LIFE + timedelta(seconds=1)
    monkeypatch.setattr(accounts, "now", lambda: later)
    thief = house.browser()
    assert thief.get(office.link()).status_code == 403
    assert thief.post(office.link()).status_code == 403


def test_a_link_to_prove_lets_nobody_in(house: Server, office: PostOffice, ada: Guest) -> None:
    """A stolen letter of one kind is no letter of the other."""
    prove(house, ada, "ada@example.org")
    thief, bob = house.browser(), house.guest("Bob")
    for browser in (thief, bob.browser):
        assert "Open this link in the browser where you are Ada" in browser.get(office.link()).text
        assert browser.post(office.link()).status_code == 403
    assert (known_as(thief), known_as(bob.browser)) == ("", "Bob")
    assert ada.browser.post(office.link()).status_code == 303


def test_nothing_tells_whether_an_address_is_known(
    house: Server, office: PostOffice, ada: Guest
) -> None:
    with_address(house, office, ada, "ada@example.org")
    sent = len(office.letters)
    assert ask_for_letter(house, "nobody@example.org") == ask_for_letter(house, "ada@example.org")
    assert [letter["To"] for letter in office.letters[sent:]] == ["ada@example.org"]
    bob = house.guest("Bob")
    answers = [
        bob.browser.post("/me/email", data={"address": address}).text.replace(address, "ADDRESS")
        for address in ("ada@example.org", "free@example.org")
    ]
    assert answers[0] == answers[1]


def test_an_address_belongs_to_one_account(house: Server, office: PostOffice, ada: Guest) -> None:
    with_address(house, office, ada, "ada@example.org")
    bob = house.guest("Bob")
    prove(house, bob, "ada@example.org")
    assert bob.browser.post(office.link()).status_code == 403
    assert house.read(queries.email, bob.person.id) == ""
    found = house.read(queries.owner_of_address, "ada@example.org")
    assert found
    assert found.id == ada.person.id


def test_signing_out_everywhere_ends_letters(house: Server, office: PostOffice, ada: Guest) -> None:
    with_address(house, office, ada, "ada@example.org")
    ask_for_letter(house, "ada@example.org")
    ada.browser.post("/me/sign-out-everywhere")
    assert house.browser().post(office.link()).status_code == 403


def test_nobodys_mailbox_is_flooded(house: Server, office: PostOffice, ada: Guest) -> None:
    with_address(house, office, ada, "ada@example.org")
    sent = len(office.letters)
    for _ in range(accounts.MOST_LETTERS + 3):
        ask_for_letter(house, "ada@example.org")
    assert len(office.letters) - sent == accounts.MOST_LETTERS


def test_letters_are_limited_by_address_of_the_sender(tmp_path: Path, office: PostOffice) -> None:
    limits = Limits(rate=1e9, burst=1e9, letter_burst=1, letters=0, crowd=2)
    mail = MailSettings("127.0.0.1", SENDER, office.port, "none")
    with running(tmp_path / "2", limits, public_url=HOUSE, mail=mail) as house:
        form = {"address": "ada@example.org"}
        answers = [house.browser().post("/sign-in/email", data=form) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]


def test_a_new_passkey_is_told_by_letter(house: Server, office: PostOffice, ada: Guest) -> None:
    with_address(house, office, ada, "ada@example.org")
    add_passkey(ada)
    delivered(house)
    assert office.letters[-1]["Subject"] == "The ways into your account have changed"
    assert ada.browser.post("/me/email/delete").status_code == 303
    assert house.read(queries.email, ada.person.id) == ""


def test_the_only_way_in_is_not_forgotten(house: Server, office: PostOffice, ada: Guest) -> None:
    with_address(house, office, ada, "ada@example.org")
    assert ada.browser.post("/me/email/delete").status_code == 400
    assert house.read(queries.email, ada.person.id) == "ada@example.org"


def test_a_post_office_that_refuses_disturbs_nobody(
    house: Server, office: PostOffice, ada: Guest, caplog: pytest.LogCaptureFixture
) -> None:
    office.refuses = True
    prove(house, ada, "ada@example.org")
    assert "a letter was not taken" in caplog.text
    assert "ada@example.org" not in caplog.text


def test_letters_speak_the_language_of_who_asks(house: Server, office: PostOffice) -> None:
    prove(house, house.guest("Anneke", "nl"), "anneke@example.org")
    assert office.letters[0]["Subject"] == "Is dit jouw adres?"
    assert office.letters[0]["Content-Language"] == "nl"


def certificate(folder: Path) -> tuple[Path, Path]:
    """Of a post office at 127.0.0.1, signed by itself."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    begin = datetime.now(UTC) - timedelta(days=1)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, begin, begin + timedelta(days=9))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=True
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    folder.mkdir()
    (folder / "cert").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (folder / "key").write_bytes(private)
    return folder / "cert", folder / "key"


@pytest.mark.parametrize("trusted", [True, False])
def test_the_post_office_must_prove_who_it_is_before_it_hears_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusted: bool
) -> None:
    cert, key = certificate(tmp_path / "tls")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    with open_office(context) as office:
        mail = MailSettings("127.0.0.1", SENDER, office.port, "starttls", "ada", "secret")
        with running(tmp_path / "home", public_url=HOUSE, mail=mail) as house:
            prove(house, house.guest("Ada"), "ada@example.org")
        assert office.logins == ([("ada", "secret")] if trusted else [])
        assert len(office.letters) == int(trusted)


# --- addresses and settings -----------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    ["", "ada", "@example.org", "ada@", "a@b@c", "ada@exa mple.org",
     "ada@example.org\nBcc: eve@x.org",
     "ada@example.org, eve@example.org", "ada@-x.org", "ä@example.org", "a" * 65 + "@x.org",
     "a@" + "x" * 253, "<ada@example.org>", None, 7],
)  # fmt: skip
def test_what_is_no_address_is_refused(wrong: object) -> None:
    assert clean_address(wrong) == ""


def test_addresses_are_one_however_they_are_written() -> None:
    assert clean_address(" Ada.L+games@Example.ORG ") == "ada.l+games@example.org"


def test_settings_for_mail_are_read(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text("hunter2\n")
    given = {
        "DALANG_PUBLIC_URL": "https://Games.example.org/",
        "DALANG_SMTP_HOST": "mail.example.org",
        "DALANG_SMTP_FROM": SENDER,
        "DALANG_SMTP_USER": "games",
        "DALANG_SMTP_PASSWORD_FILE": str(secret),
        "DALANG_SMTP_SECURITY": "tls",
    }
    settings = Settings.read(tmp_path, environment=given)
    assert settings.public_url == "https://games.example.org"
    assert settings.mail == MailSettings("mail.example.org", SENDER, 465, "tls", "games", "hunter2")
    assert "hunter2" not in repr(settings)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"DALANG_PUBLIC_URL": "games.example.org"}, "DALANG_PUBLIC_URL is an address"),
        ({"DALANG_PUBLIC_URL": "https://x.org/games"}, "DALANG_PUBLIC_URL is an address"),
        ({"DALANG_PUBLIC_URL": "https://me:pw@x.org"}, "DALANG_PUBLIC_URL is an address"),
        ({"DALANG_SMTP_HOST": "m", "DALANG_SMTP_FROM": SENDER}, "needs DALANG_PUBLIC_URL"),
        ({"DALANG_SMTP_HOST": "m"}, "DALANG_SMTP_FROM is the address"),
        ({"DALANG_SMTP_HOST": "m", "DALANG_SMTP_SECURITY": "x"}, "DALANG_SMTP_SECURITY is one of"),
        (
            {"DALANG_SMTP_HOST": "m", "DALANG_SMTP_FROM": SENDER, "DALANG_SMTP_PORT": "0"},
            "DALANG_SMTP_PORT is a number",
        ),
        (
            {"DALANG_SMTP_HOST": "m", "DALANG_SMTP_FROM": SENDER, "DALANG_SMTP_USER": "u"},
            "go together",
        ),
        (
            {
                "DALANG_SMTP_HOST": "m",
                "DALANG_SMTP_FROM": SENDER,
                "DALANG_SMTP_PASSWORD_FILE": "/nowhere",
            },
            "DALANG_SMTP_PASSWORD_FILE cannot be read",
        ),
    ],
)
def test_settings_that_cannot_work_are_told(given: dict[str, str], told: str) -> None:
    with pytest.raises(BadSettings, match=told):
        Settings.read(environment=given)
