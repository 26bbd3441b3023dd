"""Before any test, in tests/ or in a game's folder: are these the modules we mean to test?"""

from __future__ import annotations

import gc
import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests.failing import pytest_terminal_summary as pytest_terminal_summary

import dalang.engine.api

MEMORY = Path("/dev/shm")
ENOUGH = 2 * 1024**3  # bytes that must be free there

pytest_plugins = ("tests.browser.fixtures", "tests.databases")

# A slow machine is no fault, and what fails here fails again.
slow = (HealthCheck.too_slow,)
settings.register_profile("dalang", deadline=None, derandomize=True, suppress_health_check=slow)
settings.load_profile("dalang")


def pytest_report_header() -> str:
    return f"dalang: {dalang.engine.api.__file__}"


@pytest.hookimpl(tryfirst=True)  # before anything lays its files somewhere
def pytest_configure() -> None:
    """A compiled run that quietly tests plain Python, or the reverse, would prove nothing."""
    compiled = not dalang.engine.api.__file__.endswith(".py")
    expected = os.environ.get("DALANG_EXPECT_COMPILED") == "1"
    if expected and not compiled:
        raise pytest.UsageError("dalang is not compiled; build/wheel.log tells why")
    if compiled and not expected:
        raise pytest.UsageError(f"{dalang.engine.api.__file__} hides its source; remove it")
    hear_ctrl_c()
    work_in_memory()


def pytest_collection_finish() -> None:
    """What has been read by now stays: the collector need not look at it, nor come so often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


def work_in_memory() -> None:
    """Tests and their processes keep files there: on a disk, every commit of a database waits."""
    if "TMPDIR" in os.environ or not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK):
        return
    there = os.statvfs(MEMORY)
    if there.f_bavail * there.f_frsize >= ENOUGH and not there.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # is found again


def hear_ctrl_c() -> None:
    """Tests started in the background by a shell, and their children, would ignore it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
