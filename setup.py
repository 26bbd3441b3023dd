"""Compile the hot modules with mypyc where possible; install pure Python where not.

DALANG_COMPILE=0     never compile: a pure wheel
DALANG_COMPILE=1     compile or fail: releases and continuous integration
DALANG_COMPILE=auto  compile, and fall back to pure Python with a notice (the default)

The same sources run both ways.  Which modules are hot is a pattern, so that a new game is
compiled without a word here.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

MODE = os.environ.get("DALANG_COMPILE", "auto")

ENGINE = ("api", "arrays", "judging", "playout", "rng", "stepping", "tensors")
GAME = (
    "components",
    "actions",
    "state",
    "rules",
    "rules/*",
    "position",
    "observe",
    "bot",
    "tensor",
    "drawing",
    "drawing/*",
)
BOTS = ("looking", "search")

# Commands that make something to install; the others only ask for the project's metadata.
BUILDING = {"bdist_wheel", "build", "build_ext", "develop", "editable_wheel", "install"}

# What mypyc must accept is settled here; whether the code is well typed, by `make check`.
MYPY_FLAGS = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]


# Nobody replaces single functions of ours when the library is loaded, as could be done on Linux:
# so they may become part of one another.
C_FLAGS = ["-fno-semantic-interposition"] if sys.platform == "linux" else []


def hot_modules() -> list[str]:
    """Every module to compile, in a fixed order."""
    patterns = [f"engine/{name}.py" for name in ENGINE]
    patterns += [f"games/*/{name}.py" for name in GAME]
    patterns += [f"bots/{name}.py" for name in BOTS]
    package = Path("src/dalang")
    return sorted(path.as_posix() for pattern in patterns for path in package.glob(pattern))


def extensions() -> list[Any]:
    """One compilation group, so that calls between its modules are plain C calls."""
    if MODE == "0" or BUILDING.isdisjoint(sys.argv):
        return []
    try:
        from mypyc.build import mypycify

        found = mypycify([*MYPY_FLAGS, *hot_modules()], opt_level="3", debug_level="0")
    except (ImportError, SystemExit) as problem:  # mypyc leaves by SystemExit
        if MODE == "1":
            raise
        notice(f"mypyc could not translate the modules ({problem})")
        return []
    for extension in found:
        extension.extra_compile_args = [*extension.extra_compile_args, *C_FLAGS]
    return found


def notice(problem: str) -> None:
    """Say that Dalang will be slower, and why."""
    print(f"dalang: {problem}; installing pure Python, which plays the same", file=sys.stderr)


class FreshBuild(build):
    """Starts from an empty folder: nothing of an earlier build can slip into the wheel."""

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class AllOrNothing(build_ext):
    """Every module of the group or none: half a group cannot be imported."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as problem:
            self.forget()
            if MODE == "1":
                raise
            notice(f"the C compiler did not succeed ({problem})")

    def forget(self) -> None:
        """Remove what was compiled before the failure."""
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
        self.extensions = []
        self.distribution.ext_modules = []


setup(ext_modules=extensions(), cmdclass={"build": FreshBuild, "build_ext": AllOrNothing})
