"""Rows of numbers say what the view says, each number what it is described as."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from mypy_extensions import i64
from tests.adapters.tables import every_game, every_table, positions

from dalang.adapters.tensors import Layout, describe_observation
from dalang.engine.api import WATCHER
from dalang.engine.errors import BadTable, UnknownGame
from dalang.engine.playout import play_out, settle_chance
from dalang.engine.rng import Rng
from dalang.engine.tensors import Columns, Sheet
from dalang.engine.testing import Columned
from dalang.engine.vecs import vec
from dalang.registry import game


@cache
def _columns(key: str) -> Columned:
    """What the game says of columns that are not simply what a position has under their name."""
    if not (game(key).folder / "tests" / "columns.py").exists():
        return {}
    told: Columned = import_module(f"dalang.games.{key}.tests.columns").COLUMNS
    return told


def _flat(numbers: Any) -> list[int]:
    return np.array(numbers if isinstance(numbers, int | list) else list(numbers)).ravel().tolist()


def _own(known: Any, viewer: int) -> list[list[int]]:
    """The viewer's own hand; of other hands there is what everybody knows in a field of its own."""
    hands = np.array(list(known.hand)).reshape(known.players, -1)
    return [
        hands[seat].tolist() if seat == viewer else [0] * hands.shape[1]
        for seat in range(len(hands))
    ]


def _expected(key: str, name: str, known: Any) -> list[int]:
    derived = _columns(key).get(name)
    return _flat(derived(known) if derived else getattr(known, name))


@every_table
def test_decoding_a_row_gives_back_the_view(key: str, players: int) -> None:
    spec, layout = game(key), Layout(key, players)
    for position in positions(spec, players, seed=players, every=29):
        for viewer in range(WATCHER, players):
            view = spec.observe(position, viewer)
            numbers = layout.decode(layout.observation(view), viewer)
            for name, decoded in numbers.items():
                told = _expected(key, name, view.known)
                if name == "hand" and "known" in numbers:
                    told = _flat(_own(view.known, viewer))
                assert decoded.ravel().tolist() == told, name


@every_table
def test_decoding_a_full_row_gives_back_the_position(key: str, players: int) -> None:
    layout = Layout(key, players)
    for position in positions(game(key), players, seed=players + 10, every=61):
        for viewer in range(players):
            numbers = layout.decode(layout.full(position, viewer), viewer)
            for name, decoded in numbers.items():
                assert decoded.ravel().tolist() == _expected(key, name, position), name


@every_table
def test_rows_stay_in_their_bounds(key: str, players: int) -> None:
    spec, layout = game(key), Layout(key, players)
    for position in positions(spec, players, seed=players + 20, every=7):
        row = layout.full(position, 1)
        assert row.dtype == np.float32
        assert not row[(row < 0) | (row > layout.high)].size


