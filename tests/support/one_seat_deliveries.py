"""Do all rewards reach the learner? `python -m tests.support.one_seat_deliveries 100000`: episodes by player count."""

import sys

import numpy as np

from mom_env.common.console import new_console
from mom_env.environments.one_seat import OneSeat
from mom_env.environments.seat_settings import SeatSettings
from mom_env.games import GAMES
from mom_env.work.progress import tracked
from tests.support.deliveries import Found, returns_of
from tests.support.sizes import smaller_without_jit

NUM_GAMES = smaller_without_jit(100, 4)


class Ended:
    """A finished game of a batch, as `returns_of` wants it."""

    def __init__(self, table: OneSeat, i: int) -> None:
        self.game, self.settings = table.game_at(i), table.settings


def differences(num_players: int, episodes: int, seed: int, reward: str = "win") -> Found:
    """Random games from random seats; rewards added up, against the result by the rules page of that very game."""
    settings = SeatSettings.checked({"num_players": num_players, "reward": reward})
    table, rng = OneSeat(GAMES[0], NUM_GAMES, settings, deals_at_once=False), np.random.default_rng(seed)
    table.reset([seed + i for i in range(NUM_GAMES)])
    sums, ended, different, negative = np.zeros(NUM_GAMES), 0, 0, 0
    while ended < episodes:
        actions = np.argmax(table.action_masks * rng.random(table.action_masks.shape, np.float32), axis=1)
        table.step(actions)
        sums += table.rewards
        negative += int((table.rewards < 0).sum())
        for i in np.flatnonzero(table.dones):
            different += abs(sums[i] - returns_of(Ended(table, int(i)))[table.seats()[i]]) > 1e-6
            sums[i], ended = 0, ended + 1
    return Found(ended, different, negative)


def main() -> None:
    episodes = int(sys.argv[1])
    for num_players in (2, 3, 4):
        count = max(1, episodes // 1000)
        chunks = tracked(range(count), f"{num_players} players", count, new_console())
        parts = [differences(num_players, 1000, 1000 * part) for part in chunks]
        whole = Found(*(sum(column) for column in zip(*parts, strict=True)))
        sys.stdout.write(f"{num_players} players: {whole}\n")


if __name__ == "__main__":
    main()
