"""What the guide says about every kind of decision, in English; Dutch and German in locale/."""

from dalang.engine.words import Hint

HINTS: dict[str, Hint] = {
    "welcome": Hint(
        "WP 2.1",
        "You found cloisters in nine countries and send advisors to their courts. Cloisters are scored country by country twice; advisors and chains of cloisters only at the end.",
        "The pile of cards is the clock: when it runs out for the first time there is a scoring, after the second time the game ends.",
    ),
    "ask_turn": Hint(
        "WP 2.3",
        "You place at most two pieces, all of them in one country. A card places a piece in a country it names, two equal cards together are a joker for any country. Or you exchange one card.",
        "Two pieces are twice the pace, so keep cards that name the same country. In a country where nothing stands yet, only one cloister is allowed.",
    ),
    "ask_place": Hint(
        "WP 2.4",
        "A cloister goes on a free space of the country, an advisor to its court. All advisors of a country together may never outnumber the cloisters of the one player who has most there.",
        "Most cloisters score all cloisters of the country, the second rank still scores as many as the first has. And four or more of your own joined by roads make a chain.",
    ),
    "ask_more": Hint(
        "WP 2.3",
        "Your cards allow a second piece in the same country, or you stop here.",
        "A cloister you have just placed can make room for an advisor. Advisors score for every alliance in which you have the majority in both countries.",
    ),
    "ask_take": Hint(
        "WP 2.8",
        "You refill your hand to three cards: take open cards, the rest comes face down from the pile.",
        "An equal pair is a joker for any country, and two cards that name one country place two pieces there. What you leave open, the next player can take.",
    ),
}
