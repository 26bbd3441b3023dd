"""How a position of Taj Mahal looks to somebody who plays well.

Between the rounds the value is linear in the weights: each weight says what one unit of something
is worth in points at the end.  During a round not much can be said, so playouts run to its end.

The prior weighs every bid: what the symbols are worth to the seat, how likely it is to come away
with them, and what the cards cost.  Withdrawing brings for certain what is in the lead now.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dalang.engine import judging
from dalang.engine.api import Position
from dalang.engine.arrays import EMPTY, zeros
from dalang.engine.vecs import append, vec
from dalang.games.taj_mahal.actions import (
    ADD_NOTHING,
    FIRST_CARD,
    FIRST_CROWN,
    FIRST_PALACE,
    FIRST_SPECIAL,
    FIRST_TAKE,
    WITHDRAW,
)
from dalang.games.taj_mahal.components import (
    BIT,
    BONUS_COMMODITY,
    BONUS_DRAWS,
    BONUS_POINTS,
    CARD_COLOUR,
    ELEPHANT,
    FIRST_CITY,
    FIRST_SYMBOL,
    FORTRESSES,
    MOGUL,
    N_CITIES,
    N_COLOURS,
    N_COMMODITIES,
    N_PERSONS,
    N_SPECIALS,
    N_SYMBOLS,
    NEIGHBOURS,
    NOBODY,
    NONE,
    PROVINCE_OF,
    ROUNDS,
    SECOND_SYMBOL,
    SPECIAL_OF,
    SPECIAL_POINTS,
    SPECIAL_SYMBOL,
    TILE_COMMODITIES,
    WHITE,
)
from dalang.games.taj_mahal.rules.ending import cards_by_colour
from dalang.games.taj_mahal.rules.scoring import own_cities
from dalang.games.taj_mahal.rules.withdrawing import has_played
from dalang.games.taj_mahal.state import END, TAKE, TURN, State

WEIGHTS: Final = (
    "card",  # a card in hand
    "white_card",  # a white one, on top
    "longest_colour",  # a card of the colour held most, on top
    "special_card",  # holding a special card for a round
    "influence_tile",  # a first tile, at the start of the game; at the end nothing
    "commodity",  # a commodity owned, for each one like it still to be won
    "network",  # a province that a palace in a later province would be linked to
    "stake",  # of what the cards on the table may win
    "palace",  # in the prior: a palace, in addition to what it scores at once
    "frontier",  # in the prior: a road from a palace to a province still to be played
    "ahead_by_one",  # in the prior: how likely a symbol is won from here
    "ahead_by_two",
    "ahead_by_more",
    "level",
    "behind",
    "untouched",  # … which nobody shows
    "cost",  # in the prior: a card played
    "white_cost",  # … a white one
    "staying_power",  # in the prior: a further card in hand of the colour to be bound to
    "early_choice",  # in the prior: withdrawing now, for each seat that has to choose later
    "sharpness",  # how many e-folds of preference a point of gain makes in the prior
    "scale",  # the lead in points that makes winning e times as likely
)

CARD: Final[i64] = 0
WHITE_CARD: Final[i64] = 1
LONGEST_COLOUR: Final[i64] = 2
SPECIAL_CARD: Final[i64] = 3
INFLUENCE_TILE: Final[i64] = 4
COMMODITY: Final[i64] = 5
NETWORK: Final[i64] = 6
STAKE: Final[i64] = 7
PALACE_WORTH: Final[i64] = 8
FRONTIER: Final[i64] = 9
AHEAD_BY_ONE: Final[i64] = 10
AHEAD_BY_TWO: Final[i64] = 11
AHEAD_BY_MORE: Final[i64] = 12
LEVEL: Final[i64] = 13
BEHIND: Final[i64] = 14
UNTOUCHED: Final[i64] = 15
COST: Final[i64] = 16
WHITE_COST: Final[i64] = 17
STAYING_POWER: Final[i64] = 18
EARLY_CHOICE: Final[i64] = 19
SHARPNESS: Final[i64] = 20
SCALE: Final[i64] = 21


NO_CITIES: Final = zeros(N_CITIES)
NO_SYMBOLS: Final = zeros(N_SYMBOLS)
NEAR: Final = vec[i64](  # the cities at the end of each city's roads, one city after the other
    [
        number
        for city in range(int(N_CITIES))
        for number in range(int(N_CITIES))
        if int(NEIGHBOURS[city]) >> number & 1
    ]
)
FIRST_NEAR: Final = vec[i64](
    [
        sum(int(NEIGHBOURS[earlier]).bit_count() for earlier in range(city))
        for city in range(int(N_CITIES) + 1)
    ]
)


@final
class Judge(judging.Judge):
    """Taj Mahal, judged by hands, tiles and what the palaces will be linked to."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(weights)
        self.w = vec[float](weights)
        self.scale = weights[SCALE]
        self.trust = 1.0

    def value(self, position: Position, seat: i64) -> float:
        assert isinstance(position, State)
        points = float(position.points[seat])
        if position.phase == END or position.round == 0:
            return points
        worth = points + self.hand_worth(position, seat) + self.tiles_worth(position, seat)
        worth += self.w[NETWORK] * float(links_to_come(position, seat))
        if position.inside[seat] and has_played(position, seat):
            bid = Bid(self, position, seat)
            bid.weigh_up()
            worth += self.w[STAKE] * bid.prospects()
        return worth

    def settled(self, position: Position) -> bool:
        """Between the rounds: everybody is in, and nobody has played a card."""
        assert isinstance(position, State)
        if position.phase != TURN or position.turn != position.start:
            return position.phase == END
        for seat in range(position.players):
            if not position.inside[seat] or has_played(position, seat):
                return False
        return True

    def hand_worth(self, s: State, seat: i64) -> float:
        """Cards are power in the rounds to come, and points in the end."""
        colours = cards_by_colour(s, seat)
        longest: i64 = 0
        for colour in range(N_COLOURS):
            longest = max(longest, colours[colour])
        return (
            float(s.held[seat]) * self.w[CARD]
            + float(colours[WHITE]) * self.w[WHITE_CARD]
            + float(longest) * self.w[LONGEST_COLOUR]
        )

    def tiles_worth(self, s: State, seat: i64) -> float:
        """Special cards to be used, influence tiles to be paired, commodities to be multiplied."""
        left = float(rounds_left(s))
        worth = 0.0
        for special in range(N_SPECIALS):
            if s.special_holder[special] == seat:
                worth += 1.0 + left * self.w[SPECIAL_CARD]
        for person in range(N_PERSONS):
            if s.influence[seat * N_PERSONS + person]:
                worth += self.w[INFLUENCE_TILE] * left / float(ROUNDS)
        for commodity in range(N_COMMODITIES):
            owned = s.commodities[seat * N_COMMODITIES + commodity]
            if owned:
                worth += self.w[COMMODITY] * float(owned * still_to_come(s, commodity))
        return worth

    # --- the prior --------------------------------------------------------------------

    def prior(self, position: Position, action: i64) -> float:
        return self.priors(position, vec[i64]([int(action)]))[0]

    def priors(self, position: Position, legal: vec[i64]) -> vec[float]:
        assert isinstance(position, State)
        bid = Bid(self, position, position.turn)
        if position.phase != TAKE:
            bid.weigh_up()
        if position.phase == TAKE or position.colour[position.turn] == NONE:
            bid.sort_hand()
        sharpness = self.w[SHARPNESS]
        found = vec[float]()
        for action in legal:
            found = append(found, sharpness * bid.gain(action))
        return found


