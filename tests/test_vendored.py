"""Files of other projects are exactly what vendor.json records."""

import runpy
from pathlib import Path

SCRIPT = Path(__file__).parent.parent / "scripts" / "vendor"


def test_vendored_files_are_as_recorded() -> None:
    assert runpy.run_path(str(SCRIPT))["problems"]() == []
