"""What changed in a text: most of a region stays as it was, and need not be sent again."""

from __future__ import annotations

Patch = tuple[int, int, str]  # from, to, what stands there now; counted as JavaScript counts

_HIGHEST = "\uffff"  # characters above are two to JavaScript
_WORTH = 0.7  # a patch is sent if it is so much shorter


def patch(old: str | None, new: str) -> str | Patch:
    """How to make the new text from the old one; the new text itself if that is simpler."""
    if old is None or not (_counts_alike(old) and _counts_alike(new)):
        return new
    start = _common_start(old, new)
    end = _common_end(old[start:], new[start:])
    instead = new[start : len(new) - end]
    if len(instead) > _WORTH * len(new):
        return new
    return start, len(old) - end, instead


def _counts_alike(text: str) -> bool:
    return text.isascii() or max(text) <= _HIGHEST


def _common_start(one: str, other: str) -> int:
    """How many characters two texts have in common at their start, by halving."""
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
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low
