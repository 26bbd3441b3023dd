"""Setting the scene: positions written down field by field, and lines played in them."""

from __future__ import annotations

from dalang.engine.api import CHANCE, Event, Position
from dalang.engine.playout import random_step, settle_chance
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.games.taj_mahal import GAME
from dalang.games.taj_mahal.components import CARDS, DECK
from dalang.games.taj_mahal.position import TajMahal, from_text

SEED = 7
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
BY_SEAT = (
    *("palaces", "crown_palaces", "influence", "specials"),
    *("province_tiles", "commodities", "table", "hand", "known", "carried"),
)


def scene(
    players: int = 3, round: int = 1, province: str = "kabul", /, **given: str | int
) -> TajMahal:
    """The start of a round for that province, with what is given; `hand_0` is the field `hand 0`.

    Hand sizes and bound colours follow from the hands and the cards on the table.
    """
    return from_text(scene_text(players, round, province, **given))


def scene_text(
    players: int = 3, round: int = 1, province: str = "kabul", /, **given: str | int
) -> str:
    fields = scene_fields(players, round, province)
    for key, value in given.items():
        name, _, seat = key.rpartition("_")
        field = f"{name} {seat}" if seat.isdigit() else key
        assert field in fields, field
        fields[field] = str(value)
    if "hand_sizes" not in given:
        sizes = [sum(counts(fields[f"hand {seat}"]).values()) for seat in range(players)]
        fields["hand_sizes"] = " ".join(str(size) for size in sizes)
    if "colours" not in given:
        tables = [fields[f"table {seat}"] for seat in range(players)]
        fields["colours"] = ", ".join(_bound(table) for table in tables)
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def scene_fields(players: int, round: int, province: str) -> dict[str, str]:
    others = [name for name in PROVINCES if name != province]
    if province != "agra":
        others.insert(round - 1, province)
    order = [*others, "agra"]
    bonus = [tile for name in order[round - 1 :] for tile in BONUS_TILES[name]]
    fields = {
        "game": GAME.key,
        "edition": GAME.edition,
        "players": str(players),
        "phase": "turn",
        "round": str(round),
        "start": "0",
        "turn": "0",
        "points": " ".join("0" for _ in range(players)),
        "provinces": ", ".join(order),
        "bonus_tiles": ", ".join(bonus),
        "court": COURT,
        "specials_out": "-",
        "in_round": " ".join(str(seat) for seat in range(players)),
        "colours": "",
        "hand_sizes": "",
        "carried_left": "-",
        "carried_pool": "-",
        "display": DISPLAY[players],
        "discard": "-",
        "card": "-",
        "palaces_due": "0",
        "crown_due": "0",
        "tile_won": "0",
        "bonus_due": "-",
        "takes_due": "0",
    }
    return fields | {f"{name} {seat}": "-" for name in BY_SEAT for seat in range(players)}


def _bound(table: str) -> str:
    colours = [card.split()[0] for card in counts(table) if not card.startswith("white")]
    return colours[0] if colours else "none"


def counts(text: str) -> dict[str, int]:
    """Counted names: {"red elephant+monk": 2} for "2 red elephant+monk"."""
    found: dict[str, int] = {}
    for words in [] if text == "-" else text.split(", "):
        first, _, rest = words.partition(" ")
        name, count = (rest, int(first)) if first.isdigit() else (words, 1)
        found[name] = found.get(name, 0) + count
    return found


def all_but(*texts: str) -> str:
    """The whole deck without the cards of those lines."""
    left = dict(zip(CARDS, (int(count) for count in DECK), strict=True))
    for text in texts:
        for card, count in counts(text).items():
            left[card] -= count
    return ", ".join(f"{count} {card}" for card, count in left.items() if count) or "-"


def play(position: Position, *lines: str) -> list[Event]:
    """Plays legal actions, and possible outcomes written "? draw …"; gives what happened."""
    events: list[Event] = []
    for line in lines:
        assert line.startswith("? ") == (position.actor() == CHANCE), (line, position.question())
        action = position.parse_action(line.removeprefix("? "))
        if position.actor() == CHANCE:
            assert position.chance_weights()[action] > 0, f"{line} is not possible"
        else:
            assert position.why_not(line) is None, f"{line}: {position.why_not(line)}"
            assert action in position.legal_actions(), f"{line} is not in {legal_texts(position)}"
        position.apply(action, events)
        position.check()
    return events


def legal_texts(position: Position) -> set[str]:
    return {position.action_text(action) for action in position.legal_actions()}


def possible_texts(position: Position) -> dict[str, int]:
    """What chance may bring, with the weights."""
    assert position.actor() == CHANCE
    weights = enumerate(position.chance_weights())
    return {position.action_text(number): int(weight) for number, weight in weights if weight}


def told(events: list[Event], key: str) -> list[dict[str, object]]:
    """The arguments of every event of that key."""
    return [event.args for event in events if event.key == key]


def field(position: Position, name: str) -> str:
    """One line of the written position."""
    lines = dict(line.split(": ", 1) for line in position.to_text().splitlines())
    return lines[name]


def take(position: Position, cards: int = 2) -> None:
    """Takes cards from the display, whichever come first."""
    for _ in range(cards):
        assert field(position, "phase") == "take"
        position.apply(position.legal_actions()[0])


def settle(position: Position) -> None:
    """Lets chance speak until a seat is asked."""
    settle_chance(position, Rng(SEED))


def new_session(players: int = 3) -> Session:
    """A game dealt at random, waiting for the start player."""
    session = Session(GAME, players)
    settle_session(session)
    return session


def settle_session(session: Session) -> None:
    rng = Rng(SEED)
    while session.position.actor() == CHANCE:
        session.happen(int(random_step(session.position, rng)))
