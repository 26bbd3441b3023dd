"""Everything the game says, in English."""

from pathlib import Path

from dalang.engine.words import Vocabulary

from .game import CARDS

VOCABULARY = Vocabulary(
    folder=Path(__file__).parent,
    events={
        "dealt": "You are dealt the {card:card}.",
        "played": "{seat:player} plays the {card:card}.",
        "scored": "{seat:player} scores {points} points.",
    },
    actions={"do_play": "Play the {card:card}"},
    questions={
        "ask_deal": "The cards are being dealt.",
        "ask_play": "{seat:player}: which card?",
        "ask_end": "The game is over.",
    },
    reasons={"not_in_hand": "You do not have the {card:card}."},
    summary={
        "see_seat": "{seat:player}: {points} points.",
        "see_hand": "Your hand: {cards:card}.",
    },
    nouns={"card": {card: card.removeprefix("no") for card in CARDS}},
)
