"""Every command of the command line, with its options."""

from __future__ import annotations

import argparse
import getpass
import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from dalang import __version__
from dalang.bots import USUAL_LEVEL
from dalang.cli.advice import advise, analyse_replay
from dalang.cli.catalogue import list_games
from dalang.cli.completion import SHELLS, complete
from dalang.cli.contests import NAMES, add_arena, add_dataset, add_ladder, add_train, add_tune
from dalang.cli.hosting import back_up, manage_hosts, migrate_database, restore
from dalang.cli.new_game import check_game, new_game
from dalang.cli.play import play
from dalang.cli.replays import check_games, tell_replay, verify_replay
from dalang.cli.serve import serve, work
from dalang.cli.simulate import simulate
from dalang.engine import api
from dalang.engine.words import LANGUAGES, SOURCE_LANGUAGE

Command = argparse.ArgumentParser
Add = Callable[..., Command]


def parser() -> argparse.ArgumentParser:
    """All of it; the chosen command's function is in `run`."""
    top = argparse.ArgumentParser(
        prog="dalang", description="Four classic board games to play and to study."
    )
    top.add_argument("--version", action="version", version=_version())
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    whole = partial(commands.add_parser, allow_abbrev=False)  # --data is not short for --database
    for add in (
        _games,
        _play,
        _serve,
        _worker,
        _simulate,
        _hint,
        _analyse,
        add_arena,
        add_ladder,
        add_tune,
        add_dataset,
        add_train,
        _replay,
        _new_game,
        _check_game,
        _check_games,
        _verify,
        _backup,
        _restore,
        _migrate_database,
        _host,
    ):
        add(whole)
    _completion(whole, commands.choices)
    for command in commands.choices.values():
        _everywhere(command)
    return top


def _version() -> str:
    """The version, and which of the two speeds is installed."""
    compiled = not api.__file__.endswith(".py")
    return f"dalang {__version__} ({'compiled' if compiled else 'plain Python'})"


def _games(add: Add) -> None:
    command = add("games", help="list the games", description="List the games.")
    command.set_defaults(run=list_games)


def _play(add: Add) -> None:
    command = add(
        "play",
        help="play in the terminal",
        description="Play in the terminal against bots.",
    )
    _game(command, needed=False)
    command.add_argument("--seat", type=int, default=0, help="where you sit (default: 0)")
    command.add_argument(
        "--name", default=_own_name(), help="what you are called (default: %(default)s)"
    )
    command.add_argument(
        "--bots",
        dest="names",
        default=USUAL_LEVEL,
        metavar="BOTS",
        help="who you play against: one bot for all other seats, or one for each by commas; "
        f"{NAMES} (default: %(default)s)",
    )
    command.add_argument("--seed", type=int, help="play the same deals again")
    _replays(command)
    command.set_defaults(run=play)


def _serve(add: Add) -> None:
    command = add("serve", help="play in the browser", description="Serve the games to browsers.")
    _data(command)
    _database(command)
    command.add_argument("--host", help="the address to listen on (default: 127.0.0.1)")
    command.add_argument("--port", type=int, help="the port to listen on (default: 8000)")
    command.add_argument(
        "--no-browser", dest="browser", action="store_false", help="do not open a browser"
    )
    command.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="processes behind the port, with a PostgreSQL (default: 1)",
    )
    command.set_defaults(run=serve)


def _worker(add: Add) -> None:
    command = add(
        "worker",
        help="let bots think here for servers elsewhere",
        description="Let bots and analyses run on this machine, for the servers at the same "
        "PostgreSQL database.",
    )
    _database(command)
    command.add_argument(
        "--places",
        type=int,
        metavar="N",
        help="questions answered at a time (default: one less than processors)",
    )
    command.set_defaults(run=work)


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
    _replays(command)
    command.set_defaults(run=simulate)


def _hint(add: Add) -> None:
    command = add(
        "hint",
        help="ask an expert what to do",
        description="Print the three best actions in a position, in a view or in a replay, with "
        "the chance to win and the place to expect. Only what the seat knows is used.",
    )
    command.add_argument("path", type=Path, metavar="FILE", help="a position, a view or a replay")
    command.add_argument("--seat", type=int, help="who asks (default: who is to decide)")
    command.add_argument(
        "--line", type=int, help="of a replay: the first decision from there on (default: its end)"
    )
    _bot(command, "ask this bot instead of an expert")
    command.add_argument(
        "--luck", metavar="HEX", help="the bot's random numbers, as an error of a bot tells them"
    )
    _thinking(command, "1000")
    command.set_defaults(run=advise)


def _analyse(add: Add) -> None:
    command = add(
        "analyse",
        help="see where a game was won",
        description="Print every seat's chance to win before each turn of a replay, all cards "
        "open, and the three largest swings.",
    )
    command.add_argument("path", type=Path, metavar="REPLAY")
    command.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the curves too (.png, .svg, .pdf)"
    )
    _bot(command, "ask this bot what it would have done instead")
    _thinking(command, "200")
    command.set_defaults(run=analyse_replay)


