"""BA 1.5, BA 6.5, BA 6.6: everybody takes the pile at the island of the Dalang in hand."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.games.bali.components import CARDS, ISLANDS, N_CARDS, N_ISLANDS
from dalang.games.bali.rules.cards import look_at_card, pop
from dalang.games.bali.rules.memory import note_cut, note_picked_up, tighten
from dalang.games.bali.rules.turns import begin_turn, go_on, next_seat
from dalang.games.bali.state import PICK_UP, State


def cut_piles(s: State, most: i64, sink: list[Event] | None) -> None:
    """BA 6.5: of every pile at the island only the bottom cards stay; the others are discarded."""
    for seat in range(s.players):
        place = seat * N_ISLANDS + s.island
        lost: list[str] = []
        while s.pile_size(place) > most:
            card = pop(s, place)
            s.discard[card] += 1
            note_cut(s, seat, card)
            if sink is not None:
                lost.append(CARDS[card])
        if sink is not None and lost:
            args: dict[str, object] = {"seat": int(seat), "island": ISLANDS[s.island]}
            sink.append(Event("cut", args | {"cards": lost}, reveals=True))


def pick_up_piles(s: State, sink: list[Event] | None) -> None:
    """BA 1.5, BA 6.6: the piles become hands; cards nobody has seen yet are up to chance."""
    for seat in range(s.players):
        _pick_up(s, seat, sink)
    s.turn = s.active
    arrive(s, sink)


def _pick_up(s: State, seat: i64, sink: list[Event] | None) -> None:
    """BA 1.5, BA 6.6: one pile becomes a hand, but for its unseen cards."""
    place = seat * N_ISLANDS + s.island
    size = s.pile_size(place)
    unseen = s.unseen_in(place)
    note_picked_up(s, seat)
    cards: list[str] = []
    while s.pile_size(place) > unseen:
        card = pop(s, place)
        s.hand[seat * N_CARDS + card] += 1
        s.held[seat] += 1
        if sink is not None:
            cards.append(CARDS[card])
    tighten(s, seat)
    if sink is not None:
        args: dict[str, object] = {"seat": int(seat), "island": ISLANDS[s.island]}
        sink.append(Event("picked_up", args | {"count": int(size)}))
        if cards:
            what: dict[str, object] = {"cards": cards, "island": ISLANDS[s.island]}
            sink.append(Event("picked_up_what", what, seen_by=int(seat), reveals=True))


def arrive(s: State, sink: list[Event] | None) -> None:
    """BA 6.5, BA 6.6: once all piles are in hand, a new turn begins or the turn continues."""
    if s.unvisited[s.island]:
        for _ in range(s.players):
            if s.pile_size(s.turn * N_ISLANDS + s.island):
                s.phase = PICK_UP
                return
            s.turn = next_seat(s, s.turn)
        s.unvisited[s.island] = 0
    begins = s.turn_begins
    go_on(s)
    if begins:
        begin_turn(s, sink)


def apply_pick_up(s: State, card: i64, sink: list[Event] | None) -> None:
    """BA 1.5: one card that nobody had seen."""
    look_at_card(s, s.turn, card, s.island)
    if sink is not None:
        what: dict[str, object] = {"cards": [CARDS[card]], "island": ISLANDS[s.island]}
        sink.append(Event("picked_up_what", what, seen_by=int(s.turn)))
    arrive(s, sink)
