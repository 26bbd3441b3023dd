"""scripts/release-notes: tag, version and changelog say the same, or it says why not."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

CHANGELOG = """# Changelog

What people will notice.

## Unreleased

### New

- `[web]` Not yet.

## 1.2.3 (2027-01-31)

### Changes

### New

- `[TM]` “Umlauts”: ä ö ü.
- `[web]` Two lines
  of text.

### Fixed

## 1.2.2 (2026-12-31)

- Old.
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that is ready for its release."""
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "release-notes", tmp_path / "scripts")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    return tmp_path


def release_notes(project: Path, *tags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(project / "scripts" / "release-notes"), *tags]
    return subprocess.run(command, capture_output=True, encoding="utf-8")


@pytest.mark.parametrize("tags", [[], ["v1.2.3"]])
def test_the_notes_are_the_section_of_the_version(project: Path, tags: list[str]) -> None:
    done = release_notes(project, *tags)
    wanted = "### New\n\n- `[TM]` “Umlauts”: ä ö ü.\n- `[web]` Two lines\n  of text.\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, wanted, "")


@pytest.mark.parametrize("tag", ["v1.2.2", "1.2.3", "v1.2.3rc1", "v1.2"])
def test_a_tag_of_another_version_is_refused(project: Path, tag: str) -> None:
    done = release_notes(project, tag)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"The tag is {tag}, but the version in pyproject.toml is 1.2.3.\n"


@pytest.mark.parametrize("heading", ["## 1.2.3", "## 1.2.30 (2027-01-31)", "## 1x2.3 (2027-01-31)"])
def test_a_version_without_a_section_is_refused(project: Path, heading: str) -> None:
    text = CHANGELOG.replace("## 1.2.3 (2027-01-31)", heading)
    (project / "CHANGELOG.md").write_text(text, encoding="utf-8")
    done = release_notes(project, "v1.2.3")
    assert (done.returncode, done.stdout) == (1, "")
    assert "has no section '## 1.2.3 (YYYY-MM-DD)'" in done.stderr


def test_a_section_of_nothing_but_headings_is_refused(project: Path) -> None:
    text = "# Changelog\n\n## 1.2.3 (2027-01-31)\n\n### New\n\n### Fixed\n"
    (project / "CHANGELOG.md").write_text(text, encoding="utf-8")
    done = release_notes(project)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "CHANGELOG.md says nothing about version 1.2.3.\n"


def test_the_changelog_is_ahead_of_the_version_or_tells_of_it() -> None:
    """What is being worked on comes first: 'Unreleased', or the version to be tagged."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    lines = (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
    first = next(line for line in lines if line.startswith("## "))
    assert first == "## Unreleased" or first.startswith(f"## {version} (")
