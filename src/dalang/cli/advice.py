"""dalang hint, dalang analyse"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from rich.markup import escape
from rich.progress import Progress

from dalang.arena.drawing import check_picture
from dalang.bots import Asked, BotName, ask
from dalang.bots.advice import Advice, Analysis, analyse, hint
from dalang.bots.asking import rng_of
from dalang.bots.budget import Budget
from dalang.bots.motives import in_words
from dalang.bots.opinions import Opinion, opinions
from dalang.cli.plots import plot_chances
from dalang.cli.telling import Teller, console, tell_json
from dalang.engine.api import CHANCE, OVER, Position, View
from dalang.engine.errors import BadTable, DalangError, NotYourTurn, ReplayError
from dalang.engine.notation import Fields
from dalang.engine.replay import Replay, ReplayLine, play_line
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec
from dalang.engine.words import Words
from dalang.registry import game


def advise(
    path: Path,
    seat: int | None,
    line: int | None,
    bot: str | None,
    luck: str | None,
    budget: str,
    seed: int,
    as_json: bool,
    language: str,
) -> int:
    """Prints the best three actions in a position, in a view, or at a line of a replay."""
    limits = Budget.parse(budget)
    rng = Rng(seed) if luck is None else rng_of(luck)
    with _naming(path, DalangError):
        spec, view = _view(path, seat, line)
    if bot is not None:
        return _ask_bot(bot, spec, view, rng, as_json, language)
    advice = hint(spec, view, limits, rng)
    if as_json:
        report = {"game": spec.key, "seat": int(view.viewer), "budget": str(limits)}
        tell_json({**report, "advice": [asdict(each) for each in advice]})
    else:
        _show_advice(view, advice, Words(spec.vocabulary, language), Teller(language))
    return 0


def _ask_bot(name: str, spec: GameSpec, view: View, rng: Rng, as_json: bool, language: str) -> int:
    """Prints what a certain bot does."""
    asked = Asked(name, spec.key, "the given position")
    action = ask(BotName.of(name, spec.key).make(spec.key), view, rng, asked)
    text = view.known.action_text(action)
    told = Words(spec.vocabulary, language).say(view.known.action_phrase(action))
    if as_json:
        report = {"game": spec.key, "seat": int(view.viewer), "bot": name}
        tell_json({**report, "action": action, "text": text, "words": told})
    else:
        print(f"{text}  ({told})")
    return 0


def _show_advice(view: View, advice: list[Advice], words: Words, teller: Teller) -> None:
    print(words.say(view.known.question()))
    table = teller.table(
        "column_action",
        "column_words",
        "column_wins",
        "column_place",
        "column_tried",
        "column_why",
    )
    for each in advice:
        told = words.say(view.known.action_phrase(each.action))
        chances = (f"{each.win_chance:.0%}", f"{each.place:.1f}", str(each.simulations))
        why = in_words(each.reason, words) if each.reason else ""
        table.add_row(escape(each.text), escape(told), *chances, escape(why))
    console().print(table)


# --- what a file holds ------------------------------------------------------------------


def _view(path: Path, seat: int | None, line: int | None) -> tuple[GameSpec, View]:
    """The game and what the asking seat knows, whichever of three kinds of text the file is."""
    text = _read(path)
    if "\n---\n" in text:
        return _view_in_replay(Replay.parse(text), seat, line)
    if line is not None:
        raise BadTable("Only a replay has lines to choose from.")
    given = Fields(text)
    spec = game(given.text("game"))
    if not given.has("viewer"):
        return spec, _observe(spec, spec.from_text(text), seat)
    view = spec.view_from_text(text)
    _check_seat(seat, int(view.known.players))
    if seat is not None and seat != view.viewer:
        raise BadTable(f"This is what seat {view.viewer} knows, not seat {seat}.")
    if view.actor() != view.viewer or view.viewer < 0:
        raise NotYourTurn("There is nothing to advise: it is not this seat's decision.")
    return spec, view


def _view_in_replay(replay: Replay, seat: int | None, line: int | None) -> tuple[GameSpec, View]:
    """At the first decision from a line of the replay on; without a line, where it ends."""
    spec = game(replay.game)
    _check_seat(seat, replay.players)
    session = Session(spec, replay.players, replay.options)
    for each in replay.lines:
        if line is not None and each.number >= line and _decides(each, seat):
            break
        play_line(session, each)
    else:
        if line is not None:
            raise ReplayError(f"Nobody who asks decides anything from line {line} on.")
    return spec, _observe(spec, session.position, seat)


def _check_seat(seat: int | None, players: int) -> None:
    if seat is not None and not 0 <= seat < players:
        raise BadTable(
            f"There is no seat {seat} at a table for {players}: the seats are 0 to {players - 1}."
        )


def _decides(line: ReplayLine, seat: int | None) -> bool:
    """Whether the line is a decision, by the given seat if there is one."""
    return line.actor is not None and line.actor != CHANCE and seat in (None, line.actor)


def _observe(spec: GameSpec, position: Position, seat: int | None) -> View:
    """What the seat knows that is to decide."""
    actor = int(position.actor())
    _check_seat(seat, int(position.players))
    if actor == OVER:
        raise NotYourTurn("The game is over; --line goes back to a decision.")
    if actor == CHANCE:
        raise NotYourTurn("Chance is to decide here, not a seat.")
    if seat is not None and seat != actor:
        raise NotYourTurn(f"Seat {actor} is to decide here, not seat {seat}.")
    return spec.observe(position, actor)


@contextmanager
def _naming(path: Path, kind: type[DalangError]) -> Generator[None]:
    """Errors of this kind are about what the file holds, and name it."""
    try:
        yield
    except kind as error:
        raise kind(f"{path}: {error}") from None


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise ReplayError(f"cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ReplayError("is not a text in UTF-8.") from None


# --- a whole game -----------------------------------------------------------------------


def analyse_replay(
    path: Path,
    bot: str | None,
    budget: str,
    seed: int,
    plot: Path | None,
    as_json: bool,
    language: str,
) -> int:
    """Prints how the chances went through a game, or what a certain bot thinks of it."""
    limits = Budget.parse(budget)
    if plot is not None:
        if bot is not None:
            raise DalangError("What a bot prefers cannot be drawn: --plot goes without --bot.")
        check_picture(plot)
    replay = Replay.load(path)
    spec = game(replay.game)
    if bot is not None:
        with _naming(path, ReplayError), _thinking(replay) as tell:
            found = list(opinions(spec, replay, bot, seed, tell))
        return _tell_opinions(found, spec, bot, as_json, Teller(language))
    with _naming(path, ReplayError), _thinking(replay) as tell:
        analysis = analyse(spec, replay, limits, seed, tell)
    if plot is not None:
        plot_chances(analysis, spec.title, plot)
    if as_json:
        tell_json(analysis.as_data())
    else:
        _show_analysis(analysis, spec, Teller(language))
    return 0


@contextmanager
def _thinking(replay: Replay) -> Generator[Callable[[int], None]]:
    """A bar, if somebody is looking; it is told the lines that are done.

    Results are printed after it: while there is a bar, it takes all that is printed to itself.
    """
    bar = console(stderr=True)
    last = replay.lines[-1].number if replay.lines else 0
    with Progress(console=bar, transient=True, disable=not bar.is_terminal) as progress:
        task = progress.add_task("thinking", total=last)
        yield lambda line: progress.update(task, completed=line)


def _tell_opinions(
    found: Sequence[Opinion], spec: GameSpec, bot: str, as_json: bool, teller: Teller
) -> int:
    agreed = sum(opinion.agrees for opinion in found)
    if as_json:
        report = {"game": spec.key, "bot": bot, "decisions": len(found), "agreed": agreed}
        tell_json({**report, "opinions": [asdict(each) for each in found]})
        return 0
    teller.say("agreed", title=spec.title, bot=bot, agreed=agreed, count=len(found))
    table = teller.table("column_line", "column_seat", "column_played", "column_preferred")
    for each in found:
        if not each.agrees:
            seat, played = str(each.seat), escape(each.played)
            table.add_row(str(each.line), seat, played, escape(each.preferred))
    console().print(table)
    return 0


def _show_analysis(analysis: Analysis, spec: GameSpec, teller: Teller) -> None:
    teller.say("chances", title=spec.title, budget=analysis.budget)
    table = teller.table("column_line", right=True)
    for seat in range(analysis.players):
        table.add_column(teller.text("seat_number", seat=seat), justify="right")
    table.add_column(teller.text("column_done"), overflow="fold")
    for moment in analysis.moments:
        done = escape(f"{moment.seat}: {', '.join(moment.actions)}")
        table.add_row(str(moment.line), *(f"{chance:.0%}" for chance in moment.chances), done)
    table.add_row(teller.text("end"), *(f"{share:.0%}" for share in analysis.result), "")
    console().print(table)
    print()
    teller.say("swings")
    for swing in analysis.swings:
        moment = analysis.moments[swing.moment]
        told = teller.text(
            "swing",
            seat=swing.seat,
            before=f"{swing.before:.0%}",
            after=f"{swing.after:.0%}",
            line=moment.line,
            actor=moment.seat,
            actions=", ".join(moment.actions),
        )
        print(f"  {told}")
