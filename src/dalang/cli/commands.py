"""Every command of the command line, with its options."""

from __future__ import annotations

import argparse
import getpass
import os
from collections.abc import Callable
from pathlib import Path

from dalang.arena.match import SEATINGS
from dalang.cli.arena import arena
from dalang.cli.catalogue import list_games
from dalang.cli.hosting import back_up
from dalang.cli.ladder import ladder
from dalang.cli.play import play
from dalang.cli.replays import check_games, tell_replay, verify_replay
from dalang.cli.serve import serve
from dalang.cli.simulate import simulate
from dalang.cli.tune import tune
from dalang.engine.words import LANGUAGES, SOURCE_LANGUAGE

Command = argparse.ArgumentParser
Add = Callable[..., Command]


def parser() -> argparse.ArgumentParser:
    """All of it; the chosen command's function is in `run`."""
    top = argparse.ArgumentParser(
        prog="dalang", description="Four classic board games to play and to study."
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (
        _games,
        _play,
        _serve,
        _simulate,
        _arena,
        _ladder,
        _tune,
        _replay,
        _check_games,
        _verify,
        _backup,
    ):
        add(commands.add_parser)
    return top


def _games(add: Add) -> None:
    command = add("games", help="list the games", description="List the games.")
    command.set_defaults(run=list_games)


def _play(add: Add) -> None:
    command = add(
        "play",
        help="play in the terminal",
        description="Play in the terminal against random seats.",
    )
    _game(command)
    command.add_argument("--seat", type=int, default=0, help="where you sit (default: 0)")
    command.add_argument(
        "--name", default=_own_name(), help="what you are called (default: %(default)s)"
    )
    command.add_argument("--seed", type=int, help="play the same deals again")
    _language(command)
    command.set_defaults(run=play)


def _serve(add: Add) -> None:
    command = add("serve", help="play in the browser", description="Serve the games to browsers.")
    _data(command)
    command.add_argument("--host", help="the address to listen on (default: 127.0.0.1)")
    command.add_argument("--port", type=int, help="the port to listen on (default: 8000)")
    command.add_argument(
        "--no-browser", dest="browser", action="store_false", help="do not open a browser"
    )
    command.set_defaults(run=serve)


def _simulate(add: Add) -> None:
    command = add(
        "simulate",
        help="play many random games",
        description="Play random games, print statistics.",
    )
    _game(command)
    command.add_argument(
        "--games", dest="count", type=int, default=1000, help="how many games (default: 1000)"
    )
    command.add_argument("--seed", type=int, default=1, help="of the first game (default: 1)")
    command.add_argument(
        "--json", dest="as_json", action="store_true", help="print JSON instead of a table"
    )
    command.set_defaults(run=simulate)


def _arena(add: Add) -> None:
    command = add(
        "arena",
        help="match bots against each other",
        description="Play a match between bots on duplicated deals, every bot at every seat, and "
        "print who won more than a fair share. A match that was interrupted goes on where it "
        "stopped.",
    )
    _game(command)
    command.add_argument(
        "--bots",
        default="club,expert",
        help="separated by commas; a bot that searches may be given simulations (expert:300) or "
        "time (expert:500ms) for a decision, and FILE.py:CLASS is a bot of your own "
        "(default: %(default)s)",
    )
    command.add_argument(
        "--deals", type=int, default=250, help="each is played from every seat (default: 250)"
    )
    command.add_argument(
        "--seating",
        choices=SEATINGS,
        help="alone: the second of two bots against a table of the first, the usual way for two; "
        "mixed: the seats divided evenly",
    )
    command.add_argument("--seed", type=int, default=1, help="of all deals (default: 1)")
    _matches(command)
    command.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="where games are kept (default: said at the end)",
    )
    command.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the shares (.png, .svg, .pdf)"
    )
    command.add_argument(
        "--json", dest="as_json", action="store_true", help="print JSON instead of a table"
    )
    command.set_defaults(run=arena)


