"""The documentation as a site: `make docs` builds it, with warnings as errors.

Guides are the Markdown files of this folder, as one reads them in the repository.  The reference
comes from docstrings and types.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import dalang

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

from boards import Boards, draw_boards  # noqa: E402

project = "Dalang"
author = "The Dalang contributors"
release = dalang.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["pictures"]

html_theme = "furo"
html_title = f"Dalang {release}"
html_static_path = ["_static"]
html_css_files = ["boards.css"]
html_js_files = [("boards.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False

myst_heading_anchors = 4  # links to headings work as in the repository
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]  # positions are no language that it knows
default_role = "literal"  # `code` in docstrings, as in Markdown

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}

# Pages whose text is elsewhere in the repository.
PAGES = {
    "index": "README.md",
    "project/security": "SECURITY.md",
    "project/changelog": "CHANGELOG.md",
    "project/contributing": "CONTRIBUTING.md",
    "project/benchmarks": "benchmarks/README.md",
    "project/tuning": "benchmarks/tuning/README.md",
    "project/training": "benchmarks/training/README.md",
}
PAGE_OF = {ROOT / file: f"/{page}.md" for page, file in PAGES.items()}
LINK = re.compile(r"\[(?P<text>[^\[\]]*)\]\((?P<path>[^)#:\s]+)(?P<heading>#[^)]*)?\)")


def read_page(_app: Sphinx, page: str, source: list[str]) -> None:
    """Fetches the text of a page from elsewhere, and leads all links to pages of the site."""
    file = ROOT / PAGES.get(page, f"docs/{page}.md")
    text = source[0]
    if page in PAGES:
        text = f"{file.read_text('utf-8')}\n{text}"
    source[0] = LINK.sub(lambda link: moved(link, file.parent, HERE / Path(page).parent), text)


def moved(link: re.Match[str], written_in: Path, shown_in: Path) -> str:
    """A link to a page, a picture or a file to download; a folder has only a name."""
    target = (written_in / link["path"]).resolve()
    if target.is_dir():
        return link["text"]
    page = PAGE_OF.get(target)
    if page is None and target.suffix == ".md":
        page = f"/{target.relative_to(HERE)}"
    where = f"{page}{link['heading'] or ''}" if page else os.path.relpath(target, shown_in)
    return f"[{link['text']}]({where})"


def escape_stars(*event: Any) -> None:
    """In a docstring `**options` are options, not bold."""
    lines: list[str] = event[-1]
    lines[:] = [line.replace("**", r"\*\*") for line in lines]


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.add_directive("boards", Boards)
    app.connect("builder-inited", draw_boards)
    app.connect("source-read", read_page)
    app.connect("autodoc-process-docstring", escape_stars)
