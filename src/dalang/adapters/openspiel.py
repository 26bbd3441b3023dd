"""Every game for OpenSpiel.  Importing this module registers them.

>>> import pyspiel
>>> import dalang.adapters.openspiel
>>> game = pyspiel.load_game("dalang_taj_mahal(players=4)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

Chance is explicit.  What a player knows, as text and as numbers, is the view of its seat: it keeps
everything that matters for hidden information, so the strings serve as information states, although
they do not contain the order of past events.  A state resampled from an information state has no
history: the true one would reveal secrets.

OpenSpiel's ISMCTS in C++ cannot ask a game written in Python to resample, and `step` of its MCTS in
C++ (2.0.2) crashes with every game written in Python, its own included; `mcts_search` works, and so
do both searches in Python.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from typing import Any, Final

from dalang.adapters import MissingLibrary

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise MissingLibrary(missing) from missing

from dalang.adapters.payoffs import PAYOFFS, payoff
from dalang.adapters.spiel_observer import USUAL, DalangObserver
from dalang.engine.api import CHANCE, Position
from dalang.engine.errors import DalangError
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.stepping import Crossing
from dalang.registry import all_games, from_text

LONGEST_GAME: Final = 20_000  # decisions; no game has a limit, but none comes near this
HIGHEST_SCORE: Final = 1_000.0  # what a reward by score can be at most; none comes near this either
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
assert int(pyspiel.PlayerId.CHANCE) == CHANCE


class DalangState(pyspiel.State):
    """A position of any game, with OpenSpiel's names for everything.

    Questions that do not need OpenSpiel are answered here directly, in the same way.
    """

    def __init__(self, game: DalangGame, position: Position | None = None) -> None:
        super().__init__(game)
        self.remembered: dict[int, list[int]] = {}  # decisions before this state's own history
        self._here = Crossing(position or game.spec.start(game.players, game.options))

    @property
    def position(self) -> Position:
        """The position itself."""
        return self._here.position

    def current_player(self) -> int:
        """Whose decision it is."""
        here = self._here
        return _TERMINAL if here.is_over else here.actor

    def is_chance_node(self) -> bool:
        """Whether chance is to move."""
        return self._here.is_chance

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a player, or the possible outcomes of chance."""
        if player is None or player == self._here.actor:
            return self._here.ways()
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return self._here.ways()

    def chance_outcomes(self) -> list[Any]:
        """The outcomes of chance with their probabilities."""
        return self._here.chances()

    def _apply_action(self, action: int) -> None:
        if not self._here.go(action):
            raise pyspiel.SpielError(f"Player {self.current_player()} may not do {action} now.")

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._here.is_over

    def returns(self) -> list[float]:
        """What the game was worth to every player; nothing before its end."""
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * game.players
        return list(game.payoff(self.position))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> DalangState:
        """A state that could as well be the true one, for all the player knows."""
        game = self.get_game()
        view = game.spec.observe(self.position, player)
        state = state_at(game, game.spec.imagine(view, Rng(int(sampler() * 2**53))))
        state.remembered = {player: self.decisions(player)}
        return state

    def decisions(self, player: int) -> list[int]:
        """What a player has decided so far; of a resampled state, only the one who asked knows."""
        steps: list[Any] = self.full_history()
        own = [int(step.action) for step in steps if step.player == player]
        return self.remembered.get(player, []) + own

    def __str__(self) -> str:
        return self.position.to_text()


def state_at(game: DalangGame, position: Position) -> DalangState:
    """A state of a loaded game that begins at a position; it has no history."""
    return DalangState(game, position)


class DalangGame(pyspiel.Game):
    """A game with a fixed number of players; one subclass for each of our games."""

    spec: GameSpec

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        self.players = int(chosen.get("players", self.spec.usual_players))
        self.options = {
            option.key: str(chosen.get(option.key, option.choices[0]))
            for option in self.spec.options
        }
        reward = str(chosen.get("reward", "place"))
        try:
            self.spec.start(self.players, self.options)
            self.payoff = payoff(reward)
        except DalangError as error:
            raise pyspiel.SpielError(str(error)) from error
        most = 1.0 if reward == "place" else HIGHEST_SCORE
        info = pyspiel.GameInfo(
            num_distinct_actions=self.spec.action_count,
            max_chance_outcomes=self.spec.outcome_count,
            num_players=self.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(game_type(self.spec), info, chosen)

    def __reduce__(self) -> tuple[Callable[[str], DalangGame], tuple[str]]:
        return _loaded, (str(self),)

    def new_initial_state(self) -> DalangState:
        """A new game, before the first deal."""
        return DalangState(self)

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> DalangObserver:
        """Who writes down what is asked for: see spiel_observer.py."""
        if params:
            raise ValueError(f"Observers of this game have no parameters, but {params} was given.")
        return DalangObserver(self.spec, self.players, kind or USUAL)

    def max_chance_nodes_in_history(self) -> int:
        """As with LONGEST_GAME: there is no limit, but none comes near this."""
        return LONGEST_GAME


def game_type(spec: GameSpec) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game before it is loaded."""
    usual = {option.key: option.choices[0] for option in spec.options}
    return pyspiel.GameType(
        short_name=f"dalang_{spec.key}",
        long_name=f"{spec.title} (Dalang)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(spec.players),
        min_num_players=min(spec.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": spec.usual_players,
            "reward": next(iter(PAYOFFS)),
            **usual,
        },
    )


def _loaded(description: str) -> DalangGame:
    """A game as it was pickled; this module has registered it."""
    game: DalangGame = pyspiel.load_game(description)
    return game


def _written_down(here: Crossing) -> tuple[Callable[[str], Crossing], tuple[str]]:
    """A position inside a state that is serialised: kept as text."""
    return _read_again, (here.position.to_text(),)


def _read_again(text: str) -> Crossing:
    return Crossing(from_text(text))


def register() -> None:
    """Makes every game known to OpenSpiel, once."""
    copyreg.pickle(Crossing, _written_down)
    known = set(pyspiel.registered_names())
    for spec in all_games().values():
        if f"dalang_{spec.key}" not in known:
            kind = type(f"Dalang_{spec.key}", (DalangGame,), {"spec": spec})
            pyspiel.register_game(game_type(spec), kind)


register()
