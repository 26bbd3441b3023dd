"""What happened, in words: the log by turns, the last move, what a round brought, and steps."""

from __future__ import annotations

import json

from dalang.engine.api import CHANCE, EVERYONE, WATCHER, Event
from dalang.engine.words import Words
from dalang.registry import game
from dalang.server.rendering.moments import words_of
from dalang.server.rendering.story import LOG_LINES, TOGETHER, LogEntry, Storyteller
from dalang.server.tables.game_log import LoggedEvent
from dalang.server.tables.seat_notices import BACK, LENT, SeatNotice
from dalang.server.words import VOCABULARY

KEY = "cards_and_karma"  # for an example


def teller(language: str = "en") -> Storyteller:
    """Writes every entry of the log as its seat and what is said, and ends it with a bar."""

    def draw(entry: LogEntry) -> str:
        folded = f" ({', '.join(entry.folded)})" if entry.folded else ""
        points = f" {entry.points:+}" if entry.points else ""
        said = "; ".join(entry.clauses)
        return f"{entry.kind}:{entry.seat} {entry.name} {said}{folded}{points}|"

    words = words_of(KEY, language, ("Ada", "Bea"))
    return Storyteller(game(KEY), words, Words(VOCABULARY, language), draw)


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
    """Whom the entries are about, newest first: what is new to a viewer, and the rest."""
    log = teller.log(told, viewer)
    new, old = str(log.fresh), str(log.old)
    return [one.split()[0][-1] for one in new.split("|")[:-1]], [
        one.split()[0][-1] for one in old.split("|")[:-1]
    ]


def gained(number: int, actor: int, seat: int = -1) -> LoggedEvent:
    """Somebody gains karma, by their own doing if nobody else is named."""
    event = Event("gained_karma", {"seat": actor if seat < 0 else seat, "amount": number + 1})
    return logged(number, actor, event)


def test_old_lines_go_in_batches() -> None:
    one = teller()
    told = [gained(number, number % 2) for number in range(200)]
    ends = [str(one.log(told[:count], WATCHER).old).split("|")[-2] for count in range(1, 200)]
    firsts = [int(end.split(" gains ")[1].split()[0]) - 1 for end in ends]
    assert sorted(set(firsts)) == list(range(0, 160, TOGETHER))
    assert all(first <= max(0, count - LOG_LINES) for count, first in enumerate(firsts, 1))


def test_what_was_taken_back_is_not_told_again() -> None:
    one = teller()
    told = [gained(number, actor) for number, actor in enumerate((0, 1, 0, 1, 1))]
    assert lines(one, told, 0) == (["1"], ["0", "1", "0"])
    assert lines(one, told, WATCHER) == ([], ["1", "0", "1", "0"])
    told[3:] = [gained(5, 0), gained(6, 0)]
    assert lines(one, told, WATCHER) == ([], ["0", "1", "0"])
    assert lines(one, told, 1) == (["0"], ["1", "0"])


# --- the log, turn by turn --------------------------------------------------------------------


def entries(told: list[LoggedEvent], viewer: int = WATCHER) -> list[str]:
    return str(teller().log(told, viewer).old).split("|")[:-1]


def test_a_turn_is_one_entry_with_scoring_first_and_refills_folded() -> None:
    card = "blue ship 1"
    told = [
        logged(1, 0, Event("extra_turn", {"seat": 0})),
        logged(
            1, 0, Event("turned_left", {"seat": 0, "reward": "karma2", "place": 1, "points": 1})
        ),
        logged(2, CHANCE, Event("laid_out", {"card": card})),
        logged(3, CHANCE, Event("laid_out", {"card": card})),
        logged(4, CHANCE, Event("top_shown", {"card": card})),
    ]
    assert entries(told) == [
        "turn:0 Ada returns 3 fame and turns the leftmost score card: 2 karma; has an extra turn"
        " (2 cards laid out) +1"
    ]


def test_an_entry_is_about_the_one_its_sentence_is_about_and_not_who_caused_it() -> None:
    assert entries([gained(1, 0), gained(1, 0, seat=1)]) == [
        "turn:1 Bea gains 2 karma",
        "turn:0 Ada gains 2 karma",
    ]


def test_equal_things_are_counted_and_rounds_are_headings_without_an_emblem() -> None:
    twice = [logged(1, 1, Event("extra_turn", {"seat": 1})) for _ in range(2)]
    heading = logged(1, 1, Event("round_begins", {"round": 2, "seat": 0}))
    assert entries([*twice, heading]) == [
        "heading:-1  Round 2: the elephant passes to Ada",
        "turn:1 Bea has an extra turn ×2",
    ]


def test_a_bot_that_takes_over_is_told_where_it_happened() -> None:
    told = [gained(1, 0), gained(5, 1), gained(9, 0)]
    notices = [SeatNotice(LENT, 1, 5), SeatNotice(BACK, 1, 12)]
    assert str(teller().log(told, WATCHER, notices).old).split("|")[:-1] == [
        "notice:1  Bea is back and plays again.",
        "turn:0 Ada gains 10 karma",
        "turn:1 Bea gains 6 karma",
        "notice:1  A bot now plays for Bea.",
        "turn:0 Ada gains 2 karma",
    ]
    fresh = str(teller().log(told, 1, [SeatNotice(BACK, 1, 12)]).fresh)
    assert fresh.startswith("notice:1  Bea is back")


