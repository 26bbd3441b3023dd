"""What OpenSpiel's observers are asked for: public and private information, with or without recall.

| `private_info` | what the observer tells                                      |
|----------------|--------------------------------------------------------------|
| NONE           | what a spectator sees                                        |
| SINGLE_PLAYER  | what the player knows                                        |
| ALL_PLAYERS    | what every player knows, one after the other, from the first |

Without `public_info` only what a spectator does not see is left: whole fields, in text and in
numbers.  With `perfect_recall` the text ends with the player's own decisions so far, in order: a
view forgets nothing that was shown.  Rows have a fixed length and hold no history.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from dalang.adapters.tensors import Layout, Row
from dalang.engine.api import WATCHER, Position
from dalang.engine.spec import GameSpec

if TYPE_CHECKING:
    from dalang.adapters.openspiel import DalangState

USUAL: Final = pyspiel.IIGObservationType(perfect_recall=False)
_NONE: Final = pyspiel.PrivateInfoType.NONE
_ALL: Final = pyspiel.PrivateInfoType.ALL_PLAYERS


class DalangObserver:
    """What was asked for, as text and as numbers; see dalang.adapters.tensors."""

    def __init__(self, spec: GameSpec, players: int, kind: pyspiel.IIGObservationType) -> None:
        self._spec = spec
        self._players = players
        self._public = kind.public_info
        self._private = kind.private_info
        self._recall = kind.perfect_recall
        self.layout = Layout(spec.key, players)
        rows = self._rows()
        self.tensor: NDArray[np.float32] = np.zeros(rows * self.layout.size, np.float32)
        whole = self.tensor.reshape(rows, -1) if self._private == _ALL else self.tensor
        self.dict: dict[str, Any] = {"observation": whole} if rows else {}

    def _rows(self) -> int:
        if self._private == _ALL:
            return self._players
        return 1 if self._public or self._private != _NONE else 0

    def _viewers(self, player: int) -> list[int]:
        """Whose knowledge is told."""
        if self._private == _ALL:
            return list(range(self._players))
        if self._private != _NONE:
            return [player]
        return [WATCHER] if self._public else []

    def set_from(self, state: DalangState, player: int) -> None:
        """Writes it into `tensor`."""
        size = self.layout.size
        for number, viewer in enumerate(self._viewers(player)):
            part = self.tensor[number * size : (number + 1) * size]
            if self._public:
                part[:] = self.layout.write_known(state.position, viewer)
            else:
                part[:] = self._secrets(state.position, viewer)

    def _secrets(self, position: Position, viewer: int) -> Row:
        """The fields of a row that are not as a spectator has them."""
        layout = self.layout
        shown = layout.decode(layout.known(position, WATCHER), WATCHER)
        row = layout.known(position, viewer)
        known = layout.decode(row, viewer)
        for field in layout.fields:
            if np.array_equal(shown[field.name], known[field.name]):
                start = layout.starts[field.name]
                row[start : start + field.size] = 0
        return row

    def string_from(self, state: DalangState, player: int) -> str:
        """It, as text."""
        texts = [self._text(state.position, viewer) for viewer in self._viewers(player)]
        if self._recall and self._private != _NONE:
            whose = range(self._players) if self._private == _ALL else [player]
            texts += [_decisions(state, each) for each in whose]
        return "".join(texts)

    def _text(self, position: Position, viewer: int) -> str:
        text = self._spec.observe(position, viewer).to_text()
        if self._public:
            return text
        shown = set(self._spec.observe(position, WATCHER).to_text().splitlines(keepends=True))
        return "".join(line for line in text.splitlines(keepends=True) if line not in shown)


def _decisions(state: DalangState, player: int) -> str:
    """What a player has decided so far, by number."""
    own = state.decisions(player)
    return f"decided: {' '.join(map(str, own))}\n" if own else ""
