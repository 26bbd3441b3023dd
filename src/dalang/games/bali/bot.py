"""How a position of Bali looks to somebody who plays well.

The value is linear in the weights but for one, `enough`: each says what one unit of something is
worth in points at the end, and cards beyond `enough` are worth nothing.  Who keeps on collecting
ends in a stalemate (BA R6): all hold so many cards that every journey is blocked, and nobody
attacks, although the most warriors would clear the way.  The prior knows its own hand and what lies
open; of the others' hands it only knows how likely they are to hold something, from how many cards
there are.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dalang.engine import judging
from dalang.engine.api import Position
from dalang.engine.arrays import total
from dalang.engine.vecs import vec
from dalang.games.bali.actions import (
    AS_THEY_ARE,
    DRAW,
    FIRST_DISCARD,
    FIRST_EXEMPT,
    FIRST_LAY,
    FIRST_PLAY,
    FIRST_PUT,
    FIRST_SHOW,
    FIRST_TAKE,
    FIRST_TARGET,
)
from dalang.games.bali.components import (
    ARTIST,
    DECK,
    DECK_SIZE,
    FIRST_DALANG,
    FLIGHT_CARDS,
    MASK_VALUE,
    N_CARDS,
    N_ISLANDS,
    N_OFFICES,
    NAMES_ISLAND,
    NOBODY,
    NONE,
    OFFICE_CARD,
    OFFICE_OF,
    PRIEST,
    SCHOLAR,
    SCORING_CARDS,
    SEAL_POINTS,
    WARRIOR,
)
from dalang.games.bali.rules.ending import points_of
from dalang.games.bali.rules.scoring import lowest_mask
from dalang.games.bali.state import (
    BLOCK,
    END,
    IN_HAND,
    N_SETS,
    SECOND,
    TURN,
    WARD,
    State,
)

WEIGHTS: Final = (
    "both_discs",  # both discs of an island, for each point of the lowest mask
    "one_disc",  # one of two
    "disc_here",  # a disc where the Dalang stands
    "office_card",  # a priest or prince in hand
    "office_pair",  # two or more of a kind, to lead one
    "warrior_card",
    "dalang_card",
    "other_card",  # a scholar or artist
    "enough",  # how many cards in hand are worth something
    "pile",  # a card in a pile at another island, up to the bottom four
    "pile_excess",  # a card above these
    "active",  # being the active player
    "threat",  # a point that the active player may now bring home with a Dalang card
    "absent",  # having fled
    "disc_gain",  # in the prior: a disc, for each point of the lowest mask
    "journey",  # in the prior: a card more in its own pile than in the others', where it goes
    "drive_off",  # in the prior: a card that a rival loses in flight
    "clear_way",  # in the prior: a rival gone who could have blocked what is to come
    "stay",  # in the prior: staying when a warrior comes
    "stop",  # in the prior: ending the turn of an active player, by what that one threatens
    "block",  # in the prior: stopping a journey, for each point it would bring
    "exchange",  # in the prior: using a scholar or artist
    "answer",  # in the prior: answering one
    "reveal",  # in the prior: what it costs to let the others see a card
    "sharpness",  # how many e-folds of preference a point of gain makes in the prior
    "scale",  # the lead in points that makes winning e times as likely
)

BOTH_DISCS: Final[i64] = 0
ONE_DISC: Final[i64] = 1
DISC_HERE: Final[i64] = 2
OFFICE_CARD_WORTH: Final[i64] = 3
OFFICE_PAIR: Final[i64] = 4
WARRIOR_CARD: Final[i64] = 5
DALANG_CARD: Final[i64] = 6
OTHER_CARD: Final[i64] = 7
ENOUGH: Final[i64] = 8
PILE: Final[i64] = 9
PILE_EXCESS: Final[i64] = 10
ACTIVE: Final[i64] = 11
THREAT: Final[i64] = 12
ABSENT: Final[i64] = 13
DISC_GAIN: Final[i64] = 14
JOURNEY: Final[i64] = 15
DRIVE_OFF: Final[i64] = 16
CLEAR_WAY: Final[i64] = 17
STAY: Final[i64] = 18
STOP_TURN: Final[i64] = 19
BLOCK_WORTH: Final[i64] = 20
EXCHANGE: Final[i64] = 21
ANSWER_WORTH: Final[i64] = 22
REVEAL: Final[i64] = 23
SHARPNESS: Final[i64] = 24
SCALE: Final[i64] = 25
OFFICE_RATE: Final = float(DECK[PRIEST]) / float(DECK_SIZE)  # of priests, or princes, among cards
WARRIOR_RATE: Final = float(DECK[WARRIOR]) / float(DECK_SIZE)
BLOCK_RATE: Final = 12.0 / float(DECK_SIZE)  # of cards that name a given island


@final
class Judge(judging.Judge):
    """Bali, judged by discs, by cards, and by what the active player may do next."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        self.w = vec[float](weights)
        self.scale = weights[SCALE]
        self.trust = 0.5

    def value(self, position: Position, seat: i64) -> float:
        assert isinstance(position, State)
        points = float(points_of(position, seat))
        if position.phase == END:
            return points
        worth = points + self.discs_worth(position, seat) + self.cards_worth(position, seat)
        if position.active == seat:
            worth += self.w[ACTIVE] + self.w[THREAT] * self.threat(position)
        if position.fled[seat]:
            worth -= self.w[ABSENT]
        return worth

    def settled(self, position: Position) -> bool:
        """Nobody has to react to anything."""
        assert isinstance(position, State)
        return position.phase == TURN or position.phase == END

    def discs_worth(self, s: State, seat: i64) -> float:
        """What the discs promise, where the Dalang may come."""
        mask = next_mask(s)
        worth = 0.0
        for island in range(N_ISLANDS):
            count = discs_of(s, seat, island)
            if count and island == s.island:
                worth += float(count) * self.w[DISC_HERE] * mask
            elif count == 2:
                worth += self.w[BOTH_DISCS] * mask
            elif count == 1:
                worth += self.w[ONE_DISC] * mask
        return worth

    def cards_worth(self, s: State, seat: i64) -> float:
        """What the hand and the piles are good for."""
        worth = 0.0
        for card in range(N_CARDS):
            count = s.hand[seat * N_CARDS + card]
            if count:
                worth += float(count) * self.card_worth(card)
        if s.held[seat]:
            worth *= self.playable(s.held[seat]) / float(s.held[seat])
        for office in range(N_OFFICES):
            if s.hand[seat * N_CARDS + OFFICE_CARD[office]] >= 2:
                worth += self.w[OFFICE_PAIR]
        for island in range(N_ISLANDS):
            if island != s.island:
                size = s.pile_size(seat * N_ISLANDS + island)
                worth += float(min(size, SCORING_CARDS)) * self.w[PILE]
                worth += float(max(size - SCORING_CARDS, 0)) * self.w[PILE_EXCESS]
        return worth

    def playable(self, cards: i64) -> float:
        """How many of the cards of a hand are worth something."""
        return min(float(cards), self.w[ENOUGH])

    def card_worth(self, card: i64) -> float:
        """What a card in hand is worth, by its kind."""
        if card >= FIRST_DALANG:
            return self.w[DALANG_CARD]
        if card == WARRIOR:
            return self.w[WARRIOR_CARD]
        return self.w[OTHER_CARD] if OFFICE_OF[card] == NONE else self.w[OFFICE_CARD_WORTH]

    def threat(self, s: State) -> float:
        """The most that the active player can hope to bring home with a Dalang card in hand."""
        most = 0.0
        warriors = s.hand[s.active * N_CARDS + WARRIOR] - (0 if total(s.fled) else 1)
        for island in range(N_ISLANDS):
            if island != s.island and discs_of(s, s.active, island):
                tries: i64 = 0
                for card in range(FIRST_DALANG, N_CARDS):
                    if NAMES_ISLAND[card * N_ISLANDS + island]:
                        tries += s.hand[s.active * N_CARDS + card]
                if tries:
                    gain = self.scoring_gain(s, s.active, island)
                    most = max(most, gain * unblocked(tries, self.open_way(s, island, warriors)))
        return most

    def open_way(self, s: State, island: i64, warriors: i64) -> float:
        """BA 6.2: how likely nobody can block a journey, perhaps after some attacks."""
        blocks = way_rate(s, s.active, island)
        stays = unseen_rate(s, s.active, WARRIOR)
        chance = 1.0
        for seat in range(s.players):
            if seat != s.active and not s.fled[seat]:
                free = none_of(blocks, s.held[seat])
                if warriors > 0:
                    free += (1.0 - free) * few(stays, s.held[seat], warriors - 1)
                chance *= free
        return chance

    def scoring_gain(self, s: State, seat: i64, island: i64) -> float:
        """BA 6.4: what a seat gains on the others if the active player goes there and scores."""
        if discs_of(s, s.active, island) == 0:
            return 0.0
        mask = next_mask(s)
        other = NOBODY
        for office in range(N_OFFICES):
            owner = s.disc[office * N_ISLANDS + island]
            if owner != s.active and owner != NOBODY:
                other = owner
        share = 1.0 / float(s.players - 1)
        if other == NOBODY:
            return mask if seat == s.active else -mask * share
        higher = min(mask + 1.0, 5.0)
        if seat == s.active:
            return higher - mask * share
        return mask - higher * share if seat == other else -(mask + higher) * share

    # --- the prior --------------------------------------------------------------------

    def prior(self, position: Position, action: i64) -> float:
        assert isinstance(position, State)
        s = position
        if action >= FIRST_LAY:
            gain = 0.5 * self.card_worth(action - FIRST_LAY)
        elif action >= FIRST_DISCARD:
            gain = self.junk(s, action - FIRST_DISCARD)
        elif action >= FIRST_TAKE:
            gain = self.taking(s, action - FIRST_TAKE)
        elif action >= FIRST_PUT:
            put = action - FIRST_PUT
            gain = self.putting(s, put // N_ISLANDS, put % N_ISLANDS)
        elif action >= FIRST_EXEMPT:
            gain = self.exempting(s, action - FIRST_EXEMPT)
        elif action >= FIRST_TARGET:
            gain = self.travelling(s, action - FIRST_TARGET)
        elif action >= FIRST_SHOW:
            gain = self.showing(s, action - FIRST_SHOW + 1)
        elif action >= FIRST_PLAY:
            gain = self.playing(s, action - FIRST_PLAY)
        elif action == AS_THEY_ARE:
            gain = 2.0 if s.held[s.turn] <= SCORING_CARDS else -0.5
        elif action == DRAW:
            gain = 2.0
        else:
            gain = 0.0
        return self.w[SHARPNESS] * gain

    def playing(self, s: State, card: i64) -> float:
        """A card led, or played in answer to one."""
        if s.phase == TURN:
            return self.leading(s, card)
        if s.phase == BLOCK:
            return self.blocking(s)
        if s.phase == WARD:
            return self.staying(s)
        if s.phase == SECOND:
            return self.w[STOP_TURN] * self.suspicion(s) - 0.3
        return self.w[ANSWER_WORTH] + self.stopper(s)

    def leading(self, s: State, card: i64) -> float:
        """BA 2.3: what the active player can do with a card."""
        if card >= FIRST_DALANG:
            best = -1.0
            for island in range(N_ISLANDS):
                if NAMES_ISLAND[card * N_ISLANDS + island] and island != s.island:
                    best = max(best, self.travelling(s, island))
            return best
        if OFFICE_OF[card] != NONE:
            return self.contesting(s, OFFICE_OF[card], s.hand[s.active * N_CARDS + card] - 1)
        if card == WARRIOR:
            return self.attacking(s)
        return self.w[EXCHANGE]

    def travelling(self, s: State, island: i64) -> float:
        """BA 6: a journey to an island, with a scoring or just for the pile there."""
        if discs_of(s, s.active, island):
            tries: i64 = 1 if s.phase != TURN else 0
            for card in range(FIRST_DALANG, N_CARDS):
                if NAMES_ISLAND[card * N_ISLANDS + island]:
                    tries += s.hand[s.active * N_CARDS + card]
            gain = self.scoring_gain(s, s.active, island)
            return gain * unblocked(tries, self.open_way(s, island, 0))
        mine = float(s.pile_size(s.active * N_ISLANDS + island))
        others = 0.0
        for seat in range(s.players):
            if seat != s.active:
                others += float(s.pile_size(seat * N_ISLANDS + island))
        ahead = mine - self.playable(s.held[s.active]) - others / float(s.players - 1)
        return self.w[JOURNEY] * ahead - 0.5

    def contesting(self, s: State, office: i64, count: i64) -> float:
        """BA 4: leading a priest or prince with this many to show."""
        if s.disc[office * N_ISLANDS + s.island] == s.active:
            return -1.0
        return self.disc_gain(s, s.active, office) * unbeaten(s, office, count) - 0.2

    def disc_gain(self, s: State, seat: i64, office: i64) -> float:
        """What the disc of the island means to a seat: a share in its masks, perhaps the seal."""
        gain = self.w[DISC_GAIN] * next_mask(s)
        other = s.disc[(1 - office) * N_ISLANDS + s.island]
        if other == seat and s.seal[s.island] != seat:
            gain += float(SEAL_POINTS)
        return gain

    def attacking(self, s: State) -> float:
        """BA 3.1: a warrior, by what the others lose and what it clears the way for."""
        gain = -0.4
        present: i64 = 0
        for seat in range(s.players):
            if seat != s.active and not s.fled[seat]:
                present += 1
        plan = self.threat(s)
        for seat in range(s.players):
            if seat != s.active and not s.fled[seat]:
                flees = self.flees(s, seat)
                lost = float(max(s.held[seat] - FLIGHT_CARDS, 0))
                share = 1.0 if present < s.players - 1 else float(present - 1) / float(present)
                gain += share * flees * (self.w[DRIVE_OFF] * lost + self.w[CLEAR_WAY] * plan)
        return gain

    def flees(self, s: State, seat: i64) -> float:
        """BA 3.1: how likely a seat has to flee from one of several warriors."""
        most = s.hand[s.active * N_CARDS + WARRIOR] - 1
        return few(unseen_rate(s, s.active, WARRIOR), s.held[seat], most)

    def exempting(self, s: State, seat: i64) -> float:
        """BA 3.1: best somebody who is gone already, else who is likely to ward it off."""
        if s.fled[seat]:
            return 3.0
        return -none_of(WARRIOR_RATE, s.held[seat]) * 3.0 - 0.1 * float(s.held[seat])

    def staying(self, s: State) -> float:
        """BA 3.1: warding a warrior off, to keep the hand and the say."""
        lost = float(max(s.held[s.turn] - 1 - FLIGHT_CARDS, 0))
        stakes = float(discs_of(s, s.turn, s.island))
        return self.w[STAY] + 0.3 * lost + 0.3 * stakes + self.stopper(s)

    def stopper(self, s: State) -> float:
        """BA 3.3: with a second card of the kind the turn of the active player can be ended."""
        if s.turn_over or s.hand[s.turn * N_CARDS + s.led] < 2:
            return 0.0
        return 0.5 * self.w[STOP_TURN] * self.suspicion(s)

    def suspicion(self, s: State) -> float:
        """What the active player may have in mind, to go by the discs and the number of cards."""
        most = 0.0
        for island in range(N_ISLANDS):
            if island != s.island:
                most = max(most, self.scoring_gain(s, s.active, island))
        return most * (1.0 - none_of(BLOCK_RATE, s.held[s.active]))

    def blocking(self, s: State) -> float:
        """BA 6.2: a card against what the journey would bring the active player."""
        return -self.scoring_gain(s, s.turn, s.target) * self.w[BLOCK_WORTH] - self.w[DALANG_CARD]

    def showing(self, s: State, count: i64) -> float:
        """BA 4.1, BA 4.2: as many as it takes."""
        gain = self.disc_gain(s, s.turn, OFFICE_OF[s.led]) * unbeaten(s, OFFICE_OF[s.led], count)
        return gain - self.w[REVEAL] * float(count)

    def junk(self, s: State, card: i64) -> float:
        """BA 3.5: a card to be exchanged for an unknown one."""
        worth = self.card_worth(card)
        count = s.hand[s.turn * N_CARDS + card]
        if OFFICE_OF[card] != NONE and count >= 2:
            worth += self.w[OFFICE_PAIR]
        if card in (SCHOLAR, ARTIST):
            worth -= 0.1 * float(count)
        return 0.5 - worth

    def taking(self, s: State, island: i64) -> float:
        """BA 3.4: a card from a pile, best from one that would lose some."""
        size = s.pile_size(s.turn * N_ISLANDS + island)
        held = s.held[s.turn]
        wanted = 0.3 if self.playable(held + 1) > float(held) else -0.3
        return wanted + (0.3 if size > SCORING_CARDS else 0.0)

    def putting(self, s: State, card: i64, island: i64) -> float:
        """BA 3.2, BA 3.4: a card to a pile, best where it will not be lost and can do something."""
        size = s.pile_size(s.turn * N_ISLANDS + island)
        worth = self.card_worth(card)
        discs = float(discs_of(s, s.turn, island))
        if OFFICE_OF[card] != NONE:
            worth += 0.2 * discs
        if self.playable(s.held[s.turn]) == float(s.held[s.turn]):
            worth -= 0.5
        return worth - (0.4 if size >= SCORING_CARDS else 0.0) + 0.1 * discs


def next_mask(s: State) -> float:
    """The value of the lowest mask left."""
    lowest = lowest_mask(s, 0)
    return float(MASK_VALUE[lowest]) if lowest != NONE else 0.0


def discs_of(s: State, seat: i64, island: i64) -> i64:
    """How many discs a seat has on an island."""
    count: i64 = 0
    for office in range(N_OFFICES):
        if s.disc[office * N_ISLANDS + island] == seat:
            count += 1
    return count


def none_of(rate: float, cards: i64) -> float:
    """How likely none of these cards is of a kind, each of them being so at this rate."""
    chance = 1.0
    for _ in range(cards):
        chance *= 1.0 - rate
    return chance


def unseen_rate(s: State, seat: i64, card: i64) -> float:
    """How many of the cards that a seat does not hold and that are not discarded are of a kind."""
    unseen = DECK_SIZE - total(s.discard) - s.held[seat]
    left = DECK[card] - s.discard[card] - s.hand[seat * N_CARDS + card]
    return float(left) / float(max(unseen, 1))


def way_rate(s: State, seat: i64, island: i64) -> float:
    """How many of them name an island."""
    rate = 0.0
    for card in range(FIRST_DALANG, N_CARDS):
        if NAMES_ISLAND[card * N_ISLANDS + island]:
            rate += unseen_rate(s, seat, card)
    return rate


def unblocked(tries: i64, chance: float) -> float:
    """BA 6.2: how likely one of several journeys to the same island gets through."""
    blocked = 1.0
    for _ in range(tries):
        blocked *= 1.0 - chance
        chance = 0.5 + 0.5 * chance
    return 1.0 - blocked


def unbeaten(s: State, office: i64, count: i64) -> float:
    """BA 4.2: how likely none of those asked after the seat on turn shows more than this."""
    chance = 1.0
    seat = s.turn + 1 if s.turn + 1 < s.players else 0
    while seat != s.active:
        if not s.fled[seat]:
            chance *= at_most(s, seat, office, count)
        seat = seat + 1 if seat + 1 < s.players else 0
    return chance


def at_most(s: State, seat: i64, office: i64, count: i64) -> float:
    """How likely a seat has at most this many priests, or princes, in hand."""
    if s.shown[(seat * N_OFFICES + office) * N_SETS + IN_HAND] > count:
        return 0.0
    return few(OFFICE_RATE, s.held[seat], count)


def few(rate: float, cards: i64, most: i64) -> float:
    """How likely at most `most` of these cards are of a kind, each of them at this rate."""
    chance = min(rate, 0.9)
    term = none_of(chance, cards)
    whole = term
    for number in range(1, min(most, cards) + 1):
        term *= float(cards - number + 1) / float(number) * chance / (1.0 - chance)
        whole += term
    return min(whole, 1.0)
