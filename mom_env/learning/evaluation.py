"""The strength of a policy during its training: games against bots, the same deals from every seat, in lock-step."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.base.vector_game import VectorGame
from mom_env.common.arguments import players_in_words
from mom_env.contract.options import OptionValue
from mom_env.games import load
from mom_env.learning.config import Config
from mom_env.learning.reserved_seeds import EVALUATION_SEED
from mom_env.players.kinds import Player
from mom_env.players.policy_net import PolicyNet
from mom_env.players.specs import make_player

NO_SEAT = -1
SURE = 1.96  # standard errors on either side, for a 95 % interval


class Strength(NamedTuple):
    """The share of games that a policy wins, from 0 to 1, with its 95 % interval over deals.

    A shared win counts in parts.

    At tables where scores are compared, such as tables of one player, it is the share of games in which the policy's
    score is higher than the bot's at the same seat of the same deal. Equal scores count one half.
    """

    share: float
    low: float
    high: float


class Matchup(NamedTuple):
    """A bot as the opponent in evaluations, at tables with one number of players, and the label of its results."""

    bot: str
    num_players: int
    label: str  # in logs and on the screen; it has the number of players if the training has several


def matchups(config: Config) -> list[Matchup]:
    """Return the matchups (a bot and a number of players each) of every evaluation, in the order of the logs."""
    counts = config.player_counts
    return [
        Matchup(bot, count, bot if len(counts) == 1 else f"{bot}, {players_in_words(count)}")
        for count in counts
        for bot in config.evaluation.against
    ]


def evaluate_all(policy: PolicyNet, config: Config) -> dict[str, Strength]:
    """Play all matchups of an evaluation, and return the policy's strength in each, by the matchup's label."""
    seed = EVALUATION_SEED + config.seed
    return {one.label: evaluate(policy, config, one.bot, seed, one.num_players) for one in matchups(config)}


def fair_shares(config: Config) -> list[float]:
    """Return the shares, from 0 to 1, that an equal of the bots would win at the tables of a training, each once.

    There is one for each number of players: 1 divided by this number, or one half at tables where scores are compared.
    """
    info = load(config.game).info
    fair = (1 / count if info.measure(count) == "win" else 0.5 for count in config.player_counts)
    return list(dict.fromkeys(fair))


def evaluate(policy: PolicyNet, config: Config, bot: str, seed: int, num_players: int | None = None) -> Strength:
    """Play a policy at each seat of some deals, with a bot at all other seats, and return the policy's strength.

    Args:
        policy: takes its likeliest action at each decision.
        config: has the number of deals, which several sets of options divide among themselves.
        bot: spec of the opponent. Where scores are compared, it also plays all seats of the same deals.
        seed: of the deals.
        num_players: number of seats; by default the configuration's first one.
    """
    count = config.player_counts[0] if num_players is None else num_players
    sizes = [len(part) for part in np.array_split(np.arange(config.evaluation.deals), len(config.option_sets))]
    tables = [TableDeals(config, count, options, size) for options, size in zip(config.option_sets, sizes, strict=True)]
    by_score = load(config.game).info.measure(count) == "score"
    shares = higher_shares if by_score else shares_of_wins
    return strength_of(np.concatenate([shares(policy, table, bot, seed) for table in tables if table.deals]))


class TableDeals(NamedTuple):
    """Some deals at tables with one number of players and one set of options.

    All games of a deal begin with the same setup.
    """

    config: Config
    num_players: int
    options: Mapping[str, OptionValue]
    deals: int  # how many

    def games(self, seed: int, *rewards: str) -> VectorGame:
        """Return a batch in which each deal occurs once for every seat; the games of a deal follow one another.

        Args:
            seed: of the deals.
            rewards: names of rewards, the most wanted first. Returns are by the first that is defined at this table,
                otherwise by the table's default reward.
        """
        config, seats = self.config, self.num_players
        known = load(config.game).info.table(seats).rewards
        reward = next((reward for reward in rewards if reward in known), known[0])
        rules: dict[str, Any] = {"deck": config.deck, "options": self.options, "reward": reward}
        games: VectorGame = load(config.game).people.VectorGame(self.deals * seats, seats, seed, check=False, **rules)
        games.restore(np.repeat(games.states[: self.deals], seats))
        return games

    def seats(self) -> NDArray[np.int64]:
        """Return the policy's seat in each of `games`, by index of the game: every seat once in each deal."""
        return np.tile(np.arange(self.num_players), self.deals)


