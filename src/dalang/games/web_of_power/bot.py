"""How a position of Web of Power looks to somebody who plays well.

The value is linear in the weights: each weight says what one unit of something on the board is
worth in points at the end.  `_early` is its worth at the start of the game, `_late` at the end;
in between it moves from the one to the other.  The prior asks what a piece would bring, for the
own points and against those of the others, with the same weights.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dalang.engine import judging
from dalang.engine.api import Position
from dalang.engine.arrays import zeros
from dalang.engine.vecs import append, vec
from dalang.games.web_of_power.actions import (
    FIRST_ADVISOR,
    FIRST_CLOISTER,
    FIRST_EXCHANGE,
    FIRST_JOKER,
    FIRST_PLAY,
    FIRST_TAKE,
    REST,
)
from dalang.games.web_of_power.components import (
    ALLY_A,
    ALLY_B,
    BIT,
    COUNTRY_OF,
    FIRST_SPACE,
    N_ALLIANCES,
    N_CARDS,
    N_COUNTRIES,
    N_SPACES,
    NAMES,
    NEIGHBOURS,
    NOBODY,
    NONE,
    SHORTEST_CHAIN,
    deck,
)
from dalang.games.web_of_power.rules.chains import group_of
from dalang.games.web_of_power.state import END, TAKE, TURN, State

WEIGHTS: Final = (
    "first_scoring",  # a point of the first scoring, if it took place now
    "cloisters_early",  # a point of the second scoring for cloisters, if it took place now
    "cloisters_late",
    "room_early",  # a free space in a country where nobody has more cloisters
    "room_late",
    "alliances_early",  # a point for alliances, if they were scored now
    "alliances_late",
    "half_alliances_early",  # most advisors here, and room at the court of an ally
    "half_alliances_late",
    "chains_early",  # a point for chains, if they were scored now
    "chains_late",
    "links_early",  # a road between two own cloisters
    "links_late",
    "advisor_left",  # an advisor still in the supply
    "pieces_in_hand",  # a piece that the cards in hand can place in the best country
    "pair_in_hand",  # two equal cards: a joker
    "rivals",  # in the prior: what a point of the others' together is worth
    "card",  # in the prior: what a card spent is worth
    "sharpness",  # how many e-folds of preference a point of gain makes in the prior
    "scale",  # the lead in points that makes winning e times as likely
)

FIRST_SCORING: Final[i64] = 0
CLOISTERS: Final[i64] = 1
ROOM: Final[i64] = 3
ALLIANCES: Final[i64] = 5
HALF_ALLIANCES: Final[i64] = 7
CHAINS: Final[i64] = 9
LINKS: Final[i64] = 11
ADVISOR_LEFT: Final[i64] = 13
PIECES_IN_HAND: Final[i64] = 14
PAIR_IN_HAND: Final[i64] = 15
RIVALS: Final[i64] = 16
CARD: Final[i64] = 17
SHARPNESS: Final[i64] = 18
SCALE: Final[i64] = 19

_SHARES: Final = vec[float](  # how often each kind of card comes from the pile
    [float(count) / float(sum(int(other) for other in deck(4))) for count in deck(4)]
)
_FIRST_PILE: Final = vec[float](  # by players: cards in the first pile
    [
        float(sum(int(count) for count in deck(max(players, 3))) - 3 * players - 2)
        for players in range(6)
    ]
)

NOTHING: Final = -100.0  # the gain of what cannot be done


@final
class Judge(judging.Judge):
    """Web of Power, judged by what the board would score and how that is going to change."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        self.w = vec[float](weights)
        self.scale = weights[SCALE]

    def value(self, position: Position, seat: i64) -> float:
        assert isinstance(position, State)
        points = float(position.points[seat])
        if position.phase == END:
            return points
        return points + self.board_worth(position, seat) + self.hand_worth(position, seat)

    def settled(self, position: Position) -> bool:
        """Nobody is in the middle of a turn."""
        assert isinstance(position, State)
        return position.phase == TURN or position.phase == END

    def worth(self, weight: i64, late: float) -> float:
        """What a unit is worth at this time of the game."""
        return self.w[weight] + (self.w[weight + 1] - self.w[weight]) * late

    def board_worth(self, s: State, seat: i64) -> float:
        """What the pieces on the board promise."""
        late = lateness(s)
        courts = majorities(s)
        scored: i64 = 0
        room: i64 = 0
        for country in range(N_COUNTRIES):
            points = points_with(s, seat, country, seat, 0)
            scored += points
            if points and s.cloisters[seat * N_COUNTRIES + country] == s.most[country]:
                room += s.free[country]
        cloisters = self.worth(CLOISTERS, late)
        if s.pile_outs == 0:
            cloisters += self.w[FIRST_SCORING] * 2.0 * late
        return (
            float(scored) * cloisters
            + float(room) * self.worth(ROOM, late)
            + float(alliance_points(s, seat, courts)) * self.worth(ALLIANCES, late)
            + float(half_alliances(s, seat, courts)) * self.worth(HALF_ALLIANCES, late)
            + float(s.advisors_left[seat]) * self.w[ADVISOR_LEFT] * (1.0 - late)
            + self.road_worth(s, seat, late)
        )

    def road_worth(self, s: State, seat: i64, late: float) -> float:
        """What the chains promise: those long enough, and every road on the way there."""
        own = own_spaces(s, seat)
        points: i64 = 0
        links: i64 = 0
        left = own
        for space in range(N_SPACES):
            if left & BIT[space]:
                group = group_of(space, left, NEIGHBOURS)
                left &= ~group
                length = about_longest(group)
                if length >= SHORTEST_CHAIN:
                    points += length
            if own & BIT[space]:
                links += count_bits(NEIGHBOURS[space] & own)
        return float(points) * self.worth(CHAINS, late) + float(links) * 0.5 * self.worth(
            LINKS, late
        )

    def hand_worth(self, s: State, seat: i64) -> float:
        """What the cards in hand can do in the next turn, if there is one."""
        if s.is_last_round() and not is_still_to_play(s, seat):
            return 0.0
        most: i64 = 0
        for country in range(N_COUNTRIES):
            if s.can_place(seat, country):
                most = max(most, pieces_for(s, seat, country))
        worth = float(most) * self.w[PIECES_IN_HAND]
        for card in range(N_CARDS):
            if s.hand[seat * N_CARDS + card] >= 2:
                worth += self.w[PAIR_IN_HAND]
        return worth

    # --- the prior --------------------------------------------------------------------

    def prior(self, position: Position, action: i64) -> float:
        return self.priors(position, vec[i64]([int(action)]))[0]

    def priors(self, position: Position, legal: vec[i64]) -> vec[float]:
        assert isinstance(position, State)
        found = vec[float]()
        plan = Plan(self, position)
        sharpness = self.w[SHARPNESS]
        for action in legal:
            found = append(found, sharpness * plan.gain(action))
        return found


