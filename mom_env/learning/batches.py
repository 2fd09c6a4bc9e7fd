"""The tables of a training: which numbers of players and rule options its games have, and who chooses at them."""

import numpy as np
from numpy.typing import NDArray

from mom_env.base.vector_game import VectorGame
from mom_env.common.arguments import players_in_words
from mom_env.contract.people import Ruleset
from mom_env.contract.records import Indices as Actions
from mom_env.games import load, make_ruleset
from mom_env.learning.config import Config
from mom_env.players.kinds import Player


def rulesets_of(config: Config) -> list[Ruleset]:
    """Return what the games of each kind of table are played with, in the order of a batch.

    Raises:
        DeckError, OptionError: there is no such deck, number of players or option.
    """
    return [
        make_ruleset(config.game, count, config.deck, options)
        for count in config.player_counts
        for options in config.option_sets
    ]


def counts_in_words(config: Config) -> str:
    """Return the numbers of players in words."""
    return players_in_words(*config.player_counts)


def batch_of(config: Config, seed: int, reward: str) -> VectorGame:
    """Return the games of a rollout, all that the configuration asks for side by side."""
    games: VectorGame = load(config.game).people.VectorGame(
        config.rollout.games,
        config.num_players,
        seed,
        deck=config.deck,
        options=config.options,
        reward=reward,
        check=False,
    )
    return games


def seats_of(games: VectorGame) -> NDArray[np.int64]:
    """Return how many seats each game of a batch has."""
    return np.repeat([b.ruleset.num_players for b in games.blocks], [b.last - b.first for b in games.blocks])


def choose(player: Player, games: VectorGame, rows: NDArray[np.int64], bits: NDArray[np.uint64]) -> Actions:
    """Return what a player does in these games of a batch, each by the rules that it is played by."""
    actions = np.zeros(len(rows), np.int64)
    for block in games.blocks:
        own = np.flatnonzero((rows >= block.first) & (rows < block.last))
        if len(own):
            actions[own] = player.choose(games.states[rows[own]], block.ruleset.rules, bits[own])
    return actions