# --- why a move was made for somebody ---------------------------------------------------------


def forced(number: int, seat: int, known_to: int) -> LoggedEvent:
    event = Event("gained_karma", {"seat": seat, "amount": 1})
    event.forced_for = known_to
    return logged(number, seat, event)


def test_that_there_was_no_choice_is_told_to_those_who_may_know_it() -> None:
    everybody = [forced(1, 1, EVERYONE)]
    assert "(no other choice)" in entries(everybody)[0]
    hidden = [forced(1, 1, 1)]
    assert "choice" not in entries(hidden)[0]
    assert "choice" not in entries(hidden, 0)[0]
    assert "(no other choice)" in entries(hidden, 1)[0]


def test_a_sentence_inside_another_begins_small_unless_it_begins_with_a_name() -> None:
    turn = [
        Event("took_die", {"seat": 1, "colour": "blue", "card": "silk1-blue"}),
        Event("die_seen", {"die": "blue 3"}, seen_by=1),
    ]
    ends = {"en": "your new die is blue 3", "nl": "je nieuwe dobbelsteen is blauw 3"}
    ends["de"] = "dein neuer Würfel ist Blau 3"
    for language, end in ends.items():
        heard = teller(language).heard([logged(1, 1, one) for one in turn], 1)
        assert heard[0].startswith("Bea ")
        assert heard[0].endswith(f"; {end}.")


def test_a_turn_that_does_not_begin_with_the_name_says_it_later_once() -> None:
    broken = Event("row_broken", {"seat": 1, "cards": ["ship2-blue"]})
    told = [logged(1, 1, broken), gained(1, 1), logged(1, 1, Event("extra_turn", {"seat": 1}))]
    assert teller().heard(told, 0) == [
        "The row of Bea is broken and discarded: ship 2; Bea gains 2 karma; has an extra turn."
    ]


# --- the last move ----------------------------------------------------------------------------


def test_the_last_move_is_the_newest_turn_of_another_and_stays_while_one_acts() -> None:
    told = [gained(1, 0), gained(2, 1), logged(3, 1, Event("extra_turn", {"seat": 1}))]
    last = teller().last(told, 0)
    assert last is not None
    assert last.entry.spoken == "Bea gains 3 karma; has an extra turn."
    assert (last.number, last.others) == (2, ())
    assert teller().last([*told, gained(4, 0)], 0) == last
    assert teller().last([*told, gained(4, 0), gained(5, 1)], 0) != last
    assert teller().last(told[:1], 0) is None


def test_what_changed_the_board_comes_first_and_is_marked_for_the_page() -> None:
    turned = Event("turned_left", {"seat": 1, "reward": "karma2", "place": 3, "points": 1})
    last = teller().last([logged(1, 1, Event("extra_turn", {"seat": 1})), logged(1, 1, turned)], 0)
    assert last is not None
    assert last.entry.clauses[0].startswith("returns 3 fame")
    assert last.entry.points == 1
    assert json.loads(last.marks) == [["score-1-3", 1, 0]]


def test_a_turn_that_says_little_gives_way_to_the_one_before() -> None:
    small = logged(2, 0, Event("no_goods", {"seat": 0}))
    last = teller().last([gained(1, 1), small], WATCHER)
    assert last is not None
    assert (last.entry.seat, last.others) == (1, (0,))
    alone = teller().last([small], WATCHER)
    assert alone is not None
    assert alone.entry.seat == 0


def test_a_turn_the_server_made_for_the_viewer_is_news_to_them() -> None:
    last = teller().last([gained(1, 0), gained(2, 1), forced(3, 0, EVERYONE)], 0)
    assert last is not None
    assert last.entry.spoken == "Ada gains 1 karma (no other choice)."


def test_what_is_heard_is_each_turn_once_and_no_refill_by_itself() -> None:
    told = [gained(1, 1), *(logged(n, CHANCE, Event("laid_out", {"card": "x"})) for n in (2, 3))]
    assert teller().heard(told, 0) == ["Bea gains 2 karma. 2 cards laid out."]
    assert teller().heard([], 0) == []


# --- what a round brought ---------------------------------------------------------------------


def test_a_round_that_is_over_says_who_got_what() -> None:
    one = teller()
    begins = [logged(n, 1, Event("round_begins", {"round": n, "seat": 0})) for n in (1, 4)]
    turned = Event("turned_right", {"seat": 1, "reward": "karma2", "place": 6, "points": 1})
    told = [begins[0], gained(2, 0), logged(3, 1, turned)]
    assert one.roundup(told) is None  # the first round has only begun
    found = one.roundup([*told, begins[1], gained(5, 0)])
    assert found is not None
    assert (found.number, found.words) == (4, "Round 4: the elephant passes to Ada.")
    assert [(gain.name, gain.points) for gain in found.gains] == [("Bea", 1), ("Ada", 0)]
    assert found.gains[0].sources == (("Score cards turned by coins", 1),)
