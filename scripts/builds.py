"""Compiled builds next to the sources: scripts/compile makes them, scripts/play starts them."""

import os
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from environments import BUILD, ROOT, Stamp, hashes_of_sources

ENVIRONMENT = ROOT / ".venv-play"  # the packages; Dalang itself is not in it
BUILDS = BUILD / "compiled"


@dataclass(frozen=True)
class Build:
    """One build: of these sources, for this Python."""

    folder: Path  # a build that is there is whole, and works
    _refusal: Path  # why it was given up, if it was

    @classmethod
    def of_sources(cls) -> "Build":
        """The build of the sources as they are now."""
        digest = Stamp(BUILDS, sys.version, sys.platform, hashes_of_sources()).digest[:16]
        return cls(BUILDS / digest, BUILDS / f"{digest}.given-up")

    def is_there(self) -> bool:
        """Whether it has been made."""
        return self.folder.is_dir()

    def is_given_up(self) -> bool:
        """Whether it was tried in vain, by the same compiler."""
        return self._refusal.exists() and self._refusal.read_text("utf-8") == compiler()

    def give_up(self) -> None:
        """Remember not to try again."""
        BUILDS.mkdir(parents=True, exist_ok=True)
        self._refusal.write_text(compiler(), "utf-8")


def compiler() -> str:
    """The C compiler, if there is one and it can compile for this Python; else ""."""
    headers = Path(sysconfig.get_path("include"), "Python.h")
    names = (os.environ.get("CC", "").split(" ")[0], "cc", "gcc", "clang", "cl")
    found = [path for name in names if name and (path := shutil.which(name))]
    return found[0] if found and headers.exists() else ""


def forget_old(kept: int = 2) -> None:
    """Builds of sources that no longer exist; the last but one may still be in use."""
    builds = sorted((path.stat().st_mtime, path) for path in BUILDS.iterdir() if path.is_dir())
    for _, old in builds[:-kept]:
        shutil.rmtree(old, ignore_errors=True)
