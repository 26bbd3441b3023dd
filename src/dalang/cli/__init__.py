"""The command line: dalang games | play | simulate | replay | check-games | verify | backup."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from dalang.cli.catalogue import list_games
from dalang.cli.hosting import back_up
from dalang.cli.play import play
from dalang.cli.replays import check_games, tell_replay, verify_replay
from dalang.cli.simulate import simulate
from dalang.engine.errors import DalangError
from dalang.engine.words import LANGUAGES, SOURCE_LANGUAGE

BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; bad input is told in one line and ends with exit code 2."""
    options = vars(parser().parse_args(arguments))
    run = options.pop("run")
    try:
        status: int = run(**options)
    except DalangError as error:
        print(f"dalang: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT
    return status


def parser() -> argparse.ArgumentParser:
    """Every command with its options."""
    top = argparse.ArgumentParser(
        prog="dalang", description="Four classic board games to play and to study."
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    command = commands.add_parser("games", help="list the games", description="List the games.")
    command.set_defaults(run=list_games)

    command = commands.add_parser(
        "play",
        help="play in the terminal",
        description="Play in the terminal against random seats.",
    )
    command.add_argument("key", metavar="GAME", help="see 'dalang games'")
    command.add_argument("--players", type=int, help="how many seats (default: the usual number)")
    command.add_argument("--seat", type=int, default=0, help="where you sit (default: 0)")
    command.add_argument(
        "--name", default=_own_name(), help="what you are called (default: %(default)s)"
    )
    command.add_argument("--seed", type=int, help="play the same deals again")
    _add_language(command)
    command.set_defaults(run=play)

    command = commands.add_parser(
        "simulate",
        help="play many random games",
        description="Play random games, print statistics.",
    )
    command.add_argument("key", metavar="GAME", help="see 'dalang games'")
    command.add_argument("--players", type=int, help="how many seats (default: the usual number)")
    command.add_argument(
        "--games", dest="count", type=int, default=1000, help="how many games (default: 1000)"
    )
    command.add_argument("--seed", type=int, default=1, help="of the first game (default: 1)")
    command.add_argument(
        "--json", dest="as_json", action="store_true", help="print JSON instead of a table"
    )
    command.set_defaults(run=simulate)

    command = commands.add_parser(
        "replay", help="tell a game in words", description="Check a replay and tell it in words."
    )
    command.add_argument("path", type=Path, metavar="FILE")
    command.add_argument("--names", default="", help="names of the players, separated by commas")
    _add_language(command)
    command.set_defaults(run=tell_replay)

    command = commands.add_parser(
        "check-games",
        help="replay stored games on the present rules",
        description="Replay every *.replay below DIR on the present rules and report differences; "
        "exit code 1 if a game differs.",
    )
    command.add_argument("directory", type=Path, metavar="DIR")
    command.set_defaults(run=check_games)

    command = commands.add_parser(
        "verify",
        help="check that the deals of a game were fair",
        description="Work out every deal of a finished server game from its secret; "
        "exit code 1 if the replay differs.",
    )
    command.add_argument("path", type=Path, metavar="REPLAY")
    command.set_defaults(run=verify_replay)
    _add_hosting(commands.add_parser)
    return top


def _add_hosting(add_parser: Callable[..., argparse.ArgumentParser]) -> None:
    """The commands for hosts."""
    command = add_parser(
        "backup",
        help="copy the database of the server",
        description="Copy the database of the server, also while it is running.",
    )
    command.add_argument("path", type=Path, metavar="FILE", help="the copy; must not exist yet")
    _add_data(command)
    command.set_defaults(run=back_up)


def _add_data(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the data directory (default: $DALANG_HOME, else ~/.local/share/dalang)",
    )


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--language",
        choices=LANGUAGES,
        default=_own_language(),
        help="of everything that is told (default: that of the environment, here %(default)s)",
    )


def _own_language() -> str:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(variable, "")[:2]
        if language in LANGUAGES:
            return language
    return SOURCE_LANGUAGE


def _own_name() -> str:
    try:
        return getpass.getuser().capitalize()
    except (KeyError, OSError):  # nobody is logged in
        return "Anna"
