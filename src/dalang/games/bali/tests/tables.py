"""Setting the scene: positions written down field by field, and lines played in them."""

from __future__ import annotations

from typing import cast

from dalang.engine.api import CHANCE, EVERYONE, Event, Position
from dalang.engine.playout import random_step, settle_chance
from dalang.engine.rng import Rng
from dalang.games.bali import GAME
from dalang.games.bali.components import ISLANDS
from dalang.games.bali.position import Bali, from_text

BLUE, YELLOW, GREEN, RED = range(4)
DISCS = (
    "prince panschar, priest kukusch",
    "prince tschakkalag, priest panschar",
    "prince wontong, priest tschakkalag",
    "prince kukusch, priest wontong",
)
BY_SEAT = ("discs", "seals", "masks", "hand", "shown", *ISLANDS)


def scene(players: int = 4, /, **given: str | int) -> Bali:
    """Blue's turn on Wontong, all piles empty, with what is given; `hand_0` is the field `hand 0`.

    Hand sizes follow from the hands.
    """
    return from_text(scene_text(players, **given))


def scene_text(players: int = 4, /, **given: str | int) -> str:
    fields = scene_fields(players)
    for key, value in given.items():
        name, _, seat = key.rpartition("_")
        field = f"{name} {seat}" if seat.isdigit() else key
        assert field in fields or field.startswith("laid "), field
        fields[field] = str(value)
    if "hand_sizes" not in given:
        sizes = [sum(counts(fields[f"hand {seat}"]).values()) for seat in range(players)]
        fields["hand_sizes"] = " ".join(str(size) for size in sizes)
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def scene_fields(players: int) -> dict[str, str]:
    fields = {
        "game": GAME.key,
        "edition": GAME.edition,
        "players": str(players),
        "phase": "turn",
        "active": "0",
        "turn": "0",
        "dalang": "wontong",
        "quiet_turns": "0",
        "end": "none",
        "start_cards": " ".join(str(seat + 1) for seat in range(players)),
        "fled": "-",
        "unvisited": "-",
        "reshuffled": "0",
        "hand_sizes": "",
        "discard": "-",
        "buried": "-",
        "led": "-",
        "exempt": "-",
        "turn_over": "0",
        "use": "none",
        "used": "0",
        "best": "0",
        "leader": "-",
        "target": "-",
        "draws": "0",
        "turn_begins": "0",
    }
    fields |= {f"{name} {seat}": "-" for name in BY_SEAT for seat in range(players)}
    return fields | {f"discs {seat}": DISCS[seat] for seat in range(players)}


def counts(text: str) -> dict[str, int]:
    """Counted names: {"priest": 2} for "2 priest"."""
    found: dict[str, int] = {}
    for words in [] if text == "-" else text.split(", "):
        first, _, rest = words.partition(" ")
        name, count = (rest, int(first)) if first.isdigit() else (words, 1)
        found[name] = found.get(name, 0) + count
    return found


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


def legal_texts(position: Position) -> list[str]:
    return [position.action_text(action) for action in position.legal_actions()]


def possible_texts(position: Position) -> dict[str, int]:
    """What chance may bring, with the weights."""
    assert position.actor() == CHANCE
    weights = enumerate(position.chance_weights())
    return {position.action_text(number): int(weight) for number, weight in weights if weight}


def told(events: list[Event], key: str) -> list[dict[str, object]]:
    """What the events of that kind say."""
    return [event.args for event in events if event.key == key]


def public(events: list[Event]) -> list[tuple[str, dict[str, object]]]:
    """What everybody is told."""
    return [(event.key, event.args) for event in events if event.seen_by == EVERYONE]


def paragraph(position: Position, text: str) -> str:
    """The paragraph that forbids an action."""
    reason = position.why_not(text)
    assert reason is not None, f"{text} is allowed"
    return reason.paragraph


def reason(position: Position, text: str) -> str:
    """The key of the reason why an action is forbidden."""
    reason = position.why_not(text)
    assert reason is not None, f"{text} is allowed"
    return reason.key


def field(position: Position, name: str) -> object:
    """A field of the position; "hand 0" is the row of seat 0."""
    fields = position.fields()
    word, _, seat = name.partition(" ")
    if seat:
        return cast("list[object]", fields[word])[int(seat)]
    return fields[word]


def settle(position: Position, seed: int = 7) -> None:
    """Lets chance do what it has to do."""
    settle_chance(position, Rng(seed))
    position.check()


def dealt(players: int, seed: int) -> Bali:
    """A new game at its first decision."""
    position = GAME.start(players)
    settle(position, seed)
    assert isinstance(position, Bali)
    return position


def after(players: int, seed: int, steps: int) -> Bali:
    """A random game after so many steps, or at its end."""
    position, rng = GAME.start(players), Rng(seed)
    for _ in range(steps):
        if position.ended_by():
            break
        position.apply(random_step(position, rng))
    assert isinstance(position, Bali)
    return position
