"""BA 6: Dalang cards, and where they lead."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.vecs import append, vec
from dalang.games.bali.actions import AS_THEY_ARE, FIRST_LAY, FIRST_PLAY, FIRST_TARGET, PASS
from dalang.games.bali.components import (
    CARDS,
    FIRST_DALANG,
    ISLANDS,
    N_CARDS,
    N_ISLANDS,
    NAMES_ISLAND,
    SCORING_CARDS,
)
from dalang.games.bali.rules.answering import ask_next
from dalang.games.bali.rules.arriving import cut_piles, pick_up_piles
from dalang.games.bali.rules.cards import discard_card, push
from dalang.games.bali.rules.ending import end_game
from dalang.games.bali.rules.memory import note_laid, note_picked_up
from dalang.games.bali.rules.scoring import award_masks, masks_left, scores_here
from dalang.games.bali.rules.turns import go_on, next_seat
from dalang.games.bali.state import ALONE, LAY, SHARED, TARGET, State


def lead_dalang(s: State) -> None:
    """BA 6.1: next the target is named."""
    s.phase = TARGET


def legal_target(s: State) -> vec[i64]:
    """BA 6.1, BA R7: an island on the card, other than the active one."""
    legal = vec[i64]()
    for island in range(N_ISLANDS):
        if NAMES_ISLAND[s.led * N_ISLANDS + island] and island != s.island:
            legal = append(legal, FIRST_TARGET + island)
    return legal


def apply_target(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 6.1, BA 6.2: the target is named, and the others are asked."""
    s.target = action - FIRST_TARGET
    if sink is not None:
        sink.append(Event("target", {"seat": int(s.active), "island": ISLANDS[s.target]}))
    if not ask_next(s):
        begin_laying(s, sink)


def legal_block(s: State) -> vec[i64]:
    """BA 6.2: a Dalang card that names the target too, or pass."""
    legal = vec[i64]([PASS])
    for card in range(FIRST_DALANG, N_CARDS):
        if s.hand[s.turn * N_CARDS + card] and NAMES_ISLAND[card * N_ISLANDS + s.target]:
            legal = append(legal, FIRST_PLAY + card)
    return legal


def apply_block(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 6.2: the first block ends the attempt; if nobody blocks, the Dalang travels."""
    if action == PASS:
        if sink is not None:
            sink.append(Event("passed", {"seat": int(s.turn)}))
        if not ask_next(s):
            begin_laying(s, sink)
        return
    card = action - FIRST_PLAY
    discard_card(s, s.turn, card)
    if sink is not None:
        args: dict[str, object] = {
            "seat": int(s.turn),
            "card": CARDS[card],
            "island": ISLANDS[s.target],
        }
        sink.append(Event("blocked", args, reveals=True))
    go_on(s)


# --- BA 6.3 -------------------------------------------------------------------------


def begin_laying(s: State, sink: list[Event] | None) -> None:
    """BA 6.3: the active player lays the hand down first, then the others, clockwise."""
    s.turn = s.active
    s.phase = LAY
    if s.held[s.turn] == 0:
        lay_next(s, sink)


def lay_next(s: State, sink: list[Event] | None) -> None:
    """BA 6.3: the next player with a hand; after the last the Dalang travels."""
    s.turn = next_seat(s, s.turn)
    while s.turn != s.active:
        if s.held[s.turn]:
            return
        s.turn = next_seat(s, s.turn)
    travel(s, sink)


def legal_lay(s: State) -> vec[i64]:
    """BA 6.3: the next card from the bottom, or the rest as it is; equal cards are no choice."""
    legal = vec[i64]([AS_THEY_ARE])
    for card in range(N_CARDS):
        if s.hand[s.turn * N_CARDS + card]:
            legal = append(legal, FIRST_LAY + card)
    if len(legal) == 2:
        return vec[i64]([AS_THEY_ARE])
    return legal


def apply_lay(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 6.3: secretly, from bottom to top."""
    seat = s.turn
    if action != AS_THEY_ARE:
        lay_card(s, seat, action - FIRST_LAY, sink)
    else:
        for card in range(N_CARDS):
            while s.hand[seat * N_CARDS + card]:
                lay_card(s, seat, card, sink)
    if s.held[seat]:
        return
    if sink is not None:
        size = int(s.pile_size(seat * N_ISLANDS + s.island))
        args: dict[str, object] = {"seat": int(seat), "island": ISLANDS[s.island], "count": size}
        sink.append(Event("laid_down", args))
    lay_next(s, sink)


def lay_card(s: State, seat: i64, card: i64, sink: list[Event] | None) -> None:
    """BA 6.3: one card more on the pile."""
    s.hand[seat * N_CARDS + card] -= 1
    s.held[seat] -= 1
    push(s, seat * N_ISLANDS + s.island, card)
    if sink is not None and s.memory_aid:
        sink.append(Event("laid_what", {"card": CARDS[card]}, seen_by=int(seat)))


# --- BA 6.4, BA 6.5, BA 6.6 ---------------------------------------------------------


def travel(s: State, sink: list[Event] | None) -> None:
    """BA 6.3, BA 6.6: the Dalang moves, the fled are back; without scoring the turn continues."""
    for seat in range(s.players):
        note_laid(s, seat)
        s.fled[seat] = 0
    s.island = s.target
    s.turn = s.active
    if sink is not None:
        sink.append(Event("moved", {"island": ISLANDS[s.island]}))
    if scores_here(s):
        score(s, sink)
    else:
        pick_up_piles(s, sink)


def score(s: State, sink: list[Event] | None) -> None:
    """BA 6.4, BA 6.5, BA 7.1: masks; then the bottom four cards and a new turn, or the end."""
    awarded = award_masks(s, sink)
    if masks_left(s) == 0:
        for seat in range(s.players):
            note_picked_up(
                s, seat
            )  # as if: `shown` counts a pile at the Dalang's island as the hand
        go_on(s)
        end_game(s, ALONE if awarded == 1 else SHARED, sink)
        return
    cut_piles(s, SCORING_CARDS, sink)
    s.active = next_seat(s, s.active)
    s.turn_begins = 1
    pick_up_piles(s, sink)
