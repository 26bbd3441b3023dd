"""Words that a host does not want in names and in the chat.

They are compared by how they look (`names.skeleton`), so neither capitals nor accents nor letters
of other alphabets hide them.  In a line of chat whole words count; in a name, which is short and
made up, any part of it does.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from dalang.server.people.names import skeleton

_BETWEEN = re.compile(r"[\s.,;:!?\"()\[\]{}/\\_–—-]+")
SHORTEST = 3  # letters of a word; shorter ones are parts of too many others


def is_unwanted_name(name: str, shapes: Collection[str]) -> bool:
    """Whether a name contains one of those words."""
    whole = "".join(skeleton(part) for part in _BETWEEN.split(name))
    return any(shape in whole for shape in shapes)


def is_unwanted_line(text: str, shapes: Collection[str]) -> bool:
    """Whether a line of chat contains one of those words, also letter by letter."""
    words = [skeleton(part) for part in _BETWEEN.split(text)]
    spelt = "".join(word if len(word) == 1 else " " for word in words).split()
    return not set(shapes).isdisjoint([*words, *spelt])
