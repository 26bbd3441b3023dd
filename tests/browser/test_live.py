"""Live play: nothing is lost, nothing is played twice, everybody sees the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.hosting import NEVER, Host
from tests.browser.visiting import MOVE, Visit, Visitor, slow_down

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]


def own_entries(host: Host, table: str) -> list[str]:
    return [entry.text for entry in host.entries(table) if entry.actor >= 0]


def test_a_choice_is_taken_back(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    ada.open_table("Ada", ["me", "hot", "hot"])
    ada.wait_for_turn()
    ada.play("withdraw")
    before = ada.choices.all_inner_texts()
    ada.play("take")
    assert ada.choices.all_inner_texts() != before
    ada.page.click(".undo")
    expect(ada.choices).to_have_text(before)


def test_what_others_have_seen_is_not_taken_back(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    ada.open_table_to_add("Ada")
    ada.play("play")
    expect(ada.page.locator("#prompt")).to_contain_text("cannot be taken back")
    expect(ada.page.locator("[name=undo]")).to_have_count(0)


def test_a_double_click_plays_once(hosts: Hosts, visit: Visit) -> None:
    host = hosts(pace=NEVER)
    ada = visit(host)
    table = ada.open_table_to_add("Ada")
    before = ada.number
    played = ada.page.locator(f'#prompt {MOVE}[value^="play"]').first
    text = played.get_attribute("value")
    ada.page.click("#prompt .words")
    played.dblclick()
    ada.wait_for_number_after(before)
    ada.page.wait_for_timeout(300)
    assert own_entries(host, table) == [text]


def test_two_tabs_stay_in_step(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER))
    table = ada.open_table_to_add("Ada")
    other = ada.page.context.new_page()
    other.goto(f"/t/{table}")
    ada.play("play")
    expect(other.locator(f"#prompt {MOVE}")).to_have_text(ada.choices.all_inner_texts())
    expect(other.locator("#number")).to_have_value(str(ada.number))
    before = ada.number
    Visitor(ada.host, other).choose(other.locator(f"#prompt {MOVE}").first)
    ada.wait_for_number_after(before)


def test_a_restart_loses_neither_the_page_nor_a_choice(hosts: Hosts, visit: Visit) -> None:
    host = hosts(pace=NEVER)
    ada = visit(host)
    table = ada.open_table_to_add("Ada")
    ada.page.evaluate("document.body.dataset.same = 'page'")
    host.stop()
    expect(ada.page.locator("#lost")).to_be_visible()
    before, choice = ada.number, ada.page.locator(f'#prompt {MOVE}[value^="play"]').first
    text = choice.get_attribute("value")
    ada.choose(choice)
    host.start()
    ada.wait_for_number_after(before)
    expect(ada.page.locator("#lost")).to_be_hidden()
    assert own_entries(host, table) == [text]
    expect(ada.page.locator("body")).to_have_attribute("data-same", "page")


def test_whose_turn_it_is_shows_in_the_tab(host: Host, visit: Visit) -> None:
    people = [visit(host) for _ in range(3)]
    table = people[0].open_table("Ada", ["me", "open", "open"])
    assert not people[0].page.title().startswith("●")
    for person, name in zip(people[1:], ("Bea", "Cas"), strict=True):
        person.sit(table, name)
    for _ in range(4):
        actor = host.find(table).actor
        for seat, person in enumerate(people):
            mark, icon = ("● ", "icon-now") if seat == actor else ("", "icon.")
            expect(person.page).to_have_title(f"{mark}Taj Mahal · Dalang")
            assert icon in (person.page.locator("#favicon").get_attribute("href") or "")
        people[actor].play()


def test_spectators_see_no_hand(hosts: Hosts, visit: Visit) -> None:
    host = hosts(pace=NEVER)
    ada, eve = visit(host), visit(host)
    table = ada.open_table("Ada", ["me", "bot-random", "bot-random"])
    eve.look_at(table)
    expect(eve.page.locator("#prompt")).to_contain_text("You are watching")
    hand = ada.page.locator("#hand button[data-fly]")
    assert hand.count() == 6
    assert eve.page.locator("#hand [data-fly], #prompt button").count() == 0
    seen = eve.page.content()
    for card in hand.all():
        assert f'"{card.get_attribute("id")}"' not in seen


def test_pieces_fly_and_can_be_skipped(hosts: Hosts, visit: Visit) -> None:
    ada = visit(hosts(pace=NEVER), reduced_motion="no-preference")
    ada.open_table_to_add("Ada")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".ghost")).to_have_count(0)
    slow_down(ada.page)
    ada.page.locator(f'#hand {MOVE}[value^="play"]').first.click()
    expect(ada.page.locator(".ghost")).to_have_count(1)
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".ghost")).to_have_count(0)


def test_a_hidden_card_leaves_as_a_back(host: Host, visit: Visit) -> None:
    people = [visit(host, reduced_motion="no-preference") for _ in range(3)]
    table = people[0].open_table("Ada", ["me", "open", "open"])
    for person, name in zip(people[1:], ("Bea", "Cas"), strict=True):
        person.sit(table, name)
    actor = host.find(table).actor
    other = people[actor - 1].page
    expect(other.locator("#prompt.running")).to_be_visible()
    expect(other.locator(".ghost")).to_have_count(0)
    slow_down(other)
    people[actor].play("play")
    expect(other.locator(".ghost > .cover")).to_have_count(1)
