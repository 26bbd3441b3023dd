"""What comes with a game's folder: rules, tests, replays."""

from __future__ import annotations

import re

from dalang.engine.errors import NotationError
from dalang.engine.lesson import START, Lesson, lesson_of
from dalang.engine.playout import settle_chance
from dalang.engine.replay import Replay, play_all
from dalang.engine.rng import Rng
from dalang.engine.rulebook import paragraphs, summary_text, translation
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, SOURCE_LANGUAGE, languages_of


def check_rulebook(spec: GameSpec) -> None:
    """Every language has the same paragraphs, and each has a test carrying its number.

    A language has both the words and the rules, or neither.
    """
    numbers = list(paragraphs(spec.folder, SOURCE_LANGUAGE))
    assert numbers
    spoken = languages_of(spec.folder)
    for language in LANGUAGES:
        assert list(paragraphs(spec.folder, language)) == numbers, language
        if language != SOURCE_LANGUAGE:
            translated = translation(spec.folder, "rulebook", language).exists()
            assert translated == (language in spoken), f"only the rules or the words are {language}"
    tests = "\n".join(path.read_text("utf-8") for path in (spec.folder / "tests").glob("test_*.py"))
    tested = {f"{a} {b}.{c}" for a, b, c in re.findall(r"def test_([A-Z]+)_(\d+)_(\d+)_", tests)}
    tested |= {f"{a} R{b}" for a, b in re.findall(r"def test_([A-Z]+)_R(\d+)_", tests)}
    untested = [number for number in numbers if number not in tested]
    assert not untested, f"no test carries the number of {untested}"


def check_summary(spec: GameSpec) -> None:
    """A summary, if there is one, exists in every language with the same structure."""
    texts = [summary_text(spec.folder, language) for language in LANGUAGES]
    shapes = [text and re.findall(r"^(#+|-) ", text, re.MULTILINE) for text in texts]
    assert shapes == shapes[:1] * len(LANGUAGES)
    wanted = languages_of(spec.folder)[1:] if texts[0] else ()
    found = [lang for lang in LANGUAGES if translation(spec.folder, "summary", lang).exists()]
    assert found == list(wanted), f"summaries in {found}, the words are in {wanted}"


def check_lesson(spec: GameSpec) -> None:
    """A lesson, if there is one, can be played, and teaches every paragraph of the summary."""
    lesson = lesson_of(spec.folder)
    if lesson is None:
        return
    vocabulary = spec.vocabulary
    assert lesson.players in spec.players
    assert "welcome" in vocabulary.hints
    assert [step.key for step in lesson.steps] == list(vocabulary.steps)
    occasions = {START, *vocabulary.hints, *vocabulary.events}
    sprite = spec.folder / "view" / "sprite.svg"
    drawn = sprite.read_text("utf-8") if sprite.exists() else ""
    symbols = set(re.findall(r'<symbol id="([^"]+)"', drawn))
    for step in lesson.steps:
        assert set(step.when) <= occasions, f"{step.key}: {step.when}"
        assert {icon.split()[0] for icon in step.icons} <= symbols, f"{step.key}: {step.icons}"
    check_taught(summary_text(spec.folder, SOURCE_LANGUAGE) or "", lesson)


def check_taught(summary: str, lesson: Lesson) -> None:
    """The list in lesson.toml names, for each paragraph of a summary, steps that exist.

    Every step is said before the game is over, so somebody who plays the lesson is told all of it.
    """
    told = [line.removeprefix("- ") for line in summary.splitlines()]
    paragraphs = [line for line in told if line and not line.startswith("#")]
    for paragraph in paragraphs:
        listed = [begins for begins in lesson.taught if paragraph.startswith(begins)]
        assert len(listed) == 1, f"{len(listed)} entries of [taught] begin like {paragraph!r}"
        assert lesson.taught[listed[0]], f"no step teaches {paragraph!r}"
    assert len(paragraphs) == len(lesson.taught), "[taught] has a paragraph that is not there"
    steps = {step.key for step in lesson.steps}
    missing = [key for keys in lesson.taught.values() for key in keys if key not in steps]
    assert not missing, f"the lesson has no steps {missing}"


def check_replays(spec: GameSpec) -> None:
    """Every kept replay still plays, and every way the game can end has one."""
    ends: set[str] = set()
    for path in sorted((spec.folder / "tests" / "replays").glob("*.replay")):
        replay = Replay.load(path)
        assert replay.edition == spec.edition, path
        play_all(spec, replay).position.check()
        ends.add(replay.ended_by)
    assert ends == set(spec.ends), f"replays for {ends}, ends are {spec.ends}"


def check_rejects_nonsense(spec: GameSpec) -> None:
    """An unknown action is refused in words, not by accident."""
    position = spec.start(spec.players[0])
    settle_chance(position, Rng(1))
    for text in ("", "fly to the moon", position.action_text(0) + " twice", "\x00", "é" * 300):
        try:
            position.parse_action(text)
        except NotationError:
            continue
        raise AssertionError(f"{text!r} was understood")
