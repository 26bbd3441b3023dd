"""Written positions: what is refused, and how clearly."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dalang.engine.api import OVER
from dalang.engine.errors import DalangError, NotationError, PositionError
from dalang.engine.playout import play_out, random_step
from dalang.engine.rng import Rng
from dalang.engine.testing import field
from dalang.games.taj_mahal import GAME
from dalang.games.taj_mahal.tests.tables import BONUS_TILES, scene, scene_text


def refused(match: str, error: type[DalangError] = PositionError, /, **given: str | int) -> None:
    with pytest.raises(error, match=match):
        GAME.from_text(scene_text(3, 3, "lahore", **given))


def without(name: str) -> str:
    lines = scene().to_text().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(f"{name}:"))


def test_the_scene_itself_is_a_position() -> None:
    position = GAME.from_text(scene_text(3, 3, "lahore"))
    assert GAME.from_text(position.to_text()).to_text() == position.to_text()


def test_the_order_of_the_lines_comments_and_spaces_do_not_matter() -> None:
    lines = scene_text(hand_0="2 red elephant+monk").splitlines()
    spaced = [f"  {line.replace(': ', '  :   ', 1)}   # {line[::-1]}" for line in reversed(lines)]
    again = GAME.from_text("\n\n".join(spaced))
    assert again.to_text() == GAME.from_text("\n".join(lines)).to_text()


@pytest.mark.parametrize("name", ["game", "players", "provinces"])
def test_a_missing_field_is_named(name: str) -> None:
    with pytest.raises(NotationError, match=f"The field '{name}' is missing"):
        GAME.from_text(without(name))


def test_what_is_usual_may_be_left_out() -> None:
    for name in ("edition", "start", "turn", "points", "colours", "hand_sizes", "palaces_due"):
        assert GAME.from_text(without(name)) == scene()


def test_an_empty_list_may_be_left_out() -> None:
    for name in ("discard", "palaces 1", "hand 2", "specials_out", "card", "bonus_due"):
        assert GAME.from_text(without(name)).to_text() == scene().to_text()


def test_an_unknown_field_is_named_with_its_line() -> None:
    for name in ("colour", "hand 3", "palaces 3", "viewer"):
        text = scene_text()
        with pytest.raises(NotationError, match=rf"Line {text.count(chr(10)) + 1}: .*'{name}'"):
            GAME.from_text(text + f"{name}: -\n")


def test_a_doubled_field_is_named_with_both_lines() -> None:
    text = scene_text()
    with pytest.raises(NotationError, match=rf"Line {text.count(chr(10)) + 1}: 'game' .* line 1 "):
        GAME.from_text(text + "game: taj_mahal\n")


def test_a_line_without_a_colon_is_refused() -> None:
    with pytest.raises(NotationError, match="expected 'name: value', got 'nonsense'"):
        GAME.from_text(scene_text() + "nonsense\n")


def test_an_unknown_card_is_named() -> None:
    refused("hand 0 knows no 'red elephant.tiger'", NotationError, hand_0="red elephant+tiger")
    refused("display knows no 'purple", NotationError, display="purple elephant+monk")
    refused("card knows no 'white monk'", NotationError, card="white monk")


@pytest.mark.parametrize("place", ["hand_0", "table_1", "display", "discard"])
def test_too_many_copies_of_a_card(place: str) -> None:
    words = "3 red elephant+elephant"
    refused(r"There are 2 cards red elephant.elephant \(TM 1.6\), here 3", **{place: words})


def test_too_many_copies_over_several_places() -> None:
    refused(
        "There are 1 cards white monk .*here 3",
        hand_0="white monk",
        discard="white monk",
        display="white monk",
    )


def test_wrong_number_of_points() -> None:
    refused("points needs 3 numbers, got 2", NotationError, points="0 0")
    refused("points needs 3 numbers, got 4", NotationError, points="0 0 0 0")
    refused("points needs a whole number, got 'x'", NotationError, points="0 x 0")
    refused("points must be between 0 and 999, not -1", points="0 0 -1")


def test_a_palace_claimed_twice() -> None:
    refused("palaces: kabul belongs to seats 0 and 2", palaces_0="kabul", palaces_2="kabul")
    refused("palaces: kabul belongs to seats 0 and 0", palaces_0="kabul, kabul")
    refused("specials: mogul belongs to seats", specials_0="mogul", specials_1="mogul")


@pytest.mark.parametrize(
    ("name", "value", "low", "high"),
    [
        ("players", "6", 3, 5),
        ("round", "13", 0, 12),
        ("round", "0", 1, 12),
        ("turn", "3", 0, 2),
        ("start", "-1", 0, 2),
        ("in_round", "0 1 3", 0, 2),
        ("palaces_due", "5", 0, 4),
        ("takes_due", "3", 0, 2),
        ("crown_due", "2", 0, 1),
    ],
)
def test_a_number_out_of_range(name: str, value: str, low: int, high: int) -> None:
    text = "".join(
        f"{name}: {value}\n" if line.startswith(f"{name}:") else f"{line}\n"
        for line in scene_text(3, 3, "lahore").splitlines()
    )
    with pytest.raises(PositionError, match=f"{name} must be between {low} and {high}, not"):
        GAME.from_text(text)


def test_the_wrong_game_or_edition() -> None:
    refused("edition must be 'TM-1', not 'TM-0'", NotationError, edition="TM-0")
    refused("game must be 'taj_mahal', not 'chess'", NotationError, game="chess")


def test_a_wrong_hand_size() -> None:
    refused(
        "Seat 0 holds 2 cards, but its hand size says 3",
        hand_0="2 white elephant",
        hand_sizes="3 0 0",
    )
    refused("known to hold more white monk", known_0="white monk")


IMPOSSIBLE = [
    ("TM 1.2", {"provinces": ", ".join(["agra", *list(BONUS_TILES)[:7], *list(BONUS_TILES)[8:]])}),
    ("TM 1.2", {"provinces": ", ".join(["kabul"] * 11 + ["agra"])}),
    ("TM 1.3", {"bonus_tiles": "sialkot tea"}),
    ("TM 1.3", {"bonus_tiles": "attock tea, attock gems"}),
    ("TM 1.3", {"bonus_tiles": "attock taj_mahal"}),
    ("TM 1.3", {"bonus_tiles": "attock tea, multan tea, delhi tea, lahore tea"}),
    ("court names something twice", {"court": "monk, monk"}),
    ("TM 1.6", {"display": "6 white elephant"}),
    ("TM 2.1", {"in_round": "1 2"}),
    ("TM 3.1", {"phase": "add", "card": "red elephant+monk"}),
    ("TM 3.2", {"colours": "red, none, none"}),
    ("TM 3.2", {"table_0": "red elephant+monk, yellow elephant+monk"}),
    ("TM 3.3", {"table_0": "red elephant+monk, 2 white elephant"}),
    ("phase add, and only", {"table_0": "red elephant+monk", "card": "red elephant+monk"}),
    ("TM 4.3", {"palaces_0": "sialkot"}),
    ("TM 4.3", {"palaces_0": "multan"}),
    ("TM 4.3", {"phase": "palace"}),
    ("TM 4.5", {"crown_palaces_0": "sialkot"}),
    ("TM 4.5", {"crown_palaces_0": "kabul, ghazni"}),
    ("TM 4.5", {"phase": "crown"}),
    ("TM 4.7", {"province_tiles_0": "3"}),
    ("TM 4.7", {"province_tiles_0": "4"}),
    ("TM 5.1", {"bonus_due": "tea", "bonus_tiles": "-"}),
    ("TM 5.3", {"tile_won": 1}),
    ("TM 6.1", {"in_round": "0 1", "table_2": "red elephant+monk"}),
    ("TM 6.3", {"takes_due": 1}),
    ("TM 6.3", {"phase": "take", "in_round": "1 2"}),
    ("TM 6.3", {"phase": "take", "in_round": "1 2", "takes_due": 2, "display": "white monk"}),
    ("TM 7.1", {"influence_0": "3 monk", "court": "vizier"}),
    ("TM 7.1", {"influence_0": "2 monk"}),
    ("TM 7.3", {"phase": "display"}),
    ("TM 9.1", {"phase": "end"}),
]


@pytest.mark.parametrize(("complaint", "changes"), IMPOSSIBLE)
def test_what_cannot_occur_is_refused(complaint: str, changes: dict[str, str | int]) -> None:
    with pytest.raises(PositionError, match=complaint):
        GAME.from_text(scene_text(3, 3, "lahore", **changes))


# --- corrupted texts ------------------------------------------------------------------


def texts_of_games() -> list[str]:
    """Positions of every phase, from three random games."""
    texts: list[str] = []
    for players in (3, 4, 5):
        position, rng, step = GAME.start(players), Rng(players), 0
        while position.actor() != OVER:
            if step % 7 == 0:
                texts.append(position.to_text())
            position.apply(random_step(position, rng))
            step += 1
        texts.append(position.to_text())
    return texts


TEXTS = texts_of_games()
VALUES: dict[str, list[str]] = {}
for _text in TEXTS:
    for _line in _text.splitlines():
        _name, _, _value = _line.partition(": ")
        if _value not in VALUES.setdefault(_name, []):
            VALUES[_name].append(_value)
NOISE = st.text(alphabet="0123456789-+,:# abcdelmnort²٣\t\x00é", max_size=30)
quick = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


def corrupt(data: st.DataObject, text: str) -> str:
    """A line or two replaced: by what another position has there, by noise, or by nothing."""
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.integers(0, len(lines) - 1))
        name = lines[place].partition(":")[0]
        way = data.draw(st.integers(0, 5))
        if way == 0:
            lines[place] = data.draw(NOISE)
        elif way == 1:
            lines[place] = f"{name}: {data.draw(NOISE)}"
        elif way == 2:
            lines.append(lines[place])
        else:
            lines[place] = f"{name}: {data.draw(st.sampled_from(VALUES.get(name, ['-'])))}"
    return "\n".join(lines)


@quick
@given(st.data())
def test_a_corrupted_position_is_refused_or_can_be_played_on(data: st.DataObject) -> None:
    text = corrupt(data, data.draw(st.sampled_from(TEXTS)))
    try:
        position = GAME.from_text(text)
    except (NotationError, PositionError):
        return
    position.check()
    assert GAME.from_text(position.to_text()).to_text() == position.to_text()
    play_out(position, Rng(1))
    position.check()
    assert position.ended_by()


@quick
@given(st.data())
def test_a_corrupted_view_is_refused_or_can_be_imagined(data: st.DataObject) -> None:
    position = GAME.from_text(data.draw(st.sampled_from(TEXTS)))
    viewer = data.draw(st.integers(-1, position.players - 1))
    text = corrupt(data, GAME.observe(position, viewer).to_text())
    try:
        view = GAME.view_from_text(text)
    except (NotationError, PositionError):
        return
    deal = GAME.imagine(view, Rng(1))
    deal.check()
    assert GAME.observe(deal, int(view.viewer)).to_text() == view.to_text()
    assert field(deal, "phase")


@pytest.mark.slow
@settings(quick, max_examples=50)
@given(st.text(max_size=200))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises((NotationError, PositionError)):
        GAME.from_text(text)
