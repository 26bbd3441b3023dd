"""Setting the scene: positions written down field by field, and lines played in them."""

from __future__ import annotations

from collections import Counter

from dalang.engine.api import CHANCE, Args, Event
from dalang.games.web_of_power import GAME
from dalang.games.web_of_power.components import CARDS, COUNTRIES, FIRST_SPACE, SPACES, deck
from dalang.games.web_of_power.position import WebOfPower, from_text

HAND = "franken_aragon, bayern_burgund, lothringen_italien"
BY_SEAT = ("cloisters", "advisors", "hand", "known", "carried", "played_since")


def scene(players: int = 3, /, **given: str | int) -> WebOfPower:
    """Seat 0 begins a turn, with what is given; `hand_0` is the field `hand 0`.

    Hand sizes follow from the hands.  `pile` says what is in the pile; all other cards are
    discarded.
    """
    return from_text(scene_text(players, **given))


def scene_text(players: int = 3, /, **given: str | int) -> str:
    fields = _fields(players)
    pile = given.pop("pile", None)
    for key, value in given.items():
        name, _, seat = key.rpartition("_")
        field = f"{name} {seat}" if seat.isdigit() else key
        assert field in fields, field
        fields[field] = str(value)
    hands = [counts(fields[f"hand {seat}"]) for seat in range(players)]
    if "hand_sizes" not in given:
        fields["hand_sizes"] = " ".join(str(hand.total()) for hand in hands)
    if pile is not None:
        elsewhere = sum(hands, counts(str(pile)) + counts(fields["open"]))
        fields["discard"] = written(whole_deck(players) - elsewhere)
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def _fields(players: int) -> dict[str, str]:
    fields = {
        "game": GAME.key,
        "edition": GAME.edition,
        "players": str(players),
        "phase": "turn",
        "start": "0",
        "turn": "0",
        "pile_outs": "0",
        "points": " ".join("0" for _ in range(players)),
        "hand_sizes": "",
        "open": "england_schwaben, frankreich",
        "discard": "-",
        "playing": "-",
        "country": "-",
        "ended_by": "-",
        "carried_together": "-",
        "carried_sizes": " ".join("0" for _ in range(players)),
    }
    by_seat = {f"{name} {seat}": "-" for name in BY_SEAT for seat in range(players)}
    return fields | by_seat | {f"hand {seat}": HAND for seat in range(players)}


def whole_deck(players: int) -> Counter[str]:
    """All cards of a game."""
    return Counter({card: int(count) for card, count in zip(CARDS, deck(players), strict=True)})


def counts(text: str) -> Counter[str]:
    """Counted names: {"frankreich": 2} for "2 frankreich"."""
    found: Counter[str] = Counter()
    for words in [] if text == "-" else text.split(", "):
        first, _, rest = words.partition(" ")
        if first.isdigit():
            found[rest] += int(first)
        else:
            found[words] += 1
    return found


def written(cards: Counter[str]) -> str:
    """The other way round."""
    return ", ".join(f"{count} {card}" for card, count in sorted(cards.items()) if count) or "-"


def play(position: WebOfPower, *texts: str) -> list[Event]:
    """Plays actions and outcomes; each must be possible.  Returns all that was told."""
    events: list[Event] = []
    for text in texts:
        action = position.parse_action(text)
        if position.actor() == CHANCE:
            assert position.chance_weights()[action], f"{text} cannot happen"
        else:
            assert action in position.legal_actions(), (
                f"{text} is not among {legal_texts(position)}"
            )
        position.apply(action, events)
        position.check()
    return events


def told(events: list[Event], key: str) -> list[Args]:
    """What the events of one kind say."""
    return [event.args for event in events if event.key == key]


def legal_texts(position: WebOfPower) -> set[str]:
    return {position.action_text(action) for action in position.legal_actions()}


def field(position: WebOfPower, name: str) -> str:
    """A field of the written position."""
    lines = dict(line.split(": ", 1) for line in position.to_text().splitlines())
    return lines[name]


def phase(position: WebOfPower) -> str:
    return field(position, "phase")


def why(position: WebOfPower, text: str) -> tuple[str, str]:
    """The paragraph and the key of the reason against an action."""
    reason = position.why_not(text)
    assert reason is not None, f"{text} is legal"
    return reason.paragraph, reason.key


def pile(position: WebOfPower) -> dict[str, int]:
    """What is in the pile."""
    return {card: int(count) for card, count in zip(CARDS, position.pile, strict=True) if count}


def spaces_of(country: str) -> list[str]:
    """The spaces of a country, in order."""
    number = COUNTRIES.index(country)
    return list(SPACES[FIRST_SPACE[number] : FIRST_SPACE[number + 1]])


def some(country: str, *numbers: int) -> list[str]:
    """So many spaces of a country for each seat, as the fields of a scene want them."""
    spaces = iter(spaces_of(country))
    return [", ".join(next(spaces) for _ in range(number)) or "-" for number in numbers]
