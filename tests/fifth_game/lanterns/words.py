"""Everything Lanterns says, in English."""

from pathlib import Path

from dalang.engine.words import Vocabulary

from .components import CARDS

VOCABULARY = Vocabulary(
    folder=Path(__file__).parent,
    events={
        "dealt": "You are dealt {card:card}.",
        "hung_up": "{seat:player} hangs up {card:card}.",
        "scored": "{seat:player} scores {points} points.",
        "nobody_scored": "No lantern hangs alone: nobody scores.",
    },
    actions={"do_hang": "Hang up {card:card}"},
    questions={
        "ask_deal": "The cards are being dealt.",
        "ask_hang": "{seat:player}: which lantern?",
        "ask_end": "The game is over.",
    },
    reasons={"not_in_hand": "You have no lantern {card:card} in hand."},
    summary={
        "see_seat": "{seat:player}: {points} points.",
        "see_hung": "{seat:player} has hung up {card:card}.",
        "see_hand": "Your hand: {cards:card}.",
    },
    nouns={"card": {card: card for card in CARDS}},
)
