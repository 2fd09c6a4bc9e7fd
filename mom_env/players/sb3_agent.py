"""Models of Stable-Baselines3 as players, by the spec `sb3:model.zip`.

SB3 keeps pickles in its zip files, and loading a pickle runs the code that is in it. So such a spec may stand in a
command line or in a program, and no file may name one (`policy.names_code`).
"""

from collections.abc import Callable
from inspect import signature
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from mom_env.common.extras import import_from, require
from mom_env.common.tensors import sha256
from mom_env.environments.spaces import observation_size
from mom_env.errors import OptionError
from mom_env.games import load

if TYPE_CHECKING:
    from stable_baselines3.common.policies import BasePolicy

PREFIX = "sb3:"
WARNING = "loading a model of Stable-Baselines3 runs the code that is in its file; load none that you do not trust"
MASKS = "action_masks"  # what `predict` calls them, if it takes any

Vector = NDArray[np.float32]
Mask = NDArray[np.int8]
Look = Callable[[Vector, Mask], Vector | dict[str, Vector | Mask]]


class Sb3Model:
    """A model as a function from what its seat sees to the action that it finds best.

    It is asked for one decision at a time: what torch computes for a row depends in its last bits on the other rows,
    and games would depend on how many are played side by side.

    Attributes:
        made_from: the SHA-256 of the file, for `mom_env.players.provenance`.
    """

    def __init__(self, path: Path, game: str) -> None:
        """Load the model's policy; nothing else of the model is needed, and a replay buffer may be huge.

        Raises:
            MissingExtra: Stable-Baselines3 is not installed.
            OptionError: the file is no such model, or one of another game.
        """
        require("train", "stable_baselines3", "sb3_contrib")
        content = content_of(path)
        self.made_from = f"sb3 model {sha256(content)}"
        self._policy = loaded_policy(content, path)
        self._see = seeing(self._policy.observation_space, path, game)
        check_actions(self._policy, path, game)
        self._takes_masks = MASKS in signature(self._policy.predict).parameters

    def __call__(self, observation: Vector, action_mask: Mask) -> object:
        """Return the likeliest action; without masks it may be an illegal one."""
        masks: dict[str, Any] = {MASKS: action_mask.astype(np.bool_)} if self._takes_masks else {}
        action, _ = self._policy.predict(self._see(observation, action_mask), deterministic=True, **masks)
        return action


def path_of(spec: str) -> Path | None:
    """Return the path in a spec, or None if the spec is of another kind.

    >>> str(path_of("sb3:model.zip")), path_of("random")
    ('model.zip', None)
    """
    return Path(spec.removeprefix(PREFIX)) if spec.startswith(PREFIX) else None


def content_of(path: Path) -> bytes:
    """Return the content of a model's file.

    Raises:
        OptionError: there is none.
    """
    named = (path, Path(f"{path}.zip"))  # SB3 adds the ending when it saves
    found = next((file for file in named if file.is_file()), None)
    if found is None:
        raise OptionError(f"player '{PREFIX}{path}': expected a file, found none")
    return found.read_bytes()


def loaded_policy(content: bytes, path: Path) -> "BasePolicy":
    """Return the policy of a model; its own code runs while it is loaded.

    Raises:
        OptionError: the file is no model, or its policy remembers what was before.
    """
    recurrent = import_from("train", "sb3_contrib.common.recurrent.policies").RecurrentActorCriticPolicy
    try:
        policy = rebuilt(content)
    except Exception as error:  # whatever is in the file
        kind = type(error).__name__
        raise OptionError(f"player '{PREFIX}{path}': expected a model of SB3: {kind}: {error}"[:500]) from error
    if isinstance(policy, recurrent):
        raise OptionError(f"player '{PREFIX}{path}': expected a policy without memory, found {type(policy).__name__}")
    return policy


def rebuilt(content: bytes) -> "BasePolicy":
    """Return the policy of a model: an object of its class, with the weights of the file."""
    load_from_zip_file = import_from("train", "stable_baselines3.common.save_util").load_from_zip_file
    data, weights, _ = load_from_zip_file(BytesIO(content), device="cpu")
    arguments = {name: value for name, value in data["policy_kwargs"].items() if name != "device"}
    policy: BasePolicy = data["policy_class"](
        data["observation_space"], data["action_space"], lambda _: 0.0, **arguments
    )
    policy.load_state_dict(weights["policy"])
    return policy


def seeing(space: spaces.Space[object], path: Path, game: str) -> Look:
    """Return what makes a model's observation: the vector of `GameVecEnv`, or the dict of Gymnasium's environment.

    Raises:
        OptionError: the model was trained with other observations.
    """
    sizes = {"observation": (observation_size(game),), "action_mask": (load(game).kernels.NUM_ACTIONS,)}
    if isinstance(space, spaces.Box) and space.shape == sizes["observation"]:
        return lambda observation, _: observation
    if isinstance(space, spaces.Dict) and {name: part.shape for name, part in space.items()} == sizes:
        return lambda observation, action_mask: {"observation": observation, "action_mask": action_mask}
    expected = f"observations of {observation_size(game)} numbers, as the environments of {game} show them"
    raise OptionError(f"player '{PREFIX}{path}': expected a model of {expected}, found {space}"[:500])


def check_actions(policy: "BasePolicy", path: Path, game: str) -> None:
    """Refuse a model with other actions than the game.

    Raises:
        OptionError: it says how many the game has.
    """
    expected, found = load(game).kernels.NUM_ACTIONS, policy.action_space
    if not isinstance(found, spaces.Discrete) or found.n != expected or found.start != 0:
        raise OptionError(f"player '{PREFIX}{path}': expected a model of {expected} actions, found {found}"[:500])
