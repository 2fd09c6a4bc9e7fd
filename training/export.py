"""Agents out of trainings: the policy alone, in a folder that NumPy can play."""

from pathlib import Path

from mom_env.files import write_folder
from mom_env.games import load
from mom_env.policy_net import FORMAT, MANIFEST, WEIGHTS, AgentManifest, NetworkShape, deck_hash
from mom_env.tensors import Arrays, sha256, to_bytes
from training.config import Config

AGENT, CONFIG = "agent", "config.json"  # of a run: its best agent; how it was trained


def export_agent(
    arrays: Arrays, shape: NetworkShape, config: Config, trained: dict[str, str | int | float], folder: Path
) -> None:
    """Write the agent's folder; its name is the agent's."""
    weights = to_bytes({name: arrays[name] for name in shape.expected()})
    deck = load(config.game, "deck").load_deck(config.deck)
    options = load(config.game, "options").load_options(config.options)
    manifest = AgentManifest(
        format=FORMAT,
        name=folder.name,
        game=config.game,
        num_players=[config.num_players],
        deck=deck_hash(deck),
        options=options.plain(),
        network=shape,
        files={WEIGHTS: sha256(weights)},
        trained={"trainer": config.trainer, "seed": config.seed, **trained},
    )
    files = {
        WEIGHTS: weights,
        MANIFEST: (manifest.model_dump_json(indent=1) + "\n").encode(),
        CONFIG: (config.model_dump_json(indent=1) + "\n").encode(),
    }
    folder.parent.mkdir(parents=True, exist_ok=True)
    write_folder(folder, files)
