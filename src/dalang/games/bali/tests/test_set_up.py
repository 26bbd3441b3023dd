"""BA 1: components and set-up."""

from __future__ import annotations

import tomllib

import pytest

from dalang.engine.api import OVER, Position
from dalang.engine.errors import DalangError, NotationError, PositionError
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.testing import play, possible_texts
from dalang.games.bali import GAME
from dalang.games.bali.components import DECK, ISLANDS, PAIRS, SEATS
from dalang.games.bali.tests.tables import after, dealt, field, scene, scene_text


def test_BA_1_1_four_islands_and_the_seats_clockwise() -> None:
    assert ISLANDS == ("kukusch", "panschar", "tschakkalag", "wontong")
    assert SEATS == ("blue", "yellow", "green", "red")
    position = dealt(4, 1)
    assert len(position.disc) == 2 * 4
    assert len(position.ends) == 4 * 4


def test_BA_1_2_the_159_cards_the_masks_and_the_seals() -> None:
    assert list(DECK) == [30, 30, 30, 30, 15, 4, 4, 4, 4, 4, 4]
    assert sum(DECK) == 159
    assert sorted(PAIRS) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    start = GAME.start(4)
    assert start.scores() == [0, 0, 0, 0]
    position = dealt(4, 1)
    assert list(position.masks_left) == [4, 4, 4, 4]
    assert [field(position, f"seals {seat}") for seat in range(4)] == [[], [], [], []]


def test_BA_1_2_every_datum_says_where_it_comes_from() -> None:
    box = tomllib.loads((GAME.folder / "components.toml").read_text("utf-8"))
    kinds = ("seat", "island", "household", "dalang_card", "start_card", "mask", "office")
    entries: list[dict[str, object]] = [entry for kind in kinds for entry in box[kind]]
    assert {entry["status"] for entry in entries} == {"sourced", "reconstructed"}


@pytest.mark.parametrize(("players", "stock"), [(4, 111), (3, 123)])
def test_BA_1_3_three_unseen_cards_in_every_pile(players: int, stock: int) -> None:
    start = GAME.start(players)
    assert field(start, "wontong 2") == ["?", "?", "?"]
    position = dealt(players, 3)
    inactive = [island for island in ISLANDS if [island] != field(position, "dalang")]
    assert field(position, "unvisited") == inactive
    for seat in range(players):
        assert [field(position, f"{island} {seat}") for island in inactive] == [["?"] * 3] * 3
    assert position.stock_size == stock - 2 - (players - 1)


def test_BA_1_3_clockwise_skips_the_unused_side() -> None:
    position = scene(3, active=2, turn=2, hand_0="artist")
    play(position, "end turn")
    assert position.active == 0


def test_BA_1_4_start_cards_name_the_discs_and_the_first_player() -> None:
    position = GAME.start(4)
    play(position, "? start card 3", "? start card 4", "? start card 1")
    assert possible_texts(position) == {"start card 2": 1}
    play(position, "? start card 2")
    assert field(position, "active") == 2
    assert field(position, "discs 0") == ["priest tschakkalag", "prince wontong"]
    assert field(position, "discs 2") == ["priest kukusch", "prince panschar"]
    assert sorted(_all_discs(position)) == sorted(
        f"{office} {island}" for office in ("priest", "prince") for island in ISLANDS
    )


def _all_discs(position: Position) -> list[str]:
    discs: list[str] = []
    for seat in range(position.players):
        owned = field(position, f"discs {seat}")
        assert isinstance(owned, list)
        discs += owned
    return discs


def test_BA_1_4_with_three_players_card_two_starts_if_one_is_left_over() -> None:
    position = GAME.start(3)
    play(position, "? start card 3", "? start card 2", "? start card 4")
    assert field(position, "active") == 1
    owned = _all_discs(position)
    assert "prince panschar" not in owned
    assert "priest kukusch" not in owned
    assert len(owned) == 6


def test_BA_1_5_the_dalang_starts_where_the_right_hand_neighbour_says() -> None:
    position = GAME.start(4)
    play(position, *(f"? start card {n}" for n in (4, 1, 2, 3)))  # yellow starts, blue sits before
    assert field(position, "dalang") == ["kukusch"]
    assert field(position, "phase") == "pick_up"
    play(position, *(["? see warrior"] * 12))
    assert field(position, "hand_sizes") == [3, 3, 3, 3]
    assert field(position, "phase") == "turn_draw"
    assert field(position, "unvisited") == ["panschar", "tschakkalag", "wontong"]


