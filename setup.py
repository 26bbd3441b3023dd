"""Compile the hot modules with mypyc where possible; install pure Python where not.

DALANG_COMPILE=0     never compile: a pure wheel
DALANG_COMPILE=1     compile or fail: releases and continuous integration
DALANG_COMPILE=auto  compile, and fall back to pure Python with a notice (the default)
DALANG_REPOSITORY    the address of the repository, which the package then names: releases

The same sources run both ways.  A pattern says which modules are hot, so that a new game is
compiled without a change here.  Without compiling, only setuptools is needed.
"""

import ast
import os
import re
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

MODE = os.environ.get("DALANG_COMPILE", "auto")

ENGINE = (
    "api",
    "arrays",
    "batch",
    "declared",
    "hands",
    "judging",
    "playout",
    "rng",
    "stepping",
    "tensors",
)
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
BOTS = ("looking", "net", "search")

# Commands that make something to install; the others only ask for the project's metadata.
BUILDING = {"bdist_wheel", "build", "build_ext", "develop", "editable_wheel", "install"}

MYPYC = "mypy[mypyc]==2.4.1"  # the same mypy checks and compiles: see the extra `dev`

UNITS = Path("build", "units")  # where C files lie that include those of several modules

# What mypyc must accept is settled here; whether the code is well typed, by `make check`.
MYPY_FLAGS = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]

# Nobody outside the library needs to see our functions: so they may become part of one another,
# and those of another unit are called without looking them up.
C_FLAGS = [] if sys.platform == "win32" else ["-fvisibility=hidden"]

# For what hardly gains by more: drawings mostly call Python, and the modules' own files only lead
# to the library.
LIGHT_FLAGS = [] if sys.platform == "win32" else ["-O1"]


# --- What is compiled -------------------------------------------------------------------


def hot_modules() -> list[str]:
    """Every module to compile, in a fixed order."""
    patterns = [f"engine/{name}.py" for name in ENGINE]
    patterns += [f"games/*/{name}.py" for name in GAME]
    patterns += [f"bots/{name}.py" for name in BOTS]
    package = Path("src/dalang")
    return sorted(path.as_posix() for pattern in patterns for path in package.glob(pattern))


@cache
def will_compile() -> bool:
    """Whether this build is to compile."""
    return MODE == "1" or (MODE != "0" and has_compiler())


def has_compiler() -> bool:
    """Whether C that needs Python's headers can be compiled here."""
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    compiler: Any = new_compiler()
    headers = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "headers.c")
        source.write_text("#include <Python.h>\n", "utf-8")
        try:
            customize_compiler(compiler)
            compiler.compile([str(source)], output_dir=folder, include_dirs=headers)
        except Exception:  # each compiler has its own way to be missing
            return False
    return True


def build_requirements() -> list[str]:
    """Build requirements in addition to setuptools; pip asks for them before it builds."""
    return [MYPYC] if will_compile() and BUILDING.isdisjoint(sys.argv) else []


def extensions() -> list[Any]:
    """One compilation group, so that calls between its modules are plain C calls."""
    if MODE == "0" or BUILDING.isdisjoint(sys.argv):
        return []
    if not will_compile():
        notice("there is no C compiler with Python's headers")
        return []
    try:
        from mypyc.build import mypycify

        options = [*MYPY_FLAGS, *hot_modules()]
        found = mypycify(
            options, opt_level="3", debug_level="0", multi_file=True, group_name="dalang"
        )  # without a name, it would be called after a hash, which may begin with a digit
    except (ImportError, SystemExit) as problem:  # mypyc leaves by SystemExit
        if MODE == "1":
            raise
        notice(f"mypyc could not translate the modules ({problem})")
        return []
    library, *_ = found  # the others only lead to it, one for each module
    for source in map(Path, library.sources):
        explain(source)
    library.sources = joined(library.sources)
    return found


# --- What it says of itself -------------------------------------------------------------

# mypyc gives functions and classes a signature, but not their docstrings.
SIGNED = re.compile(r'PyDoc_STR\("(?P<signature>(?P<name>\w+)\((?:[^"\\]|\\.)*?\\n--\\n\\n)"\)')
FUNCTION = re.compile(r"\(PyCFunction\)CPyPy_(?P<path>\w+),")


