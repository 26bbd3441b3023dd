"""Comfort: languages, small screens, keyboard, no JavaScript, why not, bots for people who left."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from threading import Event

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect
from tests.browser.axe import violations
from tests.browser.hosting import NEVER, Host
from tests.browser.visiting import MOVE, Visit

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
ALONE = ["me", "bot-random", "bot-random"]
HOT = ["me", "hot", "hot"]


def test_a_guest_plays_at_one_click(host: Host, visit: Visit) -> None:
    guest = visit(host)
    guest.page.goto("/")
    guest.page.locator(".game-card button").first.click()
    guest.wait_for_turn()
    expect(guest.page.locator(".topbar .me")).to_contain_text("Guest")


def test_a_friend_comes_by_a_private_link(host: Host, visit: Visit) -> None:
    ada, bea, eve = visit(host), visit(host), visit(host)
    table = ada.open_table("Ada", ["me", "friend", "bot-random"])
    link = ada.page.locator("#invite-1").input_value()
    eve.look_at(table)
    assert eve.page.locator("#waiting button.primary").count() == 0
    assert "invite=" not in eve.page.content()
    bea.page.goto(link)
    bea.page.fill("[name=name]", "Bea")
    bea.page.click("button.primary")
    for person in (ada, bea, eve):
        expect(person.page.locator("#prompt.running")).to_be_visible()
    expect(ada.page.locator("#seats")).to_contain_text("Bea")


def test_a_double_click_sits_down_once(host: Host, visit: Visit) -> None:
    """Each of two requests of a newcomer would make somebody new."""
    ada, bea = visit(host), visit(host)
    table = ada.open_table("Ada", ["me", "open", "open"])
    bea.look_at(table)
    sent: list[Route] = []  # on a slow line: both clicks come before the answer
    bea.page.route("**/sit/*", lambda route: sent.append(route))
    bea.page.fill("#waiting [name=name]", "Bea")
    bea.page.evaluate("""async () => {
        for (const pause of [100, 100]) {
            document.querySelector('#waiting button.primary').click()
            await new Promise(go => setTimeout(go, pause))
        }
    }""")
    bea.page.wait_for_timeout(100)
    assert len(sent) < 2
    while not sent:
        bea.page.wait_for_timeout(10)
    sent[0].continue_()
    expect(bea.page.locator(".topbar .me")).to_contain_text("Bea")
    assert [seat.name for seat in host.find(table).record.seats] == ["Ada", "Bea", ""]


def test_the_language_is_switched(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER), locale="de-DE")
    ada.open_table("Ada", HOT)
    expect(ada.page.locator("html")).to_have_attribute("lang", "de")
    expect(ada.page.locator("#h-log")).to_have_text("Was geschah")
    ada.page.click(".menu summary")
    ada.page.click("button[value=nl]")
    expect(ada.page.locator("html")).to_have_attribute("lang", "nl")
    expect(ada.page.locator("#h-log")).to_have_text("Wat er gebeurde")
    expect(ada.choices.first).to_contain_text("Trek je terug")


def test_those_at_one_screen_are_asked_for_their_names(hosts: Hosts, visit: Visit) -> None:
    """And the screen is handed over to them by these names."""
    ada = visit(hosts(pace=NEVER))
    ada.page.goto("/new?game=taj_mahal&players=3")
    ada.page.fill("[name=name]", "Ada")
    for seat, name in ((1, "Bea"), (2, "Cleo")):
        field = ada.page.locator(f"[name=seat-name-{seat}]")
        expect(field).to_be_hidden()
        ada.pick(f"seat-{seat}", "hot")
        field.fill(name)
    ada.page.click("main button.primary")
    ada.wait_until_live()
    names = ["Ada", "Bea", "Cleo"]
    assert list(ada.host.find(ada.table).names) == names
    asked = ada.host.find(ada.table).actor
    expect(ada.page.locator("#h-now")).to_contain_text(f"{names[asked]}: ")
    ada.play("withdraw")
    while ada.host.find(ada.table).actor == asked:
        ada.play("take")
    after = names[(asked + 1) % 3]
    expect(ada.page.locator("#pass-text")).to_contain_text(f"It is the turn of {after}")
    expect(ada.page.locator("#h-now")).to_contain_text(f"{after}: ")


def test_nothing_scrolls_sideways_on_a_phone(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER), width=390, height=844, has_touch=True, is_mobile=True)
    for path in ("/", "/new?game=taj_mahal", "/rules/taj_mahal"):
        ada.page.goto(path)
        assert ada.sideways() == 0, path
    ada.open_table("Ada Lovelace of Ockham", ["me", "open", "friend"])
    assert ada.sideways() == 0
    ada.open_table("Ada", HOT)
    ada.wait_for_turn()
    assert ada.sideways() == 0
    assert ada.page.evaluate("scrollY") == 0
    ada.page.goto("/me")
    assert ada.sideways() == 0


def test_some_turns_by_keyboard_only(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    ada.open_table_to_add("Ada")
    tab_to(ada.page, f"#prompt {MOVE}")
    ada.page.keyboard.press("ArrowDown")
    assert ada.page.evaluate("document.activeElement.value").startswith("play")
    for _ in range(2):
        before = ada.number
        ada.page.keyboard.press("Enter")
        ada.wait_for_number_after(before)
        assert ada.page.evaluate("document.activeElement !== document.body")
    assert own_steps(ada.host, ada.table) == 2


def tab_to(page: Page, selector: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


def own_steps(host: Host, table: str) -> int:
    return sum(1 for entry in host.entries(table) if entry.actor >= 0)


def test_the_game_is_played_without_javascript(host: Host, visit: Visit) -> None:
    ada = visit(host, java_script_enabled=False)
    ada.page.goto("/")
    ada.page.fill("[name=name]", "Ada")
    ada.page.locator(".game-card button").first.click()
    for _ in range(4):
        expect(ada.page.locator("#prompt.mine")).to_be_visible()
        steps = len(host.entries(ada.table))
        ada.choices.last.click()
        ada.page.wait_for_url("**/t/*")
        assert len(host.entries(ada.table)) > steps


def test_why_not_leads_to_the_rule(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    ada.open_table_to_add("Ada")
    ada.play("play")
    ada.page.locator("#hand [data-why^=play]").first.click(force=True)
    dialog = ada.page.locator("#why")
    expect(dialog).to_be_visible()
    expect(dialog.locator("#why-rule")).to_contain_text("See TM")
    dialog.locator("#why-rule").click()
    expect(ada.page.locator("#rules")).to_be_visible()
    expect(ada.page.locator("#rules p.here")).to_be_in_viewport()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#rules")).to_be_hidden()


def test_the_rules_as_a_whole_take_the_focus_and_give_it_back(host: Host, visit: Visit) -> None:
    ada = visit(host)
    ada.look_at(ada.open_table("Ada", ALONE))
    ada.wait_for_turn()
    link, rules = ada.page.locator(".topbar a[data-rules]"), ada.page.locator("#rules")
    link.click()
    expect(rules).to_be_focused()
    ada.page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    expect(link).to_be_focused()


def test_a_hint_is_shown_where_it_can_be_chosen(host: Host, visit: Visit) -> None:
    ada = visit(host)
    ada.open_table("Ada", ALONE)
    ada.wait_for_turn()
    ada.page.click("button[name=advice]")
    lines = ada.page.locator("#advice li")
    expect(lines.first).to_contain_text("% to win")
    best = lines.first.locator(MOVE).get_attribute("value")
    expect(ada.page.locator(f'#prompt [data-best="1"][value="{best}"]')).to_have_count(1)
    expect(ada.page.locator(f'#hand [data-best="1"][value="{best}"]').first).to_be_visible()
    expect(ada.page.locator("#heard")).to_contain_text("% to win")
    assert violations(ada.page) == []
    before = ada.number
    lines.first.locator(MOVE).click()
    ada.wait_for_number_after(before)
    expect(ada.page.locator("[data-best]")).to_have_count(0)


def test_a_hint_is_heard_even_if_it_comes_after_the_answer(host: Host, visit: Visit) -> None:
    """The answer to the question does not come over the socket; the hint does, here late."""
    ada, asked, late = visit(host), Event(), list[Callable[[], None]]()

    def carry(page: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            telling = partial(page.send, message)
            late.append(telling) if asked.is_set() else telling()

        page.connect_to_server().on_message(tell)

    ada.page.route_web_socket("**/*", carry)
    ada.open_table("Ada", ALONE)
    ada.play()
    ada.wait_for_turn()
    asked.set()
    with ada.page.expect_response("**/advice"):
        ada.page.click("button[name=advice]")
    until = time.monotonic() + 60
    while not late:
        assert time.monotonic() < until, "no hint"
        ada.page.wait_for_timeout(10)
    asked.clear()
    for telling in late:
        telling()
    expect(ada.page.locator("#heard")).to_contain_text("% to win")


def test_a_hint_comes_without_javascript(host: Host, visit: Visit) -> None:
    ada = visit(host, java_script_enabled=False)
    ada.open_table("Ada", ALONE)
    ada.wait_for_turn()
    ada.page.click("button[name=advice]")
    expect(ada.page.locator("#advice li").first).to_contain_text("% to win")


def test_a_bot_stands_in_for_somebody_who_is_gone(hosts: Hosts, visit: Visit) -> None:
    host = hosts(pace=NEVER, patience=0.3)
    people = [visit(host) for _ in range(3)]
    table = people[0].open_table("Ada", ["me", "open", "open"])
    people[1].sit(table, "Bea")
    people[2].sit(table, "Cas")
    gone = host.find(table).actor
    other, lost = people[gone - 1], people[gone]
    other.page.click("#replace summary")
    other.page.click("#replace button")
    lost.page.click("text=Play on yourself")
    lost.wait_for_turn()


def test_sound_is_remembered(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    ada.open_table("Ada", ALONE)
    ada.page.click(".menu summary")
    ada.page.check("[data-remember=sound]")
    ada.page.reload()
    ada.page.click(".menu summary")
    expect(ada.page.locator("[data-remember=sound]")).to_be_checked()


@pytest.mark.parametrize("how", ["live", "unscripted", "socketless", "restarted", "upgraded"])
def test_several_people_share_a_screen(hosts: Hosts, visit: Visit, how: str) -> None:
    """Before the next one may look, the screen is covered, however the page learns of it."""
    host = hosts(pace=NEVER)
    ada = visit(host, java_script_enabled=how != "unscripted")
    ada.open_table_to_add("Ada")
    ada.play("play")
    if how == "socketless":
        ada.page.route_web_socket("**/*", lambda page: page.close())
        ada.page.reload()
    if how == "upgraded":  # the server has changed: the page has to come anew
        ada.page.evaluate("document.getElementById('game').dataset.build = 'old'")
    if how == "restarted":
        host.stop()
        expect(ada.page.locator("#lost")).to_be_visible()
        ada.page.locator(f'#prompt {MOVE}[value="add nothing"]').click()
        host.start()
    else:
        ada.play("add nothing")
    curtain = ada.page.locator("#pass")
    expect(curtain).to_contain_text("pass the screen on")
    assert hidden_by(curtain)
    curtain.get_by_role("button").click()
    expect(curtain).to_be_hidden()
    ada.play("play")


def hidden_by(curtain: Locator) -> bool:
    """Whether nothing can be reached but the curtain."""
    covered: bool = curtain.evaluate("""curtain => {
        const x = innerWidth / 2, tops = [10, innerHeight / 2, innerHeight - 10]
        return tops.every(y => curtain.contains(document.elementFromPoint(x, y)))
    }""")
    return covered
