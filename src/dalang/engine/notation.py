"""The text form of positions: one named field per line, which people can write by hand.

A position's fields() are plain data.  `write` turns them into lines, `Fields` reads lines back and
says what is wrong with them.  Four shapes of value exist:

    round: 3                                        a number, or a word
    points: 3 0 12 5                                several numbers
    provinces: kabul, sind                          several names
    hand 0: 2 red elephant+monk, white elephant     counted names, here one line for each seat

An empty list is written `-` and may be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from mypy_extensions import i64

from dalang.engine.errors import NotationError, PositionError
from dalang.engine.vecs import vec

NOTHING = "-"


def write(fields: Mapping[str, object]) -> str:
    """The lines of a position."""
    return "".join(
        f"{name}: {text}\n" for name, value in fields.items() for name, text in _lines(name, value)
    )


def counted(counts: vec[i64], names: Sequence[str], row: int = 0) -> dict[str, int]:
    """How many of each name, from an array of counts or from one row of a flat table of them."""
    first = row * len(names)
    return {name: int(counts[first + n]) for n, name in enumerate(names) if counts[first + n]}


def owned(owners: vec[i64], seat: int, names: Sequence[str]) -> list[str]:
    """The things that belong to a seat, from an array of the owner of each."""
    return [name for name, owner in zip(names, owners, strict=True) if owner == seat]


def _lines(name: str, value: object) -> Iterable[tuple[str, str]]:
    if not _is_nested(value):
        return ((name, _text(value)),)
    rows = enumerate(cast("list[object]", value))
    return ((f"{name} {seat}", _text(row)) for seat, row in rows)


def _is_nested(value: object) -> bool:
    if not isinstance(value, list):
        return False
    return any(isinstance(item, list | dict) for item in cast("list[object]", value))


def _text(value: object) -> str:
    if isinstance(value, dict):
        counts = cast("dict[str, int]", value).items()
        return _join(name if count == 1 else f"{count} {name}" for name, count in counts if count)
    if isinstance(value, list):
        items = cast("list[object]", value)
        if all(isinstance(item, int) for item in items):
            return " ".join(str(item) for item in items) or NOTHING
        return _join(str(item) for item in items)
    return str(value)


def _join(names: Iterable[str]) -> str:
    return ", ".join(names) or NOTHING


class Fields:
    """The fields of a written position, taken one by one; every complaint names its line."""

    def __init__(self, text: str) -> None:
        self._fields: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(text.splitlines(), 1):
            content = line.split("#", 1)[0].strip()
            if content:
                self._add(number, content)

    def _add(self, number: int, content: str) -> None:
        name, colon, value = content.partition(":")
        name = " ".join(name.split())
        if not colon:
            raise NotationError(f"Line {number}: expected 'name: value', got {content!r}.")
        if name in self._fields:
            first = self._fields[name][0]
            raise NotationError(f"Line {number}: {name!r} was given in line {first} already.")
        self._fields[name] = (number, value.strip())

    def has(self, name: str) -> bool:
        """Whether the field is there and not taken yet."""
        return name in self._fields

    def fill_in(self, usual: str) -> None:
        """Adds those of these lines that are not there."""
        for name, (_, value) in Fields(usual)._fields.items():
            self._fields.setdefault(name, (0, value))

    def need(self, names: Sequence[str]) -> None:
        """Complains about all fields that are missing, at once."""
        missing = [repr(name) for name in names if name not in self._fields]
        if len(missing) == 1:
            raise NotationError(f"The field {missing[0]} is missing.")
        if missing:
            first = ", ".join(missing[:-1])
            raise NotationError(f"The fields {first} and {missing[-1]} are missing.")

    def text(self, name: str) -> str:
        """Takes a field as it is."""
        return self._take(name)[1]

    def expect(self, name: str, value: str) -> None:
        """Takes a field that can have only one value."""
        number, found = self._take(name)
        if found != value:
            raise NotationError(f"Line {number}: {name} must be {value!r}, not {found!r}.")

    def choice(self, name: str, choices: Sequence[str]) -> int:
        """Takes one of the words; gives its index."""
        number, word = self._take(name)
        return _index(number, name, word, choices)

    def number(self, name: str, low: int, high: int) -> int:
        """Takes a whole number in a range."""
        number, word = self._take(name)
        return _number(number, name, word, low, high)

    def numbers(
        self, name: str, length: int | None, low: int, high: int, or_none: bool = False
    ) -> list[int]:
        """Takes whole numbers in a range: as many as `length` says, if it does, or perhaps none."""
        may_be_empty = or_none or length is None
        number, value = self._take_list(name) if may_be_empty else self._take(name)
        words = [] if value == NOTHING else value.split()
        if length is not None and len(words) != length and (words or not or_none):
            raise NotationError(f"Line {number}: {name} needs {length} numbers, got {len(words)}.")
        return [_number(number, name, word, low, high) for word in words]

    def names(self, name: str, length: int | None, choices: Sequence[str]) -> list[int]:
        """Takes several names; gives their indices."""
        number, value = self._take(name) if length else self._take_list(name)
        words = _split(value)
        if length is not None and len(words) != length:
            raise NotationError(f"Line {number}: {name} needs {length} names, got {len(words)}.")
        return [_index(number, name, word, choices) for word in words]

    def words(self, name: str) -> list[str]:
        """Takes a list of items that the game reads itself."""
        return _split(self._take_list(name)[1])

    def at_most_one(self, name: str, choices: Sequence[str]) -> int:
        """Takes one name or none; gives its index, or -1."""
        return _only(name, self.names(name, None, choices), "things")

    def seat_or_nobody(self, name: str, seats: int) -> int:
        """Takes one seat or none; gives the seat, or -1."""
        return _only(name, self.numbers(name, None, 0, seats - 1), "seats")

    def counts(self, name: str, choices: Sequence[str]) -> list[int]:
        """Takes counted names; gives how many of each choice."""
        number, value = self._take_list(name)
        counts = [0] * len(choices)
        for words in _split(value):
            count, name_of = 1, words
            first, _, rest = words.partition(" ")
            if first.isdigit():
                count, name_of = _number(number, name, first, 0, 999), rest.strip()
            counts[_index(number, name, name_of, choices)] += count
        return counts

    def owners(self, name: str, seats: int, choices: Sequence[str]) -> list[int]:
        """Takes one field of names for each seat; gives the seat that owns each choice, or -1."""
        owners = [-1] * len(choices)
        for seat in range(seats):
            for thing in self.names(f"{name} {seat}", None, choices):
                if owners[thing] >= 0:
                    raise PositionError(
                        f"{name}: {choices[thing]} belongs to seats {owners[thing]} and {seat}."
                    )
                owners[thing] = seat
        return owners

    def done(self) -> None:
        """Complains about fields nobody asked for."""
        for name, (number, _) in self._fields.items():
            raise NotationError(f"Line {number}: there is no field {name!r} here.")

    def _take(self, name: str) -> tuple[int, str]:
        self.need([name])
        return self._fields.pop(name)

    def _take_list(self, name: str) -> tuple[int, str]:
        """A list that may be empty may be left out altogether."""
        return self._fields.pop(name, (0, NOTHING))


def _split(value: str) -> list[str]:
    return [] if value == NOTHING else [" ".join(word.split()) for word in value.split(",")]


def _only(name: str, found: list[int], things: str) -> int:
    if len(found) > 1:
        raise PositionError(f"{name} names {len(found)} {things}; it can name one.")
    return found[0] if found else -1


def _index(line: int, field: str, word: str, choices: Sequence[str]) -> int:
    if word not in choices:
        known = ", ".join(choices if len(choices) <= 12 else [*choices[:12], "…"])
        raise NotationError(f"Line {line}: {field} knows no {word!r}; it knows {known}.")
    return choices.index(word)


def _number(line: int, field: str, word: str, low: int, high: int) -> int:
    try:
        value = int(word)
    except ValueError:
        raise NotationError(f"Line {line}: {field} needs a whole number, got {word!r}.") from None
    if not low <= value <= high:
        raise PositionError(f"Line {line}: {field} must be between {low} and {high}, not {value}.")
    return value
