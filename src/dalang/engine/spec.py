"""What a game folder exports: one GameSpec named GAME."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from pathlib import Path

from dalang.engine.actions import ActionList
from dalang.engine.api import CHANCE, WATCHER, Args, Event, Phrase, Position, View
from dalang.engine.box import read_box
from dalang.engine.errors import BadTable, NoSuchSeat, PositionError
from dalang.engine.field_table import FieldTable
from dalang.engine.judging import Judge
from dalang.engine.notation import Fields
from dalang.engine.plain_tensor import plain_tensor
from dalang.engine.rng import Rng
from dalang.engine.telling import PLAINLY, Telling
from dalang.engine.tensors import Tensor
from dalang.engine.weights import read_weights
from dalang.engine.words import Vocabulary

Options = Mapping[str, str]
Flight = tuple[str, str]  # an element of the page, and the element it comes out of


@dataclass(frozen=True)
class Option:
    """A variant named in the rules, chosen with a new game; the first choice is the usual one."""

    key: str
    choices: tuple[str, ...]
    paragraph: str


@dataclass(frozen=True)
class Premove:
    """An action that a seat can choose before it is asked."""

    action: int
    phrase: Phrase
    question: str  # what it answers; once another one is put, it is void


@dataclass(frozen=True)
class Facts:
    """What somebody wants to know before a first game.

    The words for it are the labels `pitch`, one sentence, and `mood` of the game's vocabulary.
    """

    minutes: int  # alone against bots
    table_minutes: tuple[int, int]  # among people: from, to
    weight: int  # 1 (light) to 5 (heavy)


@dataclass(frozen=True, eq=False)
class GameSpec:
    """Everything the rest of Dalang knows about a game.  Copies of it are itself."""

    key: str
    title: str
    prefix: str  # of its rules paragraphs, "TM" in "TM 4.3"
    edition: str  # of its rules and data; stored with every game
    players: tuple[int, ...]
    usual_players: int
    ends: tuple[str, ...]  # every reason ended_by() can give
    actions: ActionList
    outcome_count: int  # outcomes are 0 ... outcome_count - 1
    folder: Path
    vocabulary: Vocabulary
    blank: Callable[[], Position]  # a position with nothing in it yet
    observe: Callable[[Position, int], View]
    imagine: Callable[[View, Rng], Position]
    as_view: Callable[[Position, int], View]  # of a blanked position; raises PositionError
    summary: Callable[[View], list[Phrase]]
    options: tuple[Option, ...] = ()
    fields: FieldTable | None = None  # what its positions consist of; see state.py
    marks: tuple[str, ...] = ()  # events that one looks up in a replay: rounds, scorings
    designer: str = ""
    year: int = 0  # of publication
    facts: Facts | None = None  # how long and how heavy it is
    scene: Callable[[View], Args] | None = (
        None  # what its own drawing in view/ needs; see drawing.py
    )
    # If much of the scene is the same for everybody: that part, and the viewer's own, given it.
    backdrop: Callable[[View], Args] | None = None
    foreground: Callable[[View, Args], Args] | None = None
    flights: Callable[[Event, int], list[Flight]] | None = None  # what moves on a viewer's page
    recall: Callable[[Sequence[Event]], Args] | None = (
        None  # what the last round's events add to the scene
    )
    # What the viewer will be asked for certain, and may answer while others decide.
    premoves: Callable[[View], list[Premove]] | None = None
    telling: Telling = PLAINLY  # how its events are told; see drawing/telling.py
    judge: type[Judge] | None = None  # how its positions look to a good player; see bot.py
    weights: tuple[str, ...] = ()  # the names of the judge's weights, in order
    tensor: Tensor | None = None  # how its positions are written as numbers; see tensor.py
    # What a finished game tells of each seat besides its points, for people's pages: numbers by the
    # keys of the nouns `statistic`; see statistics.py.
    statistics: Callable[[Position], list[dict[str, int]]] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "observe", _of_a_seat(self.observe))

    def __repr__(self) -> str:
        return f"<GameSpec {self.key!r}, edition {self.edition}>"

    def __copy__(self) -> GameSpec:
        return self

    def __deepcopy__(self, memo: object) -> GameSpec:
        return self

    @cached_property
    def box(self) -> dict[str, object]:
        """What is in the box: the data of its components."""
        return read_box(self.folder / "components.py")

    @cached_property
    def rows(self) -> Tensor | None:
        """How its positions are written as numbers: by its tensor.py, or field by field."""
        if self.tensor is None and self.fields is not None:
            return plain_tensor(self.fields, self.observe)
        return self.tensor

    @cached_property
    def action_count(self) -> int:
        """Actions are 0 ... action_count - 1."""
        return len(self.actions)

    def from_text(self, text: str) -> Position:
        """The position written in `text`; raises NotationError or PositionError if there is none.

        The position is consistent and can be played: a seat or chance has something to choose.
        """
        position = self.blank()
        position.read(Fields(text))
        position.check()
        actor = position.actor()
        if actor >= 0 and not position.legal_actions():
            raise PositionError(f"Seat {actor} is to choose, but there is nothing to choose.")
        if actor == CHANCE and not any(position.chance_weights()):
            raise PositionError("Chance is to move, but nothing can happen.")
        return position

    def view_from_text(self, text: str) -> View:
        """The view written in `text`; raises NotationError or PositionError if there is none."""
        given = Fields(text)
        if self.fields is not None:
            sizes = [entry.line for entry in self.fields.sizes()]  # others' hands are not shown
            given.need(["game", "viewer", "players", *sizes])
        viewer = given.number("viewer", WATCHER, self.players[-1] - 1)
        known = self.blank()
        known.read(given)
        if viewer >= known.players:
            raise PositionError(f"There is no seat {viewer} at a table for {known.players}.")
        return self.as_view(known, viewer)

    def start(self, players: int, options: Options | None = None) -> Position:
        """A new game, before the first deal."""
        if players not in self.players:
            counts = ", ".join(str(count) for count in self.players)
            raise BadTable(f"{self.title} is for {counts} players, not for {players}.")
        chosen = self.complete_options(options or {})
        table = (players, *chosen.values())
        if table not in self._set_up:
            position = self.blank()
            position.begin(players, chosen)
            self._set_up[table] = position
        return self._set_up[table].clone()

    @cached_property
    def _set_up(self) -> dict[tuple[object, ...], Position]:
        """New games by players and options: copying one is much faster than setting it up."""
        return {}

    def complete_options(self, chosen: Options) -> dict[str, str]:
        """The chosen options with the usual choice for the rest."""
        known = {option.key: option for option in self.options}
        for key, choice in chosen.items():
            if key not in known:
                raise BadTable(f"{self.title} has no option {key!r}.")
            if choice not in known[key].choices:
                choices = ", ".join(known[key].choices)
                raise BadTable(
                    f"Option {key!r} of {self.title} is one of {choices}, not {choice!r}."
                )
        return {key: chosen.get(key, option.choices[0]) for key, option in known.items()}

    def new_judge(self, weights: list[float] | None = None) -> Judge:
        """The game's judge, with the weights of its file unless others are given."""
        if self.judge is None:
            return Judge([])
        if weights is None:
            weights = read_weights(self.folder / "weights.toml", self.weights)
        return self.judge(weights)


def _of_a_seat(observe: Callable[[Position, int], View]) -> Callable[[Position, int], View]:
    """The same, but only for those who sit at the table or watch."""

    @wraps(observe)
    def checked(position: Position, viewer: int) -> View:
        if not WATCHER <= viewer < position.players:
            raise NoSuchSeat(f"There is no seat {viewer} at a table for {position.players}.")
        return observe(position, viewer)

    return checked
