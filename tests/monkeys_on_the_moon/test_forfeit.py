"""What an illegal action costs: never less than the worst end of a game."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mom_env import monkeys_on_the_moon_v0 as monkeys
from mom_env.contract.records import NOBODY
from mom_env.environments.gymnasium import OneSeatEnv, OneSeatVectorEnv
from mom_env.kernel.returns import reward_named
from mom_env.monkeys_on_the_moon import VectorGame
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.forfeit import least_vp_return, most_ship_vp
from mom_env.monkeys_on_the_moon.rules.scoring import count_up
from mom_env.monkeys_on_the_moon.ruleset import Ruleset, make_ruleset
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS, NUM_TRIBES, STATE_DTYPE, Phase
from tests.support.kernels import forfeit_return, write_returns
from tests.support.sizes import smaller_without_jit

# By hand, from the numbers of the rules page: own scorn 6 x 2; leaders 27, with three or four players 15 for seconds;
# full ships: 24 monkeys fill six of four seats; 27 one of three seats more; 32 two of three and one of two more.
BOUNDS = {2: (-12 - (27 + 18) / 1) / 20, 3: (-12 - (42 + 20) / 2) / 20, 4: (-12 - (42 + 23) / 3) / 20}
each_table = pytest.mark.parametrize("num_players", [2, 3, 4])
ships = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 5)), min_size=6, max_size=9)


def ruleset(num_players: int, deck: Any = "standard") -> Ruleset:
    return make_ruleset(num_players, deck, None, skip_forced=True)


@each_table
def test_the_bound_of_the_standard_deck_is_what_its_numbers_give(num_players: int) -> None:
    assert least_vp_return(ruleset(num_players)) == pytest.approx(BOUNDS[num_players])
    assert BOUNDS[num_players] < -1


@each_table
def test_a_forfeit_costs_that_bound_with_vp_and_else_one(num_players: int) -> None:
    paid = {name: forfeit_return(reward_named(name), ruleset(num_players)) for name in ("win", "rank", "vp")}
    assert paid == {"win": -1.0, "rank": -1.0, "vp": pytest.approx(BOUNDS[num_players])}


def test_a_forfeit_costs_one_where_a_game_cannot_cost_more() -> None:
    content: Any = load_deck("standard").plain()
    titles = {"leader": [1, 1, 1, 0, 0, 0], "undersecretary": [0] * 6}
    ships = {name: [[seats, 0] for seats, _ in row] for name, row in content["ships"].items()}
    poor = content | {"titles": titles, "ships": ships, "setup": content["setup"] | {"scorn_penalty": 0}}
    assert least_vp_return(ruleset(4, poor)) == pytest.approx(-1 / 20)
    assert forfeit_return(reward_named("vp"), ruleset(4, poor)) == -1


@given(ships, st.integers(0, 20))
@settings(max_examples=smaller_without_jit(200, 50), deadline=None)
def test_the_most_vp_of_ships_is_that_of_the_best_choice(pairs: list[tuple[int, int]], num_monkeys: int) -> None:
    choices = (choice for count in range(len(pairs) + 1) for choice in combinations(pairs, count))
    best = max(sum(vp for _, vp in choice) for choice in choices if sum(seats for seats, _ in choice) <= num_monkeys)
    deck = load_deck("standard").model_copy(update={"ships": {"red": pairs[:3], "blue": pairs[3:]}})
    assert most_ship_vp(deck, num_monkeys) == best


@each_table
def test_the_worst_table_that_can_be_counted_up_is_worth_the_bound(num_players: int) -> None:
    """Seat 0 holds all scorn and nothing else; the others have every title, and the ships that pay most."""
    rules, states, out = ruleset(num_players).rules, np.zeros(1, STATE_DTYPE), np.zeros(MAX_PLAYERS)
    states["phase"], states["seat"], states["scorn"] = Phase.OVER, NOBODY, 0
    states["tie_rank"] = np.arange(NUM_TRIBES)
    states["status"][0, 1:num_players] = np.array([[5], [3], [1]])[: num_players - 1]
    states["ship_vp"][0, 1] = {2: 18, 3: 20, 4: 23}[num_players]
    count_up(states[0], rules[0])
    write_returns(states, 0, rules, reward_named("vp"), out)
    assert out[0] == pytest.approx(BOUNDS[num_players])


@each_table
@pytest.mark.parametrize("deck", ["standard", "mini"])
def test_no_game_pays_less(num_players: int, deck: str) -> None:
    if num_players not in load_deck(deck).player_counts:
        pytest.skip("the deck is not for so many players")
    games = VectorGame(smaller_without_jit(500, 5), num_players, 3, deck=deck, reward="vp")
    rng, least, ended = np.random.default_rng(1), 0.0, 0
    while ended < smaller_without_jit(2000, 5):
        games.step(games.sample(rng))
        least, ended = min(least, float(games.returns.min())), ended + int(games.dones.sum())
    assert least_vp_return(ruleset(num_players, deck)) <= least < 0


def forfeited(num_players: int) -> Iterator[tuple[float, list[float]]]:
    """What an offender gets, and what the others get, in each kind of environment that shows it."""
    for make in (monkeys.env, monkeys.parallel_env):
        env: Any = make(num_players=num_players, reward="vp")
        env.reset(seed=1)
        loser = f"player_{env.game.seat}"
        illegal = int(np.argmin(env.observe(loser)["action_mask"]))
        rewards = env.step({loser: illegal})[1] if hasattr(env, "wait") else env.step(illegal) or env.rewards
        yield rewards[loser], [reward for agent, reward in rewards.items() if agent != loser]


@each_table
def test_environments_pay_the_bound_and_share_it_among_the_others(num_players: int) -> None:
    for own, others in forfeited(num_players):
        assert own == pytest.approx(BOUNDS[num_players])
        assert others == pytest.approx([-own / (num_players - 1)] * (num_players - 1))
    env = OneSeatEnv(num_players=num_players, reward="vp", illegal="lose")
    env.reset(seed=1)
    assert env.step(-1)[1] == pytest.approx(BOUNDS[num_players], abs=1e-6)
    many = OneSeatVectorEnv(2, num_players=num_players, reward="vp", illegal="lose")
    many.reset(seed=1)
    assert many.step(np.array([-1, -1]))[1] == pytest.approx([BOUNDS[num_players]] * 2, abs=1e-6)
