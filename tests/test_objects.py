"""Positions, views and sessions behave like other objects of Python; compiled or not."""

from __future__ import annotations

import copy
import pickle
import pydoc
from collections.abc import Callable
from dataclasses import replace
from pickle import PicklingError

import pytest

import dalang
from dalang.engine.api import CHANCE, OVER, WATCHER, Event, Phrase, Position, Reason, View
from dalang.engine.conformance.walks import walk
from dalang.engine.errors import IllegalAction, NoSuchSeat, NotationError, NotLegal
from dalang.engine.objects import attributes
from dalang.engine.playout import play_out, random_step, settle_chance
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec
from dalang.registry import all_games


def pickled(thing: object) -> object:
    return pickle.loads(pickle.dumps(thing))


WAYS = (pickled, copy.copy, copy.deepcopy)
every_way = pytest.mark.parametrize("duplicate", WAYS, ids=["pickle", "copy", "deepcopy"])
every_game = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.key)


def begun(game: GameSpec, seed: int = 1) -> Position:
    """The first decision of a game."""
    position = game.start(game.usual_players)
    settle_chance(position, Rng(seed))
    return position


# --- copies -------------------------------------------------------------------------


@every_way
@every_game
def test_a_copy_of_a_position_goes_its_own_way(
    game: GameSpec, duplicate: Callable[[object], object]
) -> None:
    for number, position in enumerate(walk(game, game.usual_players, seed=3)):
        if number % 40 == 0:
            before, twin = position.to_text(), duplicate(position)
            assert isinstance(twin, Position)
            assert type(twin) is type(position)
            for name in attributes(position):
                assert _plain(twin, name) == _plain(position, name), name
            play_out(twin, Rng(1))
            assert position.to_text() == before
            other = position.clone()
            play_out(other, Rng(1))
            assert twin == other


def _plain(position: Position, name: str) -> object:
    value = getattr(position, name)
    return value if isinstance(value, int) else list(value)


@every_way
def test_copies_of_views_sessions_and_what_they_contain(
    duplicate: Callable[[object], object],
) -> None:
    game = dalang.game("bali")
    position = begun(game)
    reason = Reason("BA 1.1", "because", {"card": "x"})
    event = Event("drew", {"seat": 1}, seen_by=1, reveals=True)
    event.forced_for = 2
    for view in (game.observe(begun(game), 1) for game in all_games().values()):
        assert type(duplicate(view)) is type(view)
    for thing in (game.observe(position, 1), Rng(5), event, reason, Phrase("ask", {}), game):
        twin = duplicate(thing)
        assert type(twin) is type(thing)
        assert twin == thing
    copied = duplicate(event)
    assert isinstance(copied, Event)
    assert (copied.seen_by, copied.reveals, copied.forced_for) == (1, True, 2)
    assert duplicate(game) is game
    error = pickled(IllegalAction("lay", reason, "You may not."))
    assert str(error) == "'lay' breaks BA 1.1: You may not."


@every_way
def test_a_copy_of_a_stream_goes_on_alike(duplicate: Callable[[object], object]) -> None:
    rng = Rng(7)
    rng.next32()
    twin = duplicate(rng)
    assert isinstance(twin, Rng)
    assert [twin.next32() for _ in range(4)] == [rng.next32() for _ in range(4)]


@every_way
def test_a_copy_of_a_session_is_a_game_of_its_own(duplicate: Callable[[object], object]) -> None:
    game = dalang.game("web_of_power")
    session = _session_with_something_to_undo(game)
    twin = duplicate(session)
    assert isinstance(twin, Session)
    assert twin == session
    assert hash(twin) == hash(session)
    assert twin.spec is game
    seat, steps = session.log[-1].actor, len(session.log)
    twin.undo(seat)
    assert twin != session
    assert (len(twin.log), len(session.log)) == (steps - 1, steps)
    session.undo(seat)
    assert twin == session


def _session_with_something_to_undo(game: GameSpec) -> Session:
    session, rng = Session(game, game.usual_players), Rng(2)
    while not any(session.can_undo(seat) for seat in range(session.players)):
        step = random_step(session.position, rng)
        if session.position.actor() == CHANCE:
            session.happen(step)
        else:
            session.play(int(session.position.actor()), session.position.action_text(step))
    return session


def test_a_game_that_is_not_installed_is_not_pickled() -> None:
    game = dalang.game("bali")
    with pytest.raises(PicklingError, match="'bali', edition BA-other"):
        pickle.dumps(replace(game, edition="BA-other"))


# --- equality, names ----------------------------------------------------------------


