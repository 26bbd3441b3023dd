"""Everything Cards & Karma says, in English; Dutch and German are in locale/."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dalang.engine.words import Compound, Noun, Plural, Sentence, Vocabulary
from dalang.games.cards_and_karma.components import CARDS, COLOURS, FACES_OF_CARDS
from dalang.games.cards_and_karma.hints import HINTS, MOTIVES, STEPS

EVENTS: dict[str, Sentence] = {
    # CK 1, CK 7.3
    "reward_placed": "Your score card {place} is {reward:reward}.",
    "rewards_shown": "The score cards of {seat:player}: {rewards:reward}.",
    "start_drawn": "{seat:player} gets the elephant and begins.",
    # CK 2
    "elephant_turned": "The elephant is turned over: the second series begins with {seat:player}.",
    "round_begins": "Round {round}: the elephant passes to {seat:player}.",
    "top_shown": "On top of the draw pile: {card:card}.",
    "laid_out": "Laid out in the display: {card:card}.",
    "turned_up": "Discarded, dice side up: {card:card} is {die:die}.",
    "reshuffled": "The discard pile is shuffled and becomes the draw pile.",
    # CK 3
    "took_die": "{seat:player} takes a die from the display ({colour:colour}): {card:card}.",
    "drew_die": "{seat:player} draws a die from the pile ({colour:colour}): {card:card}.",
    "die_seen": "Your new die is {die:die}.",
    "discarded": "{seat:player} discards the die {die:die}.",
    "paid": "{seat:player} pays for {card:card} with {payment:payment}.",
    "took": "{seat:player} takes {card:card}.",
    "took_top": "{seat:player} takes the top card of the draw pile: {card:card}.",
    "row_broken": "The row of {seat:player} is broken and discarded: {cards:card}.",
    "no_goods": "The display holds no goods card for {seat:player}.",
    "no_palace": "The display holds no palace card for {seat:player}.",
    "copied": "{seat:player} gets the reward of {card:card} in the row of {owner:player}.",
    "nothing_to_copy": "There is no ship in any row for {seat:player} to copy.",
    # CK 4
    "trio_same": "{seat:player} has three of a kind: {symbol:symbol}.",
    "trio_buildings": "{seat:player} has three different buildings.",
    "trio_goods": "{seat:player} sells three different goods.",
    "trio_ships": "{seat:player} has a row of three ships.",
    "trio_discarded": "{seat:player} discards {cards:card}.",
    "exchanged_karma": "{seat:player} returns 3 karma for an administrator.",
    "exchanged_administrators": "{seat:player} returns 3 administrators for 2 fame.",
    # CK 6
    "administrator_turn": "{seat:player} returns an administrator and has another turn.",
    "administrator_dice": "{seat:player} returns an administrator for two dice from the pile.",
    # CK 7
    "gained_fame": "{seat:player} gains {amount} fame.",
    "gained_coins": Plural(
        "{seat:player} gains {amount} coin.", "{seat:player} gains {amount} coins.", "amount"
    ),
    "gained_karma": "{seat:player} gains {amount} karma.",
    "gained_administrators": Plural(
        "{seat:player} gains {amount} administrator.",
        "{seat:player} gains {amount} administrators.",
        "amount",
    ),
    "turned_left": "{seat:player} returns 3 fame and turns the leftmost score card: "
    "{reward:reward}.",
    "turned_right": "{seat:player} returns 6 coins and turns the rightmost score card: "
    "{reward:reward}.",
    "extra_turn": "{seat:player} has an extra turn.",
    # CK 8
    "turned_all": "{seat:player} has turned all six score cards: this series is the last.",
    "tie_break": "{seat:player} has fame {fame} and coins {coins} left, which counts {sum}, and "
    "karma {karma}.",
    "game_over": "The game is over: {end:end}. {winners:player} won.",
}

ACTIONS = {
    "do_end_turn": "End your turn",
    "do_extra_turn": "Administrator: another turn",
    "do_draw_two": "Administrator: two dice from the draw pile",
    "do_no_more": "No second goods card",
    "do_coins": "2 coins",
    "do_fame": "1 fame",
    "do_pay_karma": "Add 1 karma",
    "do_pay_administrator": "Administrator as a joker",
    "do_copy": "The last ship of {owner:player}",
    "do_trio_same": "Three of a kind: {symbol:symbol}",
    "do_trio_buildings": "Three different buildings",
    "do_trio_goods": "Three different goods",
    "do_arrange": "Next from the left: {reward:reward}",
    "do_die": "Take as a die ({colour:colour}): {card:card}",
    "do_take_building": "Build: {card:card}",
    "do_take_ship": "Take {card:card}",
    "do_take_goods": "Take goods: {card:card}",
    "do_take_palace": "Carry out {card:card}",
    "do_pay": "Pay with {die:die}",
    "do_pay_changed": "Pay with {die:die} and {karma} karma",
    "do_discard": "Discard {die:die}",
    "do_use": "Use {card:card}",
}

QUESTIONS = {
    "ask_top": "The next card of the draw pile is revealed.",
    "ask_value": "The dice side of a card is being looked at.",
    "ask_reward": "{seat:player} turns a score card.",
    "ask_start": "The start player is being drawn.",
    "ask_arrange": "{seat:player}: which score card comes next, from left to right?",
    "ask_turn": "{seat:player}: take a die, a building, a ship, goods or a palace card?",
    "ask_pay": "{seat:player}: how to pay for {card:card}?",
    "ask_discard": "{seat:player}: which die to discard? Eight is the limit.",
    "ask_die": "{seat:player}: which card of the display as a die?",
    "ask_goods": "{seat:player}: which goods card?",
    "ask_more_goods": "{seat:player}: a second goods card?",
    "ask_palace": "{seat:player}: which palace card?",
    "ask_copy": "{seat:player}: whose last ship?",
    "ask_trio": "{seat:player}: which trio?",
    "ask_symbol": "{seat:player}: which card goes into the trio as {symbol:symbol}?",
    "ask_coins_or_palace": "{seat:player}: 2 coins, or a palace card from the display?",
    "ask_fame_or_ship": "{seat:player}: 1 fame, or a ship from the display?",
    "ask_after": "{seat:player}: end the turn, or use an administrator?",
    "ask_end": "The game is over.",
}

REASONS = {
    "action_now": "Now take your action: a die, a building, a ship, goods or a palace card.",
    "action_done": "Your action is done: end your turn or use an administrator.",
    "administrator_not_now": "Administrators cannot be used in the middle of a resolution: only "
    "before your action, as a joker while you pay, and after everything is resolved.",
    "no_administrator": "You have no administrator for that.",
    "extra_turn_at_the_end": "Another turn comes at the end of this one: first take your action.",
    "no_passing": "There is no passing: you can always take a die.",
    "must_take": "The first goods card is compulsory.",
    "nothing_to_pay": "First choose the card you want to pay for.",
    "needless": "The payment does not need that: only payments in which everything is needed are offered.",
    "karma_goes_with_a_die": "Choose the die; the karma it needs goes with it.",
    "no_karma": "You have no karma left for that.",
    "placed_already": "The score card {reward:reward} is in your row already.",
    "not_arranging": "Score cards are only arranged before the game, in the variant with open rewards.",
    "no_such_trio": "You do not have that trio.",
    "no_ship_there": "There is no ship in the row of {owner:player}.",
    "not_in_display": "The display does not hold {card:card}.",
    "only_goods": "This reward is a goods card.",
    "only_palace": "This reward is a palace card.",
    "only_ship": "This reward is a ship.",
    "no_exact_value": "You have no die that is exactly {cost} and not enough karma to make one.",
    "no_die_of_colour": "You have no {colour:colour} die, and that is the colour of the price.",
    "sum_too_low": "The sum is too low: {card:card} costs {cost}, and in {colour:colour} you can "
    "reach {most} at most.",
    "not_in_hand": "You do not hold {card:card} as a die.",
    "value_not_exact": "The value must be exactly {cost}: with your karma {die:die} cannot be "
    "changed into that.",
    "colour_does_not_match": "The colour does not match: the price is in {colour:colour}, your die "
    "is {die:die}.",
    "no_need_to_discard": "You only discard dice when you are to take more than fit: eight is the limit.",
    "does_not_show": "You have no {card:card} with the symbol {symbol:symbol} in your rows.",
    "arrange_first": "First arrange your score cards.",
    "pay_first": "First pay for the card you have chosen.",
    "hand_limit": "The hand limit is eight: first discard dice, then you take the new ones.",
    "die_first": "First take the die from the display.",
    "goods_first": "First take the goods card.",
    "more_goods_first": "First say whether you take a second goods card.",
    "palace_first": "First take the palace card.",
    "copy_first": "First say whose last ship you copy.",
    "trio_first": "First complete your trio.",
    "coins_or_palace_first": "First choose: 2 coins, or a palace card.",
    "fame_or_ship_first": "First choose: 1 fame, or a ship.",
}

SUMMARY: dict[str, Sentence] = {
    "see_round": "Round {round}, series {series}; elephant: {seat:player}.",
    "see_display": "Display: {cards:card}.",
    "see_top": "On top of the draw pile: {card:card}.",
    "see_seat": "{seat:player}: {turned} of 6 score cards turned, fame {fame}, coins {coins}, "
    "karma {karma}, administrators {administrators}.",
    "see_row": "{seat:player} has laid out: {cards:card}.",
    "see_colours": "{seat:player} holds dice: {colours:colour}.",
    "see_rewards": "Known score cards of {seat:player}: {rewards:reward}.",
    "see_hand": "Your dice: {dice:die}.",
}

LABELS: dict[str, Sentence] = {
    # on the first page
    "pitch": (
        "Every card is also a die: "
        "save it or spend it on buildings, ships and goods along the Ganges, and be first to turn all six of your score cards."
    ),
    "mood": "Sunny and busy",
    # what happened
    "forced_paid": "the only way to pay",
    "cards_laid_out": Plural("{count} card laid out", "{count} cards laid out", "count"),
    "dice_turned_up": Plural(
        "{count} card discarded as a die", "{count} cards discarded as dice", "count"
    ),
    "motive_worth": Plural("worth about {worth} coin", "worth about {worth} coins", "worth"),
    # what things do, where one looks closer
    "means": "{thing}. {meaning}",
    "means_building": (
        "Paid with dice in the colour of its price that together reach its value. Each building on it brings 1 fame; "
        "three equal or three different ones bring an administrator."
    ),
    "means_ship": (
        "Goes to the end of your row and brings its reward. A lower number than the last one there breaks "
        "the row; three in rising order bring an administrator."
    ),
    "means_goods": "Costs nothing. Three equal or three different goods are sold for their coins.",
    "means_palace": "Is carried out at once and then discarded.",
    "means_die": (
        "Pays for buildings of its colour, as part of the sum, and for ships and palace cards of exactly its value."
    ),
    "means_fame": "Three turn your leftmost score card.",
    "means_coins": "Six turn your rightmost score card.",
    "means_karma": "Changes a die by 1 when you pay. Three become an administrator.",
    "means_administrators": (
        "A joker when you pay, two dice from the draw pile, or another turn. Three become 2 fame."
    ),
    "means_score": "Its reward is yours once it is turned. Whoever has turned all six wins.",
    # the board
    "board_title": "Bazaar, round {round}, series {series}",
    "board_idle": "Bazaar",
    "display": "Display",
    "card_effect": "{card:card} for a die of exactly {cost}: {effect:effect}",
    "die_side": "on its back {colour:a_die}",
    "draw_pile": "Draw pile",
    "discard_pile": "Discarded",
    "carried": "Being carried out",
    "filter": "Show only",
    "see": "Show",
    "see_market": "Market",
    "see_bazaar": "My bazaar",
    "filter_colour": "{colour:colour}: dice and prices",
    # the rows
    "your_building": "Your buildings",
    "your_goods": "Your goods",
    "your_ship": "Your ships",
    "row_building": "Buildings of {seat:player}",
    "row_goods": "Goods of {seat:player}",
    "row_ship": "Ships of {seat:player}",
    "row_empty": "nothing yet",
    "wanted": "Each of these completes a trio: {symbols:symbol}",
    "wanted_ship": "The next ship needs a higher number than {number}",
    "locked": "stays until the reward is done",
    "in_trio": "goes into the trio",
    # the seats
    "seats_title": "Players",
    "you": "you",
    "to_move": "to move",
    "winner": "winner",
    "elephant_front": "has the elephant: first series",
    "elephant_back": "has the elephant: second series",
    "extra_turns": Plural("{count} extra turn", "{count} extra turns", "count"),
    "tokens": "{token:token}: {count} of {enough}",
    "track": "{count} of 6 score cards turned",
    "score_hidden": "Score card {place}: not turned yet",
    "score_open": "Score card {place}: {reward:reward}, not turned yet",
    "score_turned": "Score card {place}, turned: {reward:reward}",
    "dice_of": "Dice of {seat:player}",
    "die_hidden": "{colour:a_die}, value unknown",
    # the turn
    "cascade": "This turn, step by step",
    "cascade_over": "How the last score card was turned",
    "still": "Still to come: {task:task}, {count} times",
    "still_one": "Still to come: {task:task}",
    # the hand
    "hand_title": "Your hand",
    "hand_count": "{count} of {limit} dice",
    "hand_empty": "no dice",
    "watching": "You are watching",
    "picked": "laid down",
    "pay_left": "{paid} so far, {left} to go",
    "pay_exact": "one die of exactly {cost}",
    "why_pay_karma": "1 karma",
    "why_pay_administrator": "Administrator as a joker",
    "why_administrator_dice": "Administrator: two dice from the draw pile",
    "why_administrator_turn": "Administrator: another turn",
    "hint_arrange": "from left to right; nobody sees it until all are ready",
    "hint_turn": "click a card for its action, or its gem to take it as a die",
    "hint_discard": "click a die to discard it",
    "hint_die": "click a card to take it as a die",
    "hint_goods": "click a goods card in the display",
    "hint_more_goods": "another goods card, if you like",
    "hint_palace": "click a palace card in the display",
    "hint_copy": "click the ship whose reward you want",
    "hint_trio": "choose the trio in your rows",
    "hint_symbol": "click the card in your rows that gives the symbol",
    "hint_coins_or_palace": "the coins, or a palace card in the display",
    "hint_fame_or_ship": "the fame, or a ship in the display",
    "hint_after": "end your turn, or use an administrator",
}


def _card_noun(face: dict[str, Any]) -> Compound:
    """A card's action side; the colour of its dice side is told apart from it."""
    kind = face["kind"]
    if kind == "building":
        return _building_noun(face)
    if kind == "goods":
        return _goods_noun(face)
    return Compound("ship {number}" if kind == "ship" else "palace card {number}", face)


