"""Board games for reinforcement learning."""

from mom_env.games import GAMES, load
from mom_env.games.registration import wait_for_registries

__version__ = "0.1.0"

wait_for_registries()
for _name in GAMES:
    load(_name)