def test_BA_1_6_piles_are_written_from_bottom_to_top() -> None:
    position = scene(hand_0="scholar", kukusch_0="priest, warrior, artist")
    play(position, "play scholar", "take from kukusch")
    assert field(position, "hand 0") == {"artist": 1}
    play(position, "take from kukusch")
    assert field(position, "kukusch 0") == ["priest"]


@pytest.mark.parametrize("players", [3, 4])
def test_random_games_keep_every_invariant(players: int) -> None:
    position, rng = GAME.start(players), Rng(players)
    while position.actor() != OVER:
        position.apply(random_step(position, rng))
        position.check()
    assert position.ended_by() in GAME.ends


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_games_end_with_everything_conserved(players: int) -> None:
    """A hundred here; `dalang simulate bali --games 1000` checks as many as you like."""
    for seed in range(100):
        after(players, seed, 10**6).check()


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"hand_0": "31 priest"}, "There are 30 cards priest"),
        ({"hand_sizes": "1 0 0 0"}, "holds 0 cards"),
        ({"kukusch_0": "priest, ?"}, "Unseen cards in the pile kukusch 0"),
        ({"unvisited": "kukusch", "kukusch_0": "warrior, ?"}, "Unseen cards"),
        ({"laid_0": "1 0 0 0"}, "has 0 cards, 1 of them laid"),
        ({"masks_0": "2 2 2 2 2"}, "There are 4 masks of 2 .BA 1.2., here 5"),
        ({"discs_0": "prince panschar"}, "priest disc of kukusch lies in no village"),
        ({"start_cards": "1 2 3 3"}, "start card of their own"),
        ({"start_cards": "1 2 3 4 4"}, "more start cards than players"),
        ({"shown_1": "hand priest"}, "known to have 1 priest in hand, but has 0"),
        ({"phase": "ward", "turn": "1", "led": "scholar"}, "card led cannot be scholar"),
        ({"phase": "ward", "turn": "0", "led": "warrior"}, "cannot be the turn of seat 0"),
        ({"phase": "ward", "turn": "1", "led": "warrior", "fled": "1"}, "not asked"),
        ({"phase": "show", "led": "priest"}, "nothing seat 0 could do"),
        ({"phase": "lay", "led": "dalang kukusch+wontong", "target": "kukusch"}, "nothing seat 0"),
        ({"phase": "block", "turn": "1", "led": "dalang kukusch+wontong"}, "target is missing"),
        ({"dalang": "-"}, "island is missing"),
        ({"dalang": "kukusch, wontong"}, "names 2 things"),
        ({"leader": "1 2"}, "names 2 seats"),
        ({"end": "stalemate"}, "does not fit the end"),
        ({"buried": "priest"}, "do not add up"),
        ({"phase": "look", "led": "scholar", "target": "kukusch"}, "nothing seat 0"),
        ({"phase": "raise", "turn": "1", "led": "priest"}, "best show or its leader"),
    ],
)
def test_impossible_positions_are_refused_in_words(given: dict[str, str], complaint: str) -> None:
    with pytest.raises(DalangError, match=complaint):
        GAME.from_text(scene_text(**given))


