"""The map: cloisters, courts with their advisors, and where a piece may go."""

from __future__ import annotations

from mypy_extensions import i64

from dalang.engine.vecs import vec
from dalang.games.web_of_power.components import COUNTRIES, N_COUNTRIES, NOBODY, SPACES
from dalang.games.web_of_power.drawing.things import (
    COURT,
    LABEL,
    LAYOUT,
    SPACE,
    Advisor,
    Choice,
    Cloister,
    Court,
)
from dalang.games.web_of_power.position import WebOfPower

APART, CLOSE, WIDEST = 20.0, 8.0, 84.0  # from one seat's advisors to the next; among one seat's


def cloisters(s: WebOfPower) -> list[Cloister]:
    """From the back to the front."""
    standing = [
        Cloister(f"cloister-{space}", int(owner), space, SPACE[space]["x"], SPACE[space]["y"])
        for space, owner in zip(SPACES, s.owner, strict=True)
        if owner != NOBODY
    ]
    return sorted(standing, key=lambda cloister: cloister.y)


def courts(s: WebOfPower) -> list[Court]:
    """The courts in the order of the scoring."""
    found: list[Court] = []
    for number, country in enumerate(COUNTRIES):
        advisors, limit = int(s.court[number]), int(s.most[number])
        state = "empty" if not limit else "full" if advisors >= limit else "room"
        there, sent = (_counts(s, pieces, number) for pieces in (s.cloisters, s.advisors))
        x, y = COURT[country]
        found.append(Court(country, x, y, advisors, limit, state, there, sent))
    return found


def _counts(s: WebOfPower, pieces: vec[i64], country: int) -> list[tuple[int, int]]:
    """The seats that have pieces in a country, most first."""
    counts = [(seat, int(pieces[seat * int(N_COUNTRIES) + country])) for seat in range(s.players)]
    return sorted((one for one in counts if one[1]), key=lambda one: -one[1])


def advisors(s: WebOfPower) -> list[Advisor]:
    """In a row under the coat of arms: those of one seat close together."""
    found: list[Advisor] = []
    for number, country in enumerate(COUNTRIES):
        counts = [int(s.advisors[seat * int(N_COUNTRIES) + number]) for seat in range(s.players)]
        if not any(counts):
            continue
        x, y = COURT[country]
        middle = x + LAYOUT["advisor_dx"].get(country, 0)
        places = iter(row(counts))
        for seat, count in enumerate(counts):
            for copy in range(1, count + 1):
                name = f"advisor-{country}-{seat}-{copy}"
                found.append(Advisor(name, seat, country, round(middle + next(places), 1), y + 43))
    return found


def row(counts: list[int]) -> list[float]:
    """Where each advisor of a court stands, left or right of the middle."""
    places: list[float] = []
    for count in counts:
        for copy in range(count):
            step = (CLOSE if copy else APART) if places else 0.0
            places.append((places[-1] if places else 0.0) + step)
    width = places[-1]
    narrower = min(1.0, WIDEST / width) if width else 1.0
    return [(place - width / 2) * narrower for place in places]


def choices(legal: set[str]) -> list[Choice]:
    """The spaces and courts that may be chosen now."""
    found: list[Choice] = []
    for name in SPACES:
        if (action := f"cloister {name}") in legal:
            space = SPACE[name]
            place = (space["country"], space["x"], space["y"], LABEL[name])
            found.append(Choice(f"space-{name}", action, "cloister", *place))
    for country in COUNTRIES:
        if (action := f"advisor {country}") in legal:
            x, y = COURT[country]
            found.append(Choice(f"at-{country}", action, "advisor", country, x, y, None))
    return found
