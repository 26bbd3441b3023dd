"""Why an action is not allowed, with the paragraph that says so.

Only what the seat to move knows is used: its own hand and what lies open.
"""

from __future__ import annotations

from dalang.engine.api import Args, Phrase, Reason
from dalang.engine.reasons import OTHERWISE, Why, find_reason, of_the_action
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


def why_not(s: State, action: Phrase) -> Reason:
    """The reason for an action that legal_actions() does not name."""
    return find_reason(s, int(s.phase), action, _AGAINST, _INSTEAD)


# --- cards --------------------------------------------------------------------------


def _play(s: State, args: Args) -> Reason:
    card = CARDS.index(args["card"])
    if not _in_hand(s, card):
        return Reason("WP 2.2", "not_in_hand", args)
    if s.country != NONE and not s.names_country(card, s.country):
        return Reason("WP 2.1", "second_country", {**args, "country": COUNTRIES[s.country]})
    return Reason("WP 2.3", "card_places_nothing", args)


def _joker(s: State, args: Args) -> Reason:
    held = _in_hand(s, CARDS.index(args["card"]))
    if held == 0:
        return Reason("WP 2.2", "not_in_hand", args)
    if held == 1:
        return Reason("WP 2.3", "joker_needs_two", args)
    return Reason("WP 2.3", "joker_places_nothing", {})


def _in_hand(s: State, card: int) -> int:
    return int(s.hand[int(s.turn) * int(N_CARDS) + card])


def _no_more(s: State, args: Args) -> Reason:
    """A turn's placing is over: why no more cards are played."""
    if s.country == NONE:
        return _EXCHANGED_ALREADY
    country: Args = {"country": COUNTRIES[s.country]}
    if s.is_fresh():
        return Reason("WP 2.4", "one_in_empty_country", country)
    return Reason("WP 2.1", "placed_already", country)


def _exchange(s: State, args: Args) -> Reason:
    if s.country != NONE:
        return Reason("WP 2.7", "exchange_or_place", {})
    if s.phase == TAKE:
        return _EXCHANGED_ALREADY
    if s.phase == PLACE:
        return _INSTEAD[PLACE]
    return Reason("WP 2.7", "not_in_hand", args)


# --- pieces -------------------------------------------------------------------------


def _cloister(s: State, args: Args) -> Reason:
    space = SPACES.index(args["space"])
    if not s.card_reaches(s.card, s.joker, COUNTRY_OF[space]):
        return _wrong_country(s, int(COUNTRY_OF[space]))
    if s.owner[space] != NOBODY:
        return Reason("WP 2.4", "space_taken", {**args, "owner": int(s.owner[space])})
    return Reason("WP 2.6", "no_cloister_left", {})


def _advisor(s: State, args: Args) -> Reason:
    country = COUNTRIES.index(args["country"])
    if not s.card_reaches(s.card, s.joker, country):
        return _wrong_country(s, country)
    if s.is_empty(country):
        return Reason("WP 2.4", "cloister_first", args)
    if s.advisors_left[s.turn] == 0:
        return Reason("WP 2.6", "no_advisor_left", {})
    return Reason("WP 2.5", "court_full", {**args, "limit": int(s.most[country])})


def _second_piece(s: State, args: Args) -> Reason:
    """A second piece is named while no card has been played for it."""
    if "space" in args:
        country = int(COUNTRY_OF[SPACES.index(args["space"])])
    else:
        country = COUNTRIES.index(args["country"])
    if country != s.country:
        return _wrong_country(s, country)
    return _CARD_FIRST


def _wrong_country(s: State, country: int) -> Reason:
    if s.country != NONE:
        return Reason("WP 2.1", "one_country", {"country": COUNTRIES[s.country]})
    return Reason("WP 2.2", "wrong_country", {"card": CARDS[s.card], "country": COUNTRIES[country]})


# --- all together -------------------------------------------------------------------

_CARD_FIRST = Reason("WP 2.2", "card_first", {})
_EXCHANGED_ALREADY = Reason("WP 2.7", "exchanged_already", {})

_AGAINST: dict[str, dict[int, Why[State]]] = {
    "do_finish": {TURN: Reason("WP 2.7", "no_passing", {})},
    "do_play": {TURN: _play, MORE: _play, TAKE: _no_more},
    "do_joker": {TURN: _joker, MORE: _joker, TAKE: _no_more},
    "do_exchange": {OTHERWISE: _exchange},
    "do_take": {TAKE: of_the_action("WP 2.8", "not_open")},
    "do_cloister": {TURN: _CARD_FIRST, PLACE: _cloister, MORE: _second_piece, TAKE: _no_more},
    "do_advisor": {TURN: _CARD_FIRST, PLACE: _advisor, MORE: _second_piece, TAKE: _no_more},
}

# What is asked instead, by phase.
_INSTEAD: dict[int, Reason] = {
    TURN: Reason("WP 2.7", "place_or_exchange", {}),
    PLACE: Reason("WP 2.3", "place_first", {}),
    MORE: Reason("WP 2.1", "second_piece_or_finish", {}),
    TAKE: Reason("WP 2.8", "take_first", {}),
}