@final
class Plan:
    """What each country has to offer the seat on turn: the gain of one piece, and of two."""

    def __init__(self, judge: Judge, s: State) -> None:
        self.judge = judge
        self.s = s
        self.late = lateness(s)
        self.courts = majorities(s)
        self.own = own_spaces(s, s.turn)
        self.cloister = vec[float]()
        self.advisor = vec[float]()
        self.one = vec[float]()
        self.two = vec[float]()
        for country in range(N_COUNTRIES):
            self.look_at(country)

    def look_at(self, country: i64) -> None:
        """The best single piece and the best pair of pieces in a country."""
        s = self.s
        cloister = NOTHING
        advisor = NOTHING
        one = NOTHING
        two = NOTHING
        if s.can_place_cloister(s.turn, country):
            cloister = self.cloister_gain(country, 1)
            one = cloister + self.best_roads(country)
            two = one
            if not s.is_empty(country):
                if s.free[country] > 1:
                    two = one + self.cloister_gain(country, 2) - cloister
                if s.advisors_left[s.turn] > 0:
                    two = max(two, one + self.advisor_gain(country))
        if s.can_place_advisor(s.turn, country):
            advisor = self.advisor_gain(country)
            one = max(one, advisor)
            two = max(two, one)
        self.cloister = append(self.cloister, cloister)
        self.advisor = append(self.advisor, advisor)
        self.one = append(self.one, one)
        self.two = append(self.two, two)

    def gain(self, action: i64) -> float:
        """What an action brings, in points."""
        s = self.s
        if action >= FIRST_ADVISOR:
            return self.placing(action - FIRST_ADVISOR, self.advisor[action - FIRST_ADVISOR])
        if action >= FIRST_CLOISTER:
            space = action - FIRST_CLOISTER
            country = COUNTRY_OF[space]
            return self.placing(country, self.cloister[country] + self.roads(space))
        if action >= FIRST_TAKE:
            return self.card_worth(action - FIRST_TAKE)
        if action >= FIRST_EXCHANGE:
            return -self.judge.w[CARD] - self.card_worth(action - FIRST_EXCHANGE)
        if action >= FIRST_JOKER:
            return self.playing(action - FIRST_JOKER, 1)
        if action >= FIRST_PLAY:
            return self.playing(action - FIRST_PLAY, 0)
        if action == REST and s.phase == TAKE:
            return self.blind_worth()
        return 0.0

    def placing(self, country: i64, first: float) -> float:
        """A piece now, and the second that the other cards can place in the same country."""
        s = self.s
        if s.country == NONE and not s.is_empty(country) and pieces_for(s, s.turn, country) >= 1:
            return first + max(0.0, self.two[country] - self.one[country] - self.judge.w[CARD])
        return first

    def playing(self, card: i64, joker: i64) -> float:
        """The best that can be done with a card or a joker, and what goes well with it."""
        s = self.s
        best = NOTHING
        for country in range(N_COUNTRIES):
            if s.card_reaches(card, joker, country) and self.one[country] > NOTHING:
                gain = self.one[country]
                more = self.two[country] - gain - self.judge.w[CARD]
                if s.country == NONE and more > 0.0 and goes_on(s, card, joker, country):
                    gain += more
                best = max(best, gain)
        return best - self.judge.w[CARD] * float(1 + joker)

    def card_worth(self, card: i64) -> float:
        """What a card can bring next turn: alone, and with the cards already in hand."""
        s = self.s
        best = 0.0
        for country in range(N_COUNTRIES):
            if NAMES[card * N_COUNTRIES + country]:
                gain = self.one[country]
                if pieces_for(s, s.turn, country) >= 1 and s.phase == TAKE:
                    gain = max(gain, self.two[country])
                best = max(best, gain)
        if s.hand[s.turn * N_CARDS + card] >= 1:
            best += self.judge.w[PAIR_IN_HAND]
        return 0.5 * best

    def blind_worth(self) -> float:
        """The same for a card from the pile."""
        worth = 0.0
        for card in range(N_CARDS):
            worth += _SHARES[card] * self.card_worth(card)
        return worth

    # --- what a piece brings ----------------------------------------------------------

    def cloister_gain(self, country: i64, more: i64) -> float:
        """More cloisters: the seat's points against those that the others win by them."""
        s = self.s
        judge = self.judge
        seat = s.turn
        mine = points_with(s, seat, country, seat, more) - points_with(s, seat, country, seat, 0)
        theirs: i64 = 0
        for other in range(s.players):
            if other != seat:
                theirs += points_with(s, other, country, seat, more)
                theirs -= points_with(s, other, country, seat, 0)
        worth = judge.worth(CLOISTERS, self.late)
        if s.pile_outs == 0:
            worth += judge.w[FIRST_SCORING] * 2.0 * self.late
        gain = (float(mine) - judge.w[RIVALS] * float(theirs)) * worth
        if s.cloisters[seat * N_COUNTRIES + country] + more >= s.most[country]:
            gain += float(s.free[country] - more) * judge.worth(ROOM, self.late)
        return gain

    def advisor_gain(self, country: i64) -> float:
        """One more advisor: alliances won, kept from the others, and come within reach."""
        s = self.s
        judge = self.judge
        seat = BIT[s.turn]
        before = self.courts[country]
        after = majority_with(s, country, s.turn)
        points = s.court[country] + 1
        won: i64 = 0
        lost: i64 = 0
        half: i64 = 0
        for alliance in range(N_ALLIANCES):
            ally = ally_in(alliance, country)
            if ally != NONE:
                there = self.courts[ally]
                if after & there & seat:
                    won += points + s.court[ally]
                    if before & seat:
                        won -= points - 1 + s.court[ally]
                elif after & seat and s.court[ally] < s.most[ally]:
                    half += 1
                lost += count_bits(before & there & ~after) * (points - 1 + s.court[ally])
                lost -= count_bits(after & there & ~seat)
        if before & seat:
            half = 0
        return (float(won) + judge.w[RIVALS] * float(lost)) * judge.worth(
            ALLIANCES, self.late
        ) + float(half) * judge.worth(HALF_ALLIANCES, self.late)

    def best_roads(self, country: i64) -> float:
        """The best free space of a country, by its roads."""
        best = NOTHING
        for space in range(FIRST_SPACE[country], FIRST_SPACE[country + 1]):
            if self.s.owner[space] == NOBODY:
                best = max(best, self.roads(space))
        return best

    def roads(self, space: i64) -> float:
        """A cloister there: roads to own cloisters, a longer chain, and chains of others cut."""
        judge = self.judge
        near = NEIGHBOURS[space] & self.own
        worth = 0.1 * self.blocked(space) * judge.worth(LINKS, self.late)
        if near == 0:
            return worth + 0.05 * self.open_ends(space) * judge.worth(LINKS, self.late)
        joined = group_of(space, self.own | BIT[space], NEIGHBOURS)
        length = about_longest(joined)
        if length >= SHORTEST_CHAIN:
            before: i64 = 0
            left = joined & ~BIT[space]
            for other in range(N_SPACES):
                if left & BIT[other]:
                    group = group_of(other, left, NEIGHBOURS)
                    left &= ~group
                    longest = about_longest(group)
                    if longest >= SHORTEST_CHAIN:
                        before += longest
            worth += float(length - before) * judge.worth(CHAINS, self.late)
        return worth + float(count_bits(near)) * judge.worth(LINKS, self.late)

    def open_ends(self, space: i64) -> float:
        """Free spaces next to it, where a chain could continue."""
        free: i64 = 0
        for other in range(N_SPACES):
            if NEIGHBOURS[space] & BIT[other] and self.s.owner[other] == NOBODY:
                free += 1
        return float(free)

    def blocked(self, space: i64) -> float:
        """Cloisters of others next to it, whose chains end here."""
        others: i64 = 0
        for other in range(N_SPACES):
            if NEIGHBOURS[space] & BIT[other]:
                owner = self.s.owner[other]
                if owner != NOBODY and owner != self.s.turn:
                    others += 1
        return float(others)


