"""Nobody is shut out: axe-core finds nothing serious on any page."""

from __future__ import annotations

import pytest
from tests.browser.axe import violations
from tests.browser.hosting import Host
from tests.browser.visiting import Visit

pytestmark = pytest.mark.slow


def test_axe_finds_what_is_wrong(host: Host, visit: Visit) -> None:
    """The finder itself: a picture without a text is found, under our own security policy."""
    ada = visit(host)
    ada.page.goto("/")
    ada.page.evaluate("document.body.append(document.createElement('img'))")
    assert [line.split(":")[0] for line in violations(ada.page)] == ["image-alt"]
