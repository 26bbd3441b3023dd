"""What the guide says, in English; Dutch and German in locale/."""

from dalang.engine.words import Hint, Motive

# About every kind of decision.
HINTS: dict[str, Hint] = {
    "welcome": Hint(
        "WP 2.1",
        "You found cloisters in nine countries and send advisors to their courts. Cloisters are scored country by country twice; advisors and chains of cloisters only at the end.",
        "The pile of cards is the clock: when it runs out for the first time there is a scoring, after the second time the game ends.",
    ),
    "ask_turn": Hint(
        "WP 2.3",
        "You place at most two pieces, all of them in one country. A card places a piece in a country it names, two equal cards together are a joker for any country. Or you exchange one card.",
        "Two pieces a turn are twice as fast, so keep cards that name the same country. In a country where nothing stands yet, only one cloister is allowed.",
    ),
    "ask_place": Hint(
        "WP 2.4",
        "A cloister goes on a free space of the country, an advisor to its court. All advisors of a country together may never outnumber the cloisters of the one player who has most there.",
        "Whoever has most cloisters in a country scores a point for each cloister there; the second rank scores as many as the first has. And four or more of your own joined by roads make a chain.",
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

# What is said in a lesson, one idea at a time: lesson.toml says when, and where it points.
STEPS: dict[str, str] = {
    "goal": "Most points after two scorings wins. Points come from cloisters in countries, from advisors in allied countries and from chains of cloisters.",
    "cards": "One card places one piece in a country it names. Two equal cards together are a joker: they place one piece in any country.",
    "two": "You may place two pieces in a turn, but both in the same country. More than two are never allowed.",
    "refill": "At the end of a turn your hand is refilled to three cards: open ones of your choice, the rest from the pile. Then the open cards are refilled to two.",
    "exchange": "If no card suits you, place nothing and exchange exactly one card instead.",
    "cloister": "A cloister goes on a free space. In a country without any piece you may place only one piece, and it has to be a cloister.",
    "advisor": "An advisor goes to the court of a country. All advisors there together may never outnumber the cloisters of the player who has most in that country.",
    "first": "When the pile runs out, the cloisters are scored country by country. Whoever has most in a country gets as many points as there are cloisters in it, whoever owns them.",
    "second_rank": "The second rank scores as many points as one player of the first rank has cloisters there, the third as many as one of the second, and so on.",
    "level": "Players who are level in a country each get the full points of their rank. Nothing is divided.",
    "new_pile": "After the first scoring the discarded cards become the new pile, and the game goes on.",
    "last": "When the pile has run out again, the round is finished. Then comes the second scoring, which begins with the cloisters once more.",
    "alliances": "The seals 1 to 15 on the map are alliances of two countries. At the end, whoever has most advisors in both, alone or level, scores a point for every advisor in both.",
    "chains": "Cloisters joined by roads form chains. At the end each group of yours scores its longest path, if it counts four cloisters or more.",
    "tie": "In a tie, whoever has more pieces left in the supply wins.",
}

# Why a bot prefers an action: what the weights in bot.py and the events that score mean.
MOTIVES: dict[str, Motive] = {
    "cloisters": Motive(
        "more points for cloisters in a country",
        weights=("first_scoring", "cloisters_early", "cloisters_late"),
        scores=("scored_first", "scored_cloisters"),
    ),
    "room": Motive(
        "room to grow where you have most cloisters", weights=("room_early", "room_late")
    ),
    "alliances": Motive(
        "advisors who win an alliance",
        weights=(
            "alliances_early",
            "alliances_late",
            "half_alliances_early",
            "half_alliances_late",
        ),
        scores=("scored_alliance",),
    ),
    "chains": Motive(
        "cloisters joined into a chain",
        weights=("chains_early", "chains_late", "links_early", "links_late"),
        scores=("scored_chain",),
    ),
    "hand": Motive(
        "cards that place two pieces next turn", weights=("pieces_in_hand", "pair_in_hand")
    ),
    "advisors": Motive("advisors saved for later", weights=("advisor_left",)),
    "rivals": Motive("it leaves less for the others", rivals=True),
}
