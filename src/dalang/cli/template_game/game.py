"""The whole game: data, rules, and what one viewer knows of it.  Paragraphs: see rulebook.md."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.actions import ActionList, Kind, each
from dalang.engine.api import CHANCE, NO_ACTIONS, OVER, Args, Event, Phrase, Position, Reason, View
from dalang.engine.arrays import EMPTY, filled, total, zeros
from dalang.engine.declared import DeclaredPosition
from dalang.engine.errors import PositionError
from dalang.engine.fields import Counts, FieldTable, OneOf, OneOfEach, PerSeat, SeatNumber
from dalang.engine.rng import Rng, draw
from dalang.engine.vecs import vec

PLAYERS: Final = (2, 3, 4)
CARDS: Final = tuple(f"no{number}" for number in range(1, 25))  # TG 1.1
HAND: Final = 5
NONE: Final = -1
DEAL, PLAY, END = range(3)
PHASES: Final = ("deal", "play", "end")
ACTIONS: Final = ActionList(Kind(0, "play {card}", "do_play", each(card=CARDS)))


class TemplateGame(DeclaredPosition):
    """A position.  Tables are flat: `hand[seat * len(CARDS) + card]`."""

    def __init__(self) -> None:
        super().__init__()
        self.points = self.held = self.hand = self.played = self.discard = self.pile = EMPTY

    def field_table(self) -> FieldTable:
        return FIELDS

    def derive(self) -> None:
        """What is nowhere else is in the pile; in a view, also what others hold."""
        self.pile = filled(len(CARDS), 1)
        for place, count in enumerate(self.hand):
            self.pile[place % len(CARDS)] -= count
        for card in range(len(CARDS)):
            self.pile[card] -= self.discard[card] + list(self.played).count(card)

    def copy_public(self, other: TemplateGame) -> None:
        """Takes over what lies open; FIELDS says what that is."""
        FIELDS.copy(other, self, secrets=False)

    def clone(self) -> TemplateGame:
        twin = TemplateGame()
        FIELDS.copy(self, twin)
        return twin

    def check(self) -> None:
        if min(self.pile) < 0:
            raise PositionError("A card is in two places (TG 1.1).")
        for seat in range(self.players):
            if len(self.cards_of(seat)) != self.held[seat]:
                raise PositionError(f"Seat {seat} holds another number of cards than it says.")

    def cards_of(self, seat: int) -> list[int]:
        """The cards in a hand."""
        first = seat * len(CARDS)
        return [card for card in range(len(CARDS)) if self.hand[first + card]]

    def actor(self) -> int:
        if self.phase == END:
            return OVER
        return CHANCE if self.phase == DEAL else self.turn

    def legal_actions(self) -> vec[i64]:
        """TG 2.1: any card of the hand."""
        return vec[i64](self.cards_of(self.turn)) if self.phase == PLAY else NO_ACTIONS

    def chance_weights(self) -> vec[i64]:
        return self.pile

    def apply(self, action: int, sink: list[Event] | None = None) -> None:
        events: list[Event] = [] if sink is None else sink
        if self.phase == DEAL:
            self.deal(action, events)
        else:
            self.play_card(action, events)

    def deal(self, card: int, events: list[Event]) -> None:
        """TG 1.1: a card to a seat; the next one follows when its hand is full."""
        self.pile[card] -= 1
        self.hand[self.turn * len(CARDS) + card] += 1
        self.held[self.turn] += 1
        events.append(Event("dealt", {"card": CARDS[card]}, seen_by=self.turn, reveals=True))
        if self.held[self.turn] == HAND:
            self.turn = (self.turn + 1) % self.players
            self.phase = PLAY if self.turn == 0 else DEAL

    def play_card(self, card: int, events: list[Event]) -> None:
        """TG 2.1: the card lies in the open."""
        self.hand[self.turn * len(CARDS) + card] -= 1
        self.held[self.turn] -= 1
        self.played[self.turn] = card
        args: Args = {"seat": self.turn, "card": CARDS[card]}
        events.append(Event("played", args, reveals=True))
        self.turn = (self.turn + 1) % self.players
        if self.turn == 0:
            self.end_round(events)

    def end_round(self, events: list[Event]) -> None:
        """TG 2.2, TG 3.1: the highest card scores; all are put away."""
        winner = list(self.played).index(max(self.played))
        self.points[winner] += self.players
        events.append(Event("scored", {"seat": winner, "points": self.players}))
        for card in self.played:
            self.discard[card] += 1
        self.played = filled(self.players, NONE)
        if not total(self.held):
            self.phase = END

    def scores(self) -> list[int]:
        return [int(points) for points in self.points]

    def ended_by(self) -> str:
        return "hands_empty" if self.phase == END else ""

    def action_list(self) -> ActionList:
        return ACTIONS

    def outcome_text(self, outcome: int) -> str:
        return f"draw {CARDS[outcome]}"

    def reason_against(self, action: Phrase) -> Reason:
        return Reason("TG 2.1", "not_in_hand", dict(action.args))


FIELDS: Final = FieldTable(
    "template_game",
    "TG-1",
    PLAYERS,
    written=[
        OneOf("phase", "what comes next", PHASES),
        SeatNumber("turn", "the seat that is dealt a card or plays one"),
        PerSeat("points", "points", usual=20),
        PerSeat("held", "cards in every hand", most=HAND, sums="hand"),
        Counts("hand", "cards in hand", CARDS, most=1, rows=True, known_to="its seat"),
        OneOfEach("played", "what was played in this round (TG 2.1)", CARDS),
        Counts("discard", "what was played before", CARDS, most=1),
    ],
    unwritten=[Counts("pile", "never dealt", CARDS, most=1, known_to="nobody")],
)


def observe(position: Position, viewer: int) -> View:
    """What lies open, and the viewer's own hand."""
    assert isinstance(position, TemplateGame)
    known = TemplateGame()
    known.copy_public(position)
    known.hand = zeros(position.players * len(CARDS))
    for card in position.cards_of(viewer) if viewer >= 0 else []:
        known.hand[viewer * len(CARDS) + card] = 1
    known.derive()
    return View(known, viewer)


def as_view(known: Position, viewer: int) -> View:
    """The view a blanked position is; raises PositionError if nobody can have it."""
    assert isinstance(known, TemplateGame)
    for seat in range(known.players):
        if len(known.cards_of(seat)) != (known.held[seat] if seat == viewer else 0):
            raise PositionError(f"The hand of seat {seat} is not as seat {viewer} sees it.")
    if min(known.pile) < 0:
        raise PositionError("A card is in two places (TG 1.1).")
    return View(known, viewer)


def imagine(view: View, rng: Rng) -> Position:
    """Deals the unseen cards to the other hands."""
    deal = view.known.clone()
    assert isinstance(deal, TemplateGame)
    for seat in range(deal.players):
        for _ in range(deal.held[seat] if seat != view.viewer else 0):
            card = draw(deal.pile, rng)
            deal.pile[card] -= 1
            deal.hand[seat * len(CARDS) + card] += 1
    return deal


def summary(view: View) -> list[Phrase]:
    """The table in a few lines."""
    known = view.known
    assert isinstance(known, TemplateGame)
    lines = [Phrase("see_seat", {"seat": n, "points": p}) for n, p in enumerate(known.scores())]
    if view.viewer >= 0:
        hand = [CARDS[card] for card in known.cards_of(view.viewer)]
        lines.append(Phrase("see_hand", {"cards": hand}))
    return lines
