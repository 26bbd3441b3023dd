"""Whether a seat was asked, and what it could have answered, tells the others nothing (BA 2.3).

Each table is played twice: once a seat could answer and declines, once it cannot.  The others are
told the same, are asked the same, and see the same.
"""

from __future__ import annotations

import pytest

from dalang.engine.api import EVERYONE, WATCHER, Event
from dalang.engine.testing import play
from dalang.games.bali import GAME
from dalang.games.bali.position import Bali
from dalang.games.bali.tests.tables import YELLOW, scene

DALANG = "dalang kukusch+tschakkalag"
LAYING: dict[str, str | int] = {
    "phase": "lay",
    "turn": 1,
    "led": DALANG,
    "target": "tschakkalag",
    "discard": DALANG,
    "hand_3": "artist",
}
CASES: dict[str, tuple[dict[str, str | int], tuple[str, str], list[str]]] = {
    "ending the turn by choice, or for want of a card to lead": (
        {"active": YELLOW, "turn": YELLOW},
        ("warrior", "priest"),
        ["end turn"],
    ),
    "passing on a scholar": (
        {"hand_0": "scholar"},
        ("scholar", "artist"),
        ["play scholar", "stop", "pass", "pass", "pass"],
    ),
    "passing on an artist": (
        {"hand_0": "artist"},
        ("artist", "warrior"),
        ["play artist", "stop", "pass", "pass", "pass"],
    ),
    "no second scholar": (
        {"hand_0": "scholar"},
        ("2 scholar", "scholar, artist"),
        ["play scholar", "stop", "play scholar", "stop", "pass", "pass", "pass"],
    ),
    "no second warrior": (
        {"hand_0": "warrior"},
        ("2 warrior", "warrior, artist"),
        ["play warrior", "exempt 2", "play warrior", "pass", "flee"],
    ),
    "fleeing with or without a warrior": (
        {"hand_0": "warrior"},
        ("warrior, artist", "priest, artist"),
        ["play warrior", "exempt 2", "flee", "put artist on kukusch", "put _ on panschar", "flee"],
    ),
    "passing in a contest": (
        {"hand_0": "2 priest"},
        ("2 priest", "2 artist"),
        ["play priest", "show 1", "pass", "pass", "pass"],
    ),
    "letting the Dalang travel": (
        {"hand_0": DALANG},
        ("dalang kukusch+wontong", "dalang panschar+wontong"),
        [f"play {DALANG}", "to kukusch", "pass"],
    ),
    "laying down a hand of one kind or of several": (
        LAYING,
        ("2 warrior", "warrior, artist"),
        ["as they are"],
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("viewer", [WATCHER, 0, 2, 3])
def test_declining_looks_like_having_nothing(case: str, viewer: int) -> None:
    given, hands, lines = CASES[case]
    tables = [scene(**given, hand_1=hand) for hand in hands]
    assert _seen(tables[0], viewer) == _seen(tables[1], viewer)
    for line in lines:
        told = [_told(play(table, _line(line, table)), viewer) for table in tables]
        assert told[0] == told[1], line
        assert _seen(tables[0], viewer) == _seen(tables[1], viewer), line


def _line(line: str, table: Bali) -> str:
    """`_` is the only card yellow has left."""
    if "_" not in line:
        return line
    cards = [
        card for card in ("priest", "warrior") if table.why_not(line.replace("_", card)) is None
    ]
    return line.replace("_", cards[0])


def _told(events: list[Event], viewer: int) -> list[Event]:
    return [event for event in events if event.seen_by in (EVERYONE, viewer)]


def _seen(table: Bali, viewer: int) -> tuple[str, object]:
    """The viewer's view, and what the table is waiting for."""
    return GAME.observe(table, viewer).to_text(), table.question()


def test_everybody_present_is_asked_even_with_an_empty_hand() -> None:
    table = scene(hand_0="2 priest, scholar, artist, warrior")
    asked: list[int] = []
    for line in ("play scholar", "stop", *["pass"] * 3, "play priest", "show 1", *["pass"] * 3):
        asked.append(int(table.actor()))
        play(table, line)
    assert asked == [0, 0, 1, 2, 3, 0, 0, 1, 2, 3]


def test_the_end_of_the_turn_is_offered_to_all_who_answered() -> None:
    table = scene(hand_0="artist", hand_1="artist", hand_2="2 artist")
    play(table, "play artist", "stop", "play artist", "stop")
    assert (table.actor(), table.question().key) == (1, "ask_second")
    play(table, "pass", "play artist", "stop")
    assert (table.actor(), table.question().key) == (2, "ask_second")


@pytest.mark.parametrize("viewer", [WATCHER, 0, 2, 3])
def test_BA_6_3_nobody_sees_how_the_order_is_chosen(viewer: int) -> None:
    """The rest "as it is" lies in the order of the kinds: seeing that would tell the order."""
    tables = [scene(**LAYING, hand_1="2 warrior, artist, priest") for _ in range(2)]
    play(tables[0], "lay artist")
    assert _seen(tables[0], viewer) == _seen(tables[1], viewer)
    play(tables[0], "lay warrior", "lay priest")
    assert _seen(tables[0], viewer) == _seen(tables[1], viewer)
    told = [_told(play(table, "as they are"), viewer) for table in tables]
    assert told[0] == told[1]
    assert _seen(tables[0], viewer) == _seen(tables[1], viewer)
