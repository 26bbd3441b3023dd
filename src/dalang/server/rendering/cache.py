"""Regions are drawn again only if something that their template read has changed.

The cache records which names of its context a template used, and which parts of the larger values
among them.  As long as all of these stay the same, so does the HTML.  The same holds between
viewers: if these values are equal for two of them, both share one drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from operator import is_
from types import FunctionType, MethodType
from typing import Any, Final, cast

from jinja2 import Template
from jinja2.runtime import Context, Macro
from jinja2.utils import missing

from dalang.engine.api import Args
from dalang.server.rendering.patches import PatchableText

WATCHED: Final = frozenset({"legal", "scene", "table", "view"})  # of these the parts count
SWEEPING = 8  # versions of a table after which parts of drawings are forgotten if nobody wants them
LOOKED = "_looked"  # the name under which a context carries the notes

Look = str  # a name of the context; for a part of it, a stop and the name of the part follow
Values = dict[Look, object]


class Lazy:
    """A value of a context that is computed when a template asks for it."""

    def __init__(self, make: Callable[[], object]) -> None:
        self._make = make

    @cached_property
    def value(self) -> object:
        """The value itself."""
        return self._make()


def real(value: object) -> object:
    """The value, computed if nobody has asked for it yet."""
    return value.value if isinstance(value, Lazy) else value


class Recorder(Context):
    """A context of Jinja that notes the names a template uses, in included templates too.

    Globals of the environment never change and need not be noted.
    """

    def anew(self, parent: Args) -> Recorder:
        """The same context for other values: what Jinja prepares for one is valid for all."""
        twin = Recorder.__new__(Recorder)
        vars(twin).update(vars(self), parent=parent, vars={}, exported_vars=set())
        return twin

    def resolve_or_missing(self, key: str) -> object:
        """The value of a name."""
        if key in self.vars:
            return self.vars[key]
        looked, value = self.parent.get(LOOKED), self.parent.get(key, missing)
        if looked is None:
            return real(value)
        if value is missing and key in self.environment.globals:
            return self.environment.globals[key]
        if key not in WATCHED:
            looked.add(key)
        return real(value)

    def call(self, obj: Callable[..., object], *args: object, **kwargs: object) -> object:
        """Our functions need none of Jinja's extra arguments, so they are called directly."""
        kind = type(obj)
        if kind is FunctionType or kind is MethodType or kind is Macro:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            return obj(*args, **kwargs)
        return super().call(obj, *args, **kwargs)


class Watched:
    """A thing that notes which of its parts a template uses."""

    __slots__ = ("_looked", "_name", "_thing")

    def __init__(self, name: str, thing: object, looked: set[Look]) -> None:
        self._name, self._thing, self._looked = name, thing, looked

    def __getattr__(self, part: str) -> object:
        found = self._part(part)
        return getattr(self._all(), part) if found is missing else found

    def __getitem__(self, part: str) -> object:
        if (found := self._part(part)) is missing:
            raise KeyError(part)
        return found

    def __contains__(self, part: str) -> bool:
        return self._part(part) is not missing

    def get(self, part: str, otherwise: object = None) -> object:
        """A part, if there is one of that name."""
        found = self._part(part)
        return otherwise if found is missing else found

    def _part(self, part: str) -> object:
        self._looked.add(f"{self._name}.{part}")
        return part_of(real(self._thing), part)

    def _all(self) -> Args:
        self._looked.add(self._name)
        return cast("Args", real(self._thing))

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


def part_of(thing: object, part: str) -> object:
    """A part of a mapping or of an object, `missing` if it has none of that name."""
    if isinstance(thing, dict):
        return cast("Args", thing).get(part, missing)
    found: object = getattr(thing, part, missing)
    return found


class Drawing:
    """A drawing, everything it depends on, and when it was last used."""

    __slots__ = ("html", "seen", "version")

    def __init__(self, seen: object, html: str, version: int) -> None:
        self.seen, self.html, self.version = seen, html, version


class Kept:
    """The drawings of one region or part for the present version of a table and the one before.

    It is searched by comparison, because most values have no hash; there is at most one drawing
    per viewer.
    """

    def __init__(self) -> None:
        self._kept: list[Drawing] = []

    @property
    def version(self) -> int:
        """When one of them was last used."""
        return max((drawing.version for drawing in self._kept), default=0)

    def find(self, version: int, fits: Callable[[Any], bool]) -> str | None:
        """A drawing that depends on nothing that is different now."""
        for drawing in reversed(self._kept):
            if fits(drawing.seen):
                drawing.version = version
                return drawing.html
        return None

    def keep(self, seen: object, html: str, version: int) -> None:
        """Keeps a drawing, and drops those no longer used."""
        self._kept = [drawing for drawing in self._kept if drawing.version >= version - 1]
        self._kept.append(Drawing(seen, html, version))


