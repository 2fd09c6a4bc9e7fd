"""Write the policy of a training as an agent: a folder that plays in NumPy."""

from pathlib import Path

from mom_env.common.files import make_folder, write_folder
from mom_env.common.tensors import DTYPES, MOST_BYTES, NetworkArrays, read_file, sha256, to_bytes
from mom_env.games import load
from mom_env.learning.batches import rulesets_of
from mom_env.learning.config import Config
from mom_env.players.agent import FORMAT, MANIFEST, WEIGHTS, AgentManifest, deck_hash, read_agent_manifest
from mom_env.players.policy_net import NetworkShape

CONFIG = "config.json"  # the configuration of the agent's training


def export_agent(
    arrays: NetworkArrays, shape: NetworkShape, config: Config, trained: dict[str, str | int | float], folder: Path
) -> None:
    """Write the folder of an agent: its weights, its manifest and its configuration. The agent has the folder's name.

    Args:
        arrays: weights by name; those that the policy does not need are left out.
        shape: of the policy's network.
        config: of the training.
        trained: facts about the training for the manifest.
        folder: the agent's folder, which is replaced.
    """
    expected = shape.expected()
    weights = to_bytes({name: arrays[name].astype(DTYPES[wanted.dtype]) for name, wanted in expected.items()})
    rulesets = rulesets_of(config)
    # Rule sets are ordered by number of players: the first ones have all sets of options.
    seen = [ruleset.options.plain() for ruleset in rulesets[: len(config.option_sets)]]
    manifest = AgentManifest(
        format=FORMAT,
        name=folder.name,
        game=config.game,
        num_players=config.player_counts,
        deck=deck_hash(rulesets[0].deck),
        options=seen if isinstance(config.options, list) else seen[0],
        network=shape,
        files={WEIGHTS: sha256(weights)},
        trained={"trainer": config.trainer, "seed": config.seed, **trained},
        rules=load(config.game).info.rules_version,
    )
    files = {
        WEIGHTS: weights,
        MANIFEST: (manifest.model_dump_json(indent=1) + "\n").encode(),
        CONFIG: (config.model_dump_json(indent=1) + "\n").encode(),
    }
    folder.parent.mkdir(parents=True, exist_ok=True)
    write_folder(folder, files)


def copy_agent(source: Path, folder: Path) -> AgentManifest:
    """Copy the agent in the folder `source` to `folder`, which is replaced, and return the agent's manifest.

    Raises:
        CheckpointError: a file of the agent cannot be read, or is a link.
        OutputError: the folder cannot be written.
    """
    manifest = read_agent_manifest(source)
    paths = [path for path in (source / WEIGHTS, source / MANIFEST, source / CONFIG) if path.exists()]
    write_folder(make_folder(folder.parent) / folder.name, {path.name: read_file(path, MOST_BYTES) for path in paths})
    return manifest
