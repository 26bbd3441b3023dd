"""What happened in the turn that is on, one thing after the other."""

from __future__ import annotations

from dalang.engine.api import CHANCE, WATCHER, Event
from dalang.server.rendering.pages import words_of
from dalang.server.rendering.story import LOG_LINES, TOGETHER, Storyteller
from dalang.server.tables.game_log import LoggedEvent


def teller() -> Storyteller:
    def draw(actor: int, words: str, points: int, scorer: int) -> str:
        return f"{actor} {words} {points} {scorer}"

    return Storyteller(words_of("cards_and_karma", "en", ("Ada", "Bea")), draw)


def logged(number: int, actor: int, event: Event) -> LoggedEvent:
    return LoggedEvent(number, actor, event)


def steps(*happened: tuple[int, int]) -> list[tuple[int, int]]:
    """The steps told after what happened: log number and place, of number and actor."""
    event = Event("gained_karma", {"seat": 1, "amount": 1})
    told = [logged(number, actor, event) for number, actor in happened]
    found = teller().steps(told)
    assert all(step.words == "Bea gains 1 karma." for step in found)
    return [(step.number, step.place) for step in found]


def test_a_turn_begins_when_somebody_else_acts() -> None:
    assert steps((1, 0), (1, 0), (2, 1), (2, 1), (3, CHANCE), (4, 1)) == [
        (2, 0),
        (2, 1),
        (3, 0),
        (4, 0),
    ]


def test_what_chance_did_for_somebody_else_is_no_step_of_this_turn() -> None:
    assert steps((1, 0), (2, CHANCE), (3, 1)) == [(3, 0)]


def test_after_the_end_the_turn_that_scored_last_is_told() -> None:
    turned = Event("turned_left", {"seat": 0, "reward": "karma2", "place": 6, "points": 1})
    other = Event("gained_karma", {"seat": 0, "amount": 2})
    events = [(1, 1, turned), (2, 0, other), (2, 0, turned), (3, 0, other), (4, 1, other)]
    told = [logged(*one) for one in events]
    assert [step.key for step in teller().steps(told, over=True)] == ["gained_karma", "turned_left"]
    assert teller().steps(told[1:2], over=True) == []


def test_before_anybody_has_acted_chance_alone_is_told() -> None:
    assert steps() == []
    assert steps((0, CHANCE), (1, CHANCE)) == [(0, 0), (1, 0)]


def lines(teller: Storyteller, told: list[LoggedEvent], viewer: int) -> tuple[list[str], list[str]]:
    """Who acted, newest first: what is new to a viewer, and the rest."""
    log = teller.log(told, viewer)
    new, old = str(log.fresh), str(log.old)
    return [one.split()[0] for one in new.split("|")[:-1]], [
        one.split()[0] for one in old.split("|")[:-1]
    ]


def scribe() -> Storyteller:
    def draw(actor: int, words: str, points: int, scorer: int) -> str:
        return f"{actor} {words}|"

    return Storyteller(words_of("cards_and_karma", "en", ("Ada", "Bea")), draw)


def test_old_lines_go_in_batches() -> None:
    event, one = Event("gained_karma", {"seat": 1, "amount": 1}), scribe()
    told = [logged(number, number, event) for number in range(200)]
    ends = [lines(one, told[:count], WATCHER)[1][-1] for count in range(1, 200)]
    assert sorted(set(ends), key=int) == [str(first) for first in range(0, 160, TOGETHER)]
    assert all(int(end) <= max(0, count - LOG_LINES) for count, end in enumerate(ends, 1))


def test_what_was_taken_back_is_not_told_again() -> None:
    event, one = Event("gained_karma", {"seat": 1, "amount": 1}), scribe()
    told = [logged(number, actor, event) for number, actor in enumerate((0, 1, 0, 1, 1))]
    assert lines(one, told, 0) == (["1", "1"], ["0", "1", "0"])
    assert lines(one, told, WATCHER) == ([], ["1", "1", "0", "1", "0"])
    told[3:] = [logged(5, 0, event), logged(6, 0, event)]
    assert lines(one, told, WATCHER) == ([], ["0", "0", "0", "1", "0"])
    assert lines(one, told, 1) == (["0", "0", "0"], ["1", "0"])
