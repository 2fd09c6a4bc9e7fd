"""The games of a training, as its configuration asks for them: rule sets, batches, and the choices of a player."""

import numpy as np
from numpy.typing import NDArray

from mom_env.base.vector_game import VectorGame
from mom_env.common.arguments import players_in_words
from mom_env.contract.people import Ruleset
from mom_env.contract.records import Indices as Actions
from mom_env.games import load, make_ruleset
from mom_env.learning.config import Config
from mom_env.players.guide import Guide
from mom_env.players.kinds import Player
from mom_env.players.visits import VisitSearch


def rulesets_of(config: Config) -> list[Ruleset]:
    """Return a ruleset for each number of players and set of options, in the order of the blocks of a batch.

    Raises:
        DeckError: there is no such deck.
        OptionError: there is no such number of players or option.
    """
    return [
        make_ruleset(config.game, count, config.deck, options)
        for count in config.player_counts
        for options in config.option_sets
    ]


def counts_in_words(config: Config) -> str:
    """Return the configured numbers of players in words, such as "2 or 3 players"."""
    return players_in_words(*config.player_counts)


def batch_of(config: Config, seed: int, reward: str) -> VectorGame:
    """Deal and return the games of a rollout: one batch with a block of games for each ruleset.

    Actions are not checked.

    Args:
        config: of the training.
        seed: of the deals.
        reward: name of the reward that returns are in.
    """
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
    """Return the number of seats at the table of each game of a batch, shape (games,)."""
    return np.repeat([b.ruleset.num_players for b in games.blocks], [b.last - b.first for b in games.blocks])


def choose(player: Player, games: VectorGame, rows: NDArray[np.int64], bits: NDArray[np.uint64]) -> Actions:
    """Return a player's actions in the games `rows` of a batch, each chosen under the rules of its own game.

    Args:
        player: the player, who is to move in each of these games.
        games: the batch.
        rows: indices of games; the actions are in their order.
        bits: 64 random bits for each of `rows`, for the player's chance.
    """
    actions = np.zeros(len(rows), np.int64)
    for block in games.blocks:
        own = np.flatnonzero((rows >= block.first) & (rows < block.last))
        if len(own):
            actions[own] = player.choose(games.states[rows[own]], block.ruleset.rules, bits[own])
    return actions


def worths_in(
    guide: Guide, games: VectorGame, rows: NDArray[np.int64], offsets: NDArray[np.int64], actions: NDArray[np.int32]
) -> NDArray[np.float32]:
    """Return a guide's estimate of each listed action, under the rules of its own game.

    Args:
        guide: of the game's search.
        games: the batch.
        rows: indices of games, ascending.
        offsets: where the list of each of `rows` begins in `actions`, and at last the end of the last list.
        actions: legal actions of all `rows`, one list after another.
    """
    found = []
    for block in games.blocks:
        own = slice(*np.searchsorted(rows, [block.first, block.last]))
        lists = offsets[own.start : own.stop + 1]
        listed = actions[lists[0] : lists[-1]]
        found.append(guide.worths(games.states[rows[own]], block.ruleset.rules, lists - lists[0], listed))
    return np.concatenate(found)


def visits_in(
    search: VisitSearch, games: VectorGame, rows: NDArray[np.int64], bits: NDArray[np.uint64]
) -> NDArray[np.float32]:
    """Return the visits of a search in each of the games `rows` of a batch, under its own rules, by action.

    The arguments are those of `choose`, with a search in place of the player.
    """
    visits = np.zeros((len(rows), games.action_masks.shape[1]), np.float32)
    for block in games.blocks:
        own = np.flatnonzero((rows >= block.first) & (rows < block.last))
        if len(own):
            visits[own] = search.visits(games.states[rows[own]], block.ruleset.rules, bits[own])
    return visits
