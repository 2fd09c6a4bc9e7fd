"""The shape of the network that a configuration asks for."""

from mom_env.environments.spaces import observation_size
from mom_env.games import load
from mom_env.learning.config import Config
from mom_env.players.agent import NetworkShape


def network_shape(config: Config) -> NetworkShape:
    """Return the shape that a configuration asks for; a game without turns has none to make use of."""
    module, network = load(config.game), config.network
    return NetworkShape(
        inputs=observation_size(config.game),
        hidden=network.hidden,
        actions=module.kernels.NUM_ACTIONS,
        symmetry=network.symmetry if module.checks.SYMMETRY is not None else "none",
    )
