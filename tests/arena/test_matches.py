"""Seats, deals and games of a match."""

from collections import Counter
from pathlib import Path

import pytest
from mypy_extensions import i64

from dalang.arena.chance import SharedChance, seed_of
from dalang.arena.contenders import fingerprint
from dalang.arena.errors import BadMatch
from dalang.arena.game import Result, play
from dalang.arena.match import ALONE, MIXED, Job, Match
from dalang.bots import BotError, UnknownBot
from dalang.bots.budget import BadBudget
from dalang.engine.api import CHANCE
from dalang.engine.errors import BadTable, BadWeights, UnknownGame
from dalang.engine.vecs import vec
from dalang.registry import all_games, game

TABLES = [(spec.key, players) for spec in all_games().values() for players in spec.players]


def seats_of(match: Match, deals: int) -> Counter[tuple[int, int]]:
    """How often each bot had each seat."""
    return Counter((bot, seat) for job in match.jobs(deals) for seat, bot in enumerate(job.seating))


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_alone_the_second_bot_has_every_seat_once(key: str, players: int) -> None:
    match = Match.of(key, players, "random,random")
    assert match.seating == ALONE
    seatings = match.seatings(3)
    assert len(seatings) == players
    assert all(sum(seating) == 1 for seating in seatings)
    assert {seating.index(1) for seating in seatings} == set(range(players))


@pytest.mark.parametrize(("key", "players"), TABLES)
@pytest.mark.parametrize("bots", [2, 3, 4])
def test_mixed_every_bot_has_every_seat_equally_often(key: str, players: int, bots: int) -> None:
    match = Match.of(key, players, ",".join(["random"] * bots), MIXED)
    for deal in range(6):
        seatings = match.seatings(deal)
        assert len(set(seatings)) == len(seatings)
        for bot in range(bots):
            own = [[seating[seat] for seating in seatings].count(bot) for seat in range(players)]
            assert len(set(own)) == 1
    if players % bots == 0:
        assert len(set(seats_of(match, 5).values())) == 1
    totals = Counter(bot for job in match.jobs(12 * bots) for bot in job.seating)
    assert max(totals.values()) < 1.5 * min(totals.values())


def test_mixed_orders_differ_from_deal_to_deal() -> None:
    match = Match.of("taj_mahal", 4, "random,random", MIXED)
    assert len({frozenset(match.seatings(deal)) for deal in range(10)}) == 2  # neighbours, or not


def dealt(match: Match, deal: int, taken: list[int]) -> list[int]:
    """What chance did before anybody had to decide."""
    position = game(match.key).start(match.players)
    outcomes: list[int] = []
    for action in taken:
        if position.actor() != CHANCE:
            break
        outcomes.append(action)
        position.apply(action)
    assert outcomes, deal
    return outcomes


@pytest.mark.parametrize("key", list(all_games()))
def test_all_games_of_a_deal_have_the_same_luck(key: str) -> None:
    match = Match.of(key, game(key).players[0], "random,random")
    deals: list[list[int]] = []
    for deal in range(2):
        games: list[list[int]] = []
        for number, seating in enumerate(match.seatings(deal)):
            taken: list[int] = []
            play(Job(match, deal, number, seating), taken)
            games.append(taken)
        assert games[0] != games[1], "different bots at the seats play differently"
        starts = [dealt(match, deal, taken) for taken in games]
        assert all(start == starts[0] for start in starts)
        deals.append(starts[0])
    assert deals[0] != deals[1]


def test_chance_does_what_the_weights_say() -> None:
    weights = vec[i64]([3, 0, 1, 6])
    drawn = Counter(SharedChance(1, deal).draw(weights) for deal in range(20_000))
    assert drawn[1] == 0
    for outcome, share in ((0, 0.3), (2, 0.1), (3, 0.6)):
        assert drawn[outcome] / 20_000 == pytest.approx(share, abs=0.015)


def test_what_is_missing_from_a_bag_changes_nothing_else() -> None:
    full, less = vec[i64]([2, 2, 2, 2, 2]), vec[i64]([2, 2, 2, 2, 0])
    for deal in range(300):
        one, other = SharedChance(7, deal), SharedChance(7, deal)
        for _ in range(3):
            drawn = one.draw(full)
            assert other.draw(less) == drawn or drawn == 4


def test_seeds_depend_on_every_part() -> None:
    seeds = {seed_of("chance", 1, 2), seed_of("chance", 2, 1), seed_of("bot", 1, 2), seed_of(1, 2)}
    assert len(seeds) == 4


def test_a_game_can_be_played_again() -> None:
    job = next(Match.of("cards_and_karma", 2, "random,random").jobs(1))
    first, second = play(job), play(job)
    assert first.scores == second.scores
    assert first.steps == second.steps
    assert Result.from_json(first.as_json()) == first


