"""Why an action is not allowed, with the paragraph that says so.

Only what the seat to move knows is used: its own hand and what lies open.
"""

from __future__ import annotations

from dalang.engine.api import Args, Reason
from dalang.games.web_of_power.actions import (
    FINISH,
    FIRST_ADVISOR,
    FIRST_CLOISTER,
    FIRST_EXCHANGE,
    FIRST_JOKER,
    FIRST_PLAY,
    FIRST_TAKE,
    REST,
)
from dalang.games.web_of_power.components import (
    CARDS,
    COUNTRIES,
    COUNTRY_OF,
    N_CARDS,
    NOBODY,
    NONE,
    SPACES,
)
from dalang.games.web_of_power.state import MORE, PLACE, TAKE, TURN, State


def why_not(s: State, action: int) -> Reason:
    """The reason for an action that legal_actions() does not name."""
    if action == FINISH:
        return Reason("WP 2.7", "no_passing", {}) if s.phase == TURN else _not_now(s)
    if action == REST:
        return _not_now(s)
    if action < FIRST_JOKER:
        return _why_not_cards(s, action - int(FIRST_PLAY), 0)
    if action < FIRST_EXCHANGE:
        return _why_not_cards(s, action - int(FIRST_JOKER), 1)
    if action < FIRST_TAKE:
        return _why_not_exchange(s, action - int(FIRST_EXCHANGE))
    if action < FIRST_CLOISTER:
        return _why_not_take(s, action - int(FIRST_TAKE))
    if action < FIRST_ADVISOR:
        return _why_not_cloister(s, action - int(FIRST_CLOISTER))
    return _why_not_advisor(s, action - int(FIRST_ADVISOR))


def _in_hand(s: State, card: int) -> int:
    return int(s.hand[int(s.turn) * int(N_CARDS) + card])


def _why_not_cards(s: State, card: int, joker: int) -> Reason:
    if s.phase == TAKE:
        return _why_not_again(s)
    if s.phase == PLACE:
        return _not_now(s)
    if _in_hand(s, card) == 0:
        return Reason("WP 2.2", "not_in_hand", {"card": CARDS[card]})
    if joker and _in_hand(s, card) == 1:
        return Reason("WP 2.3", "joker_needs_two", {"card": CARDS[card]})
    if s.country != NONE and not joker and not s.names_country(card, s.country):
        args: Args = {"card": CARDS[card], "country": COUNTRIES[s.country]}
        return Reason("WP 2.1", "second_country", args)
    if joker:
        return Reason("WP 2.3", "joker_places_nothing", {})
    return Reason("WP 2.3", "card_places_nothing", {"card": CARDS[card]})


def _why_not_again(s: State) -> Reason:
    """A turn's placing is over: why no more cards are played."""
    if s.country == NONE:
        return Reason("WP 2.7", "exchanged_already", {})
    country: Args = {"country": COUNTRIES[s.country]}
    if s.is_fresh():
        return Reason("WP 2.4", "one_in_empty_country", country)
    return Reason("WP 2.1", "placed_already", country)


def _why_not_exchange(s: State, card: int) -> Reason:
    if s.country != NONE:
        return Reason("WP 2.7", "exchange_or_place", {})
    if s.phase == TAKE:
        return Reason("WP 2.7", "exchanged_already", {})
    if s.phase == PLACE:
        return _not_now(s)
    return Reason("WP 2.7", "not_in_hand", {"card": CARDS[card]})


def _why_not_take(s: State, card: int) -> Reason:
    if s.phase == TAKE:
        return Reason("WP 2.8", "not_open", {"card": CARDS[card]})
    return _not_now(s)


def _why_not_cloister(s: State, space: int) -> Reason:
    country = int(COUNTRY_OF[space])
    if s.phase != PLACE:
        return _why_no_piece_now(s, country)
    if not s.card_reaches(s.card, s.joker, country):
        return _wrong_country(s, country)
    if s.owner[space] != NOBODY:
        return Reason(
            "WP 2.4", "space_taken", {"space": SPACES[space], "owner": int(s.owner[space])}
        )
    return Reason("WP 2.6", "no_cloister_left", {})


def _why_not_advisor(s: State, country: int) -> Reason:
    if s.phase != PLACE:
        return _why_no_piece_now(s, country)
    if not s.card_reaches(s.card, s.joker, country):
        return _wrong_country(s, country)
    if s.is_empty(country):
        return Reason("WP 2.4", "cloister_first", {"country": COUNTRIES[country]})
    if s.advisors_left[s.turn] == 0:
        return Reason("WP 2.6", "no_advisor_left", {})
    args: Args = {"country": COUNTRIES[country], "limit": int(s.most[country])}
    return Reason("WP 2.5", "court_full", args)


def _why_no_piece_now(s: State, country: int) -> Reason:
    """A piece is named while no card has been played for it."""
    if s.phase == TAKE:
        return _why_not_again(s)
    if s.phase == MORE and country != s.country:
        return _wrong_country(s, country)
    return Reason("WP 2.2", "card_first", {})


def _wrong_country(s: State, country: int) -> Reason:
    if s.country != NONE:
        args: Args = {"country": COUNTRIES[s.country]}
        return Reason("WP 2.1", "one_country", args)
    return Reason("WP 2.2", "wrong_country", {"card": CARDS[s.card], "country": COUNTRIES[country]})


def _not_now(s: State) -> Reason:
    """Something else is being asked."""
    if s.phase == PLACE:
        return Reason("WP 2.3", "place_first", {})
    if s.phase == MORE:
        return Reason("WP 2.1", "second_piece_or_finish", {})
    if s.phase == TAKE:
        return Reason("WP 2.8", "take_first", {})
    return Reason("WP 2.7", "place_or_exchange", {})
