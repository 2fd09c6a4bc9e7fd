"""Random play brings what other people's random play has brought, within the errors of both."""

import pytest

from tests.ape_town.random_play import figures_of, rows_of
from tests.support.sizes import smaller_without_jit

# From 2,000 random games each of an engine apart from this one: mean, deviation, shares in per cent, placements on
# fields of another colour in a game.
PUBLISHED = {
    2: (123.4, 18.5, {"tiles": 42.9, "boss": 20.4, "neighbours": 33.2, "money": 3.5}, 6.5, 1.48),
    3: (84.0, 16.1, {"tiles": 42.1, "boss": 18.9, "neighbours": 33.3, "money": 5.7}, 6.2, 1.50),
    4: (63.9, 14.9, {"tiles": 41.2, "boss": 17.9, "neighbours": 33.0, "money": 7.8}, 6.0, 1.47),
}
GAMES = smaller_without_jit(3000, 12)
ITS_GAMES = 2000


@pytest.mark.parametrize("num_players", PUBLISHED)
def test_random_play_is_as_elsewhere(num_players: int) -> None:
    found = figures_of(rows_of(num_players, GAMES), num_players)
    mean, spread, ways, forced, elsewhere = PUBLISHED[num_players]
    error = (1 + GAMES / ITS_GAMES) ** 0.5 * 4  # standard errors of both, of which four are allowed

    def agree(own: tuple[float, float], its: float, unit: float, rounding: float) -> bool:
        return bool(abs(own[0] * unit - its) < own[1] * unit * error + rounding)

    assert agree(found.points, mean, 1, 0.05)
    assert abs(found.spread - spread) < 0.1 + 100 / GAMES**0.5 * 0.6
    for way, share in ways.items():
        assert agree(found.ways[way], share, 100, 0.05), way
    assert agree(found.forced, forced, 100, 0.05)
    assert agree(found.elsewhere, elsewhere, 1, 0.005)
