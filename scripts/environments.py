"""The project's environments: which packages, at which versions, and how Dalang is built.

Shared by scripts/install, scripts/play and scripts/compile.  Needs only Python.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - users of an older one are told so
    sys.exit(
        "Dalang needs Python 3.11 or newer, and this is Python "
        + ".".join(map(str, sys.version_info[:2]))
        + ". If a newer one is installed, name it: make play PYTHON=python3.13"
    )

import hashlib
import json
import os
import re
import shutil
import subprocess
import sysconfig
import threading
import time
import tomllib
import venv
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "constraints.txt"
BUILD = ROOT / "build"
LOG = BUILD / "install.log"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

AT_ONCE = 4  # pips: they wait for the network more than they work
Tell = Callable[[str], None]


class Failed(Exception):
    """Something did not work, in one sentence for the person who waits for it."""

    def __init__(self, sentence: str, passing: bool = False) -> None:
        super().__init__(sentence)
        self.passing = passing  # it may work the next time


# --- Third-party packages ---------------------------------------------------------------


def requirements(extras: Iterable[str]) -> list[str]:
    """The requirements of the project with these extras; `dalang[test]` includes another one."""
    project = PYPROJECT["project"]
    wanted: list[str] = list(project["dependencies"])
    for extra in extras:
        for requirement in project["optional-dependencies"][extra]:
            own = re.fullmatch(r"dalang\[(\w+)\]", requirement)
            wanted += requirements([own[1]]) if own else [requirement]
    return sorted(set(wanted))


def locked(wanted: Iterable[str]) -> dict[str, str]:
    """What constraints.txt says about these packages and all that they need, by name."""
    blocks: dict[str, str] = {}
    needed_by: dict[str, set[str]] = {}
    for block in re.split(r"\n(?=\S)", CONSTRAINTS.read_text("utf-8")):
        lines = block.splitlines()
        name = _name(lines[0])
        comments = " ".join(line.strip(" #") for line in lines if line.lstrip().startswith("#"))
        pins = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
        blocks[name] = f"{blocks.get(name, '')}{pins}\n"  # twice: a version for each Python
        needed_by.setdefault(name, set()).update(comments.removeprefix("via ").split())
    found = {_name(requirement) for requirement in wanted}
    while more := {name for name, by in needed_by.items() if by & found} - found:
        found |= more
    return {name: blocks[name] for name in sorted(found)}


def _name(requirement: str) -> str:
    match = re.match(r"[\w.-]+", requirement)
    assert match, requirement
    return match[0].lower().replace("_", "-")


def install_packages(folder: Path, wanted: list[str], tell: Tell = print) -> None:
    """An environment of exactly these packages, made from scratch when they change."""
    stamp = Stamp(folder / "packages.stamp", sys.version, wanted, CONSTRAINTS.read_text("utf-8"))
    if stamp.is_fresh():
        return
    packages = locked(wanted)
    tell(f"{folder.name}: making an environment")
    try:
        venv.create(folder, clear=True)
        _put_pip_into(folder)
    except (OSError, subprocess.CalledProcessError) as error:
        raise Failed(f"{folder} cannot be made: {error}.") from None
    if "pip" in packages:  # first: the others must not run while it is replaced
        _fetch(folder, [packages.pop("pip")], lambda count: None)

    def progress(count: int) -> None:
        tell(f"{folder.name}: fetching {len(packages)} packages, {count} so far")

    progress(0)
    _fetch(folder, list(packages.values()), progress)
    stamp.write()


def _put_pip_into(folder: Path) -> None:
    """The pip that came with Python, unpacked; by Python's own, slower way if it is elsewhere."""
    try:
        import ensurepip
    except ImportError:  # as Debian has it
        raise Failed("Python has no venv here; on Debian: apt install python3-venv.") from None
    bundled = sorted(Path(ensurepip.__file__).parent.glob("_bundled/pip-*.whl"))
    if not bundled:
        subprocess.run(
            [python_of(folder), "-m", "ensurepip"], check=True, stdout=subprocess.DEVNULL
        )
        return
    base = {"base": str(folder), "platbase": str(folder)}
    zipfile.ZipFile(bundled[-1]).extractall(sysconfig.get_path("purelib", "venv", base))
    run(pip(folder, "--version"), "pip does not run")  # is compiled once, before several run


def _fetch(folder: Path, pins: list[str], progress: Callable[[int], None]) -> None:
    """Installs packages by several pips at once; each package is in one of their lists.

    Every package that is needed is named, so none looks for others, and every file must have one
    of the hashes of constraints.txt.
    """
    runs = [
        Run(
            pip(
                folder, "install", *_PIP_OPTIONS, "-r", _list(folder, number, pins[number::AT_ONCE])
            )
        )
        for number in range(min(AT_ONCE, len(pins)))
    ]
    try:
        while any(run.is_going() for run in runs):
            time.sleep(0.1)
            progress(sum(line.startswith(_BEGUN) for run in runs for line in run.lines))
            if any(run.has_failed() for run in runs):
                break
    finally:
        for run in runs:
            run.stop()
    for run in runs:
        run.check("The packages could not be installed")


_BEGUN = ("Collecting ", "Processing ")  # a package, from elsewhere or from this disk
_PIP_OPTIONS = ("--no-deps", "--require-hashes", "--ignore-installed", "--no-compile")