def explain(source: Path) -> None:
    """Puts the docstrings of a module into the C that was made of it, for help()."""
    module = Path("src", *source.stem.removeprefix("__native_").split("___")).with_suffix(".py")
    if not module.is_file():
        return  # mypyc's own
    docs = docstrings(ast.parse(module.read_text("utf-8")))
    owner = ""
    lines = source.read_text("utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines):
        if function := FUNCTION.search(line):
            owner = function["path"]
        if signed := SIGNED.search(line):
            path = (signed["name"],) if ".tp_doc" in line else tuple(owner.split("___"))
            if doc := docs.get(path[-2:], docs.get(path[-1:])):
                text = signed["signature"] + c_string(doc)
                lines[number] = line.replace(signed[0], f'PyDoc_STR("{text}")')
    source.write_text("".join(lines), "utf-8")


def docstrings(module: ast.Module) -> dict[tuple[str, ...], str]:
    """The docstrings of classes, their methods and functions, by their names."""
    found: dict[tuple[str, ...], str] = {}
    for thing in module.body:
        if isinstance(thing, ast.ClassDef | ast.FunctionDef):
            found[(thing.name,)] = ast.get_docstring(thing) or ""
        if isinstance(thing, ast.ClassDef):
            for method in thing.body:
                if isinstance(method, ast.FunctionDef):
                    found[(thing.name, method.name)] = ast.get_docstring(method) or ""
    return found


def c_string(text: str) -> str:
    """The contents of a C string, without its quotes."""
    plain = {"\n": "\\n", '"': '\\"', "\\": "\\\\", "?": "\\?"}
    return "".join(
        plain.get(chr(byte), chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}")
        for byte in text.encode()
    )


# --- How it is compiled -----------------------------------------------------------------


def joined(sources: Iterable[str | os.PathLike[str]]) -> list[str]:
    """The same C in fewer files, the largest first: some for each core, each worth inlining in."""
    units: dict[str, list[Path]] = {}
    for source in sorted(map(Path, sources)):
        units.setdefault(unit_of(source), []).append(source)
    names = sorted(units, key=lambda name: -sum(part.stat().st_size for part in units[name]))
    return [write_unit(name, units[name]) for name in names]


def unit_of(source: Path) -> str:
    """A game is a unit, its drawing another; the engine, the bots and mypyc's own C are one."""
    inside = source.stem.split("___")[1:]  # as mypyc writes the dots of a module's name
    if inside[:1] != ["games"]:
        return "engine"
    game, part = inside[1:3]
    return f"{game}-drawing" if part == "drawing" else game


def write_unit(name: str, parts: list[Path]) -> str:
    """A C file that includes others."""
    UNITS.mkdir(parents=True, exist_ok=True)
    unit = UNITS / f"{name}.c"
    lines = [f'#include "{Path(os.path.relpath(part, UNITS)).as_posix()}"\n' for part in parts]
    unit.write_text("".join(lines), "utf-8")
    return str(unit)


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def notice(problem: str) -> None:
    """Say that Dalang will be slower, and why."""
    print(f"dalang: {problem}; installing pure Python, which plays the same", file=sys.stderr)


def addresses() -> dict[str, str]:
    """Where the project lives, if whoever builds it says so: a release knows where it was made."""
    home = os.environ.get("DALANG_REPOSITORY", "").rstrip("/")
    if not home:
        return {}
    pages = {
        "Source": "",
        "Documentation": "/tree/main/docs",
        "Changelog": "/blob/main/CHANGELOG.md",
        "Issues": "/issues",
    }
    return {name: home + page for name, page in pages.items()}


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

    def build_extensions(self) -> None:
        """On all cores: every C file becomes an object, and setuptools has only to link them."""
        jobs = [
            (extension, source) for extension in self.extensions for source in extension.sources
        ]
        self.compile(jobs[-1])  # alone: some compilers look for themselves at their first file
        with ThreadPoolExecutor(cores()) as pool:
            objects = list(pool.map(self.compile, jobs))
        for (extension, _), made in zip(jobs, objects, strict=True):
            extension.sources = []
            extension.extra_objects += made
            extension.depends += made
        self.parallel = cores()
        super().build_extensions()

    def compile(self, job: tuple[Any, str]) -> list[str]:
        """The object of one C file."""
        extension, source = job
        heavy = Path(source).parent == UNITS and not source.endswith("-drawing.c")
        flags = extension.extra_compile_args + (C_FLAGS if heavy else C_FLAGS + LIGHT_FLAGS)
        made: list[str] = self.compiler.compile(
            [source],
            output_dir=self.build_temp,
            include_dirs=extension.include_dirs,
            extra_postargs=flags,
        )
        return made

    def forget(self) -> None:
        """Remove what was compiled before the failure."""
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
        self.extensions = []
        self.distribution.ext_modules = []


if __name__ == "__main__":  # as for setuptools; the tests only look
    setup(
        ext_modules=extensions(),
        cmdclass={"build": FreshBuild, "build_ext": AllOrNothing},
        setup_requires=build_requirements(),
        project_urls=addresses(),
    )
