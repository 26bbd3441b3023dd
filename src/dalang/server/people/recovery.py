"""Recovery codes: for those who have lost their devices and cannot read their mail.

A code says who somebody is, all by itself: 80 random bits, in letters and digits that cannot be
mistaken for one another (Crockford's alphabet).  Only hashes are stored.
"""

from __future__ import annotations

import secrets
from typing import Final

COUNT: Final = 10
_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH, _GROUP = 16, 4
_ALIKE: Final = str.maketrans({"o": "0", "i": "1", "l": "1", "u": "v", "-": "", " ": ""})


def new_codes() -> list[str]:
    """As they are shown, this once."""
    return [
        _grouped("".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))) for _ in range(COUNT)
    ]


def read_code(given: object) -> str:
    """A code as it was made, however somebody has typed it; "" if it cannot be one."""
    text = given[:100].lower().translate(_ALIKE) if isinstance(given, str) else ""
    text = "".join(text.split())
    return _grouped(text) if len(text) == _LENGTH and set(text) <= set(_ALPHABET) else ""


def _grouped(text: str) -> str:
    return "-".join(text[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP))
