"""Agents with random weights, written as a training writes them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.common.tensors import sha256, to_bytes
from mom_env.monkeys_on_the_moon.actions import NUM_ACTIONS
from mom_env.monkeys_on_the_moon.deck import load_deck
from mom_env.monkeys_on_the_moon.observe import OBSERVATION_SIZE
from mom_env.monkeys_on_the_moon.options import load_options
from mom_env.players.agent import MANIFEST, WEIGHTS, deck_hash
from mom_env.players.policy_net import NetworkShape


def shape_of(symmetry: str = "focus") -> NetworkShape:
    return NetworkShape.model_validate(
        {"inputs": OBSERVATION_SIZE, "hidden": [12, 8], "actions": NUM_ACTIONS, "symmetry": symmetry, "payoffs": 4}
    )


def weights_of(shape: NetworkShape, seed: int = 0) -> dict[str, NDArray[np.float32]]:
    rng = np.random.default_rng(seed)
    return {name: rng.normal(size=array.shape).astype(np.float32) for name, array in shape.expected().items()}


def write_agent(folder: Path, num_players: tuple[int, ...] = (2, 3), **changes: Any) -> Path:
    """An agent's folder; its name is the agent's."""
    folder.mkdir(parents=True)
    weights = to_bytes(weights_of(shape_of()))
    (folder / WEIGHTS).write_bytes(weights)
    manifest = {
        "format": "mom-agent/2",
        "name": folder.name,
        "game": "monkeys_on_the_moon",
        "num_players": num_players,
        "deck": deck_hash(load_deck("standard")),
        "options": load_options().plain(),
        "network": shape_of().model_dump(),
        "files": {WEIGHTS: sha256(weights)},
        "trained": {"decisions": 0},
        **changes,
    }
    (folder / MANIFEST).write_text(json.dumps(manifest))
    return folder
