"""Chance that can be checked afterwards.

Every game has a secret of 32 random bytes.  Its SHA-256, the *commitment*, is shown from the start;
the secret itself when the game is over.  All outcomes of chance follow from the secret, so anybody
can compute all deals again: `dalang verify REPLAY`.

The n-th outcome of a game (0, 1, 2 … counting only chance) is drawn with
HMAC-SHA256(secret, "dalang outcome n attempt"), read as a number of 256 bits, most significant byte
first.  Numbers at or above the highest multiple of the total weight are refused and the next
attempt (0, 1, 2 …) is made; the rest modulo the total weight picks the outcome.  So every outcome
has exactly its weight.

A game that continues another one has its own secret.  The outcomes before it are inherited: they
are counted, but they follow from the other game's secret.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dalang.engine.api import CHANCE
from dalang.engine.errors import DalangError, ReplayError
from dalang.engine.replay import Replay, ReplayLine, check_end, play_line
from dalang.engine.session import Session
from dalang.engine.spec import GameSpec

SECRET_BYTES = 32
_RANGE = 1 << 256  # of the numbers that HMAC-SHA256 gives


class Dealer:
    """Chance for one game, from the game's secret."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SECRET_BYTES:
            raise DalangError(f"The secret of a game has {SECRET_BYTES} bytes, not {len(secret)}.")
        self._secret = secret
        self.commitment = hashlib.sha256(secret).hexdigest()  # what is shown from the start

    def outcome(self, index: int, weights: Sequence[int]) -> int:
        """The index-th outcome of the game, with these weights."""
        total = sum(weights)
        if total <= 0:
            raise DalangError("Chance has nothing to choose from.")
        ticket = self._number(index, _RANGE - _RANGE % total) % total
        for outcome, weight in enumerate(weights):
            ticket -= weight
            if ticket < 0:
                return outcome
        raise AssertionError("a weight is negative")

    def next_outcome(self, session: Session) -> int:
        """What chance does now.  It is never taken back, so the log counts right."""
        index = sum(1 for step in session.log if step.actor == CHANCE)
        return self.outcome(index, [int(weight) for weight in session.position.chance_weights()])

    def seal(self, replay: Replay, inherited: int = 0) -> Replay:
        """The replay with its commitment and, only if the game is over, the secret."""
        secret = self._secret.hex() if replay.ended_by else ""
        return replace(replay, commitment=self.commitment, secret=secret, inherited=inherited)

    def _number(self, index: int, below: int) -> int:
        attempt = 0
        while True:
            message = f"dalang outcome {index} {attempt}".encode()
            number = int.from_bytes(hmac.digest(self._secret, message, "sha256"), "big")
            if number < below:
                return number
            attempt += 1


@dataclass(frozen=True)
class Verdict:
    """The result of checking a game's deals."""

    commitment: str
    outcomes: int  # how many were found right
    trouble: str = ""  # what is not as the secret says; "" if the deals were fair
    inherited: int = 0  # how many came from the game this one continues

    @property
    def fair(self) -> bool:
        """Whether every outcome is the one the secret gives, and the commitment is its own."""
        return not self.trouble


@dataclass(frozen=True)
class Check:
    """One outcome, computed again."""

    index: int
    line: int  # of the replay
    text: str  # what the replay says
    due: str  # what the secret gives; "" if the outcome was inherited
    total: int  # weight of everything that was possible

    @property
    def inherited(self) -> bool:
        """Whether it came from the game this one continues."""
        return not self.due

    @property
    def fair(self) -> bool:
        """Whether everything agrees."""
        return self.due in ("", self.text)


def verify(spec: GameSpec, replay: Replay) -> Verdict:
    """Computes every outcome again; raises ReplayError if the replay cannot be checked at all."""
    dealer = _dealer_of(replay)
    if dealer.commitment != replay.commitment:
        return Verdict(replay.commitment, 0, "The secret is not the one of the commitment.")
    right = 0
    for check in checks(spec, replay):
        if not check.fair:
            trouble = (
                f"Line {check.line}: the secret gives {check.due!r}, "
                f"but the replay says {check.text!r}."
            )
            return Verdict(replay.commitment, right, trouble, replay.inherited)
        right += not check.inherited
    return Verdict(replay.commitment, right, inherited=replay.inherited)


def checks(spec: GameSpec, replay: Replay) -> Iterator[Check]:
    """Every outcome of a replay with the one its secret gives, up to the first that is wrong.

    The numbering of the outcomes continues after the inherited ones.
    """
    dealer, index = _dealer_of(replay), 0
    session = Session(spec, replay.players, replay.options)
    for line in replay.lines:
        if line.actor == CHANCE and session.position.actor() == CHANCE:
            check = _check(dealer, index, session, line, index < replay.inherited)
            yield check
            if not check.fair:
                return
            index += 1
        play_line(session, line)
    check_end(session, replay)


def _dealer_of(replay: Replay) -> Dealer:
    if not (replay.commitment and replay.secret):
        raise ReplayError("The replay has no commitment and secret: its deals cannot be verified.")
    return Dealer(bytes.fromhex(replay.secret))


def _check(
    dealer: Dealer, index: int, session: Session, line: ReplayLine, inherited: bool
) -> Check:
    session.fit(line.text)
    weights = [int(weight) for weight in session.position.chance_weights()]
    due = "" if inherited else session.position.action_text(dealer.outcome(index, weights))
    return Check(index, line.number, line.text, due, sum(weights))
