"""Checks of a configuration before its training begins, so that it does not fail at its first evaluation."""

from itertools import product

from mom_env.base.rewards import checked_reward
from mom_env.errors import ConfigError, MomError, OptionError
from mom_env.games import load
from mom_env.learning.batches import rulesets_of
from mom_env.learning.config import Config
from mom_env.learning.shape import network_shape
from mom_env.players.guide import has_guide
from mom_env.players.kinds import ClassPlayer, FunctionPlayer
from mom_env.players.specs import make_player


def check_config(config: Config) -> None:
    """Check that a training with this configuration could run to its end: its tables, players and symmetry.

    Raises:
        ConfigError: the message names the key, what was expected and what was found.
    """
    check_tables(config)
    check_players(config)
    check_symmetry(config)
    check_switches(config)
    check_own_inputs(config)
    check_guide(config)


def check_tables(config: Config) -> None:
    """Check that there are at least as many games as kinds of tables, and that each reward is defined at all tables.

    Raises:
        ConfigError: the message names the key, what was expected and what was found.
    """
    tables, rollout = rulesets_of(config), config.rollout
    games = config.sb3.games if config.trainer == "sb3" else rollout.games
    if len(tables) > games:
        raise ConfigError(f"num_players and options: expected 1 to {games} tables, one per game, found {len(tables)}")
    rewards = {"rollout.reward": rollout.reward}
    if rollout.last_share:
        rewards["rollout.last_reward"] = rollout.last_reward
    for key, reward in rewards.items():
        try:
            checked_reward(load(config.game).info, reward, *config.player_counts)
        except OptionError as error:
            raise ConfigError(f"{key}: {str(error).removeprefix('reward: ')}") from None


def check_players(config: Config) -> None:
    """Check that all players that the configuration names can play at its tables.

    Raises:
        ConfigError: there is no such player, or it is an agent for other tables, or a user's own code.
    """
    named = {
        "league.bots": config.league.bots,
        "imitation.bot": [config.imitation.bot],
        "evaluation.against": config.evaluation.against,
        "sb3.opponents": config.sb3.opponents,
    }
    pairs = [(key, who) for key, players in named.items() for who in players]
    for (key, who), ruleset in product(pairs, rulesets_of(config)):
        try:
            player = make_player(who, config.game, ruleset)
        except MomError as error:
            raise ConfigError(f"{key}: {error}") from None
        if isinstance(player, FunctionPlayer | ClassPlayer):  # their actions are not checked in a batch
            raise ConfigError(f"{key}: expected a bot, a search or a trained agent, found the function {who!r}")


def check_switches(config: Config) -> None:
    """Check that a configuration of the trainer `sb3` leaves off what its trainer cannot do and `selfplay` can.

    That is `rollout.random_share`, `network.own_units`, `network.guide_weight`, `imitation.temperature`, `ppo.magnet`,
    `ppo.critic` (off is "own") and `search.share`. Do nothing for other trainers.

    Raises:
        ConfigError: one is on; the message names its key.
    """
    ppo = config.ppo
    switches: dict[str, tuple[object, object]] = {
        "rollout.random_share": (0, config.rollout.random_share),
        "network.own_units": (0, config.network.own_units),
        "network.guide_weight": (0, config.network.guide_weight),
        "imitation.temperature": (0, config.imitation.temperature),
        "ppo.magnet": (0, ppo.magnet),
        "ppo.critic": ("own", ppo.critic),
        "search.share": (0, config.search.share),
    }
    for key, (off, found) in switches.items():
        if config.trainer == "sb3" and found != off:
            raise ConfigError(f"{key}: expected {off!r} with the trainer sb3, found {found!r}")


def check_guide(config: Config) -> None:
    """Check that what a guide estimates is imitated or followed only in a game whose search has a guide.

    Raises:
        ConfigError: it has none.
    """
    asked = {
        "imitation.temperature": config.imitation.temperature,
        "network.guide_weight": config.network.guide_weight,
    }
    for key, found in asked.items():
        if found and not has_guide(config.game):
            raise ConfigError(f"{key}: expected 0 for {config.game}, whose search has no guide, found {found}")


def check_own_inputs(config: Config) -> None:
    """Check that a network looks at own inputs only in a game that has them, and without turning positions.

    Raises:
        ConfigError: there are none, or positions are turned, after which other inputs would be an action's own.
    """
    units, shape = config.network.own_units, network_shape(config)
    if units and shape.own is None:
        raise ConfigError(f"network.own_units: expected 0 for {config.game}, which has no own inputs, found {units}")
    if shape.own and shape.symmetry != "none":
        raise ConfigError(f"network.symmetry: expected 'none' with own inputs, found {shape.symmetry!r}")


def check_symmetry(config: Config) -> None:
    """Check that a configuration of the trainer `sb3` has no symmetry, as that trainer's networks have none.

    Raises:
        ConfigError: it has one.
    """
    found = network_shape(config).symmetry
    if config.trainer == "sb3" and found != "none":
        raise ConfigError(f"network.symmetry: expected 'none' with the trainer sb3, found {found!r}")