def _building_noun(face: dict[str, Any]) -> Compound:
    parts: dict[str, object] = {
        "first": face["buildings"][0],
        "second": face["buildings"][-1],
        "price": f"{face['colour']} {face['cost']}",
    }
    double = len(face["buildings"]) == 2
    if not face["goods"]:
        if double:
            return Compound(
                "{first:building} and {second:building} building ({price:price})", parts
            )
        return Compound("{first:building} building ({price:price})", parts)
    parts |= face["goods"][0]
    if double:
        return Compound(
            "{first:building} and {second:building} building with {good:with_good} {value} "
            "({price:price})",
            parts,
        )
    return Compound(
        "{first:building} building with {good:with_good} {value} ({price:price})", parts
    )


def _goods_noun(face: dict[str, Any]) -> Compound:
    goods = face["goods"]
    if len(goods) == 2:
        parts = {**goods[0], "second": goods[1]["good"], "other": goods[1]["value"]}
        return Compound("{good:good} {value} and {second:good} {other}", parts)
    if face["coin"]:
        return Compound("{good:good} {value} with a coin", goods[0])
    return Compound("{good:good} {value}", goods[0])


def _dice(values: range) -> dict[str, Noun]:
    return {
        f"{colour} {value}": Compound("{colour:colour} {value}", {"colour": colour, "value": value})
        for colour in COLOURS
        for value in values
    }


