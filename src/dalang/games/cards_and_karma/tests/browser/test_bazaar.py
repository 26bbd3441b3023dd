"""The river bazaar of Cards & Karma: payments, keys, the filter of the display, and cascades."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from itertools import takewhile

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.hosting import NEVER, Host
from tests.browser.playing import LEVEL, SECRET, Turn, course
from tests.browser.visiting import MOVE, ON_TABLE, Visit, Visitor

from dalang.engine.api import Position
from dalang.engine.session import Step

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
GAME = "cards_and_karma"
COINS = f'{MOVE}[value^="take "][value*="+coin"]'
LONGEST = 900.0  # seconds
PAID = """() => document.querySelector('#hand.paying')
  && document.querySelectorAll('#hand .bar .on').length"""  # what is left may go by itself
MOST_PAID = 100
PAY = "ask_pay"
DECISIONS = 12


def test_a_payment_fills_its_bar(hosts: Hosts, visit: Visit) -> None:
    """Die by die, on the table itself, from the first to the last of a payment."""
    host, turns = hosts(pace=NEVER), list(a_payment())
    ada = visit(host, width=1440)
    log = turns[0].before
    ada.look_at(host.open_begun(GAME, [ada.come_as("Ada")], LEVEL, SECRET, log, bots=2))
    ada.wait_for_turn()
    for turn in turns:
        paid = paid_so_far(ada.page)
        ada.click_lit(ada.page.locator(f'{ON_TABLE}[value="{turn.choice}"]').first)
        ada.wait_for_number_after(turn.number)
        assert ada.page.evaluate(PAID) in (None, *range(paid + 1, MOST_PAID))
    assert len(turns) > 1


def a_payment() -> Iterator[Turn]:
    """What one person pays, at a table with two bots, the first time it takes several dice."""
    own = [turn for turn in course(GAME, people=1, bots=2) if turn.seat == 0]
    several = (n for n, turn in enumerate(own[1:]) if turn.question == own[n].question == PAY)
    return takewhile(lambda turn: turn.question == PAY, own[next(several) :])


def paid_so_far(page: Page) -> int:
    """How many cells of the payment's bar are full; the words say the same."""
    full = page.locator("#hand .bar .on").count()
    cells = page.locator("#hand .bar b").count()
    words = page.locator("#hand .payment p").inner_text()
    assert [int(number) for number in re.findall(r"\d+", words)[:2]] == [full, cells - full]
    return full


# --- by keys ---------------------------------------------------------------------------------


def test_whoever_plays_by_keys_is_always_on_the_next_choice(host: Host, visit: Visit) -> None:
    """However a decision was made, and no matter who decides in between."""
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
    ada.open_fitting(has_coins, "Ada", ["me", "hot", "hot", "hot"], GAME)
    ada.wait_for_turn()
    before = ada.number
    ada.page.locator(f"#pieces {COINS}").first.click()
    ada.wait_for_number_after(before)
    ada.page.click("#pass button")
    return ada.page.locator("#ribbon")


def has_coins(dealt: Position) -> bool:
    """Whether a goods card with a coin can be taken."""
    texts = dealt.legal_texts()
    return any(text.startswith("take ") and "+coin" in text for text in texts)


# --- on phones ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (844, 390)])
def test_somebody_elses_ship_is_copied_on_a_phone(
    size: tuple[int, int], hosts: Hosts, visit: Visit
) -> None:
    """Their seats show the ships; nothing else moves for it."""
    host = hosts(pace=NEVER)
    people = [visit(host, *size) for _ in range(3)]
    known = [one.come_as(name) for one, name in zip(people, ("Ada", "Bea", "Cas"), strict=True)]
    turn = next(turn for turn in course(GAME, people=3, bots=0) if turn.choice[:5] == "copy ")
    one = people[turn.seat]
    one.look_at(host.open_begun(GAME, known, LEVEL, SECRET, turn.before, bots=0))
    one.wait_for_turn()
    board = one.page.locator(".boardbox")
    before = board.bounding_box()
    ship = one.page.locator(f'#seats {MOVE}[value="{turn.choice}"]')
    expect(one.page.locator(".seat .mini:has(.legal)").first).to_be_in_viewport(ratio=1)
    ship.click()
    one.wait_for_number_after(turn.number)
    assert board.bounding_box() == before