def test_only_choices_count_as_decisions() -> None:
    job = next(Match.of("web_of_power", 3, "random,random").jobs(1))
    result = play(job)
    assert 0 < sum(result.decisions) < result.steps
    assert result.ended_by in game("web_of_power").ends


OWN_BOT = """
from dalang.bots.bot import Bot

class Last(Bot):
    def choose(self, view, rng):
        return int(view.legal_actions()[-1])

class Cheat(Bot):
    def choose(self, view, rng):
        return -7
"""


def test_a_bot_of_ones_own_may_take_part(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_BOT, encoding="utf-8")
    match = Match.of("web_of_power", 3, f"random,{file}:Last")
    before = fingerprint(match.key, match.contenders)
    assert sum(play(next(match.jobs(1))).decisions) > 0
    file.write_text(OWN_BOT + "# changed\n", encoding="utf-8")
    assert fingerprint(match.key, match.contenders) != before


@pytest.mark.slow
def test_the_bot_of_the_documentation_may_take_part(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "writing_a_bot.md"
    code = page.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    file = tmp_path / "careful.py"
    file.write_text(code, encoding="utf-8")
    result = play(next(Match.of("web_of_power", 3, f"random,{file}:Careful").jobs(1)))
    assert result.decisions[0] > 0


@pytest.mark.slow
def test_a_level_may_have_the_weights_of_a_file(tmp_path: Path) -> None:
    spec, path = game("bali"), tmp_path / "mine.toml"
    path.write_text("".join(f"{name} = {n}\n" for n, name in enumerate(spec.weights)), "utf-8")
    match = Match.of("bali", 3, f"club,club@{path}", MIXED)
    assert [contender.weights for contender in match.contenders] == [
        None,
        tuple(map(float, range(len(spec.weights)))),
    ]
    assert match.names() == ["club", f"club@{path}"]
    assert play(next(match.jobs(1))).places


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    file = tmp_path / "me@home" / "own.py"
    file.parent.mkdir()
    file.write_text(OWN_BOT, encoding="utf-8")
    assert Match.of("bali", 3, f"random,{file}:Last").names() == ["random", f"{file}:Last"]


def test_weights_that_cannot_be_had_are_refused(tmp_path: Path) -> None:
    (tmp_path / "half.toml").write_text("pile = 1\n", "utf-8")
    with pytest.raises(BadWeights, match="lacks the weight"):
        Match.of("bali", 3, f"club,club@{tmp_path}/half.toml")
    with pytest.raises(BadWeights, match="cannot be read"):
        Match.of("bali", 3, f"club@{tmp_path}/none.toml,club")
    own = tmp_path / "own.py"
    own.write_text("from dalang.bots.bot import Bot\nclass Own(Bot): pass\n", "utf-8")
    weights = game("bali").folder / "weights.toml"
    with pytest.raises(UnknownBot, match="takes no weights"):
        Match.of("bali", 3, f"club,{own}:Own@{weights}")


def test_an_illegal_choice_ends_the_match(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_BOT, encoding="utf-8")
    with pytest.raises(BotError, match=r"Cheat failed in web_of_power .* chose -7, .* not legal"):
        play(next(Match.of("web_of_power", 3, f"{file}:Cheat,{file}:Cheat").jobs(1)))


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        (("chess", None, "random,random"), UnknownGame, "There is no game 'chess'"),
        (("taj_mahal", 7, "random,random"), BadTable, "not for 7"),
        (("taj_mahal", 4, "random"), BadMatch, "at least two bots"),
        (("taj_mahal", 4, "random,champion"), UnknownBot, "There is no bot 'champion'"),
        (("taj_mahal", 4, "random,expert:soon"), BadBudget, "'soon' is no budget"),
        (("taj_mahal", 4, "random,club:100"), BadBudget, "takes no budget"),
        (("taj_mahal", 4, "random,no.such.module:Bot"), UnknownBot, "There is no module"),
        (("taj_mahal", 4, "random,/no/such/file.py:Bot"), UnknownBot, "There is no file"),
        (("taj_mahal", 4, "random,dalang.bots.bot:Cat"), UnknownBot, "has no bot 'Cat'"),
        (("taj_mahal", 4, "random,random,random", ALONE), BadMatch, "exactly two"),
        (("taj_mahal", 4, "random,random", "standing"), BadMatch, "one of alone, mixed"),
    ],
)
def test_what_cannot_be_played_is_said(
    asked: tuple[str, int | None, str], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Match.of(*asked)


def test_equal_bots_have_different_names() -> None:
    match = Match.of("taj_mahal", 4, "random,random,novice,random")
    assert match.names() == ["random", "random #2", "novice", "random #3"]
