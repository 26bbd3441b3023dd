"""A replay as a film, by one command."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from dalang.adapters.camera import camera
from dalang.cli import main
from dalang.engine.playout import random_step
from dalang.engine.replay import Replay
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.registry import game

pytestmark = pytest.mark.slow


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    """A game that has just begun; played at random, not every turn shows on the board."""
    session, rng = Session(game("web_of_power"), 3), Rng(1)
    seats: list[int] = []
    while len(seats) < 4:
        position = session.position
        actor, step = int(position.actor()), random_step(position, rng)
        if actor < 0:
            session.happen(step)
            continue
        session.play(actor, position.action_text(step))
        if not seats or seats[-1] != actor:
            seats.append(actor)
    path = tmp_path / "begun.replay"
    path.write_text(Replay.of(session).text(), "utf-8")
    return path


def test_a_folder_of_drawings(replay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    film = replay.with_name("film")
    assert main(["replay", str(replay), "--film", str(film)]) == 0
    pictures = sorted(film.iterdir())
    assert [path.name for path in pictures[:2]] == ["0001.svg", "0002.svg"]
    assert capsys.readouterr().out == f"{film}: {len(pictures)} pictures\n"
    assert len({path.read_text("utf-8") for path in pictures}) == len(pictures) >= 2
    for path in pictures:
        ElementTree.parse(path)


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_an_animation(replay: Path, kind: str) -> None:
    film = replay.with_suffix(f".{kind}")
    assert main(["replay", str(replay), "--film", str(film), "--side", "200"]) == 0
    with Image.open(film) as pictures:
        assert pictures.size == (200, 200)
        assert getattr(pictures, "n_frames", 1) >= 2


def test_what_cannot_be_made_is_told(replay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(replay), "--film", "film.mp4"]) == 2
    assert "A film ends in .gif or .webp, or is a folder" in capsys.readouterr().err
    assert main(["replay", str(replay), "--film", "film.gif", "--side", "0"]) == 2
    assert "The side of a film is 1 to 4000 pixels, not 0." in capsys.readouterr().err


def test_a_browser_that_is_not_there_is_told(
    replay: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHROMIUM", str(replay.with_name("nowhere")))
    camera.cache_clear()  # the one of the other tests may have its browser already
    assert main(["replay", str(replay), "--film", str(replay.with_suffix(".gif"))]) == 2
    error = capsys.readouterr().err
    assert error.startswith("dalang: A GIF or WebP takes a Chromium, which cannot be used: ")
    assert error.count("\n") == 1
