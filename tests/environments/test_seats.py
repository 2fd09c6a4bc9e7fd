"""Games from one seat: whose chance is drawn, and looking at one of many games."""

import numpy as np

from mom_env.environments.one_seat import OneSeat
from mom_env.environments.seat_settings import SeatSettings
from mom_env.games import GAMES
from mom_env.kernel.rng import STREAM_DTYPE, next_bits, seed_stream


def dealt(seeds: list[int], **arguments: object) -> OneSeat:
    table = OneSeat(GAMES[0], len(seeds), SeatSettings.checked(arguments))
    table.reset(seeds)
    return table


def test_seats_and_bots_draw_nothing_of_what_is_dealt() -> None:
    """Whoever knows how a bot drew must not know the next cards."""
    table, deal = dealt([5], opponents="random", seat=0), np.zeros(1, np.dtype((np.record, STREAM_DTYPE)))
    seed_stream(deal[0], np.uint64(5), 0)
    stations = set()
    for _ in range(2_000):
        stations.add(int(deal[0].rng))
        next_bits(deal[0])
    for _ in range(5):
        assert int(table.states[0].rng) in stations
        assert int(table._seatings[0]["rng"]) not in stations
        table.step(np.argmax(table.action_masks, axis=1))


def test_one_of_many_games_may_be_looked_at() -> None:
    table = dealt([1, 2, 3], num_players=3)
    for i in range(3):
        game = table.game_at(i)
        assert game.states.tobytes() == table.states[i : i + 1].tobytes()
        game.play(game.legal_actions()[0])
        assert game.states.tobytes() != table.states[i : i + 1].tobytes()
