"""The style that pages and pictures share is served with everything it names."""

import re

from tests.server.harness import Server


def test_the_style_finds_its_fonts(server: Server) -> None:
    browser = server.browser()
    fonts = re.findall(r"url\(([^)]+)\)", browser.get("/static/frame.css").text)
    assert fonts
    assert {browser.get(f"/static/{font}").status_code for font in fonts} == {200}


def test_nothing_but_its_files_is_served(server: Server) -> None:
    for path in ("__init__.py", "../__init__.py", "files/frame.css"):
        assert server.browser().get(f"/static/{path}").status_code == 404
