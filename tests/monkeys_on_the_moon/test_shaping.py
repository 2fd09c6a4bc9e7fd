"""The potential: open information alone, zero-sum, 0 at both ends, and what the rules would pay now."""

from collections import Counter
from fractions import Fraction
from itertools import groupby
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from mom_env.environments.shaping import Shaping
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS
from tests.support.games import Start, examples, games, play_on, starts
from tests.support.kernels import GAME, write_potentials
from tests.support.sizes import smaller_without_jit


def potentials(game: Game) -> NDArray[np.float64]:
    out = np.full(MAX_PLAYERS, np.nan)
    write_potentials(game.states, 0, game.rules, out)
    return out


@examples(60, 10)
@given(starts())
def test_it_is_0_at_the_deal_and_at_the_end(start: Start) -> None:
    game = start.deal()
    if game.ruleset.deck.setup.hand > 1:  # a hand of one card is played at once
        assert not potentials(game).any()
    assert not potentials(play_on(game, 1)).any()


@examples(100, 10)
@given(games())
def test_it_adds_up_to_0_over_the_seats(game: Game) -> None:
    leads = potentials(game)
    assert abs(leads.sum()) < 1e-12
    assert not leads[game.num_players :].any()


@examples(100, 10)
@given(games())
def test_it_knows_no_secret(game: Game) -> None:
    leads = potentials(game)
    for seat in range(game.num_players):
        for seed in range(3):
            assert np.array_equal(potentials(game.resample_hidden(seat, seed)), leads)


def test_a_new_game_owes_nothing_of_one_that_was_not_played_to_its_end() -> None:
    shaping, game = Shaping(GAME, 3, 0.9), play_on(Game(3, seed=1), 1, decisions=60)
    potential = potentials(game)
    assert shaping.due(game, 1) == 0.9 * potential[1] != 0
    assert shaping.due(game, 1) == pytest.approx(0.9 * potential[1] - potential[1])
    shaping.begin()
    assert shaping.due(game, 1) == 0.9 * potential[1]
    assert shaping.add_last([0.0, 1.0, 2.0]) == [0, 1 - potential[1], 2]
    assert shaping.add_last([3.0, 2.0, 1.0]) == [3, 2, 1]


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("maximum_scorn", [False, True])
def test_it_is_the_lead_that_counting_up_now_would_give(num_players: int, *, maximum_scorn: bool) -> None:
    """Count by the rules page, except that tied stones pay the mean of their places, and splits are not rounded."""
    kinds = Counter[str]()
    for seed in range(smaller_without_jit(60, 6)):
        game = Game(num_players, seed, options={"maximum_scorn": maximum_scorn})
        while not game.over:
            vp = [float(points) for points in counted(game, kinds)]
            others = [(sum(vp) - own) / (num_players - 1) for own in vp]
            expected = [(own - other) / 20 for own, other in zip(vp, others, strict=True)]
            assert potentials(game)[:num_players] == pytest.approx(expected)
            play_on(game, seed, decisions=12)
    wanted = {"tied stones", "finished", "scorn", "sole leader", "tied leaders"}
    assert wanted | ({"tied seconds", "sole second"} if num_players > 2 else set()) <= kinds.keys()


def counted(game: Game, kinds: Counter[str]) -> list[Fraction]:
    """VP by seat if the game were counted now; `kinds` counts what came up."""
    view, titles = game.snapshot(), game.ruleset.deck.titles
    vp = [Fraction(sum(ship["vp"] for ship in won)) for won in view["ships_won"]]
    for holder in view["scorn"].values():
        if holder is not None:
            vp[holder] -= game.ruleset.deck.setup.scorn_penalty
            kinds["scorn"] += 1
    rank = 0
    for group in ranking(view):
        shared = slice(rank, rank + len(group))
        awards = [Fraction(sum(award[shared]), len(group)) for award in (titles.leader, titles.undersecretary)]
        kinds["tied stones" if len(group) > 1 else "finished" if group[0] in view["finished"] else "running"] += 1
        for tribe in group:
            for seat, points in enumerate(titles_of(status_in(view, tribe), awards, kinds)):
                vp[seat] += points
        rank += len(group)
    return vp


def ranking(view: Any) -> list[list[str]]:
    """4.2: tribes from the 1st place; those whose order nobody knows together."""
    running = [tribe for tribe in view["circle"] if tribe not in view["finished"]]
    by_space = groupby(sorted(running, key=lambda tribe: -view["track"][tribe]), key=lambda tribe: view["track"][tribe])
    return [[tribe] for tribe in view["finished"]] + [list(group) for _, group in by_space]


def status_in(view: Any, tribe: str) -> list[int]:
    """4.3: status by seat, as far as it counts."""
    status = [sum(monkey["status"] for monkey in pile if monkey["tribe"] == tribe) for pile in view["pile"]]
    if view["options"]["maximum_scorn"] and view["scorn"][tribe] is not None:
        status[view["scorn"][tribe]] = 0
    return status


def titles_of(status: list[int], awards: list[Fraction], kinds: Counter[str]) -> list[Fraction]:
    """4.3: what the titles of a tribe pay to each seat."""
    (leader, second), paid = awards, [Fraction(0)] * len(status)
    most, *fewer = sorted(set(status), reverse=True)
    leaders = [seat for seat, own in enumerate(status) if own == most]
    kinds["tied leaders" if len(leaders) > 1 else "sole leader"] += 1
    if len(status) == 2:
        leader, second = (leader, Fraction(0)) if len(leaders) == 1 else (Fraction(0), Fraction(0))
    for seat in leaders:
        paid[seat] = leader if len(leaders) == 1 else (leader + second) / len(leaders)
    if len(leaders) == 1:
        seconds = [seat for seat, own in enumerate(status) if own == fewer[0]]
        kinds["tied seconds" if len(seconds) > 1 else "sole second"] += 1
        for seat in seconds:
            paid[seat] = second / len(seconds)
    return paid
