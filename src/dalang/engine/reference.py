"""The notation of a game, for docs/notation.md: its fields, a sample position, and its events."""

from __future__ import annotations

from dataclasses import dataclass, field
from string import Formatter

from dalang.engine.api import EVERYONE, Event
from dalang.engine.declarations import Declaration, Field
from dalang.engine.notation import NOTHING
from dalang.engine.playout import random_step, settle_chance
from dalang.engine.replay import Replay, play_through
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.words import Plural, Sentence

SEED = 1  # of the sample
RANDOM_GAMES = 5  # for each number of players, besides the replays of the game's tests


def reference(spec: GameSpec) -> str:
    """The section of a game, in Markdown."""
    table = "" if spec.fields is None else "".join(map(_row, spec.fields.entries))
    return (
        f"### {spec.title}\n\n"
        f"| field | value | meaning |\n|---|---|---|\n{table}\n"
        f"The first decision of a game with {spec.players[0]} players:\n\n"
        f"```position\n{sample(spec)}```\n"
    )


def _row(entry: Declaration) -> str:
    name = f"{entry.line} SEAT" if entry.rows else entry.line
    known = entry.known_to if isinstance(entry, Field) else "everybody"
    secret = "" if known == "everybody" else f"; known to {known}"
    return f"| `{name}` | {entry.look()} | {entry.says}{secret} |\n"


def sample(spec: GameSpec) -> str:
    """A position without its empty lines."""
    position = spec.start(spec.players[0])
    settle_chance(position, Rng(SEED))
    lines = position.to_text().splitlines(keepends=True)
    return "".join(line for line in lines if not line.endswith(f": {NOTHING}\n"))


# --- events -------------------------------------------------------------------------


@dataclass
class Told:
    """What is known of one kind of event: from its sentence, and from games in which it happened.

    An argument need not be part of the sentence, and only games tell who sees an event.
    """

    sentence: str
    arguments: dict[str, str] = field(default_factory=dict[str, str])  # by name, of what kind
    secret: bool = False  # told to one seat only
    final: bool = False  # can reveal something, so that it is not taken back

    def hear(self, event: Event) -> None:
        """It has happened."""
        self.secret = self.secret or event.seen_by != EVERYONE
        self.final = self.final or event.reveals
        for name, value in event.args.items():
            kind = self.arguments.get(name) or ("number" if isinstance(value, int) else "text")
            if isinstance(value, list | tuple) and not kind.startswith("list"):
                kind = f"list of {kind}"
            self.arguments[name] = kind


def events_of(spec: GameSpec) -> dict[str, Told]:
    """Every kind of event of a game by its key, in the order of its words."""
    found = {key: _from_sentence(sentence) for key, sentence in spec.vocabulary.events.items()}
    for path in sorted((spec.folder / "tests" / "replays").glob("*.replay")):
        for _, _, events in play_through(spec, Replay.load(path)):
            for event in events:
                found[event.key].hear(event)
    for players in spec.players:
        for seed in range(RANDOM_GAMES):
            for event in _random_events(spec, players, seed):
                found[event.key].hear(event)
    return found


def _random_events(spec: GameSpec, players: int, seed: int) -> list[Event]:
    events: list[Event] = []
    position, rng = spec.start(players), Rng(seed)
    while not position.ended_by():
        position.apply(random_step(position, rng), events)
    return events


def _from_sentence(sentence: Sentence) -> Told:
    text = sentence.many if isinstance(sentence, Plural) else sentence
    told = Told(text)
    for _, name, kind, _ in Formatter().parse(text):
        if name:
            told.arguments[name] = {"": "number", "player": "seat"}.get(kind or "", kind or "")
    return told


def event_reference(spec: GameSpec) -> str:
    """The events of a game, in Markdown."""
    rows = "".join(_event_row(key, told) for key, told in events_of(spec).items())
    return (
        f"### Events of {spec.title}\n\n"
        f"| event | arguments | told to | in words |\n|---|---|---|---|\n{rows}"
    )


def _event_row(key: str, told: Told) -> str:
    arguments = ", ".join(f"`{name}` {kind}" for name, kind in told.arguments.items())
    whom = "one seat" if told.secret else "everybody"
    final = "; final" if told.final else ""
    return f"| `{key}` | {arguments or 'none'} | {whom}{final} | {told.sentence} |\n"
