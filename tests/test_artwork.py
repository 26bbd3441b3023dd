"""What games draw from their components is what their pages show."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from dalang.engine.artwork import Clouds, pixels

ROOT = Path(__file__).parent.parent
SMALL = Clouds((107, 61, 20), 9, 2, 2, 16, 20, middle=0.22, contrast=0.5, densest=190)


@pytest.mark.slow
def test_every_drawing_is_as_its_game_draws_it() -> None:
    """From the sources, as `scripts/draw` is run: a wheel has the drawings only."""
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "draw", "--check"],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    assert done.stdout + done.stderr == ""
    assert done.returncode == 0


def test_a_picture_is_told_by_its_pixels() -> None:
    """Not by how it was packed."""
    picture = SMALL.png()
    begin = picture.index(b"IDAT")
    packed = zlib.compress(zlib.decompress(picture[begin + 4 : picture.index(b"IEND") - 8]), 0)
    other = picture[: begin - 4] + len(packed).to_bytes(4, "big") + b"IDAT" + packed
    other += zlib.crc32(b"IDAT" + packed).to_bytes(4, "big") + picture[-12:]
    assert other != picture
    assert pixels(other) == pixels(picture)
    assert pixels(replace(SMALL, seed=10).png()) != pixels(picture)
    assert pixels(replace(SMALL, colour=(1, 2, 3)).png()) != pixels(picture)