def _payments() -> dict[str, Noun]:
    """What a card can be paid with: dice, and how many tokens."""
    tokens: dict[str, Noun] = {
        f"karma {count}": Compound("{count} karma", {"count": count}) for count in range(1, 13)
    }
    tokens["administrators 1"] = "1 administrator"
    for count in range(2, 9):
        tokens[f"administrators {count}"] = Compound("{count} administrators", {"count": count})
    return _dice(range(1, 7)) | tokens


NOUNS: dict[str, dict[str, Noun]] = {
    "component": {
        "card": "cards",
        "die_colour": "colours of the dice",
        "building": "kinds of building",
        "good": "kinds of goods",
        "reward": "score cards",
        "palace": "palace actions",
        "ship_reward": "rewards of ships",
        "cost": "price",
        "die": "die",
    },
    "option": {
        "rewards": "Score cards",
        "rewards_hidden": "rewards hidden until a card is turned",
        "rewards_open": "open rewards, arranged by each player",
    },
    "score": {  # where points came from, by the event
        "turned_left": "Score cards turned by fame",
        "turned_right": "Score cards turned by coins",
    },
    "statistic": {  # what a finished game tells of its players: statistics.py
        "by_fame": "Score cards by fame",
        "by_coins": "Score cards by coins",
        "karma": "Karma left",
        "buildings": "Buildings",
    },
    "kind": {
        "building": "buildings",
        "ship": "ships",
        "goods": "goods cards",
        "palace": "palace cards",
    },
    "token": {
        "fame": "fame",
        "coins": "coins",
        "karma": "karma",
        "administrators": "administrators",
    },
    "effect": {
        "ship_karma2": "2 karma",
        "ship_dice2": "2 dice from the display",
        "ship_coins3": "3 coins",
        "ship_coins2_fame1": "2 coins and 1 fame",
        "ship_goods1": "1 goods card from the display",
        "ship_goods2": "1 or 2 goods cards from the display",
        "ship_goods1_dice1": "1 goods card and 1 die from the display",
        "ship_palace1": "1 palace card from the display, free",
        "ship_dice1_good": "1 die from the display, with a good",
        "ship_fame1_good": "1 fame, with a good",
        "ship_karma1_good": "1 karma, with a good",
        "palace_2": "2 dice from the display",
        "palace_3": "2 karma and 1 die from the display",
        "palace_4": "1 coin for every good on your cards",
        "palace_5": "1 karma and the reward of somebody's last ship",
        "palace_6": "the top card of the draw pile, free",
    },
    "task": {
        "fame": "fame",
        "coins": "coins",
        "karma": "karma",
        "administrators": "administrator",
        "dice": "a die from the display",
        "draw": "a die from the draw pile",
        "goods": "a goods card",
        "more_goods": "perhaps a second goods card",
        "palace": "a palace card",
        "coins_or_palace": "2 coins or a palace card",
        "fame_or_ship": "1 fame or a ship",
        "copy_ship": "the reward of a ship",
        "top_card": "the top card of the draw pile",
        "coins_for_goods": "coins for goods",
        "extra_turn": "an extra turn",
    },
    "colour": {"blue": "blue", "green": "green", "orange": "orange", "purple": "purple"},
    "a_die": {  # with its article, and inflected
        "blue": "a blue die",
        "green": "a green die",
        "orange": "an orange die",
        "purple": "a purple die",
    },
    "building": {"red": "red", "yellow": "yellow", "white": "white"},
    "good": {"silk": "silk", "tea": "tea", "spices": "spices"},
    "with_good": {"silk": "silk", "tea": "tea", "spices": "spices"},  # after "with": a case
    "symbol": {
        "red": "red building",
        "yellow": "yellow building",
        "white": "white building",
        "silk": "silk",
        "tea": "tea",
        "spices": "spices",
    },
    "card": {card: _card_noun(FACES_OF_CARDS[card]) for card in CARDS},
    "die": _dice(range(1, 7)),
    "price": _dice(range(1, 12)),
    "payment": _payments(),
    "reward": {
        "karma2": "2 karma",
        "coins2_or_palace": "2 coins or a palace card",
        "fame1_or_ship": "1 fame or a ship",
        "administrator1": "1 administrator",
        "dice2": "2 dice",
        "extra_turn": "an extra turn",
    },
    "end": {
        "one_finisher": "one player has turned all six score cards",
        "points": "several have turned all six score cards, fame and coins decide",
        "karma": "several are level on fame and coins, karma decides",
        "shared": "several are level on everything, the victory is shared",
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
