"""What a viewer knows, and imagining the rest (CK 2.5, R11, R14)."""

from __future__ import annotations

from collections import Counter

import pytest

from dalang.engine.api import WATCHER
from dalang.engine.errors import NotYourTurn, PositionError
from dalang.engine.rng import Rng
from dalang.engine.session import Session, is_choice
from dalang.engine.testing import field, why
from dalang.engine.testing import play as play_exactly
from dalang.games.cards_and_karma import GAME
from dalang.games.cards_and_karma.components import CARDS
from dalang.games.cards_and_karma.position import CardsAndKarma
from dalang.games.cards_and_karma.tests.tables import ALL_TURNED, SPARE, play, scene, scene_text

SAMPLES = 1000


def imagined(position: CardsAndKarma, viewer: int, name: str) -> dict[str, float]:
    """How often each value of a field is imagined."""
    view = GAME.observe(position, viewer)
    rng = Rng(5)
    found = Counter(field(GAME.imagine(view, rng), name) for _ in range(SAMPLES))
    return {value: count / SAMPLES for value, count in found.items()}


@pytest.mark.slow
def test_CK_R14_unseen_values_are_equally_likely_what_was_seen_counts() -> None:
    seen = ", ".join(f"palace{n}-blue 3!" for n in (2, 4, 5, 6))
    position = scene(hand_0="ship12-blue 3", hand_1="ship8-blue 3", discard=seen)
    found = imagined(position, 0, "hand 1")
    expected = {1: 6 / 31, 2: 6 / 31, 3: 1 / 31, 4: 6 / 31, 5: 6 / 31, 6: 6 / 31}
    for value, chance in expected.items():
        assert found[f"ship8-blue {value}"] == pytest.approx(chance, abs=0.05)
    watched = imagined(position, WATCHER, "hand 1")
    assert watched["ship8-blue 3"] == pytest.approx(2 / 32, abs=0.03)


@pytest.mark.slow
def test_CK_R11_while_somebody_pays_the_hand_is_known_to_be_able_to() -> None:
    given = {"display": f"ship21-blue, {SPARE}", "hand_0": "ship8-blue 3, ship4-green 3"}
    position = scene(**given)
    before = imagined(position, 1, "hand 0")
    assert len(before) == 36
    play(position, "take ship21-blue")
    found = imagined(position, 1, "hand 0")
    assert len(found) == 11  # at least one of the two is a 3
    for share in found.values():
        assert share == pytest.approx(1 / 11, abs=0.04)


@pytest.mark.slow
def test_CK_R11_a_half_made_payment_shows_cards_but_no_values() -> None:
    position = scene(display=f"red-blue4-tea1-orange, {SPARE}", hand_0="ship2-blue 3, ship8-blue 2")
    play(position, "take red-blue4-tea1-orange", "pay ship2-blue")
    known = GAME.observe(position, 1).known
    assert field(known, "picked") == "ship2-blue"
    assert field(known, "hand 0") == "ship2-blue, ship8-blue"
    assert all("ship2-blue 4" not in hand for hand in imagined(position, 1, "hand 0"))


def test_CK_R14_values_nobody_has_seen_are_not_even_drawn() -> None:
    position = scene(hand_1="ship8-blue 3")
    deal = GAME.imagine(GAME.observe(position, 0), Rng(1))
    assert field(deal, "display") == SPARE


def test_R11_who_takes_a_card_shows_that_the_dice_can_pay_it() -> None:
    """So that is final, and so is every die that is laid down for it."""
    taken, pays = "red-blue4-tea1-orange", ("pay ship2-blue", "pay ship8-blue")
    session = begun(display=f"{taken}, {SPARE}", hand_0="ship2-blue 3, ship8-blue 2")
    for text in (f"take {taken}", *pays):
        session.play(0, text)
        with pytest.raises(NotYourTurn, match="What others have seen"):
            session.undo(0)


def test_R11_what_everybody_knew_can_be_taken_back() -> None:
    """Dice that lay open once, or a joker, pay for sure; two dice are worth 2 at least."""
    for taken, pays, given in (
        ("red-blue4-tea1-orange", ["pay ship2-blue"], {"hand_0": "ship2-blue 3!, ship8-blue 2!"}),
        ("ship12-blue", [], {"hand_0": "ship2-blue 3", "administrators": "1 0"}),
        ("ship12-blue", [], {"hand_0": "ship2-blue 2!", "karma": "1 0"}),
        ("red-blue3-green", [], {"hand_0": "ship2-blue 6, ship8-blue 1", "karma": "1 0"}),
    ):
        session = begun(display=f"{taken}, {SPARE}", **given)
        before = session.position.to_text()
        for text in (f"take {taken}", *pays):
            session.play(0, text)
        for _ in range(1 + len(pays)):
            session.undo(0)
        assert session.position.to_text() == before


