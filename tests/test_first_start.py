"""`make play` in a clone: what it does before, during and after the game, and when things fail.

A clone in miniature: our scripts and sources, the packages of the environment that runs the tests,
and a compiler that copies.
"""

import os
import re
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import pytest

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "scripts"

COPYING = """
import shutil, sys
sys.path.insert(0, {scripts!r})
from builds import BUILDS, ROOT, Build
build = Build.of_sources()
BUILDS.mkdir(parents=True, exist_ok=True)
shutil.copytree(ROOT / "src", BUILDS / "making")
(BUILDS / "making").rename(build.folder)
"""
WAITING = "import pathlib, time; pathlib.Path(__file__).with_name('begun').touch(); time.sleep(600)"


@pytest.fixture
def environments() -> SimpleNamespace:
    return SimpleNamespace(**runpy.run_path(str(SCRIPTS / "environments.py")))


class Clone:
    """A clone in which nothing has to be fetched."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(SCRIPTS, folder / "scripts")
        shutil.copytree(
            ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("tests", "*.egg-info")
        )
        for name in ("pyproject.toml", "constraints.txt", "setup.py", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, folder)
        python = folder / ".venv-play" / "bin" / "python"
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        python.chmod(0o755)
        self.run(
            "import sys; from environments import *; from builds import ENVIRONMENT;"
            "Stamp(ENVIRONMENT / 'packages.stamp', sys.version, requirements(['web']),"
            "CONSTRAINTS.read_text('utf-8')).write()"
        )

    def run(self, code: str) -> str:
        """A few lines of Python next to the clone's scripts."""
        return subprocess.check_output(
            [sys.executable, "-c", code], cwd=self.folder / "scripts", text=True
        )

    def compile_by(self, code: str) -> None:
        (self.folder / "scripts" / "compile").write_text(code)

    @property
    def builds(self) -> list[str]:
        return sorted(path.name for path in (self.folder / "build" / "compiled").glob("*"))

    @contextmanager
    def playing(self, *options: str, **variables: str) -> Generator["Playing"]:
        environment = {"DALANG_HOME": str(self.folder / "home"), **os.environ, **variables}
        command = [sys.executable, f"{self.folder}/scripts/play", "--no-browser", *options]
        with subprocess.Popen(
            command,
            env={name: value for name, value in environment.items() if value},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # as a terminal has it: Ctrl+C reaches the whole group
        ) as process:
            try:
                yield Playing(process)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)


class Playing:
    """`make play` at work."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout
        self.process = process
        self.stdout: IO[str] = process.stdout
        self.said: list[str] = []

    def wait_for(self, text: str) -> str:
        """The first line that has the text in it, said already or not yet."""
        for line in self.said:
            if text in line:
                return line
        for line in self.stdout:
            self.said.append(line)
            if text in line:
                return line
        raise AssertionError(f"never said {text!r}: {self.said}")

    def page(self) -> str:
        """The first page, from the address that was told."""
        address = re.search(r"http://\S+", self.wait_for("Dalang plays at"))
        assert address
        for _ in range(1200):
            try:
                with urllib.request.urlopen(address[0], timeout=60) as answer:
                    return str(answer.read(), "utf-8")
            except OSError:
                time.sleep(0.05)
        raise AssertionError("no page")

    def interrupt(self) -> int:
        """Ctrl+C."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.end()

    def end(self) -> int:
        self.said += self.stdout
        return self.process.wait()


@pytest.fixture(scope="module")
def whole_clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    return Clone(tmp_path_factory.mktemp("clone"))


@pytest.fixture
def clone(whole_clone: Clone) -> Generator[Clone]:
    """The clone before its first start."""
    yield whole_clone
    shutil.rmtree(whole_clone.folder / "build", ignore_errors=True)
    shutil.rmtree(whole_clone.folder / "home", ignore_errors=True)


# --- Starting -----------------------------------------------------------------------------


@pytest.mark.slow
def test_it_plays_at_once_and_the_bots_change_to_what_was_compiled(clone: Clone) -> None:
    clone.compile_by(COPYING.format(scripts=str(clone.folder / "scripts")))
    with clone.playing("--port", "0") as first:
        assert "<html" in first.page()
        first.wait_for("Compiled: the bots think faster from now on")
        assert first.interrupt() == 0
    with clone.playing("--port", "0") as second:  # started from the build
        second.page()
        places = Path(f"/proc/{second.process.pid}/task/{second.process.pid}/children")
        if places.exists():
            server = places.read_text().split()[0]
            variables = Path(f"/proc/{server}/environ").read_text().split("\0")
            assert f"PYTHONPATH={clone.folder}/build/compiled/{clone.builds[0]}" in variables
        assert second.interrupt() == 0


@pytest.mark.slow
def test_whoever_ends_the_game_ends_the_compiler(clone: Clone) -> None:
    begun = clone.folder / "scripts" / "begun"
    clone.compile_by(WAITING)
    with clone.playing("--port", "0") as playing:
        playing.page()
        while not begun.exists():
            time.sleep(0.05)
        assert playing.interrupt() == 0
    begun.unlink()
    assert clone.builds == []
    assert "Traceback" not in "".join(playing.said)


@pytest.mark.slow
def test_told_to_end_it_ends(clone: Clone) -> None:
    clone.compile_by(WAITING)
    with clone.playing("--port", "0") as playing:
        playing.page()
        playing.process.terminate()
        assert playing.end() == 0
    (clone.folder / "scripts" / "begun").unlink(missing_ok=True)


