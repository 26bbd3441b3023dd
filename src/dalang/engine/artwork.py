"""Helpers for a game's artwork: the drawings that are made from its components, once.

A game that has such drawings keeps what makes them in its folder `artwork`, whose `files()` gives
the made files of `view/` by name.  `scripts/draw` writes them.  The pages use the files alone, so
`artwork` is in the repository but not in the wheel.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

Files: TypeAlias = dict[str, str | bytes]

OCTAVES = 5
FADING = 0.55  # how much weaker each octave is than the one before


# --- pieces of SVG ----------------------------------------------------------------------


def use(symbol: str, x: float, y: float, width: float, height: float, look: str = "") -> str:
    """A drawing of the sprite at a place."""
    box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    more = f' class="{look}"' if look else ""
    return f'<use href="#{symbol}" {box}{more}/>'


def symbol(name: str, canvas: str, picture: str) -> str:
    """A drawing that pages can use by its name."""
    return f'<symbol id="{name}" viewBox="{canvas}">{picture}</symbol>'


# --- files that are half written by hand ------------------------------------------------


def sprite(path: Path, mark: str, made: Iterable[str]) -> str:
    """A sprite: what is drawn by hand as it is, and after the mark what is made from it."""
    return "\n".join([_by_hand(path, mark), mark, *made, "</svg>", ""])


def style(path: Path, mark: str, made: Iterable[str]) -> str:
    """A style sheet: what is written by hand as it is, and after the mark what is made."""
    return "\n".join([_by_hand(path, mark), "", mark, *made, ""])


def rule(selectors: Iterable[str], *declarations: str) -> str:
    """One rule of a style sheet, laid out as the formatter does it."""
    lines = [f"  {declaration};" for declaration in declarations]
    return "\n".join([",\n".join(selectors) + " {", *lines, "}"])


def _by_hand(path: Path, mark: str) -> str:
    return path.read_text("utf-8").partition(mark)[0].removesuffix("</svg>\n").rstrip()


# --- stains of paper and water ----------------------------------------------------------


@dataclass(frozen=True)
class Clouds:
    """A picture of clouds: octaves of noise in one colour, in a few degrees of transparency."""

    colour: tuple[int, int, int]
    seed: int
    across: int  # cells of the coarsest noise
    down: int
    size: int  # of the picture, in pixels
    shades: int
    middle: float  # how dense the clouds are between thin and thick
    contrast: float
    densest: int  # the opacity of the last shade, of 255

    def png(self) -> bytes:
        """The picture as a file."""
        most = self.shades - 1
        levels = [
            max(0, min(most, round(self.shades * (self.middle + self.contrast * value))))
            for value in self._noise()
        ]
        rows = b"".join(
            b"\0" + bytes(levels[start : start + self.size])
            for start in range(0, len(levels), self.size)
        )
        opacity = bytes(level * self.densest // self.shades for level in range(self.shades))
        return (
            b"\x89PNG\r\n\x1a\n"
            + _chunk(b"IHDR", struct.pack(">IIBBBBB", self.size, self.size, 8, 3, 0, 0, 0))
            + _chunk(b"PLTE", bytes(self.colour) * self.shades)
            + _chunk(b"tRNS", opacity)
            + _chunk(b"IDAT", zlib.compress(rows, 9))
            + _chunk(b"IEND", b"")
        )

    def _noise(self) -> list[float]:
        """The octaves added up, pixel by pixel."""
        dice = Random(self.seed)
        cloud = [0.0] * (self.size * self.size)
        for octave in range(OCTAVES):
            columns, rows = self.across * 2**octave, self.down * 2**octave
            grid = [[dice.uniform(-1, 1) for _ in range(columns + 1)] for _ in range(rows + 1)]
            self._add(cloud, grid, FADING**octave)
        return cloud

    def _add(self, cloud: list[float], grid: list[list[float]], weight: float) -> None:
        """Adds the values of a grid, with those of neighbours running into one another."""
        places = _eased(len(grid[0]) - 1, self.size)
        for y, (line, low) in enumerate(_eased(len(grid) - 1, self.size)):
            upper, lower = grid[line], grid[line + 1]
            for x, (place, right) in enumerate(places):
                above = upper[place] + (upper[place + 1] - upper[place]) * right
                below = lower[place] + (lower[place + 1] - lower[place]) * right
                cloud[y * self.size + x] += (above + (below - above) * low) * weight


def _eased(cells: int, size: int) -> list[tuple[int, float]]:
    """For every pixel its cell of the grid and how far along it is, without corners."""
    steps = [divmod(place * cells / size, 1) for place in range(size)]
    return [(int(cell), part * part * (3 - 2 * part)) for cell, part in steps]


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def pixels(png: bytes) -> bytes:
    """A picture of ours unpacked: versions of zlib pack the same pixels differently."""
    unpacked, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        unpacked += kind + (zlib.decompress(data) if kind == b"IDAT" else data)
        at += length + 12
    return unpacked
