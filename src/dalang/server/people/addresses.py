"""E-mail addresses as people type them.

Whether an address works is only shown by a letter that arrives.  What is refused here could not
even be written on an envelope, or would write more than one.
"""

from __future__ import annotations

import re
from typing import Final

LONGEST_ADDRESS: Final = 254  # characters, by RFC 5321
_LOCAL: Final = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
_LABEL: Final = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS: Final = re.compile(rf"{_LOCAL}@{_LABEL}(?:\.{_LABEL})*", re.ASCII)


def clean_address(given: object) -> str:
    """An address in small letters, or "" if it cannot be one.

    Post offices may tell capital letters apart, but people do not.
    """
    text = given.strip() if isinstance(given, str) else ""
    if len(text) > LONGEST_ADDRESS or not _ADDRESS.fullmatch(text):
        return ""
    return text.lower()
