"""What the pages and the command line say: translated, with the right gaps, and really used."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import dalang.server
from dalang.cli.words import VOCABULARY as TERMINAL
from dalang.engine.conformance.folder import check_rulebook, check_summary
from dalang.engine.conformance.speech import check_vocabulary
from dalang.engine.rulebook import rulebook_text
from dalang.engine.words import Vocabulary
from dalang.registry import all_games
from dalang.server.words import VOCABULARY as PAGES

SERVER = Path(dalang.server.__file__).parent
SPOKEN = re.compile(r"""(?:word|Phrase|NotYourSeat|NoSuchTable|table_list)\(["']([a-z_]+)["']""")
PARTS = [
    *(f"theme_{light}" for light in ("auto", "light", "dark")),
    *(f"notices_{wish}" for wish in ("never", "days", "always")),
    *(f"status_{status}" for status in ("sourced", "derived", "reconstructed")),
    *(f"speed_{speed}" for speed in ("slow", "normal", "quick", "at_once")),
    *(f"again_{wish}" for wish in ("yes", "no", "open")),
    *(f"where_{place}" for place in ("pieces", "hand", "middle", "lit")),
]  # whose keys are composed in the templates


@pytest.mark.parametrize("vocabulary", [TERMINAL, PAGES], ids=["terminal", "pages"])
def test_everything_is_translated(vocabulary: Vocabulary) -> None:
    check_vocabulary(vocabulary)


def test_a_game_speaks_a_language_altogether_or_not_at_all(tmp_path: Path) -> None:
    """Words without rules, or rules without words, are a mistake; a language less is none."""
    example = next(iter(all_games().values()))
    shutil.copytree(example.folder, tmp_path / "game")
    spec = replace(example, folder=tmp_path / "game")
    check_rulebook(spec)
    check_summary(spec)
    (spec.folder / "rulebook.de.md").unlink()
    with pytest.raises(AssertionError, match="only the rules or the words are de"):
        check_rulebook(spec)
    (spec.folder / "locale" / "de.po").unlink()
    check_rulebook(spec)
    with pytest.raises(AssertionError, match="summaries in"):
        check_summary(spec)
    (spec.folder / "summary.de.md").unlink()
    check_summary(spec)
    assert rulebook_text(spec.folder, "de") == rulebook_text(spec.folder, "en")


def test_pages_say_only_what_there_are_words_for() -> None:
    texts = [
        path.read_text(encoding="utf-8")
        for path in (SERVER / "rendering" / "templates").rglob("*.html")
    ]
    said = {key for text in texts for key in SPOKEN.findall(text)} - {
        "theme_",
        "status_",
        "notices_",
        "speed_",
        "again_",
        "where_",
    }
    assert said
    assert said <= set(PAGES.labels)


def test_no_words_are_left_over() -> None:
    files = [*(SERVER / "rendering" / "templates").rglob("*.html"), *SERVER.rglob("*.py")]
    code = "".join(path.read_text(encoding="utf-8") for path in files if path.name != "words.py")
    said = set(re.findall(r"""["']([a-z_]+)["']""", code)) | set(PARTS)
    assert set(PAGES.labels) <= said


def test_templates_hold_no_words_of_their_own() -> None:
    """Text between two tags that is not in braces is not a sentence."""
    for path in (SERVER / "rendering" / "templates").rglob("*.html"):
        text = re.sub(r"\{[{%#].*?[%#}]\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        bare = re.findall(r">([^<]*[A-Za-z]{3,}[^<]*)<", text)
        found = {" ".join(words.split()) for words in bare} - {""}
        assert found <= set(ALLOWED), path.name


# A name, a command, and blocks that stand inside a tag of the page they fill.
ALLOWED = (
    "API",
    "CSV",
    "JSON",
    "OpenAPI",
    "Dalang",
    "Dalang ·",
    "· Dalang",
    "● · Dalang",
    "dalang verify -.replay",
    'h-now class="at-table one-window g-"',
    'h-now class="at-table g-"',
    'class="at-book g-"',
    'h-now class="at-table at-replay g-"',
)
