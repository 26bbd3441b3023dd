"""Everything Bali says, in English; Dutch and German are in locale/."""

from __future__ import annotations

from pathlib import Path

from dalang.engine.words import Compound, Noun, Plural, Sentence, Vocabulary
from dalang.games.bali.components import CARDS, HOUSEHOLD, ISLAND_NAMES
from dalang.games.bali.hints import HINTS, MOTIVES, STEPS

EVENTS: dict[str, Sentence] = {
    # BA 1
    "start_card": "{seat:player} gets start card {number}: the prince disc on {prince:island}, the priest disc on {priest:island}.",
    "dalang_starts": "The Dalang starts on {island:island}. {seat:player} begins.",
    "picked_up": Plural(
        "{seat:player} picks up the pile on {island:island}: {count} card.",
        "{seat:player} picks up the pile on {island:island}: {count} cards.",
        "count",
    ),
    "picked_up_what": "You pick up on {island:island}: {cards:card}.",
    # BA 2
    "turn_begins": "{seat:player} is the active player.",
    "drew": "{seat:player} draws a card.",
    "drew_what": "You draw: {card:card}.",
    "nothing_to_draw": "There is no card left for {seat:player} to draw.",
    "reshuffled": Plural(
        "The stock is empty: {count} discarded card is shuffled and becomes the new stock.",
        "The stock is empty: {count} discarded cards are shuffled and become the new stock.",
        "count",
    ),
    "led": "{seat:player} plays: {card:card}.",
    "turn_ended": "{seat:player} ends the turn.",
    "passed": "{seat:player} passes.",
    # BA 3
    "exempted": "{seat:player} exempts {exempt:player} from the warrior.",
    "warded": "{seat:player} wards off the warrior.",
    "flees": "{seat:player} flees.",
    "flight_lost": "{seat:player} loses in flight: {cards:card}.",
    "put": "{seat:player} puts a card on the pile on {island:island}.",
    "put_what": "On your pile on {island:island} you put: {card:card}.",
    "took": "{seat:player} takes a card from the pile on {island:island}.",
    "took_what": "From your pile on {island:island} you take: {card:card}.",
    "discarded": "{seat:player} discards: {card:card}.",
    "stopped": "{seat:player} stops here.",
    "answered": "{seat:player} answers: {card:card}.",
    "second": "{seat:player} plays a second card ({card:card}): the turn of {active:player} is over.",
    "no_second": "{seat:player} lets the turn go on.",
    "no_reward": "{seat:player} draws no card.",
    # BA 4, BA 5
    "showed": "{seat:player} shows {count} × {office:office}.",
    "disc_won": "{seat:player} wins the {office:disc} of {island:island}.",
    "disc_kept": "{seat:player} keeps the {office:disc} of {island:island}.",
    "disc_entered": "The {office:disc} of {island:island} enters the game and goes to {seat:player}.",
    "seal_taken": "{seat:player} has both discs of {island:island} and takes its seal.",
    "seal_stolen": "{seat:player} has both discs of {island:island} and takes its seal from {loser:player}.",
    "seal_lost": "{seat:player} loses the seal of {island:island}.",
    # BA 6
    "target": "{seat:player} names {island:island} as the target.",
    "blocked": "{seat:player} blocks the way to {island:island}: {card:card}.",
    "laid_what": "You lay down: {card:card}.",
    "laid_down": Plural(
        "{seat:player} lays down {count} card on {island:island}.",
        "{seat:player} lays down {count} cards on {island:island}.",
        "count",
    ),
    "moved": "The Dalang travels to {island:island}.",
    "mask": "{seat:player} gets a mask of {value}.",
    "cut": "{seat:player} loses from the pile: {cards:card}.",
    # BA 7
    "stalemate": "No mask has been awarded for {turns} turns: the game ends.",
    "game_over": "The game is over. {winners:player} won.",
}

