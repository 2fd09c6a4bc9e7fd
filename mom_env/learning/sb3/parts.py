"""Saved parts of the trainer `sb3`: weights and Adam's moments as arrays.

SB3's own files are not used: they are pickles, which run code when they are loaded.
"""

from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field
from sb3_contrib import MaskablePPO
from torch import Tensor

from mom_env.common.files import make_folder, write_folder
from mom_env.common.problems import checked_file
from mom_env.common.tensors import (
    MOST_BYTES,
    NetworkArrays,
    expected_of,
    from_bytes,
    length_of,
    read_file,
    read_json,
    sha256,
    to_bytes,
)
from mom_env.errors import CheckpointError, TrainingError
from mom_env.games import load
from mom_env.learning.checkpoint import (
    FIRST_RULES,
    MOMENTS,
    MOST_MANIFEST_BYTES,
    check_rules,
    read_config,
    versions,
)
from mom_env.learning.config import MOST_CONFIG_BYTES, Config, Section
from mom_env.learning.devices import how_computed
from mom_env.learning.export import copy_agent, export_agent
from mom_env.learning.folders import how_to_resume
from mom_env.learning.origin import Number, Origin, in_manifest
from mom_env.learning.shape import network_shape
from mom_env.players.agent import Hash
from mom_env.players.policy_net import NetworkShape

FileName = Literal["model.safetensors", "config.json"]
PARTS, PAST, MANIFEST = "parts", "past", "manifest.json"
WEIGHTS: Final = "model.safetensors"
CONFIG: Final = "config.json"
FILES: Final[tuple[FileName, ...]] = (WEIGHTS, CONFIG)
NO_HASH = "0" * 64


class PartManifest(Section):
    """The content of a saved part's `manifest.json`. `files` has the SHA-256 of each other file by its name."""

    format: Literal["mom-sb3-part/1"]
    part: Number
    decisions: Number
    rules: str = FIRST_RULES
    files: Annotated[dict[FileName, Hash], Field(min_length=2)]
    origin: Origin | None = None  # only in a run that prolongs another
    machine: dict[str, str] | None = None  # processor, versions and settings; None in old ones


class SavedPart(NamedTuple):
    """The last saved part of a run of the trainer `sb3`. A part is a section of the training of a fixed length."""

    run: Path
    manifest: PartManifest
    config: Config
    origin: Origin  # this part as the origin of another run

    def write(self, config: Config, run: Path) -> None:
        """Write the part and all past selves up to it into the folder `run` of a new run with another configuration."""
        weights = read_verified(self.run, self.manifest, WEIGHTS, MOST_BYTES)
        for part in range(1, self.manifest.part + 1):
            copy_agent(past_folder(self.run, part), past_folder(run, part))
        write_part(run, self.manifest.model_copy(update={"origin": self.origin}), weights, config)


def saved_part(run: Path) -> SavedPart:
    """Return the last saved part of the run in the folder `run`.

    Raises:
        CheckpointError: there is none, or it has been damaged or edited.
    """
    saved = saved_parts(run)
    if not saved:
        raise CheckpointError(f"{run}: expected a part to continue from, found none")
    manifest = read_part(saved[-1])
    if part_folder(run, manifest.part) != saved[-1]:
        raise CheckpointError(f"{saved[-1]}: expected the part of this number, found part {manifest.part}")
    config = read_config(saved[-1], read_verified(run, manifest, CONFIG, MOST_CONFIG_BYTES))
    check_rules(config.game, manifest.rules)
    hashed = sha256(read_file(saved[-1] / MANIFEST, MOST_MANIFEST_BYTES))
    origin = Origin(run=str(run), iteration=manifest.part, decisions=manifest.decisions, manifest=hashed)
    return SavedPart(run, manifest, config, origin)


def saved_parts(run: Path) -> list[Path]:
    """Return the folders of all saved parts of a run, in the order of parts, so that the newest is the last."""
    return sorted(path for path in (run / PARTS).glob("[0-9]*") if path.name.isdigit())


def part_folder(run: Path, part: int) -> Path:
    """Return the folder of a part of a run; the first part has the number 1."""
    return run / PARTS / f"{part:04}"


def past_folder(run: Path, part: int) -> Path:
    """Return the folder of a past self, the learner's policy after the part `part` of a run, counted from 1."""
    return run / PAST / f"{part:04}"


def save_part(model: MaskablePPO, config: Config, run: Path, part: int) -> None:
    """Save the model after the part `part`, counted from 1, and its policy as an agent, a past self.

    Raises:
        TrainingError: a file cannot be written; earlier parts are unchanged.
    """
    folder, shape = past_folder(run, part), network_shape(config)
    origin = read_part(part_folder(run, part - 1)).origin if part > 1 else None
    trained: dict[str, str | int | float] = {"decisions": model.num_timesteps, **in_manifest(origin)}
    try:
        export_agent(policy_arrays(model, shape), shape, config, trained, folder)
        write_part(run, manifest_of(model, config, part, origin), to_bytes(model_arrays(model)), config)
    except OSError as error:
        where = part_folder(run, part)
        reason = f"cannot be written: {error.strerror}"
        raise TrainingError(f"{where}: {reason}; continue with: {how_to_resume(run)}") from None