def begun(**given: str) -> Session:
    """A session in which seat 0 is to take its action."""
    return Session.from_position(GAME, scene(**given))


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ({"hand_0": "silk1-blue 3"}, True),
        ({"hand_0": "silk1-blue 6"}, True),
        ({"hand_0": "silk1-blue 6!"}, False),
        ({"hand_0": "-"}, False),
        ({"hand_0": "silk1-blue 6", "display": "red-blue4-tea1-orange"}, True),
        ({"hand_0": "silk1-blue 6", "display": "red-green3-orange"}, False),
        ({"hand_0": "silk1-blue 6", "display": "palace6-blue"}, True),
        ({"hand_0": "silk1-blue 1!", "karma": "2 0"}, True),
    ],
)
def test_R11_being_asked_does_not_tell_whether_a_seat_can_pay(
    given: dict[str, str], asked: bool
) -> None:
    """The last card of the display is a die for everybody; hidden dice may pay for more."""
    position = scene(**({"display": "ship12-blue"} | given))
    assert is_choice(position) == asked


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"phase": "die"}, "another task comes next"),
        ({"tasks": "dice 2"}, "Tasks are pending"),
        ({"phase": "discard", "tasks": "dice 1"}, "another task"),
        ({"carried": "ship2-blue"}, r"CK 3\.5"),
        ({"locked": "ship2-blue"}, "R5"),
        ({"row_0": "palace2-blue"}, r"CK 3\.5"),
        ({"hand_0": "ship2-blue"}, "must have been seen"),
        ({"row_0": "ship2-blue 3"}, "R11"),
        ({"row_0": "ship2-blue", "row_1": "ship2-blue"}, "named before"),
        ({"top": "palace3-blue"}, "not in the draw pile"),
        ({"top": "-"}, r"CK 1\.2"),
        ({"discard_top": "ship2-blue"}, r"CK 2\.5"),
        ({"picked": "ship2-blue"}, "picked"),
        ({"turned_left": "1 0"}, r"CK 1\.1"),
        ({"score_cards_1": "dice2, dice2, unknown, unknown, unknown, unknown"}, r"CK 1\.1"),
        ({"phase": "goods", "tasks": "goods"}, "another task"),
        ({"phase": "end"}, r"CK 8\.1"),
        ({"round": "0"}, "CK 1"),
        ({"moment": "between"}, "R15"),
        ({"turned_left": "0 6", "score_cards_1": ALL_TURNED}, r"CK 8\.1"),
        (
            {
                "phase": "top",
                "tasks": "lay out 1",
                "round": 2,
                "elephant": 1,
                "turn": 1,
                "top": "-",
                "display": "palace3-blue, palace3-green, palace3-orange",
                "turned_left": "0 6",
                "score_cards_1": ALL_TURNED,
            },
            r"Seat 1 turned six cards: the game is over \(CK 8\.1\)",
        ),
        ({"phase": "after", "moment": "acted"}, "another task"),
        ({"turning": "palace3-blue", "phase": "value"}, r"CK 1\.4"),
        ({"picked_karma": "1", "karma": "1 0"}, r"CK 5\.1"),
        ({"picked_administrators": "1"}, r"CK 6\.2"),
        ({"due_coins": "1"}, "R4"),
        ({"phase": "die", "tasks": "dice 2", "queue": "dice 2"}, "queue"),
        ({"phase": "die", "tasks": "dice 2", "queue": "deal 3"}, "queue"),
        ({"phase": "die", "tasks": "dice 24"}, "pending"),
        ({"phase": "die", "tasks": "dice 2, deal 3"}, "pending"),
        ({"phase": "die", "tasks": "dice 2, lay out 4"}, "pending"),
        ({"phase": "die", "tasks": "dice 2, start"}, "pending"),
        ({"phase": "die", "tasks": "dice 2, score card left"}, "pending"),
        ({"phase": "die", "tasks": "dice 2, discard palace2-blue"}, "pending"),
        ({"phase": "die", "tasks": "dice 2, building trio red-blue3-green, settle"}, "pending"),
        ({"phase": "die", "tasks": "dice 2, goods trio silk1-blue, settle"}, "pending"),
        ({"phase": "die", "tasks": "dice 2, ship trio 1"}, "pending"),
        ({"phase": "die", "tasks": "dice 2, ship trio 2, settle"}, "pending"),
        ({"phase": "symbol", "tasks": "symbol white, settle"}, "pending"),
        ({"phase": "pay", "moment": "acted", "tasks": "pay ship2-blue"}, "pending"),
        ({"phase": "die", "tasks": "dice 2", "row_0": ", ".join(CARDS[:20])}, "CK 4"),
        ({"phase": "die", "tasks": "dice 2", "row_0": ", ".join(CARDS[60:63])}, r"CK 4\.5"),
        ({"phase": "pay", "moment": "acted", "tasks": "pay palace3-blue"}, "nothing to choose"),
    ],
)
def test_CK_1_2_a_position_that_cannot_be_is_refused(given: dict[str, str], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        scene(**given)


def test_CK_3_1_reasons_use_only_what_the_seat_knows() -> None:
    position = scene(hand_0="ship2-blue 3", hand_1="ship8-blue 3")
    play_exactly(position)
    assert why(position, "take ship12-blue") == ("CK 1.4", "not_in_display")
    assert why(position, "die ship12-blue") == ("CK 3.1", "not_in_display")
    assert why(position, "discard ship2-blue") == ("CK 3.1", "no_need_to_discard")
    assert why(position, "pay ship2-blue") == ("CK 3.2", "nothing_to_pay")
    assert why(position, "copy 1") == ("CK 3.1", "action_now")


def test_CK_3_3_reasons_name_the_paragraph_of_the_card_that_is_paid() -> None:
    position = scene(display=f"ship8-blue, palace2-blue, {SPARE}", hand_0="tea1-blue 2")
    ship = play_on(position, "take ship8-blue")
    assert why(ship, "pay silk1-blue") == ("CK 3.3", "not_in_hand")
    assert why(ship, "die palace2-blue") == ("CK 3.3", "pay_first")
    palace = play_on(position, "take palace2-blue")
    assert why(palace, "pay silk1-blue") == ("CK 3.5", "not_in_hand")


def test_CK_4_4_reasons_name_the_paragraph_of_the_trio_that_is_chosen() -> None:
    row = "silk1-purple, silk2-green, tea1-blue"
    position = scene(display=f"spices2-orange, {SPARE}", row_0=row)
    play(position, "take spices2-orange")
    assert why(position, "use tea1-blue") == ("CK 4.4", "does_not_show")


def test_CK_7_2_reasons_name_the_paragraph_of_the_reward() -> None:
    given = {"moment": "acted", "display": f"ship8-blue, {SPARE}"}
    palace = scene(phase="coins_or_palace", tasks="coins or palace", **given)
    assert why(palace, "take palace6-blue") == ("CK 7.2", "not_in_display")
    ship = scene(phase="fame_or_ship", tasks="fame or ship", **given)
    assert why(ship, "take ship12-blue") == ("CK 7.2", "not_in_display")
    assert why(ship, "take palace3-blue") == ("CK 7.2", "only_ship")


def play_on(position: CardsAndKarma, *lines: str) -> CardsAndKarma:
    """Plays lines in a copy."""
    after = position.clone()
    play(after, *lines)
    return after


@pytest.mark.parametrize(
    ("viewer", "given", "message"),
    [
        (2, {}, "no seat 2"),
        (0, {"hand_1": "ship8-blue 3"}, "R11"),
        (0, {"hand_0": "ship8-blue"}, "must have been seen"),
        (0, {"phase": "end"}, r"CK 8\.1"),
        (1, {"phase": "pay", "moment": "acted", "tasks": "pay palace3-blue"}, "R12"),
    ],
)
def test_CK_R11_a_view_that_cannot_be_is_refused(
    viewer: int, given: dict[str, str], message: str
) -> None:
    with pytest.raises(PositionError, match=message):
        GAME.view_from_text(f"viewer: {viewer}\n{scene_text(**given)}")


def test_CK_R12_a_view_of_a_payment_that_no_hand_can_make_is_refused() -> None:
    building = "red-blue4-tea1-orange"
    paying = {"phase": "pay", "moment": "acted", "tasks": f"pay {building}"}
    for held, picked, possible in (
        ("ship8-blue", "-", True),
        ("ship8-blue", "ship8-blue", False),  # a payment that is complete is made at once
        ("ship8-blue, ship2-blue", "ship8-blue", True),
        ("ship4-green", "-", False),
    ):
        text = scene_text(**paying, display=building, hand_0=held, picked=picked)
        if possible:
            GAME.imagine(GAME.view_from_text(f"viewer: 1\n{text}"), Rng(1)).check()
        else:
            with pytest.raises(PositionError, match="R12"):
                GAME.view_from_text(f"viewer: 1\n{text}")


def test_R11_nobody_can_tell_whether_there_were_several_ways_to_pay() -> None:
    """The values of the dice tell; a single die of the colour says so by itself."""
    for held, ways, waited_for in (
        ("ship2-blue 3, ship8-blue 2, ship4-green 6", 2, True),
        ("ship2-blue 4, ship8-blue 1, ship4-green 6", 1, True),
        ("ship2-blue 4!, ship8-blue 1!, ship4-green 6", 1, False),
        ("ship2-blue 4, ship4-green 6", 1, False),
    ):
        position = scene(display=f"red-blue4-tea1-orange, {SPARE}", hand_0=held)
        play(position, "take red-blue4-tea1-orange")
        assert (len(position.legal_actions()), position.asks_anyway()) == (ways, waited_for)
