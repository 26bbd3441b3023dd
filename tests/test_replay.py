"""Replays: what is wrong with one is said with its line."""

from dataclasses import replace
from pathlib import Path

import pytest

from dalang.engine.errors import ReplayError
from dalang.engine.playout import random_step
from dalang.engine.replay import Replay, play_all, record
from dalang.engine.rng import Rng
from dalang.registry import game

GAME = game("taj_mahal")
HEAD = "game: taj_mahal\nedition: TM-1\nplayers: 3\n"


@pytest.fixture(scope="module")
def whole() -> str:
    rng = Rng(5)
    return Replay.of(record(GAME, 3, lambda position: int(random_step(position, rng)), {})).text()


def complaint(text: str) -> str:
    with pytest.raises(ReplayError) as error:
        play_all(GAME, Replay.parse(text))
    return str(error.value)


def test_a_whole_game_reads_back_to_the_same_text(whole: str) -> None:
    replay = Replay.parse(whole)
    assert Replay.of(play_all(GAME, replay)).text() == replay.text() == whole
    assert replay.ended_by == "twelve_rounds"


def test_commitment_and_secret_stand_in_the_header(whole: str) -> None:
    replay = replace(Replay.parse(whole), commitment="c" * 64, secret="5" * 64)
    assert f"\nended_by: twelve_rounds\ncommitment: {'c' * 64}\nsecret: {'5' * 64}\n---\n" in (
        replay.text()
    )
    assert Replay.parse(replay.text()).text() == replay.text()
    assert "55555" not in repr(replay)
    assert "commitment" not in whole


def test_comments_and_blank_lines_do_not_count(whole: str) -> None:
    play_all(GAME, Replay.parse(whole.replace("---\n", "---\n# hello\n\n", 1)))


def test_without_a_divider_it_is_no_replay() -> None:
    assert "no line '---'" in complaint("hello")


@pytest.mark.parametrize(
    ("head", "words"),
    [
        ("edition: TM-1\nplayers: 3\n", "'game' is missing"),
        (HEAD + "sound: loud\n", "no field 'sound'"),
        (HEAD.replace("3", "three"), "needs a whole number"),
        (HEAD + "options: fast\n", "key=choice"),
        (HEAD + "secret: hush\n", "secret needs 64 hexadecimal digits"),
        (HEAD + f"commitment: {'A' * 64}\n", "commitment needs 64 hexadecimal digits"),
    ],
)
def test_a_broken_header_is_told(head: str, words: str) -> None:
    assert words in complaint(head + "---\n")


def test_a_wrong_number_of_players_is_told() -> None:
    assert "3, 4, 5 players, not for 2" in complaint(
        HEAD.replace("3", "2") + "---\n? province kabul\n"
    )


def test_a_replay_without_a_single_line_is_told() -> None:
    assert "the replay is cut short" in complaint(HEAD + "ended_by: twelve_rounds\n---\n")


def test_a_line_that_is_no_line_is_told_with_its_number() -> None:
    assert complaint(HEAD + "---\n? province kabul\nhello\n").startswith("Line 6: expected")


def test_an_unknown_outcome_is_told() -> None:
    assert "Line 5: 'province moon' names nothing" in complaint(HEAD + "---\n? province moon\n")


def test_an_impossible_outcome_is_told() -> None:
    twice = complaint(HEAD + "---\n? province kabul\n? province kabul\n")
    assert twice.startswith("Line 6: 'province kabul' is not possible.")


def test_acting_out_of_turn_is_told() -> None:
    assert "Line 5: 'withdraw' is not possible. It is not the turn of seat 1" in complaint(
        HEAD + "---\n1: withdraw\n"
    )


def test_an_illegal_action_is_told_with_its_paragraph(whole: str) -> None:
    lines = whole.splitlines()
    first = next(n for n, line in enumerate(lines) if line[0].isdecimal())
    lines[first] = lines[first].split(":")[0] + ": take white elephant"
    assert f"Line {first + 1}: 'take white elephant' breaks TM 6.3" in complaint(
        "\n".join(lines) + "\n"
    )


def test_a_cut_replay_is_told(whole: str) -> None:
    cut = "\n".join(whole.splitlines()[:-40]) + "\n"
    assert "not over after the last line; the replay is cut short" in complaint(cut)


def test_a_replay_may_be_unfinished_if_it_says_so(whole: str) -> None:
    cut = "\n".join(whole.splitlines()[:-40]) + "\n"
    session = play_all(GAME, Replay.parse(cut.replace("ended_by: twelve_rounds\n", "")))
    assert not session.position.ended_by()


def test_a_wrong_checkpoint_is_told(whole: str) -> None:
    lines = whole.splitlines()
    place = max(n for n, line in enumerate(lines) if line.startswith("="))
    lines[place] = "= 1 2 3"
    assert f"Line {place + 1}: the checkpoint says 1 2 3, but the scores are" in complaint(
        "\n".join(lines) + "\n"
    )


def test_unreadable_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="cannot be read: No such file"):
        Replay.load(tmp_path / "none.replay")
    noise = tmp_path / "noise.replay"
    noise.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReplayError, match="not a text in UTF-8"):
        Replay.load(noise)
