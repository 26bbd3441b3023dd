"""What is installed is what is in the repository."""

from importlib.metadata import version
from pathlib import Path

import dalang

SOURCES = Path(__file__).parent.parent / "src" / "dalang"


def test_the_package_knows_its_version() -> None:
    assert dalang.__version__ == version("dalang")


def test_every_file_of_the_sources_is_installed() -> None:
    """Data, words, drawings, replays and tests too: package-data names them by pattern."""
    installed = Path(dalang.__file__).parent
    files = [file.relative_to(SOURCES) for file in SOURCES.rglob("*") if file.is_file()]
    ours = [file for file in files if "__pycache__" not in file.parts]
    assert [str(file) for file in ours if not (installed / file).exists()] == []
