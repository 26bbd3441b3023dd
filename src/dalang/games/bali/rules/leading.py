"""BA 2.3, BA 2.4: the active player leads a card, or ends the turn."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.vecs import append, vec
from dalang.games.bali.actions import END_TURN, FIRST_PLAY
from dalang.games.bali.components import (
    CARDS,
    FIRST_DALANG,
    N_CARDS,
    NONE,
    OFFICE_OF,
    SHOWN_BY_LEADER,
    WARRIOR,
)
from dalang.games.bali.rules.cards import discard_card
from dalang.games.bali.rules.contests import lead_office
from dalang.games.bali.rules.exchanging import use_card
from dalang.games.bali.rules.travelling import lead_dalang
from dalang.games.bali.rules.turns import end_turn
from dalang.games.bali.rules.warriors import lead_warrior
from dalang.games.bali.state import State


def legal_turn(s: State) -> vec[i64]:
    """BA 2.3, BA 4.1: any card, a priest or prince only with another one to show; or end the turn.

    If no card can be led, ending the turn is the only choice (BA 2.4); to the others that looks
    like any other end.
    """
    legal = vec[i64]([END_TURN])
    for card in range(N_CARDS):
        needed = 1 if OFFICE_OF[card] == NONE else 1 + SHOWN_BY_LEADER
        if s.hand[s.active * N_CARDS + card] >= needed:
            legal = append(legal, FIRST_PLAY + card)
    return legal


def apply_turn(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 2.3: the card goes to the discard pile and takes effect."""
    if action == END_TURN:
        if sink is not None:
            sink.append(Event("turn_ended", {"seat": int(s.active)}))
        end_turn(s, sink)
        return
    s.led = action - FIRST_PLAY
    discard_card(s, s.active, s.led)
    if sink is not None:
        args: dict[str, object] = {"seat": int(s.active), "card": CARDS[s.led]}
        sink.append(Event("led", args, reveals=True))
    if s.led >= FIRST_DALANG:
        lead_dalang(s)
    elif OFFICE_OF[s.led] != NONE:
        lead_office(s)
    elif s.led == WARRIOR:
        lead_warrior(s)
    else:
        use_card(s)