def manifest_of(model: MaskablePPO, config: Config, part: int, origin: Origin | None) -> PartManifest:
    """Return the manifest of a model after the part `part`, counted from 1, without the hashes of its files.

    `origin` is the checkpoint of another run from which this one began, or None.
    """
    return PartManifest(
        format="mom-sb3-part/1",
        part=part,
        decisions=model.num_timesteps,
        rules=load(config.game).info.rules_version,
        files=dict.fromkeys(FILES, NO_HASH),
        origin=origin,
        machine={**versions(), **how_computed(config)},
    )


def write_part(run: Path, manifest: PartManifest, weights: bytes, config: Config) -> None:
    """Write the folder of a saved part.

    Args:
        run: the folder of the run.
        manifest: of the part; its hashes are replaced by those of the files.
        weights: content of the file of weights and Adam's moments.
        config: of the training.

    Raises:
        OutputError: the folder cannot be written; earlier parts are unchanged.
    """
    files = {WEIGHTS: weights, CONFIG: (config.model_dump_json(indent=1) + "\n").encode()}
    hashes = {name: sha256(content) for name, content in files.items()}
    files[MANIFEST] = (manifest.model_copy(update={"files": hashes}).model_dump_json(indent=1) + "\n").encode()
    folder = part_folder(run, manifest.part)
    write_folder(make_folder(folder.parent) / folder.name, files)


def load_part(model: MaskablePPO, run: Path, part: int) -> None:
    """Set a new model to its state after the saved part `part`, counted from 1.

    Raises:
        CheckpointError: the files have been damaged or edited.
    """
    manifest, expected = read_part(part_folder(run, part)), expected_of(model_arrays(model))
    arrays = from_bytes(read_verified(run, manifest, WEIGHTS, length_of(expected)), expected, WEIGHTS)
    for number, (name, weight) in enumerate(model.policy.named_parameters()):
        weight.data.copy_(torch.from_numpy(arrays[name]))
        moments = {moment: torch.from_numpy(arrays[f"{moment}.{number:02}"]).to(weight.device) for moment in MOMENTS}
        step = torch.from_numpy(arrays["step"]).squeeze(0)
        model.policy.optimizer.state[weight] = {"step": step.clone(), **moments}
    model.num_timesteps = manifest.decisions


def read_verified(run: Path, manifest: PartManifest, name: FileName, most_bytes: int) -> bytes:
    """Return the content of the file `name` of the part that the manifest describes, after checking its hash.

    Raises:
        CheckpointError: the file has more than `most_bytes` bytes, or its hash is not the one in the manifest.
    """
    path = part_folder(run, manifest.part) / name
    content = read_file(path, most_bytes)
    if sha256(content) != manifest.files[name]:
        raise CheckpointError(f"{path}: expected the SHA-256 of the manifest, found another")
    return content


def read_part(folder: Path) -> PartManifest:
    """Return the manifest of the part in a folder.

    Raises:
        CheckpointError: the manifest has been damaged or edited.
    """
    content = read_json(read_file(folder / MANIFEST, MOST_MANIFEST_BYTES), MANIFEST)
    return checked_file(PartManifest, content, folder / MANIFEST, CheckpointError)


def model_arrays(model: MaskablePPO) -> NetworkArrays:
    """Return what a saved part holds of a model: its weights by name, Adam's moments and Adam's number of steps.

    The names of moments end with the number of the weight.
    """
    arrays: NetworkArrays = {"step": np.zeros(1, np.float32)}
    for number, (name, weight) in enumerate(model.policy.named_parameters()):
        arrays[name] = copied(weight)
        state = model.policy.optimizer.state.get(weight, {})
        for moment in MOMENTS:
            arrays[f"{moment}.{number:02}"] = copied(state.get(moment, torch.zeros_like(weight)))
        arrays["step"][0] = float(state.get("step", 0))
    return arrays


def copied(tensor: Tensor) -> NDArray[np.float32]:
    """Return a copy of a tensor of any device as an array."""
    return np.array(tensor.detach().cpu().numpy())


def policy_arrays(model: MaskablePPO, shape: NetworkShape) -> NetworkArrays:
    """Return copies of the weights of a model's policy, under the names that our agents use."""
    theirs = {name: copied(tensor) for name, tensor in model.policy.state_dict().items()}
    arrays = {}
    for kind in ("weight", "bias"):
        for layer in range(len(shape.hidden)):
            # SB3 also counts the activation behind each layer.
            arrays[f"layers.{layer}.{kind}"] = theirs[f"mlp_extractor.policy_net.{2 * layer}.{kind}"]
        arrays[f"policy.{kind}"] = theirs[f"action_net.{kind}"]
    return arrays
