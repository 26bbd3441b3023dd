"""Setting the scene for Web of Power."""

from __future__ import annotations

from collections import Counter

from dalang.engine import testing
from dalang.engine.testing import counts, field, written
from dalang.games.web_of_power import GAME
from dalang.games.web_of_power.components import CARDS, COUNTRIES, FIRST_SPACE, SPACES, deck
from dalang.games.web_of_power.position import WebOfPower

HAND = "franken_aragon, bayern_burgund, lothringen_italien"


def scene(players: int = 3, /, **given: str | int) -> WebOfPower:
    """Seat 0 begins a turn, with what is given; `hand_0` is the field `hand 0`.

    Hand sizes follow from the hands.  `pile` says what is in the pile; all other cards are
    discarded.
    """
    position = GAME.from_text(scene_text(players, **given))
    assert isinstance(position, WebOfPower)
    return position


def scene_text(players: int = 3, /, **given: str | int) -> str:
    usual: dict[str, str | int] = {f"hand_{seat}": HAND for seat in range(players)}
    scene = {"phase": "turn", "open": "england_schwaben, frankreich", **usual, **given}
    if "pile" in scene:
        hands = [counts(str(scene[f"hand_{seat}"])) for seat in range(players)]
        elsewhere = sum(hands, counts(str(scene.pop("pile"))) + counts(str(scene["open"])))
        scene["discard"] = written(whole_deck(players) - elsewhere)
    return testing.scene(GAME, players, scene)


def new_game(players: int) -> WebOfPower:
    """A game before anything is dealt."""
    position = GAME.start(players)
    assert isinstance(position, WebOfPower)
    return position


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
