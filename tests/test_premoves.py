"""What can be decided beforehand is really asked, and possible when it is."""

from random import Random

import pytest

from dalang.engine.api import CHANCE, OVER
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec, Premove
from dalang.registry import all_games

GAMES = [spec for spec in all_games().values() if spec.premoves]


def test_some_games_know_premoves() -> None:
    assert GAMES


def offered(spec: GameSpec, session: Session, seat: int) -> list[Premove]:
    assert spec.premoves
    return spec.premoves(spec.observe(session.position, seat))


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.key)
def test_what_is_decided_beforehand_is_possible_when_it_is_asked(spec: GameSpec) -> None:
    """Everybody decides as soon as they may; what is void is dropped, as at a table."""
    rng, played = Random(1), 0
    for _ in range(3):
        session, chosen = Session(spec, spec.usual_players), dict[int, Premove]()
        while (actor := int(session.position.actor())) != OVER:
            if actor == CHANCE:
                weights = [int(weight) for weight in session.position.chance_weights()]
                session.happen(rng.choices(range(len(weights)), weights)[0])
                continue
            for seat in range(spec.usual_players):
                if seat == actor:
                    continue
                offers = offered(spec, session, seat)
                if chosen.get(seat) not in offers:
                    chosen.pop(seat, None)
                if offers and rng.random() < 0.2:
                    chosen[seat] = rng.choice(offers)
            legal = session.legal_texts()
            text = rng.choice(legal)
            if actor in chosen:
                text = session.position.action_text(chosen.pop(actor).action)
                assert text in legal
                played += 1
            session.play(actor, text)
    assert played > 10


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.key)
def test_spectators_decide_nothing(spec: GameSpec) -> None:
    session = Session(spec, spec.usual_players)
    assert offered(spec, session, -1) == []
