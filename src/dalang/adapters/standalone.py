"""Drawings that stand alone: one valid SVG file each, with everything that it needs and no more.

A game's templates draw for the pages of the server.  Here the same markup becomes XML in the right
namespaces.  Pieces, styles and fonts that this drawing does not use are left out; names that a page
around it might have as well, of elements, classes and fonts, get a prefix of their own.
"""

from __future__ import annotations

import base64
import mimetypes
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from dalang.adapters.lettering import declarations, said
from dalang.adapters.stylesheet import ADDRESS, Names, rules, scoped
from dalang.theme import DRAWING_FONTS

NAMESPACES: Final = {"svg": "http://www.w3.org/2000/svg", "html": "http://www.w3.org/1999/xhtml"}
_QUOTES: Final = "\"'"
_TAG: Final = re.compile(
    r"""<(?P<name>[A-Za-z][\w:-]*)(?P<attributes>(?:[^<>"']|"[^"]*"|'[^']*')*?)\s*(?P<end>/?)>"""
)
_ATTRIBUTE: Final = re.compile(r"""([^\s=/"']+)(?:=("[^"]*"|'[^']*'|[^\s"'>]+))?""")
_NAMED: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w*;")
_FILE: Final = re.compile(r"url\((?!data:|#)([^)]+)\)")
_REFERENCE: Final = re.compile(r"#([\w-]+)")
_ASKED: Final = re.compile(r"\[([\w-]+)|attr\(([\w-]+)")
_RANGE: Final = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")
VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})  # never closed
# What people and scripts need on a page, but nobody sees; unless a style sheet asks for it.
UNSEEN: Final = re.compile(r"aria-|data-|on|form|name$|value$|type$|role$|tabindex$|title$|id$")


def standalone(markup: str, sprite: str, styles: list[Path], own: str, side: int, name: str) -> str:
    """A whole drawing: markup as in a page, made of the pieces of a sprite.

    `own` are rules for this kind of drawing; in them as in the others, `:root` is the drawing.
    """
    board = ElementTree.fromstring(as_xml(f"<div>{markup}</div>"))
    sheets = {path: path.read_text("utf-8") for path in styles}
    if sprite:
        pieces = ElementTree.fromstring(as_xml(sprite))
        styled = [name for sheet in sheets.values() for name in ADDRESS.findall(sheet)]
        _keep_used(pieces, [*references(board), *styled])
        board.insert(0, pieces)
    _drop_unseen(board)
    names = _names(board)
    css = "".join(
        _with_files_inside(scoped(sheet, names), path.parent) for path, sheet in sheets.items()
    )
    css += scoped(own, names)
    _rename(board, names, css)
    faces = _faces(css, board)
    for family in set(re.findall(r"font-family:dalang-([\w-]+);", faces)):
        css = re.sub(rf"\b{family}\b", f"dalang-{family}", css)
    whole = "".join(_written(child, "html") for child in board)
    return _numbered(
        names.scope,
        f'<svg xmlns="{NAMESPACES["svg"]}" viewBox="0 0 {side} {side}" width="{side}" '
        f'height="{side}" role="img"><title>{escape(name)}</title>'
        f"<style>{escape(faces + css, quote=False)}</style>"
        f'<foreignObject width="{side}" height="{side}">'
        f'<div xmlns="{NAMESPACES["html"]}" class="{names.scope}">{whole}</div>'
        "</foreignObject></svg>",
    )


def _numbered(scope: str, drawing: str) -> str:
    """With short names for what has been given the prefix."""
    short: dict[str, str] = {}
    return re.sub(
        rf"\b{scope}-[\w-]+",
        lambda found: f"{scope}-{short.setdefault(found[0], f'{len(short):x}')}",
        drawing,
    )


# --- markup -------------------------------------------------------------------------


def as_xml(html: str) -> str:
    """HTML as XML: attributes have values, tags are closed."""
    text = _NAMED.sub(lambda found: escape(unescape(found[0])), html)
    return _TAG.sub(_closed, text)


def _closed(tag: re.Match[str]) -> str:
    attributes = "".join(
        f' {name}="{escape(unescape(value.strip(_QUOTES)))}"'
        for name, value in _ATTRIBUTE.findall(tag["attributes"])
        if not name.startswith("xmlns")
    ).replace(" xlink:href=", " href=")
    end = "/" if tag["end"] or tag["name"] in VOID else ""
    return f"<{tag['name']}{attributes}{end}>"


def _keep_used(sprite: Element, ahead: list[str]) -> None:
    """Takes away the pieces that nothing refers to, directly or by another piece."""
    pieces = {piece.get("id", ""): piece for piece in sprite.iter() if piece.get("id")}
    used = set[str]()
    while ahead:
        name = ahead.pop()
        if name in pieces and name not in used:
            used.add(name)
            ahead += references(pieces[name])
    _drop_unused(sprite, used)


def _drop_unused(group: Element, used: set[str]) -> None:
    """Definitions that nobody uses; what has no name stays."""
    for child in list(group):
        if child.tag in ("symbol", "g", "linearGradient", "radialGradient", "pattern", "clipPath"):
            inside = {piece.get("id", "") for piece in child.iter()}
            if child.get("id") and not inside & used:
                group.remove(child)
        elif child.tag == "defs":
            _drop_unused(child, used)


