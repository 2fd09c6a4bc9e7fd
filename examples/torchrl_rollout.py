"""Play games in TorchRL's own wrapper, unchanged. Run: `python examples/torchrl_rollout.py --games 3`.

Each seat is a group: `("player_0", "mask")` says whether it is to move, and `("player_0", "action_mask")` what it may
do. The rollout draws legal actions; to use a policy of your own, pass it to `rollout`.

`--game` is the name of any game of the package. Where all seats act at once, the Parallel environment is used: all
seats are one group, `player`, with a row for each, and a step takes the actions of all. In `("player", "action_mask")`
the row of a seat that has nothing to decide allows only `wait`.
"""

import argparse

from tensordict import TensorDictBase
from torchrl.envs.libs.pettingzoo import PettingZooWrapper

from mom_env.environments.of_game import Environments
from mom_env.games import GAMES, load


def make_env(game: str, **arguments: object) -> PettingZooWrapper:
    """Make the environment of `game` in TorchRL's wrapper; `arguments` are those of the environment.

    It is the Parallel environment if all seats act at once, and otherwise the AEC environment.
    """
    made = Environments(game)
    make = made.parallel_env if load(game).info.kind == "simultaneous" else made.env
    return PettingZooWrapper(make(**arguments), use_mask=True, categorical_actions=True)


def totals(env: PettingZooWrapper, game: TensorDictBase) -> dict[str, float]:
    """Return the sum of the rewards of each seat of `env` over a rollout, which is called `game`."""
    sums: dict[str, float] = {}
    for group, agents in env.group_map.items():
        sums |= zip(agents, game["next", group, "reward"].sum(0).flatten().tolist(), strict=True)
    return sums


def main() -> None:
    """Play games, and print their lengths and the rewards of each seat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--players", type=int, help="by default the usual number of the game")
    arguments = parser.parse_args()

    info = load(arguments.game).info
    env = make_env(info.name, num_players=info.seats(arguments.players))
    for _ in range(arguments.games):
        game = env.rollout(info.most_replay_moves)  # it stops when the game is over
        print(len(game), "steps", totals(env, game))


if __name__ == "__main__":
    main()
