"""Chance is exact, follows from the secret, and can be checked by anybody."""

import hashlib
import hmac
from dataclasses import replace

import pytest

from dalang.engine.api import CHANCE
from dalang.engine.errors import DalangError, ReplayError
from dalang.engine.replay import Replay
from dalang.engine.rng import Rng
from dalang.engine.session import Session
from dalang.registry import all_games, game
from dalang.server.tables.dealing import Dealer, verify

SECRET, OTHER = bytes(range(32)), bytes(32)


def play(key: str, dealer: Dealer, players: int | None = None) -> Session:
    """A whole game in which the seats play at random and the dealer deals."""
    spec = game(key)
    session = Session(spec, spec.usual_players if players is None else players)
    rng = Rng(7)
    while not session.position.ended_by():
        position = session.position
        if position.actor() == CHANCE:
            session.happen(dealer.next_outcome(session))
        else:
            legal = position.legal_actions()
            action = legal[rng.below(len(legal))]
            session.play(int(position.actor()), position.action_text(action))
    return session


@pytest.fixture(scope="module")
def sealed() -> Replay:
    dealer = Dealer(SECRET)
    return dealer.seal(Replay.of(play("taj_mahal", dealer)))


def by_hand(secret: bytes, index: int, weights: list[int]) -> int:
    """The description in words, programmed a second time."""
    total, attempt = sum(weights), 0
    while True:
        message = f"dalang outcome {index} {attempt}".encode()
        number = int(hmac.new(secret, message, hashlib.sha256).hexdigest(), 16)
        if number < 2**256 // total * total:
            tickets = number % total
            return next(n for n in range(len(weights)) if tickets < sum(weights[: n + 1]))
        attempt += 1


@pytest.mark.parametrize(
    "weights",
    [[1], [1, 1], [0, 3, 0, 1], [5, 4, 3, 2, 1], [2**254, 2**254 + 1]],  # the last refuses half
)
def test_outcomes_are_those_of_the_description(weights: list[int]) -> None:
    drawn = [Dealer(SECRET).outcome(index, weights) for index in range(200)]
    assert drawn == [by_hand(SECRET, index, weights) for index in range(200)]
    assert drawn == [Dealer(SECRET).outcome(index, weights) for index in range(200)]
    assert all(weights[outcome] for outcome in drawn)


def test_a_known_answer() -> None:
    """A replay of the first release: old replays must always verify."""
    assert Dealer(SECRET).commitment == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )
    assert [Dealer(SECRET).outcome(index, [1] * 100) for index in range(8)] == [
        *(55, 53, 60, 36, 55, 20, 74, 70)
    ]


def test_frequencies_are_those_of_the_weights() -> None:
    """Chi-square with 5 degrees of freedom: 20.5 is exceeded once in a thousand secrets."""
    weights, draws = [1, 2, 3, 4, 5, 0, 15], 30_000
    counts = [0] * len(weights)
    for index in range(draws):
        counts[Dealer(SECRET).outcome(index, weights)] += 1
    expected = [draws * weight / sum(weights) for weight in weights]
    distances = [(c - e) ** 2 / e for c, e in zip(counts, expected, strict=True) if e]
    assert counts[5] == 0
    assert sum(distances) < 20.5


def test_outcomes_depend_on_the_secret_and_on_the_index() -> None:
    weights = [1] * 1000
    assert len({Dealer(SECRET).outcome(index, weights) for index in range(50)}) > 40
    same = [
        index
        for index in range(50)
        if Dealer(SECRET).outcome(index, weights) == Dealer(OTHER).outcome(index, weights)
    ]
    assert len(same) < 3


def test_without_weights_there_is_nothing_to_choose() -> None:
    with pytest.raises(DalangError, match="nothing to choose"):
        Dealer(SECRET).outcome(0, [0, 0])


def test_a_secret_has_32_bytes() -> None:
    with pytest.raises(DalangError, match="32 bytes, not 5"):
        Dealer(b"short")


# --- Verifying ----------------------------------------------------------------------


@pytest.mark.parametrize("key", list(all_games()))
def test_a_fair_game_of_every_kind_is_fair(key: str) -> None:
    dealer = Dealer(OTHER)
    session = play(key, dealer)
    verdict = verify(game(key), Replay.parse(dealer.seal(Replay.of(session)).text()))
    assert verdict.fair
    assert verdict.outcomes == sum(1 for step in session.log if step.actor == CHANCE) > 0


def test_a_running_game_keeps_its_secret() -> None:
    spec = game("taj_mahal")
    session = Session(spec, 3)
    session.happen(Dealer(SECRET).next_outcome(session))
    replay = Dealer(SECRET).seal(Replay.of(session))
    assert replay.commitment == Dealer(SECRET).commitment
    assert replay.secret == ""
    assert SECRET.hex() not in replay.text()
    with pytest.raises(ReplayError, match="no commitment and secret"):
        verify(spec, replay)


def test_the_secret_does_not_show_by_accident(sealed: Replay) -> None:
    assert SECRET.hex() not in repr(sealed)


def test_every_single_changed_outcome_is_found(sealed: Replay) -> None:
    """Each of the first outcomes in turn becomes another one that the replay names somewhere."""
    places = [n for n, line in enumerate(sealed.lines) if line.actor == CHANCE]
    for place in places[:40]:
        line = sealed.lines[place]
        kind = line.text.split()[0]
        texts = {sealed.lines[n].text for n in places}
        other = next(text for text in sorted(texts) if text.startswith(kind) and text != line.text)
        lines = list(sealed.lines)
        lines[place] = replace(line, text=other)
        verdict = verify(game("taj_mahal"), replace(sealed, lines=tuple(lines)))
        assert not verdict.fair
        assert verdict.outcomes == places.index(place)
        assert verdict.trouble == (
            f"Line {line.number}: the secret gives {line.text!r}, but the replay says {other!r}."
        )


def test_a_wrong_secret_is_found(sealed: Replay) -> None:
    verdict = verify(game("taj_mahal"), replace(sealed, secret=OTHER.hex()))
    assert verdict.trouble == "The secret is not the one of the commitment."


def test_a_wrong_commitment_is_found(sealed: Replay) -> None:
    verdict = verify(game("taj_mahal"), replace(sealed, commitment="0" * 64))
    assert verdict.trouble == "The secret is not the one of the commitment."


def test_another_secret_with_its_own_commitment_is_found(sealed: Replay) -> None:
    other = replace(sealed, secret=OTHER.hex(), commitment=Dealer(OTHER).commitment)
    assert "the secret gives" in verify(game("taj_mahal"), other).trouble


def test_a_game_cut_short_is_no_fair_game(sealed: Replay) -> None:
    with pytest.raises(ReplayError, match="cut short"):
        verify(game("taj_mahal"), replace(sealed, lines=sealed.lines[:-30]))
