"""Strength on the way: the same deals from every seat against bots, in lock-step."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.games import load
from mom_env.players import Player
from mom_env.policy import make_player
from mom_env.policy_net import PolicyNet
from training.config import Config

EVALUATION_SEED = 1 << 62  # evaluation games are others than those of any training
SURE = 1.96  # standard errors of a 95 % interval


class Strength(NamedTuple):
    """Share of games won, a shared win in parts, with its 95 % interval over deals."""

    share: float
    low: float
    high: float


def evaluate(policy: PolicyNet, config: Config, bot: str, seed: int) -> Strength:
    """The policy at each seat of the same deals, all others the bot; it takes the likeliest action."""
    num_seats, deals = config.num_players, config.evaluation.deals
    games = load(config.game).VectorGame(
        deals * num_seats, num_seats, seed, deck=config.deck, options=config.options, check=False
    )
    games.restore(np.repeat(games.states[:deals], num_seats))
    seats = np.tile(np.arange(num_seats), deals)
    ruleset = load(config.game, "ruleset").Ruleset(games.deck, games.options, games.rules)
    player = make_player(bot, config.game, ruleset)
    returns = play_out(policy, games, player, seats, np.random.default_rng(seed))
    return strength_of(won_shares(returns[:, :num_seats], seats).reshape(deals, num_seats).mean(1))


def play_out(
    policy: PolicyNet, games: Any, player: Player, seats: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.float32]:
    """The returns by seat of each game; `seats` are the policy's."""
    returns: NDArray[np.float32] = np.zeros_like(games.returns)
    is_open = np.ones(len(seats), np.bool_)
    actions = np.zeros(len(seats), np.int64)
    while is_open.any():
        own, others = np.flatnonzero(games.seats == seats), np.flatnonzero(games.seats != seats)
        actions[own] = policy.choose(games.observations, games.action_masks, rows=own)
        bits = rng.integers(2**64, size=len(others), dtype=np.uint64)
        actions[others] = player.choose(games.states[others], games.rules, bits)
        games.step(actions)
        ended = games.dones & is_open
        returns[ended] = games.returns[ended]
        is_open &= ~games.dones
    return returns


def won_shares(returns: NDArray[np.float32], seats: NDArray[np.int64]) -> NDArray[np.float64]:
    """What each game's win was worth to its seat: 1, a part of it if shared, or 0."""
    won = returns == returns.max(1, keepdims=True)
    shares: NDArray[np.float64] = won[np.arange(len(seats)), seats] / won.sum(1)
    return shares


def strength_of(by_deal: NDArray[np.float64]) -> Strength:
    """Mean and 95 % interval; deals are independent, the games of one deal are not.

    Wilson's score interval with as many games as would have the variance that was measured.
    """
    count, share = len(by_deal), float(by_deal.mean())
    variance = float(by_deal.var(ddof=1)) if count > 1 else 0.0
    games = count * share * (1 - share) / variance if variance > 0 else float(count)
    centre = (share + SURE**2 / (2 * games)) / (1 + SURE**2 / games)
    spread = SURE * math.sqrt(share * (1 - share) / games + SURE**2 / (4 * games**2)) / (1 + SURE**2 / games)
    return Strength(share, max(0.0, centre - spread), min(1.0, centre + spread))
