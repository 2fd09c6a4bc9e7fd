"""What a simulation of the search is worth, and to whom: shares of 1, from the result or from an estimate of it.

In plain Python alone: each part would be compiled for itself, which takes minutes.
"""

from typing import Any

import numpy as np
import pytest

from mom_env.kernel.jit import is_compiled
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.bots.planner_outlook import award_at
from mom_env.monkeys_on_the_moon.guide import payoff
from mom_env.monkeys_on_the_moon.guide.look import LOOK_DTYPE
from mom_env.monkeys_on_the_moon.pieces import vp_of_ship
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, NUM_TRIBES, Phase
from tests.support.build import Table

pytestmark = pytest.mark.skipif(is_compiled(), reason="each part would be compiled for itself, which takes minutes")


@pytest.fixture
def look() -> Any:
    return np.zeros(1, LOOK_DTYPE)[0]


@pytest.mark.parametrize(
    ("vp", "places", "shares"),
    [
        ([10, 10, 10], [1, 1, 1], [1 / 3, 1 / 3, 1 / 3]),
        ([10, 10, 6], [1, 1, 3], None),
        ([10, 10, 6], [1, 2, 3], None),
    ],
)
def test_a_result_is_half_the_win_and_half_by_vp(
    vp: list[int], places: list[int], shares: list[float] | None, look: Any
) -> None:
    game = Game(3, seed=1)
    state = game.states[0]
    state.phase, state.vp[:3], state.place[:3] = Phase.OVER, vp, places
    found = np.zeros(MAX_PLAYERS)
    payoff.write_payoff(state, game.rules[0], look, found)
    weights = np.exp(np.array(vp) / 4)  # a lead of 4 VP is e times as much
    wins = np.array([place == 1 for place in places]) / places.count(1)
    expected = weights / weights.sum() / 2 + wins / 2
    assert found[:3].tolist() == pytest.approx(expected.tolist())
    assert shares is None or expected.tolist() == pytest.approx(shares)


def estimates(table: Table, left: float, look: Any) -> Any:
    found = np.zeros(MAX_PLAYERS)
    payoff.write_estimates(table.state, table.rules[0], look, found, left)
    return found[: table.rules[0].num_players]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_titles_are_shared_out_whole(num_players: int, look: Any) -> None:
    """What all seats together may expect of the titles is what the tribes' likely ranks pay."""
    table, left, paid = Table(num_players=num_players).track(brown=5, red=3, blue=9), 2.0, 0.0
    table.scored(0, "brown 3", "red 3").scored(1, "brown 4", "blue 3")
    for tribe in range(NUM_TRIBES):
        rank = payoff.likely_rank(table.state, tribe, payoff.SPACES + payoff.SPACES_PER_ROUND * left)
        awards = [table.rules[0].leader, table.rules[0].undersecretary][: num_players - 1]
        paid += sum(award_at(award[:], rank) for award in awards[:2])
    coins = (payoff.COIN + payoff.COIN_PER_ROUND * left) * int(table.state.coins[:num_players].sum())
    assert estimates(table, left, look).sum() == pytest.approx(paid + coins)


def test_ranks_are_all_given_and_who_is_ahead_has_the_better_one() -> None:
    table = Table(num_players=3).track(brown=15, black=9, green=9, blue=2).finished("red", "purple")
    ranks = {name: payoff.likely_rank(table.state, table.words.tribes.index(name), 1.0) for name in table.words.tribes}
    assert sum(ranks.values()) == pytest.approx(15)
    assert sorted(ranks, key=lambda name: ranks[name])[:3] == ["red", "purple", "brown"]
    assert [ranks["red"], ranks["purple"]] == pytest.approx([0, 1])
    assert ranks["black"] == ranks["green"] < ranks["blue"]


def test_an_award_between_two_ranks() -> None:
    awards = np.array([9, 6, 5, 1, 1, 0], np.int16)
    assert [award_at(awards, rank) for rank in (0.0, 0.75, 2.5, 4.25, 5.0)] == pytest.approx([9, 6.75, 3, 0.75, 0])


def test_rounds_left_fall_from_all_of_them_to_none() -> None:
    game, found = Game(3, seed=1), list[float]()
    rounds = int(game.rules[0].rounds)
    state = game.states[0]
    for number in range(rounds):
        for phase in (Phase.CIVILIZATION, Phase.BID):
            for turn in range(3):
                state.round_number, state.phase, state.turn = number, phase, turn
                found.append(payoff.rounds_left(state, game.rules[0]))
    assert found == pytest.approx((rounds - np.arange(6 * rounds) / 6).tolist())


def test_coins_are_worth_nothing_at_the_end_and_scorn_costs(look: Any) -> None:
    plain, rich = Table(num_players=3), Table(num_players=3).coins(0, brown=0)
    assert estimates(plain, 0.0, look).tolist() == estimates(rich, 0.0, look).tolist()
    assert estimates(plain, 3.0, look)[0] > estimates(rich, 3.0, look)[0]
    scorned = Table(num_players=3).scorn(brown=1)
    fall = estimates(plain, 3.0, look) - estimates(scorned, 3.0, look)
    assert fall.tolist() == pytest.approx([0, payoff.SCORN * 2, 0])


def test_a_crew_is_worth_its_share_of_the_ship() -> None:
    table = Table(num_players=3).ship(0, "green 3").aboard(0, "brown 3", "black 3")
    vp = vp_of_ship(table.rules[0], int(table.state.ship[0]))
    assert payoff.worth_of_crew(table.state, table.rules[0], 0) == pytest.approx(vp * 2 / 3)
    table.state.ship[0] = -1
    assert payoff.worth_of_crew(table.state, table.rules[0], 0) == 0


def test_chances_to_lead_follow_status_and_scorn(look: Any) -> None:
    def chances(table: Table) -> list[float]:
        payoff.write_chances(table.state, table.rules[0], look, table.words.tribes.index("brown"), 2.0)
        return look.status[:3, table.words.tribes.index("brown")].tolist()  # type: ignore[no-any-return]

    even, led = Table(num_players=3), Table(num_players=3).scored(1, "brown 4")
    assert chances(even) == pytest.approx([1 / 3] * 3)
    weights = np.exp([0, 4 / 2, 0])
    assert chances(led) == pytest.approx((weights / weights.sum()).tolist())
    scorned = Table(num_players=3, maximum_scorn=True).scored(1, "brown 4").scorn(brown=1)
    half = np.exp([0, 2 / 2, 0])
    assert chances(scorned) == pytest.approx((half / half.sum()).tolist())
