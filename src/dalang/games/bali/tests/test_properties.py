"""What holds in every position a random game can reach, with Hypothesis choosing the game."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dalang.engine.api import WATCHER
from dalang.engine.arrays import filled
from dalang.engine.rng import Rng
from dalang.games.bali import GAME
from dalang.games.bali.components import DECK_SIZE, UNSEEN
from dalang.games.bali.position import Bali
from dalang.games.bali.rules.cards import pop, push
from dalang.games.bali.state import IN_ALL, IN_HAND, IN_PILE, LOOSE, N_SETS, ON_TOPS
from dalang.games.bali.tests.tables import after

GAMES = {
    "players": st.sampled_from([3, 4]),
    "seed": st.integers(0, 10**6),
    "steps": st.integers(0, 1500),
}


@settings(max_examples=40, deadline=None)
@given(**GAMES)
def test_positions_are_sound_and_survive_being_written(players: int, seed: int, steps: int) -> None:
    position = after(players, seed, steps)
    position.check()
    assert GAME.from_text(position.to_text()).to_text() == position.to_text()


@settings(max_examples=40, deadline=None)
@given(**GAMES)
def test_159_cards_16_masks_8_discs_and_4_seals(players: int, seed: int, steps: int) -> None:
    s = after(players, seed, steps)
    piles = s.ends[len(s.ends) - 1]
    assert s.stock_size + sum(s.discard) + sum(s.held) + piles == 159
    assert sum(s.masks_left) + sum(s.masks) == 16
    assert (len(s.disc), len(s.seal)) == (8, 4)
    aside = sum(1 for owner in s.disc if owner < 0)
    assert s.island < 0 or aside <= (2 if players == 3 else 0)
    assert all(-1 <= owner < players for owner in [*s.disc, *s.seal])


@settings(max_examples=30, deadline=None)
@given(**GAMES)
def test_what_is_sure_of_parts_is_sure_of_the_whole(players: int, seed: int, steps: int) -> None:
    s = after(players, seed, steps)
    for sure in range(0, len(s.shown), int(N_SETS)):
        bounds = [int(number) for number in s.shown[sure : sure + N_SETS]]
        assert bounds[LOOSE] >= bounds[IN_HAND] + bounds[ON_TOPS]
        assert bounds[IN_ALL] >= bounds[LOOSE] + sum(bounds[IN_PILE:IN_ALL])


@settings(max_examples=25, deadline=None)
@given(**GAMES)
def test_every_viewer_can_imagine_a_sound_game(players: int, seed: int, steps: int) -> None:
    position = after(players, seed, steps)
    for viewer in range(WATCHER, players):
        view = GAME.observe(position, viewer)
        deal = GAME.imagine(view, Rng(seed))
        deal.check()
        assert GAME.observe(deal, viewer).to_text() == view.to_text()
        assert deal.actor() < 0 or len(deal.legal_actions()) > 0


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(-1, 10)), max_size=100))
def test_piles_behave_like_lists(moves: list[tuple[int, int]]) -> None:
    """A card is put on a pile, or (-1) taken from it if there is one."""
    s = Bali()
    s.set_up(3)
    s.piled = filled(DECK_SIZE, UNSEEN)
    for place in range(12):
        s.ends[place] = 0
    piles: list[list[int]] = [[] for _ in range(12)]
    for place, card in moves:
        if card >= 0:
            push(s, place, card)
            piles[place].append(card)
        elif piles[place]:
            assert pop(s, place) == piles[place].pop()
        assert [list(s.piled[s.pile_begin(n) : s.ends[n]]) for n in range(12)] == piles
