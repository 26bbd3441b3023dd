"""What always holds: nothing is lost, doubled or out of range, and the game can continue."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.arrays import row_total, total
from dalang.engine.errors import PositionError
from dalang.games.taj_mahal.components import (
    BONUS_COUNT,
    BONUS_TILES,
    CARD_COLOUR,
    CARDS,
    CITIES,
    COLOURS,
    DECK,
    ELEPHANT,
    FIRST_CITY,
    FORTRESSES,
    FREE_COLOUR,
    HAND_SIZE,
    INFLUENCE_TILES,
    LAST_PROVINCE,
    MOGUL,
    N_BONUS_TILES,
    N_CARDS,
    N_CITIES,
    N_COLOUR_CARDS,
    N_PERSONS,
    N_PROVINCES,
    N_SPECIALS,
    N_SYMBOLS,
    NOBODY,
    NONE,
    PROVINCES,
    ROUNDS,
    SPECIALS,
    SYMBOLS,
    TAJ_MAHAL,
    TAJ_MAHAL_CITY,
    TILES_FOR_A_SPECIAL,
)
from dalang.games.taj_mahal.state import (
    ADD,
    BONUS,
    BONUS_DRAW,
    CROWN,
    DEAL,
    DISPLAY,
    END,
    FIRST_DRAW,
    PALACE,
    START,
    TAKE,
    TILES,
    State,
)


def check_position(s: State) -> None:
    """Raises PositionError unless the position can occur and be played on."""
    for seat in range(s.players):
        held = row_total(s.hand, seat, N_CARDS)
        if s.held[seat] != held:
            raise PositionError(
                f"Seat {seat} holds {held} cards, but its hand size says {s.held[seat]}."
            )
        if row_total(s.carried, seat, N_CARDS) != s.carried_left[seat]:
            raise PositionError(f"Seat {seat} does not hold as many carried cards as it says.")
    check_view(s)


def check_view(s: State) -> None:
    """The same where hands may hold more than is shown of them (TM R11)."""
    _check_cards(s)
    _check_sizes(s)
    _check_carried(s)
    _check_tiles(s)
    _check_palaces(s)
    _check_pending(s)
    for seat in range(s.players):
        _check_table(s, seat)
    if s.phase <= START:
        _check_set_up(s)
    else:
        _check_round(s)


def _check_cards(s: State) -> None:
    """TM 1.6: 96 cards, the right number of each kind, wherever they are."""
    for card in range(N_CARDS):
        found = s.pile[card] + s.discard[card] + s.display[card]
        for seat in range(s.players):
            found += s.hand[seat * N_CARDS + card] + s.table[seat * N_CARDS + card]
            if s.known[seat * N_CARDS + card] > s.hand[seat * N_CARDS + card]:
                raise PositionError(
                    f"Seat {seat} is known to hold more {CARDS[card]} than it does."
                )
        if found != DECK[card] or s.pile[card] < 0:
            raise PositionError(
                f"There are {DECK[card]} cards {CARDS[card]} (TM 1.6), here "
                f"{found - min(0, s.pile[card])}."
            )


def _check_carried(s: State) -> None:
    """TM 6.4, TM R11: carried cards are hidden, and the same by seat and together."""
    for card in range(N_CARDS):
        elsewhere = s.carried_pool[card]
        for seat in range(s.players):
            place = seat * N_CARDS + card
            elsewhere -= s.carried[place]
            if s.carried[place] > s.hand[place] - s.known[place]:
                raise PositionError(f"Seat {seat} holds no such carried card: {CARDS[card]}.")
        if not 0 <= elsewhere <= s.pile[card]:
            raise PositionError(
                f"The carried cards {CARDS[card]} are not where they are said to be."
            )
    if total(s.carried_pool) != total(s.carried_left):
        raise PositionError("The carried cards are not as many as the seats have left (TM 6.4).")
    for seat in range(s.players):
        hidden = s.hidden(seat)
        if s.carried_left[seat] > hidden:
            raise PositionError(f"Seat {seat} has only {hidden} hidden cards (TM R11).")


def _check_sizes(s: State) -> None:
    """TM R11: hands are as large as everybody can see; TM 1.6: the display is not too large."""
    for seat in range(s.players):
        shown = row_total(s.hand, seat, N_CARDS)
        if s.held[seat] < shown:
            raise PositionError(
                f"Seat {seat} holds {shown} cards, but its hand size says {s.held[seat]}."
            )
    if s.pile_size < 0:
        raise PositionError("The hands hold more cards than there are (TM 1.6).")
    if s.display_size > 2 * s.players - 1:
        raise PositionError(
            f"The display has at most {2 * s.players - 1} cards (TM 1.6), here {s.display_size}."
        )


def _check_tiles(s: State) -> None:
    """TM 1.2, TM 1.3, TM 1.4, TM 4.7: no tile twice, none where it cannot be."""
    laid = [int(province) for province in s.order if province != NONE]
    if len(set(laid)) != len(laid):
        raise PositionError("A province has two province tiles (TM 1.2).")
    if s.phase == TILES:
        in_order = len(laid) < ROUNDS - 1 and LAST_PROVINCE not in laid
    else:
        in_order = len(laid) == ROUNDS and s.order[ROUNDS - 1] == LAST_PROVINCE
    if not in_order:
        raise PositionError(f"Tile {ROUNDS} lies on {PROVINCES[LAST_PROVINCE]} (TM 1.2).")
    _check_bonus_tiles(s)
    for person in range(N_PERSONS):
        _check_influence(s, person)
    for tile in range(ROUNDS):
        in_court = tile == s.round - 1 and s.court[ELEPHANT]
        if s.tile_owner[tile] != NOBODY and (tile >= s.round or in_court):
            raise PositionError(f"Nobody has won province tile {tile + 1} yet (TM 4.7).")


def _check_bonus_tiles(s: State) -> None:
    """TM 1.3: one on a fortress, the right number of each kind, the Taj Mahal in its own city."""
    left = BONUS_COUNT[:]
    for tile in s.taken:
        left[tile] -= 1
    for city in range(N_CITIES):
        tile = s.bonus[city]
        if tile == NONE:
            continue
        left[tile] -= 1
        if city not in FORTRESSES or (tile == TAJ_MAHAL) != (city == TAJ_MAHAL_CITY):
            raise PositionError(
                f"{CITIES[city]} cannot have the bonus tile {BONUS_TILES[tile]} (TM 1.3)."
            )
    for tile in range(N_BONUS_TILES):
        if left[tile] < 0:
            raise PositionError(
                f"There are {BONUS_COUNT[tile]} bonus tiles {BONUS_TILES[tile]} (TM 1.3), "
                f"here {BONUS_COUNT[tile] - left[tile]}."
            )


def _check_influence(s: State, person: i64) -> None:
    """TM 1.4, TM 7.1: six tiles of a kind; a second one was won in this round, and by one seat."""
    owned = s.court[person]
    for seat in range(s.players):
        owned += s.influence[seat * N_PERSONS + person]
    if owned > INFLUENCE_TILES:
        raise PositionError(
            f"There are {INFLUENCE_TILES} influence tiles {SYMBOLS[person]} (TM 1.4), here {owned}."
        )
    spare: i64 = 0 if s.court[person] or s.phase == END else 1
    for seat in range(s.players):
        spare -= max(0, s.influence[seat * N_PERSONS + person] - (TILES_FOR_A_SPECIAL - 1))
    if spare < 0:
        raise PositionError(
            f"Two {SYMBOLS[person]} tiles were handed in when the round ended (TM 7.1)."
        )


def _check_palaces(s: State) -> None:
    """TM 4.3, TM 4.5: four palaces and a crown palace can be won in a round, for its province."""
    for number in range(N_PROVINCES):
        province = s.order[number]
        palaces: i64 = 0
        crowns: i64 = 0
        if number == s.round - 1:
            crowns = s.court[MOGUL] + s.crown_due
            palaces = s.palaces_due
            for person in range(N_PERSONS):
                palaces += s.court[person]
        if province != NONE:
            for city in range(FIRST_CITY[province], FIRST_CITY[province + 1]):
                palaces += s.palace[city] != NOBODY
                crowns += s.crown_palace[city] != NOBODY
        if palaces > N_PERSONS:
            raise PositionError(
                f"{PROVINCES[province]} has {palaces} palaces built or to be won; "
                f"there are {N_PERSONS} in a round (TM 4.3)."
            )
        if crowns > 1:
            raise PositionError(
                f"{PROVINCES[province]} has {crowns} crown palaces built or to be won; "
                "one crown is won per round (TM 4.5)."
            )
    for city in range(N_CITIES):
        built = s.palace[city] != NOBODY or s.crown_palace[city] != NOBODY
        if built and not _was_played(s, city):
            raise PositionError(f"No round has been played for {CITIES[city]} yet (TM 4.3).")


def _was_played(s: State, city: i64) -> bool:
    for number in range(s.round):
        province = s.order[number]
        if FIRST_CITY[province] <= city < FIRST_CITY[province + 1]:
            return True
    return False


def _check_table(s: State, seat: i64) -> None:
    """TM 3.2, TM 3.3, TM 6.1, TM 8: what lies before a seat can have been played by it."""
    coloured = sum(s.cards_of(s.table, seat)[:N_COLOUR_CARDS])
    added = sum(s.cards_of(s.table, seat)[N_COLOUR_CARDS:])
    for special in range(N_SPECIALS):
        if s.special_out[special] and s.special_holder[special] == NOBODY:
            raise PositionError(
                f"Nobody holds the special card {SPECIALS[special]}, but it lies on the table."
            )
        if s.special_out[special] and s.special_holder[special] == seat:
            added += 1
    if coloured + added and not s.inside[seat]:
        raise PositionError(f"Seat {seat} has left the round but has cards on the table (TM 6.1).")
    if s.phase == ADD and s.turn == seat:
        coloured -= 1  # nothing has been added to the card just played
    if added > coloured:
        raise PositionError(
            f"Seat {seat} has {added} white and special cards on the table, but only {coloured} "
            "colour cards to play them with (TM 3.3)."
        )
    _check_colour(s, seat)


def _check_colour(s: State, seat: i64) -> None:
    """TM 3.2, TM 8.2, TM 8.3: the colour a seat is bound to, and the one card that may differ."""
    bound = s.colour[seat]
    freed = s.special_out[FREE_COLOUR] and s.special_holder[FREE_COLOUR] == seat
    matching: i64 = 0
    others: i64 = 0
    for card in range(N_COLOUR_CARDS):
        count = s.table[seat * N_CARDS + card]
        if s.phase == ADD and s.turn == seat and s.card == card:
            count -= 1
        if CARD_COLOUR[card] == bound:
            matching += count
        else:
            others += count
    if bound != NONE and matching == 0:
        raise PositionError(
            f"Seat {seat} has played no {COLOURS[bound]} card that binds it (TM 3.2)."
        )
    if others > (1 if freed else 0):
        raise PositionError(
            f"Seat {seat} has colour cards on the table that it was not free to play (TM 3.2)."
        )


def _check_set_up(s: State) -> None:
    """TM 1: things lie where the set-up has put them so far."""
    laid = sum(1 for tile in s.bonus if tile != NONE)
    fortresses = len(FORTRESSES)
    if s.phase == TILES:
        right = laid == 1
    elif s.phase == BONUS:
        right = laid < fortresses
    else:
        right = laid == fortresses
    if not right or s.bonus[TAJ_MAHAL_CITY] != TAJ_MAHAL:
        raise PositionError("The bonus tiles are not laid out as in the set-up (TM 1.3).")
    for seat in range(s.players):
        dealt = HAND_SIZE if s.phase == START or (s.phase == DEAL and seat < s.turn) else 0
        dealing = s.phase == DEAL and seat == s.turn and s.held[seat] < HAND_SIZE
        if s.held[seat] != dealt and not dealing:
            raise PositionError(f"Seat {seat} has {s.held[seat]} cards in the set-up (TM 1.6).")
    if s.round or s.display_size or s.discard_size or total(s.inside) or total(s.influence):
        raise PositionError("The first round has not begun (TM 1.6).")
    if s.turn != 0 and s.phase != DEAL:
        raise PositionError("The deal begins with seat 0.")


def _check_round(s: State) -> None:
    """TM 2.1, TM 7.3: who is in the round."""
    inside = total(s.inside)
    if s.phase == END:
        if s.round != ROUNDS or inside:
            raise PositionError(f"The game ends when all have left round {ROUNDS} (TM 9.1).")
    elif s.phase == DISPLAY:
        if inside != s.players or total(s.table) or total(s.court) != N_SYMBOLS:
            raise PositionError("Nobody has played or won before the display lies (TM 7.3).")
        if s.display_size == 2 * s.players - 1 or s.pile_size == 0:
            raise PositionError("No card is due for the display (TM 7.3).")
    elif s.inside[s.turn] != (s.phase not in (FIRST_DRAW, TAKE)):
        raise PositionError(f"In this phase seat {s.turn} cannot be to act (TM 2.1).")
    if s.phase in (BONUS_DRAW, FIRST_DRAW) and s.pile_size == 0:
        raise PositionError("There is no card to draw (TM 6.4).")


def _check_pending(s: State) -> None:
    """TM 3.3, TM 4, TM 5, TM 6.3: what a turn still has to do fits the phase it is in."""
    if (s.card != NONE) != (s.phase == ADD):
        raise PositionError("A colour card waits for an addition in phase add, and only there.")
    if s.card != NONE:
        _check_card(s)
    if (s.palaces_due > 0) != (s.phase == PALACE):
        raise PositionError("Palaces are due in phase palace, and only there (TM 4.3).")
    if s.crown_due != (s.phase == CROWN) and s.phase != PALACE:
        raise PositionError("A crown palace is due in phase crown or palace (TM 4.5).")
    scoring = s.phase in (PALACE, CROWN, BONUS_DRAW)
    if len(s.taken) and not scoring:
        raise PositionError("Bonus tiles are scored while withdrawing (TM 5.1).")
    if s.tile_won and not (scoring and s.tile_owner[s.round - 1] == s.turn):
        raise PositionError("A province tile is scored by who wins it, while withdrawing (TM 5.3).")
    if (s.takes_due > 0) != (s.phase == TAKE) or s.takes_due > s.display_size:
        raise PositionError("Cards are taken in phase take, as many as there are (TM 6.3).")


def _check_card(s: State) -> None:
    """TM 3.1, TM 3.5: the colour card just played lies there, and could be played."""
    if not s.table[s.turn * N_CARDS + s.card]:
        raise PositionError(f"{CARDS[s.card]} does not lie before seat {s.turn} (TM 3.1).")
    free = s.special_holder[FREE_COLOUR] == s.turn and not s.special_out[FREE_COLOUR]
    bound = s.colour[s.turn]
    if bound != NONE and CARD_COLOUR[s.card] != bound and not free:
        raise PositionError(
            f"Seat {s.turn} may not play {CARDS[s.card]}: it is bound to {COLOURS[bound]} (TM 3.2)."
        )