ACTIONS: dict[str, Sentence] = {
    "do_end_turn": "End the turn",
    "do_pass": "Pass",
    "do_pass_answer": "Pass",
    "do_pass_second": "Let the turn go on",
    "do_pass_reward": "Draw no card",
    "do_pass_raise": "Pass",
    "do_pass_block": "Let the Dalang travel",
    "do_stop": "Stop here",
    "do_flee": "Flee",
    "do_as_they_are": "Lay down the rest as it is",
    "do_draw": "Draw a card",
    "do_play": "Play {card:card}",
    "do_play_turn": "Play {card:card}",
    "do_play_ward": "Ward it off: {card:card}",
    "do_play_answer": "Answer: {card:card}",
    "do_play_second": "End the turn: {card:card}",
    "do_play_block": "Block: {card:card}",
    "do_show": "Show {count}",
    "do_target": "To {island:island}",
    "do_exempt": "Exempt {exempt:player}",
    "do_put": "On the pile on {island:island}: {card:card}",
    "do_take": "Take the top card of the pile on {island:island}",
    "do_discard": "Discard {card:card}",
    "do_lay": "Next from the bottom: {card:card}",
}

QUESTIONS: dict[str, Sentence] = {
    "ask_start": "The start cards are being dealt.",
    "ask_pick_up": "{seat:player} picks up a pile.",
    "ask_turn_draw": "{seat:player} draws a card.",
    "ask_turn": "{seat:player}: play a card or end the turn?",
    "ask_exempt": "{seat:player}: whom does the warrior spare?",
    "ask_ward": "{seat:player}: ward off the warrior of {active:player}, or flee?",
    "ask_flight": "{seat:player}: which card do you save, and on which pile?",
    "ask_second": "{seat:player}: end the turn of {active:player} with a second card ({card:card})?",
    "ask_reward": "{seat:player}: draw a card for ending the turn?",
    "ask_reward_draw": "{seat:player} draws a card for ending the turn.",
    "ask_use_scholar": "{seat:player}: put cards on your piles, or take cards from them?",
    "ask_look": "{seat:player} takes a card from the pile on {island:island}.",
    "ask_use_artist": "{seat:player}: which cards do you exchange?",
    "ask_artist_draw": "{seat:player} draws a card in exchange.",
    "ask_answer": "{seat:player}: answer with a card of the same kind ({card:card})?",
    "ask_show": "{seat:player}: how many cards do you show ({card:card})?",
    "ask_raise": "{seat:player}: show more than {best} ({card:card})?",
    "ask_target": "{seat:player}: where is the Dalang to travel?",
    "ask_block": "{seat:player}: block the way to {island:island}?",
    "ask_lay": "{seat:player}: in which order, from bottom to top, do you lay down your hand?",
    "ask_end": "The game is over.",
}

REASONS: dict[str, Sentence] = {
    "you_fled": "You have fled: you take no part until the active player changes or the Dalang travels.",
    "you_are_exempt": "You are exempt from this warrior and may not react to it.",
    "flee_from_warrior": "You flee only when a warrior challenges you.",
    "no_draw_now": "You draw cards at the start of a turn, with an artist, or for ending a turn; not now.",
    "no_laying_now": "Hands are laid down only when the Dalang travels.",
    "show_at_least_one": "Whoever leads must show at least one more of the kind.",
    "save_three": "You must save three cards, or all if you have fewer.",
    "needs_another": "Leading {card:card} takes at least one more of the kind in hand to show.",
    "not_in_hand": "You do not hold this card: {card:card}.",
    "other_kind": "{led:card} was played: you can only answer with the same kind, not with {card:card}.",
    "only_dalang_blocks": "Only a Dalang card can block the way, not {card:card}.",
    "wrong_island": "A blocking card must name {island:island}; this one does not: {card:card}.",
    "no_contest": "Cards are shown only in a contest for a disc.",
    "show_more": "You must show more than {best}, or pass.",
    "not_so_many": "You do not hold {count} × {card:card} to show.",
    "dalang_card_first": "The Dalang travels only by a Dalang card: play that first.",
    "already_there": "The Dalang is on {island:island} already; name the other island on the card.",
    "not_on_card": "{island:island} is not on the card you played: {card:card}.",
    "no_exempting_now": "Only whoever has just led a warrior exempts somebody.",
    "nobody_sits_there": "Nobody sits there.",
    "exempt_another": "You must exempt one of the other players.",
    "piles_need_scholar": "Only a scholar, or a flight, moves cards between your hand and your piles.",
    "no_pile_here": "{island:island} is the active island: your pile there is in your hand.",
    "taking_already": "With this scholar you are taking cards: putting and taking do not mix.",
    "putting_already": "With this scholar you are putting cards: putting and taking do not mix.",
    "empty_pile": "Your pile on {island:island} is empty.",
    "exchange_needs_artist": "You exchange cards only with an artist.",
    "all_alike": "The cards left are all alike: lay them down as they are.",
    "now_turn": "Now you play a card or end your turn.",
    "now_exempt": "First say whom your warrior spares.",
    "now_ward": "Now you ward off the warrior or flee.",
    "now_flight": "First put the cards you save on your piles.",
    "now_second": "Now you say whether you end the turn with a second card.",
    "now_reward": "Now you say whether you draw a card.",
    "now_use_scholar": "First finish with your scholar: put cards, take cards, or stop.",
    "now_use_artist": "First finish with your artist: discard cards or stop.",
    "now_answer": "Now you answer with a card of the same kind, or pass.",
    "now_show": "First say how many cards you show.",
    "now_raise": "Now you show more, or pass.",
    "now_target": "First name the island the Dalang is to travel to.",
    "now_block": "Now you block with a Dalang card, or let the Dalang travel.",
    "now_lay": "First lay down your hand.",
}