def lateness(s: State) -> float:
    """How far the game has come: 0 at the start, 0.5 at the first scoring, 1 at the end."""
    done = max(0.0, 1.0 - float(s.pile_size) / _FIRST_PILE[s.players])
    return min(1.0, 0.5 * (float(s.pile_outs) + done)) if s.pile_outs < 2 else 1.0


def is_still_to_play(s: State, seat: i64) -> bool:
    """WP 5.1: in the last round, whether the seat has a turn to come."""
    return (seat - s.start) % s.players > (s.turn - s.start) % s.players


def points_with(s: State, seat: i64, country: i64, mover: i64, more: i64) -> i64:
    """WP 4.1: a seat's points in a country if the mover had this many more cloisters."""
    mine = s.cloisters[seat * N_COUNTRIES + country]
    if seat == mover:
        mine += more
    if mine == 0:
        return 0
    above: i64 = 0
    for other in range(s.players):
        theirs = s.cloisters[other * N_COUNTRIES + country]
        if other == mover:
            theirs += more
        if theirs > mine and (above == 0 or theirs < above):
            above = theirs
    if above:
        return above
    return FIRST_SPACE[country + 1] - FIRST_SPACE[country] - s.free[country] + more


def majorities(s: State) -> vec[i64]:
    """WP 6.1: for each country the set of seats with most advisors."""
    found = zeros(N_COUNTRIES)
    for country in range(N_COUNTRIES):
        if s.court[country]:
            found[country] = majority_with(s, country, NOBODY)
    return found


