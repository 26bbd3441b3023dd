"""How letters leave the house: a host's decision, like the port.

DALANG_SMTP_HOST           the post office; nobody gets letters without one (default: none)
DALANG_SMTP_PORT           its port (default: 587, or 465 with tls)
DALANG_SMTP_SECURITY       "starttls" (default), "tls" from the first byte, or "none"
DALANG_SMTP_USER           the name to log in with (default: without)
DALANG_SMTP_PASSWORD_FILE  a file with the password, which only the server may read
DALANG_SMTP_FROM           the sender, as in "games@example.org"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

SECURITIES: Final = ("starttls", "tls", "none")
_HIGHEST_PORT: Final = 65535


@dataclass(frozen=True)
class MailSettings:
    """A post office that takes our letters."""

    host: str
    sender: str
    port: int = 587
    security: str = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> MailSettings | None:
        """What the environment says; None without a post office; raises ValueError."""
        host = environment.get("DALANG_SMTP_HOST", "")
        if not host:
            return None
        security = environment.get("DALANG_SMTP_SECURITY") or "starttls"
        if security not in SECURITIES:
            raise ValueError(f"DALANG_SMTP_SECURITY is one of {', '.join(SECURITIES)}.")
        sender = environment.get("DALANG_SMTP_FROM", "")
        if "@" not in sender or not sender.isprintable():
            raise ValueError("DALANG_SMTP_FROM is the address of the sender.")
        port = _port(environment.get("DALANG_SMTP_PORT") or ("465" if security == "tls" else "587"))
        user = environment.get("DALANG_SMTP_USER", "")
        password = _password(environment.get("DALANG_SMTP_PASSWORD_FILE", ""))
        if bool(user) != bool(password):
            raise ValueError("DALANG_SMTP_USER and DALANG_SMTP_PASSWORD_FILE go together.")
        if user and security == "none":
            raise ValueError("DALANG_SMTP_SECURITY=none would send the password in the clear.")
        return cls(host, sender, port, security, user, password)


def _port(text: str) -> int:
    if text.isascii() and text.isdecimal() and 0 < int(text) <= _HIGHEST_PORT:
        return int(text)
    raise ValueError(f"DALANG_SMTP_PORT is a number up to {_HIGHEST_PORT}, not {text!r}.")


def _password(path: str) -> str:
    if not path:
        return ""
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(
            f"DALANG_SMTP_PASSWORD_FILE cannot be read: {type(error).__name__}."
        ) from None
