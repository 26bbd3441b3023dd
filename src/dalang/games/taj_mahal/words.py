"""Everything Taj Mahal says, in English; Dutch and German are in locale/."""

from __future__ import annotations

from pathlib import Path

from dalang.engine.words import Compound, Noun, Plural, Sentence, Vocabulary
from dalang.games.taj_mahal.components import CARDS, CITY_NAMES, PROVINCE_NAMES
from dalang.games.taj_mahal.hints import HINTS, MOTIVES, STEPS

EVENTS: dict[str, Sentence] = {
    # TM 1
    "tile_laid": "Province tile {number} is laid on {province:province}.",
    "bonus_laid": "The bonus tile {bonus:bonus} is laid on {city:city}.",
    "dealt": "You are dealt a {card:card}.",
    "start_drawn": "{seat:player} is the start player.",
    # TM 3
    "played": "{seat:player} plays a {card:card}.",
    "added": "{seat:player} adds a {card:card}.",
    "added_special": "{seat:player} adds the {special:special}.",
    "scored_special": Plural(
        "{seat:player} scores {points} point for the {special:special}.",
        "{seat:player} scores {points} points for the {special:special}.",
        "points",
    ),
    # TM 4
    "withdrew": "{seat:player} withdraws.",
    "won": "{seat:player} wins {symbols:symbol}.",
    "won_nothing": "{seat:player} wins nothing.",
    "palace_built": "{seat:player} builds a palace in {city:city}.",
    "bonus_taken": "{seat:player} takes the bonus tile {bonus:bonus} from {city:city}.",
    "crown_built": "{seat:player} builds the crown palace in {city:city}.",
    # TM 5
    "scored_bonus": Plural(
        "{seat:player} scores {points} point for the bonus tile {bonus:bonus}.",
        "{seat:player} scores {points} points for the bonus tile {bonus:bonus}.",
        "points",
    ),
    "scored_palaces": Plural(
        "{seat:player} scores {points} point for palaces: {provinces:province}.",
        "{seat:player} scores {points} points for palaces: {provinces:province}.",
        "points",
    ),
    "scored_tile": Plural(
        "{seat:player} scores {points} point for province tile {number}: {commodities:commodity}.",
        "{seat:player} scores {points} points for province tile {number}: {commodities:commodity}.",
        "points",
    ),
    # TM 6
    "drew": "{seat:player} draws a card from the pile.",
    "drew_what": "You draw a {card:card}.",
    "nothing_to_draw": "There is no card left for {seat:player} to draw.",
    "reshuffled": "The discard pile is shuffled and becomes the draw pile.",
    "took": "{seat:player} takes a {card:card} from the display.",
    # TM 7
    "special_gained": "{seat:player} hands in two tiles ({symbol:symbol}) and gets the {special:special}.",
    "special_stolen": "{seat:player} hands in two tiles ({symbol:symbol}) and gets the {special:special} "
    "from {loser:player}.",
    "special_kept": "{seat:player} hands in two tiles ({symbol:symbol}) and holds the {special:special} already.",
    "tile_lost": "Nobody won province tile {number}: it leaves the game.",
    "bonus_lost": "The bonus tile {bonus:bonus} on {city:city} leaves the game.",
    "round_begins": "Round {round}: {province:province}. {seat:player} begins.",
    "laid_out": "Added to the display: {card:card}.",
    # TM 9
    "scored_hand": Plural(
        "{seat:player} scores {points} point for the cards in hand: {specials} special, {whites} white, "
        "{longest} in the longest colour.",
        "{seat:player} scores {points} points for the cards in hand: {specials} special, {whites} white, "
        "{longest} in the longest colour.",
        "points",
    ),
    "game_over": "The game is over. {winners:player} won.",
}

ACTIONS = {
    "do_withdraw": "Withdraw",
    "do_add_nothing": "Add nothing",
    "do_play": "Play a {card:card}",
    "do_add": "Add a {card:card}",
    "do_add_special": "Add the {special:special}",
    "do_palace": "Palace in {city:city}",
    "do_crown": "Crown palace in {city:city}",
    "do_take": "Take a {card:card}",
}

QUESTIONS = {
    "ask_tiles": "The province tiles are being laid out.",
    "ask_bonus": "The bonus tiles are being laid out.",
    "ask_deal": "The cards are being dealt.",
    "ask_start": "The start player is being drawn.",
    "ask_display": "The display is being laid out.",
    "ask_turn": "{seat:player}: play a colour card or withdraw?",
    "ask_add": "{seat:player}: add a white card or a special card?",
    "ask_palace": "{seat:player}: where to build a palace?",
    "ask_crown": "{seat:player}: where to build the crown palace?",
    "ask_bonus_draw": "{seat:player} draws a card for a bonus tile.",
    "ask_first_draw": "{seat:player} withdrew at once and draws a card.",
    "ask_take": "{seat:player}: which card from the display?",
    "ask_end": "The game is over.",
}

