"""Only what changed in a region is sent, and a browser makes the same text of it."""

from hypothesis import given
from hypothesis import strategies as st

from dalang.server.rendering.patches import Patch, PatchableText, patch


def applied(old: str, changes: str | Patch) -> str:
    """As the page does it, in JavaScript's way of counting."""
    if isinstance(changes, str):
        return changes
    units, text, done = old.encode("utf-16-le"), b"", 0
    for start, end, instead in changes:
        assert done <= start <= end
        text += units[2 * done : 2 * start] + instead.encode("utf-16-le")
        done = end
    return (text + units[2 * done :]).decode("utf-16-le")


def sent(changes: str | Patch) -> int:
    """How many characters have to be sent."""
    assert not isinstance(changes, str)
    return sum(len(text) for _, _, text in changes)


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
    assert sent(patch(old, new)) < 30
    assert patch(None, new) == new
    assert patch("x", new) == new


LINES = [f"<li>{'something ' * 60}{number}</li>" for number in range(60)]


@given(
    old=st.lists(st.sampled_from([*LINES[:8], "", "</li>", "<li>é</li>"])),
    new=st.lists(st.sampled_from([*LINES[:8], "", "</li>", "<li>é</li>"])),
)
def test_lines_in_any_order(old: list[str], new: list[str]) -> None:
    assert applied("\n".join(old), patch("\n".join(old), "\n".join(new))) == "\n".join(new)


def test_a_list_that_grows_at_one_end_and_shrinks_at_the_other() -> None:
    old = "\n".join(LINES)
    new = "\n".join(["<li>news</li>", *LINES[:-1]])
    assert sent(patch(old, new)) < 30
    assert applied(old, patch(old, new)) == new


def test_changes_far_from_each_other_are_sent_alone() -> None:
    lines = LINES.copy()
    lines[3], lines[50] = lines[3].replace("3", "three"), lines[50].replace("50", "fifty")
    old, new = "\n".join(LINES), "\n".join(lines)
    assert sent(patch(old, new)) < 20
    assert applied(old, patch(old, new)) == new


CHUNKS = st.lists(st.sampled_from([*LINES[:4], "", " ", "\n", "<ol>", "é", "\U0001f600"]))


@given(old=CHUNKS, new=CHUNKS)
def test_what_is_drawn_in_pieces(old: list[str], new: list[str]) -> None:
    before, after = PatchableText.of(old), PatchableText.of(new)
    assert (before, after) == ("".join(old).strip(), "".join(new).strip())
    assert applied(before, patch(before, after)) == after


def test_pieces_that_stay_are_not_sent() -> None:
    old = ["<ol>", LINES[0], LINES[1], "<hr>", LINES[2], LINES[3], "</ol>"]
    new = ["<ol>", LINES[4], LINES[1], "<br>", LINES[2], LINES[5], "</ol>"]
    changes = patch(PatchableText.of(old), PatchableText.of(new))
    assert len(changes) == sent(changes) == 3
