"""What the guide says about every kind of decision, in English; Dutch and German in locale/."""

from dalang.engine.words import Hint

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
