"""Strengths in steps and styles of play: what they are called, what they mean, what is refused."""

from dataclasses import replace
from pathlib import Path

import pytest

from dalang.bots import AT_THE_TABLE, BadBudget, BotName, UnknownBot, at_the_table, bot
from dalang.bots.characters import names_of
from dalang.bots.greedy import MOOD, OVERLOOKED, POSITIONS
from dalang.bots.looking import by_instinct
from dalang.bots.naming import STRENGTH_NAMES, is_for_people
from dalang.bots.scale import bot_strength, nearest_strength
from dalang.bots.strength import MASTERLY, STRENGTHS, USUAL_SKILLS, SkilledBot, skill_of, skills
from dalang.bots.styles import STYLES, styled, styles_of
from dalang.engine.api import CHANCE, OVER, View
from dalang.engine.errors import BadWeights
from dalang.engine.playout import random_step
from dalang.engine.rng import Rng
from dalang.engine.spec import GameSpec
from dalang.registry import all_games, game

GAME = "cards_and_karma"
SPECS = pytest.mark.parametrize("spec", all_games().values(), ids=lambda spec: spec.key)


def decisions(spec: GameSpec, wanted: int) -> list[View]:
    """The first at which there is a choice of several actions, in a game played by instinct."""
    rng, judge, found = Rng(7), spec.new_judge(), list[View]()
    position = spec.start(spec.usual_players)
    while len(found) < wanted and position.actor() != OVER:
        if position.actor() == CHANCE:
            position.apply(random_step(position, rng))
            continue
        if len(position.legal_actions()) > 2:
            found.append(spec.observe(position, int(position.actor())))
        position.apply(by_instinct(judge, position, rng))
    return found


def skilled(name: str) -> SkilledBot:
    found = bot(name, GAME)
    assert isinstance(found, SkilledBot)
    return found


def test_a_skill_goes_from_a_novice_over_a_club_player_to_a_master() -> None:
    novice, club, master = skilled("skill:0"), skilled("skill:1"), skilled("skill:2")
    assert (novice.positions, novice.overlooked, novice.mood) == (1, OVERLOOKED, MOOD)
    assert (club.positions, club.overlooked, club.mood) == (POSITIONS, 0, 0)
    assert [each.thought for each in (novice, club, master)] == [0, 0, 1]
    assert skilled("skill:1.25").thought == 0.25


@pytest.mark.parametrize(("skill", "level"), [("skill:0", "novice"), ("skill:1", "club")])
def test_it_decides_as_the_level_does(skill: str, level: str) -> None:
    for view in decisions(game(GAME), 4):
        assert bot(skill, GAME).choose(view, Rng(3)) == bot(level, GAME).choose(view, Rng(3))


@SPECS
def test_every_game_has_rising_strengths_from_a_novice_to_a_master(spec: GameSpec) -> None:
    found = [skill_of(spec, number + 1) for number in range(STRENGTHS)]
    assert found == sorted(set(found))
    assert (found[0], found[-1]) == (0, MASTERLY)
    ratings = [bot_strength(spec.key, name) for name in STRENGTH_NAMES]
    assert ratings == sorted(ratings)
    assert [nearest_strength(spec.key, name) for name in STRENGTH_NAMES] == [*range(1, 11)]
    assert nearest_strength(spec.key, "novice") == 1
    assert 1 < nearest_strength(spec.key, "club") < nearest_strength(spec.key, "master")


def test_at_a_table_a_strength_has_the_time_of_all_bots() -> None:
    assert at_the_table("strength:9", GAME).milliseconds == AT_THE_TABLE.milliseconds


NO_STRENGTHS = ("0", "11", "", "x", "٣", "4:9", "4+wild")
NO_SKILLS = ("2.1", "-1", "", "nan")


@pytest.mark.parametrize(
    "name",
    [
        *(f"strength:{text}" for text in NO_STRENGTHS),
        *(f"skill:{text}" for text in NO_SKILLS),
        *("strength", "club+", "club+wild"),
    ],
)
def test_what_is_no_strength_or_style_is_refused(name: str) -> None:
    with pytest.raises((UnknownBot, BadBudget)):
        bot(name, GAME)
    assert not is_for_people(name)


def test_what_can_sit_at_a_table() -> None:
    assert all(map(is_for_people, ["club", "strength:10", "club+daring", "strength:3+patient"]))
    assert not any(map(is_for_people, ["expert:9", "skill:1", "mine.py:Mine", "club@x.toml", ""]))


@pytest.mark.parametrize(
    "text", ["skills = [1]", "skills = 3", "[", "skills = [0, 1, 1, 1, 1, 1, 1, 1, 1, 3]"]
)
def test_a_file_of_strengths_that_is_wrong(tmp_path: Path, text: str) -> None:
    path = tmp_path / "strengths.toml"
    path.write_text(text)
    with pytest.raises(BadWeights, match=r"strengths\.toml"):
        skills(path)
    assert skills(tmp_path / "none.toml") == USUAL_SKILLS


@pytest.mark.slow
@SPECS
def test_a_style_changes_some_weights_and_some_decisions(spec: GameSpec) -> None:
    views = decisions(spec, 120)
    assert set(styles_of(spec)) == set(STYLES)
    for style in STYLES:
        weights = styled(spec, style, None)
        assert weights is not None
        assert weights != spec.new_judge().weights
        own, plain = bot(f"club+{style}", spec.key), bot("club", spec.key)
        assert own.judge.weights == weights
        assert any(own.choose(view, Rng(5)) != plain.choose(view, Rng(5)) for view in views), style


def test_a_style_that_a_game_does_not_know_changes_nothing(tmp_path: Path) -> None:
    plain = replace(game(GAME), folder=tmp_path)
    assert styled(plain, "daring", None) is None


@pytest.mark.parametrize(
    "text", ["[daring]\nx = 1", "[daring]\nflip = -1", "[daring]\nflip = nan", "[wild]"]
)
def test_a_file_of_styles_that_is_wrong(tmp_path: Path, text: str) -> None:
    (tmp_path / "styles.toml").write_text(text)
    with pytest.raises(BadWeights, match=r"daring|wild"):
        styles_of(replace(game(GAME), folder=tmp_path))


def test_only_a_plain_master_has_nets() -> None:
    for name in ("strength:9", "master+daring"):
        with pytest.raises(UnknownBot, match="plain master"):
            BotName(name, None, "x.net").make(GAME)


def test_bots_have_names_of_their_own_wherever_they_play() -> None:
    names = [
        "club",
        "expert:300",
        "club+daring",
        "skill:0.1",
        "my/careful.py:Careful:20",
        "club@a.toml",
    ]
    assert names_of(names, ["wati"]) == ["Gede", "Ratna", "Bima", "Sari", "Careful", "Wati II"]
    assert names_of(["strength:10", "strength:10"]) == ["Dewi", "Dewi II"]
