"""What browsers say they are, in two words."""

from __future__ import annotations

from typing import Final

BROWSERS: Final = {"Firefox": "Firefox", "Edg": "Edge", "OPR": "Opera", "Chrome": "Chrome"}
SYSTEMS: Final = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")


def label_of(agent: str) -> str:
    """A browser in two words."""
    browser = next((name for mark, name in BROWSERS.items() if f"{mark}/" in agent), "Safari")
    system = next((name for name in SYSTEMS if name in agent), "")
    return f"{browser}, {system}" if system else browser