DALANG = "dalang kukusch+panschar"
ALL_MASKS = "2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5"


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"phase": "start", "dalang": "-"}, "BA 1.4"),  # all start cards are dealt
        ({"phase": "start", "start_cards": "1", "turn": "3"}, "BA 1.4"),
        ({"phase": "start", "start_cards": "-", "dalang": "-", "hand_0": "priest"}, "BA 1.4"),
        ({"wontong_0": "priest"}, "BA 2.1"),  # the pile there is the hand
        ({"unvisited": "wontong"}, "BA 1.3"),
        ({"turn_begins": "1"}, "BA 2.2"),
        ({"draws": "1"}, "BA 2.2"),
        ({"phase": "turn_draw", "turn": "1", "draws": "2"}, "BA 2.2"),
        ({"exempt": "1"}, "BA 3.1"),
        ({"phase": "ward", "turn": "1", "led": "warrior"}, "BA 3.1"),  # nobody is exempt
        ({"phase": "ward", "turn": "1", "led": "warrior", "exempt": "0"}, "BA 3.1"),
        ({"fled": "0"}, "BA 3.1"),
        ({"fled": "1", "hand_1": "artist"}, "BA 3.2"),
        ({"phase": "turn_draw", "draws": "1", "fled": "1"}, "BA 3.2"),
        ({"turn_over": "1"}, "BA 3.3"),
        ({"phase": "reward", "turn": "1", "led": "scholar"}, "BA 3.3"),
        ({"phase": "second", "turn": "2", "led": "scholar", "turn_over": "1"}, "BA 3.3"),
        ({"phase": "answer", "turn": "1", "led": "scholar", "turn_over": "1"}, "BA 3.3"),
        ({"used": "2"}, "BA 3"),
        ({"use": "taking"}, "BA 3"),
        ({"phase": "use_scholar", "led": "scholar", "used": "3", "use": "putting"}, "BA 3"),
        ({"phase": "use_scholar", "led": "scholar", "use": "putting"}, "BA 3"),
        ({"phase": "use_artist", "led": "artist", "used": "3"}, "BA 3"),
        ({"phase": "artist_draw", "led": "artist", "used": "1", "draws": "2"}, "BA 2.2"),
        ({"best": "3", "leader": "1"}, "BA 4.2"),
        ({"phase": "raise", "turn": "2", "led": "priest", "best": "3", "leader": "1"}, "BA 4.2"),
        ({"target": "kukusch"}, "BA 6.1"),
        ({"phase": "block", "turn": "1", "led": DALANG, "target": "tschakkalag"}, "BA 6.1"),
        ({"phase": "target", "led": DALANG}, "BA R4"),  # it is not in the discard pile
        ({"masks_0": ALL_MASKS}, "BA 7.1"),
        ({"phase": "end", "end": "last_mask_alone"}, "BA 7.1"),
    ],
)
def test_what_cannot_have_happened_is_refused(given: dict[str, str], complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint):
        GAME.from_text(scene_text(**given))


LAYING = {"phase": "lay", "turn": "1", "led": DALANG, "target": "kukusch", "discard": DALANG}


@pytest.mark.parametrize(
    "given", [{"hand_0": "artist"}, {"wontong_2": "artist"}, {"hand_0": "artist", "fled": "0"}]
)
def test_BA_6_3_hands_are_laid_down_one_after_the_other(given: dict[str, str]) -> None:
    scene(**LAYING, hand_1="artist", wontong_0="priest", hand_2="prince")
    with pytest.raises(PositionError):
        scene(**LAYING, hand_1="artist", **given)


def test_BA_5_1_no_seal_without_both_discs() -> None:
    with pytest.raises(PositionError, match="a disc is missing"):
        scene(3, seals_0="wontong")


def test_both_discs_without_the_seal_are_impossible() -> None:
    discs = {"discs_0": "prince panschar, priest kukusch, priest panschar"}
    with pytest.raises(PositionError, match="but not its seal"):
        scene(**discs, discs_1="prince tschakkalag")
    scene(**discs, discs_1="prince tschakkalag", seals_0="panschar")


def test_too_many_cards_in_piles_are_refused() -> None:
    with pytest.raises(PositionError, match="the piles have 160"):
        GAME.from_text(scene_text(kukusch_0=", ".join(["priest"] * 160)))


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(NotationError, match="there is no field"):
        GAME.from_text(scene_text() + "gongs: 3\n")


def test_what_was_laid_down_may_be_left_out() -> None:
    position = scene(unvisited="kukusch", kukusch_0="?, ?, warrior", panschar_0="priest, artist")
    assert field(position, "laid 0") == [2, 2, 0, 0]
    assert GAME.from_text(position.to_text()).to_text() == position.to_text()


def test_legal_actions_of_a_scene_are_ascending() -> None:
    position = scene(hand_0="2 priest, warrior, dalang kukusch+wontong")
    assert position.legal_texts() == [
        "end turn",
        "play priest",
        "play warrior",
        "play dalang kukusch+wontong",
    ]
