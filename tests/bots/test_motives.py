"""Why a bot prefers an action: the reasons come from the judge, and from what the seat knows."""

from __future__ import annotations

import pytest

from dalang.bots.looking import by_instinct
from dalang.bots.motives import HintReason, in_words, reasons
from dalang.engine.api import OVER, Position
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.engine.words import LANGUAGES, Words
from dalang.registry import all_games, game

GAMES = [
    pytest.param(spec, id=spec.key) for spec in all_games().values() if spec.vocabulary.motives
]
LONG = 60_000  # milliseconds that are never used up: every reason gets all its looks


def after(spec: GameSpec, decisions: int, seed: int) -> Position:
    """A position after this many sensible decisions, where there is a choice."""
    position, rng, judge = spec.start(spec.usual_players), Rng(seed), spec.new_judge()
    made = 0
    while made < decisions or len(position.legal_actions()) < 2:
        actor = position.actor()
        assert actor != OVER
        if actor < 0:
            position.apply(random_step(position, rng))
        else:
            position.apply(by_instinct(judge, position, rng))
            made += 1
    return position


def asked(spec: GameSpec, position: Position, seed: int = 5) -> dict[int, HintReason]:
    """The reasons for the most promising actions."""
    legal, judge = position.legal_actions(), spec.new_judge()
    priors = [float(prior) for prior in judge.priors(position, legal)]
    ranked = sorted(zip(priors, [int(action) for action in legal], strict=True), reverse=True)
    view = spec.observe(position, int(position.actor()))
    return reasons(spec, view, [action for _, action in ranked], Rng(seed), LONG)


@pytest.mark.parametrize("spec", GAMES)
def test_motives_cover_what_the_judge_values(spec: GameSpec) -> None:
    """The worth of single weights adds up to all that the motives' weights are worth together."""
    whole, weights = spec.new_judge(), spec.new_judge().weights
    used = {name for motive in spec.vocabulary.motives.values() for name in motive.weights}
    assert used <= set(spec.weights)

    def without(names: set[str]) -> float:
        kept = zip(spec.weights, weights, strict=True)
        judge = spec.new_judge([0.0 if name in names else weight for name, weight in kept])
        return judge.value(position, 0)

    for seed in range(3):
        position, rng = after(spec, 25, seed), Rng(seed)
        while not whole.settled(position):
            position.apply(random_step(position, rng))
        value = whole.value(position, 0)
        parts = sum(value - without({name}) for name in used)
        assert parts == pytest.approx(value - without(used))


@pytest.mark.slow
@pytest.mark.parametrize("spec", GAMES)
def test_reasons_are_given_in_every_language(spec: GameSpec) -> None:
    asking = [asked(spec, after(spec, decisions, 2)) for decisions in range(6, 46, 4)]
    found = [reason for given in asking for reason in given.values()]
    assert found
    for reason in found:
        assert reason.worth > 0
        sentences = [in_words(reason, Words(spec.vocabulary, one, "abcd")) for one in LANGUAGES]
        assert len(set(sentences)) == len(LANGUAGES)
        assert not any("{" in sentence for sentence in sentences)


@pytest.mark.slow
@pytest.mark.parametrize("spec", GAMES)
def test_reasons_tell_nothing_that_is_hidden(spec: GameSpec) -> None:
    """Whatever the others may hold, somebody who sees the same is told the same."""
    position = after(spec, 30, 1)
    view = spec.observe(position, int(position.actor()))
    for seed in range(3):
        assert asked(spec, spec.imagine(view, Rng(seed))) == asked(spec, position)


def test_there_is_no_reason_without_an_alternative() -> None:
    spec = next(iter(all_games().values()))
    position = after(spec, 30, 1)
    view = spec.observe(position, int(position.actor()))
    assert reasons(spec, view, [int(position.legal_actions()[0])], Rng(1)) == {}


def test_a_hint_says_which_symbols_an_action_secures() -> None:
    """In a game of sensible players there are bids that secure something, and hints say what."""
    spec = game("taj_mahal")
    judge, position, rng = spec.new_judge(), spec.start(3), Rng(77)
    sentences: list[str] = []
    while position.actor() != OVER and not sentences:
        legal = [int(action) for action in position.legal_actions()]
        if len(legal) > 1 and position.question().key == "ask_turn":
            view = spec.observe(position, int(position.actor()))
            found = reasons(spec, view, legal, Rng(3), 0).values()
            won = [reason for reason in found if reason.motive == "won"]
            assert all(reason.args["symbols"] for reason in won)
            sentences = [in_words(reason, Words(spec.vocabulary, "en")) for reason in won]
        decide = position.actor() >= 0
        position.apply(by_instinct(judge, position, rng) if decide else random_step(position, rng))
    assert sentences
    assert sentences[0].startswith("it secures ")
    assert ", worth about " in sentences[0]
