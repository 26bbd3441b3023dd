"""What sentences sound like that are put together from words."""

import pytest

from dalang.engine.api import Phrase
from dalang.engine.words import Words
from dalang.games.taj_mahal.words import VOCABULARY


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Play a red elephant+princess"),
        ("nl", "Speel een rode olifant+prinses"),
        ("de", "Elefant + Prinzessin in Rot spielen"),  # "Rot Elefant" is no German
    ],
)
def test_a_card_is_named_as_the_language_would(language: str, sentence: str) -> None:
    phrase = Phrase("do_play", {"card": "red elephant+princess"})
    assert Words(VOCABULARY, language).say(phrase) == sentence
