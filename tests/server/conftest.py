"""What the tests of the server share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.databases import shared_statements
from tests.server.harness import Server, running
from tests.server.harness import same_deals as same_deals


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A fresh server without limits, whose bots answer at once."""
    with running(tmp_path / "home") as server:
        yield server


@pytest.fixture(autouse=True, scope="session")
def compiled_once() -> Iterator[None]:
    """Statements, which are the same for all databases."""
    with shared_statements():
        yield
