"""The rules, paragraph by paragraph."""

from .. import GAME  # noqa: TID252
from ..game import TemplateGame  # noqa: TID252


def scene(**lines: str) -> TemplateGame:
    """Two players in the middle of a game; `hand_0` is the line `hand 0`."""
    given = {"phase": "play", "hand_0": "no3, no9", "hand_1": "no5, no7"} | lines
    text = "".join(f"{name.replace('_', ' ')}: {value}\n" for name, value in given.items())
    position = GAME.from_text(f"game: {GAME.key}\nplayers: 2\n{text}")
    assert isinstance(position, TemplateGame)
    return position


def test_TG_1_1_five_cards_each() -> None:
    position = GAME.start(2)
    for card in range(1, 11):
        position.play(f"draw no{card}")
    assert position.fields()["held"] == [5, 5]


def test_TG_2_1_any_card_of_the_hand() -> None:
    assert scene().legal_texts() == ["play no3", "play no9"]


def test_TG_2_2_the_highest_card_scores() -> None:
    position = scene()
    position.play("play no3")
    position.play("play no5")
    assert position.scores() == [0, 2]


def test_TG_3_1_the_game_ends_with_the_cards() -> None:
    position = scene(hand_0="no9", hand_1="no5")
    position.play("play no9")
    position.play("play no5")
    assert (position.ended_by(), position.ranking()) == ("hands_empty", [1, 2])
