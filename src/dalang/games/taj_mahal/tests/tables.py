"""Setting the scene for Taj Mahal."""

from __future__ import annotations

from collections import Counter

from dalang.engine import testing
from dalang.engine.api import CHANCE, Position
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.engine.testing import SEED, counts, field, written
from dalang.games.taj_mahal import GAME
from dalang.games.taj_mahal.components import CARDS, DECK
from dalang.games.taj_mahal.position import TajMahal

COURT = "vizier, general, monk, princess, mogul, elephant"
PROVINCES = [
    *("kabul", "kashmir", "lahore", "multan", "delhi", "sind"),
    *("ajmer", "awadh", "gujarat", "malwa", "allahabad"),
]
BONUS_TILES = {
    "kabul": ["kabul points"],
    "kashmir": ["srinagar card"],
    "lahore": ["attock points", "lahore card"],
    "multan": ["multan gems"],
    "delhi": ["delhi points"],
    "sind": ["bhakkar card"],
    "ajmer": ["chittor tea", "jodhpur tea"],
    "agra": ["agra_city taj_mahal"],
    "awadh": ["lucknow tea"],
    "gujarat": ["ahmedabad gems"],
    "malwa": ["chanderi spices", "mandu spices"],
    "allahabad": ["allahabad spices", "kalinjar gems"],
}
DISPLAY = {
    3: "green elephant+vizier, green elephant+general, green elephant+monk, "
    "green elephant+princess, green elephant+mogul",
    4: "2 green elephant+vizier, 2 green elephant+general, 2 green elephant+monk, "
    "green elephant+princess",
    5: "3 green elephant+vizier, 3 green elephant+general, 3 green elephant+monk",
}


def scene(
    players: int = 3, round: int = 1, province: str = "kabul", /, **given: str | int
) -> TajMahal:
    """The start of a round for that province, with what is given; `hand_0` is the field `hand 0`.

    Hand sizes and bound colours follow from the hands and the cards on the table.
    """
    position = GAME.from_text(scene_text(players, round, province, **given))
    assert isinstance(position, TajMahal)
    return position


def scene_text(
    players: int = 3, round: int = 1, province: str = "kabul", /, **given: str | int
) -> str:
    order = [name for name in PROVINCES if name != province]
    if province != "agra":
        order.insert(round - 1, province)
    order.append("agra")
    tables = [str(given.get(f"table_{seat}", "-")) for seat in range(players)]
    usual: dict[str, str | int] = {
        "phase": "turn",
        "round": round,
        "provinces": ", ".join(order),
        "bonus_tiles": ", ".join(tile for name in order[round - 1 :] for tile in BONUS_TILES[name]),
        "court": COURT,
        "in_round": " ".join(str(seat) for seat in range(players)),
        "colours": ", ".join(_bound(table) for table in tables),
        "display": DISPLAY[players],
    }
    return testing.scene(GAME, players, {**usual, **given})


def _bound(table: str) -> str:
    colours = [card.split()[0] for card in counts(table) if not card.startswith("white")]
    return colours[0] if colours else "none"


def all_but(*texts: str) -> str:
    """The whole deck without the cards of those lines."""
    left = Counter(dict(zip(CARDS, (int(count) for count in DECK), strict=True)))
    for text in texts:
        left -= counts(text)
    return written(left)


def take(position: Position, cards: int = 2) -> None:
    """Takes cards from the display, whichever come first."""
    for _ in range(cards):
        assert field(position, "phase") == "take"
        position.apply(position.legal_actions()[0])


def new_game(players: int = 3) -> TajMahal:
    """A game before anything is dealt."""
    position = GAME.start(players)
    assert isinstance(position, TajMahal)
    return position


def new_session(players: int = 3) -> Session:
    """A game dealt at random, waiting for the start player."""
    session = Session(GAME, players)
    settle_session(session)
    return session


def settle_session(session: Session) -> None:
    rng = Rng(SEED)
    while session.position.actor() == CHANCE:
        session.happen(int(random_step(session.position, rng)))
