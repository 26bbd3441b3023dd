"""dalang play: one person in the terminal against bots."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, count
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from dalang.bots import Asked, Bot, ask, at_the_table, bot
from dalang.bots.characters import names_of
from dalang.bots.naming import split
from dalang.cli.telling import Teller, tell_json
from dalang.cli.words import VOCABULARY
from dalang.engine.api import CHANCE, EVERYONE, Args, Event, Phrase, View
from dalang.engine.errors import BadTable, DalangError, IllegalAction
from dalang.engine.playout import random_step
from dalang.engine.replay import Replay
from dalang.engine.rng import Rng
from dalang.engine.rulebook import paragraphs
from dalang.engine.session import Session
from dalang.engine.words import Words
from dalang.registry import all_games, game

Opponent = Callable[[View, Rng], int]


def play(
    key: str | None,
    players: int | None,
    seat: int,
    name: str,
    names: str,
    seed: int | None,
    replays: Path | None,
    as_json: bool,
    language: str,
) -> int:
    """Plays one game; for programs, the output is only how it ended."""
    console = Console(highlight=False, stderr=as_json)
    key = key or _chosen(console, language)
    spec = game(key)
    seats = spec.usual_players if players is None else players
    session = Session(spec, seats)
    if not 0 <= seat < seats:
        raise BadTable(f"With {seats} players the seats are 0 to {seats - 1}, not {seat}.")
    # A game with a seed can be repeated: there nobody looks at the clock.
    sit_down = at_the_table if seed is None else bot
    chance = secrets.randbits(64) if seed is None else seed
    others: dict[int, Opponent] = {}
    words = _words(names, seats - 1)
    for number, word in zip(_others(seats, seat), words, strict=True):
        asked = Asked(word, key, f"seed {chance}")
        others[number] = partial(_decide, sit_down(word, key), asked)
    called = names_of(words, [name])
    called.insert(seat, name)
    TerminalTable(session, seat, called, others, Rng(chance), language, console).run()
    path = _keep(session, replays, f"{key}-{chance}")
    if path:
        Teller(language, as_json).say("kept_replay", path=path)
    if as_json:
        tell_json(_ending(session, seat, called, path))
    return 0


def _keep(session: Session, folder: Path | None, name: str) -> Path | None:
    """Writes the replay, if it is wanted."""
    if folder is None:
        return None
    path = _free(folder, name)
    Replay.of(session).save(path)
    return path


def _ending(session: Session, seat: int, called: list[str], path: Path | None) -> Args:
    """How it ended, for programs; a game that was left has no places yet."""
    position, view = session.position, session.spec.observe(session.position, seat)
    ended = position.ended_by()
    return {
        "game": session.spec.key,
        "seat": seat,
        "names": called,
        "ended_by": ended or None,
        "scores": [int(points) for points in view.known.scores()],
        "places": [int(place) for place in position.ranking()] if ended else None,
        "replay": path and str(path),
    }


def _free(folder: Path, name: str) -> Path:
    """A file that does not exist yet: a game with a seed can be played twice."""
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(path for each in names if not (path := folder / f"{each}.replay").exists())


def _others(seats: int, seat: int) -> list[int]:
    return [number for number in range(seats) if number != seat]


def _words(names: str, seats: int) -> list[str]:
    """The name of a bot for every seat."""
    words = split(names)
    if len(words) not in (1, seats):
        raise BadTable(f"One bot for all other seats, or {seats} of them; not {len(words)}.")
    return words if len(words) == seats else words * seats


def _decide(opponent: Bot, asked: Asked, view: View, rng: Rng) -> int:
    return ask(opponent, view, rng, asked)


def _chosen(console: Console, language: str) -> str:
    """The game that the person wants, by its number or its name."""
    keys = list(all_games())
    console.print(escape(Words(VOCABULARY, language).say(Phrase("which_game", {}))), style="bold")
    for number, spec in enumerate(all_games().values(), 1):
        console.print(f"  [bold]{number:3}[/bold]  {escape(spec.title)}")
    try:
        answer = console.input("> ").strip()
    except EOFError:
        answer = ""
    if answer.isdecimal() and 1 <= int(answer) <= len(keys):
        return keys[int(answer) - 1]
    return answer


class TerminalTable:
    """A terminal at which one seat is a person."""

    def __init__(
        self,
        session: Session,
        seat: int,
        names: Sequence[str],
        others: Mapping[int, Opponent],
        rng: Rng,
        language: str,
        console: Console,
    ) -> None:
        self._session = session
        self._seat = seat
        self._others = others
        self._rng = rng
        self._language = language
        self._own_words = Words(VOCABULARY, language, names)
        self._words = Words(session.spec.vocabulary, language, names)
        self._console = console
        self._asked = False  # whether the view was shown since something happened

    def run(self) -> None:
        """Plays until the game is over or the person quits."""
        self._say("welcome", title=self._session.spec.title)
        while not self._session.position.ended_by():
            actor = self._session.position.actor()
            if actor == CHANCE:
                self._tell(self._session.happen(random_step(self._session.position, self._rng)))
            elif actor != self._seat:
                view = self._session.spec.observe(self._session.position, int(actor))
                self._play(self._others[int(actor)](view, self._rng))
            elif len(legal := self._session.position.legal_actions()) == 1:
                self._play(legal[0])
            elif not self._ask():
                return
        self._finish()

    def _play(self, action: int) -> None:
        position = self._session.position
        self._tell(self._session.play(int(position.actor()), position.action_text(action)))

    def _tell(self, events: list[Event]) -> None:
        self._asked = False
        for event in events:
            if event.seen_by in (EVERYONE, self._seat):
                self._console.print("  " + escape(self._words.say(event)), style="dim")

    def _ask(self) -> bool:
        """One answer of the person; False if the input has ended."""
        view = self._session.spec.observe(self._session.position, self._seat)
        if not self._asked:
            self._console.print()
            for line in self._session.spec.summary(view):
                self._console.print(escape(self._words.say(line)))
            self._console.print(escape(self._words.say(view.known.question())), style="bold")
            for number, action in enumerate(view.legal_actions(), 1):
                words = self._words.say(view.known.action_phrase(action))
                self._console.print(f"  [bold]{number:3}[/bold]  {escape(words)}")
            self._asked = True
        try:
            answer = self._console.input("> ").strip()
        except EOFError:
            return False
        return self._answer(answer)

    def _answer(self, answer: str) -> bool:
        """Does what the person said."""
        legal = self._session.position.legal_actions()
        if answer in ("quit", "q"):
            return False
        if answer in ("help", "h", "?"):
            self._say("help")
        elif answer in ("undo", "u"):
            self._undo()
        elif answer.startswith("rule"):
            self._show_rule(answer.partition(" ")[2])
        elif answer.isdecimal() and 1 <= int(answer) <= len(legal):
            self._play(legal[int(answer) - 1])
        else:
            self._try(answer)
        return True

    def _try(self, text: str) -> None:
        """An action by its text, or an explanation why not."""
        try:
            self._tell(self._session.play(self._seat, text))
        except IllegalAction as error:
            reason = self._words.say(error.reason)
            self._console.print(escape(f"{reason} ({error.reason.paragraph})"), style="red")
        except DalangError:
            self._say("not_understood", text=text)

    def _undo(self) -> None:
        if self._session.can_reconsider(self._seat):
            self._session.undo(self._seat)
            while len(self._session.position.legal_actions()) == 1:  # nobody was asked that
                self._session.undo(self._seat)
            self._asked = False
        else:
            self._say("undo_shown" if self._session.has_shown(self._seat) else "no_undo")

    def _show_rule(self, number: str) -> None:
        spec = self._session.spec
        wanted = f"{spec.prefix} {number.upper().removeprefix(spec.prefix).strip()}"
        rules = paragraphs(spec.folder, self._language)
        if wanted in rules:
            self._console.print(escape(f"{wanted}  {rules[wanted]}"))
        else:
            self._say("no_rule", number=wanted)

    def _finish(self) -> None:
        position = self._session.position
        standing = zip(
            position.ranking(), position.scores(), range(len(position.scores())), strict=True
        )
        for place, points, seat in sorted(standing):
            self._say("final", place=place, seat=seat, points=points)

    def _say(self, key: str, **args: object) -> None:
        self._console.print(escape(self._own_words.say(Phrase(key, args))))