# --- Bad luck -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_killed_compiler_is_told_in_a_sentence(clone: Clone) -> None:
    clone.compile_by("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    with clone.playing("--port", "0") as playing:
        playing.wait_for("The compiler was killed; the next start tries again.")
        assert "<html" in playing.page()
        playing.interrupt()


@pytest.mark.slow
def test_a_folder_in_which_nothing_can_be_compiled_is_told_in_a_sentence(clone: Clone) -> None:
    """The clone is somebody else's, or on a disk that is full."""
    shutil.copy(SCRIPTS / "compile", clone.folder / "scripts" / "compile")
    (clone.folder / "build").write_text("not a folder")
    with clone.playing("--port", "0") as playing:
        said = playing.wait_for("Dalang goes on on plain Python.")
        assert said.startswith("Dalang could not be compiled: ")
        assert "<html" in playing.page()
        playing.interrupt()
    (clone.folder / "build").unlink()


@pytest.mark.slow
def test_without_a_compiler_it_says_so_once(clone: Clone, tmp_path: Path) -> None:
    quiet = {"PATH": str(tmp_path), "CC": ""}
    (tmp_path / "sh").symlink_to(shutil.which("sh") or "/bin/sh")
    with clone.playing("--port", "0", **quiet) as first:
        first.wait_for("No C compiler")
        assert "<html" in first.page()
        first.interrupt()
    with clone.playing("--port", "0", **quiet) as second:
        second.page()
        second.interrupt()
    assert "No C compiler" not in "".join(second.said)


@pytest.mark.slow
def test_a_second_start_names_the_first(clone: Clone) -> None:
    with clone.playing("--port", "0", DALANG_COMPILE="0") as first:
        first.page()
        address = re.search(r"http://[^:]+:(\d+)/", first.wait_for("Dalang plays at"))
        assert address
        with clone.playing(DALANG_PORT=address[1], DALANG_COMPILE="0") as second:
            second.wait_for(f"Dalang already plays at {address[0]};")
            assert second.end() == 0
        first.interrupt()


@pytest.mark.slow
def test_a_port_that_a_stranger_has(clone: Clone) -> None:
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        port = str(stranger.getsockname()[1])
        with clone.playing("--port", port, DALANG_COMPILE="0") as playing:
            playing.wait_for(f"Cannot listen on 127.0.0.1, port {port}: Address already in use")
            assert playing.end() == 2


@pytest.mark.slow
def test_a_home_that_cannot_be_written_to(clone: Clone, tmp_path: Path) -> None:
    """The games are kept in the clone then."""
    (tmp_path / ".local").write_text("not a folder")
    with clone.playing(
        "--port", "0", HOME=str(tmp_path), DALANG_HOME="", DALANG_COMPILE="0"
    ) as playing:
        playing.wait_for("cannot be written to: games are kept in build/games.")
        assert "<html" in playing.page()
        playing.interrupt()
    assert (clone.folder / "build" / "games" / "dalang.sqlite").exists()


def test_an_old_python_is_told_in_a_sentence() -> None:
    fake = "import runpy, sys; sys.version_info = (3, 10, 4); sys.path.insert(0, sys.argv[1])"
    for script in ("play", "install", "compile"):
        run = f"{fake}; runpy.run_path(sys.argv[1] + '/{script}', run_name='__main__')"
        done = subprocess.run(
            [sys.executable, "-c", run, SCRIPTS], capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 1
        assert done.stderr.startswith("Dalang needs Python 3.11 or newer, and this is Python 3.10.")
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("ERROR: [Errno 28] No space left on device: 'x'", "the disk is full"),
        ("OSError: [Errno 30] Read-only file system", "this folder cannot be written to"),
        ("Temporary failure in name resolution", "the network cannot be reached"),
        ("error: subprocess failed", ""),
    ],
)
def test_what_the_world_did(environments: SimpleNamespace, said: str, cause: str) -> None:
    assert environments.outer_cause(said) == cause


def test_a_failure_is_one_sentence(
    environments: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(environments.keep_log.__globals__, "BUILD", tmp_path / "no" / "folder")
    script = "print('much'); print('[Errno 28] No space left'); raise SystemExit(3)"
    with pytest.raises(environments.Failed, match=r"^It failed: the disk is full\.$") as failure:
        environments.run([sys.executable, "-c", script], "It failed")
    assert failure.value.passing


# --- Packages -----------------------------------------------------------------------------


def test_the_packages_are_closed_and_no_more(environments: SimpleNamespace) -> None:
    """What a package needs comes with it, and what only other extras need does not."""
    packages = environments.locked(environments.requirements(["web"]))
    assert {"starlette", "anyio", "librt", "uvloop"} <= set(packages)
    assert {"numpy", "ray", "pytest", "mypy"}.isdisjoint(packages)
    assert all("--hash=sha256:" in pins for pins in packages.values())


def test_one_package_may_have_a_version_for_each_python(environments: SimpleNamespace) -> None:
    pins = environments.locked(["numpy"])["numpy"]
    assert pins.count("numpy==") == 2
    assert "python_full_version < '3.12'" in pins


def test_the_builder_has_what_the_build_needs(environments: SimpleNamespace) -> None:
    wanted = environments.PYPROJECT["build-system"]["requires"] + environments.COMPILING
    assert {"setuptools", "mypy", "librt"} <= set(environments.locked(wanted))
