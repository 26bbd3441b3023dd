"""Everything Web of Power says, in English; Dutch and German are in locale/."""

from __future__ import annotations

from pathlib import Path

from dalang.engine.words import Compound, Noun, Plural, Sentence, Vocabulary
from dalang.games.web_of_power.components import CARD_COUNTRIES, SPACE_NAMES
from dalang.games.web_of_power.hints import HINTS, MOTIVES, STEPS

EVENTS: dict[str, Sentence] = {
    # WP 1
    "start_drawn": "{seat:player} is the start player.",
    "dealt": "You are dealt {card:card}.",
    # WP 2
    "played": "{seat:player} plays {card:card}.",
    "played_joker": "{seat:player} plays two cards {card:card} as a joker.",
    "cloister_placed": "{seat:player} founds a cloister at {space:space}.",
    "advisor_placed": "{seat:player} sends an advisor to {country:country}.",
    "exchanged": "{seat:player} places nothing and exchanges {card:card}.",
    "took": "{seat:player} takes the open card {card:card}.",
    "drew": "{seat:player} draws a card from the pile.",
    "drew_what": "You draw {card:card}.",
    "laid_open": "{card:card} is laid open.",
    # WP 3
    "first_scoring": "The pile has run out: the cloisters are scored.",
    "reshuffled": Plural(
        "The discard pile is shuffled and becomes the new pile: {cards} card.",
        "The discard pile is shuffled and becomes the new pile: {cards} cards.",
        "cards",
    ),
    # WP 4
    "scored_first": Plural(
        "First scoring, {country:country}: {seat:player} scores {points} point (cloisters: {cloisters}).",
        "First scoring, {country:country}: {seat:player} scores {points} points (cloisters: {cloisters}).",
        "points",
    ),
    "scored_cloisters": Plural(
        "{country:country}: {seat:player} scores {points} point (cloisters: {cloisters}).",
        "{country:country}: {seat:player} scores {points} points (cloisters: {cloisters}).",
        "points",
    ),
    "no_cloisters": "{country:country}: no cloisters, no points.",
    # WP 5
    "pile_out_again": "The pile has run out for the second time: the last turn is that of {seat:player}.",
    "second_scoring": "The second scoring takes place, {end:end}.",
    # WP 6
    "scored_alliance": Plural(
        "Alliance {number}, {countries:country}: {seat:player} scores {points} point.",
        "Alliance {number}, {countries:country}: {seat:player} scores {points} points.",
        "points",
    ),
    "no_majority": "Alliance {number}, {countries:country}: nobody has the majority in both.",
    # WP 7
    "scored_chain": Plural(
        "{seat:player} scores {points} point for a chain: {spaces:space}.",
        "{seat:player} scores {points} points for a chain: {spaces:space}.",
        "points",
    ),
    # WP 8
    "game_over": "The game is over. {winners:player} won.",
}

ACTIONS = {
    "do_finish": "Stop here: no second piece",
    "do_rest": "Fill up from the pile",
    "do_play": "Play {card:card}",
    "do_joker": "Play two cards {card:card} as a joker",
    "do_exchange": "Exchange {card:card}",
    "do_take": "Take {card:card}",
    "do_cloister": "Cloister at {space:space}",
    "do_advisor": "Advisor to {country:country}",
}

QUESTIONS = {
    "ask_start": "The start player is being drawn.",
    "ask_deal": "The cards are being dealt.",
    "ask_lay_open": "Two cards are being laid open.",
    "ask_turn": "{seat:player}: place a piece, or exchange a card?",
    "ask_place": "{seat:player}: where does the piece go?",
    "ask_more": "{seat:player}: a second piece in the same country?",
    "ask_take": "{seat:player}: take an open card, or fill up from the pile?",
    "ask_draw": "{seat:player} draws from the pile.",
    "ask_refill": "The open cards are being refilled.",
    "ask_end": "The game is over.",
}

