"""What always holds: nothing is lost, doubled or out of range, and the game can continue."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dalang.engine.arrays import row_total, total
from dalang.engine.errors import PositionError
from dalang.games.bali.components import (
    ARTIST,
    ARTIST_CARDS,
    CARDS,
    DECK,
    DRAW_ACTIVE,
    DRAW_PASSIVE,
    FLIGHT_CARDS,
    ISLANDS,
    MASK_COUNT,
    MASKS,
    N_CARDS,
    N_ISLANDS,
    N_MASKS,
    N_OFFICES,
    NAMES_ISLAND,
    NOBODY,
    NONE,
    OFFICE_CARD,
    OFFICE_OF,
    OFFICES,
    PILE_SIZE,
    SCHOLAR,
    SCHOLAR_CARDS,
    STALEMATE_TURNS,
    START_DISC,
    UNSEEN,
    WARRIOR,
)
from dalang.games.bali.rules.turns import next_seat
from dalang.games.bali.state import (
    ANSWER,
    ARTIST_DRAW,
    BLOCK,
    END,
    EXEMPT,
    FLIGHT,
    IN_HAND,
    LAY,
    LOOK,
    N_SETS,
    PHASES,
    PICK_UP,
    RAISE,
    REWARD,
    REWARD_DRAW,
    SECOND,
    SETS,
    SHOW,
    STALEMATE,
    START,
    TAKING,
    TARGET,
    TURN,
    TURN_DRAW,
    USE_ARTIST,
    USE_SCHOLAR,
    WARD,
    State,
    count_sets,
)

# Which cards can have been led, whose decision it can be, and how many cards can have been moved.
_ANSWERED: Final = ("warrior", "scholar", "artist")
_LED_IN: Final = {
    PICK_UP: ("none", "dalang"),
    TURN_DRAW: ("none",),
    TURN: ("none",),
    EXEMPT: ("warrior",),
    WARD: ("warrior",),
    FLIGHT: ("warrior",),
    SECOND: _ANSWERED,
    REWARD: _ANSWERED,
    REWARD_DRAW: _ANSWERED,
    USE_SCHOLAR: ("scholar",),
    LOOK: ("scholar",),
    USE_ARTIST: ("artist",),
    ARTIST_DRAW: ("artist",),
    ANSWER: ("scholar", "artist"),
    SHOW: OFFICES,
    RAISE: OFFICES,
    TARGET: ("dalang",),
    BLOCK: ("dalang",),
    LAY: ("dalang",),
    END: ("none",),
}
_OF_ACTIVE: Final = (TURN, EXEMPT, SHOW, TARGET, END)
_OF_PASSIVE: Final = (WARD, FLIGHT, SECOND, REWARD, REWARD_DRAW, ANSWER, RAISE, BLOCK)
_MOST_USED: Final = {
    FLIGHT: FLIGHT_CARDS - 1,
    USE_SCHOLAR: SCHOLAR_CARDS - 1,
    LOOK: SCHOLAR_CARDS - 1,
    USE_ARTIST: ARTIST_CARDS - 1,
    ARTIST_DRAW: ARTIST_CARDS,
}


def check_position(s: State) -> None:
    """Raises PositionError unless the position can occur and be played on."""
    for seat in range(s.players):
        held = row_total(s.hand, seat, N_CARDS)
        if s.held[seat] != held:
            raise PositionError(
                f"Seat {seat} holds {held} cards, but its hand size says {s.held[seat]}."
            )
        _check_shown(s, seat)
    _check_cards(s)
    _check_unseen(s)
    check_open(s)


def check_view(s: State, viewer: i64) -> None:
    """The same where only the viewer's own cards are seen (BA R4)."""
    hidden: i64 = 0
    for seat in range(s.players):
        held = row_total(s.hand, seat, N_CARDS)
        if held != (s.held[seat] if seat == viewer else 0):
            raise PositionError(f"A viewer sees their own hand and no other, not that of {seat}.")
        hidden += s.held[seat] - held
        for place in range(seat * N_ISLANDS, (seat + 1) * N_ISLANDS):
            unseen = s.unseen_in(place) if seat == viewer else s.pile_size(place)
            _check_bottom(s, place, unseen)
            hidden += unseen
    if viewer >= 0:
        _check_shown(s, viewer)
    _check_cards(s)
    if total(s.buried) or s.stock_size < 0 or total(s.stock) != s.stock_size + hidden:
        raise PositionError("The cards nobody can see do not add up to 159 cards (BA 1.2).")
    check_open(s)


def check_open(s: State) -> None:
    """What everybody can see."""
    _check_end(s)
    _check_masks(s)
    if s.phase == START:
        _check_start(s)
        return
    _check_discs(s)
    _check_phase(s)
    _check_pending(s)
    _check_island(s)
    _check_fled(s)
    _check_led(s)