SUMMARY: dict[str, Sentence] = {
    "see_dalang": "The Dalang is on {island:island}; {seat:player} is active.",
    "see_masks_left": "Masks left: {masks}.",
    "see_seat": Plural(
        "{seat:player}: {points} points, {cards} card in hand.",
        "{seat:player}: {points} points, {cards} cards in hand.",
        "cards",
    ),
    "see_piles": "Piles of {seat:player}: Kukusch {kukusch}, Panschar {panschar}, Tschakkalag {tschakkalag}, Wontong {wontong}.",
    "see_priests": "{seat:player} has the priest disc of: {islands:island}.",
    "see_princes": "{seat:player} has the prince disc of: {islands:island}.",
    "see_seals": "{seat:player} has the seal of: {islands:island}.",
    "see_fled": "{seat:player} has fled.",
    "see_hand": "Your hand: {cards:card}.",
}

LABELS: dict[str, Sentence] = {
    # on the first page
    "pitch": (
        "A travelling puppet master wakes one island at a time: "
        "lay cards down where you will need them later, and be ready when the masks are given."
    ),
    "mood": "Bluff and memory",
    # what a thing in the box does
    "means_warrior": "The others ward it off with a warrior, or flee.",
    "means_scholar": "Moves up to 3 cards to your piles elsewhere, or back from them.",
    "means_artist": "Exchanges up to 3 cards.",
    "means_office": "Whoever shows most of them takes the disc of the island.",
    "means_dalang": "Sends the Dalang to one of its islands, or blocks such a journey.",
    # what happened
    "cards_drawn": Plural("{count} card drawn", "{count} cards drawn", "count"),
    "forced_passed": "no card that fits",
    "forced_turn_ended": "no card left to play",
    "motive_worth": Plural("worth about {worth} point", "worth about {worth} points", "worth"),
    # the board
    "board_title": "The four islands; the Dalang is on {island:island}",
    "board_idle": "The four islands",
    "home": "Village of {seat:player} on {island:island}",
    "home_discs": "{discs:disc}",
    "pile_size": Plural("pile of {count} card", "pile of {count} cards", "count"),
    "pile_in_hand": "pile in hand",
    "disc_aside": "{office:disc} of {island:island}, set aside",
    "seal": "seal of {island:island}",
    "seal_free": "seal of {island:island}, on the table",
    "seal_of": "seal of {island:island}, taken by {seat:player}",
    "masks_left": Plural("{count} mask of {value} left", "{count} masks of {value} left", "count"),
    "dalang_here": "The Dalang is on {island:island}",
    "stock": "Stock",
    "played": "Played",
    "stock_size": Plural("{count} card in the stock", "{count} cards in the stock", "count"),
    # the seats
    "seats_title": "Players",
    "you": "you",
    "tag_active": "active",
    "tag_asked": "is asked",
    "tag_fled": "fled",
    "tag_exempt": "exempt",
    "winner": "winner",
    "hand_size": Plural("{count} card in hand", "{count} cards in hand", "count"),
    "score": Plural("{count} point", "{count} points", "count"),
    "mask_of": "mask of {value}",
    "no_masks": "no mask and no seal yet",
    "sure": "surely in hand: {count} × {office:office}",
    # the card being dealt with
    "middle_title": "Cards",
    "stage_title": "On stage",
    "stage_none": "No card is being played.",
    "stage_best": "{seat:player} shows most: {count} × {office:office}.",
    "name_of": "{seat:player}",
    "state_active": "plays",
    "state_asked": "is asked now",
    "state_done": "is done",
    "state_waits": "still to be asked",
    "state_exempt": "is exempt",
    "state_fled": "has fled",
    "discards": "Discarded",
    "discards_none": "no card yet",
    "thrown": "{card:card}: {count}",
    "memory_title": "What you know of your piles",
    "memory_hint": "from bottom to top",
    "memory_pile": "Your pile on {island:island}",
    "memory_empty": "empty",
    "unseen": "a card nobody has seen",
    # the hand
    "hand_title": "Your hand",
    "watching": "You are watching",
    "hand_empty": "no cards",
    "hint_turn": "play a card, or end your turn",
    "hint_wait": "you answer when you are asked",
    "hint_fled": "you have fled and are back when the active player changes or the Dalang travels",
    "hint_exempt": "you are exempt from this warrior",
    "hint_only_answer": "there is only one answer; to the others you are thinking",
    "hint_put": "an island below a card puts it there; or drag the card onto your pile",
    "hint_scholar": "an island below a card puts it there; or take from a pile that is lit",
    "hint_artist": "click the cards you exchange, three at most",
    "hint_show": "click the last card you show; those before it are shown too",
    "hint_lay": "click the cards from the bottom up, or drag them into order: left is the bottom",
    "lay_order": "Lay down in this order",
    "laid_title": "Laid down, from the bottom",
    "put_on": "onto the pile on {island:island}",
}


