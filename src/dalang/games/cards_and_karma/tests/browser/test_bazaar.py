"""The river bazaar of Cards & Karma: whole games by clicks on its own cards, dice and tokens."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.axe import violations
from tests.browser.hosting import NEVER, Host
from tests.browser.playing import LEVEL, SECRET, course
from tests.browser.visiting import MOVE, ON_TABLE, Visit, Visitor

from dalang.engine.session import Step

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
GAME = "cards_and_karma"
LONGEST = 900.0  # seconds
PAID = """() => document.querySelector('#hand.paying')
  && document.querySelectorAll('#hand .bar .on').length"""  # what is left may go by itself
MOST_PAID = 100
DECISIONS = 27
LOOKED_AT = ("turn", "pay", "after")  # phases in which axe looks at the page
COVERED = """regions => {
  const wrong = []
  for (const button of document.querySelectorAll(regions)) {
    if (!button.checkVisibility()) continue
    const box = button.getBoundingClientRect()
    const strip = button.closest('#hand .card') ? 6 : box.width / 2
    const hit = document.elementFromPoint(box.x + strip, box.y + box.height / 2)
    if (!button.contains(hit)) wrong.push(button.value || button.textContent)
  }
  scrollTo(0, 0)
  return wrong
}"""


def test_two_people_and_a_bot_play_to_the_end(host: Host, visit: Visit) -> None:
    ada, bea = visit(host, width=1440), visit(host, width=1440)
    table_id = ada.open_table("Ada", ["me", "open", "bot-random"], GAME)
    bea.sit(table_id, "Bea")
    play_to_the_end(host, table_id, ada, bea)
    table = host.find(table_id)
    for person in (ada, bea):
        points = person.page.locator(".result .pts").all_inner_texts()
        found = sorted(int(re.sub(r"\D", "", line)) for line in points)
        assert found == sorted(table.record.scores)
        assert person.page.locator(f"#seats {MOVE}").count() == 0
    check_score_sheet(ada, table.record.scores)
    check_phone(ada)
    assert violations(ada.page) == []


def play_to_the_end(host: Host, table: str, *people: Visitor) -> None:
    rng, until, seen, turns = random.Random(5), time.monotonic() + LONGEST, set[str](), 0
    while host.find(table).record.status != "finished":
        assert time.monotonic() < until, "the game takes too long"
        for person in people:
            if not person.is_to_move():
                continue
            phase = phase_of(person.page)
            if phase in LOOKED_AT and phase not in seen:
                seen.add(phase)
                assert violations(person.page) == []
            turns += 1
            if turns == 20:
                check_phone(person)
            play_on_the_board(person, rng)
    assert seen >= {"turn", "pay"}
    for person in people:
        expect(person.page.locator("#prompt.finished")).to_be_visible()


def phase_of(page: Page) -> str:
    classes = page.locator("#pieces").get_attribute("class") or ""
    return classes.partition(" in-")[2].split()[0]


def play_on_the_board(person: Visitor, rng: random.Random) -> None:
    """Clicks a card, a die or a token that is lit, mostly one that brings the game on."""
    lit = person.page.locator(ON_TABLE)
    values: list[str] = lit.evaluate_all("buttons => buttons.map(button => button.value)")
    words: list[str] = person.choices.evaluate_all("buttons => buttons.map(b => b.value)")
    assert set(values) == set(words)
    taking = [value for value in values if value.startswith(("take", "pay", "coins", "fame"))]
    choice = rng.choice(taking if taking and rng.random() < 0.9 else values)
    before, paid = person.number, paid_so_far(person.page)
    person.click_lit(lit.nth(values.index(choice)))
    person.wait_for_number_after(before)
    if choice.startswith("pay"):
        assert person.page.evaluate(PAID) in (None, *range(paid + 1, MOST_PAID))


def paid_so_far(page: Page) -> int:
    """How many cells of the payment's bar are full; the words say the same."""
    full = page.locator("#hand .bar .on").count()
    if cells := page.locator("#hand .bar b").count():
        words = page.locator("#hand .payment p").inner_text()
        assert [int(number) for number in re.findall(r"\d+", words)[:2]] == [full, cells - full]
    return full


def check_phone(person: Visitor) -> None:
    """Nothing scrolls sideways, and no control lies under another."""
    person.page.set_viewport_size({"width": 390, "height": 844})
    assert person.sideways() == 0
    assert person.page.evaluate(COVERED, f"{ON_TABLE}, .prompt .button") == []
    person.page.set_viewport_size({"width": 1440, "height": 900})


def check_score_sheet(person: Visitor, scores: list[int]) -> None:
    person.look_at_board()
    for seat, score in enumerate(scores):
        person.page.click(f"#sheet-{seat} > summary")
        parts = person.page.locator(f"#sheet-{seat} .source > b").all_inner_texts()
        assert sum(int(part) for part in parts) == score


# --- by keys ---------------------------------------------------------------------------------