def _replay(add: Add) -> None:
    command = add(
        "replay", help="tell a game in words", description="Check a replay and tell it in words."
    )
    command.add_argument("path", type=Path, metavar="FILE")
    command.add_argument("--names", default="", help="names of the players, separated by commas")
    command.add_argument(
        "--film",
        type=Path,
        metavar="OUT",
        help="make a film of the board instead: OUT.gif, OUT.webp, or a folder of SVG files",
    )
    command.add_argument(
        "--side", type=int, default=500, help="of a GIF or WebP, in pixels (default: %(default)s)"
    )
    command.set_defaults(run=tell_replay)


def _new_game(add: Add) -> None:
    command = add(
        "new-game",
        help="write a small game to begin with",
        description="Write a small game for 2 to 4 players with hidden hands, which can be played "
        "and passes the conformance suite at once, as a beginning for another one.",
    )
    command.add_argument("name", metavar="NAME", help="its key, like my_game")
    command.add_argument(
        "--folder", type=Path, default=Path(), metavar="DIR", help="where (default: here)"
    )
    command.set_defaults(run=new_game)


def _check_game(add: Add) -> None:
    command = add(
        "check-game",
        help="run the conformance suite on a game",
        description="Play random games and check that the game keeps its contract, hides what is "
        "secret and is complete; exit code 1 if it is not.",
    )
    command.add_argument("name", metavar="GAME")
    command.set_defaults(run=check_game)


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
    _database(command)
    command.set_defaults(run=back_up)


def _migrate_database(add: Add) -> None:
    command = add(
        "migrate-database",
        help="move from SQLite to PostgreSQL, or back",
        description="Copy everything from one database into another, empty one, and compare the "
        "copy row by row. Stop the server first. A URL looks like sqlite:////folder/dalang.sqlite "
        "or postgresql://user@host/name.",
    )
    command.add_argument("source", metavar="FROM", help="the URL of the database to copy")
    command.add_argument("target", metavar="TO", help="the URL of an empty database")
    command.set_defaults(run=migrate_database)


def _host(add: Add) -> None:
    command = add(
        "host",
        help="say who looks after the server",
        description="Make an account a host, who sees reports and can shut people out; or take "
        "that away, or list all hosts. Works while the server is running.",
    )
    command.add_argument("deed", choices=("add", "remove", "list"))
    command.add_argument("who", nargs="?", metavar="ACCOUNT", help="its name, e-mail address or id")
    _data(command)
    _database(command)
    command.set_defaults(run=manage_hosts)


def _completion(add: Add, commands: Mapping[str, Command]) -> None:
    command = add(
        "completion",
        help="let your shell complete commands",
        description="Print what a shell needs to complete commands, options and games; the first "
        "lines say where it belongs.",
    )
    command.add_argument("shell", choices=SHELLS)
    command.set_defaults(run=partial(complete, commands))


def _restore(add: Add) -> None:
    command = add(
        "restore",
        help="put a backup in the place of the database",
        description="Put a backup in the place of the database of a server that does not run; "
        "what was there before is kept beside it.",
    )
    command.add_argument("path", type=Path, metavar="FILE", help="a copy made by dalang backup")
    _data(command)
    command.set_defaults(run=restore)


# --- options that several commands share --------------------------------------------------


def _game(command: Command, needed: bool = True) -> None:
    help = "see 'dalang games'" if needed else "see 'dalang games'; without it you are asked"
    command.add_argument("key", metavar="GAME", nargs=None if needed else "?", help=help)
    command.add_argument("--players", type=int, help="how many seats (default: the usual number)")


def _thinking(command: Command, budget: str) -> None:
    command.add_argument(
        "--budget",
        default=budget,
        help="for one decision, simulations (300) or time (500ms) (default: %(default)s)",
    )
    command.add_argument("--seed", type=int, default=1, help="of the thinking (default: 1)")


def _bot(command: Command, help: str) -> None:
    command.add_argument("--bot", metavar="BOT", help=f"{help}: {NAMES}")


def _data(command: Command) -> None:
    command.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="the data directory (default: $DALANG_HOME, else ~/.local/share/dalang)",
    )


def _database(command: Command) -> None:
    command.add_argument(
        "--database",
        metavar="URL",
        help="where the games are stored (default: $DALANG_DATABASE, else SQLite in the data "
        "directory); postgresql://user@host/name needs the extra 'postgres'",
    )


def _replays(command: Command) -> None:
    command.add_argument(
        "--replays", type=Path, metavar="DIR", help="write the replay of every game there"
    )


def _everywhere(command: Command) -> None:
    """What every command takes."""
    command.add_argument(
        "--json", dest="as_json", action="store_true", help="print JSON, for programs"
    )
    command.add_argument(
        "--language",
        choices=LANGUAGES,
        default=_own_language(),
        help="of what is told; progress and errors are in English "
        "(default: that of the environment, here %(default)s)",
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