def shares_of_wins(policy: PolicyNet, table: TableDeals, bot: str, seed: int) -> NDArray[np.float64]:
    """Play the deals of `table`, and return the share of games that the policy wins, from 0 to 1, by deal.

    Each deal is played with the policy at each seat and `bot` at all others. `seed` is that of the deals, and of the
    bot's chance.
    """
    games, seats = table.games(seed, "win"), table.seats()
    player = make_player(bot, table.config.game, games.ruleset)
    returns = play_out(policy, games, player, seats, np.random.default_rng(seed))
    shares = won_shares(returns[:, : table.num_players], seats).reshape(table.deals, -1)
    by_deal: NDArray[np.float64] = shares.mean(1)
    return by_deal


def higher_shares(policy: PolicyNet, table: TableDeals, bot: str, seed: int) -> NDArray[np.float64]:
    """Play the deals of `table`, and return in what share of games the policy's score exceeds the bot's, by deal.

    Each deal is played with the policy at each seat and `bot` at all others, and with `bot` at all seats. Scores are
    compared at the same seat, and equal ones count half. `seed` is that of the deals, and of the bot's chance.
    """
    seats, found = table.seats(), []
    for own in (seats, np.full(len(seats), NO_SEAT)):
        games = table.games(seed, "vp")
        player = make_player(bot, table.config.game, games.ruleset)
        returns = play_out(policy, games, player, own, np.random.default_rng(seed))
        found.append(returns[np.arange(len(seats)), seats])
    higher = (found[0] > found[1]) + 0.5 * (found[0] == found[1])
    by_deal: NDArray[np.float64] = higher.reshape(table.deals, -1).mean(1)
    return by_deal


def play_out(
    policy: PolicyNet, games: VectorGame, player: Player, seats: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.float32]:
    """Play all games to their end, and return each game's returns by seat, shape (games, seats).

    Args:
        policy: plays at `seats`.
        games: dealt and not begun.
        player: plays at all other seats.
        seats: the policy's seat in each game, or NO_SEAT, where the player plays all seats.
        rng: for the player's choices.
    """
    returns: NDArray[np.float32] = np.zeros_like(games.returns)
    is_open = np.ones(len(seats), np.bool_)
    actions = np.zeros(len(seats), np.int64)
    while is_open.any():
        own, others = np.flatnonzero(games.seats == seats), np.flatnonzero(games.seats != seats)
        actions[own] = choose_by(policy, games, own)
        bits = rng.integers(2**64, size=len(others), dtype=np.uint64)
        actions[others] = player.choose(games.states[others], games.rules, bits)
        games.step(actions)
        ended = games.dones & is_open
        returns[ended] = games.returns[ended]
        is_open &= ~games.dones
    return returns


def choose_by(policy: PolicyNet, games: VectorGame, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the likeliest actions of a policy in the games `rows` of a batch with one kind of table."""
    found = policy.worths(games.states[rows], games.rules, games.action_masks[rows])
    worths = None
    if found is not None:
        worths = np.zeros(games.action_masks.shape, np.float32)
        worths[rows] = found
    return policy.choose(games.observations, games.action_masks, rows=rows, worths=worths)


def won_shares(returns: NDArray[np.float32], seats: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return which share of each game's win belongs to one of its seats: 1, a part of a shared win, or 0.

    The seats with the highest return win.

    Args:
        returns: shape (games, seats).
        seats: the seat in question of each game.
    """
    won = returns == returns.max(1, keepdims=True)
    shares: NDArray[np.float64] = won[np.arange(len(seats)), seats] / won.sum(1)
    return shares


def strength_of(by_deal: NDArray[np.float64]) -> Strength:
    """Return the mean of the shares of all deals, from 0 to 1, and its 95 % interval.

    Deals are independent, but the games of one deal are not. The interval is Wilson's score interval for the number of
    independent games that would have the measured variance.
    """
    count, share = len(by_deal), float(by_deal.mean())
    variance = float(by_deal.var(ddof=1)) if count > 1 else 0.0
    games = count * share * (1 - share) / variance if variance > 0 else float(count)
    centre = (share + SURE**2 / (2 * games)) / (1 + SURE**2 / games)
    spread = SURE * math.sqrt(share * (1 - share) / games + SURE**2 / (4 * games**2)) / (1 + SURE**2 / games)
    return Strength(share, max(0.0, centre - spread), min(1.0, centre + spread))