def _list(folder: Path, number: int, pins: list[str]) -> Path:
    path = folder / f"packages{number}.txt"
    path.write_text("".join(pins), "utf-8")
    return path


# --- Dalang itself ----------------------------------------------------------------------


def hashes_of_sources() -> dict[str, str]:
    """A hash of every file that goes into the wheel."""
    return {
        path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files_of_sources()
    }


def files_of_sources() -> list[Path]:
    """Every file that goes into the wheel, or into making it."""
    skipped = {"__pycache__", "dalang.egg-info"}
    files = [path for path in (ROOT / "src").rglob("*") if skipped.isdisjoint(path.parts)]
    names = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")
    files += [ROOT / name for name in names]
    return sorted(path for path in files if path.is_file() and path.suffix != ".so")


def build_wheel(target: Path, tell: Tell = print) -> str:
    """Builds a wheel of the present sources in a folder; returns the output of the build.

    It is made of a copy: nobody's edits and no other build get into it halfway.
    """
    builder = BUILD / "builder"
    install_packages(builder, PYPROJECT["build-system"]["requires"] + COMPILING, tell)
    copy = target / "source"
    for path in files_of_sources():
        place = copy / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    tell(f"{target.name}: building Dalang")
    options = ("--verbose", "--no-deps", "--no-build-isolation", "--wheel-dir", target)
    said = run(pip(builder, "wheel", *options, copy), "Dalang could not be built")
    shutil.rmtree(copy)
    return said


COMPILING = ["mypy[mypyc]"]  # what setup.py needs beyond setuptools if it is to compile


# --- Tools ------------------------------------------------------------------------------


class Stamp:
    """A file that remembers what a step was done with."""

    def __init__(self, path: Path, *ingredients: object) -> None:
        self.path = path
        self.digest = hashlib.sha256(json.dumps(ingredients).encode()).hexdigest()

    def is_fresh(self) -> bool:
        """Whether the step was done, with the same ingredients."""
        return self.path.exists() and self.path.read_text("utf-8") == self.digest

    def write(self) -> None:
        """Remember that the step is done."""
        self.path.write_text(self.digest, "utf-8")


class Run:
    """A program at work; what it says is kept."""

    def __init__(self, command: list[str | Path]) -> None:
        self.lines: list[str] = []
        self._stopped = False
        self._process = subprocess.Popen(
            command,
            env=own_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stdout
        self.lines.extend(self._process.stdout)

    def is_going(self) -> bool:
        """Whether it is not at its end."""
        return self._process.poll() is None

    def has_failed(self) -> bool:
        """Whether it has come to a bad end."""
        return bool(self._process.poll()) and not self._stopped

    def wait(self) -> None:
        """Waits for its end; it does not outlive the waiting process."""
        try:
            self._process.wait()
        finally:
            self.stop()

    def stop(self) -> None:
        """Ends it if it is still at work."""
        if self.is_going():
            self._stopped = True
            self._process.terminate()
        self._process.wait()
        self._listener.join()
        assert self._process.stdout
        self._process.stdout.close()

    def check(self, sentence: str) -> None:
        """Raises Failed if it came to a bad end, with the likely reason."""
        if self.has_failed():
            text = "".join(self.lines)
            cause = outer_cause(text)
            last = text.strip().rpartition("\n")[2].rstrip(".")
            raise Failed(f"{sentence}: {cause or last}{keep_log(text)}.", passing=bool(cause))


def run(command: list[str | Path], sentence: str) -> str:
    """Runs a program to its end and returns what it said; raises Failed with this sentence."""
    running = Run(command)
    running.wait()
    running.check(sentence)
    return "".join(running.lines)


OUTER_CAUSES = {
    r"No space left on device|Errno 28\b": "the disk is full",
    r"Read-only file system|Errno 30\b": "this folder cannot be written to",
    r"Permission denied|Errno 13\b": "this folder belongs to somebody else",
    r"Failed to establish a new connection|[Nn]ame or service not known|name resolution|"
    r"Network is unreachable|ProxyError|Connection refused": "the network cannot be reached",
    r"DO NOT MATCH THE HASHES": "a package is not the one that constraints.txt names",
}


def outer_cause(text: str) -> str:
    """What the world outside did to a program, from what that said; "" if it was not the world."""
    for pattern, cause in OUTER_CAUSES.items():
        if re.search(pattern, text):
            return cause
    return ""


def keep_log(text: str) -> str:
    """Writes down all that was said, if that is possible; returns where, as part of a sentence."""
    try:
        BUILD.mkdir(exist_ok=True)
        LOG.write_text(text, "utf-8")
    except OSError:
        return ""
    return f" ({LOG.relative_to(ROOT)} has it all)"


def own_environment() -> dict[str, str]:
    """The variables for our programs: in our folders Python may write bytecode."""
    return {name: value for name, value in os.environ.items() if name not in _UNWANTED}


_UNWANTED = {"PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "PYTHONHOME"}


def python_of(folder: Path) -> Path:
    """The interpreter of an environment."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def pip(folder: Path, *arguments: str | Path) -> list[str | Path]:
    """The command line of an environment's own pip."""
    return [python_of(folder), "-m", "pip", "--disable-pip-version-check", *arguments]
