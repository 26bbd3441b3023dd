"""What the pages around the games say, in English; Dutch and German are in locale/."""

from __future__ import annotations

from pathlib import Path

from dalang.engine.words import Noun, Plural, Sentence, Vocabulary

_LABELS: dict[str, Sentence] = {
    # every page
    "tagline": "Classic board games with friends and bots",
    "home": "Home",
    "settings": "Settings",
    "language": "Language",
    "light_or_dark": "Light or dark",
    "skip": "Skip to the game",
    "you": "you",
    # home
    "welcome": "Sit down and play",
    "welcome_text": "Pick a game and you sit at a table with bots, or open a table for friends. "
    "No account, no waiting.",
    "play_now": "Play now against bots",
    "new_table": "New table",
    "rules": "Rules",
    "for_players": "{players} players",
    "by_designer": "by {designer}",
    "my_games": "My games",
    "open_tables": "Open tables",
    "games_to_watch": "Games to watch",
    "finished_games": "Finished games",
    "none_yet": "None at the moment.",
    "your_turn": "Your turn",
    "waiting_for": "Waiting for {name}",
    "waiting_for_players": Plural(
        "Waiting for {count} more player", "Waiting for {count} more players", "count"
    ),
    "sit_down": "Sit down",
    "watch": "Watch",
    "go_on": "Go on",
    "look_again": "Look again",
    "winner_was": "Won by {name}",
    # new table
    "game": "Game",
    "seats": "Seats",
    "number_of_seats": "Number of seats",
    "seat": "Seat {number}",
    "seat_me": "Me",
    "seat_open": "Open seat",
    "seat_friend": "A friend, by private link",
    "seat_hot": "Another person at this screen",
    "seat_bot": "Bot: {level:level}",
    "listed": "Show the table in the lobby",
    "open_table": "Open the table",
    "options": "Variants",
    # a person
    "my_name": "My name",
    "change_name": "Change",
    "move_device": "Play on another device",
    "move_device_text": "Open this link there. It is you: show it to nobody else.",
    "tokens": "Tokens for programs",
    "tokens_text": "A token lets a program play in your name through the API.",
    "new_token": "New token",
    "token_shown_once": "Copy it now, it is shown only once:",
    "revoke": "Revoke",
    # a table
    "table_of": "{title}, table {table}",
    "now_asked": "Now",
    "is_thinking": "{name} is thinking …",
    "waiting_for_seats": "Waiting for somebody to sit down.",
    "choices": "Your choices",
    "undo": "Take back",
    "players": "Players",
    "board": "Board",
    "what_happened": "What happened",
    "since_last_turn": "Since your last turn",
    "game_begins": "The game begins.",
    "points": Plural("{count} point", "{count} points", "count"),
    "place": "Place {place}",
    "won": "won",
    "chat": "Chat",
    "say_something": "Say something",
    "send": "Send",
    "nothing_said": "Nothing said yet.",
    "watching": "You are watching",
    "give_to_bot": "Let a bot play for {name}",
    "take_back_seat": "Play on yourself",
    "stands_in": "a bot stands in",
    "invite": "Invite",
    "invite_text": "Send this link to the friend who is to sit here:",
    "connection_lost": "Connection lost, trying again …",
    "sound": "Sound when it is my turn",
    "notify": "Notify me when it is my turn",
    "rules_of": "Rules of {title}",
    "not_possible": "Not possible now",
    "see_rule": "See {paragraph}",
    "close": "Close",
    "fairness": "Fairness",
    "fairness_text": "The deals of this game come from a secret chosen before it began. Its hash: {hash}",
    "fairness_secret": "The secret, for checking: {secret}",
    "download_replay": "Download the replay",
    "rematch": "Play again",
    "over": "The game is over",
    # trouble
    "error": "That did not work",
    "not_found": "There is nothing here.",
    "back_home": "Back to the first page",
}

_NOUNS: dict[str, dict[str, Noun]] = {
    "level": {
        "random": "random",
        "novice": "novice",
        "club": "club player",
        "expert": "expert",
        "master": "master",
    },
}

VOCABULARY = Vocabulary(
    folder=Path(__file__).parent,
    events={},
    actions={},
    questions={},
    reasons={},
    summary={},
    nouns=_NOUNS,
    labels=_LABELS,
)
