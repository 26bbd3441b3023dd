"""Why an action is not allowed: every reason once, with its paragraph."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dalang.engine.errors import NotationError
from dalang.engine.testing import play
from dalang.engine.words import Words
from dalang.games.taj_mahal import GAME
from dalang.games.taj_mahal.position import TajMahal
from dalang.games.taj_mahal.tests.tables import scene
from dalang.games.taj_mahal.words import REASONS


def turn() -> TajMahal:
    return scene(
        3,
        hand_0="red elephant+monk, yellow elephant+monk, white monk",
        table_0="red elephant+vizier",
        specials_0="elephant",
    )


def add(card: str = "red elephant+monk") -> TajMahal:
    position = scene(
        3,
        hand_0="2 red elephant+monk, yellow elephant+monk, white monk",
        table_0="2 red elephant+vizier",
        specials_0="elephant, influence, free_colour",
        specials_out="influence",
    )
    play(position, f"play {card}")
    return position


def add_freely() -> TajMahal:
    """The colour card needs the free-colour card along."""
    return add("yellow elephant+monk")


def palace() -> TajMahal:
    position = scene(
        3, table_0="red elephant+monk, red elephant+mogul", palaces_1="kabul", court="monk, mogul"
    )
    play(position, "withdraw")
    return position


def crown() -> TajMahal:
    position = palace()
    play(position, "palace ghazni")
    return position


def taking() -> TajMahal:
    position = scene(3, table_0="red elephant+monk", table_1="yellow elephant+monk")
    play(position, "withdraw")
    return position


CASES: list[tuple[Callable[[], TajMahal], str, str, str]] = [
    (turn, "add nothing", "TM 2.2", "play_or_withdraw"),
    (turn, "play violet elephant+monk", "TM 3.1", "not_in_hand"),
    (turn, "play yellow elephant+monk", "TM 3.2", "wrong_colour"),
    (turn, "add white monk", "TM 3.3", "colour_card_first"),
    (turn, "add elephant card", "TM 3.3", "colour_card_first"),
    (turn, "palace ghazni", "TM 4.3", "withdraw_first"),
    (turn, "crown ghazni", "TM 4.5", "withdraw_first"),
    (turn, "take green elephant+monk", "TM 6.3", "withdraw_first"),
    (add, "play red elephant+monk", "TM 3.1", "one_colour_card"),
    (add, "add white mogul", "TM 3.1", "not_in_hand"),
    (add, "add mogul card", "TM 8.1", "special_not_held"),
    (add, "add influence card", "TM R6", "special_used"),
    (add, "withdraw", "TM 3.3", "add_first"),
    (add, "take green elephant+monk", "TM 3.3", "add_first"),
    (add, "palace ghazni", "TM 3.3", "add_first"),
    (add_freely, "add nothing", "TM 3.5", "needs_free_colour"),
    (add_freely, "add white monk", "TM 3.5", "needs_free_colour"),
    (add_freely, "add elephant card", "TM 3.5", "needs_free_colour"),
    (add_freely, "add influence card", "TM R6", "special_used"),
    (palace, "palace kabul", "TM 4.3", "city_taken"),
    (palace, "palace lahore", "TM 4.3", "other_province"),
    (palace, "crown lahore", "TM 4.5", "other_province"),
    (palace, "crown ghazni", "TM R3", "ordinary_palace_first"),
    (palace, "crown kabul", "TM R3", "ordinary_palace_first"),
    (palace, "withdraw", "TM 4.3", "palace_first"),
    (palace, "play red elephant+monk", "TM 4.3", "palace_first"),
    (crown, "palace peshawar", "TM R3", "crown_palace_now"),
    (crown, "palace kabul", "TM R3", "crown_palace_now"),
    (crown, "palace lahore", "TM 4.3", "other_province"),
    (crown, "crown lahore", "TM 4.5", "other_province"),
    (crown, "add white monk", "TM 4.5", "crown_first"),
    (crown, "take green elephant+monk", "TM 4.5", "crown_first"),
    (taking, "take red elephant+monk", "TM 6.3", "not_in_display"),
    (taking, "withdraw", "TM 6.3", "take_first"),
    (taking, "add elephant card", "TM 6.3", "take_first"),
    (taking, "crown ghazni", "TM 6.3", "take_first"),
]


@pytest.mark.parametrize(
    ("scenery", "text", "paragraph", "key"), CASES, ids=[f"{c[3]}-{c[1]}" for c in CASES]
)
def test_the_reason_and_its_paragraph(
    scenery: Callable[[], TajMahal], text: str, paragraph: str, key: str
) -> None:
    reason = scenery().why_not(text)
    assert reason is not None
    assert (reason.key, reason.paragraph) == (key, paragraph)
    assert Words(GAME.vocabulary, "en", ["Ann", "Bob", "Cem"]).say(reason)


def test_every_reason_is_provoked() -> None:
    assert {key for _, _, _, key in CASES} == set(REASONS)


def test_a_reason_names_what_is_in_the_way() -> None:
    words = Words(GAME.vocabulary, "en", ["Ann", "Bob", "Cem"])
    taken = palace().why_not("palace kabul")
    assert taken is not None
    assert taken.args == {"city": "kabul", "owner": 1}
    assert "Bob" in words.say(taken)
    other = palace().why_not("palace attock")
    assert other is not None
    assert other.args == {"city": "attock", "province": "kabul"}
    colour = turn().why_not("play yellow elephant+monk")
    assert colour is not None
    assert colour.args == {"card": "yellow elephant+monk", "colour": "red"}


def test_legal_actions_have_no_reason_against_them() -> None:
    for position in (turn(), add(), add_freely(), palace(), crown(), taking()):
        for action in position.legal_actions():
            assert position.why_not(position.action_text(action)) is None


def test_a_reason_uses_nothing_the_seat_does_not_know() -> None:
    """The same reason no matter who holds the hidden card."""
    reasons = [
        scene(3, **{hand: "violet elephant+monk"}).why_not("play violet elephant+monk")
        for hand in ("hand_1", "hand_2", "discard")
    ]
    assert reasons[0] is not None
    assert reasons[0] == reasons[1] == reasons[2]


def test_what_names_no_action_is_refused_in_words() -> None:
    for text in ("", "play", "play red", "withdraw now", "play white monk", "take", "palace Kabul"):
        with pytest.raises(NotationError, match="names nothing"):
            turn().why_not(text)
