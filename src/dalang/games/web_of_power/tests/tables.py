"""Setting the scene for Web of Power."""

from __future__ import annotations

from collections import Counter

from dalang.engine.testing import (
    change,
    counts,
    field,
    lines,
    opening,
    size_hands,
    written,
    zeros,
)
from dalang.games.web_of_power import GAME
from dalang.games.web_of_power.components import CARDS, COUNTRIES, FIRST_SPACE, SPACES, deck
from dalang.games.web_of_power.position import WebOfPower

HAND = "franken_aragon, bayern_burgund, lothringen_italien"
BY_SEAT = ("cloisters", "advisors", "hand", "known", "carried", "played_since")


def scene(players: int = 3, /, **given: str | int) -> WebOfPower:
    """Seat 0 begins a turn, with what is given; `hand_0` is the field `hand 0`.

    Hand sizes follow from the hands.  `pile` says what is in the pile; all other cards are
    discarded.
    """
    position = GAME.from_text(scene_text(players, **given))
    assert isinstance(position, WebOfPower)
    return position


def scene_text(players: int = 3, /, **given: str | int) -> str:
    fields = _fields(players)
    pile = given.pop("pile", None)
    change(fields, given)
    if "hand_sizes" not in given:
        size_hands(fields, players)
    if pile is not None:
        hands = [counts(fields[f"hand {seat}"]) for seat in range(players)]
        elsewhere = sum(hands, counts(str(pile)) + counts(fields["open"]))
        fields["discard"] = written(whole_deck(players) - elsewhere)
    return lines(fields)


def _fields(players: int) -> dict[str, str]:
    fields = {
        "phase": "turn",
        "start": "0",
        "turn": "0",
        "pile_outs": "0",
        "points": zeros(players),
        "hand_sizes": "",
        "open": "england_schwaben, frankreich",
        "discard": "-",
        "playing": "-",
        "country": "-",
        "ended_by": "-",
        "carried_together": "-",
        "carried_sizes": zeros(players),
    }
    hands = {f"hand {seat}": HAND for seat in range(players)}
    return opening(GAME, players, fields, BY_SEAT) | hands


def whole_deck(players: int) -> Counter[str]:
    """All cards of a game."""
    return Counter({card: int(count) for card, count in zip(CARDS, deck(players), strict=True)})


def phase(position: WebOfPower) -> str:
    return field(position, "phase")


def pile(position: WebOfPower) -> dict[str, int]:
    """What is in the pile."""
    return {card: int(count) for card, count in zip(CARDS, position.pile, strict=True) if count}


def spaces_of(country: str) -> list[str]:
    """The spaces of a country, in order."""
    number = COUNTRIES.index(country)
    return list(SPACES[FIRST_SPACE[number] : FIRST_SPACE[number + 1]])


def some(country: str, *numbers: int) -> list[str]:
    """A number of spaces of a country for each seat, as fields of a scene."""
    spaces = iter(spaces_of(country))
    return [", ".join(next(spaces) for _ in range(number)) or "-" for number in numbers]