# --- cards --------------------------------------------------------------------------


def _check_cards(s: State) -> None:
    """BA 1.2: 159 cards, the right number of each kind, wherever they are."""
    found = [int(s.stock[n] + s.buried[n] + s.discard[n]) for n in range(N_CARDS)]
    for n in range(len(s.hand)):
        found[n % N_CARDS] += int(s.hand[n])
    for n in range(s.ends[len(s.ends) - 1]):
        if s.piled[n] != UNSEEN:
            found[s.piled[n]] += 1
    for card in range(N_CARDS):
        if found[card] != DECK[card] or s.stock[card] < 0:
            here = found[card] - min(0, int(s.stock[card]))
            raise PositionError(
                f"There are {DECK[card]} cards {CARDS[card]} (BA 1.2), here {here}."
            )


def _check_unseen(s: State) -> None:
    """BA 1.3: unseen cards lie at the bottom of piles at unvisited islands, and nowhere else."""
    unseen: i64 = 0
    for place in range(len(s.ends)):
        _check_bottom(s, place, s.unseen_in(place))
        unseen += s.unseen_in(place)
    apart = unseen if s.reshuffled else 0
    if (
        s.stock_size < 0
        or total(s.buried) != apart
        or total(s.stock) != s.stock_size + unseen - apart
    ):
        raise PositionError("The stock and the unseen cards do not add up to 159 cards (BA 1.2).")


def _check_bottom(s: State, place: i64, unseen: i64) -> None:
    """This many cards at the bottom of a pile are unseen, and no others."""
    size = s.pile_size(place)
    name = f"{ISLANDS[place % N_ISLANDS]} {place // N_ISLANDS}"
    if not 0 <= s.laid[place] <= size or s.unseen_in(place) > PILE_SIZE:
        raise PositionError(f"The pile {name} has {size} cards, {s.laid[place]} of them laid.")
    for height in range(size):
        if (s.piled[s.pile_begin(place) + height] == UNSEEN) != (height < unseen):
            raise PositionError(f"Unseen cards in the pile {name} are not where they were dealt.")


def _check_shown(s: State, seat: i64) -> None:
    """BA R4: what everybody is sure of is so."""
    for office in range(N_OFFICES):
        sure = (seat * N_OFFICES + office) * N_SETS
        for number, there in enumerate(count_sets(s, seat, OFFICE_CARD[office])):
            if s.shown[sure + number] > there:
                raise PositionError(
                    f"Seat {seat} is known to have {s.shown[sure + number]} {OFFICES[office]} "
                    f"in {SETS[number]}, but has {there}."
                )


# --- the table ----------------------------------------------------------------------


def _check_end(s: State) -> None:
    """BA 7.1, BA R6: the game ends with the last mask, or after a number of turns without one."""
    if (s.phase == END) != (s.end != NONE) or (s.quiet == STALEMATE_TURNS) != (s.end == STALEMATE):
        name = PHASES[s.phase]
        raise PositionError(f"Phase {name} after {s.quiet} quiet turns does not fit the end given.")
    if (total(s.masks_left) == 0) != (s.end not in (NONE, STALEMATE)):
        raise PositionError("The game ends with the last mask, and not before (BA 7.1).")


def _check_masks(s: State) -> None:
    """BA 1.2: the masks on the table and won are those of the box."""
    for value in range(N_MASKS):
        count = s.masks_left[value]
        for seat in range(s.players):
            count += s.masks[seat * N_MASKS + value]
        if count != MASK_COUNT[value] or s.masks_left[value] < 0:
            here = count - min(0, s.masks_left[value])
            raise PositionError(
                f"There are {MASK_COUNT[value]} masks of {MASKS[value]} (BA 1.2), here {here}."
            )


def _check_start(s: State) -> None:
    """BA 1.3, BA 1.4: seat by seat gets a start card; nothing else has happened."""
    begun = type(s)()
    begun.set_up(s.players)
    begun.memory_aid = s.memory_aid
    begun.turn = s.turn
    cards = [int(card) for card in s.start_card[: s.turn]]
    right = NONE not in cards and len(set(cards)) == len(cards)
    for seat in range(s.turn if right else 0):
        begun.start_card[seat] = cards[seat]
        for office in range(N_OFFICES):
            begun.disc[office * N_ISLANDS + START_DISC[cards[seat] * N_OFFICES + office]] = seat
    if not right or begun.to_text() != s.to_text():
        raise PositionError("While start cards are dealt, nothing else has happened (BA 1.4).")


