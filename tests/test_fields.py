"""Fields declared once: what comes from a table."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from dalang.engine.errors import DalangError, NotationError, PositionError
from dalang.engine.fields import (
    Counts,
    FieldTable,
    Line,
    Marks,
    Number,
    Numbers,
    OneOf,
    OneOfEach,
    Owners,
    PerSeat,
    SeatNumber,
    Several,
)
from dalang.engine.notation import Fields, write
from dalang.engine.playout import play_out
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.tensors import Column, Columns
from dalang.registry import all_games

CARDS = ("ace", "king")


class Table(SimpleNamespace):
    """A position of no game in particular."""

    players: int

    def set_up(self, players: int) -> None:
        self.players = players
        TABLE.blank(self, players)
        self.derive()

    def derive(self) -> None:
        self.twice = 2 * self.round


def read_secret(s: Table, given: Fields) -> None:
    s.secret = [len(word) for word in given.words("secret")]


TABLE = FieldTable(
    "cards",
    "C-1",
    (2, 3),
    written=[
        Number("round", "the round", low=1, most=9),
        Number("tokens", "tokens", most=2, for_each=True, usual=1),
        OneOf("phase", "the phase", ("deal", "play")),
        OneOf("trump", "trump", CARDS, needed=False),
        OneOf("end", "the end", ("won", "lost"), nothing="none"),
        OneOf("aid", "an aid", ("off", "on"), usually="off"),
        SeatNumber("turn", "whose turn"),
        SeatNumber("leader", "who leads", text="first", needed=False),
        PerSeat("points", "points", usual=50),
        PerSeat("bids", "bids", most=5, needed=False),
        PerSeat("held", "how many", most=9, sums="hand"),
        Counts("hand", "the hand", CARDS, most=4, rows=True, known_to="its seat"),
        Counts("open", "open cards", CARDS, most=4),
        Marks("inside", "who plays", start=1),
        Marks("won", "what was won", CARDS),
        Owners("owner", "who took it", CARDS, text="taken"),
        OneOfEach("colour", "colours", ("red", "blue")),
        OneOfEach("rows", "rows", ("red",), labels=("left", "right"), rows=True, nothing="?"),
        Several("queue", "a queue", CARDS, most=3),
        Line("secret", "words", "words", lambda s: ["x" * n for n in s.secret], read_secret),
    ],
    unwritten=[Number("twice", "derived"), Numbers("secret", "lengths", known_to="nobody")],
)
TEXT = """\
game: cards
edition: C-1
players: 2
round: 3
tokens: 4
phase: play
trump: king
end: lost
aid: on
turn: 1
first: 0
points: 3 12
bids: 0 5
held: 3 0
hand 0: 2 ace, king
hand 1: -
open: ace
inside: 1
won: king
taken 0: -
taken 1: ace
colour: none, blue
rows 0: red, ?
rows 1: ?, ?
queue: king, ace, king
secret: xx, xxx
"""
SINGLE = ["players", "round", "tokens", "phase", "trump", "end", "aid", "turn", "leader", "twice"]


def read(text: str) -> Table:
    table = Table()
    TABLE.read(table, Fields(text))
    return table


def test_every_kind_is_read_into_numbers_and_written_again() -> None:
    table = read(TEXT)
    assert [getattr(table, name) for name in SINGLE] == [2, 3, 4, 1, 1, 1, 1, 1, 0, 6]
    arrays = {name: list(array) for name, array in vars(table).items() if name not in SINGLE}
    assert arrays == {
        "points": [3, 12],
        "bids": [0, 5],
        "held": [3, 0],
        "hand": [2, 1, 0, 0],
        "open": [1, 0],
        "inside": [0, 1],
        "won": [0, 1],
        "owner": [1, -1],
        "colour": [-1, 1],
        "rows": [0, -1, -1, -1],
        "queue": [1, 0, 1],
        "secret": [2, 3],
    }
    assert write(TABLE.of(table)) == TEXT


def test_nothing_need_be_said_about_what_is_empty() -> None:
    table = read(TABLE.scene(Table(), 3, {"inside": "0 1 2"}))
    blank = Table()
    blank.set_up(3)
    assert write(TABLE.of(table)) == write(TABLE.of(blank))
    assert (table.trump, table.leader, table.end, table.aid) == (-1, -1, -1, 0)


def test_what_is_left_out_is_as_before_the_first_deal() -> None:
    table = read("game: cards\nplayers: 3\ninside: 0 1 2\n")
    blank = Table()
    blank.set_up(3)
    assert write(TABLE.of(table)) == write(TABLE.of(blank))


def test_a_size_that_is_left_out_follows_from_what_it_counts() -> None:
    text = "game: cards\nplayers: 2\nhand 0: 2 ace, king\n"
    assert list(read(text).held) == [3, 0]
    assert list(read(f"{text}held: 1 2\n").held) == [1, 2]


def test_game_and_players_must_be_given() -> None:
    with pytest.raises(NotationError) as error:
        read("turn: 1")
    assert str(error.value) == "The fields 'game' and 'players' are missing."


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"round": 0}, "round must be between 1 and 9, not 0"),
        ({"tokens": 5}, "tokens must be between 0 and 4, not 5"),
        ({"phase": "sleep"}, "phase knows no 'sleep'; it knows deal, play"),
        ({"trump": "ace, king"}, "trump names 2 things; it can name one"),
        ({"first": "0 1"}, "first names 2 seats; it can name one"),
        ({"first": 2}, "first must be between 0 and 1, not 2"),
        ({"end": "drawn"}, "end knows no 'drawn'; it knows won, lost, none"),
        ({"bids": "1"}, "bids needs 2 numbers, got 1"),
        ({"bids": "1 6"}, "bids must be between 0 and 5, not 6"),
        ({"won": "ace, ace"}, "won names something twice"),
        ({"inside": "0 0"}, "inside names something twice"),
        ({"taken_0": "ace", "taken_1": "ace"}, "taken: ace belongs to seats 0 and 1"),
        ({"rows_0": "red"}, "rows 0 needs 2 names, got 1"),
        ({"hand_2": "ace"}, "there is no field 'hand 2' here"),
        ({"twice": 6}, "there is no field 'twice' here"),
    ],
)
def test_what_is_wrong_is_said(given: dict[str, str | int], complaint: str) -> None:
    with pytest.raises(DalangError, match=complaint):
        read(TABLE.scene(Table(), 2, given))


def test_columns_follow_from_the_kinds() -> None:
    row = Columns(2)
    names = ("round", "tokens", "trump", "leader", "points", "hand", "inside", "owner", "rows")
    TABLE.add_columns(row, *names, "queue")
    seats = ("viewer", "next1")
    assert row.fields == [
        Column("round", high=9),
        Column("tokens", high=1, bounded=False),
        Column("trump", choices=CARDS),
        Column("leader", choices=seats, of_seats=True),
        Column("points", (seats,), by_seat=True, high=50, bounded=False),
        Column("hand", (seats, CARDS), by_seat=True, high=4),
        Column("inside", (seats,), by_seat=True),
        Column("owner", (CARDS,), seats, of_seats=True),
        Column("rows", (seats, ("left", "right")), ("red",), by_seat=True),
        Column("queue", (CARDS,), high=3),
    ]


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_a_position_without_anything_is_told_of_everything(game: GameSpec) -> None:
    """Of a view, also who looks and how many cards the others hold, which it does not show."""
    assert game.fields is not None
    sizes = [entry.line for entry in game.fields.sizes()]
    for read_it, needed in (
        (game.from_text, ["game", "players"]),
        (game.view_from_text, ["game", "viewer", "players", *sizes]),
    ):
        with pytest.raises(NotationError) as error:
            read_it("")
        assert re.findall("'(.*?)'", str(error.value)) == needed


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_a_new_game_needs_no_more_than_its_name(game: GameSpec) -> None:
    """And what it begins with: no random game does without the lists that are not empty."""
    for players in game.players:
        start = game.start(players)
        lists = [
            line for line in start.to_text().splitlines() if not re.match(r"[^:]*: [-\d]", line)
        ]
        text = "\n".join([f"players: {players}", *lists])
        assert game.from_text(text) == start


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_a_scene_has_every_field_that_must_be_there(game: GameSpec) -> None:
    """The rules may find fault with a table where nothing is dealt; the notation must not."""
    assert game.fields is not None
    try:
        game.from_text(game.fields.scene(game.blank(), game.usual_players, {}))
    except PositionError as problem:
        assert not str(problem).startswith("Line")  # noqa: PT017 - it need not be raised at all
    sample = game.start(game.usual_players).to_text()
    given = dict(line.split(": ", 1) for line in sample.splitlines())
    scene = game.from_text(game.fields.scene(game.blank(), game.usual_players, given))
    assert scene.to_text() == sample


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)
def test_new_games_share_nothing_and_know_their_options(game: GameSpec) -> None:
    """Each table is set up once and then copied."""
    fresh = game.start(game.usual_players).to_text()
    play_out(game.start(game.usual_players), Rng(1))
    assert game.start(game.usual_players).to_text() == fresh
    for option in game.options:
        chosen = [
            game.start(game.usual_players, {option.key: choice}).to_text()
            for choice in option.choices
        ]
        assert chosen[0] == fresh
        assert len(set(chosen)) == len(option.choices)
