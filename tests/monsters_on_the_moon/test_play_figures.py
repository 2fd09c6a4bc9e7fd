"""What is counted of play is what the games say, so that the table of `play_figures` can be believed."""

import pytest

from tests.monsters_on_the_moon.play_figures import HASTY, MODES, play, row_of

SEEDS = range(2)


@pytest.mark.parametrize(("num_players", "walls"), MODES)
def test_rows_and_steps_sum_to_what_the_game_has_counted(num_players: int, walls: bool) -> None:
    for seed in SEEDS:
        played = play("random", num_players, seed, walls=walls)
        for seat, rows in enumerate(played.rows):
            assert sum(rows) == played.vp[seat]
            assert sum(played.steps[seat]) == played.spaces[seat]
            assert 0 <= played.tiles[seat] <= 2
        assert len(row_of("random", num_players, [played], walls=walls)) == len(HASTY[num_players, walls]) + 2
