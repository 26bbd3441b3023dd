"""Every action: hanging up a lantern of a colour."""

from __future__ import annotations

from typing import Final

from dalang.engine.actions import ActionList, Kind, each

from .components import CARDS

ACTIONS: Final = ActionList(Kind(0, "hang {card}", "do_hang", each(card=CARDS)))
