"""Clocks: what a rule gives, what a log has cost, and what taking back does not bring."""

from __future__ import annotations

import pytest

from dalang.engine.errors import BadTable
from dalang.server.storage import UNDO, Entry, now
from dalang.server.tables.clocks import FIRST, MOST_LAG, ClockRule, GameClock, clock_rule

ADA, BOB, CHANCE = 0, 1, -1


def a_clock(rule: str, *log: tuple[int, str, int]) -> GameClock:
    """After some entries: who, what, and what it has cost in milliseconds."""
    read = clock_rule(rule)
    assert read is not None
    clock = GameClock.new(read, 2)
    for number, (actor, text, spent) in enumerate(log):
        clock = clock.after(Entry(number, actor, text, now(), spent))
    return clock


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("600+10", ClockRule(600, 10)),
        ("60+0", ClockRule(60, 0)),
        ("60", ClockRule(decision=60)),
        ("86400+600", ClockRule(86400, 600)),
    ],
)
def test_a_rule_is_a_short_text(text: str, rule: ClockRule) -> None:
    assert clock_rule(text) == rule
    assert str(rule) == text


def test_no_text_is_no_clock() -> None:
    assert clock_rule("") is None


@pytest.mark.parametrize(
    "text",
    [
        "-5",
        "0",
        "9",
        "0+10",
        "59+10",
        "600+-1",
        "600+601",
        "86401",
        "86401+0",
        "1e3",
        "600 + 10",
        "9999999999999999999999",
        "٣٠",
        "600+10+10",
        "+",
        "six",
        " 60",
        "60\n",
        "NaN",
        "60.5",
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadTable, match="A clock "):
        clock_rule(text)


def test_a_turn_costs_time_and_the_next_one_brings_some() -> None:
    before = a_clock("600+10")
    assert (before.left(ADA), before.left(BOB)) == (610_000, 610_000)
    played = a_clock("600+10", (ADA, "a", 30_000))
    assert (played.left(ADA), played.left(BOB)) == (580_000, 610_000)
    answered = a_clock("600+10", (ADA, "a", 30_000), (BOB, "b", 5_000))
    assert (answered.left(ADA), answered.left(BOB)) == (590_000, 605_000)


def test_several_decisions_in_a_row_are_one_turn() -> None:
    clock = a_clock("600+10", (ADA, "a", 1_000), (ADA, "b", 1_000), (CHANCE, "c", 0), (ADA, "d", 1))
    assert clock.left(ADA) == 610_000 - 2_001


def test_taking_back_brings_nothing_however_often() -> None:
    log = [(ADA, "a", 1_000), (BOB, "b", 2_000), (ADA, "a", 1_000)]
    once = a_clock("600+10", *log)
    for _ in range(5):
        log += [(ADA, UNDO, 500), (ADA, "a", 500)]
    often = a_clock("600+10", *log)
    assert often.left(ADA) == once.left(ADA) - 5_000
    assert often.left(BOB) == once.left(BOB), "who was asked meanwhile has lost nothing"


def test_a_decision_has_its_own_time() -> None:
    clock = a_clock("60", (ADA, "a", 59_000))
    assert (clock.left(ADA), clock.left(BOB)) == (60_000, 60_000)


def test_a_decision_that_was_taken_back_has_no_new_time() -> None:
    clock = a_clock("60", (ADA, "a", 20_000), (ADA, UNDO, 30_000))
    assert clock.left(ADA) == 30_000
    clock = a_clock("60", (ADA, "a", 0), (ADA, UNDO, 30_000), (ADA, "a", 10_000))
    assert clock.left(ADA) == 20_000, "the same decision again"
    clock = a_clock("60", (ADA, "a", 0), (ADA, UNDO, 30_000), (ADA, "a", 0), (ADA, "b", 0))
    assert clock.left(ADA) == 60_000, "a decision that was not reached before"


def test_the_first_half_minute_is_free() -> None:
    clock = a_clock("60")
    assert clock.until_zero(ADA, 0) == 60_000 + FIRST
    assert clock.spent(ADA, FIRST) == 0
    assert clock.spent(ADA, FIRST + 10) == 10
    later = a_clock("60", (ADA, "a", 0))
    assert later.until_zero(ADA, 0) == 60_000
    assert later.until_zero(BOB, 0) == 60_000 + FIRST


def test_what_the_network_took_is_given_back_up_to_a_bound() -> None:
    clock = a_clock("60", (ADA, "a", 0))
    assert clock.spent(ADA, 5_000, 300) == 4_700
    assert clock.spent(ADA, 5_000, 3_600_000) == 5_000 - MOST_LAG
    assert clock.spent(ADA, 5_000, -3_600_000) == 5_000
    assert clock.spent(ADA, 200, 900) == 0


def test_nobody_has_less_than_nothing() -> None:
    clock = a_clock("60+0", (ADA, "a", 0))
    assert clock.spent(ADA, 10**9) == 60_000
    assert clock.after(Entry(1, ADA, "b", now(), 60_000)).left(ADA) == 0
