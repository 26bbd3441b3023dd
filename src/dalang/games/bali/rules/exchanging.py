"""BA 3.4, BA 3.5: scholars and artists."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.vecs import append, vec
from dalang.games.bali.actions import (
    FIRST_DISCARD,
    FIRST_PLAY,
    FIRST_PUT,
    FIRST_TAKE,
    PASS,
    STOP,
)
from dalang.games.bali.components import (
    ARTIST_CARDS,
    CARDS,
    N_CARDS,
    N_ISLANDS,
    NONE,
    SCHOLAR,
    SCHOLAR_CARDS,
)
from dalang.games.bali.rules.answering import next_answer, offer_second
from dalang.games.bali.rules.cards import (
    can_draw,
    discard_card,
    draw_to_hand,
    look_at_card,
    put_card,
    take_card,
    tell_took,
)
from dalang.games.bali.rules.warriors import add_puts
from dalang.games.bali.state import (
    ARTIST_DRAW,
    LOOK,
    PUTTING,
    TAKING,
    USE_ARTIST,
    USE_SCHOLAR,
    State,
)


def use_card(s: State) -> None:
    """BA 3.4, BA 3.5: a seat that has discarded a scholar or artist now uses it."""
    s.phase = USE_SCHOLAR if s.led == SCHOLAR else USE_ARTIST
    s.use = NONE
    s.used = 0


def used_up(s: State, sink: list[Event] | None) -> None:
    """BA 3.3: the card is done with; a passive player may now end the turn with a second one."""
    s.use = NONE
    s.used = 0
    if s.turn == s.active:
        next_answer(s, sink)
    else:
        offer_second(s, sink)


# --- BA 3.4 -------------------------------------------------------------------------


def legal_use_scholar(s: State) -> vec[i64]:
    """BA 3.4, BA R3: put a card, or take one, or stop; putting and taking do not mix."""
    legal = vec[i64]([STOP])
    if s.use != TAKING:
        legal = add_puts(s, legal)
    if s.use != PUTTING:
        for island in range(N_ISLANDS):
            if island != s.island and s.pile_size(s.turn * N_ISLANDS + island):
                legal = append(legal, FIRST_TAKE + island)
    return legal


def apply_use_scholar(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 3.4: one card goes to a pile or comes from one."""
    if action == STOP:
        if sink is not None:
            sink.append(Event("stopped", {"seat": int(s.turn)}))
        used_up(s, sink)
    elif action < FIRST_TAKE:
        put = action - FIRST_PUT
        s.use = PUTTING
        put_card(s, s.turn, put // N_ISLANDS, put % N_ISLANDS, sink)
        scholar_used(s, sink)
    else:
        s.use = TAKING
        take_top(s, action - FIRST_TAKE, sink)


def take_top(s: State, island: i64, sink: list[Event] | None) -> None:
    """BA 3.4: the seat looks at the card it takes; what nobody has seen yet is up to chance."""
    place = s.turn * N_ISLANDS + island
    if s.pile_size(place) == s.unseen_in(place):
        s.target = island
        s.phase = LOOK
        return
    take_card(s, s.turn, island, sink)
    scholar_used(s, sink)


def apply_look(s: State, card: i64, sink: list[Event] | None) -> None:
    """BA 3.4: the card is seen, and taken."""
    look_at_card(s, s.turn, card, s.target)
    tell_took(s.turn, card, s.target, sink)
    s.target = NONE
    s.phase = USE_SCHOLAR
    scholar_used(s, sink)


def scholar_used(s: State, sink: list[Event] | None) -> None:
    """BA 3.4: up to three cards."""
    s.used += 1
    if s.used == SCHOLAR_CARDS:
        used_up(s, sink)


# --- BA 3.5 -------------------------------------------------------------------------


def legal_use_artist(s: State) -> vec[i64]:
    """BA 3.5, BA R3: discard a hand card, or stop."""
    legal = vec[i64]([STOP])
    for card in range(N_CARDS):
        if s.hand[s.turn * N_CARDS + card]:
            legal = append(legal, FIRST_DISCARD + card)
    return legal


def apply_use_artist(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 3.5: up to three cards are discarded, then as many are drawn."""
    if action != STOP:
        card = action - FIRST_DISCARD
        discard_card(s, s.turn, card)
        s.used += 1
        if sink is not None:
            args: dict[str, object] = {"seat": int(s.turn), "card": CARDS[card]}
            sink.append(Event("discarded", args, reveals=True))
        if s.used < ARTIST_CARDS:
            return
    elif sink is not None:
        sink.append(Event("stopped", {"seat": int(s.turn)}))
    s.draws = s.used
    artist_draws(s, sink)


def artist_draws(s: State, sink: list[Event] | None) -> None:
    """BA 3.5, BA 2.5: as many as were discarded, or as many as there are."""
    if s.draws and can_draw(s, sink):
        s.phase = ARTIST_DRAW
        return
    s.draws = 0
    used_up(s, sink)


def apply_artist_draw(s: State, card: i64, sink: list[Event] | None) -> None:
    """BA 3.5: one card from the stock."""
    draw_to_hand(s, s.turn, card, sink)
    s.draws -= 1
    artist_draws(s, sink)


# --- both ---------------------------------------------------------------------------


def legal_answer(s: State) -> vec[i64]:
    """BA 3.4, BA 3.5: answer with a card of the same kind, or pass."""
    legal = vec[i64]([PASS])
    if s.hand[s.turn * N_CARDS + s.led]:
        legal = append(legal, FIRST_PLAY + s.led)
    return legal


def apply_answer(s: State, action: i64, sink: list[Event] | None) -> None:
    """BA 3.4, BA 3.5: who answers does the same as the active player."""
    if action == PASS:
        if sink is not None:
            sink.append(Event("passed", {"seat": int(s.turn)}))
        next_answer(s, sink)
        return
    discard_card(s, s.turn, s.led)
    if sink is not None:
        args: dict[str, object] = {"seat": int(s.turn), "card": CARDS[s.led]}
        sink.append(Event("answered", args, reveals=True))
    use_card(s)
