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


def test_what_browsers_and_search_engines_ask_for_at_the_root_is_there(server: Server) -> None:
    robots = server.browser().get("/robots.txt")
    assert robots.headers["content-type"] == "text/plain; charset=utf-8"
    assert "Disallow: /t/" in robots.text
    icon = server.browser().get("/favicon.ico")
    assert icon.headers["content-type"] == "image/vnd.microsoft.icon"
    assert icon.content.startswith(b"\0\0\1\0")  # as icons begin
