"""The style sheet of every drawing of a table, and the fonts that it names.

Both the server's pages and the pictures of the adapters are drawn with it.
"""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "files"
FRAME: Final = FOLDER / "frame.css"
DRAWING_FONTS: Final = FOLDER / "drawing" / "fonts.css"  # those of the frame, in small parts
