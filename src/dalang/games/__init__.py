"""One folder = one game; the registry finds them.

Folders named in the environment variable DALANG_GAMES are looked through as well, so that a game
can be tried out before it is part of Dalang, or without ever becoming so.
"""

import os

__path__ += [folder for folder in os.environ.get("DALANG_GAMES", "").split(os.pathsep) if folder]
