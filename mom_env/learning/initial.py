"""`mom train --init AGENT`: begin a training with the policy and the payoffs of an agent."""

from pathlib import Path

import numpy as np

from mom_env.errors import CheckpointError, ConfigError, MomError
from mom_env.learning.batches import rulesets_of
from mom_env.learning.config import Config
from mom_env.learning.origin import InitialAgent
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.learning.shape import network_shape, tables_of
from mom_env.players.agent import Agent, agent_folder, check_lacks_no_file, deck_hash, read_weights
from mom_env.players.own_inputs import TABLES


def initial_agent(name: str, config: Config) -> Agent:
    """Return the agent of that name or folder, after checking that a training with `config` can begin with it.

    Raises:
        ConfigError: there is no such agent, it is damaged, or it is for another game, table or network; or the trainer
            is not `selfplay`.
    """
    if config.trainer != "selfplay":
        raise ConfigError(f"--init: expected the trainer 'selfplay', found {config.trainer!r}")
    folder = folder_of(name)
    try:
        agent = Agent(folder)
        for ruleset in rulesets_of(config):
            agent.check_can_play(config.game, ruleset.num_players, deck_hash(ruleset.deck))
        check_network(config, agent)
    except MomError as error:
        raise ConfigError(f"--init {name}: {str(error).removeprefix(f'{name}: ')}") from None
    return agent


def folder_of(name: str) -> Path:
    """Return the folder of the agent of that name, or `name` itself as a path if an agent is there.

    Raises:
        ConfigError: there is no such agent, or one of its files is missing.
    """
    folder = agent_folder(name)
    if folder is not None:
        return folder
    try:
        check_lacks_no_file(name)
    except CheckpointError as error:
        raise ConfigError(f"--init: {error}") from None
    raise ConfigError(f"--init: expected the name or folder of a trained agent, found {name!r}")


def check_network(config: Config, agent: Agent) -> None:
    """Check that the configured network has the shape of the agent's, as it is to begin with the agent's weights.

    Raises:
        ConfigError: the shapes differ, or other inputs are own inputs of an action.
    """
    expected, found = agent.manifest.network, network_shape(config)
    if not expected.is_like(found):
        raise ConfigError(f"network: expected the agent's, {expected.model_dump()}, found {found.model_dump()}")
    for name, table in zip(TABLES, tables_of(config) or (), strict=False):  # without own inputs there are no tables
        if not np.array_equal(agent.arrays[name], table):
            raise ConfigError(f"{name}: expected those that {config.game} tells now, found those of another version")


def begin_as(training: SelfPlay, agent: Agent) -> None:
    """Set the policy of a training's network to that of an agent; the value head stays untrained."""
    training.network.set_agent_arrays(read_weights(agent.folder, agent.manifest))


def begin_with(training: SelfPlay, agent: Agent) -> None:
    """Begin a training as an agent plays, and record the agent in the training."""
    begin_as(training, agent)
    manifest = agent.manifest
    training.initial = InitialAgent(name=manifest.name, version=manifest.version, manifest=agent.hash)
