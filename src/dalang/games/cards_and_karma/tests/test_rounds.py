"""CK 2: rounds, the display and the piles."""

from __future__ import annotations

from dalang.engine.api import CHANCE, Event
from dalang.engine.replay import Replay, play_line
from dalang.engine.session import Session
from dalang.engine.testing import field, legal_texts, possible_texts, told, why
from dalang.engine.testing import play as play_exactly
from dalang.games.cards_and_karma import GAME
from dalang.games.cards_and_karma.components import CARDS
from dalang.games.cards_and_karma.rules.cards import place_waiting_ship
from dalang.games.cards_and_karma.state import State
from dalang.games.cards_and_karma.tests.tables import SPARE, cards, play, scene, tokens

ROW_OF_BUILDINGS = "red-blue3-green, yellow-blue3-green, red-green3-orange, yellow-green4-orange"


def test_CK_2_1_two_series_clockwise_from_the_elephant() -> None:
    position = scene(3, elephant=1, turn=1, display=f"{SPARE}, {ROW_OF_BUILDINGS}")
    order: list[int] = []
    for card in f"{SPARE}, {ROW_OF_BUILDINGS}".split(", ")[:6]:
        order.append(int(position.actor()))
        play(position, f"die {card}")
    assert order == [1, 2, 0, 1, 2, 0]
    assert field(position, "round") == "2"


def test_CK_2_2_the_holder_of_the_elephant_gains_karma_before_the_second_series() -> None:
    position = scene(2, elephant=1, turn=0)
    events = play(position, "die palace3-blue")
    assert told(events, "elephant_turned") == [{"seat": 1}]
    assert told(events, "gained_karma") == [{"seat": 1, "amount": 1}]
    assert tokens(position, 1) == (0, 0, 1, 0)
    assert field(position, "series") == "2"
    assert position.actor() == 1


def test_CK_2_3_after_the_second_series_refill_and_pass_the_elephant() -> None:
    position = scene(2, elephant=0, turn=1, series=2)
    play(position, "die palace3-blue")
    assert len(cards(position, "display")) == 12
    assert {"palace3-green", "palace3-orange", "palace3-purple"} < cards(position, "display")
    assert field(position, "elephant") == "1"
    assert field(position, "series") == "1"
    assert field(position, "round") == "2"
    assert position.actor() == 1


def test_CK_2_3_gaps_stay_open_until_then() -> None:
    position = scene(2, elephant=0, turn=1, series=1)
    play(position, "die palace3-blue")
    assert len(cards(position, "display")) == 3


def test_CK_2_4_an_empty_display_gets_four_cards_at_once() -> None:
    position = scene(2, display="palace3-blue")
    events = play(position, "die palace3-blue")
    assert len(cards(position, "display")) == 4
    assert len(told(events, "laid_out")) == 4
    assert position.actor() == 1


def test_CK_2_4_even_during_a_resolution_which_goes_on_with_the_new_cards() -> None:
    position = scene(2, display="palace2-blue, palace3-green", hand_0="ship2-blue 2")
    play(position, "take palace2-blue", "pay ship2-blue", "die palace3-green")
    assert field(position, "phase") == "die"
    assert len(cards(position, "display")) == 4
    assert legal_texts(position) == {f"die {card}" for card in cards(position, "display")}


def test_CK_2_4_the_small_display_comes_before_the_card_is_carried_out() -> None:
    position = scene(2, display="palace2-blue", hand_0="ship2-blue 2")
    play(position, "take palace2-blue", "pay ship2-blue")
    assert field(position, "carried") == "palace2-blue"
    assert len(cards(position, "display")) == 4


def test_CK_2_4_the_small_display_comes_before_a_row_is_broken() -> None:
    """At once: whatever the last card of the display does, it does it with the new cards there."""
    row = "ship20-purple, ship26-green"
    position = scene(2, display="ship8-blue", hand_0="ship12-blue 2", row_0=row)
    events = play(position, "take ship8-blue", "pay ship12-blue")
    assert order_of(events) == ["took", *["laid_out"] * 4, "row_broken"]


def test_CK_2_4_palace_6_takes_what_lies_on_top_after_the_small_display() -> None:
    row = "ship20-purple, ship26-green"
    position = scene(2, display="palace6-blue", hand_0="ship12-blue 6", row_0=row)
    lines = ["? top ship2-blue", "? top ship4-green", "? top ship8-blue", "? top ship1-purple"]
    events = play(position, "take palace6-blue", "pay ship12-blue", *lines)
    assert order_of(events) == ["took", *["laid_out"] * 4, "took_top", "row_broken"]


