"""What the guide says, in English; Dutch and German in locale/."""

from dalang.engine.words import Hint, Motive

# About every kind of decision.
HINTS: dict[str, Hint] = {
    "welcome": Hint(
        "TM 2.1",
        "Twelve provinces, one after the other: in each round you play cards to outdo the others in symbols, and when you withdraw you take whatever you are ahead in.",
        "Palaces linked across provinces and goods of the same kind bring the most points.",
    ),
    "ask_turn": Hint(
        "TM 2.2",
        "Play one colour card to stay in the contest for this province, or withdraw. When you withdraw, you win every symbol of which you show more than each player still in: a person brings a palace, the Grand Mogul the crown palace, the elephant the province tile.",
        "All your colour cards of a round must match the first, so begin with a colour you hold several of. Stop while you are ahead in something. Withdrawing without having played wins nothing, but brings you an extra card.",
    ),
    "ask_add": Hint(
        "TM 3.3",
        "Together with your colour card you may play one white card or one special card. Its symbols count too.",
        "White cards go with every colour, and one symbol more than the others is enough: keep them if you are ahead anyway. Special cards come back to your hand when you withdraw.",
    ),
    "ask_palace": Hint(
        "TM 4.3",
        "For every person you have won, you place a palace on a city of this province that has no ordinary palace yet. On a fortress you also take the bonus tile lying there.",
        "Every other province that is linked to this one by an unbroken chain of your palaces brings a point. Build towards your earlier palaces, and towards the provinces with the next numbers.",
    ),
    "ask_crown": Hint(
        "TM 4.5",
        "The crown palace may stand on any city of this province, even beside another palace. It never takes a bonus tile.",
        "It is your way into a city that somebody else has taken already: use it where it closes a gap in your chain.",
    ),
    "ask_take": Hint(
        "TM 6.3",
        "After withdrawing you take two cards from the display. It is not refilled before the round is over.",
        "Many cards of one colour carry you through a long contest, and white cards fit everywhere. Whoever withdraws early has the better choice.",
    ),
}

# What is said in a lesson, one idea at a time: lesson.toml says when, and where it points.
STEPS: dict[str, str] = {
    "goal": "Most points after twelve provinces wins. Points come from linked palaces, from goods and, at the end, from the cards left in your hand.",
    "order": "The provinces are played for one after the other, in the order of the tiles 1 to 12. So everybody can see which province comes next.",
    "prizes": "These are the prizes of a round: the vizier, the general, the monk, the princess, the Grand Mogul and the elephant. The same symbols are on your cards.",
    "colour": "In your turn you either play exactly one colour card or withdraw. The first card binds you: all your colour cards of this round must have its colour.",
    "extra": "With your colour card you may play one white card or one special card, never both.",
    "leave": "Whoever withdraws takes what they lead in and is out for this round. The round is over when everybody has withdrawn.",
    "win": "You win every symbol of which you show more than each player who is still in; showing as many is not enough. What has been taken cannot be won again in this round.",
    "persons": "Vizier, general, monk and princess each bring you their influence tile and a palace, on a city of the province without an ordinary palace.",
    "fortress": "Cities with four towers are fortresses. Whoever places an ordinary palace there takes the bonus tile that lies on it.",
    "mogul": "The Grand Mogul brings the crown palace. It may stand on any city of the province, also beside another palace, but it takes no bonus tile.",
    "elephant": "The elephant brings the province tile. It scores 1 point for each good on it, and 1 more for each equal one you own already.",
    "after": "After withdrawing you score, put away the cards you have played and take two cards from the display. Special cards come back to your hand.",
    "idle": "Whoever withdraws without having played a card wins nothing, but draws one card more from the pile. A round left out makes the next ones stronger.",
    "links": "If you have placed a palace, you score 1 point for this province and 1 for every other province that an unbroken chain of your palaces links to it.",
    "bonus": "Bonus tiles bring what is printed on them: points, a card, or a good. A good scores 1 point and 1 more for each equal one you own, so collect one kind.",
    "specials": "Between the rounds two influence tiles of one person are handed in for the special card of that person, even if somebody else holds it.",
    "powers": "The four special cards are an extra elephant, an extra Grand Mogul, 2 points each time it is played, and any colour for one card.",
    "end": "At the end every special card, every white card and every card of your longest colour brings 1 point. So what you save in the last rounds is not lost.",
}

# Why a bot prefers an action: what the weights in bot.py and the events that score mean.
MOTIVES: dict[str, Motive] = {
    "won": Motive(
        "it secures {symbols:symbol}",
        weights=("influence_tile", "special_card", "network", "commodity"),
        scores=("scored_palaces", "scored_bonus", "scored_tile"),
        event="won",
    ),
    "palaces": Motive(
        "palaces linked across provinces", weights=("network",), scores=("scored_palaces",)
    ),
    "bonus": Motive("a bonus tile", scores=("scored_bonus",)),
    "goods": Motive(
        "goods that score again later", weights=("commodity",), scores=("scored_tile",)
    ),
    "influence": Motive("an influence tile towards a special card", weights=("influence_tile",)),
    "special": Motive(
        "what a special card brings", weights=("special_card",), scores=("scored_special",)
    ),
    "hand": Motive(
        "a stronger hand for the rounds to come",
        weights=("card", "white_card", "longest_colour"),
        scores=("scored_hand",),
    ),
    "rivals": Motive("it leaves less for the others", rivals=True),
}