@every_game
def test_a_row_tells_no_secret(key: str) -> None:
    spec = game(key)
    players = spec.usual_players
    layout, rng, differed = Layout(key, players), Rng(5), False
    every = min(31, int(play_out(spec.start(players), Rng(3))) // 4)
    for position in positions(spec, players, seed=3, every=every):
        if position.actor() < 0:
            continue
        view = spec.observe(position, 0)
        other = spec.imagine(view, rng)
        seen = layout.observation(view)
        assert np.array_equal(seen, layout.known(position, 0))
        assert np.array_equal(seen, layout.known(other, 0))
        differed |= not np.array_equal(layout.full(position, 0), layout.full(other, 0))
    assert differed


@every_table
def test_every_number_is_described(key: str, players: int) -> None:
    layout = Layout(key, players)
    entries = describe_observation(key, players)
    assert [entry.index for entry in entries] == list(range(layout.size))
    assert len({(entry.field, entry.labels) for entry in entries}) == layout.size
    assert [entry.high for entry in entries] == layout.high.tolist()
    assert len({field.name for field in layout.fields}) == len(layout.fields)


def test_a_description_says_which_number_it_is_about() -> None:
    layout = Layout("bali", 3)
    position = game("bali").start(3)
    settle_chance(position, Rng(4))
    row = layout.observation(game("bali").observe(position, 2))
    (warriors,) = [
        entry
        for entry in layout.describe()
        if entry.field == "hand" and entry.labels == ("viewer", "warrior")
    ]
    assert str(warriors) == f"{warriors.index}: hand[viewer][warrior]"
    held = layout.decode(row, 2)["hand"][2][1]
    assert row[warriors.index] * 30 == pytest.approx(held)


def test_seats_are_counted_from_the_viewer() -> None:
    columns = Columns(3)
    columns.seat("owner", ("a", "b", "c", "d"))
    columns.by_seat("coins", 5)
    columns.one_of_by_seat("colour", ("red", "blue"))
    assert [field.size for field in columns.fields] == [12, 3, 6]
    sheet = Sheet(columns)
    for coins in (3, 300):  # the second is beyond what is looked up
        sheet.begin(1)
        sheet.seats(vec[i64]([0, 1, 2, -1]))
        sheet.by_seat(vec[i64]([coins, 4, 5]))
        sheet.each_one_of_by_seat(vec[i64]([0, 1, -1]))
        owners, colours = [0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0], [0, 1, 0, 0, 1, 0]
        expected = [*owners, 0.8, 1, coins / 5, *colours]
        assert sheet.read() == pytest.approx(expected)


def test_a_viewer_knows_the_own_numbers_and_a_watcher_none() -> None:
    columns = Columns(3)
    columns.by_seat("hand", 1, ("a", "b"))
    columns.by_seat("secret", 1, ("a", "b"))
    columns.number("kinds", 2, ("a", "b", "c"))
    sheet = Sheet(columns)
    hand = vec[i64]([1, 1, 1, 0, 0, 1])
    expected = {
        0: [1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0],
        2: [0, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0],
        WATCHER: [1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
    }
    for viewer, row in expected.items():
        sheet.begin(viewer)
        sheet.of_seat(hand, 0)
        sheet.of_seat(hand, 2)
        sheet.leave(6)
        sheet.own(hand)
        sheet.count(vec[i64]([2, 0, 2]), 3)
        assert sheet.read() == [*row, 0.5, 0, 1]


def test_numbers_beyond_what_is_looked_up_are_written_all_the_same() -> None:
    columns = Columns(2)
    columns.number("one", 4, bounded=False)
    columns.number("several", 4, ("a", "b"), bounded=False)
    columns.by_seat("own", 4, ("a", "b"), bounded=False)
    columns.by_seat("steps", 4, bounded=False)
    columns.number("kept", 4, bounded=False)
    sheet = Sheet(columns)
    for most in (1000, 2):
        sheet.begin(1)
        sheet.number(most)
        sheet.numbers(vec[i64]([0, most]))
        sheet.own(vec[i64]([most, most, 3, most]))
        sheet.always_steps_by_seat(vec[i64]([1, 3]))
        sheet.always_one(most)
        share = most / 4
        row = [share, 0, share, 0.75, share, 0, 0, 0.5, 0.25, share]
        assert sheet.read() == pytest.approx(row)


def test_what_is_not_cleared_is_what_would_be_written_anew() -> None:
    columns = Columns(3)
    letters = ("a", "b", "c")
    for copy in ("new", "kept"):
        columns.number(f"{copy} number", 4)
        columns.number(f"{copy} numbers", 4, letters)
        columns.by_seat(f"{copy} by seat", 4, ("left", "right"))
        columns.one_of(f"{copy} one of", letters)
        columns.one_of_by_seat(f"{copy} each one of", letters, ("left", "right"))
        columns.seat(f"{copy} seat")
        columns.seat(f"{copy} seats", letters)
    sheet, rng = Sheet(columns), Rng(1)

    def some(count: int, low: int = 0) -> vec[i64]:
        return vec[i64]([int(rng.below(3 - low)) + low for _ in range(count)])

    for _ in range(100):
        numbers, by_seat, each, seats = some(3), some(6), some(6, -1), some(3, -1)
        number, one, seat = some(1)[0], some(1, -1)[0], some(1, -1)[0]
        sheet.begin(rng.below(4) - 1)
        sheet.number(number)
        sheet.numbers(numbers)
        sheet.by_seat(by_seat)
        sheet.one_of(one)
        sheet.each_one_of_by_seat(each)
        sheet.seat(seat)
        sheet.seats(seats)
        sheet.always_one(number)
        sheet.always(numbers)
        sheet.always_by_seat(by_seat)
        sheet.keep_one_of(one)
        sheet.keep_each_one_of_by_seat(each)
        sheet.keep_seat(seat)
        sheet.keep_seats(seats)
        row = sheet.read()
        assert row[: len(row) // 2] == row[len(row) // 2 :]


def test_what_is_kept_stays_until_it_is_written_again() -> None:
    columns = Columns(2)
    columns.number("here", 2, ("a", "b"))
    columns.number("next", 4, ("a", "b"))
    sheet = Sheet(columns)
    sheet.begin(0)
    sheet.keep(1, 1)
    sheet.keep_next(2, 1)
    assert sheet.read() == [0, 0.5, 0.25, 0]
    sheet.begin(1)
    sheet.keep_next(3, 2)
    assert sheet.read() == [0, 0.5, 0.25, 0.5]


def test_the_places_of_things_in_an_order_that_changes() -> None:
    columns = Columns(2)
    columns.number("rank", 4, ("a", "b", "c", "d"))
    sheet = Sheet(columns)
    for order in ([2, 0, 3], [0, 2, 3], [-1, -1, -1], [1, -1, -1], [1, 3, 0]):
        sheet.begin(0)
        sheet.keep_ranks(vec[i64](order), 4)
        assert sheet.read() == [order.index(n) / 4 + 0.25 if n in order else 0 for n in range(4)]


def test_what_is_hidden_in_other_hands_is_as_unseen_as_the_pile() -> None:
    columns = Columns(2)
    columns.by_seat("known", 4, ("a", "b", "c"))
    columns.by_seat("hand", 2, ("a", "b", "c"))
    columns.number("pile", 8, ("a", "b", "c"))
    hand, known, pile = [2, 0, 1, 1, 2, 0], [1, 0, 0, 0, 2, 0], [3, 1, 0]
    expected = {
        0: [0.25, 0, 0, 0, 0.5, 0, 1, 0, 0.5, 0, 0, 0, 0.5, 0.125, 0],
        1: [0, 0.5, 0, 0.25, 0, 0, 0.5, 1, 0, 0, 0, 0, 0.5, 0.125, 0.125],
        WATCHER: [0.25, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0.625, 0.125, 0.125],
    }
    sheet = Sheet(columns)
    for viewer, row in expected.items():
        sheet.begin(viewer)
        sheet.hands(vec[i64](hand), vec[i64](known), vec[i64](pile))
        assert sheet.read() == row


def test_what_is_not_there_has_no_layout() -> None:
    with pytest.raises(UnknownGame):
        Layout("chess", 2)
    with pytest.raises(BadTable):
        Layout("bali", 5)


@every_table
def test_a_sheet_that_is_used_again_is_as_good_as_a_fresh_one(key: str, players: int) -> None:
    # In any order, for any viewer, with secrets and without: what one row leaves is in no other.
    spec, used = game(key), Layout(key, players)
    chosen = list(positions(spec, players, seed=players + 30, every=37))
    for number, position in enumerate([*chosen, *reversed(chosen)]):
        fresh, viewer = Layout(key, players), number % (players + 1) - 1
        assert (used.known(position, viewer) == fresh.known(position, viewer)).all()
        assert (
            used.full(position, max(viewer, 0))
            == Layout(key, players).full(position, max(viewer, 0))
        ).all()
