"""The command line; commands.py lists what it can do."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from dalang.bots import BotError
from dalang.cli.commands import parser
from dalang.engine.errors import DalangError

BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; bad input is told in one line and ends with exit code 2."""
    options = vars(parser().parse_args(arguments))
    run = options.pop("run")
    try:
        status: int = run(**options)
    except BotError as error:
        error.keep()
        print(f"{error.trace}dalang: {error}", file=sys.stderr)
        return BAD_INPUT
    except DalangError as error:
        print(f"dalang: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD_INPUT
    return status
