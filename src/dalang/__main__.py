"""python -m dalang: the command line, where its own command is not on the path."""

import sys

from dalang.cli import main

if __name__ == "__main__":
    sys.exit(main())
