"""WP 2.1 to WP 2.7: playing cards and placing pieces, or exchanging a card.

The cards come first, the piece after them: so the cards a seat has shown are all that the others
learn of its hand, and who is asked what depends on what lies open alone.
"""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.api import Event
from dalang.engine.vecs import append, vec
from dalang.games.web_of_power.actions import (
    FINISH,
    FIRST_ADVISOR,
    FIRST_CLOISTER,
    FIRST_EXCHANGE,
    FIRST_JOKER,
    FIRST_PLAY,
)
from dalang.games.web_of_power.components import (
    CARDS,
    COUNTRIES,
    COUNTRY_OF,
    FIRST_SPACE,
    HAND_SIZE,
    N_CARDS,
    N_COUNTRIES,
    NOBODY,
    NONE,
    SPACES,
)
from dalang.games.web_of_power.rules.ending import ends_for_lack_of_room
from dalang.games.web_of_power.rules.refilling import begin_taking
from dalang.games.web_of_power.state import MORE, PLACE, TRAIL_SEAT, State


def legal_turn(s: State) -> vec[i64]:
    """WP 2.2, WP 2.3, WP 2.7: play a card or a joker that can place a piece, or exchange a card."""
    legal = legal_cards(s, vec[i64]())
    hand = s.turn * N_CARDS
    for card in range(N_CARDS):
        if s.hand[hand + card]:
            legal = append(legal, FIRST_EXCHANGE + card)
    return legal


def legal_cards(s: State, legal: vec[i64]) -> vec[i64]:
    """WP 2.3: every card played must place a piece or be half of a joker."""
    hand = s.turn * N_CARDS
    for card in range(N_CARDS):
        if s.hand[hand + card] >= 1 and can_use(s, card, 0):
            legal = append(legal, FIRST_PLAY + card)
    for card in range(N_CARDS):
        if s.hand[hand + card] >= 2 and can_use(s, card, 1):
            legal = append(legal, FIRST_JOKER + card)
    return legal


def can_use(s: State, card: i64, joker: i64) -> bool:
    """WP 2.2, WP 2.3: the card or joker reaches a country where the seat can place a piece."""
    for country in range(N_COUNTRIES):
        if s.card_reaches(card, joker, country) and s.can_place(s.turn, country):
            return True
    return False


def apply_turn(s: State, action: i64, sink: list[Event] | None) -> None:
    """WP 2.2, WP 2.3, WP 2.7: cards for a piece, or one card exchanged."""
    if action < FIRST_EXCHANGE:
        play_cards(s, action, sink)
        return
    card = action - FIRST_EXCHANGE
    hidden = is_hidden(s, card, 1)
    discard_card(s, card)
    if sink is not None:
        args: dict[str, object] = {"seat": int(s.turn), "card": CARDS[card]}
        sink.append(Event("exchanged", args, reveals=hidden))
    begin_taking(s, sink)


def play_cards(s: State, action: i64, sink: list[Event] | None) -> None:
    """WP 2.2, WP 2.3: one card, or two equal cards as a joker."""
    s.joker = 1 if action >= FIRST_JOKER else 0
    s.card = action - FIRST_JOKER if s.joker else action - FIRST_PLAY
    hidden = is_hidden(s, s.card, 1 + s.joker)
    discard_card(s, s.card)
    if s.joker:
        discard_card(s, s.card)
    s.phase = PLACE
    if sink is not None:
        key = "played_joker" if s.joker else "played"
        args: dict[str, object] = {"seat": int(s.turn), "card": CARDS[s.card]}
        sink.append(Event(key, args, reveals=hidden))


def is_hidden(s: State, card: i64, count: i64) -> bool:
    """R4: whether not everybody knew that the seat holds that many cards of the kind."""
    return s.known[s.turn * N_CARDS + card] < count


def discard_card(s: State, card: i64) -> None:
    """WP 2.8, R4: a card is discarded openly; a copy that everybody knew of goes first."""
    seat = s.turn
    place = seat * N_CARDS + card
    if s.known[place]:
        s.known[place] -= 1
    elif s.pile_outs:
        s.trail = append(s.trail, seat * TRAIL_SEAT + card * HAND_SIZE + s.hidden(seat) - 1)
    s.hand[place] -= 1
    s.held[seat] -= 1
    s.discard[card] += 1


def legal_place(s: State) -> vec[i64]:
    """WP 2.4, WP 2.5, WP 2.6: a free space or a court with room, in reach of what was played."""
    legal = vec[i64]()
    seat = s.turn
    for country in range(N_COUNTRIES):
        if s.can_place_cloister(seat, country) and s.card_reaches(s.card, s.joker, country):
            for space in range(FIRST_SPACE[country], FIRST_SPACE[country + 1]):
                if s.owner[space] == NOBODY:
                    legal = append(legal, FIRST_CLOISTER + space)
    for country in range(N_COUNTRIES):
        if s.can_place_advisor(seat, country) and s.card_reaches(s.card, s.joker, country):
            legal = append(legal, FIRST_ADVISOR + country)
    return legal


def apply_place(s: State, action: i64, sink: list[Event] | None) -> None:
    """WP 2.4, WP 2.5: the piece stands; a second one may follow in the same country."""
    second = s.country != NONE
    if action >= FIRST_ADVISOR:
        place_advisor(s, action - FIRST_ADVISOR, sink)
    else:
        place_cloister(s, action - FIRST_CLOISTER, sink)
    s.card = NONE
    s.joker = 0
    if ends_for_lack_of_room(s, sink):
        return
    if not second and may_go_on(s):
        s.phase = MORE
    else:
        begin_taking(s, sink)


def place_cloister(s: State, space: i64, sink: list[Event] | None) -> None:
    """WP 2.4: the cloister stands on its space and may raise the limit for advisors."""
    seat = s.turn
    country = COUNTRY_OF[space]
    place = seat * N_COUNTRIES + country
    s.owner[space] = seat
    s.cloisters[place] += 1
    s.cloisters_left[seat] -= 1
    s.free[country] -= 1
    s.most[country] = max(s.most[country], s.cloisters[place])
    s.country = country
    if sink is not None:
        sink.append(Event("cloister_placed", {"seat": int(seat), "space": SPACES[space]}))


def place_advisor(s: State, country: i64, sink: list[Event] | None) -> None:
    """WP 2.5: the advisor stands at the court."""
    seat = s.turn
    s.advisors[seat * N_COUNTRIES + country] += 1
    s.advisors_left[seat] -= 1
    s.court[country] += 1
    s.country = country
    if sink is not None:
        sink.append(Event("advisor_placed", {"seat": int(seat), "country": COUNTRIES[country]}))


def may_go_on(s: State) -> bool:
    """WP 2.1, WP 2.4: a second piece fits; asked whether or not the hand has a card for it."""
    return s.held[s.turn] > 0 and not s.is_fresh() and s.can_place(s.turn, s.country)


def legal_more(s: State) -> vec[i64]:
    """WP 2.1, WP 2.3: play for a second piece in the same country, or finish."""
    return legal_cards(s, vec[i64]([FINISH]))


def apply_more(s: State, action: i64, sink: list[Event] | None) -> None:
    """WP 2.1: on with the second piece, or with the refill."""
    if action == FINISH:
        begin_taking(s, sink)
    else:
        play_cards(s, action, sink)
