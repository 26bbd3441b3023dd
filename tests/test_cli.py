"""The command line as a person meets it."""

import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import dalang
import dalang.engine.api
from dalang.cli import main
from dalang.cli.commands import parser
from dalang.cli.play import TerminalTable
from dalang.cli.words import VOCABULARY
from dalang.engine.api import CHANCE
from dalang.engine.conformance.speech import check_vocabulary
from dalang.engine.playout import random_step
from dalang.engine.replay import Replay, record
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.engine.testing import random_game
from dalang.registry import all_games, game
from dalang.server.storage import Store, queries
from dalang.server.tables.dealing import Dealer

Captured = pytest.CaptureFixture[str]

NAMES = ["Ada", "Wati", "Gede"]


def replay_text(key: str = "taj_mahal", players: int = 3, seed: int = 5) -> str:
    rng = Rng(seed)
    session = record(game(key), players, lambda position: int(random_step(position, rng)), {})
    return Replay.of(session).text()


def test_games_lists_every_game(capsys: Captured) -> None:
    assert main(["games"]) == 0
    printed = capsys.readouterr().out
    assert all(key in printed for key in all_games())


def test_the_version_is_told_and_which_of_the_two_speeds_it_is(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    how = "plain Python" if dalang.engine.api.__file__.endswith(".py") else "compiled"
    assert end.value.code == 0
    assert capsys.readouterr().out == f"dalang {dalang.__version__} ({how})\n"


def test_python_m_dalang_is_the_command_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dalang", "--version"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"dalang {dalang.__version__} (")


def test_simulate_prints_a_table(capsys: Captured) -> None:
    assert main(["simulate", "taj_mahal", "--players", "4", "--games", "5", "--seed", "1"]) == 0
    printed = capsys.readouterr().out
    for words in (
        "4 players, 5 random games",
        "points, mean and spread",
        "seat 3: wins",
        "per second",
    ):
        assert words in printed


def test_simulate_prints_json_and_equal_seeds_give_equal_games(capsys: Captured) -> None:
    reports: list[dict[str, Any]] = []
    for _ in range(2):
        assert main(["simulate", "taj_mahal", "--players", "3", "--games", "4", "--json"]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0]["games"] == 4
    assert len(reports[0]["win_share_by_seat"]) == 3
    assert sum(reports[0]["win_share_by_seat"]) == pytest.approx(1)
    assert reports[0]["ended_by"] == {"twelve_rounds": 4}
    assert reports[0]["score_mean_by_seat"] == reports[1]["score_mean_by_seat"]


@pytest.mark.parametrize("key", list(all_games()))
@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_replay_tells_the_game_in_every_language(
    key: str, language: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "game.replay"
    path.write_text(replay_text(key, game(key).players[0]), encoding="utf-8")
    assert main(["replay", str(path), "--language", language, "--names", "Ada,Bo,Cy"]) == 0
    told = capsys.readouterr().out
    assert "Ada" in told
    place = {"en": "Place", "nl": "Plaats", "de": "Platz"}[language]
    places = re.findall(rf"^{place} (\d): (\w+), ", told, re.MULTILINE)
    assert [number for number, _ in places] == sorted(number for number, _ in places)
    assert {name for _, name in places} <= {"Ada", "Bo", "Cy"}


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_a_replay_says_who_was_dealt_what(language: str, tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "game.replay"
    path.write_text(replay_text("web_of_power"), encoding="utf-8")
    assert main(["replay", str(path), "--language", language]) == 0
    told = capsys.readouterr().out
    seat = {"en": "Seat", "nl": "Stoel", "de": "Sitz"}[language]
    dealt = {"en": "You are dealt", "nl": "Je krijgt", "de": "Du bekommst"}[language]
    for number in range(3):
        assert f"{seat} {number}: {dealt}" in told
    assert main(["replay", str(path), "--json", "--language", language]) == 0
    data = json.loads(capsys.readouterr().out)
    places = [each["place"] for each in data["standing"]]
    assert places == sorted(places)
    assert {each["text"] for each in data["told"]} <= set(
        re.sub(r"(?m)^ *\d+  ", "", told).split("\n")
    )


def test_games_are_kept_as_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    reports: list[dict[str, Any]] = []
    for more in ([], ["--replays", str(tmp_path / "random")]):
        assert main(["simulate", "cards_and_karma", "--games", "2", "--json", *more]) == 0
        reports.append(json.loads(capsys.readouterr().out))
    assert reports[0]["score_mean_by_seat"] == reports[1]["score_mean_by_seat"]  # the same games
    arena = [
        "arena",
        "cards_and_karma",
        "--players",
        "2",
        "--bots",
        "random,random",
        "--deals",
        "1",
    ]
    results = ["--results", str(tmp_path / "r.jsonl"), "--workers", "1"]
    assert main([*arena, *results, "--replays", str(tmp_path / "arena")]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nquit\n"))
    play = ["play", "cards_and_karma", "--bots", "random", "--seed", "7"]
    assert main([*play, "--replays", str(tmp_path / "own")]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main([*play, "--replays", str(tmp_path / "own")]) == 0
    capsys.readouterr()
    assert main(["check-games", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["different"] == 0
    assert [each["replay"] for each in found["replays"]] == [
        "arena/cards_and_karma-2-deal0-game0.replay",
        "arena/cards_and_karma-2-deal0-game1.replay",
        "own/cards_and_karma-7-2.replay",
        "own/cards_and_karma-7.replay",
        "random/cards_and_karma-2-1.replay",
        "random/cards_and_karma-2-2.replay",
    ]


def test_a_long_path_in_a_pipe_stays_in_one_piece(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / ("long" * 40) / "game.replay"
    path.parent.mkdir()
    path.write_text(replay_text(), encoding="utf-8")
    assert main(["check-games", str(tmp_path)]) == 0
    assert str(path.relative_to(tmp_path)) in capsys.readouterr().out


def test_every_command_takes_a_language_and_json() -> None:
    actions: list[Any] = vars(parser())["_actions"]
    commands: dict[str, Any] = next(
        action.choices for action in actions if action.metavar == "COMMAND"
    )
    for command in commands.values():
        usage = command.format_help()
        assert "--language" in usage
        assert "--json" in usage


def completed(shell_code: str, *words: str) -> list[str]:
    """What bash offers for the last word."""
    line = " ".join(f"'{word}'" for word in ("dalang", *words))
    ask = f'COMP_WORDS=({line}); COMP_CWORD={len(words)}; _dalang; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(
        ["bash", "-c", f"{shell_code}\n{ask}"], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_a_program_reads_how_a_game_in_the_terminal_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured
) -> None:
    """What the person reads is not mixed with it, and one who leaves has no place."""
    command = ["play", "web_of_power", "--bots", "random", "--seed", "1", "--seat", "1", "--json"]
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 5000))
    assert main([*command, "--replays", str(tmp_path)]) == 0
    told = capsys.readouterr()
    ending = json.loads(told.out)
    assert sorted(ending["places"])[0] == 1
    assert Replay.load(Path(ending["replay"])).ended_by == ending["ended_by"]
    assert ending["replay"] in told.err
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["places"] is None


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_completes_commands_games_options_and_choices(capsys: Captured) -> None:
    assert main(["completion", "bash"]) == 0
    code = capsys.readouterr().out
    assert main(["completion", "bash", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"shell": "bash", "script": code}
    assert completed(code, "sim") == ["simulate"]
    assert completed(code, "play", "taj") == ["taj_mahal"]
    assert completed(code, "replay", "--lang") == ["--language"]
    assert completed(code, "replay", "--language", "") == ["en", "nl", "de"]
    for shell in ("zsh", "fish"):
        assert main(["completion", shell]) == 0
        script = capsys.readouterr().out
        assert all(key in script for key in all_games())


def test_check_games_finds_the_one_that_differs(tmp_path: Path, capsys: Captured) -> None:
    text = replay_text()
    (tmp_path / "good.replay").write_text(text, encoding="utf-8")
    assert main(["check-games", str(tmp_path)]) == 0
    (tmp_path / "bad.replay").write_text(text.replace("= ", "= 9", 1), encoding="utf-8")
    assert main(["check-games", str(tmp_path)]) == 1
    assert "2 games, 1 different" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "chess"], "There is no game 'chess'. There are: "),
        (["simulate", "taj_mahal", "--players", "2"], "3, 4, 5 players, not for 2"),
        (["simulate", "taj_mahal", "--games", "0"], "At least one game"),
        (["play", "chess"], "There is no game 'chess'."),
        (["play", "taj_mahal", "--players", "8"], "not for 8"),
        (["play", "taj_mahal", "--seat", "7"], "the seats are 0 to 3, not 7"),
        (["play", "taj_mahal", "--bots", "grandmaster"], "There is no bot 'grandmaster'."),
        (["play", "taj_mahal", "--bots", "club:300"], "takes no budget"),
        (["replay", "/nonexistent/x.replay"], "cannot be read"),
        (["serve", "--port", "99999"], "--port is a number up to 65535, not '99999'"),
        (
            ["simulate", "taj_mahal", "--games", "1", "--replays", "/dev/null/x"],
            "cannot be written",
        ),
        (["check-games", "/nonexistent"], "is not a directory"),
        (["verify", "/nonexistent/x.replay"], "cannot be read"),
        (["backup", "/tmp/x", "--data", "/nonexistent"], "There is no database /nonexistent"),
    ],
)
def test_bad_input_is_told_in_one_line_with_exit_code_2(
    arguments: list[str], words: str, capsys: Captured
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.startswith("dalang: ")
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_options_are_not_abbreviated(capsys: Captured) -> None:
    """A worker has no --data, and takes it for no --database."""
    with pytest.raises(SystemExit):
        main(["worker", "--data", "here"])
    assert "unrecognized arguments: --data here" in capsys.readouterr().err


def test_a_broken_replay_prints_nothing_but_what_is_wrong(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "broken.replay"
    path.write_text(replay_text().replace("= ", "= 9", 1), encoding="utf-8")
    assert main(["replay", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "broken.replay: Line" in captured.err
    assert "checkpoint" in captured.err


def test_unknown_commands_end_with_exit_code_2(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as left:
        main(["dance"])
    assert left.value.code == 2
    assert "invalid choice: 'dance'" in capsys.readouterr().err


# --- dalang verify, dalang backup ---------------------------------------------------


def fair_replay() -> str:
    """A game that a server's chance dealt, whose first choice everybody always took."""
    dealer, session = Dealer(bytes(32)), Session(game("taj_mahal"), 3)
    while not session.position.ended_by():
        position = session.position
        if position.actor() == CHANCE:
            session.happen(dealer.next_outcome(session))
        else:
            text = position.action_text(position.legal_actions()[0])
            session.play(int(position.actor()), text)
    return dealer.seal(Replay.of(session)).text()


def test_verify_tells_fair_games_from_others(tmp_path: Path, capsys: Captured) -> None:
    path, text = tmp_path / "game.replay", fair_replay()
    path.write_text(text, encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert Dealer(bytes(32)).commitment in capsys.readouterr().out
    first, second = [line for line in text.splitlines() if line.startswith("? province")][:2]
    swapped = text.replace(first, "?", 1).replace(second, first).replace("?\n", second + "\n")
    path.write_text(swapped, encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith("Not fair. Line ")
    assert repr(first[2:]) in printed
    path.write_text(text.replace("secret: 0", "secret: 1"))
    assert main(["verify", str(path)]) == 1
    assert "not the one of the commitment" in capsys.readouterr().out


def test_verify_needs_something_to_verify(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "game.replay"
    path.write_text(replay_text(), encoding="utf-8")
    assert main(["verify", str(path)]) == 2
    assert "game.replay: The replay has no commitment and secret" in capsys.readouterr().err


def test_backup_copies_the_database_of_the_data_directory(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(f"sqlite:///{tmp_path}/home/dalang.sqlite")
    ada = store.write(queries.add_person, "Ada")
    assert main(["backup", str(tmp_path / "one"), "--data", str(tmp_path / "home")]) == 0
    monkeypatch.setenv("DALANG_HOME", str(tmp_path / "home"))
    assert main(["backup", str(tmp_path / "two")]) == 0
    assert "was copied to" in capsys.readouterr().out
    store.close()
    for name in ("one", "two"):
        copy = Store(f"sqlite:///{tmp_path}/{name}")
        assert copy.read(queries.person, ada.id) == ada
        copy.close()
    assert main(["backup", str(tmp_path / "two")]) == 2
    assert "overwrites nothing" in capsys.readouterr().err


@pytest.mark.slow
def test_without_the_web_packages_the_rest_works_and_backup_says_what_to_do(
    tmp_path: Path,
) -> None:
    """In a Python that cannot find them."""
    path = tmp_path / "game.replay"
    path.write_text(fair_replay(), encoding="utf-8")
    code = (
        "import sys\n"
        "for name in ('alembic', 'itsdangerous', 'sqlalchemy', 'starlette'):\n"
        "    sys.modules[name] = None\n"
        "from dalang.cli import main\n"
        f"assert main(['verify', {str(path)!r}]) == 0\n"
        f"sys.exit(main(['backup', {str(tmp_path / 'copy')!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert "is not installed. Install them with: pip install 'dalang[web]' — or " in done.stderr
    assert done.stderr.endswith("pipx run --spec 'dalang[web]' dalang serve\n")
    assert done.stderr.count("\n") == 1


# --- dalang play --------------------------------------------------------------------


def play(answers: list[str], monkeypatch: pytest.MonkeyPatch, *options: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))
    return main(["play", "taj_mahal", "--seed", "3", "--name", "Ada", "--language", "en", *options])


@pytest.mark.parametrize("key", list(all_games()))
@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(other, marks=pytest.mark.slow) for other in ("nl", "de"))]
)
def test_every_game_can_be_played_to_its_end_in_the_terminal(
    key: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """The first choice, always."""
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 5000))
    options = ["--seed", "3", "--name", "Ada", "--language", language]
    assert main(["play", key, "--bots", "random", *options]) == 0
    printed = capsys.readouterr().out
    assert {"en": "Place 1:", "nl": "Plaats 1:", "de": "Platz 1:"}[language] in printed


@pytest.mark.parametrize("how", ["number", "name"])
def test_without_a_game_one_is_asked_for(
    how: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    for number, spec in enumerate(all_games().values(), 1):
        answer = str(number) if how == "number" else spec.key
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{answer}\nquit\n"))
        assert main(["play", "--seed", "3", "--bots", "random", "--language", "nl"]) == 0
        printed = capsys.readouterr().out
        assert f"{number}  {spec.title}" in printed
        assert f"{spec.title}. Antwoord" in printed


def test_a_game_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    for answer in ("chess\n", "99\n", ""):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        assert main(["play", "--language", "en"]) == 2
        assert "There is no game" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "name"),
    [("novice", "Sari"), ("club", "Wati"), ("expert:5", "Ratna"), ("strength:1+daring", "Bima")],
)
def test_bots_play_in_the_terminal_under_names_of_their_own(
    bot: str, name: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    play(["1"] * 4, monkeypatch, "--seat", "2", "--bots", bot)
    assert name in capsys.readouterr().out


def test_an_illegal_answer_is_explained_with_its_rule(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    play(["take white elephant", "nonsense", "0", "999"], monkeypatch)
    printed = " ".join(capsys.readouterr().out.split())
    assert "That comes when you withdraw. (TM 6.3)" in printed
    for wrong in ("nonsense", "0", "999"):
        assert f"“{wrong}” is none of the answers." in printed


def test_rules_help_and_undo_are_at_hand(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    play(["help", "rule 4.3", "rule TM R2", "rule 99", "undo", "2", "undo", "quit"], monkeypatch)
    printed = " ".join(capsys.readouterr().out.split())
    for words in (
        "A number chooses from the list.",
        "TM 4.3 Vizier, general",
        "TM R2 ",
        "There is no paragraph TM 99.",
        "There is nothing to take back.",
    ):
        assert words in printed


def test_a_card_that_was_shown_is_not_taken_back(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """In Taj Mahal, as long as something can be added to it."""
    spec, rng = game("taj_mahal"), Rng(1)
    for position in (random_game(spec, 3, seed, 300) for seed in range(100)):
        for card in [text for text in position.legal_texts() if text.startswith("play")]:
            session = Session.from_position(spec, position)
            session.play(int(position.actor()), card)
            if position.actor() == 0 and len(session.legal_texts()) > 1:
                monkeypatch.setattr("sys.stdin", io.StringIO("undo\nquit\n"))
                TerminalTable(session, 0, NAMES, {}, rng, "en", Console(highlight=False)).run()
                assert "What others have seen cannot be taken back." in capsys.readouterr().out
                return
    raise AssertionError("nobody ever had something to add")


def test_taking_back_leads_to_a_question_that_was_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """In Web of Power who has no card for a second piece is not asked for one."""
    session, rng = Session(game("web_of_power"), 3), Rng(1)
    while True:
        position = session.position
        actor, step = int(position.actor()), random_step(position, rng)
        alone = actor == 0 and len(position.legal_actions()) == 1
        if alone and position.question().key == "ask_more":
            break
        if actor == CHANCE:
            session.happen(step)
        else:
            session.play(actor, position.action_text(step))
    monkeypatch.setattr("sys.stdin", io.StringIO("undo\nquit\n"))
    TerminalTable(session, 0, NAMES, {}, rng, "en", Console(highlight=False)).run()
    asked = [line for line in capsys.readouterr().out.splitlines() if line.endswith("?")]
    assert len(asked) == 2
    assert asked[1] == "Ada: where does the piece go?"


def test_the_terminal_shows_no_other_hand(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """What is dealt to others is not told: six cards dealt to Ada, none to the bots."""
    play(["quit"], monkeypatch)
    assert capsys.readouterr().out.count("You are dealt") == 6


def test_the_end_of_input_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    assert play([], monkeypatch) == 0


def test_the_words_of_the_command_line_are_translated() -> None:
    check_vocabulary(VOCABULARY)