def majority_with(s: State, country: i64, mover: i64) -> i64:
    """WP 6.1: the set of seats with most advisors in a country if the mover had one more."""
    most: i64 = 1
    found: i64 = 0
    for seat in range(s.players):
        count = s.advisors[seat * N_COUNTRIES + country]
        if seat == mover:
            count += 1
        if count > most:
            most = count
            found = BIT[seat]
        elif count == most:
            found |= BIT[seat]
    return found


def alliance_points(s: State, seat: i64, courts: vec[i64]) -> i64:
    """WP 6.1: the points for alliances, if they were scored now."""
    points: i64 = 0
    for alliance in range(N_ALLIANCES):
        a = ALLY_A[alliance]
        b = ALLY_B[alliance]
        if courts[a] & courts[b] & BIT[seat]:
            points += s.court[a] + s.court[b]
    return points


def half_alliances(s: State, seat: i64, courts: vec[i64]) -> i64:
    """Alliances with most advisors on one side, and room at the court on the other."""
    count: i64 = 0
    for alliance in range(N_ALLIANCES):
        a = ALLY_A[alliance]
        b = ALLY_B[alliance]
        here = courts[a] & BIT[seat] != 0
        there = courts[b] & BIT[seat] != 0
        if (here and not there and s.court[b] < s.most[b]) or (
            there and not here and s.court[a] < s.most[a]
        ):
            count += 1
    return count


