"""Reading and writing named fields."""

import pytest

from dalang.engine.errors import DalangError, NotationError, PositionError
from dalang.engine.notation import Fields, write


def test_every_shape_of_value_is_written_on_its_line() -> None:
    fields = {
        "round": 3,
        "points": [3, 0],
        "provinces": ["kabul", "sind"],
        "hand": [{"red elephant+monk": 2, "white monk": 1}, {}],
        "nothing": [],
    }
    assert write(fields) == (
        "round: 3\n"
        "points: 3 0\n"
        "provinces: kabul, sind\n"
        "hand 0: 2 red elephant+monk, white monk\n"
        "hand 1: -\n"
        "nothing: -\n"
    )


def test_fields_are_read_back_whatever_the_spaces_and_comments() -> None:
    fields = Fields(" round :  3   # of 12\n\n# a comment\nhand  0: 2 a,b,  3   c\nlist: -\n")
    assert fields.number("round", 1, 12) == 3
    assert fields.counts("hand 0", ("a", "b", "c")) == [2, 1, 3]
    assert fields.names("list", None, ("a",)) == []
    fields.done()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("round 3", "Line 1: expected 'name: value', got 'round 3'."),
        ("round: 3\nround: 4", "Line 2: 'round' was given in line 1 already."),
        ("round: three", "Line 1: round needs a whole number, got 'three'."),
        ("round: 13", "Line 1: round must be between 1 and 12, not 13."),
        ("other: 3", "The field 'round' is missing."),
        ("round: 3\nother: 4", "Line 2: there is no field 'other' here."),
    ],
)
def test_a_complaint_says_what_and_where(text: str, complaint: str) -> None:
    with pytest.raises(DalangError) as error:
        read_round(text)
    assert str(error.value) == complaint


def read_round(text: str) -> None:
    fields = Fields(text)
    fields.number("round", 1, 12)
    fields.done()


def test_names_and_numbers_must_be_as_many_as_wanted() -> None:
    with pytest.raises(NotationError, match="points needs 3 numbers, got 2"):
        Fields("points: 1 2").numbers("points", 3, 0, 9)
    with pytest.raises(NotationError, match="order needs 2 names, got 1"):
        Fields("order: a").names("order", 2, ("a", "b"))
    with pytest.raises(NotationError, match="knows no 'x'; it knows a, b"):
        Fields("order: x").names("order", 1, ("a", "b"))


def test_a_thing_has_one_owner() -> None:
    assert Fields("of 0: a\nof 1: -").owners("of", 2, ("a", "b")) == [0, -1]
    with pytest.raises(PositionError, match="a belongs to seats 0 and 1"):
        Fields("of 0: a\nof 1: a").owners("of", 2, ("a", "b"))
