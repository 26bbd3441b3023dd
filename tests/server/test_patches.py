"""Only what changed in a region is sent, and a browser makes the same text of it."""

from hypothesis import given
from hypothesis import strategies as st

from dalang.server.patches import patch


def applied(old: str, change: str | tuple[int, int, str]) -> str:
    """As the page does it, in JavaScript's way of counting."""
    if isinstance(change, str):
        return change
    start, end, instead = change
    units = old.encode("utf-16-le")
    return (units[: 2 * start] + instead.encode("utf-16-le") + units[2 * end :]).decode("utf-16-le")


@given(old=st.text(), new=st.text())
def test_any_text_comes_out_as_it_should(old: str, new: str) -> None:
    assert applied(old, patch(old, new)) == new


@given(
    start=st.text("ab", max_size=30),
    end=st.text("ab", max_size=30),
    one=st.text("abé\U0001f600", max_size=5),
    other=st.text("abé\U0001f600", max_size=5),
)
def test_texts_that_are_much_alike(start: str, end: str, one: str, other: str) -> None:
    old, new = start + one + end, start + other + end
    assert applied(old, patch(old, new)) == new


def test_a_small_change_is_small() -> None:
    old = "<ol>" + "<li>something</li>" * 500 + "</ol>"
    new = old.replace("<ol>", "<ol><li>news</li>")
    change = patch(old, new)
    assert isinstance(change, tuple)
    assert len(change[2]) < 30
    assert patch(None, new) == new
    assert patch("x", new) == new
