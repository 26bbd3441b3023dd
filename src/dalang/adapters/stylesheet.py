"""The part of a page's style sheets that a drawing needs, and that touches nothing outside of it.

A drawing is shown as a file, as a picture of a page or inside of one.  So what depends on the
window is settled beforehand: a drawing looks as in WINDOW.  Rules that cannot apply to anything in
the drawing are left out, and the others apply to nothing outside of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

WINDOW: Final = {"width": 1440.0, "height": 900.0}  # pixels; by day, without motion
REM: Final = 16  # pixels, as in every browser; the page around a drawing may have another
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_QUOTED: Final = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")
_REMS: Final = re.compile(r"(?<![\w.-])(\d*\.?\d+)rem\b")
_BOUND: Final = re.compile(r"\((min|max)-(width|height):\s*([\d.]+)px\)")
_RATIO: Final = re.compile(r"\((min|max)-aspect-ratio:\s*(\d+)\s*/\s*(\d+)\)")
_NAME: Final = re.compile(r"([.#]?)(-?[_a-zA-Z][\w-]*)")
ADDRESS: Final = re.compile(r"url\(#([\w-]+)\)")


@dataclass(frozen=True)
class Rule:
    """What comes before the braces, and what is between them."""

    head: str
    body: str


@dataclass(frozen=True)
class Names:
    """What occurs in a drawing, which is what selectors can be about, and what it is called here.

    A class has another name in each drawing, because that is the only way to reach what `use`
    shows: it is a tree of its own, where no selector sees what is around.
    """

    scope: str  # the class of the whole drawing, and what all names begin with
    tags: frozenset[str]
    classes: dict[str, str]
    later: frozenset[str]  # the classes that some element has not as its first
    ids: frozenset[str]

    @property
    def symbol(self) -> str:
        """The class of all symbols."""
        return f"{self.scope}_"

    def may_match(self, selector: str) -> bool:
        """Whether the selector can apply; what is inside of brackets is not looked at."""
        plain = re.sub(r"::?[\w-]+", "", _outside_brackets(selector))
        known = {"": self.tags, ".": self.classes, "#": self.ids}
        return all(name in known[kind] for kind, name in _NAME.findall(plain))

    def own(self, selector: str) -> str:
        """The same selector about this drawing alone; "" if it cannot be about a drawing."""
        first, *rest = selector.split(" ", 1)
        if first == ":root":
            return " ".join([f".{self.scope}", *map(self.renamed, rest)])
        if first.startswith(":root"):  # somebody's choice; there is none here
            return ""
        if "." in _outside_brackets(selector):
            return self.renamed(selector)
        if first == "symbol":
            return " ".join([f":where(.{self.symbol})", *map(self.renamed, rest)])
        return f":where(.{self.scope}) {self.renamed(selector)}"

    def renamed(self, selector: str) -> str:
        """The selector with the names that classes and ids have here."""
        return _CALLED.sub(self._new, _PART.sub(self._any_of, selector))

    def _any_of(self, found: re.Match[str]) -> str:
        """`[class*=" s"]`: one of the classes that begin so, here behind another one."""
        part = found[1].strip()
        names = self.later if found[1].startswith(" ") else self.classes
        return f":is({','.join(f'.{name}' for name in sorted(names) if name.startswith(part))})"

    def _new(self, found: re.Match[str]) -> str:
        if found["class"]:
            return "." + self.classes.get(found["class"], f"{self.scope}-{found['class']}")
        return f"#{self.scope}-{found['id']}" if found["id"] else found[0]


_PART: Final = re.compile(r'\[class\*="([^"]+)"\]')
_CALLED: Final = re.compile(rf"{_QUOTED.pattern}|\.(?P<class>[a-zA-Z_][\w-]*)|#(?P<id>[\w-]+)")


def rules(css: str) -> Iterator[Rule]:
    """The rules of a style sheet, or of a block of rules."""
    text, at = _COMMENT.sub("", css), 0
    while (start := text.find("{", at)) >= 0:
        end = _closing(text, start)
        yield Rule(" ".join(text[at:start].split()), text[start + 1 : end].strip())
        at = end + 1


def scoped(css: str, names: Names) -> str:
    """The rules that can apply to something in the drawing, and to nothing outside of it."""
    return "".join(_scoped(rule, names) for rule in rules(css))


def _scoped(rule: Rule, names: Names) -> str:
    kind, _, condition = rule.head.partition(" ")
    if kind == "@media":
        return scoped(rule.body, names) if holds(condition) else ""
    if kind in ("@container", "@supports"):
        inside = scoped(rule.body, names)
        return f"{rule.head}{{{inside}}}" if inside else ""
    if kind.startswith("@"):  # fonts are another matter, and nothing moves
        return ""
    heads = [names.own(selector) for selector in split(rule.head) if names.may_match(selector)]
    body = ADDRESS.sub(rf"url(#{names.scope}-\1)", _compact(rule.body))
    return f"{','.join(filter(None, heads))}{{{body}}}" if any(heads) else ""


def holds(condition: str) -> bool:
    """Whether a media query is true in WINDOW."""
    return any(
        all(_holds(part.strip()) for part in query.split(" and ")) for query in condition.split(",")
    )


def _holds(part: str) -> bool:
    if bound := _BOUND.fullmatch(part):
        here, limit = WINDOW[bound[2]], float(bound[3])
        return here >= limit if bound[1] == "min" else here <= limit
    if ratio := _RATIO.fullmatch(part):
        here, limit = WINDOW["width"] / WINDOW["height"], int(ratio[2]) / int(ratio[3])
        return here >= limit if ratio[1] == "min" else here <= limit
    return part in ("screen", "(orientation: landscape)", "(prefers-reduced-motion: reduce)")


def split(selectors: str) -> list[str]:
    """The selectors of a list."""
    found, depth, start = list[str](), 0, 0
    for at, sign in enumerate(selectors):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            found.append(selectors[start:at].strip())
            start = at + 1
    return [*found, selectors[start:].strip()]


def _outside_brackets(selector: str) -> str:
    depth, kept = 0, list[str]()
    for sign in selector:
        depth += sign in "(["
        if not depth:
            kept.append(sign)
        depth -= sign in ")]"
    return "".join(kept)


def _closing(text: str, start: int) -> int:
    """Where the brace is that closes the one at the start."""
    depth = 0
    for found in re.finditer(rf"{_QUOTED.pattern}|[{{}}]", text[start:]):
        depth += (found[0] == "{") - (found[0] == "}")
        if not depth:
            return start + found.start()
    raise ValueError("A style sheet ends inside of a rule.")


def _compact(body: str) -> str:
    """Declarations without needless spaces; lengths do not depend on the page around."""
    text = _REMS.sub(lambda found: f"{float(found[1]) * REM:g}px", body)
    return ";".join(re.sub(r"\s+", " ", part.strip()) for part in text.split(";") if part.strip())