def test_whoever_plays_by_keys_is_always_on_the_next_choice(host: Host, visit: Visit) -> None:
    """However a decision was made, and whoever decides in between."""
    ada, rng = visit(host), random.Random(5)
    table = ada.open_table("Ada", ["me", "bot-novice"], GAME)
    ada.wait_for_turn()
    for decision in range(DECISIONS):
        if decision % 3 != 1:  # else what the page has chosen
            lit = ada.page.locator(f"#prompt {MOVE}:visible" if decision % 3 else ON_TABLE)
            lit.nth(rng.randrange(lit.count())).focus()
        before = ada.number
        ada.page.keyboard.press("Enter")
        ada.wait_for_number_after(before)
        wait_until_asked(host, table, ada)
        expect(ada.page.locator(f"{MOVE}:focus")).to_have_count(1)


def wait_until_asked(host: Host, table: str, person: Visitor) -> None:
    """Nobody else is to decide, and the page shows it."""
    until = time.monotonic() + LONGEST
    while host.called(table) is None or person.number != host.find(table).count:
        assert time.monotonic() < until, "nobody asks"
        person.page.wait_for_timeout(10)
    person.wait_for_turn()


# --- the filter, and cascades ---------------------------------------------------------------


def test_the_display_is_filtered_by_kind_and_colour(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    ada.open_table("Ada", ["me", "hot", "hot", "hot"], GAME)
    ada.wait_for_turn()
    page = ada.page
    shown, faded = page.locator(".display > li[class^=k-]:not(.off)"), page.locator(".display .off")
    assert shown.count() == 20
    page.click(".filter [data-kind=building]")
    expect(faded).to_have_count(20 - page.locator(".display .k-building").count())
    page.click(".filter [data-colour=blue]")
    blue = page.locator(".display .k-building:is(.d-blue, .p-blue)").count()
    expect(shown).to_have_count(blue)
    page.click(".filter [data-kind=building]")
    page.click(".filter [data-colour=blue]")
    expect(faded).to_have_count(0)
    page.click(".filter [data-kind=ship]")
    ada.play("die")
    expect(faded).to_have_count(19 - page.locator(".display .k-ship").count())
    expect(page.locator(".filter [data-kind=ship]")).to_have_attribute("aria-pressed", "true")


def test_without_javascript_everything_is_shown(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER), java_script_enabled=False)
    ada.open_table("Ada", ["me", "hot"], GAME)
    expect(ada.page.locator(".filter")).to_be_hidden()
    expect(ada.page.locator(".display > li:not(.gap)")).to_have_count(12)
    ada.page.locator(f"#pieces {MOVE}").first.click()
    expect(ada.page.locator(".chain .link").first).to_be_visible()


def test_a_cascade_is_played_step_by_step_and_can_be_skipped(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER), reduced_motion="no-preference")
    ribbon = cause_a_cascade(ada)
    expect(ribbon).to_be_visible()
    words = ada.page.locator(".chain .link").evaluate_all("links => links.map(link => link.title)")
    assert len(words) > 1
    ada.page.keyboard.press("Escape")
    expect(ribbon).to_be_hidden()
    log = ada.page.locator("#log").inner_text()  # a name stands once before all of a turn
    parts = [re.sub(r"^(Ada|Player \d) |\.$", "", sentence) for sentence in words]
    assert [part for part in parts if part not in log] == []


def test_a_cascade_with_three_of_a_kind_is_played_to_its_end(hosts: Hosts, visit: Visit) -> None:
    """Three cards of a row count together: this step happens at no single place."""
    host = hosts(pace=NEVER)
    people = [visit(host, reduced_motion="no-preference") for _ in range(2)]
    log, seat, choice = before_a_trio()
    known = [one.come_as(name) for one, name in zip(people, ("Ada", "Bea"), strict=True)]
    one = people[seat]
    one.look_at(host.open_begun(GAME, known, LEVEL, SECRET, log))
    one.choose(one.page.locator(f'#prompt {MOVE}[value="{choice}"]'))
    ribbon = one.page.locator("#ribbon")
    expect(ribbon).to_be_visible()
    expect(one.page.locator(".chain .link.trio")).not_to_have_count(0)
    expect(ribbon).to_be_hidden()


def before_a_trio() -> tuple[list[Step], int, str]:
    """A game until the next choice of one of the people has one for its consequence."""
    for turn in course(GAME, people=2):
        if turn.seat < 2 and any(event.key.startswith("trio_") for event in turn.events):
            return turn.before, turn.seat, turn.choice
    raise AssertionError("nobody ever had three of a kind")


def test_nothing_is_played_where_motion_is_reduced(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    ribbon = cause_a_cascade(ada)
    expect(ada.page.locator(".chain .link").nth(1)).to_be_attached()
    expect(ribbon).to_be_hidden()


def cause_a_cascade(ada: Visitor) -> Locator:
    """At a table with a goods card that has a coin: taking it brings the coin at once."""
    for _ in range(40):
        ada.open_table("Ada", ["me", "hot", "hot", "hot"], GAME)
        ada.wait_for_turn()
        coins = ada.page.locator(f'#pieces {MOVE}[value^="take "][value*="+coin"]')
        if coins.count():
            before = ada.number
            coins.first.click()
            ada.wait_for_number_after(before)
            ada.page.click("#pass button")
            return ada.page.locator("#ribbon")
    raise AssertionError("no goods card with a coin ever came up")
