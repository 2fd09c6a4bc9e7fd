"""Parts of the trainer `sb3` on disk: weights and moments as arrays.

SB3's own files are pickles, which run code when they are loaded.
"""

from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import torch
from pydantic import Field, ValidationError
from sb3_contrib import MaskablePPO

from mom_env.errors import CheckpointError, TrainingError
from mom_env.files import write_folder
from mom_env.policy_net import Hash, NetworkShape
from mom_env.settings import first_problem
from mom_env.tensors import Arrays, expected_of, from_bytes, length_of, read_file, read_json, sha256, to_bytes
from training.checkpoint import MOST_MANIFEST_BYTES
from training.config import Config, Section
from training.export import export_agent
from training.folders import how_to_resume
from training.selfplay import network_shape

PARTS, PAST, CONFIG, WEIGHTS, MANIFEST = "parts", "past", "config.json", "model.safetensors", "manifest.json"
Number = Annotated[int, Field(ge=0, le=1 << 60)]


class PartManifest(Section):
    """What a saved part says of itself."""

    format: Literal["mom-sb3-part/1"]
    part: Number
    decisions: Number
    files: dict[Literal["model.safetensors", "config.json"], Hash]


def saved_parts(run: Path) -> list[Path]:
    """All parts that are there, the newest last."""
    return sorted(path for path in (run / PARTS).glob("[0-9]*") if path.name.isdigit())


def part_folder(run: Path, part: int) -> Path:
    """Where a part is saved."""
    return run / PARTS / f"{part:04}"


def save_part(model: MaskablePPO, config: Config, run: Path, part: int) -> None:
    """The model after a part, and the past self that plays from now on.

    Raises:
        TrainingError: it cannot be written; the parts before it are as they were.
    """
    files = {
        WEIGHTS: to_bytes(model_arrays(model)),
        CONFIG: (config.model_dump_json(indent=1) + "\n").encode(),
    }
    hashes = {name: sha256(content) for name, content in files.items()}
    told = {"format": "mom-sb3-part/1", "part": part, "decisions": model.num_timesteps}
    manifest = PartManifest.model_validate({**told, "files": hashes})
    files[MANIFEST] = (manifest.model_dump_json(indent=1) + "\n").encode()
    folder, shape = part_folder(run, part), network_shape(config)
    try:
        trained: dict[str, str | int | float] = {"decisions": model.num_timesteps}
        export_agent(policy_arrays(model, shape), shape, config, trained, run / PAST / folder.name)
        folder.parent.mkdir(parents=True, exist_ok=True)
        write_folder(folder, files)
    except OSError as error:
        raise TrainingError(
            f"{folder}: cannot be written: {error.strerror}; go on with: {how_to_resume(run)}"
        ) from None


def load_part(model: MaskablePPO, run: Path, part: int) -> None:
    """Set a fresh model to where it stood after a part.

    Raises:
        CheckpointError: what is wrong with the files.
    """
    folder = part_folder(run, part)
    manifest, expected = read_part(folder), expected_of(model_arrays(model))
    content = read_file(folder / WEIGHTS, length_of(expected))
    if sha256(content) != manifest.files["model.safetensors"]:
        raise CheckpointError(f"{folder / WEIGHTS}: expected the SHA-256 of the manifest, found another")
    arrays = from_bytes(content, expected, WEIGHTS)
    for number, (name, weight) in enumerate(model.policy.named_parameters()):
        weight.data.copy_(torch.from_numpy(arrays[name]))
        moments = {moment: torch.from_numpy(arrays[f"{moment}.{number:02}"]) for moment in ("exp_avg", "exp_avg_sq")}
        step = torch.from_numpy(arrays["step"]).squeeze(0)
        model.policy.optimizer.state[weight] = {"step": step.clone(), **moments}
    model.num_timesteps = manifest.decisions


def read_part(folder: Path) -> PartManifest:
    """The manifest of a part."""
    content = read_json(read_file(folder / MANIFEST, MOST_MANIFEST_BYTES), MANIFEST)
    try:
        manifest = PartManifest.model_validate(content)
    except ValidationError as error:
        raise CheckpointError(f"{folder / MANIFEST}: {first_problem(error)}"[:500]) from None
    if set(manifest.files) != {WEIGHTS, CONFIG}:
        raise CheckpointError(f"{folder / MANIFEST}: files: expected {WEIGHTS} and {CONFIG}, found others")
    return manifest


def model_arrays(model: MaskablePPO) -> Arrays:
    """Weights by name, Adam's moments by number, its count of steps."""
    arrays: Arrays = {"step": np.zeros(1, np.float32)}
    for number, (name, weight) in enumerate(model.policy.named_parameters()):
        arrays[name] = np.array(weight.detach().numpy())
        state = model.policy.optimizer.state.get(weight, {})
        for moment in ("exp_avg", "exp_avg_sq"):
            arrays[f"{moment}.{number:02}"] = np.array(state.get(moment, torch.zeros_like(weight)).detach().numpy())
        arrays["step"][0] = float(state.get("step", 0))
    return arrays


def policy_arrays(model: MaskablePPO, shape: NetworkShape) -> Arrays:
    """The policy under our names: SB3 counts its layers with the activations in between."""
    theirs = {name: np.array(tensor.detach().numpy()) for name, tensor in model.policy.state_dict().items()}
    arrays = {}
    for kind in ("weight", "bias"):
        for layer in range(len(shape.hidden)):
            arrays[f"layers.{layer}.{kind}"] = theirs[f"mlp_extractor.policy_net.{2 * layer}.{kind}"]
        arrays[f"policy.{kind}"] = theirs[f"action_net.{kind}"]
    return arrays