@final
class Bid:
    """What the round has to offer a seat, and the seat's standing in it."""

    def __init__(self, judge: Judge, s: State, seat: i64) -> None:
        self.judge = judge
        self.s = s
        self.seat: i64 = seat
        self.rivals: i64 = 0
        self.best_other = NO_SYMBOLS[:]
        self.colours = EMPTY  # cards in hand by colour, where they count
        self.masks = NO_CITIES
        self.foothold: float = 0.0
        self.bonus: float = 0.0
        self.prizes = vec[float]()

    def weigh_up(self) -> None:
        """All that bidding and building depend on."""
        self.masks = component_provinces(own_cities(self.s, self.seat))
        self.size_up()
        self.look_at_cities()
        self.look_at_prizes()

    def sort_hand(self) -> None:
        """What binding oneself to a colour and taking cards depend on."""
        self.colours = cards_by_colour(self.s, self.seat)

    def size_up(self) -> None:
        """The others still in the round, and the most that one of them shows of each symbol."""
        s = self.s
        for other in range(s.players):
            if other != self.seat and s.inside[other]:
                self.rivals += 1
                for symbol in range(N_SYMBOLS):
                    shown = s.shown[other * N_SYMBOLS + symbol]
                    if shown > self.best_other[symbol]:
                        self.best_other[symbol] = shown

    def look_at_cities(self) -> None:
        """The best place for a palace, and the best bonus tile."""
        s = self.s
        province = s.province()
        for city in range(FIRST_CITY[province], FIRST_CITY[province + 1]):
            if s.palace[city] == NOBODY:
                self.foothold = max(self.foothold, float(count_bits(self.linked(city))))
                self.bonus = max(self.bonus, self.bonus_worth(city))

    def look_at_prizes(self) -> None:
        """What each symbol is worth to the seat, apart from the first palace of the round."""
        for person in range(N_PERSONS):
            self.prizes = append(self.prizes, self.tile_worth(person) + self.judge.w[PALACE_WORTH])
        self.prizes = append(self.prizes, self.judge.w[PALACE_WORTH])
        self.prizes = append(self.prizes, self.elephant_worth())

    def tile_worth(self, person: i64) -> float:
        """An influence tile: the first of a pair, or the special card itself."""
        s = self.s
        left = float(rounds_left(s))
        if s.influence[self.seat * N_PERSONS + person] == 0:
            return self.judge.w[INFLUENCE_TILE] * left / float(ROUNDS)
        holder = s.special_holder[SPECIAL_OF[person]]
        worth = 1.0 + (left - 1.0) * self.judge.w[SPECIAL_CARD]
        if holder == self.seat:
            return 0.0
        return worth if holder == NOBODY else 1.3 * worth

    def elephant_worth(self) -> float:
        """The province tile: what it scores, and what its commodities add to later ones."""
        s = self.s
        worth = 0.0
        for commodity in range(N_COMMODITIES):
            if TILE_COMMODITIES[(s.round - 1) * N_COMMODITIES + commodity]:
                owned = s.commodities[self.seat * N_COMMODITIES + commodity]
                later = still_to_come(s, commodity) - 1
                worth += 1.0 + float(owned) + self.judge.w[COMMODITY] * float(later)
        return worth

    def bonus_worth(self, city: i64) -> float:
        """The bonus tile of a city."""
        s = self.s
        tile = s.bonus[city]
        if tile == NONE:
            return 0.0
        commodity = BONUS_COMMODITY[tile]
        if commodity != NONE:
            owned = s.commodities[self.seat * N_COMMODITIES + commodity]
            later = still_to_come(s, commodity) - 1
            return 1.0 + float(owned) + self.judge.w[COMMODITY] * float(later)
        return float(BONUS_POINTS[tile]) + float(BONUS_DRAWS[tile]) * self.judge.w[CARD]

    # --- bidding ------------------------------------------------------------------------

    def gain(self, action: i64) -> float:
        """What an action brings, in points."""
        if action == WITHDRAW:
            return self.withdrawing()
        if action == ADD_NOTHING:
            return self.showing(NONE, NONE)
        if action >= FIRST_TAKE:
            return self.card_worth(action - FIRST_TAKE)
        if action >= FIRST_CROWN:
            return self.city_worth(action - FIRST_CROWN)
        if action >= FIRST_PALACE:
            return self.city_worth(action - FIRST_PALACE) + self.bonus_worth(action - FIRST_PALACE)
        if action >= FIRST_SPECIAL:
            special = action - FIRST_SPECIAL
            return self.showing(SPECIAL_SYMBOL[special], NONE) + float(SPECIAL_POINTS[special])
        card = action - FIRST_CARD
        return self.showing(FIRST_SYMBOL[card], SECOND_SYMBOL[card]) - self.cost(card)

    def withdrawing(self) -> float:
        """All that is in the lead, for certain; and the choice of cards before the others."""
        later = float(self.rivals) * self.judge.w[EARLY_CHOICE]
        if not has_played(self.s, self.seat):
            return later + self.judge.w[CARD]
        total = 0.0
        persons = False
        palace = False
        for symbol in range(N_SYMBOLS):
            if self.s.court[symbol] and self.margin(symbol, 0) > 0:
                total += self.prizes[symbol]
                persons = persons or symbol < N_PERSONS
                palace = palace or symbol <= MOGUL
        if persons:
            total += self.bonus
        if palace:
            total += self.foothold
        return total + later

    def showing(self, one: i64, other: i64) -> float:
        """What may be won with these symbols on top of those shown already."""
        total = 0.0
        persons = 0.0
        palace = 0.0
        for symbol in range(N_SYMBOLS):
            if self.s.court[symbol]:
                more: i64 = 0
                if symbol == one:
                    more += 1
                if symbol == other:
                    more += 1
                chance = self.chance(symbol, more)
                total += self.prizes[symbol] * chance
                if symbol < N_PERSONS:
                    persons = max(persons, chance)
                if symbol <= MOGUL:
                    palace = max(palace, chance)
        return total + persons * self.bonus + palace * self.foothold

    def prospects(self) -> float:
        """What the cards on the table may win: now, or later."""
        return max(self.withdrawing(), self.showing(NONE, NONE))

    def margin(self, symbol: i64, more: i64) -> i64:
        """How far the seat is ahead in a symbol; never with none of it."""
        mine = self.s.shown[self.seat * N_SYMBOLS + symbol] + more
        if mine == 0:
            return min(-self.best_other[symbol], -1)
        return mine - self.best_other[symbol]

    def chance(self, symbol: i64, more: i64) -> float:
        """How likely the symbol is won in the end by who is so far ahead."""
        mine = self.s.shown[self.seat * N_SYMBOLS + symbol] + more
        if self.rivals == 0:
            return 1.0 if mine else 0.0
        w = self.judge.w
        ahead = mine - self.best_other[symbol]
        if ahead > 2:
            return w[AHEAD_BY_MORE]
        if ahead == 2:
            return w[AHEAD_BY_TWO]
        if ahead == 1:
            return w[AHEAD_BY_ONE]
        if ahead == 0:
            return w[LEVEL] if mine else w[UNTOUCHED]
        return w[BEHIND] if ahead == -1 else 0.0

    def cost(self, card: i64) -> float:
        """What it costs to play a card; less if its colour can be played on and on."""
        if CARD_COLOUR[card] == WHITE:
            return self.judge.w[WHITE_COST]
        cost = self.judge.w[COST]
        if self.s.colour[self.seat] == NONE:
            cost -= self.judge.w[STAYING_POWER] * float(self.colours[CARD_COLOUR[card]])
        return cost

    # --- cards to take, cities to build in ------------------------------------------------

    def card_worth(self, card: i64) -> float:
        """A card to take: a white one, one of a colour held already, one with rare symbols."""
        w = self.judge.w
        if CARD_COLOUR[card] == WHITE:
            return w[WHITE_CARD] + (0.0 if FIRST_SYMBOL[card] == ELEPHANT else 0.2)
        same = float(self.colours[CARD_COLOUR[card]])
        worth = w[LONGEST_COLOUR] * 0.5 * same
        for symbol in (FIRST_SYMBOL[card], SECOND_SYMBOL[card]):
            if symbol < N_PERSONS:
                worth += 0.2 * float(self.s.influence[self.seat * N_PERSONS + symbol])
        return worth

    def linked(self, city: i64) -> i64:
        """TM 5.2: the set of provinces that a palace in the city would be linked to."""
        provinces = BIT[PROVINCE_OF[city]] | self.masks[city]
        for road in range(FIRST_NEAR[city], FIRST_NEAR[city + 1]):
            provinces |= self.masks[NEAR[road]]
        return provinces

    def city_worth(self, city: i64) -> float:
        """TM 5.2: the provinces that a palace there adds, and roads into those to come."""
        s = self.s
        province = s.province()
        linked: i64 = 0
        for other in range(FIRST_CITY[province], FIRST_CITY[province + 1]):
            linked |= self.masks[other]
        added = count_bits(linked | self.linked(city)) - count_bits(linked)
        later = to_come(s)
        roads: i64 = 0
        for road in range(FIRST_NEAR[city], FIRST_NEAR[city + 1]):
            if later & BIT[PROVINCE_OF[NEAR[road]]]:
                roads += 1
        return float(added) + self.judge.w[FRONTIER] * float(roads)


