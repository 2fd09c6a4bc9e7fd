"""Models of Stable-Baselines3 as players, with the spec `sb3:model.zip`.

SB3 stores pickles in its zip files, and loading a pickle runs the code that is in it. So such a spec is allowed on a
command line or in a program, but not in a file (`specs.names_code`).
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
WARNING = "loading a model of Stable-Baselines3 runs the code that is in its file; load only files that you trust"
MASKS = "action_masks"  # the argument of `predict`, if it takes masks

Vector = NDArray[np.float32]
Mask = NDArray[np.int8]
Look = Callable[[Vector, Mask], Vector | dict[str, Vector | Mask]]


class Sb3Model:
    """A model of Stable-Baselines3 as a function from what a seat sees to the action that the model rates best.

    It is called for one decision at a time. In a batch, the last bits that torch computes for a row depend on the other
    rows, so games would depend on how many are played side by side.

    Attributes:
        made_from: "sb3 model " and the SHA-256 of the file, for `mom_env.players.provenance`.
    """

    def __init__(self, path: Path, game: str) -> None:
        """Load the policy of the model in the file `path`, which runs the code in the file.

        Other parts of the model, such as a replay buffer, are not kept, as they may be huge.

        Raises:
            MissingExtra: Stable-Baselines3 is not installed.
            OptionError: the file is not such a model, or the model was trained for another game than `game`.
        """
        require("train", "stable_baselines3", "sb3_contrib")
        content = content_of(path)
        self.made_from = f"sb3 model {sha256(content)}"
        self._policy = load_policy(content, path)
        self._see = observation_maker(self._policy.observation_space, path, game)
        check_actions(self._policy, path, game)
        self._takes_masks = MASKS in signature(self._policy.predict).parameters

    def __call__(self, observation: Vector, action_mask: Mask) -> object:
        """Return the model's likeliest action for one decision. It may be illegal if the model takes no masks."""
        masks: dict[str, Any] = {MASKS: action_mask.astype(np.bool_)} if self._takes_masks else {}
        action, _ = self._policy.predict(self._see(observation, action_mask), deterministic=True, **masks)
        return action


def path_of(spec: str) -> Path | None:
    """Return the path in a spec that begins with "sb3:", or None for any other spec. The file need not exist.

    >>> str(path_of("sb3:model.zip")), path_of("random")
    ('model.zip', None)
    """
    return Path(spec.removeprefix(PREFIX)) if spec.startswith(PREFIX) else None


def content_of(path: Path) -> bytes:
    """Return the bytes of a model's file: `path`, or `path` with ".zip" added.

    Raises:
        OptionError: there is no such file.
    """
    named = (path, Path(f"{path}.zip"))  # SB3 adds the ending when it saves
    found = next((file for file in named if file.is_file()), None)
    if found is None:
        raise OptionError(f"player '{PREFIX}{path}': expected a file, found none")
    return found.read_bytes()


def load_policy(content: bytes, path: Path) -> "BasePolicy":
    """Return the policy of a model of Stable-Baselines3. Loading it runs the code in the file.

    Args:
        content: the bytes of the model's file.
        path: the path of the file, for messages.

    Raises:
        OptionError: the file is not a model, or its policy has a memory.
    """
    recurrent = import_from("train", "sb3_contrib.common.recurrent.policies").RecurrentActorCriticPolicy
    try:
        policy = rebuild_policy(content)
    except Exception as error:  # the code in the file may raise anything
        kind = type(error).__name__
        raise OptionError(f"player '{PREFIX}{path}': expected a model of SB3: {kind}: {error}"[:500]) from error
    if isinstance(policy, recurrent):
        raise OptionError(f"player '{PREFIX}{path}': expected a policy without memory, found {type(policy).__name__}")
    return policy


def rebuild_policy(content: bytes) -> "BasePolicy":
    """Make a policy of the class that a model's file names, with the weights in the file.

    `content` is the file's bytes. This runs the code in the file.
    """
    load_from_zip_file = import_from("train", "stable_baselines3.common.save_util").load_from_zip_file
    data, weights, _ = load_from_zip_file(BytesIO(content), device="cpu")
    arguments = {name: value for name, value in data["policy_kwargs"].items() if name != "device"}
    policy: BasePolicy = data["policy_class"](
        data["observation_space"], data["action_space"], lambda _: 0.0, **arguments
    )
    policy.load_state_dict(weights["policy"])
    return policy


def observation_maker(space: spaces.Space[object], path: Path, game: str) -> Look:
    """Return a function that turns a vector and a mask into an observation of the form that a model was trained with.

    This is the vector alone, as in `GameVecEnv`, or a dictionary of both, as in Gymnasium's environments.

    Args:
        space: the observation space of the model.
        path: the path of the model, for messages.
        game: name of the game.

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
    """Check that a model has the actions of the game called `game`; `path` is that of the model, for messages.

    Raises:
        OptionError: it has others; the message says how many actions the game has.
    """
    expected, found = load(game).kernels.NUM_ACTIONS, policy.action_space
    if not isinstance(found, spaces.Discrete) or found.n != expected or found.start != 0:
        raise OptionError(f"player '{PREFIX}{path}': expected a model of {expected} actions, found {found}"[:500])
