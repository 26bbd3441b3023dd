"""Why an action is not allowed, with the paragraph that says so.

Only what the seat to move knows is used: its own hand and what lies open.
"""

from __future__ import annotations

from dalang.engine.api import Reason
from dalang.games.bali.actions import (
    AS_THEY_ARE,
    DRAW,
    FIRST_DISCARD,
    FIRST_EXEMPT,
    FIRST_LAY,
    FIRST_PLAY,
    FIRST_PUT,
    FIRST_SHOW,
    FIRST_TAKE,
    FIRST_TARGET,
    FLEE,
    PASS,
    STOP,
)
from dalang.games.bali.components import (
    CARDS,
    FIRST_DALANG,
    ISLANDS,
    N_CARDS,
    N_ISLANDS,
    NAMES_ISLAND,
)
from dalang.games.bali.state import (
    ANSWER,
    BLOCK,
    EXEMPT,
    FLIGHT,
    LAY,
    PHASES,
    PUTTING,
    RAISE,
    REWARD,
    SECOND,
    SHOW,
    TAKING,
    TARGET,
    TURN,
    USE_ARTIST,
    USE_SCHOLAR,
    WARD,
    State,
)

# What is being asked instead, by phase.
_NOW = {
    TURN: "BA 2.3",
    EXEMPT: "BA 3.1",
    WARD: "BA 3.1",
    FLIGHT: "BA 3.2",
    SECOND: "BA 3.3",
    REWARD: "BA 3.3",
    USE_SCHOLAR: "BA 3.4",
    USE_ARTIST: "BA 3.5",
    ANSWER: "BA 2.3",
    SHOW: "BA 4.1",
    RAISE: "BA 4.2",
    TARGET: "BA 6.1",
    BLOCK: "BA 6.2",
    LAY: "BA 6.3",
}


def why_not(s: State, action: int) -> Reason:
    """The reason for an action that legal_actions() does not name."""
    if action < FIRST_PLAY:
        return _why_not_word(s, action)
    if action < FIRST_SHOW:
        return _why_not_play(s, action - int(FIRST_PLAY))
    if action < FIRST_TARGET:
        return _why_not_show(s, action - int(FIRST_SHOW) + 1)
    if action < FIRST_EXEMPT:
        return _why_not_target(s, action - int(FIRST_TARGET))
    if action < FIRST_PUT:
        return _why_not_exempt(s, action - int(FIRST_EXEMPT))
    if action < FIRST_TAKE:
        card, island = divmod(action - int(FIRST_PUT), int(N_ISLANDS))
        return _why_not_put(s, card, island)
    if action < FIRST_DISCARD:
        return _why_not_take(s, action - int(FIRST_TAKE))
    if action < FIRST_LAY:
        return _why_not_discard(s, action - int(FIRST_DISCARD))
    return _why_not_lay(s, action - int(FIRST_LAY))


def why_passed_over(s: State, seat: int) -> Reason | None:
    """BA 3.1, BA 3.2: who has fled or is exempt takes no part."""
    if s.fled[seat]:
        return Reason("BA 3.2", "you_fled", {})
    if s.exempt == seat:
        return Reason("BA 3.1", "you_are_exempt", {})
    return None


def _why_not_word(s: State, action: int) -> Reason:
    if action == FLEE and s.phase != FLIGHT:
        return Reason("BA 3.1", "flee_from_warrior", {})
    if action == DRAW:
        return Reason("BA 2.2", "no_draw_now", {})
    if action == AS_THEY_ARE:
        return Reason("BA 6.3", "no_laying_now", {})
    if action == PASS and s.phase == SHOW:
        return Reason("BA 4.1", "show_at_least_one", {})
    if action == STOP and s.phase == FLIGHT:
        return Reason("BA 3.2", "save_three", {})
    return _not_now(s)


def _why_not_play(s: State, card: int) -> Reason:
    if s.phase == TURN:
        if _held(s, card) == 1:
            return Reason("BA 4.1", "needs_another", {"card": CARDS[card]})
        return _not_in_hand(card)
    if s.phase in (WARD, ANSWER, SECOND):
        if card != s.led:
            return Reason("BA 2.3", "other_kind", {"card": CARDS[card], "led": CARDS[s.led]})
        return _not_in_hand(card)
    if s.phase == BLOCK:
        if card < FIRST_DALANG:
            return Reason("BA 6.2", "only_dalang_blocks", {"card": CARDS[card]})
        if not NAMES_ISLAND[card * int(N_ISLANDS) + int(s.target)]:
            island = ISLANDS[s.target]
            return Reason("BA 6.2", "wrong_island", {"card": CARDS[card], "island": island})
        return _not_in_hand(card)
    return _not_now(s)


def _why_not_show(s: State, count: int) -> Reason:
    if s.phase not in (SHOW, RAISE):
        return Reason("BA 4.1", "no_contest", {})
    if count <= s.best:
        return Reason("BA 4.2", "show_more", {"best": int(s.best)})
    return Reason("BA 4.1", "not_so_many", {"count": count, "card": CARDS[s.led]})


def _why_not_target(s: State, island: int) -> Reason:
    if s.phase != TARGET:
        return Reason("BA 6.1", "dalang_card_first", {})
    if island == s.island:
        return Reason("BA 6.1", "already_there", {"island": ISLANDS[island]})
    return Reason("BA 6.1", "not_on_card", {"island": ISLANDS[island], "card": CARDS[s.led]})


def _why_not_exempt(s: State, seat: int) -> Reason:
    if s.phase != EXEMPT:
        return Reason("BA 3.1", "no_exempting_now", {})
    if seat >= s.players:
        return Reason("BA 1.3", "nobody_sits_there", {})
    return Reason("BA 3.1", "exempt_another", {})


def _why_not_put(s: State, card: int, island: int) -> Reason:
    if s.phase not in (FLIGHT, USE_SCHOLAR):
        return Reason("BA 3.4", "piles_need_scholar", {})
    if island == s.island:
        paragraph = "BA 3.2" if s.phase == FLIGHT else "BA 3.4"
        return Reason(paragraph, "no_pile_here", {"island": ISLANDS[island]})
    if s.phase == USE_SCHOLAR and s.use == TAKING:
        return Reason("BA R3", "taking_already", {})
    return _not_in_hand(card)


def _why_not_take(s: State, island: int) -> Reason:
    if s.phase != USE_SCHOLAR:
        return Reason("BA 3.4", "piles_need_scholar", {})
    if island == s.island:
        return Reason("BA 3.4", "no_pile_here", {"island": ISLANDS[island]})
    if s.use == PUTTING:
        return Reason("BA R3", "putting_already", {})
    return Reason("BA 3.4", "empty_pile", {"island": ISLANDS[island]})


def _why_not_discard(s: State, card: int) -> Reason:
    if s.phase != USE_ARTIST:
        return Reason("BA 3.5", "exchange_needs_artist", {})
    return _not_in_hand(card)


def _why_not_lay(s: State, card: int) -> Reason:
    if s.phase != LAY:
        return Reason("BA 6.3", "no_laying_now", {})
    if _held(s, card):
        return Reason("BA 6.3", "all_alike", {})
    return _not_in_hand(card)


def _held(s: State, card: int) -> int:
    return int(s.hand[int(s.turn) * int(N_CARDS) + card])


def _not_in_hand(card: int) -> Reason:
    return Reason("BA 2.1", "not_in_hand", {"card": CARDS[card]})


def _not_now(s: State) -> Reason:
    """Something else is being asked."""
    return Reason(_NOW[s.phase], f"now_{PHASES[s.phase]}", {})