REASONS: dict[str, Sentence] = {
    "no_passing": "You may not pass: place a piece, or exchange a card.",
    "place_or_exchange": "Now you play a card to place a piece, or exchange a card.",
    "not_in_hand": "You have no card {card:card} in hand.",
    "joker_needs_two": "A joker needs two equal cards: you hold only one {card:card}.",
    "second_country": "All pieces of a turn go to one country: the card {card:card} does not name {country:country}.",
    "one_country": "All pieces of a turn go to one country, and yours is {country:country}.",
    "card_places_nothing": "With {card:card} you could place no piece: its countries have no room for any you have left.",
    "joker_places_nothing": "You could place no piece with a joker.",
    "exchanged_already": "You have exchanged a card: your turn ends with the refill.",
    "one_in_empty_country": "{country:country} was empty: only one piece may be placed there this turn.",
    "placed_already": "You can place no more pieces in {country:country} this turn.",
    "exchange_or_place": "Whoever has placed a piece may not exchange a card as well.",
    "not_open": "No card {card:card} lies open.",
    "space_taken": "{space:space} has the cloister of {owner:player} already.",
    "no_cloister_left": "You have no cloister left.",
    "no_advisor_left": "You have no advisor left.",
    "cloister_first": "{country:country} is empty: the first piece there must be a cloister.",
    "court_full": Plural(
        "The court of {country:country} is full: it has room for {limit} advisor, as many as the player with most "
        "cloisters there has cloisters.",
        "The court of {country:country} is full: it has room for {limit} advisors, as many as the player with most "
        "cloisters there has cloisters.",
        "limit",
    ),
    "card_first": "First play a card or a joker, then place the piece.",
    "wrong_country": "The card {card:card} does not name {country:country}.",
    "place_first": "First place the piece that your card allows.",
    "second_piece_or_finish": "Now play a card for a second piece, or stop here.",
    "take_first": "First say which open cards you take; then your hand is filled up from the pile.",
}

SUMMARY: dict[str, Sentence] = {
    "see_pile": Plural(
        "Pile: {cards} card (run out {outs} of 2 times).",
        "Pile: {cards} cards (run out {outs} of 2 times).",
        "cards",
    ),
    "see_open": "Open cards: {cards:card}.",
    "see_last_round": "This is the last round; it ends with {seat:player}.",
    "see_country": "{country:country}: {seat:player} has cloisters: {cloisters}, advisors: {advisors}.",
    "see_seat": Plural(
        "{seat:player}: score {points}, {cards} card in hand, left in the supply: cloisters {cloisters}, "
        "advisors {advisors}.",
        "{seat:player}: score {points}, {cards} cards in hand, left in the supply: cloisters {cloisters}, "
        "advisors {advisors}.",
        "cards",
    ),
    "see_cloisters": "{seat:player} has cloisters at {spaces:space}.",
    "see_known": "{seat:player} took openly and still holds: {cards:card}.",
    "see_hand": "Your hand: {cards:card}.",
}


