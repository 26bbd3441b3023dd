"""What the guide says, in English; Dutch and German in locale/."""

from dalang.engine.words import Hint, Motive

# About every kind of decision.
HINTS: dict[str, Hint] = {
    "welcome": Hint(
        "BA 2.1",
        "The Dalang travels from island to island and gives masks to those who hold the prince or priest disc where he arrives. You fight for the discs of the active island and then lead him to an island where discs are yours.",
        "Masks are worth 2 to 5 points. Both discs of an island in your village bring its seal, worth 3.",
    ),
    "ask_turn": Hint(
        "BA 2.3",
        "You are active: play one card at a time for as long as you like, or end your turn. Warriors drive the others away, scholars and artists improve your cards, priests and princes fight for discs, Dalang cards let the Dalang travel.",
        "Fight for discs first and travel last. Keep a Dalang card for an island where you hold a disc.",
    ),
    "ask_exempt": Hint(
        "BA 3.1",
        "Everybody must ward off your warrior with a warrior or flee, except for the one player you spare.",
        "Spare whoever can harm you least just now: those who flee can neither contest a disc nor block a journey.",
    ),
    "ask_ward": Hint(
        "BA 3.1",
        "A warrior comes for you. Discard a warrior to ward it off, or flee: then you save three cards on your piles, lose the rest, and are away until the active player changes or the Dalang travels.",
        "With a small hand fleeing costs little. With a good one, or if you want to block a journey, a warrior is well spent.",
    ),
    "ask_flight": Hint(
        "BA 3.2",
        "You flee. One after the other you choose a card and the pile at another island on which it goes; what you do not save is discarded.",
        "Save equal priests or princes, and put them where you expect the Dalang. Mind long piles: after a scoring only their lowest four cards come to your hand.",
    ),
    "ask_second": Hint(
        "BA 3.3",
        "You have answered. With a second card of the same kind you end the turn of the active player at once, and may draw a card.",
        "Worth it when that player is about to win a disc or to travel to a mask; otherwise you will need the card yourself.",
    ),
    "ask_reward": Hint(
        "BA 3.3",
        "For ending the turn you may draw a card.",
        "There is no hand limit, so you will nearly always want it.",
    ),
    "ask_use_scholar": Hint(
        "BA 3.4",
        "With the scholar you either put up to three cards from your hand on your piles at the other islands, or take up to three from the tops of those piles. You may stop after any card.",
        "Put away what you want to have at another island: equal priests or princes. Take when you need strength here and now.",
    ),
    "ask_use_artist": Hint(
        "BA 3.5",
        "With the artist you discard up to three cards and draw as many.",
        "Single priests and princes, and Dalang cards that lead nowhere useful, are the first to go.",
    ),
    "ask_answer": Hint(
        "BA 3.4",
        "Somebody has played a scholar or an artist. You may discard one of the same kind and do the same.",
        "Only if you answer can you end the turn with a second card. But what you discard now you cannot lead in your own turn.",
    ),
    "ask_show": Hint(
        "BA 4.1",
        "You have led a priest or a prince. Now show at least one more of the same kind: whoever shows most takes the disc of this island.",
        "What you show comes back to your hand, but then the others know that you have it. They must show strictly more than you to win.",
    ),
    "ask_raise": Hint(
        "BA 4.2",
        "Once, and in turn, you may show more than the best so far, or pass. Whoever showed most takes the disc of the island.",
        "It costs nothing but what the others learn about your hand. Those after you can still show more.",
    ),
    "ask_target": Hint(
        "BA 6.1",
        "A Dalang card names two islands. Choose where the Dalang is to travel.",
        "There is a scoring only where you hold a disc. With both discs you take a mask of the lowest value; if somebody else has the other one, they take the lowest and you the next higher.",
    ),
    "ask_block": Hint(
        "BA 6.2",
        "The Dalang is to travel. You may block the way by discarding a Dalang card that names the same island.",
        "Block if the journey brings a mask to a rival and none to you. Whoever is asked after you may do it instead, but may not be able to.",
    ),
    "ask_lay": Hint(
        "BA 6.3",
        "The Dalang leaves this island. You lay your hand down here as a pile and choose its order, from bottom to top.",
        "If he comes back with a scoring, only the lowest four cards come to your hand again: the best belong at the bottom.",
    ),
}

# What is said in a lesson, one idea at a time: lesson.toml says when, and where it points.
STEPS: dict[str, str] = {
    "goal": "Most points win when the last mask has been awarded. Masks are worth 2 to 5 points, and every seal is worth 3.",
    "island": "Only the island where the Dalang stands is active. Your hand is your pile from there and what you have drawn since; your piles at the other islands wait face down.",
    "discs": "Each island has a prince disc and a priest disc. Whoever wins both of them takes the seal of the island.",
    "turn": "Whoever is active has drawn two cards and everybody else one. Then the active player plays one card at a time, for as long as they like; the others may only answer.",
    "contest": "Priest or prince: discard one and show at least one more of the kind. Each of the others may once show more. Whoever shows most takes the disc, and what was shown goes back to the hands.",
    "warrior": "Warrior: name one player who is spared. All the others must ward it off with a warrior of their own, or flee.",
    "flight": "Whoever flees saves three cards on the piles elsewhere, discards the rest and is away for a while.",
    "scholar": "Scholar: put up to three cards on your piles elsewhere, or take up to three from them. Each of the others may answer with a scholar and do the same.",
    "artist": "Artist: exchange up to three cards for new ones. Each of the others may answer with an artist.",
    "second": "Whoever has answered may play a second card of the kind: that ends the turn of the active player at once, and draws a card.",
    "travel": "Dalang card: name one of its two islands as the target. Somebody else may block the way with a Dalang card that names the island too.",
    "lay": "When the Dalang travels, everybody lays down the hand as a pile at the old island, in an order of their choice.",
    "mask": "If the active player has a disc on the new island, there is a scoring. With both discs: a mask of the lowest value. If somebody else has the other disc, they take the lowest and the active player the next higher.",
    "arrival": "After a scoring everybody takes the lowest four cards of the pile there, and the turn ends. Without a scoring everybody takes the whole pile, and the same player goes on.",
    "tie": "In a tie the active player of the last scoring wins if they are tied. Otherwise they share the victory.",
}

# Why a bot prefers an action: what the weights in bot.py and the events that score mean.
MOTIVES: dict[str, Motive] = {
    "mask": Motive("it brings a mask of {value}", points=True, event="mask"),
    "disc": Motive(
        "it wins the {office:disc} of {island:island}",
        weights=("both_discs", "one_disc", "disc_here"),
        points=True,
        event="disc_won",
    ),
    "points": Motive("masks and seals", points=True),
    "discs": Motive(
        "discs where the Dalang may come", weights=("both_discs", "one_disc", "disc_here")
    ),
    "hand": Motive(
        "a stronger hand",
        weights=("office_card", "office_pair", "warrior_card", "dalang_card", "other_card"),
    ),
    "piles": Motive("cards laid by at other islands", weights=("pile", "pile_excess")),
    "threat": Motive("a journey to a mask within reach", weights=("threat", "active")),
    "present": Motive("a say at this island", weights=("absent",)),
    "rivals": Motive("it leaves less for the others", rivals=True),
}