def rounds_left(s: State) -> i64:
    """How many rounds are still to be played out, this one included."""
    return ROUNDS - s.round + 1


def to_come(s: State) -> i64:
    """The set of provinces that are played for in later rounds."""
    provinces: i64 = 0
    for number in range(s.round, ROUNDS):
        provinces |= BIT[s.order[number]]
    return provinces


def still_to_come(s: State, commodity: i64) -> i64:
    """How many of a commodity can still be won, on province tiles and on bonus tiles."""
    count: i64 = 0
    first = s.round if s.court[ELEPHANT] == 0 else s.round - 1
    for number in range(first, ROUNDS):
        count += TILE_COMMODITIES[number * N_COMMODITIES + commodity]
    for city in FORTRESSES:
        tile = s.bonus[city]
        if tile != NONE and BONUS_COMMODITY[tile] == commodity:
            count += 1
    return count


def links_to_come(s: State, seat: i64) -> i64:
    """What a palace in each later province would be linked to, if it took the best free city."""
    masks = component_provinces(own_cities(s, seat))
    count: i64 = 0
    first = s.round - 1 if s.inside[seat] else s.round
    for number in range(first, ROUNDS):
        province = s.order[number]
        most: i64 = 0
        for city in range(FIRST_CITY[province], FIRST_CITY[province + 1]):
            provinces: i64 = 0
            for road in range(FIRST_NEAR[city], FIRST_NEAR[city + 1]):
                provinces |= masks[NEAR[road]]
            most = max(most, count_bits(provinces & ~BIT[province]))
        count += most
    return count


def component_provinces(own: i64) -> vec[i64]:
    """For every own city, the set of provinces that its connected group touches."""
    masks = NO_CITIES[:]
    group = NO_CITIES[:]
    left = own
    for city in range(N_CITIES):
        if left & BIT[city]:
            left &= ~BIT[city]
            group[0] = city
            found: i64 = 1
            seen: i64 = 0
            provinces: i64 = 0
            while seen < found:
                member = group[seen]
                seen += 1
                provinces |= BIT[PROVINCE_OF[member]]
                for road in range(FIRST_NEAR[member], FIRST_NEAR[member + 1]):
                    other = NEAR[road]
                    if left & BIT[other]:
                        left &= ~BIT[other]
                        group[found] = other
                        found += 1
            for number in range(found):
                masks[group[number]] = provinces
    return masks


def count_bits(members: i64) -> i64:
    """How many members a set has."""
    count: i64 = 0
    while members:
        members &= members - 1
        count += 1
    return count
