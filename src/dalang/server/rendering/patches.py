"""What changed in a text: most of a region stays the same and need not be sent again.

Texts made of pieces are compared piece by piece.  Long changes are compared line by line: of a list
that grows at one end and loses lines at the other, only these lines are sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Change = tuple[int, int, str]  # from, to, the new text; counted as JavaScript counts
Patch = tuple[Change, ...]  # in the order of the text; all places are those of the old one

_TELLING = 12  # characters of a line by which two texts can be aligned again
_AHEAD = 24  # lines that are looked at for one that both texts have
_SHORT = 2500  # characters that may be sent without looking closer, which takes longer
_WORTH = 0.7  # a patch is sent if it is shorter than this share
_LATELY = 64  # pairs of texts: what one page of a table is sent, the others are sent next
_PIECE = 300  # characters of something drawn that are compared by themselves


class PatchableText(str):
    """A text that knows the pieces it was made from: long ones, and what is between."""

    __slots__ = ("pieces",)
    pieces: tuple[str, ...]

    @staticmethod
    def of(drawn: Iterable[str]) -> str:
        """From what a template yields; just the text if there are no long pieces."""
        chunks, pieces, done = list(drawn), list[str](), 0
        for place in [n for n, chunk in enumerate(chunks) if len(chunk) >= _PIECE]:
            pieces += "".join(chunks[done:place]), chunks[place]
            done = place + 1
        pieces.append("".join(chunks[done:]))
        pieces[0] = pieces[0].lstrip()
        pieces[-1] = pieces[-1].rstrip()
        if len(pieces) == 1:
            return pieces[0]
        sheet = PatchableText("".join(pieces))
        sheet.pieces = tuple(pieces)
        return sheet


@lru_cache(maxsize=_LATELY)
def patch(old: str | None, new: str) -> str | Patch:
    """How to make the new text from the old one; the new text itself if that is simpler."""
    if old is None or not (_counts_alike(old) and _counts_alike(new)):
        return new
    found = _by_pieces(old, new) or _changes(old, new)
    return found if sum(len(text) for _, _, text in found) <= _WORTH * len(new) else new


def _by_pieces(old: str, new: str) -> Patch:
    """All changes, if both texts are made of as many pieces; nothing if not."""
    if not (isinstance(old, PatchableText) and isinstance(new, PatchableText)):
        return ()
    if len(old.pieces) != len(new.pieces):
        return ()
    found: list[Change] = []
    place = 0
    for before, after in zip(old.pieces, new.pieces, strict=True):
        if before != after:
            changes = _changes(before, after)
            found += [(place + begin, place + end, text) for begin, end, text in changes]
        place += len(before)
    return tuple(found)


@lru_cache(maxsize=_LATELY)
def _changes(old: str, new: str) -> Patch:
    """All changes: one, or several if that one is long."""
    old, new = str(old), str(new)  # Markup would make Markup of every part of it
    whole = _trimmed(old, (0, len(old), new))
    return (whole,) if len(whole[2]) <= _SHORT else _finer(old, whole)


def _counts_alike(text: str) -> bool:
    """Whether no character is two to JavaScript."""
    return text.isascii() or len(text.encode("utf-16-le", "surrogatepass")) == 2 * len(text)


def _finer(old: str, change: Change) -> Patch:
    """The same change as several smaller ones, found line by line."""
    place, end, text = _whole_lines(old, change)
    before, after = old[place:end].splitlines(keepends=True), text.splitlines(keepends=True)
    found: list[Change] = []
    row = other = 0  # how far both have been gone through
    while row < len(before) or other < len(after):
        alike = _common_start(before[row:], after[other:])
        place += sum(map(len, before[row : row + alike]))
        row, other = row + alike, other + alike
        next_row, next_other = _in_step_again(before, after, row, other)
        if next_row > row or next_other > other:
            end = place + sum(map(len, before[row:next_row]))
            found.append(_trimmed(old, (place, end, "".join(after[other:next_other]))))
            row, other, place = next_row, next_other, end
    return tuple(found)


def _whole_lines(old: str, change: Change) -> Change:
    """The same change, from the start of a line to the end of one."""
    place, end, text = change
    begin, stop = old.rfind("\n", 0, place) + 1, old.find("\n", end) + 1 or len(old)
    return begin, stop, old[begin:place] + text + old[end:stop]


def _in_step_again(before: list[str], after: list[str], row: int, other: int) -> tuple[int, int]:
    """From which line on both may be equal again."""
    for candidate in range(row, min(row + _AHEAD, len(before))):
        line = before[candidate]
        if len(line) >= _TELLING and line in after[other:]:
            return candidate, after.index(line, other)
    return len(before), len(after)


def _trimmed(old: str, change: Change) -> Change:
    """Without what the old and the new text have in common at their start and at their end."""
    begin, end, text = change
    gone = old[begin:end]
    start = _common_start(gone, text)
    rest = _common_end(gone[start:], text[start:])
    return begin + start, end - rest, text[start : len(text) - rest]


def _common_start(one: str | list[str], other: str | list[str]) -> int:
    """How much two texts, or lists of lines, have in common at their start, by halving."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(one: str, other: str) -> int:
    """How many characters two texts have in common at their end."""
    end, last = len(one), len(other)
    low, high = 0, min(end, last)
    while low < high:
        middle = (low + high + 1) // 2
        if one[end - middle : end - low] == other[last - middle : last - low]:
            low = middle
        else:
            high = middle - 1
    return low
