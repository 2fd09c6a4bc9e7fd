"""The shape of the network of a configuration."""

from mom_env.environments.overview import overview_size
from mom_env.environments.spaces import observation_size
from mom_env.games import load
from mom_env.learning.batches import rulesets_of
from mom_env.learning.config import Config
from mom_env.players.own_inputs import OwnTables, own_shape, own_tables
from mom_env.players.policy_net import NetworkShape


def network_shape(config: Config) -> NetworkShape:
    """Return the shape of the network that a configuration asks for.

    For a game without symmetries, the network uses none, whatever is configured. Networks of the trainer `sb3` have no
    payoffs.
    """
    module, network = load(config.game), config.network
    return NetworkShape(
        inputs=observation_size(config.game),
        hidden=network.hidden,
        actions=module.kernels.NUM_ACTIONS,
        symmetry=network.symmetry if module.checks.SYMMETRY is not None else "none",
        payoffs=max(config.player_counts) if config.trainer == "selfplay" else 0,
        own=own_shape(config.game, rulesets_of(config)[0], network.own_units),
        guided=network.guide_weight > 0,
    )


def tables_of(config: Config) -> OwnTables | None:
    """Return which inputs are an action's own, or None if the configured network does not look at own inputs."""
    return own_tables(config.game, rulesets_of(config)[0]) if config.network.own_units else None


def overview_inputs(config: Config) -> int:
    """Return the number of inputs of a critic that may see everything, or 0 if the configured one may not."""
    return overview_size(config.game, max(config.player_counts)) if config.ppo.critic == "everything" else 0
