"""What greedy and planner expect of districts: full ones are scored as the rules do, others by sensible odds."""

from typing import Any

import numpy as np
import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.actions import PLACE
from mom_env.ape_town.bots.outlook import OUTLOOK_DTYPE, add_scoring, lay, look_at_districts
from mom_env.ape_town.bots.planner import look
from mom_env.ape_town.bots.planner_expected import add_expected
from mom_env.ape_town.bots.planner_weights import WEIGHTS
from mom_env.ape_town.state import Way
from mom_env.kernel.jit import kernel
from tests.ape_town.build import Table
from tests.support.sizes import smaller_without_jit


@kernel
def write_scoring(states: Any, rules: Any, outlooks: Any, motif: int, district: int) -> None:
    """What the scoring of a district brings once the seat to move has laid a tile there."""
    state, seat = states[0], int(states[0].seat)
    look_at_districts(state, rules[0], outlooks[0])
    lay(rules[0], outlooks[0], seat, motif, district, state.discs[seat] > 0, 1)
    add_scoring(rules[0], outlooks[0], district)


@kernel
def write_expected(states: Any, rules: Any, outlooks: Any, district: int, weights: Any) -> None:
    look(states[0], rules[0], outlooks[0], weights[0])
    add_expected(rules[0], outlooks[0], district, 1.0, weights[0])


def expected(table: Table, district: int) -> list[float]:
    """What each seat may expect of a district."""
    outlooks, count = np.zeros(1, OUTLOOK_DTYPE), table.game.num_players
    write_expected(table.game.states, table.rules_array, outlooks, district, WEIGHTS[count - 2 : count - 1])
    return [float(points) for points in outlooks[0]["gain"][:count]]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_a_district_that_a_tile_completes_is_scored_as_the_rules_do(num_players: int) -> None:
    outlooks, rng, scored = np.zeros(1, OUTLOOK_DTYPE), np.random.default_rng(1), 0
    for seed in range(smaller_without_jit(40, 2)):
        game = Game(num_players, seed, skip_forced=False)
        while not game.over:
            action, state = int(rng.choice(game.legal_actions())), game.states[0]
            district = int(game.rules[0]["district"][action - PLACE]) if action >= PLACE else -1
            is_last = action >= PLACE and state.free[district] == 1
            if is_last:
                write_scoring(game.states, game.rules, outlooks, int(state.hand), district)
            before = state.ways.copy()
            game.play(action)
            if is_last:
                got = (game.states[0].ways - before)[:num_players, [Way.BOSS, Way.NEIGHBOURS]].sum(axis=1)
                assert outlooks[0]["gain"][:num_players].tolist() == got.tolist()
                scored += 1
    assert scored == 9 * smaller_without_jit(40, 2)


def test_nothing_is_expected_of_a_full_district() -> None:
    assert expected(Table().fill(4, ["orangutan 0", "mandrill"]), 4) == [0, 0, 0]


def test_seats_without_markers_are_alike_and_an_orangutan_is_worth_something() -> None:
    first, *others = expected(Table(4), 4)
    assert others == pytest.approx([first] * 3)
    with_one = expected(Table(4).lay({34: "orangutan 2"}), 4)
    assert with_one[2] > first > with_one[0] > 0


def test_the_lead_counts_for_more_when_fewer_fields_are_free() -> None:
    early = Table().lay({34: "orangutan 0", 35: "mandrill", 36: "mandrill"})
    late = Table().lay({34: "orangutan 0", 35: "mandrill", 36: "mandrill"} | dict.fromkeys(range(37, 42), "banana"))
    shares = [expected(table, 4)[0] / sum(expected(table, 4)) for table in (early, late)]
    assert 1 / 3 < shares[0] < shares[1] < 1


def test_a_lemur_brings_more_beside_a_rich_neighbour() -> None:
    alone = Table().lay({34: "lemur 1"})
    rich = Table().lay({34: "lemur 1"} | dict.fromkeys(range(69, 73), "mandrill"))
    assert expected(rich, 4)[1] > expected(alone, 4)[1] > expected(alone, 4)[0]