def test_CK_2_4_a_ship_waits_beside_the_display_until_it_is_laid_out() -> None:
    position = scene(2, display="ship8-blue", hand_0="ship12-blue 2", row_0="ship20-purple")
    play_exactly(position, "take ship8-blue", "pay ship12-blue", "? top palace2-blue")
    assert field(position, "carried") == "ship8-blue"
    assert field(position, "row 0") == "ship20-purple"
    assert GAME.from_text(position.to_text()).to_text() == position.to_text()
    play(position)
    assert field(position, "row 0").startswith("ship8-blue")
    assert field(position, "carried") == "-"


def test_CK_2_4_a_game_stored_before_that_was_so_is_read_as_it_was_played() -> None:
    """Once an outcome comes that does not fit any more; all checkpoints agree."""
    replay = Replay.load(GAME.folder / "tests" / "replays" / "older_order.replay")
    session, older = Session(GAME, replay.players), 0
    for line in replay.lines:
        if line.actor == CHANCE:
            older += session.position.action_text(0).split()[0] != line.text.split()[0]
        play_line(session, line)
        session.position.check()
    assert older == 1
    assert session.position.ended_by() == replay.ended_by


def order_of(events: list[Event]) -> list[str]:
    """What happened to the display and to rows, in order."""
    kept = ("took", "took_top", "laid_out", "row_broken")
    return [event.key for event in events if event.key in kept]


def test_CK_2_4_there_is_no_passing() -> None:
    position = scene(2)
    assert legal_texts(position) == {f"die {card}" for card in SPARE.split(", ")}
    assert why(position, "end turn") == ("CK 2.4", "no_passing")


def test_CK_2_4_no_ship_waits_while_nobody_has_any_card() -> None:
    position = GAME.start(3)
    assert isinstance(position, State)
    assert not place_waiting_ship(position, None)


def test_CK_2_5_discards_show_their_values_to_all() -> None:
    position = scene(2, display="ship8-blue, palace3-blue", hand_0="ship12-blue 2")
    play(position, "take ship8-blue", "pay ship12-blue")
    assert field(position, "discard") == "ship12-blue 2!"
    assert field(position, "discard_top") == "ship12-blue"


def test_CK_2_5_a_card_from_a_row_is_turned_as_it_is_discarded() -> None:
    position = scene(
        2, display="ship8-blue, palace3-blue", hand_0="ship2-blue 2", row_0="ship9-green"
    )
    play_exactly(position, "take ship8-blue", "pay ship2-blue")
    assert position.actor() == CHANCE
    assert possible_texts(position) == {f"value {n}": 6 for n in range(1, 7)}
    play(position, "? value 5")
    assert field(position, "discard") == "ship2-blue 2!, ship9-green 5!"


def rest_of_the_deck(*lines: str) -> str:
    """Everything that lies nowhere else, as a discard pile with values that add up."""
    elsewhere = {entry.split()[0] for line in lines for entry in line.split(", ")}
    numbers: dict[str, int] = {}
    discard: list[str] = []
    for card in CARDS:
        colour = card.rpartition("-")[2]
        if card not in elsewhere:
            numbers[colour] = numbers.get(colour, 0) + 1
            discard.append(f"{card} {(numbers[colour] - 1) % 6 + 1}!")
    return ", ".join(discard)


def test_CK_2_5_the_discard_pile_becomes_the_pile_the_moment_the_last_card_leaves_it() -> None:
    hand, display, top = "ship12-blue 6", "palace6-blue, palace3-blue", "silk1-purple"
    discard = rest_of_the_deck(hand, display, top)
    position = scene(2, hand_0=hand, display=display, top=top, discard=discard)
    events = play_exactly(position, "take palace6-blue", "pay ship12-blue")
    assert told(events, "reshuffled") == [{}]
    drawn_from = {text.removeprefix("top ") for text in possible_texts(position)}
    assert "ship12-blue" in drawn_from  # the die just paid is part of it …
    assert "palace6-blue" not in drawn_from  # … the card being carried out is not
    assert "silk1-purple" not in drawn_from
    assert len(drawn_from) == 144 - 3
    assert field(position, "discard") == "-"
    play(position)
    assert cards(position, "discard") == {"palace6-blue"}
