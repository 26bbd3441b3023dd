"""The commands for matches between bots, with their options."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from dalang.arena.match import SEATINGS
from dalang.cli.arena import arena
from dalang.cli.dataset import dataset
from dalang.cli.ladder import ladder
from dalang.cli.train import train
from dalang.cli.tune import tune

NAMES = (
    "a level (random, novice, club, expert, master), with simulations (expert:300) or time "
    "(expert:500ms) for a decision, club@FILE.toml with other weights, FILE.py:CLASS or "
    "MODULE:CLASS for one of your own, or the name of one that an installed package offers"
)

Command = argparse.ArgumentParser
Add = Callable[..., Command]


def add_arena(add: Add) -> None:
    command = add(
        "arena",
        help="match bots against each other",
        description="Play a match between bots on duplicated deals, every bot at every seat, and "
        "print who won more than a fair share. A match that was interrupted goes on where it "
        "stopped.",
    )
    _game(command)
    command.add_argument("--players", type=int, help="how many seats (default: the usual number)")
    command.add_argument(
        "--bots",
        default="club,expert",
        help=f"separated by commas; {NAMES} (default: %(default)s)",
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
    _seed(command)
    _matches(command)
    command.add_argument(
        "--results",
        type=Path,
        metavar="FILE",
        help="where games are kept (default: said at the end)",
    )
    _plot(command, "the shares")
    command.add_argument(
        "--replays",
        type=Path,
        metavar="DIR",
        help="write the replay of every game that is played now there (on the machine it runs on)",
    )
    command.set_defaults(run=arena)


def add_ladder(add: Add) -> None:
    command = add(
        "ladder",
        help="match every bot against the one below",
        description="Play each bot alone against a table of the bot below, in every game and "
        "at every number of players, and print the table as Markdown; exit code 1 unless every "
        "rung has been played and holds. What was interrupted goes on where it stopped.",
    )
    command.add_argument("keys", metavar="GAME", nargs="*", help="all games, unless some are named")
    command.add_argument(
        "--bots",
        default="random,novice,club,expert:300",
        help=f"from the weakest to the strongest, by commas; {NAMES} (default: %(default)s)",
    )
    command.add_argument("--only", metavar="BOT", help="one of them against the one below")
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
    _reporting(command)
    _plot(command, "the ladder")
    command.set_defaults(run=ladder)


def add_tune(add: Add) -> None:
    command = add(
        "tune",
        help="look for better weights of a game's judge",
        description="Let a bot play against itself, find weights of the game's judge by how the "
        "games went, and write them if the bot wins with them against the bot with the old ones; "
        "exit code 1 if it does not. What was interrupted goes on where it stopped.",
    )
    _game(command)
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
    _learning(command)
    command.add_argument("--rounds", type=int, default=1, help="one after the other (default: 1)")
    command.add_argument("--minutes", type=float, help="stop learning and proving after that time")
    _seed(command)
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


def add_dataset(add: Add) -> None:
    command = add(
        "dataset",
        help="write games of bots as data",
        description="Let bots play, and write every decision as a row of Parquet or Arrow files: "
        "what the seat knew and might do, what it did, and how the game ended for it. Equal "
        "settings give equal rows. What was interrupted goes on where it stopped.",
    )
    command.add_argument("key", metavar="GAME", help="see 'dalang games'")
    command.add_argument("--players", type=int, help="how many seats (default: the usual number)")
    command.add_argument(
        "--bots",
        default="club",
        help="one for all seats, or several by commas, who move by a seat with every game; "
        f"{NAMES} (default: %(default)s)",
    )
    command.add_argument("--games", type=int, default=1000, help="how many (default: 1000)")
    command.add_argument("--seed", type=int, default=1, help="of all games (default: 1)")
    command.add_argument(
        "--folder", type=Path, metavar="DIR", help="where (default: GAME-PLAYERS-data)"
    )
    command.add_argument(
        "--format",
        dest="kind",
        choices=("parquet", "arrow"),
        default="parquet",
        help="of the files (default: %(default)s)",
    )
    command.add_argument(
        "--shard-games",
        type=int,
        default=50,
        metavar="N",
        help="games in a file, which one worker plays (default: %(default)s)",
    )
    _workers(command)
    command.set_defaults(run=dataset)


def add_train(add: Add) -> None:
    command = add(
        "train",
        help="train nets for the level master",
        description="Let bots play themselves, generation after generation, and train small "
        "networks that say who will win; an interrupted run continues where it stopped. Needs "
        "the extra 'train'.",
    )
    command.add_argument("key", metavar="GAME", help="see 'dalang games'")
    command.add_argument(
        "--settings",
        dest="settings_file",
        type=Path,
        metavar="FILE",
        help="of the run, as TOML (default: those of the run that is continued, or the usual ones)",
    )
    command.add_argument("--generations", type=int, help="how many, those of earlier runs included")
    command.add_argument("--minutes", type=float, help="begin no generation after that time")
    command.add_argument("--seed", type=int, help="of all games")
    command.add_argument(
        "--results", type=Path, metavar="DIR", help="of the run (default: training-GAME)"
    )
    command.add_argument(
        "--nets",
        dest="nets_file",
        type=Path,
        metavar="FILE",
        help="where to write the nets at the end, for master@FILE (default: DIR/master.net)",
    )
    command.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the strength over time (.png, .svg, .pdf)"
    )
    _workers(command)
    command.set_defaults(run=train)


def _reporting(command: Command) -> None:
    command.add_argument(
        "--report", dest="report_only", action="store_true", help="play nothing, only print"
    )
    command.add_argument(
        "--write", dest="page", type=Path, metavar="PAGE", help="put the table into a page"
    )


def _learning(command: Command) -> None:
    command.add_argument(
        "--learn",
        default="value",
        help="value: who wins from a position; prior: which action was chosen; or value,prior; "
        "or wins: which weights win, step by step, for thousands of games (default: %(default)s)",
    )
    command.add_argument(
        "--keep", default="", metavar="WEIGHTS", help="weights that stay as they are, by commas"
    )


# --- options that several of them share ---------------------------------------------------------


def _game(command: Command) -> None:
    command.add_argument("key", metavar="GAME", help="see 'dalang games'")


def _seed(command: Command) -> None:
    command.add_argument("--seed", type=int, default=1, help="of all deals (default: 1)")


def _plot(command: Command, what: str) -> None:
    command.add_argument(
        "--plot", type=Path, metavar="FILE", help=f"draw {what} (.png, .svg, .pdf)"
    )


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
