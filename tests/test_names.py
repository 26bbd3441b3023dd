"""One word for one idea: a class's name alone says which class is meant."""

import ast
from collections import defaultdict
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src" / "dalang"


def classes() -> dict[str, list[str]]:
    """Where every class is defined, by its name.  Each game has a namespace to itself."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SOURCES.rglob("*.py")):
        place = path.relative_to(SOURCES)
        if place.parts[0] == "games":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(f"{place.as_posix()}:{node.lineno}")
    return found


def test_no_class_name_is_used_twice() -> None:
    found = classes()
    assert "GameSpec" in found
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
