"""What a result is worth to each seat: the three rewards as the docs promise them, with every kind of tie."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from mom_env.contract.records import NOBODY
from mom_env.kernel.returns import Reward
from mom_env.monkeys_on_the_moon.ruleset import make_ruleset
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, STATE_DTYPE, Phase
from tests.support.kernels import write_returns

OLD = 7.0  # what stood in the array before


def returns(reward: Reward, num_players: int, *, phase: Phase = Phase.OVER, **results: Any) -> list[float]:
    """What is written for a game with these places and VP by seat."""
    states, out = np.zeros(1, STATE_DTYPE), np.full(MAX_PLAYERS, OLD)
    states["phase"] = phase
    states["seat"] = NOBODY if phase == Phase.OVER else 0
    for name, values in results.items():
        states[name][0, : len(values)] = values
    write_returns(states, 0, make_ruleset(num_players, "standard", None, skip_forced=True).rules, reward, out)
    assert not out[num_players:].any()
    returns: list[float] = out[:num_players].tolist()
    return returns


def all_places(num_players: int) -> list[tuple[int, ...]]:
    """Every list of places that a result can have: 1 for the best, ties share."""
    strengths = product(range(num_players), repeat=num_players)
    return sorted({tuple(1 + sum(other > own for other in row) for own in row) for row in strengths})


@pytest.mark.parametrize("reward", Reward)
@pytest.mark.parametrize("phase", [Phase.CIVILIZATION, Phase.BID])
def test_nothing_is_paid_before_the_end(reward: Reward, phase: Phase) -> None:
    assert returns(reward, 3, phase=phase, place=[1, 2, 3], vp=[30, 20, 10]) == [0, 0, 0]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_winners_share_what_the_others_lose(num_players: int) -> None:
    """A sole winner gets 1. Whoever did not win loses an equal part of it, and winners share alike."""
    for places in all_places(num_players):
        found = returns(Reward.WIN, num_players, place=places)
        winners, lost = places.count(1), Fraction(-1, num_players - 1)
        won = -lost * (num_players - winners) / winners
        assert found == pytest.approx([float(won if place == 1 else lost) for place in places]), places
    assert returns(Reward.WIN, num_players, place=range(1, num_players + 1))[0] == 1


def test_three_winners_of_four_share_a_third() -> None:
    assert returns(Reward.WIN, 4, place=[1, 4, 1, 1]) == pytest.approx([1 / 9, -1 / 3, 1 / 9, 1 / 9])


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_ranks_are_evenly_spaced_and_ties_share_the_mean_of_their_places(num_players: int) -> None:
    steps = [1 - Fraction(2 * place, num_players - 1) for place in range(num_players)]
    for places in all_places(num_players):
        shared = [steps[place - 1 : place - 1 + places.count(place)] for place in places]
        expected = [float(sum(row) / len(row)) for row in shared]
        found = returns(Reward.RANK, num_players, place=places)
        assert found == pytest.approx(expected), places
        assert sum(found) == pytest.approx(0)


def test_vp_above_the_mean_of_the_others_count_a_twentieth() -> None:
    assert returns(Reward.VP, 2, vp=[30, 10]) == [1, -1]
    assert returns(Reward.VP, 3, vp=[30, 10, -4]) == pytest.approx([27 / 20, -3 / 20, -24 / 20])
    assert returns(Reward.VP, 4, vp=[5, 5, 5, 5]) == [0, 0, 0, 0]
