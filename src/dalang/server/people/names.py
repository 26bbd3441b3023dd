"""Names as they can be shown: something to see, and nobody at a table looks like another one.

Two names look alike if their skeletons are the same: compatible forms of letters are one letter,
case and accents count for nothing, and letters of Greek and Cyrillic that look like Latin ones are
those.  The table holds what is common, not all of Unicode's confusables.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from dalang.server.storage import Seat

LONGEST_NAME: Final = 24
JOINERS: Final = "\u200c\u200d"  # invisible, but parts of words and of emoji
_AS_PICTURE: Final = "\ufe0f"  # makes an emoji of the character before it
# Printable by their category, but with nothing to see: fillers, blank Braille, and the rest of
# Unicode's Default_Ignorable_Code_Point that is no control or format character.
_BLANK: Final = frozenset(
    [*map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x1D159))]
    + [chr(code) for code in (*range(0x180B, 0x1810), *range(0xFE00, 0xFE0F))]
    + [chr(code) for code in range(0xE0000, 0xE1000)]
)
_CYRILLIC: Final = (
    "АВЕЅІЈКМНОРСТУХҺԁԛԝавгеѕіјкмнорстухһѵѡ",
    "ABESIJKMHOPCTYXhdqwabresijkmhopctyxhvw",
)
_GREEK: Final = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγεζηικμνορστυχω", "ABEZHIKMNOPTYXaByezniKuvopotuxw"
_ALIKE: Final = str.maketrans(
    "".join(pair[0] for pair in (_CYRILLIC, _GREEK)),
    "".join(pair[1] for pair in (_CYRILLIC, _GREEK)),
)
_ACCENTS: Final = frozenset(map(chr, range(0x300, 0x370)))
_SAME: Final = str.maketrans("01|i5ıłøđħŧɑɡɩ", "olllsllodhtagl")  # drawn alike, once all is small


def clean(given: object, longest: int) -> str:
    """What somebody typed, on one line, without anything that cannot be seen."""
    text = given[: 4 * longest] if isinstance(given, str) else ""
    seen = (c if c.isprintable() or c in JOINERS else " " for c in text)
    return " ".join("".join(seen).split())[:longest].strip()


def clean_name(given: object, longest: int = LONGEST_NAME) -> str:
    """A name as it can be shown, or "" if there is nothing to see of it."""
    name = clean(given, 2 * longest)
    kept = "".join(c for c in name if c not in _BLANK)
    joined = "".join(c for at, c in enumerate(kept) if _belongs(kept, at))
    name = " ".join(joined.split())[:longest].strip(" " + JOINERS)
    return name if any(_is_seen(c) for c in name) else ""


def _belongs(text: str, at: int) -> bool:
    """Whether a character that joins others stands between two of them."""
    if text[at] in JOINERS:
        around = text[at - 1 : at], text[at + 1 : at + 2]
        return all(c and (_is_seen(c) or c == _AS_PICTURE) for c in around)
    if text[at] == _AS_PICTURE:
        return at > 0 and unicodedata.category(text[at - 1])[0] == "S"
    return True


def _is_seen(character: str) -> bool:
    """Whether there is something to see of a character by itself."""
    blank = character in _BLANK or character in JOINERS or character == _AS_PICTURE
    return not blank and unicodedata.category(character)[0] not in "MZC"


def skeleton(name: str) -> str:
    """The same for all names that look alike."""
    latin = unicodedata.normalize("NFKD", name).translate(_ALIKE)
    bare = "".join(c for c in latin if c not in _ACCENTS and unicodedata.category(c)[0] not in "ZC")
    small = bare.casefold().translate(_SAME)
    return small.replace("rn", "m").replace("vv", "w")


def distinct(name: str, others: Collection[str]) -> str:
    """The name, with a number if it looks like one of the others."""
    taken = {skeleton(other) for other in others}
    number, marked = 2, name
    while skeleton(marked) in taken:
        marked, number = f"{name} ({number})", number + 1
    return marked


def is_name_of(seat: Seat, name: str) -> bool:
    """Whether a seat shows a name, perhaps with its number."""
    return seat.name == name or (seat.name.startswith(f"{name} (") and seat.name.endswith(")"))


def distinguished(seats: Sequence[Seat]) -> list[Seat]:
    """The seats of a new table: bots have the names they have, people get numbers."""
    shown = [seat.name for seat in seats if seat.kind == "bot"]
    result: list[Seat] = []
    for seat in seats:
        if seat.kind == "person":
            seat = replace(seat, name=distinct(seat.name, shown))
            shown.append(seat.name)
        result.append(seat)
    return result