def references(tree: Element) -> Iterator[str]:
    """The ids that something refers to."""
    for element in tree.iter():
        for name, value in element.items():
            if name == "href" or "url(#" in value:
                yield from _REFERENCE.findall(value)


def _drop_unseen(tree: Element) -> None:
    """What is only said, by tips and to those who listen."""
    for element in tree.iter():
        for child in list(element):
            if child.tag == "title" or "sr" in child.get("class", "").split():
                before = list(element).index(child)
                if child.tail and before:
                    element[before - 1].tail = (element[before - 1].tail or "") + child.tail
                elif child.tail:
                    element.text = (element.text or "") + child.tail
                element.remove(child)


def _names(tree: Element) -> Names:
    elements = list(tree.iter())
    scope = f"d{sha256(ElementTree.tostring(tree)).hexdigest()[:5]}"
    lists = [element.get("class", "").split() for element in elements]
    classes = sorted({name for names in lists for name in names})
    return Names(
        scope,
        frozenset(element.tag for element in elements),
        {name: f"{scope}{number:x}" for number, name in enumerate(classes)},
        frozenset(name for names in lists for name in names[1:]),
        frozenset(element.get("id", "") for element in elements),
    )


def _rename(tree: Element, names: Names, css: str) -> None:
    """Classes and ids get their own names; what nobody sees or refers to goes."""
    scope = names.scope
    used = {*references(tree), *re.findall(rf"#{scope}-([\w-]+)", css)}
    asked = {a or b for a, b in _ASKED.findall(css)}
    styled = set(re.findall(r"\.([\w-]+)", css))
    for element in tree.iter():
        for name, value in list(element.items()):
            if name == "class":
                own = [names.classes[part] for part in value.split()]
                element.set(name, " ".join(part for part in own if part in styled))
            elif name == "id" and value in used:
                element.set(name, f"{scope}-{value}")
            elif name == "href" or "url(#" in value:
                element.set(name, _REFERENCE.sub(rf"#{scope}-\1", value))
            elif UNSEEN.match(name) and name not in asked:
                del element.attrib[name]
            elif name == "d":
                element.set(name, _shorter(value))
        if not element.get("class"):
            element.attrib.pop("class", None)
        if element.tag == "symbol":
            element.set("class", f"{element.get('class', '')} {names.symbol}".strip())
    tree.set("class", scope)


def _shorter(path: str) -> str:
    """The same path: 10 for 10.0, .5 for 0.5, no space before a minus."""
    whole = re.sub(r"(\.\d*?)0+(?=\D|$)", lambda found: found[1].rstrip("."), path)
    return re.sub(r"\s+-", "-", re.sub(r"(?<![\d.])0\.", ".", whole))


def _written(element: Element, around: str) -> str:
    """An element as text; where HTML and SVG are inside of one another, the namespace is said."""
    kind = "svg" if element.tag == "svg" else around
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in element.items())
    if kind != around:
        attributes = f' xmlns="{NAMESPACES[kind]}"{attributes}'
    inner = "html" if element.tag == "foreignObject" else kind
    loose = inner == "svg" and element.tag not in ("text", "tspan")  # spaces between shapes
    inside = _text(element.text, loose) + "".join(
        _in(child, inner, kind) + _text(child.tail, loose) for child in element
    )
    if not inside and (kind == "svg" or element.tag in VOID):
        return f"<{element.tag}{attributes}/>"
    return f"<{element.tag}{attributes}>{inside}</{element.tag}>"


def _in(child: Element, inner: str, kind: str) -> str:
    written = _written(child, inner)
    if inner == kind:
        return written
    return written.replace(f"<{child.tag}", f'<{child.tag} xmlns="{NAMESPACES[inner]}"', 1)


def _text(text: str | None, loose: bool) -> str:
    if not text or (loose and not text.strip()):
        return ""
    return escape(re.sub(r"\s+", " ", text), quote=False)


# --- fonts and pictures -------------------------------------------------------------


def _faces(css: str, board: Element) -> str:
    """The fonts that the drawing's letters need, under names of their own."""
    letters = said(css, board)
    kept = ""
    for rule in rules(DRAWING_FONTS.read_text("utf-8")):
        face = declarations(rule.body)
        slanted = face.get("font-style") == "italic"
        title = f"--title: {face['font-family']}" in css
        if _has_letters(letters.get((title, slanted), set()), face["unicode-range"]):
            face["font-family"] = f"dalang-{face['font-family']}"
            body = "".join(f"{name}:{value};" for name, value in face.items())
            kept += f"@font-face{{{_with_files_inside(body, DRAWING_FONTS.parent)}}}"
    return kept


def _has_letters(letters: set[str], ranges: str) -> bool:
    bounds = [(int(a, 16), int(b or a, 16)) for a, b in _RANGE.findall(ranges)]
    return any(low <= ord(letter) <= high for letter in letters for low, high in bounds)


def _with_files_inside(css: str, folder: Path) -> str:
    """A style sheet with the fonts and pictures it names."""

    def inside(address: re.Match[str]) -> str:
        path = folder / address[1].strip(_QUOTES)
        return f"url({as_data(path)})" if path.is_file() else address[0]

    return _FILE.sub(inside, css)


@cache
def as_data(path: Path) -> str:
    """A file as an address that contains it."""
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