REASONS = {
    "play_or_withdraw": "Now you play a colour card or withdraw.",
    "one_colour_card": "You play exactly one colour card in a turn.",
    "not_in_hand": "You do not hold a {card:card}.",
    "wrong_colour": "Wrong colour: {card:card}. You are bound to {colour:colour} in this round and cannot "
    "use the free-colour card.",
    "colour_card_first": "White and special cards are only played along with a colour card: choose that first.",
    "needs_free_colour": "This colour needs the free-colour card along with it.",
    "special_not_held": "You do not hold the {special:special}.",
    "special_used": "The {special:special} lies on the table until you withdraw: once per round.",
    "withdraw_first": "That comes when you withdraw.",
    "other_province": "{city:city} is not in {province:province}, the province of this round.",
    "city_taken": "{city:city} has the palace of {owner:player} already.",
    "crown_palace_now": "The ordinary palaces stand already: now you place the crown palace.",
    "ordinary_palace_first": "The ordinary palaces come first, then the crown palace.",
    "not_in_display": "The display has no {card:card}.",
    "add_first": "First say what you add to the colour card: a white card, a special card or nothing.",
    "palace_first": "First place the palace you won.",
    "crown_first": "First place the crown palace.",
    "take_first": "First take your cards from the display.",
}

SUMMARY: dict[str, Sentence] = {
    "see_round": "Round {round} of 12: {province:province}.",
    "see_court": "At court: {symbols:symbol}.",
    "see_display": "Display: {cards:card}.",
    "see_seat": Plural(
        "{seat:player}: score {points}, {cards} card in hand.",
        "{seat:player}: score {points}, {cards} cards in hand.",
        "cards",
    ),
    "see_piles": "Draw pile: {pile}. Discard pile: {discard}.",
    "see_symbols": "{seat:player} has influence tiles: {symbols:symbol}.",
    "see_tiles": "{seat:player} has won province tiles: {tiles}.",
    "see_commodities": "{seat:player} owns: {commodities:commodity}.",
    "see_specials": "{seat:player} holds: {specials:special}.",
    "see_table": "{seat:player} has played: {cards:card}.",
    "see_withdrawn": "{seat:player} has withdrawn.",
    "see_hand": "Your hand: {cards:card}.",
}

LABELS: dict[str, Sentence] = {
    # on the first page
    "pitch": (
        "Twelve provinces, one contest each: "
        "leave while you lead and the prize is yours – stay a card too long and you have paid for nothing."
    ),
    "mood": "Nerve and timing",
    # what a thing in the box does
    "means_influence": "Whoever shows most of these takes the influence tile and places a palace in the province.",
    "means_mogul": "Whoever shows most places the crown palace on any city of the province.",
    "means_elephant": "Whoever shows most of these takes the province tile with its goods.",
    "means_special_elephant": "Counts as one elephant more.",
    "means_special_mogul": "Counts as one Grand Mogul more.",
    "means_special_influence": "2 points each time it is played.",
    "means_special_free_colour": "Lets one card count as any colour.",
    # what happened
    "cards_laid_out": Plural("{count} card laid out", "{count} cards laid out", "count"),
    "tiles_laid_out": Plural(
        "{count} province tile laid out", "{count} province tiles laid out", "count"
    ),
    "bonuses_laid_out": Plural(
        "{count} bonus tile laid out", "{count} bonus tiles laid out", "count"
    ),
    "cards_dealt": Plural("{count} card dealt to you", "{count} cards dealt to you", "count"),
    "forced_withdrew": "no card left to play",
    "forced_palace_built": "the only free city",
    "forced_took": "the last card of the display",
    "motive_worth": Plural("worth about {worth} point", "worth about {worth} points", "worth"),
    # the board
    "board_title": "Map, round {round}: {province:province}",
    "board_idle": "Map",
    "court_title": "Court of the Grand Mogul",
    "court_there": "{symbol:symbol}: in the court",
    "court_leads": "{symbol:symbol}: {seat:player} leads alone",
    "court_taken": "{symbol:symbol}: taken by {seat:player}",
    "court_gone": "{symbol:symbol}: taken",
    "court_tile": "Province tile {number}: {goods:commodity}",
    "order_title": "Order of the provinces",
    "tile_goods": "goods: {goods:commodity}",
    "bonus_title": "Bonus tiles",
    "bonus_here": "{city:city}: bonus tile {bonus:bonus}",
    "roads_title": "Cities and roads",
    "roads_from": "{city:city}: roads to {cities:city}",
    "fortress_from": "{city:city}, a fortress: roads to {cities:city}",
    "order_won": "{number}: {province:province}, tile won by {seat:player}",
    "order_lost": "{number}: {province:province}, tile won by nobody",
    "order_now": "{number}: {province:province}, now",
    "order_next": "{number}: {province:province}",
    "special_free": "{special:special}, for two tiles: {symbol:symbol}",
    # the seats
    "seats_title": "Players",
    "you": "you",
    "to_move": "to move",
    "starts": "starts the round",
    "withdrawn": "withdrawn",
    "winner": "winner",
    "hand_size": Plural("{count} card in hand", "{count} cards in hand", "count"),
    "hand_known": "known: {cards:card}",
    "score": Plural("{count} point", "{count} points", "count"),
    "influence": "influence tile: {person:symbol}",
    "goods": "{good:commodity}: {count}",
    "bound": "colour this round: {colour:colour}",
    "played_by": "Played by {seat:player}",
    "nothing_played": "no card played yet",
    "symbols_of": "Symbols of {seat:player}",
    "leads": "leads alone",
    "off": "no longer in the court",
    "palaces_of": "Palaces: {cities:city}",
    "tiles_of": "Province tiles: {numbers}",
    # the display
    "middle_title": "Court and display",
    "display": "Display",
    "display_hint": Plural(
        "take {count} card when you withdraw", "take {count} cards when you withdraw", "count"
    ),
    "draw_pile": "Draw pile",
    "discard_pile": "Discarded",
    # the hand
    "hand_title": "Your hand",
    "watching": "You are watching",
    "hand_empty": "no cards",
    "hint_free": "any colour; one white or special card may go along",
    "hint_bound": "bound to {colour:colour} in this round; one white or special card may go along",
    "hint_must_withdraw": "nothing can be played: you have to withdraw",
    "hint_add": "one white or special card may go along",
    "hint_city": "choose a city on the map",
    "hint_take": "choose a card from the display",
    "hint_out": "you have withdrawn from this round",
    "hint_wait": "any colour when it is your turn",
    "hint_wait_bound": "bound to {colour:colour} in this round",
    "with_free": "with the free-colour card",
    "leave_first": "Withdraw and draw a card",
    "leave_winning": "Withdraw and win {symbols:symbol}",
    "leave_nothing": "Withdraw and win nothing",
}