def _ladder(add: Add) -> None:
    command = add(
        "ladder",
        help="match every level against the one below",
        description="Play each level alone against a table of the level below, in every game and "
        "at every number of players, and print the table as Markdown; exit code 1 unless every "
        "rung has been played and holds. What was interrupted goes on where it stopped.",
    )
    command.add_argument("keys", metavar="GAME", nargs="*", help="all games, unless some are named")
    command.add_argument(
        "--expert", default="expert:300", help="the expert's budget (default: %(default)s)"
    )
    command.add_argument(
        "--usual-games", type=int, default=400, help="at the usual number of players (default: 400)"
    )
    command.add_argument(
        "--other-games", type=int, default=120, help="at the other numbers (default: 120)"
    )
    command.add_argument(
        "--results",
        type=Path,
        metavar="DIR",
        default=Path("benchmarks/ladder"),
        help="where games are kept, a file for each rung (default: %(default)s)",
    )
    command.add_argument("--minutes", type=float, help="stop after that time")
    _matches(command)
    command.add_argument(
        "--fresh", action="store_true", help="start rungs anew whose bots have changed since"
    )
    command.add_argument(
        "--report", dest="report_only", action="store_true", help="play nothing, only print"
    )
    command.add_argument(
        "--write", dest="page", type=Path, metavar="PAGE", help="put the table into a page"
    )
    command.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the ladder (.png, .svg, .pdf)"
    )
    command.set_defaults(run=ladder)


def _tune(add: Add) -> None:
    command = add(
        "tune",
        help="look for better weights of a game's judge",
        description="Let a bot play against itself, fit the weights of the game's judge to how "
        "the games went, and write them if the bot wins with them against the bot with the old "
        "ones; exit code 1 if it does not. What was interrupted goes on where it stopped.",
    )
    command.add_argument("key", metavar="GAME", help="see 'dalang games'")
    command.add_argument("--bot", default="club", help="who plays (default: %(default)s)")
    command.add_argument(
        "--games", type=int, default=1000, help="to learn from in a round (default: %(default)s)"
    )
    command.add_argument(
        "--proof",
        type=int,
        default=400,
        metavar="GAMES",
        help="of the match at the end, at each number of players (default: %(default)s)",
    )
    command.add_argument("--rounds", type=int, default=1, help="one after the other (default: 1)")
    command.add_argument("--minutes", type=float, help="stop learning and proving after that time")
    command.add_argument("--seed", type=int, default=1, help="of all deals (default: 1)")
    command.add_argument(
        "--results", type=Path, metavar="DIR", help="where games are kept (default: tuning-GAME)"
    )
    command.add_argument(
        "--weights",
        dest="weights_file",
        type=Path,
        metavar="FILE",
        help="where to write the weights (default: in the game's own folder)",
    )
    _workers(command)
    command.set_defaults(run=tune)


def _replay(add: Add) -> None:
    command = add(
        "replay", help="tell a game in words", description="Check a replay and tell it in words."
    )
    command.add_argument("path", type=Path, metavar="FILE")
    command.add_argument("--names", default="", help="names of the players, separated by commas")
    _language(command)
    command.set_defaults(run=tell_replay)


def _check_games(add: Add) -> None:
    command = add(
        "check-games",
        help="replay stored games on the present rules",
        description="Replay every *.replay below DIR on the present rules and report differences; "
        "exit code 1 if a game differs.",
    )
    command.add_argument("directory", type=Path, metavar="DIR")
    command.set_defaults(run=check_games)


def _verify(add: Add) -> None:
    command = add(
        "verify",
        help="check that the deals of a game were fair",
        description="Work out every deal of a finished server game from its secret; "
        "exit code 1 if the replay differs.",
    )
    command.add_argument("path", type=Path, metavar="REPLAY")
    command.set_defaults(run=verify_replay)


def _backup(add: Add) -> None:
    command = add(
        "backup",
        help="copy the database of the server",
        description="Copy the database of the server, also while it is running.",
    )
    command.add_argument("path", type=Path, metavar="FILE", help="the copy; must not exist yet")
    _data(command)
    command.set_defaults(run=back_up)


# --- options that several commands share --------------------------------------------------


def _game(command: Command) -> None:
    command.add_argument("key", metavar="GAME", help="see 'dalang games'")
    command.add_argument("--players", type=int, help="how many seats (default: the usual number)")


def _matches(command: Command) -> None:
    _workers(command)
    command.add_argument(
        "--keep", action="store_true", help="go on although the bots have changed since"
    )


def _workers(command: Command) -> None:
    command.add_argument(
        "--workers",
        dest="workers_count",
        type=int,
        metavar="N",
        help="games played at once (default: one on every core)",
    )
    command.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Ray cluster (ray://HOST:PORT), or on one of this machine (local)",
    )


def _data(command: Command) -> None:
    command.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the data directory (default: $DALANG_HOME, else ~/.local/share/dalang)",
    )


def _language(command: Command) -> None:
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
