"""A whole game of Bali through the page: two people in their browsers, and a bot."""

from __future__ import annotations

import random
import re
import time
from typing import cast

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.axe import violations
from tests.browser.hosting import Host
from tests.browser.visiting import MOVE, ON_TABLE, Visit, Visitor

pytestmark = pytest.mark.slow
NAMES = ("Ada", "Bea")
SHORT = ("pass", "stop", "end turn", "as they are")
MOST_MOVES = 1000
PATIENCE = 60_000  # milliseconds
AXE = ("turn", "ward", "use_scholar", "lay")  # phases that look different
REACTIONS = ("ward", "answer", "second", "raise", "block")
COVERED = """
() => [...document.querySelectorAll(':is(#prompt, #hand, #pieces) button')].filter(button => {
  for (let around = button; around; around = around.parentElement) // seen when it is wanted
    if (getComputedStyle(around).clipPath === 'inset(50%)') return false
  const box = button.getBoundingClientRect()
  const strip = button.matches('#hand .card') ? 6 : box.width / 2
  const top = document.elementFromPoint(box.left + strip, box.top + box.height / 2)
  return box.width && !button.contains(top)
}).map(button => button.outerHTML.slice(0, 120))
"""


def test_two_browsers_and_a_bot_play_to_the_end(host: Host, visit: Visit) -> None:
    rng = random.Random(5)
    ada, bea = visit(host, 1440, 1000), visit(host, 390, 844)  # at a desk, and on a phone
    table = ada.open_table(NAMES[0], ["me", "open", "bot-random"], "bali", memory="on")
    bea.sit(table, NAMES[1])
    players = [Player(ada, 0, rng), Player(bea, 1, rng)]
    play_to_the_end(host, table, players)
    assert {"play", "pass", "to"} <= players[0].clicked | players[1].clicked
    assert players[0].dragged | players[1].dragged == {"put", "lay"}
    scores = host.find(table).record.scores
    check_points(ada, scores)
    check_phone(ada)
    assert violations(ada.page) == []


def test_no_aid_no_piles(host: Host, visit: Visit) -> None:
    """The usual table does not show people their own piles, not even in the log."""
    ada = visit(host)
    for memory in ("off", "on"):
        table = ada.open_table("Ada", ["me", "bot-random", "bot-random"], "bali", memory=memory)
        expect(ada.page.locator("#prompt.running")).to_be_visible()
        expect(ada.page.locator(".memory")).to_have_count(1 if memory == "on" else 0)
        assert host.find(table).record.options == {"memory": memory}


class Player:
    """Somebody who wants the game to end: travels a lot, blocks seldom."""

    def __init__(self, visitor: Visitor, seat: int, rng: random.Random) -> None:
        self.visitor, self.page, self.seat, self._rng = visitor, visitor.page, seat, rng
        self.clicked: set[str] = set()  # kinds of choices
        self.dragged: set[str] = set()

    def fields(self) -> dict[str, list[object]]:
        """What the player may know."""
        view = self.visitor.host.find(self.visitor.table).view(self.seat)
        return cast("dict[str, list[object]]", view.fields())

    def move(self) -> None:
        """Clicks something that is lit on the table itself; drags the first time it can."""
        before, lit = self.visitor.number, self.page.locator(ON_TABLE)
        values: list[str] = lit.evaluate_all("buttons => buttons.map(button => button.value)")
        kinds = {value.split()[0] for value in values}
        if "put" in kinds and "put" not in self.dragged:
            self._drag_onto_a_pile()
        elif "lay" in kinds and "lay" not in self.dragged:
            self._drag_into_order()
        else:
            value = self._choose(values)
            self.visitor.click_lit(lit.nth(values.index(value)))
            self.clicked.add(value.split()[0])
        self.visitor.wait_for_number_after(before)

    def _choose(self, values: list[str]) -> str:
        """Travels where there is something to be won, fights for discs, and else keeps it short."""
        mine = {
            str(disc).split()[1] for disc in cast("list[str]", self.fields()["discs"][self.seat])
        }
        won = [value for value in values if value[:3] in ("to ", "pla") and mine & islands(value)]
        if won and "pass" not in values:
            return self._rng.choice(won)
        if "play scholar" in values and "put" not in self.dragged:
            return "play scholar"
        shows = [value for value in values if value.startswith("show")]
        fights = [value for value in values if value in ("play priest", "play prince")]
        if shows or fights:
            return (shows or fights)[-1]
        short = [value for value in SHORT if value in values]
        return self._rng.choice(short if short and self._rng.random() < 0.9 else values)

    def _drag_onto_a_pile(self) -> None:
        kind = self.page.locator(".kind:has(.put)").first
        onto = kind.locator(".put").first.get_attribute("data-onto") or ""
        before = len(cast("list[str]", self.fields()[onto.split("-")[1]][self.seat]))
        drag(kind.locator(".card").last, self.page.locator(f"#{onto}"))
        expect(self.page.locator(f"#{onto} .ps")).to_have_text(str(before + 1))
        self.dragged.add("put")

    def _drag_into_order(self) -> None:
        """The last card goes to the bottom, then all are laid down as they lie."""
        number, cards = self.visitor.number, self.page.locator("[data-arrange] .card")
        kinds: list[str] = cards.evaluate_all("cards => cards.map(card => card.dataset.card)")
        drag(cards.last, cards.first)
        wanted = [kinds[-1], *kinds[:-1]]
        expect(cards.first).to_have_attribute("data-card", wanted[0])
        self.page.click("#lay-order")
        expect(self.page.locator("[data-arrange]")).to_have_count(0)
        until = time.monotonic() + PATIENCE / 1000
        while len(self._laid_since(number, kinds)) < len(kinds):  # equal cards go by themselves
            assert time.monotonic() < until, "the hand is not laid down"
            self.page.wait_for_timeout(20)
        assert self._laid_since(number, kinds) == wanted
        self.dragged.add("lay")

    def _laid_since(self, number: int, hand: list[str]) -> list[str]:
        """The order in which a hand went down, as the log has it."""
        order: list[str] = []
        for entry in self.visitor.host.entries(self.visitor.table)[number:]:
            if entry.actor == self.seat and len(order) < len(hand):
                rest = hand.copy()
                for card in order:
                    rest.remove(card)
                order += rest if entry.text == "as they are" else [entry.text.removeprefix("lay ")]
        return order


