"""The contract every game fulfils.  Read this file first.

A game is a *position* that says whose decision is next, which actions are legal, and what an action
does.  Chance is one of the actors: nothing is shuffled in secret, and every draw is an outcome that
is applied like an action.  So a whole game is exactly its list of actions and outcomes.

Only the referee holds a position.  People, bots and pages hold a *view*: the position as far as one
seat knows it, with everything else blanked.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import TYPE_CHECKING, Final, SupportsIndex, TypeAlias

from mypy_extensions import i64, mypyc_attr

from dalang.engine.errors import NotationError, NotLegal
from dalang.engine.notation import Fields, write
from dalang.engine.objects import Reduced, drawn, reduced
from dalang.engine.rng import Rng, draw
from dalang.engine.vecs import vec

if TYPE_CHECKING:
    from dalang.engine.actions import ActionList

CHANCE: Final = -1  # actor(): nature moves next
OVER: Final = -2  # actor(): the game has ended
WATCHER: Final = -1  # View.viewer: sits at no seat, knows no secret
EVERYONE: Final = -1  # Event.seen_by: no secret
NOBODY: Final = -2  # Event.forced_for: there was a choice

Args: TypeAlias = dict[str, object]

NO_ACTIONS: Final = vec[i64]()


class Phrase:
    """Something to be said, as data: the game's words give the sentence for the key."""

    def __init__(self, key: str, args: Args) -> None:
        self.key = key
        self.args = args

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r}, {self.args!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and self.key == other.key and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> Reduced:
        return type(self), (self.key, self.args)


class Event(Phrase):
    """Something that happened.

    `seen_by` is the one seat that may know it, or EVERYONE.  `reveals` marks an event that showed
    somebody something hidden, such as a card that left a hand, or that the rules make final: what
    led to it can no longer be taken back.  `forced_for` says who may know that there was no other
    answer: the seat that gave it, EVERYONE, or NOBODY; the session knows it and sets it.
    """

    def __init__(
        self, key: str, args: Args, seen_by: int = EVERYONE, reveals: bool = False
    ) -> None:
        super().__init__(key, args)
        self.seen_by = seen_by
        self.reveals = reveals
        self.forced_for: int = NOBODY

    def __reduce__(self) -> Reduced:
        return _event, (self.key, self.args, self.seen_by, self.reveals, self.forced_for)


def _event(key: str, args: Args, seen_by: int, reveals: bool, forced_for: int) -> Event:
    """An event as it was when it was pickled."""
    event = Event(key, args, seen_by, reveals)
    event.forced_for = forced_for
    return event


class Reason(Phrase):
    """Why an action is not allowed: a phrase, and the paragraph of the rules that says so."""

    def __init__(self, paragraph: str, key: str, args: Args) -> None:
        super().__init__(key, args)
        self.paragraph = paragraph

    def __reduce__(self) -> Reduced:
        return type(self), (self.paragraph, self.key, self.args)


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """The whole truth about a game at one moment.  Mutable: clone() before you branch.

    Two positions are equal if their texts are, and equal positions have equal hashes.  As the hash
    goes by what the position is now, put a clone into a set or a dictionary, not one that is still
    played.  Copies, deep copies and pickles are independent of the original.
    """

    def __init__(self) -> None:
        self.players: i64 = 0

    def begin(self, players: i64, options: Mapping[str, str]) -> None:
        """Makes an empty position a new game, before the first deal."""
        raise NotImplementedError

    def actor(self) -> i64:
        """The seat to decide, or CHANCE, or OVER."""
        raise NotImplementedError

    def legal_actions(self) -> vec[i64]:
        """What the actor may do, ascending; empty when the actor is CHANCE or OVER.

        This is the only source of legality: apply() trusts its caller.
        """
        raise NotImplementedError

    def chance_weights(self) -> vec[i64]:
        """The weight of each outcome 0, 1, 2 …; asked only when the actor is CHANCE.  Read only."""
        raise NotImplementedError

    def draw_chance(self, rng: Rng) -> i64:
        """An outcome by its weight; asked only when the actor is CHANCE.

        A game that knows the sum of its weights may look it up more quickly, but must draw the
        same.
        """
        return draw(self.chance_weights(), rng)

    def apply(self, action: i64, sink: list[Event] | None = None) -> None:
        """Plays one legal action or possible outcome; tells a `sink`, if given, what happened."""
        raise NotImplementedError

    def play(self, action: SupportsIndex | str, sink: list[Event] | None = None) -> None:
        """The same as apply(), but checked: an action or outcome by its number or by its text.

        Raises NotLegal, or NotationError for a text that names nothing; the position stays as it
        was.
        """
        self.apply(self._checked(action), sink)

    def clone(self) -> Position:
        """An independent copy."""
        raise NotImplementedError

    def check(self) -> None:
        """Raises PositionError unless everything is conserved and in range."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """The points of every seat now."""
        raise NotImplementedError

    def ranking(self) -> list[int]:
        """The place of every seat after the game's own tie-break: 1 won, equal places share.

        Without one, by the scores.
        """
        scores = self.scores()
        return [1 + sum([other > score for other in scores]) for score in scores]

    def ended_by(self) -> str:
        """Which of GameSpec.ends closed the game; "" while it runs."""
        raise NotImplementedError

    def fields(self) -> Args:
        """Everything about the position by name, as plain data: for to_text() and for JSON."""
        raise NotImplementedError

    def to_text(self) -> str:
        """The whole position as text; GameSpec.from_text reads it back exactly."""
        return write(self.fields())

    def read(self, given: Fields) -> None:
        """Fills in an empty position from its written fields."""
        raise NotImplementedError

    def action_list(self) -> ActionList:
        """The game's actions: their texts and phrases by number."""
        raise NotImplementedError

    def outcome_text(self, outcome: i64) -> str:
        """The lasting name of an outcome; asked only when the actor is CHANCE."""
        raise NotImplementedError

    def action_text(self, action: i64) -> str:
        """The lasting name of an action (of an outcome, when the actor is CHANCE)."""
        if self.actor() == CHANCE:
            return self.outcome_text(action)
        texts = self.action_list().texts
        if action < 0 or action >= len(texts):
            raise NotationError(f"There is no action {action}, only 0 to {len(texts) - 1}.")
        return texts[action]

    def parse_action(self, text: str) -> i64:
        """The action or outcome of that name; raises NotationError if there is none."""
        if self.actor() == CHANCE:
            for outcome in range(len(self.chance_weights())):
                if self.outcome_text(outcome) == text:
                    return outcome
        else:
            action = self.action_list().find(text)
            if action >= 0:
                return action
        raise NotationError(f"{text!r} names nothing that exists in this phase of the game.")

    def in_older_order(self, outcome: str) -> Position | None:
        """This position as an earlier release had it, if that outcome of a stored game fits there.

        Asked only for an outcome that does not fit here: a game whose order of things was corrected
        can so read what was played before.
        """
        return None

    def legal_texts(self) -> list[str]:
        """The legal actions by name, in the order of legal_actions()."""
        return [self.action_text(action) for action in self.legal_actions()]

    def action_phrase(self, action: i64) -> Phrase:
        """What the action means here, to be put into words for the person who may choose it."""
        return self.action_list().phrases[action]

    def question(self) -> Phrase:
        """What the actor is being asked, to be put into words."""
        raise NotImplementedError

    def asks_anyway(self) -> bool:
        """Whether the game has to wait for the actor even if there is only one answer.

        This is true where only hidden cards show how many answers there are: an immediate answer
        would reveal that there was no choice.  The result is the same in all deals that another
        viewer cannot tell apart.
        """
        return False

    def gives_away(self, action: i64) -> bool:
        """Whether that action tells somebody something hidden although no event says so.

        So it is if others conclude from seeing it what the actor must have.  Like what an event
        `reveals`, it can no longer be taken back.  Asked before the action is applied.
        """
        return False

    def why_not(self, text: str) -> Reason | None:
        """Why the actor may not do that, from what the actor knows; None if it is legal."""
        action = self.parse_action(text)
        if action in self.legal_actions():
            return None
        return self.reason_against(self.action_list().phrases[action])

    def reason_against(self, action: Phrase) -> Reason:
        """The reason for an action that legal_actions() does not name; see reasons.py."""
        raise NotImplementedError

    def why_passed_over(self, seat: i64) -> Reason | None:
        """Why the rules let the seat take no part just now; None if it only is not its turn."""
        return None

    def _checked(self, action: SupportsIndex | str) -> int:
        """The number of an action or outcome that is possible now; raises NotLegal if it is not."""
        actor = self.actor()
        if actor == OVER:
            raise NotLegal("The game is over.")
        number: int = self.parse_action(action) if isinstance(action, str) else index(action)
        if actor == CHANCE:
            weights = self.chance_weights()
            if not (0 <= number < len(weights) and weights[number]):
                raise NotLegal(f"Chance is to move, and {action!r} cannot happen.")
        elif number not in [int(legal) for legal in self.legal_actions()]:
            if not 0 <= number < len(self.action_list()):
                last = len(self.action_list()) - 1
                raise NotLegal(f"There is no action {number}, only 0 to {last}.")
            text = self.action_text(number)
            reason = self.why_not(text)
            because = f": {reason.paragraph}" if reason else ""
            raise NotLegal(f"Seat {actor} may not do {text!r} now{because}.")
        return number

    # --- as Python and notebooks see it -------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Position)
            and type(self) is type(other)
            and self.to_text() == other.to_text()
        )

    def __hash__(self) -> int:
        return hash(self.to_text())

    def __repr__(self) -> str:
        name = type(self).__name__
        if not self.players:
            return f"<{name}: not set up>"
        return f"<{name} for {self.players}: {self._whose_move()}; points {self.scores()}>"

    def _whose_move(self) -> str:
        actor = self.actor()
        if actor == OVER:
            return f"over by {self.ended_by()}"
        return "chance is to move" if actor == CHANCE else f"seat {actor} is to decide"

    def __copy__(self) -> Position:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Position:
        return self.clone()

    def __reduce__(self) -> Reduced:
        return reduced(self)

    def _repr_svg_(self) -> str | None:
        """The board as the seat to decide sees it, for a notebook."""
        return drawn(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """A position as far as one viewer knows it, who forgets nothing that was ever shown.

    `known` is a position of the game in which every secret is blanked; it can be asked, never
    played.  Views are equal if the same viewer knows the same.  One of a game's own kind is made
    from the same two things.
    """

    def __init__(self, known: Position, viewer: i64) -> None:
        self.known = known
        self.viewer: i64 = viewer

    def actor(self) -> i64:
        """Whose decision everybody is waiting for."""
        return self.known.actor()

    def legal_actions(self) -> vec[i64]:
        """The viewer's own choices; empty unless it is the viewer's decision."""
        if self.known.actor() == self.viewer:
            return self.known.legal_actions()
        return NO_ACTIONS

    def legal_texts(self) -> list[str]:
        """The viewer's own choices by name."""
        return [self.known.action_text(action) for action in self.legal_actions()]

    def fields(self) -> Args:
        """The view by name, as plain data."""
        return {"viewer": int(self.viewer), **self.known.fields()}

    def to_text(self) -> str:
        """The view as text; GameSpec.view_from_text reads it back exactly."""
        return write(self.fields())

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, View) and (
            self.viewer == other.viewer and self.known == other.known
        )

    def __hash__(self) -> int:
        return hash((int(self.viewer), self.known))

    def __repr__(self) -> str:
        who = "a watcher" if self.viewer == WATCHER else f"seat {self.viewer}"
        return f"<View of {who}: {self.known!r}>"

    def __copy__(self) -> View:
        return type(self)(self.known.clone(), self.viewer)

    def __deepcopy__(self, memo: object) -> View:
        return self.__copy__()

    def __reduce__(self) -> Reduced:
        return type(self), (self.known, int(self.viewer))

    def _repr_svg_(self) -> str | None:
        """The board as the viewer sees it, for a notebook."""
        return drawn(self)
