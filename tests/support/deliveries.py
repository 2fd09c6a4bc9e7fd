"""Do all rewards arrive? `python -m tests.support.deliveries 100000` plays so many episodes a player count."""

import sys
from typing import Any, NamedTuple

from mom_env import monkeys_on_the_moon_v0 as monkeys
from mom_env.common.console import new_console
from mom_env.kernel.masks import draw_action, random_draws
from mom_env.work.progress import tracked


class Found(NamedTuple):
    """What came out of some episodes."""

    episodes: int
    different: int  # seats whose rewards did not add up to their return
    negative: int  # rewards below 0 that were handed to somebody


def played(env: Any, seed: int) -> dict[str, list[float]]:
    """What `last` hands to each agent in one random episode, visit by visit, as a learner gets it."""
    draws = random_draws(seed)
    env.reset(seed=seed)
    handed: dict[str, list[float]] = {agent: [] for agent in env.possible_agents}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        handed[agent].append(reward)
        env.step(None if termination or truncation else draw_action(observation["action_mask"], draws))
    return handed


def differences(env: Any, episodes: int, seed: int) -> Found:
    """Compare the sums with the returns that the game tells by itself, for rewards at the end only."""
    different = negative = 0
    for episode in range(episodes):
        handed = played(env, seed + episode)
        returns = returns_of(env)
        different += sum(abs(sum(got) - own) > 1e-12 for got, own in zip(handed.values(), returns, strict=True))
        negative += sum(reward < 0 for got in handed.values() for reward in got)
    return Found(episodes, different, negative)


def returns_of(env: Any) -> list[float]:
    """From the result by the rules page, not from the kernel that the environment uses."""
    result, seats = env.game.result(), range(env.game.num_players)
    others = len(seats) - 1
    if env.settings.reward == "vp":
        return [(own - (sum(result["vp"]) - own) / others) / 20 for own in result["vp"]]
    if env.settings.reward == "rank":
        return [1 - 2 * (mean_place(result["places"], seat) - 1) / others for seat in seats]
    won = len(result["winners"])
    return [(1 - (won - 1) / others) / won if seat in result["winners"] else -1 / others for seat in seats]


def mean_place(places: list[int], seat: int) -> float:
    """Seats that share a place share the mean of the places they take."""
    return places[seat] + (places.count(places[seat]) - 1) / 2


def main() -> None:
    episodes = int(sys.argv[1])
    for num_players in (2, 3, 4):
        env = monkeys.raw_env(num_players=num_players)
        chunks = tracked(range(episodes // 100), f"{num_players} players", episodes // 100, new_console())
        parts = [differences(env, 100, 100 * part) for part in chunks]
        whole = Found(*(sum(column) for column in zip(*parts, strict=True)))
        sys.stdout.write(f"{num_players} players: {whole}\n")


if __name__ == "__main__":
    main()
