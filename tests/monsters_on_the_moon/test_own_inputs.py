"""The own inputs of a square: what lies round it, wherever the display lies in the frame."""

import numpy as np
import pytest

from mom_env.monsters_on_the_moon import VectorGame
from mom_env.monsters_on_the_moon.observe import named
from mom_env.monsters_on_the_moon.own_inputs import list_own_inputs
from mom_env.monsters_on_the_moon.rolling import rolled, unrolled_ids
from mom_env.monsters_on_the_moon.ruleset import make_ruleset
from mom_env.players.own_inputs import own_tables

RULESET = make_ruleset(3, "standard", None, skip_forced=True)


@pytest.mark.once
def test_a_square_has_all_planes_from_one_square_before_it_to_three_after_it() -> None:
    places = list_own_inputs(RULESET)["square"]
    assert places.shape == (28 * 28, 18 * 25)
    for column, row in ((5, 9), (0, 0), (27, 26)):
        for plane in (0, 3, 17):
            window = places[28 * row + column].reshape(18, 5, 5)[plane]
            for down in range(5):
                for right in range(5):
                    y, x = (row + down - 1) % 28, (column + right - 1) % 28
                    assert window[down, right] == plane * 784 + 28 * y + x


def test_what_a_square_has_moves_with_the_display() -> None:
    games, rng = VectorGame(6, 3, seed=4), np.random.default_rng(1)
    _, places = own_tables("monsters_on_the_moon", RULESET)
    compared = 0
    for _ in range(40):
        games.step(games.sample(rng))
        seen, masks = games.observations, games.action_masks
        moved_seen, moved_masks, corners = rolled(seen.astype(np.uint8), masks)
        for i in range(6):
            is_place = named(seen[i])["decision"][3] == 1
            for moved in np.flatnonzero(moved_masks[i])[: 99 if is_place else 0]:
                action = int(unrolled_ids(np.array([moved]), corners[i : i + 1])[0])
                assert np.array_equal(seen[i][places[action]], moved_seen[i][places[moved]])
                compared += 1
    assert compared > 100
