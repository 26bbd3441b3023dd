"""What the drawing says about a position, checked over random games.

How it looks as HTML is tested for all games at once, in tests/test_drawings.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dalang.engine.api import OVER, WATCHER, Event
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.testing import play
from dalang.games.bali import GAME
from dalang.games.bali.components import ISLANDS, MASK_COUNT, N_ISLANDS
from dalang.games.bali.drawing import flights, scene
from dalang.games.bali.drawing.things import VILLAGES
from dalang.games.bali.position import Bali
from dalang.games.bali.tests.tables import scene as table

DALANG = "dalang kukusch+tschakkalag"


def walk(players: int, seed: int, memory: str = "off") -> Iterator[tuple[Bali, list[Event]]]:
    rng, position = Rng(seed), GAME.start(players, {"memory": memory})
    assert isinstance(position, Bali)
    while position.actor() != OVER:
        events: list[Event] = []
        position.apply(random_step(position, rng), events)
        yield position, events


def drawn(position: Bali, viewer: int) -> dict[str, Any]:
    return scene(GAME.observe(position, viewer))


def points(events: list[Event]) -> list[tuple[Any, Any]]:
    return [
        (event.args["seat"], event.args["points"]) for event in events if event.args.get("points")
    ]


@pytest.mark.parametrize("players", [3, 4])
def test_the_events_tell_where_all_points_come_from(players: int) -> None:
    for seed in range(1, 4):
        told = [0] * players
        for position, events in walk(players, seed):
            for seat, gained in points(events):
                told[seat] += gained
            assert told == position.scores()


@pytest.mark.parametrize("players", [3, 4])
def test_every_disc_mask_and_seal_is_drawn_once(players: int) -> None:
    for number, (position, _) in enumerate(walk(players, seed=4)):
        if position.island < 0 or number % 9:
            continue
        shown = drawn(position, WATCHER)
        assert len(shown["discs"]) == 2 * N_ISLANDS
        won = [mask for seat in shown["seats"] for mask in seat.masks]
        assert len(shown["masks"]) + len(won) == sum(MASK_COUNT)
        names = [thing.id for key in ("discs", "masks", "seals") for thing in shown[key]]
        names += [mask.id for mask in won]
        assert len(set(names)) == len(names)
        taken = {seal.island for seal in shown["seals"] if seal.owner >= 0}
        assert taken == {island for seat in shown["seats"] for island in seat.seals}


def test_villages_do_not_overlap() -> None:
    boxes = [(v.x, v.y, v.x + v.width, v.y + v.height) for v in VILLAGES.values()]
    for n, (left, top, right, bottom) in enumerate(boxes):
        assert 34 <= left < right <= 966
        assert 34 <= top < bottom <= 966
        for x, y, far, low in boxes[n + 1 :]:
            assert right <= x or far <= left or bottom <= y or low <= top


def test_with_three_players_the_discs_set_aside_lie_on_the_unused_side() -> None:
    position = next(position for position, _ in walk(3, seed=2) if position.island >= 0)
    aside = [disc for disc in drawn(position, 0)["discs"] if disc.zone.startswith("aside")]
    assert len(aside) == 2
    for disc in aside:
        island = disc.zone.removeprefix("aside-")
        assert (disc.x, disc.y) in VILLAGES[island, 3][4:6]
    assert {home.seat for home in drawn(position, 0)["homes"]} == {0, 1, 2}


def test_cards_do_what_is_asked() -> None:
    """A click on the second priest shows two; on a card to be exchanged, discards it."""
    hand = "3 priest, artist, warrior"
    position = table(hand_0=hand)
    actions = {card.id: card.action for kind in drawn(position, 0)["hand"] for card in kind.cards}
    assert actions["hand-priest-2"] == "play priest"
    play(position, "play priest")
    actions = {card.id: card.action for kind in drawn(position, 0)["hand"] for card in kind.cards}
    assert (actions["hand-priest-1"], actions["hand-priest-2"]) == ("show 1", "show 2")
    assert actions["hand-warrior-1"] == "play warrior"
    position = table(hand_0=hand)
    play(position, "play artist")
    [kind] = [kind for kind in drawn(position, 0)["hand"] if kind.card == "warrior"]
    assert kind.cards[0].action == "discard warrior"


def test_a_card_can_go_on_the_piles_at_the_other_islands() -> None:
    position = table(hand_0="scholar, prince", kukusch_0="priest")
    play(position, "play scholar")
    shown = drawn(position, 0)
    [prince] = shown["hand"]
    assert [put.island for put in prince.puts] == ["kukusch", "panschar", "tschakkalag"]
    assert [choice.action for choice in shown["choices"]] == ["take from kukusch"]
    assert drawn(position, 1)["choices"] == []


def test_everybody_sees_who_is_asked_and_what() -> None:
    position = table(hand_0="warrior", hand_1="2 artist", hand_2="priest", hand_3="warrior")
    play(position, "play warrior", "exempt 2")
    for viewer in (WATCHER, 0, 2, 3):
        shown = drawn(position, viewer)
        states = {answer.seat: answer.state for answer in shown["stage"].answers}
        assert states == {0: "active", 1: "asked", 2: "exempt", 3: "waits"}
        assert shown["waiting"][0] == "ask_ward"
    assert drawn(position, 1)["waiting"] is None
    play(position, "flee", "put artist on kukusch", "put artist on kukusch")
    states = {answer.seat: answer.state for answer in drawn(position, 0)["stage"].answers}
    assert states == {0: "active", 1: "fled", 2: "exempt", 3: "asked"}


def test_laying_down_shows_what_lies_there_already() -> None:
    position = table(
        phase="lay",
        led=DALANG,
        target="tschakkalag",
        discard=DALANG,
        hand_0="2 priest, artist, prince",
    )
    play(position, "lay artist", "lay priest")
    shown = drawn(position, 0)
    assert shown["laying"]
    assert [card.id for card in shown["laid"]] == ["laid-artist-1", "laid-priest-1"]
    for viewer in (WATCHER, 1):
        assert not drawn(position, viewer)["laying"]
        assert drawn(position, viewer)["laid"] == []


def test_BA_R4_the_own_piles_are_shown_only_with_the_memory_aid() -> None:
    for memory, known in (("off", 0), ("on", 3)):
        seen = 0
        for number, (position, events) in enumerate(walk(4, seed=5, memory=memory)):
            told = {event.key for event in events}
            assert memory == "on" or not told & {"put_what", "laid_what"}
            if number % 40 or position.actor() < 0:
                continue
            shown = drawn(position, 1)
            assert len(shown["memory"]) == known
            for pile in shown["memory"]:
                place = int(N_ISLANDS) + ISLANDS.index(pile.island)
                assert len(pile.cards) == position.pile_size(place)
                seen += sum(card is not None for card in pile.cards)
            assert drawn(position, WATCHER)["memory"] == []
            assert memory == "on" or not any(seat.sure for seat in shown["seats"])
        assert bool(seen) == (memory == "on")


def test_the_memory_aid_is_part_of_the_position() -> None:
    for memory in ("off", "on"):
        position = GAME.start(4, {"memory": memory})
        assert f"memory: {memory}\n" in position.to_text()
        assert GAME.from_text(position.to_text()).to_text() == position.to_text()


def test_who_holds_nothing_that_fits_is_asked_all_the_same() -> None:
    """An answer given at once would tell the others; only an empty hand says so by itself."""
    for hand, asked in (("artist", True), ("scholar", True), ("-", False)):
        position = table(hand_0="scholar", hand_1=hand)
        play(position, "play scholar", "stop")
        assert (position.actor(), position.asks_anyway()) == (1, asked)
    position = table(hand_0="4 priest", hand_1="2 artist", hand_2="3 artist")
    play(position, "play priest", "show 2")
    assert (position.actor(), position.asks_anyway()) == (1, False)  # two cards cannot beat two
    play(position, "pass")
    assert (position.actor(), position.asks_anyway()) == (2, True)


def test_a_hidden_card_leaves_its_owner_as_a_card_and_the_others_as_a_back() -> None:
    event = Event("led", {"seat": 1, "card": DALANG})
    slug = "dalang-kukusch-tschakkalag"
    assert (f"led-{slug}-0", "backs-1") in flights(event, 0)
    assert (f"led-{slug}-0", f"hand-{slug}-1") in flights(event, 1)
    assert flights(Event("passed", {"seat": 1}), 0) == []
    assert flights(Event("drew", {"seat": 1}), 1) == []