def islands(value: str) -> set[str]:
    """The islands a choice names."""
    return set(re.split(r"[ +]", value)[1:])


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


def play_to_the_end(host: Host, table: str, players: list[Player]) -> None:
    looked: set[str] = set()
    for _ in range(MOST_MOVES):
        player = next_player(host, table, players)
        if player is None:
            break
        phase = str(player.fields()["phase"])
        if phase not in looked:
            looked.add(phase)
            check_asked(player, players[1 - player.seat], phase)
        player.move()
    for player in players:
        expect(player.page.locator("#prompt.finished")).to_be_visible(timeout=PATIENCE)


def next_player(host: Host, table: str, players: list[Player]) -> Player | None:
    """Who is to move, once the page knows it; the bot is quick."""
    until = time.monotonic() + PATIENCE / 1000
    while host.find(table).record.status == "running":
        if seat := host.called(table):
            player = players[seat.seat]
            expect(player.visitor.choices.first).to_be_visible(timeout=PATIENCE)
            return player
        assert time.monotonic() < until, "the bot does not move"
        players[0].page.wait_for_timeout(20)
    return None


def check_asked(player: Player, other: Player, phase: str) -> None:
    """Everybody sees who is waited for; nobody else sees the choices; it fits on a phone."""
    expect(other.page.locator(f"#seat-{player.seat}.turn")).to_be_visible()
    expect(other.page.locator("#prompt")).to_contain_text(f"{NAMES[player.seat]} is")
    assert other.page.locator(MOVE).count() == 0
    if phase in REACTIONS:
        asked = other.page.locator(f".answers .is-asked.s{player.seat}")
        expect(asked).to_be_attached() if other.seat else expect(asked).to_be_visible()
    check_phone(player.visitor)
    if phase in AXE:
        assert violations(player.page) == []


def check_phone(visitor: Visitor) -> None:
    page, own = visitor.page, visitor.page.viewport_size
    assert own is not None
    page.set_viewport_size({"width": 390, "height": 844})
    assert visitor.sideways() == 0
    assert page.evaluate(COVERED) == []
    page.evaluate("scrollTo(0, 0)")
    page.set_viewport_size(own)


def check_points(visitor: Visitor, scores: list[int]) -> None:
    """The result, and where the points came from adds up to it."""
    lines = visitor.page.locator(".result .pts").all_inner_texts()
    assert sorted(int(re.sub(r"\D", "", line)) for line in lines) == sorted(scores)
    visitor.look_at_board()
    for seat, score in enumerate(scores):
        visitor.page.click(f"#sheet-{seat} > summary")
        parts = visitor.page.locator(f"#sheet-{seat} .source > b").all_inner_texts()
        assert sum(int(part) for part in parts) == score
