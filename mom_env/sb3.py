"""Stable-Baselines3: many games as one native `VecEnv`, for `MaskablePPO` and what belongs to it."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from mom_env.errors import OptionError
from mom_env.games import GAMES
from mom_env.gymnasium import action_space, flat_space, not_rendered, seeds_from
from mom_env.one_seat import OneSeat, SeatSettings

MASKS = "action_masks"


class OneSeatVecEnv(VecEnv):
    """One seat of many games learns, the opponents are inside; all of it in this process.

    The observation is the flat vector; the masks come by `env_method("action_masks")`. A game that ends gives way
    to the next one in the same step: `terminal_observation` and, as from a `Monitor`, `episode` are in its info.

    Attributes:
        table: the games behind it, with arrays that are filled in place.
        settings: the arguments, checked.
    """

    game = GAMES[0]

    def __init__(
        self,
        num_envs: int,
        num_players: int = 4,
        opponents: Any = "random",
        seat: Any = "random",
        reward: str = "win",
        deck: Any = "standard",
        options: Any = None,
        seed: int | None = None,
        *,
        num_threads: int = 1,
        **arguments: Any,
    ) -> None:
        """Make room for the games; `reset` deals.

        Args:
            num_envs: how many games.
            num_players: how many seats each has.
            opponents: a player for all other seats, or a list of them, from the left of the learner on.
            seat: the learner's, from 0; "random" draws it for each game.
            reward: what a result is worth: "win", "vp" or "rank".
            deck: name, path or content of a deck file.
            options: rule options by name.
            seed: of the first game; each has the next one. None draws them.
            num_threads: how many threads play.
            arguments: see `SeatSettings`.
        """
        named = {"num_players": num_players, "opponents": opponents, "seat": seat, "reward": reward}
        self.settings = not_rendered(SeatSettings.checked({**named, "deck": deck, "options": options, **arguments}))
        self.table = OneSeat(self.game, num_envs, self.settings, num_threads=num_threads)
        super().__init__(self.table.num_games, flat_space(self.game), action_space(self.game))
        self._actions: Any = None
        self._returns, self._lengths = np.zeros(self.num_envs), np.zeros(self.num_envs, np.int64)
        self._began = perf_counter()
        self.seed(seed)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """The seeds of the next `reset`: this one for the first game, one more for each; None goes on without."""
        self._seeds = seeds_from(seed, self.num_envs) or [None] * self.num_envs
        return self._seeds

    def reset(self) -> NDArray[np.float32]:
        """Deal all games anew: from the seeds given last, if not used yet, else on from where their chance is."""
        self.table.reset(self._seeds)
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:] = 0, 0
        return self.table.observations.copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions; `step_wait` plays them."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Play the learner's action in each game, and on to its next decision."""
        self.table.step(self._actions)
        rewards, dones = self.table.rewards.copy(), self.table.dones.copy()
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(dones):
            infos[i] = self._end(i)
        return self.table.observations.copy(), rewards, dones, infos

    def _end(self, i: Any) -> dict[str, Any]:
        seconds = round(perf_counter() - self._began, 6)
        episode = {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": seconds}
        self._returns[i], self._lengths[i] = 0, 0
        return {"terminal_observation": self.table.final_observations[i].copy(), "episode": episode}

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each legal action of each game, shape (N, actions)."""
        return self.table.bool_masks()

    def close(self) -> None:
        """Nothing is open."""

    # What a VecEnv is asked about the environments that it is made of; here all are one and the same

    def has_attr(self, attr_name: str) -> bool:
        """Whether there is such an attribute."""
        return hasattr(self, attr_name) or hasattr(self.settings, attr_name)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute, or an argument, once for each game."""
        source = self.settings if hasattr(self.settings, attr_name) else self
        return [getattr(source, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:  # noqa: ARG002  # SB3's form
        """Refused: the games are one environment, and what it plays is fixed when it is made."""
        raise OptionError(f"set_attr: expected arguments when the environment is made, found {attr_name}={value!r}")

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """A method that answers for each game; there is `action_masks`."""
        if method_name != MASKS:
            raise OptionError(f"env_method: expected {MASKS!r}, found {method_name!r}")
        masks = self.action_masks(*method_args, **method_kwargs)
        return [masks[i] for i in self._indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: VecEnvIndices = None) -> list[bool]:
        """True for `Monitor`: infos of finished games have its `episode`."""
        return [issubclass(wrapper_class, Monitor)] * len(self._indices(indices))

    def _indices(self, indices: VecEnvIndices) -> Sequence[int]:
        return list(self._get_indices(indices))


class MonkeysVecEnv(OneSeatVecEnv):
    """The first game from one seat, for Stable-Baselines3.

    Example:
        >>> env = MonkeysVecEnv(num_envs=8, num_players=3, opponents="greedy", seed=7)
        >>> env.reset().shape == (8, *env.observation_space.shape)
        True
    """