def _check_discs(s: State) -> None:
    """BA 1.4, BA 5.1: every disc lies in a village or, with three players, aside."""
    cards = [int(card) for card in s.start_card]
    if len(set(cards)) != len(cards) or NONE in cards:
        raise PositionError("Every player has a start card of their own (BA 1.4).")
    for office in range(N_OFFICES):
        for island in range(N_ISLANDS):
            if s.disc[office * N_ISLANDS + island] == NOBODY and not _may_be_aside(
                s, office, island
            ):
                raise PositionError(
                    f"The {OFFICES[office]} disc of {ISLANDS[island]} lies in no village (BA 1.4)."
                )
    for island in range(N_ISLANDS):
        owner, other = s.disc[island], s.disc[N_ISLANDS + island]
        if owner != NOBODY and owner == other != s.seal[island]:
            raise PositionError(
                f"Seat {owner} has both discs of {ISLANDS[island]}, but not its seal (BA 5.1)."
            )
        if s.seal[island] != NOBODY and NOBODY in (owner, other):
            raise PositionError(
                f"Nobody can have the seal of {ISLANDS[island]}: a disc is missing (BA 5.1)."
            )


def _may_be_aside(s: State, office: i64, island: i64) -> bool:
    """BA 1.4: the disc of the start card nobody has."""
    for card in range(len(START_DISC) // N_OFFICES):
        if START_DISC[card * N_OFFICES + office] == island:
            return card not in list(s.start_card)
    return False


def _check_island(s: State) -> None:
    """BA 2.1, BA 6.3: the piles at the island of the Dalang are hands, unless that just changes."""
    moving = s.phase == END and s.end != STALEMATE
    if s.unvisited[s.island] and s.phase != PICK_UP and not moving:
        raise PositionError(f"The Dalang has been on {ISLANDS[s.island]} already (BA 1.3).")
    for seat in range(s.players):
        place = seat * N_ISLANDS + s.island
        size = s.pile_size(place)
        asked = seat == s.active or is_asked_before(s, seat)
        if s.phase == LAY:
            right = not (s.held[seat] if asked and seat != s.turn else 0)
            right = right and (asked or seat == s.turn or size == 0)
        elif s.phase == PICK_UP:
            right = size == s.unseen_in(place) and not (size and asked and seat != s.turn)
        else:
            right = s.held[seat] == 0 if moving else size == 0
        if not right or s.laid[place] != s.unseen_in(place):
            raise PositionError(
                f"Seat {seat} cannot have {s.held[seat]} cards in hand and {size} on "
                f"{ISLANDS[s.island]} in phase {PHASES[s.phase]} (BA 2.1)."
            )


def _check_fled(s: State) -> None:
    """BA 3.2: who has fled has no hand, is passive, and is back in the next turn."""
    for seat in range(s.players):
        size = s.pile_size(seat * N_ISLANDS + s.island)
        if s.fled[seat] and (
            s.held[seat] or seat == s.active or s.phase in (PICK_UP, TURN_DRAW) or size
        ):
            raise PositionError(f"Seat {seat} cannot have fled (BA 3.2).")


def is_asked_before(s: State, seat: i64) -> bool:
    """BA 2.3: whether a passive seat comes before the seat whose turn it is, clockwise."""
    asked = next_seat(s, s.active)
    while asked != s.turn and asked != s.active and s.turn != s.active:
        if asked == seat:
            return True
        asked = next_seat(s, asked)
    return False


# --- what is going on ---------------------------------------------------------------


def _check_phase(s: State) -> None:
    """What is being asked fits what was led, and can be answered."""
    name = PHASES[s.phase]
    if s.island == NONE:
        raise PositionError(f"In phase {name} the Dalang's island is missing (BA 1.5).")
    led = "none" if s.led == NONE else CARDS[s.led].partition(" ")[0]
    if led not in _LED_IN[s.phase]:
        raise PositionError(f"In phase {name} the card led cannot be {led}.")
    own_turn = s.turn == s.active
    if (s.phase in _OF_ACTIVE and not own_turn) or (s.phase in _OF_PASSIVE and own_turn):
        raise PositionError(f"In phase {name} it cannot be the turn of seat {s.turn} (BA 2.3).")
    if s.fled[s.turn] or s.exempt == s.turn:
        raise PositionError(f"Seat {s.turn} has fled or is exempt: it is not asked (BA 3.1).")
    if not _is_possible(s):
        raise PositionError(f"In phase {name} there is nothing seat {s.turn} could do.")


def _is_possible(s: State) -> bool:
    """Whether the cards the phase is about are there."""
    if s.phase in (FLIGHT, LAY):
        return s.held[s.turn] > 0
    if s.phase in (TURN_DRAW, ARTIST_DRAW, REWARD_DRAW):
        return s.stock_size > 0
    if s.phase == PICK_UP:
        return s.pile_size(s.turn * N_ISLANDS + s.island) > 0 and s.unvisited[s.island] > 0
    if s.phase == LOOK and s.target != NONE:
        place = s.turn * N_ISLANDS + s.target
        return 0 < s.pile_size(place) == s.unseen_in(place)
    if s.phase == SHOW:
        return is_shown(s, s.turn, 1)
    return True


def is_shown(s: State, seat: i64, count: i64) -> bool:
    """BA 4.1, BA 4.2: whether everybody is sure of this many cards for the contest in the hand."""
    return s.shown[(seat * N_OFFICES + OFFICE_OF[s.led]) * N_SETS + IN_HAND] >= count


def _check_led(s: State) -> None:
    """BA R4: the card led lies in the discard pile, unless a draw since then has shuffled it."""
    may_be_shuffled = s.led == ARTIST or s.turn_over
    if s.led != NONE and not may_be_shuffled and s.discard[s.led] == 0:
        raise PositionError(f"The card led is not in the discard pile: {CARDS[s.led]} (BA R4).")


def _check_pending(s: State) -> None:
    """What is remembered of the card being dealt with fits the phase."""
    name = PHASES[s.phase]
    if not _is_target_right(s):
        raise PositionError(f"In phase {name} the target is missing or wrong (BA 6.1).")
    if (s.exempt != NOBODY) != (s.led == WARRIOR and s.phase != EXEMPT) or s.exempt == s.active:
        raise PositionError(f"In phase {name} the exempt player is missing or wrong (BA 3.1).")
    if not _is_turn_over_right(s):
        raise PositionError(f"In phase {name} the turn is over, or is not, wrongly (BA 3.3).")
    most = _MOST_USED.get(s.phase, 0)
    if s.used > most or not _is_use_right(s):
        raise PositionError(f"In phase {name} so many cards cannot have been moved (BA 3).")
    if not _is_draw_right(s):
        raise PositionError(f"In phase {name} so many cards cannot be drawn (BA 2.2).")
    if not _is_contest_right(s):
        raise PositionError(f"In phase {name} the best show or its leader is wrong (BA 4.2).")
    if not _is_beginning_right(s):
        raise PositionError(f"In phase {name} a turn begins, or does not, wrongly (BA 2.2).")


def _is_beginning_right(s: State) -> bool:
    """BA 1.5, BA 6.5: a turn begins after the set-up and after a scoring, not on any journey."""
    if s.phase == PICK_UP:
        return s.turn_begins > 0 or s.led != NONE
    return s.turn_begins == 0


def _is_target_right(s: State) -> bool:
    """BA 6.1: named by the card, and not the active island until the Dalang is there."""
    if s.phase == LOOK:
        return s.target not in (NONE, s.island)
    if s.phase not in (BLOCK, LAY, PICK_UP) or s.led == NONE:
        return s.target == NONE
    if s.target == NONE or not NAMES_ISLAND[s.led * N_ISLANDS + s.target]:
        return False
    return (s.target == s.island) == (s.phase == PICK_UP)


def _is_turn_over_right(s: State) -> bool:
    """BA 3.3: somebody who is still present has ended the turn: who is rewarded, or one before."""
    if s.phase in (REWARD, REWARD_DRAW):
        return s.turn_over > 0
    if not s.turn_over:
        return True
    if s.phase == SECOND or s.led not in (WARRIOR, SCHOLAR, ARTIST):
        return False
    for seat in range(s.players):
        if is_asked_before(s, seat) and not s.fled[seat] and seat != s.exempt:
            return True
    return False


def _is_use_right(s: State) -> bool:
    """BA 3.4: a scholar puts or takes once a card was moved."""
    if s.phase == USE_SCHOLAR:
        return (s.use != NONE) == (s.used > 0)
    return s.use == TAKING if s.phase == LOOK else s.use == NONE


def _is_draw_right(s: State) -> bool:
    """BA 2.2, BA 3.5: two cards or one at the start of a turn, as many as an artist exchanged."""
    if s.phase == TURN_DRAW:
        return 0 < s.draws <= (DRAW_ACTIVE if s.turn == s.active else DRAW_PASSIVE)
    if s.phase == ARTIST_DRAW:
        return 0 < s.draws <= s.used
    return s.draws == 0


def _is_contest_right(s: State) -> bool:
    """BA 4.2: who leads a contest has shown that many, before the others were asked."""
    if s.phase != RAISE:
        return s.best == 0 and s.leader == NOBODY
    if s.best == 0 or s.leader == NOBODY or not is_shown(s, s.leader, s.best):
        return False
    return s.leader == s.active or is_asked_before(s, s.leader)