LABELS: dict[str, Sentence] = {
    # on the first page
    "pitch": (
        "Place two pieces and the map has changed: "
        "found cloisters across Europe, slip advisors into the courts, and earn from what others build."
    ),
    "mood": "Quick and cunning",
    # what a thing in the box does
    "means_card": "Places one piece in a country it names; two equal ones place one piece anywhere.",
    # what happened
    "cards_laid_open": Plural("{count} card laid open", "{count} cards laid open", "count"),
    "cards_dealt": Plural("{count} card dealt to you", "{count} cards dealt to you", "count"),
    "motive_worth": Plural("worth about {worth} point", "worth about {worth} points", "worth"),
    # the map
    "board_title": "Map",
    "zoom": "Enlarge the map",
    "limit_room": "{country:country}: advisors {advisors} of {limit}",
    "limit_full": "{country:country}: the court is full, advisors {advisors} of {limit}",
    "limit_empty": "{country:country}: still empty, in a turn only one piece, and it must be a cloister",
    "court_cloisters": "{seat:player} has cloisters: {count}",
    "court_advisors": "{seat:player} has advisors: {count}",
    "cloister_of": "{space:space}: cloister of {seat:player}",
    "only_here": "this turn only {country:country}",
    "alliance": "Alliance {number}: {countries:country}",
    "alliances_title": "Alliances",
    "roads_title": "Spaces and roads",
    "roads_from": "{space:space}: roads to {spaces:space}",
    "sea_from": "{space:space}: by sea to {spaces:space}",
    # the scorings
    "scoring_first": "First scoring",
    "scoring_second": "Second scoring",
    "scoring_cloisters": "Cloisters",
    "scoring_alliances": "Alliances",
    "scoring_chains": "Chains",
    "scoring_hint": "a tick shows the points on the map",
    "nobody": "nobody",
    "no_chains": "no chain of four or more",
    "chain_of": "{first:space} to {last:space} ({count})",
    "mark": Plural("{seat:player}: {count} point", "{seat:player}: {count} points", "count"),
    # the seats
    "seats_title": "Players",
    "you": "you",
    "to_move": "to move",
    "starts": "start player",
    "has_last_turn": "has the last turn of the game",
    "winner": "winner",
    "score": Plural("{count} point", "{count} points", "count"),
    "hand_size": Plural("{count} card in hand", "{count} cards in hand", "count"),
    "hand_known": "taken openly: {cards:card}",
    "cloisters_left": Plural("{count} cloister left", "{count} cloisters left", "count"),
    "advisors_left": Plural("{count} advisor left", "{count} advisors left", "count"),
    "plays": "plays {cards:card}",
    "spaces_of": "Cloisters at {spaces:space}",
    "advisors_of": "Advisors in {country:country}: {count}",
    # the cards
    "middle_title": "Cards",
    "open_cards": "Open cards",
    "pile": "Pile",
    "pile_first": "when it runs out: first scoring",
    "pile_second": "when it runs out: last round",
    "pile_last": "last round, up to {seat:player}",
    "discarded": "Discarded",
    "discarded_cards": "{card:card}, discarded: {count}",
    # the hand
    "hand_title": "Your hand",
    "watching": "You are watching",
    "hand_empty": "no cards",
    "as_joker": "Joker",
    "exchange": "Exchange",
    "hint_turn": "play a card or a joker to place a piece, or exchange one card",
    "hint_more": "a second piece may go to {country:country}, and nowhere else",
    "hint_place": "{card:card}: choose a space or a court on the map",
    "hint_joker": "joker: choose a space or a court on the map",
    "hint_empty": "where nothing stands yet, one piece only, a cloister: {countries:country}",
    "hint_second": "second piece: a space or the court in {country:country}",
    "hint_take": Plural("{count} card is missing", "{count} cards are missing", "count"),
    "hint_wait": "wait for your turn",
    "hint_last": "last round: nobody draws any more",
}


def _card_noun(card: str) -> Compound:
    countries = CARD_COUNTRIES[card]
    if len(countries) == 1:
        return Compound("{first:country}", {"first": countries[0]})
    return Compound(
        "{first:country}/{second:country}", {"first": countries[0], "second": countries[1]}
    )


NOUNS: dict[str, dict[str, Noun]] = {
    "component": {
        "card": "cards",
        "space": "cloister spaces",
        "road": "roads",
        "alliance": "alliances",
        "country": "countries",
        "countries": "countries",
        "across_sea": "across the sea",
        "cloister": "cloister",
        "advisor": "advisor",
    },
    "score": {  # where points came from, by the event
        "scored_first": "Cloisters, first scoring",
        "scored_cloisters": "Cloisters, second scoring",
        "scored_alliance": "Alliances",
        "scored_chain": "Chains",
    },
    "statistic": {  # what a finished game tells of its players: statistics.py
        "cloisters": "Cloisters placed",
        "advisors": "Advisors placed",
        "alliances": "Alliances",
        "chain": "Longest chain",
    },
    "country": {
        "england": "England",
        "lothringen": "Lorraine",
        "franken": "Franconia",
        "bayern": "Bavaria",
        "italien": "Italy",
        "aragon": "Aragon",
        "frankreich": "France",
        "burgund": "Burgundy",
        "schwaben": "Swabia",
    },
    "card": {card: _card_noun(card) for card in CARD_COUNTRIES},
    "space": dict(SPACE_NAMES),
    "end": {
        "pile_out_twice": "because the pile has run out a second time",
        "nothing_to_place": "as nobody can place a piece any more",
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