@every_game
def test_equality_and_hash_go_by_content(game: GameSpec) -> None:
    position, same, other = begun(game), begun(game), begun(game, seed=2)
    assert position == same
    assert hash(position) == hash(same)
    assert position != other
    assert {position: 1}[same] == 1
    assert game.observe(position, 0) == game.observe(same, 0)
    assert hash(game.observe(position, 0)) == hash(game.observe(same, 0))
    assert game.observe(position, 0) != game.observe(position, 1)
    assert position != game.observe(position, WATCHER).known
    same.apply(random_step(same, Rng(1)))
    assert position != same
    assert position != "something else"


def test_positions_of_two_games_differ() -> None:
    first, second, *_ = (game.start(game.usual_players) for game in all_games().values())
    assert first != second


def test_they_say_what_they_are() -> None:
    game = dalang.game("web_of_power")
    position = game.start(3)
    assert repr(game) == "<GameSpec 'web_of_power', edition WP-1>"
    assert repr(game.blank()) == "<WebOfPower: not set up>"
    assert repr(position) == "<WebOfPower for 3: chance is to move; points [0, 0, 0]>"
    settle_chance(position, Rng(1))
    seat = position.actor()
    assert repr(position) == f"<WebOfPower for 3: seat {seat} is to decide; points [0, 0, 0]>"
    assert repr(game.observe(position, 1)) == f"<View of seat 1: {position!r}>"
    assert repr(game.observe(position, WATCHER)) == f"<View of a watcher: {position!r}>"
    assert repr(Session(game, 3)).startswith("<Session of web_of_power, 0 steps: <WebOfPower for")
    play_out(position, Rng(1))
    assert f"over by {position.ended_by()}; points {position.scores()}" in repr(position)


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (Position, "The whole truth about a game at one moment."),
        (Position.apply, "Plays one legal action or possible outcome"),
        (View.legal_actions, "The viewer's own choices"),
        (Rng, "A stream of random numbers"),
        (settle_chance, "Lets chance move until a seat is asked"),
    ],
)
def test_help_helps(thing: object, words: str) -> None:
    assert words in pydoc.plain(pydoc.render_doc(thing))


@every_game
def test_help_about_a_position_explains_its_methods(game: GameSpec) -> None:
    """Methods that a game only fills in have the words of the contract."""
    text = pydoc.plain(pydoc.render_doc(game.blank))
    assert "The points of every seat now." in text


# --- out of range -------------------------------------------------------------------


@every_game
def test_there_are_as_many_seats_as_players(game: GameSpec) -> None:
    position = begun(game)
    players = int(position.players)
    for seat in (players, 7, -2):
        with pytest.raises(NoSuchSeat, match=f"There is no seat {seat} at a table for {players}."):
            game.observe(position, seat)


@every_game
def test_play_takes_only_what_is_legal(game: GameSpec) -> None:
    """By its number or its text; whatever is refused leaves the position as it was."""
    position = begun(game)
    before, legal = position.clone(), [int(action) for action in position.legal_actions()]
    for action in range(-3, game.action_count + 3):
        if action not in legal:
            with pytest.raises(NotLegal, match=r"There is no action|may not do .* now: "):
                position.play(action)
    for wrong in (2**80, -(2**80)):
        with pytest.raises(NotLegal, match=f"There is no action {wrong}"):
            position.play(wrong)
    with pytest.raises(NotationError, match="'nonsense' names nothing"):
        position.play("nonsense")
    with pytest.raises(TypeError):
        position.play(1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert position == before
    for chosen in (legal[0], before.action_text(legal[0])):
        after, events = before.clone(), list[Event]()
        after.play(chosen, events)
        position = before.clone()
        position.apply(legal[0])
        assert after == position
        assert events


@every_game
def test_play_takes_only_outcomes_that_can_happen(game: GameSpec) -> None:
    position = game.start(game.usual_players)
    weights = list(position.chance_weights())
    for outcome in (-1, len(weights), *(n for n, weight in enumerate(weights) if not weight)):
        with pytest.raises(NotLegal, match=f"Chance is to move, and {outcome} cannot happen."):
            position.play(outcome)
    assert position == game.start(game.usual_players)
    possible = next(n for n, weight in enumerate(weights) if weight)
    position.play(position.action_text(possible))
    play_out(position, Rng(1))
    assert position.actor() == OVER
    with pytest.raises(NotLegal, match="The game is over"):
        position.play(0)


def test_a_number_that_names_no_action_has_no_text() -> None:
    position = begun(dalang.game("bali"))
    for number in (-1, 10_000):
        with pytest.raises(NotationError, match=f"There is no action {number}, only 0 to"):
            position.action_text(number)


# --- notebooks ----------------------------------------------------------------------


def shown(thing: Position | View) -> str | None:
    return thing._repr_svg_()  # pyright: ignore[reportPrivateUsage]


@every_game
def test_a_notebook_shows_the_board(game: GameSpec) -> None:
    position = begun(game)
    drawing = shown(position)
    assert drawing is not None
    assert drawing.startswith("<svg")
    assert drawing == shown(game.observe(position, int(position.actor())))
    assert shown(game.blank()) is None
