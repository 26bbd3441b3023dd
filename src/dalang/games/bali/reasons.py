"""Why an action is not allowed, with the paragraph that says so.

Only what the seat to move knows is used: its own hand and what lies open.
"""

from __future__ import annotations

from typing import cast

from dalang.engine.api import Args, Phrase, Reason
from dalang.engine.reasons import OTHERWISE, Why, find_reason
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


def why_not(s: State, action: Phrase) -> Reason:
    """The reason for an action that legal_actions() does not name."""
    return find_reason(s, int(s.phase), action, _AGAINST, _INSTEAD)


def why_passed_over(s: State, seat: int) -> Reason | None:
    """BA 3.1, BA 3.2: who has fled or is exempt takes no part."""
    if s.fled[seat]:
        return Reason("BA 3.2", "you_fled", {})
    if s.exempt == seat:
        return Reason("BA 3.1", "you_are_exempt", {})
    return None


def _lead(s: State, args: Args) -> Reason:
    return Reason("BA 4.1", "needs_another", args) if _held(s, args) == 1 else _not_in_hand(s, args)


def _answer(s: State, args: Args) -> Reason:
    led = CARDS[s.led]
    if args["card"] != led:
        return Reason("BA 2.3", "other_kind", {**args, "led": led})
    return _not_in_hand(s, args)


def _block(s: State, args: Args) -> Reason:
    card = CARDS.index(args["card"])
    if card < FIRST_DALANG:
        return Reason("BA 6.2", "only_dalang_blocks", args)
    if not NAMES_ISLAND[card * int(N_ISLANDS) + int(s.target)]:
        return Reason("BA 6.2", "wrong_island", {**args, "island": ISLANDS[s.target]})
    return _not_in_hand(s, args)


def _show(s: State, args: Args) -> Reason:
    if cast("int", args["count"]) <= s.best:
        return Reason("BA 4.2", "show_more", {"best": int(s.best)})
    return Reason("BA 4.1", "not_so_many", {**args, "card": CARDS[s.led]})


def _target(s: State, args: Args) -> Reason:
    if args["island"] == ISLANDS[s.island]:
        return Reason("BA 6.1", "already_there", args)
    return Reason("BA 6.1", "not_on_card", {**args, "card": CARDS[s.led]})


def _exempt(s: State, args: Args) -> Reason:
    if cast("int", args["exempt"]) >= s.players:
        return Reason("BA 1.3", "nobody_sits_there", {})
    return Reason("BA 3.1", "exempt_another", {})


def _put(s: State, args: Args) -> Reason:
    if args["island"] == ISLANDS[s.island]:
        paragraph = "BA 3.2" if s.phase == FLIGHT else "BA 3.4"
        return Reason(paragraph, "no_pile_here", {"island": args["island"]})
    if s.phase == USE_SCHOLAR and s.use == TAKING:
        return Reason("BA R3", "taking_already", {})
    return _not_in_hand(s, {"card": args["card"]})


def _take(s: State, args: Args) -> Reason:
    if args["island"] == ISLANDS[s.island]:
        return Reason("BA 3.4", "no_pile_here", args)
    if s.use == PUTTING:
        return Reason("BA R3", "putting_already", {})
    return Reason("BA 3.4", "empty_pile", args)


def _lay(s: State, args: Args) -> Reason:
    return Reason("BA 6.3", "all_alike", {}) if _held(s, args) else _not_in_hand(s, args)


def _held(s: State, args: Args) -> int:
    return int(s.hand[int(s.turn) * int(N_CARDS) + CARDS.index(args["card"])])


def _not_in_hand(s: State, args: Args) -> Reason:
    return Reason("BA 2.1", "not_in_hand", args)


_FROM_WARRIORS = Reason("BA 3.1", "flee_from_warrior", {})
_NEEDS_SCHOLAR = Reason("BA 3.4", "piles_need_scholar", {})
_NO_LAYING = Reason("BA 6.3", "no_laying_now", {})

# What is asked instead, by phase.
_INSTEAD: dict[int, Reason] = {
    phase: Reason(paragraph, f"now_{PHASES[phase]}", {})
    for phase, paragraph in (
        (TURN, "BA 2.3"),
        (EXEMPT, "BA 3.1"),
        (WARD, "BA 3.1"),
        (FLIGHT, "BA 3.2"),
        (SECOND, "BA 3.3"),
        (REWARD, "BA 3.3"),
        (USE_SCHOLAR, "BA 3.4"),
        (USE_ARTIST, "BA 3.5"),
        (ANSWER, "BA 2.3"),
        (SHOW, "BA 4.1"),
        (RAISE, "BA 4.2"),
        (TARGET, "BA 6.1"),
        (BLOCK, "BA 6.2"),
        (LAY, "BA 6.3"),
    )
}

_AGAINST: dict[str, dict[int, Why[State]]] = {
    "do_pass": {SHOW: Reason("BA 4.1", "show_at_least_one", {})},
    "do_stop": {FLIGHT: Reason("BA 3.2", "save_three", {})},
    "do_flee": {FLIGHT: _INSTEAD[FLIGHT], OTHERWISE: _FROM_WARRIORS},
    "do_draw": {OTHERWISE: Reason("BA 2.2", "no_draw_now", {})},
    "do_as_they_are": {OTHERWISE: _NO_LAYING},
    "do_play": {TURN: _lead, WARD: _answer, ANSWER: _answer, SECOND: _answer, BLOCK: _block},
    "do_show": {SHOW: _show, RAISE: _show, OTHERWISE: Reason("BA 4.1", "no_contest", {})},
    "do_target": {TARGET: _target, OTHERWISE: Reason("BA 6.1", "dalang_card_first", {})},
    "do_exempt": {EXEMPT: _exempt, OTHERWISE: Reason("BA 3.1", "no_exempting_now", {})},
    "do_put": {FLIGHT: _put, USE_SCHOLAR: _put, OTHERWISE: _NEEDS_SCHOLAR},
    "do_take": {USE_SCHOLAR: _take, OTHERWISE: _NEEDS_SCHOLAR},
    "do_discard": {
        USE_ARTIST: _not_in_hand,
        OTHERWISE: Reason("BA 3.5", "exchange_needs_artist", {}),
    },
    "do_lay": {LAY: _lay, OTHERWISE: _NO_LAYING},
}