class Known:
    """A value that was seen somewhere, and when it last was."""

    __slots__ = ("value", "version")

    def __init__(self, value: object, version: int) -> None:
        self.value, self.version = value, version


class Pool:
    """One object for all equal values: most values are the same for most viewers of a table.

    Values are compared once, when they come in; afterwards equal values are identical.
    """

    def __init__(self) -> None:
        self._known: dict[Look, list[Known]] = {}

    def same(self, look: Look, value: object, version: int) -> object:
        """The object that represents the value."""
        known = self._known.get(look, ())
        for one in known:
            if one.value is value:
                one.version = version
                return value
        for one in known:
            if one.value == value:
                one.version = version
                return one.value
        used = [one for one in known if one.version >= version - 1]
        self._known[look] = [*used, Known(value, version)]
        return value


def kept_from(before: object, value: object) -> object:
    """The value, reusing equal parts of the old one: identical objects compare fast."""
    if before == value:
        return before
    if not (isinstance(before, list) and isinstance(value, list)):
        return value
    old, new = cast("list[object]", before), cast("list[object]", value)
    if len(old) != len(new):
        return new
    return [one if one == other else other for one, other in zip(old, new, strict=True)]


class Seen:
    """Where a template looked, and what it saw there."""

    __slots__ = ("looks", "values")

    def __init__(self, looks: Iterable[Look], values: list[object]) -> None:
        self.looks, self.values = tuple(looks), values


class Glance(dict[Look, object]):
    """What one viewer sees of everything a template may read; computed when one does.

    It starts with values that are the same for all viewers, and with those that represent parts of
    the context that are slow to compare or cannot be compared.
    """

    def __init__(
        self, context: Args, pool: Pool, version: int, stamps: Values, shared: Values
    ) -> None:
        super().__init__(shared)
        for look, value in stamps.items():
            self[look] = pool.same(look, value, version)
        self.version = version
        self._context = context
        self._pool = pool

    def __missing__(self, look: Look) -> object:
        """Looks there."""
        name, stop, part = look.partition(".")
        value = self._context.get(name, missing)
        if type(value) is Lazy:
            value = value.value
        if stop:
            value = part_of(value, part)
        self[look] = value = self._pool.same(look, value, self.version)
        return value

    def fits(self, seen: Seen) -> bool:
        """Whether nothing looks different from what was seen before."""
        return all(map(is_, map(self.__getitem__, seen.looks), seen.values))

    def watched(self, looked: set[Look]) -> Args:
        """The context, which notes in `looked` what is used of it."""
        parts = {name: Watched(name, self._context[name], looked) for name in WATCHED}
        return {**self._context, **parts, LOOKED: looked}


class Region(Kept):
    """One region of one table in one language."""

    def __init__(self, template: Template) -> None:
        super().__init__()
        self._render = template.root_render_func
        self._context = cast("Recorder", template.new_context({}, shared=True))

    def draw(self, glance: Glance) -> str:
        """The region's HTML, drawn again only if something in it may have changed."""
        html = self.find(glance.version, glance.fits)
        if html is None:
            looked: set[Look] = set()
            html = PatchableText.of(self._render(self._context.anew(glance.watched(looked))))
            self.keep(Seen(looked, [glance[look] for look in looked]), html, glance.version)
        return html


class Parts:
    """Parts of one table's drawings, by macros that only know their arguments."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, Kept] = {}
        self._swept = 0  # the version when those were last forgotten that are of no use any more

    def draw(
        self, key: Hashable, version: int, args: tuple[object, ...], macro: Callable[[], str]
    ) -> str:
        """What the macro of that key draws from these arguments."""
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = Kept()
        html = kept.find(version, args.__eq__)
        if html is None:
            html = macro()
            kept.keep(args, html, version)
            self._sweep(version)
        return html

    def _sweep(self, version: int) -> None:
        if version >= self._swept + SWEEPING:
            used = self._kept.items()
            self._kept = {key: kept for key, kept in used if kept.version >= self._swept}
            self._swept = version