def ally_in(alliance: i64, country: i64) -> i64:
    """The other side of an alliance, or NONE if the country has no part in it."""
    if ALLY_A[alliance] == country:
        return ALLY_B[alliance]
    if ALLY_B[alliance] == country:
        return ALLY_A[alliance]
    return NONE


def own_spaces(s: State, seat: i64) -> i64:
    """The set of spaces with a cloister of the seat."""
    own: i64 = 0
    for space in range(N_SPACES):
        if s.owner[space] == seat:
            own |= BIT[space]
    return own


def about_longest(group: i64) -> i64:
    """WP 7.1: about the longest path of a group: all of it but for the ends of its branches."""
    members: i64 = 0
    ends: i64 = 0
    for space in range(N_SPACES):
        if group & BIT[space]:
            members += 1
            near = NEIGHBOURS[space] & group
            if near & (near - 1) == 0:
                ends += 1
    return members - max(0, ends - 2)


def count_bits(members: i64) -> i64:
    """How many members a set has."""
    count: i64 = 0
    while members:
        members &= members - 1
        count += 1
    return count


def pieces_for(s: State, seat: i64, country: i64) -> i64:
    """WP 2.2, WP 2.3: how many pieces the hand can place in a country, at most two."""
    naming: i64 = 0
    joker: i64 = 0
    for card in range(N_CARDS):
        count = s.hand[seat * N_CARDS + card]
        if NAMES[card * N_COUNTRIES + country]:
            naming += count
        elif count >= 2:
            joker = 1
    return min(2, naming + joker)


def goes_on(s: State, card: i64, joker: i64, country: i64) -> bool:
    """WP 2.3, WP 2.4: after that card or joker the hand has a second piece for the country."""
    if s.is_empty(country):
        return False
    for other in range(N_CARDS):
        count = s.hand[s.turn * N_CARDS + other]
        if other == card:
            count -= 1 + joker
        if count >= 1 and (NAMES[other * N_COUNTRIES + country] or (joker == 0 and count >= 2)):
            return True
    return False
