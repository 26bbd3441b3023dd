"""What the guide says, in English; Dutch and German in locale/."""

from dalang.engine.words import Hint, Motive

# About every kind of decision.
HINTS: dict[str, Hint] = {
    "welcome": Hint(
        "CK 7.1",
        "Every card is two things: an action on one side, a die on the other. Three fame turn your leftmost score card, six coins your rightmost one; whoever has turned all six wins.",
        "You have exactly one action in every turn. Sets of three in your rows make it go faster.",
    ),
    "ask_arrange": Hint(
        "CK 7.3",
        "You put your six score cards in order, from left to right. Fame turns them from the left, coins from the right.",
        "The outer cards come first: put there what helps early, such as dice and karma.",
    ),
    "ask_turn": Hint(
        "CK 3.1",
        "Take one card of the display: as a die for later, or as a building, ship, goods or palace card for what it does. Goods cost nothing, the others are paid for with dice.",
        "Collect three: equal or all different buildings and goods, or ships in rising order. First comes whatever is nearly complete in your rows.",
    ),
    "ask_pay": Hint(
        "CK 3.2",
        "Choose how to pay. A building takes dice in the colour of its price that together reach its value, a ship or palace card one die of exactly its value. Each karma changes a die by 1, an administrator stands for any die.",
        "You get no change, so pay with what fits most closely. Administrators are worth more as extra turns.",
    ),
    "ask_discard": Hint(
        "CK 3.1",
        "You may hold no more than eight dice, so one has to be discarded first.",
        "Give up what fits no card of the display: ships need a 1, 2 or 3, palace cards a 2 to 6, buildings a sum in one colour.",
    ),
    "ask_die": Hint(
        "CK 3.1",
        "You take a card of the display as a die. Its corner shows the colour; the value you learn when you have it.",
        "Take the colour of a building you want. You also take the card away from everybody else.",
    ),
    "ask_goods": Hint(
        "CK 3.6",
        "You take a goods card from the display, at no cost.",
        "Your third good of one kind, or one of each of the three kinds, is sold at once for the sum of the coins: high values pay.",
    ),
    "ask_more_goods": Hint(
        "CK 3.6",
        "You may take a second goods card.",
        "Take it if it completes a sale or prepares one. Six coins turn a score card.",
    ),
    "ask_palace": Hint(
        "CK 3.7",
        "You choose a palace card from the display and carry it out free.",
        "2 takes two dice; 3 brings two karma and a die; 4 a coin for every good you have; 5 a karma and the reward of a last ship; 6 the top card of the pile, free.",
    ),
    "ask_copy": Hint(
        "CK 3.7",
        "You get the reward of the last ship in one row: your own, or that of an opponent.",
        "You get only what the ship brings at once; a good printed on it stays with its owner.",
    ),
    "ask_trio": Hint(
        "CK 4.8",
        "One symbol would be needed for two sets of three: choose which of them you complete.",
        "Compare what they bring, coins or an administrator, and which cards you would keep.",
    ),
    "ask_symbol": Hint(
        "CK 4.2",
        "Choose the card that goes into the set of three for this symbol. It is discarded.",
        "Give up the card whose other symbol you need least. With goods, a higher value pays more.",
    ),
    "ask_coins_or_palace": Hint(
        "CK 7.2",
        "The score card you turned brings two coins, or a palace card from the display that you carry out free.",
        "If two coins make it six, they turn the next score card. If not, a palace card often does more.",
    ),
    "ask_fame_or_ship": Hint(
        "CK 7.2",
        "The score card you turned brings one fame, or a ship from the display, free and with its reward.",
        "Your third fame turns another score card. A ship with a higher number than your last one makes your row grow.",
    ),
    "ask_after": Hint(
        "CK 6.1",
        "Your action is done. Now you may return administrators, one for another turn or one for two dice from the pile, or end your turn.",
        "You never keep more than two: a third administrator changes all three into two fame at once.",
    ),
}

# What is said in a lesson, one idea at a time: lesson.toml says when, and where it points.
STEPS: dict[str, str] = {
    "goal": "You win by turning all six of your score cards first. Three fame turn the leftmost one, six coins the rightmost one.",
    "five": "In your turn you take one card: as a building, a ship, a goods card or a palace card, for what it does, or any card as a die.",
    "die": "A card taken from the display as a die goes to your hand. You may hold at most eight dice; you pay with them.",
    "building": "A building is paid for with dice in the colour of its price that together reach its value. Each building on the card brings 1 fame.",
    "karma": "When you pay, each karma you give changes one die by 1, up or down.",
    "ship": "A ship is paid for with one die of exactly its value. It joins the end of your row and brings its reward. If its number is lower than that of your last ship, the row is discarded first.",
    "goods": "Goods cards are free. If a coin is printed on one, it is yours at once.",
    "palace": "A palace card is paid for with one die of exactly its value and carried out: 2 – two dice; 3 – two karma and a die; 4 – a coin for every good you have; 5 – a karma and the reward of a last ship; 6 – the top card of the pile, free.",
    "rounds": "A round has two series, with a turn for everybody in each. Before the second, the holder of the elephant gains 1 karma; after it the display is refilled and the elephant passes on.",
    "three_buildings": "Three equal buildings or one of each of the three kinds are discarded at once and bring 1 administrator.",
    "three_goods": "Three equal goods are sold for their coins, and all cards showing that good go. One of each kind brings the three values, and these cards go.",
    "three_ships": "Three ships in rising order bring the reward of the third and then 1 administrator.",
    "three_karma": "Three karma turn into 1 administrator, and three administrators into 2 fame.",
    "administrator": "An administrator is a joker when you pay, or two dice from the pile, or another turn at the end of yours.",
    "end": "When somebody has turned the sixth score card, the series is finished. If several have, each fame left counts 2 and each coin 1; then karma decides.",
}

# Why a bot prefers an action: what the weights in bot.py and the events that score mean.
MOTIVES: dict[str, Motive] = {
    "flip": Motive(
        "it turns a score card, or comes close", weights=("flip", "finish", "fame", "coin")
    ),
    "fame": Motive("fame", weights=("fame",)),
    "coins": Motive("coins", weights=("coin",)),
    "goods": Motive("goods to be sold", weights=("good",)),
    "buildings": Motive("buildings for a set of three", weights=("building",)),
    "ships": Motive("a growing row of ships", weights=("first_ship", "second_ship")),
    "karma": Motive("karma and administrators", weights=("karma", "administrator")),
    "dice": Motive("dice to pay with", weights=("die", "pip", "same_colour", "crowded")),
    "turn": Motive("another turn", weights=("turn",)),
    "rivals": Motive("it leaves less for the others", rivals=True),
}