def _card_noun(card: str) -> Noun:
    if card in HOUSEHOLD:
        return card
    first, _, second = card.removeprefix("dalang ").partition("+")
    return Compound("Dalang {first:island}–{second:island}", {"first": first, "second": second})


NOUNS: dict[str, dict[str, Noun]] = {
    "component": {
        "seat": "seats",
        "island": "islands",
        "household": "cards of the household",
        "dalang_card": "Dalang cards",
        "start_card": "start cards",
        "mask": "masks",
        "office": "discs",
        "prince": "prince disc",
        "priest": "priest disc",
        "dalang": "the Dalang",
        "value": "value",
    },
    "card": {card: _card_noun(card) for card in CARDS},
    "island": dict(ISLAND_NAMES),
    "office": {"priest": "priest", "prince": "prince"},
    "disc": {"priest": "priest disc", "prince": "prince disc"},
    "score": {  # where points came from, by the event
        "mask": "Masks",
        "seal_taken": "Seals from the table",
        "seal_stolen": "Seals won from others",
        "seal_lost": "Seals lost",
    },
    "statistic": {  # what a finished game tells of its players: statistics.py
        "masks": "Masks",
        "best_mask": "Most valuable mask",
        "seals": "Seals at the end",
    },
    "option": {
        "memory": "Memory aid",
        "memory_off": "off",
        "memory_on": "on: see what you know of your own piles",
    },
    "colour": {"blue": "blue", "yellow": "yellow", "green": "green", "red": "red"},
    "end": {
        "last_mask_alone": "with the last mask, for one player",
        "last_mask_shared": "with the last two masks, for two players",
        "stalemate": "after forty turns without a mask",
    },
}

VOCABULARY = Vocabulary(
    folder=Path(__file__).parent,
    events=EVENTS,
    actions=ACTIONS,
    questions=QUESTIONS,
    hints=HINTS,
    steps=STEPS,
    motives=MOTIVES,
    reasons=REASONS,
    summary=SUMMARY,
    nouns=NOUNS,
    labels=LABELS,
)
