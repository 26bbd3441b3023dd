"""What the command line itself says, in English; Dutch and German are in locale/."""

from __future__ import annotations

from pathlib import Path

from dalang.engine.words import Plural, Sentence, Vocabulary

_SENTENCES: dict[str, Sentence] = {
    "which_game": "Which game?",
    "bot": "Bot {seat}",
    "welcome": "{title}. Answer with a number, or type help.",
    "help": "A number chooses from the list. Also: undo, rule 4.3 (shows that paragraph), quit.",
    "not_understood": "“{text}” is none of the answers. Type a number from the list, or help.",
    "no_undo": "There is nothing to take back.",
    "undo_shown": "What others have seen cannot be taken back.",
    "no_rule": "There is no paragraph {number}.",
    "heading": "{title} ({edition})",
    "final": Plural(
        "Place {place}: {seat:player}, {points} point.",
        "Place {place}: {seat:player}, {points} points.",
        "points",
    ),
    "standing": Plural(
        "{seat:player}: {points} point so far.", "{seat:player}: {points} points so far.", "points"
    ),
}

VOCABULARY = Vocabulary(
    folder=Path(__file__).parent,
    events=_SENTENCES,
    actions={},
    questions={},
    reasons={},
    summary={},
    nouns={},
)
