"""Articles, cases and numbers, where a sentence is put together from words."""

import pytest

from dalang.engine.api import Phrase
from dalang.engine.words import Words
from dalang.games.cards_and_karma.components import CARDS, FACES_OF_CARDS
from dalang.games.cards_and_karma.words import VOCABULARY


def words(language: str) -> Words:
    return Words(VOCABULARY, language, ["Ada", "Bea"])


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "on its back an orange die"),
        ("nl", "op de achterkant een oranje dobbelsteen"),
        ("de", "auf der Rückseite ein orangefarbener Würfel"),
    ],
)
def test_a_die_has_the_article_of_its_colour(language: str, sentence: str) -> None:
    assert words(language).say(Phrase("die_side", {"colour": "orange"})) == sentence


def test_goods_on_a_building_have_the_case_of_their_place() -> None:
    """German says "Gewürze", but "mit Gewürzen"."""
    with_spices = [
        words("de").name("card", card)
        for card in CARDS
        if FACES_OF_CARDS[card]["kind"] == "building"
        and any(good["good"] == "spices" for good in FACES_OF_CARDS[card]["goods"])
    ]
    assert with_spices
    assert all(" mit Gewürzen " in name for name in with_spices)
