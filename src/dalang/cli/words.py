"""What the command line itself says, in English; Dutch and German are in locale/."""

from __future__ import annotations

from pathlib import Path

from dalang.engine.words import Plural, Sentence, Vocabulary

_SENTENCES: dict[str, Sentence] = {
    "which_game": "Which game?",
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
    "told_to": "{seat:player}: {text}",
    "column_game": "game",
    "column_title": "title",
    "column_players": "players",
    "column_edition": "edition",
    "column_action": "action",
    "column_words": "in words",
    "column_wins": "wins",
    "column_place": "place",
    "column_tried": "tried",
    "column_why": "why",
    "column_line": "line",
    "column_seat": "seat",
    "column_done": "what was done",
    "column_played": "played",
    "column_preferred": "would have played",
    "column_replay": "replay",
    "column_verdict": "verdict",
    "column_bot": "bot",
    "column_interval": "95 %",
    "column_fair": "fair",
    "column_ratio": "× fair",
    "column_points": "points",
    "column_time": "ms/decision",
    "column_rating": "rating",
    "seat_number": "seat {seat}",
    "end": "end",
    "same": "the same",
    "games_checked": Plural(
        "{count} game, {different} different", "{count} games, {different} different", "count"
    ),
    "agreed": "{title}: {bot} would have done the same at {agreed} of {count} decisions.",
    "chances": "{title}, chances to win before each turn ({budget} simulations)",
    "swings": "The largest swings",
    "swing": "seat {seat} from {before} to {after} after line {line}, {actor}: {actions}",
    "simulated": "{game} ({edition}), {players} players, {games} random games from seed {seed}",
    "steps": "actions and outcomes per game",
    "steps_text": "{mean}  ({shortest} to {longest})",
    "points_spread": "points, mean and spread",
    "points_winner": "points of the winner, mean",
    "games_rate": "games per second",
    "steps_rate": "actions and outcomes per second",
    "seat_result": "seat {seat}: wins; points",
    "ended_by": "end: {end}",
    "match": "{title}, {players} players: {games} games on {deals} deals",
    "match_alone": "{match}, {bot} alone against the others",
    "kept_results": "The games are in {path}; with more --deals the same command goes on from there.",
    "interrupted": "Interrupted. Every game that was over is in {path}; the same command goes on.",
    "dataset_made": "{games} games with {rows} decisions are in {path} (files: {files}).\n"
    "Checksum of the content: {checksum}",
    "dataset_interrupted": "Interrupted. The files that were complete are in {path}; the same command goes on.",
    "unfinished": "Not everything has been played yet; the same command goes on.",
    "no_ratings": "Ratings need OpenSkill: pip install 'dalang[arena]'",
    "kept_replay": "The replay is in {path}.",
    "kept_replays": "The replays are in {path}.",
    "unfair": "Not fair. {trouble}",
    "fair": "Fair: all {outcomes} outcomes follow from the secret, and the secret from the "
    "commitment\n{commitment}\nCompare that with the commitment shown when the game began.",
    "inherited": "The first {count} outcomes are not among them: they come from the game that "
    "this one went on from.",
    "weights_lost": "The new weights did not win; the old ones stay.",
    "weights_won": "New weights are in {path}; what was measured is in {folder}.",
    "nets_trained": "The nets after generation {generations} are in {path}; the run is in {folder}.",
    "serving": "Dalang plays at {address} (Ctrl+C ends it; games are kept in {home})",
    "serving_by_several": "Dalang plays at {address}, by {count} processes (Ctrl+C ends them; games "
    "are kept in {home})",
    "working": "Bots think here for the servers at {home}, {count} at a time (Ctrl+C ends it)",
    "already_serving": "Dalang already plays at {address}; another one beside it needs another port "
    "(--port) and another folder for its games (--data).",
    "other_port": "Another program listens on port {taken}: Dalang takes port {port}.",
    "backed_up": "The database was copied to {path}.",
    "filmed": "{path}: {count} pictures",
    "new_game": "{folder} is a game of its own. Try it, then change it:",
    "game_checked": "{checks} checks, {failed} failed",
    "no_hosts": "There are no hosts yet.",
    "migrated": "Copied, and compared row by row:",
    "restored": "The backup {path} is now the database of {home}.",
    "set_aside": "What was there before is in {old}.",
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