_COLOURS = {
    "red": "red",
    "yellow": "yellow",
    "green": "green",
    "violet": "purple",
    "white": "white",
}
_SYMBOLS = {
    "vizier": "vizier",
    "general": "general",
    "monk": "monk",
    "princess": "princess",
    "mogul": "Grand Mogul",
    "elephant": "elephant",
}


def _card_noun(card: str) -> Compound:
    colour, _, symbols = card.partition(" ")
    first, _, second = symbols.partition("+")
    if not second:
        return Compound("{colour:colour} {first:symbol}", {"colour": colour, "first": first})
    parts = {"colour": colour, "first": first, "second": second}
    return Compound("{colour:colour} {first:symbol}+{second:symbol}", parts)


NOUNS: dict[str, dict[str, Noun]] = {
    "component": {
        "symbol": "symbols",
        "card_colour": "card colours",
        "card": "cards",
        "special_card": "special cards",
        "province_tile": "province tile",
        "bonus_tile": "bonus tiles",
        "city": "cities",
        "road": "roads",
        "province": "provinces",
        "commodities": "goods",
        "influence": "for two tiles of",
        "influence_tiles": "influence tiles",
        "fortress": "fortress",
    },
    "score": {  # where points came from, by the event
        "scored_palaces": "Palaces",
        "scored_tile": "Province tiles",
        "scored_bonus": "Bonus tiles",
        "scored_special": "Special cards",
        "scored_hand": "Cards in hand",
    },
    "statistic": {  # what a finished game tells of its players: statistics.py
        "commodities": "Goods",
        "palaces": "Palaces",
        "network": "Longest network (provinces)",
        "tiles": "Province tiles",
    },
    "colour": dict(_COLOURS),
    "symbol": dict(_SYMBOLS),
    "card": {card: _card_noun(card) for card in CARDS},
    "special": {
        "elephant": "elephant card",
        "influence": "influence card",
        "mogul": "Grand Mogul card",
        "free_colour": "free-colour card",
    },
    "commodity": {"rice": "rice", "tea": "tea", "spices": "spices", "gems": "gems"},
    "bonus": {
        "points": "+2 points",
        "card": "+1 card",
        "tea": "tea",
        "spices": "spices",
        "gems": "gems",
        "taj_mahal": "Taj Mahal",
    },
    "province": dict(PROVINCE_NAMES),
    "city": dict(CITY_NAMES),
    "end": {"twelve_rounds": "after twelve rounds"},
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
