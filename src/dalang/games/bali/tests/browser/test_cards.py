"""The table of Bali: cards are dragged, and everybody sees who is waited for."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import cast

import pytest
from playwright.sync_api import Locator, expect
from playwright.sync_api import Position as Place
from tests.browser.hosting import NEVER, Host
from tests.browser.playing import LEVEL, SECRET, Turn, course, played
from tests.browser.visiting import EDGE, MOVE, Visit, Visitor

from dalang.engine.session import Session, Step
from dalang.games.bali import GAME

pytestmark = pytest.mark.slow
Hosts = Callable[..., Host]
NAMES = ("Ada", "Bea")
REACTIONS = ("ask_ward", "ask_answer", "ask_second", "ask_raise", "ask_block")
PATIENCE = 60.0  # seconds
WINDOWS = ((1280, 720), (1440, 900), (390, 844))
CORNER: Place = {"x": 6.0, "y": 30.0}  # of a card, which the next one leaves free


@cache
def turns() -> Sequence[Turn]:
    """What two people decide in a game with a bot."""
    return [turn for turn in course(GAME.key, people=2) if turn.seat < len(NAMES)]


def first(kind: str) -> Turn:
    """The first turn that has a kind of question or choice."""
    return next(turn for turn in turns() if kind in (turn.question, turn.choice.split()[0]))


def sit_down(host: Host, people: Sequence[Visitor], turn: Turn) -> str:
    """At a table where the game has gone on until a turn."""
    known = [one.come_as(name) for one, name in zip(people, NAMES, strict=True)]
    return host.open_begun(GAME.key, known, LEVEL, SECRET, turn.before)


def test_a_card_is_dragged_onto_a_pile(hosts: Hosts, visit: Visit) -> None:
    host, turn = hosts(pace=NEVER), first("put")
    people = [visit(host, 1440, 1000) for _ in NAMES]
    one, table = people[turn.seat], sit_down(host, people, turn)
    one.look_at(table)
    kind = one.page.locator(".kind:has(.put)").first
    onto = kind.locator(".put").first.get_attribute("data-onto") or ""
    fields = cast("dict[str, list[list[str]]]", host.find(table).view(turn.seat).fields())
    before = len(fields[onto.split("-")[1]][turn.seat])
    drag(kind.locator(".card").last, one.page.locator(f"#{onto}"))
    expect(one.page.locator(f"#{onto} .ps")).to_have_text(str(before + 1))


def test_cards_are_dragged_into_an_order(hosts: Hosts, visit: Visit) -> None:
    """The last card goes to the bottom, then all are laid down as they lie."""
    host, turn = hosts(pace=NEVER), first("ask_lay")
    people = [visit(host, 1440, 1000) for _ in NAMES]
    one, table = people[turn.seat], sit_down(host, people, turn)
    one.look_at(table)
    cards = one.page.locator("[data-arrange] .card")
    hand: list[str] = cards.evaluate_all("cards => cards.map(card => card.dataset.card)")
    drag(cards.last, cards.first)
    wanted = [hand[-1], *hand[:-1]]
    expect(cards.first).to_have_attribute("data-card", wanted[0])
    one.page.click("#lay-order")
    expect(one.page.locator("[data-arrange]")).to_have_count(0)
    until = time.monotonic() + PATIENCE
    while len(laid(host, table, turn, hand)) < len(hand):  # equal cards go by themselves
        assert time.monotonic() < until, "the hand is not laid down"
        one.page.wait_for_timeout(20)
    assert laid(host, table, turn, hand) == wanted


def laid(host: Host, table: str, turn: Turn, hand: list[str]) -> list[str]:
    """The order in which a hand went down, as the log has it."""
    order: list[str] = []
    for entry in host.entries(table)[turn.number :]:
        if entry.actor == turn.seat and len(order) < len(hand):
            rest = hand.copy()
            for card in order:
                rest.remove(card)
            order += rest if entry.text == "as they are" else [entry.text.removeprefix("lay ")]
    return order


def drag(card: Locator, onto: Locator) -> None:
    """By mouse, from the visible edge of a card."""
    mouse, start, end = card.page.mouse, card.bounding_box(), onto.bounding_box()
    assert start
    assert end
    mouse.move(start["x"] + start["width"] - 6, start["y"] + 30)
    mouse.down()
    for share in (0.3, 0.6, 1.0):
        x = start["x"] + (end["x"] + end["width"] / 2 - start["x"]) * share
        y = start["y"] + (end["y"] + end["height"] / 2 - start["y"]) * share
        mouse.move(x, y)
    mouse.up()


def test_equal_cards_are_one_choice(hosts: Hosts, visit: Visit) -> None:
    """Keys and screen readers come to the one on top; a click on any of them plays it."""
    host, turn = hosts(pace=NEVER), first("ask_turn")
    people = [visit(host, 390, 844) for _ in NAMES]
    one, table = people[turn.seat], sit_down(host, people, turn)
    one.look_at(table)
    one.wait_for_turn()
    tops = one.page.locator(".kind .card:not([aria-hidden])")
    expect(tops).to_have_count(one.page.locator(".kind").count())
    pile = one.page.locator(".kind:has(.card + .legal)").first
    expect(pile.locator("> .sr")).to_contain_text(f": {pile.locator('.card').count()}")
    tops.first.focus()
    one.page.keyboard.press("ArrowRight")
    expect(tops.nth(1)).to_be_focused()
    pile.locator(".card").first.click(position=EDGE)
    one.wait_for_number_after(turn.number)


def test_a_hand_of_any_size_fits(hosts: Hosts, visit: Visit) -> None:
    """Every kind can be hit, and of cards too close to be counted it is said how many there are."""
    host = hosts(pace=NEVER)
    ada = visit(host, *WINDOWS[0], locale="de-DE")
    known, kinds = [ada.come_as("Ada")], ada.page.locator("#hand .kind")
    for cards in (25, 45):
        ada.look_at(host.open_begun(GAME.key, known, LEVEL, SECRET, hoarding(cards), bots=2))
        expect(ada.page.locator("#hand .card")).to_have_count(cards)
        for width, height in WINDOWS:
            ada.page.set_viewport_size({"width": width, "height": height})
            assert ada.sideways() == 0, (cards, width)
            for top in kinds.locator(".legal:not([aria-hidden])").all():
                top.click(position=CORNER, trial=True)
        for kind in kinds.all():
            count = kind.locator(".card").count()
            told = str(count) if count > 4 else None
            assert kind.get_attribute("data-count") == told


def hoarding(cards: int) -> Sequence[Step]:
    """A game in which everybody only draws, until the first seat has so many cards in its turn."""

    def draw(session: Session, seat: int) -> str:
        held = cast("list[int]", GAME.observe(session.position, seat).fields()["hand_sizes"])
        return "" if seat == 0 and held[0] >= cards else "end turn"

    return played(GAME.key, 3, draw)


def test_everybody_sees_who_is_waited_for(hosts: Hosts, visit: Visit) -> None:
    """And nobody else sees the choices."""
    host = hosts(pace=NEVER)
    people = [visit(host, 1440, 1000), visit(host, 390, 844)]  # at a desk, and on a phone
    for question in REACTIONS:
        turn = first(question)
        other, table = people[1 - turn.seat], sit_down(host, people, turn)
        other.look_at(table)
        expect(other.page.locator(f"#seat-{turn.seat}.turn")).to_be_attached()
        expect(other.page.locator("#prompt")).to_contain_text(f"{NAMES[turn.seat]} is")
        assert other.page.locator(MOVE).count() == 0
        asked = other.page.locator(f".answers .is-asked.s{turn.seat}")
        expect(asked).to_be_attached() if turn.seat == 0 else expect(asked).to_be_visible()


def test_no_aid_no_piles(host: Host, visit: Visit) -> None:
    """The usual table does not show people their own piles, not even in the log."""
    ada = visit(host)
    for memory in ("off", "on"):
        table = ada.open_table("Ada", ["me", "bot-random", "bot-random"], GAME.key, memory=memory)
        expect(ada.page.locator("#prompt.running")).to_be_visible()
        expect(ada.page.locator(".memory")).to_have_count(1 if memory == "on" else 0)
        assert host.find(table).record.options == {"memory": memory}
