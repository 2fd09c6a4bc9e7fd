"""Stable-Baselines3: many games as one native `VecEnv`, for `MaskablePPO` and what belongs to it."""

from collections.abc import Sequence
from functools import partialmethod
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from mom_env.base.vector_game import OptionMaps
from mom_env.common.arguments import MAX_GAMES, checked_whole, shown
from mom_env.common.extras import require
from mom_env.contract.people import DeckSource
from mom_env.environments.gymnasium import MASKS, action_space, seeds_from
from mom_env.environments.one_seat import OneSeat
from mom_env.environments.reset_options import starts_of
from mom_env.environments.seat_settings import BatchSettings, SeatSettings
from mom_env.environments.spaces import vector_space
from mom_env.errors import OptionError, UnknownAttribute
from mom_env.games import GAMES, load
from mom_env.players.kinds import Who

require("train", "stable_baselines3")

from stable_baselines3.common.monitor import Monitor  # noqa: E402  # after the one clear error where it is missing
from stable_baselines3.common.vec_env import VecEnv  # noqa: E402  # as above
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn  # noqa: E402  # as above

MASKS_AT = f'env_method("{MASKS}")'


class GameVecEnv(VecEnv):
    """One seat of many games learns, the opponents are inside; all of it in this process.

    The observation is the flat vector; the masks come by `env_method("action_masks")`. A game that ends gives way
    to the next one in the same step: `terminal_observation`, `score`, `place`, `winners`, `is_success` and, as from a
    `Monitor`, `episode` are in its info.

    Attributes:
        table: the games behind it, with arrays that are filled in place.
        settings: the arguments, checked.

    Example:
        >>> env = GameVecEnv(GAMES[0], num_envs=8, num_players=3, opponents="random", seed=7)
        >>> env.reset().shape == (8, *env.observation_space.shape)
        True
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        num_players: int | Sequence[int] | None = None,
        opponents: Who | Sequence[Who] = "random",
        seat: int | str = "random",
        reward: str = "win",
        deck: DeckSource = "standard",
        options: OptionMaps = None,
        seed: int | None = None,
        *,
        num_threads: int = 1,
        **arguments: object,
    ) -> None:
        """Make room for the games; `reset` deals.

        Args:
            game: its name.
            num_envs: how many games, from 1 to `mom_env.common.arguments.MAX_GAMES`.
            num_players: how many seats each has, by default as usual for the game; a list shares the games out.
            opponents: a player for all other seats, or a list of them, from the left of the learner on.
            seat: the learner's, from 0; "random" draws it for each game.
            reward: what a result is worth: "win", "vp" or "rank".
            deck: name, path or content of a deck file.
            options: rule options by name; a list shares the games of each number of players out.
            seed: of the first game; each has the next one. None draws them.
            num_threads: how many threads play.
            arguments: see `BatchSettings`.
        """
        named = {"opponents": opponents, "seat": seat, "reward": reward, "deck": deck, "options": options, **arguments}
        counted = {} if num_players is None else {"num_players": num_players}
        self.settings = not_rendered(BatchSettings.checked(counted | named, load(game).info.default_players))
        count = checked_whole("num_envs", num_envs, 1, MAX_GAMES)
        self.table = OneSeat(game, count, self.settings, num_threads=num_threads, masks_at=MASKS_AT)
        super().__init__(count, vector_space(game), action_space(game))
        self._actions: Any = None
        self._returns, self._lengths = np.zeros(self.num_envs), np.zeros(self.num_envs, np.int64)
        self._began = perf_counter()
        self.seed(seed)
        self.set_options(None)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Set the seeds of the next `reset`: `seed` for the first game, one more for each; None continues without."""
        self._seeds = seeds_from(seed, self.num_envs) or [None] * self.num_envs
        return self._seeds

    def set_options(self, options: list[dict[str, object]] | dict[str, object] | None = None) -> None:
        """Set the options of the next `reset`: `deal`, the setup block of a replay, and `seat`, the learner's.

        Args:
            options: one mapping for all games, or a list with one for each.

        Raises:
            OptionError: there is no such option, or the list has another length.
        """
        self._starts = starts_of(options, self.num_envs)

    def reset(self) -> NDArray[np.float32]:
        """Deal all games: from the seeds and options given last, if not used yet, else from their chance.

        Raises:
            PositionError, OptionError: a deal or seat of the options cannot be; the games before continue.
        """
        self.table.reset(self._seeds, self._starts)
        self._reset_seeds()
        self.set_options(None)
        self._returns[:], self._lengths[:] = 0, 0
        return self.table.observations.copy()

    def step_async(self, actions: NDArray[np.integer]) -> None:
        """Take the actions; `step_wait` plays them."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Play the learner's action in each game, and on to its next decision."""
        self.table.step(self._actions)
        rewards, dones = self.table.rewards.copy(), self.table.dones.copy()
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, object]] = [{} for _ in range(self.num_envs)]
        if dones.any():
            self._write_ends(infos, np.flatnonzero(dones))
        return self.table.observations.copy(), rewards, dones, infos

    def _write_ends(self, infos: list[dict[str, object]], games: NDArray[np.intp]) -> None:
        """Write into the infos of these games how they ended."""
        seconds = round(perf_counter() - self._began, 6)
        returns, lengths = self._returns[games].tolist(), self._lengths[games].tolist()
        seen, endings = self.table.final_observations[games], self.table.endings(games)
        for k, i in enumerate(games.tolist()):
            episode = {"r": returns[k], "l": lengths[k], "t": seconds}
            infos[i] = {"terminal_observation": seen[k], "episode": episode, **endings[k]}
        self._returns[games], self._lengths[games] = 0, 0

    def action_masks(self) -> NDArray[np.bool_]:
        """Return True for each legal action of each game, shape (N, actions)."""
        return self.table.bool_masks()

    def close(self) -> None:
        """Nothing is open."""

    # What a VecEnv is asked about the environments that it is made of; here all are one and the same

    def has_attr(self, attr_name: str) -> bool:
        """Return whether there is such an attribute."""
        return attr_name in type(self.settings).model_fields or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[object]:
        """Return an argument, or another attribute, once for each game.

        Raises:
            UnknownAttribute: there is no such attribute.
        """
        if not self.has_attr(attr_name):
            raise UnknownAttribute(f"attribute: expected one of this environment, found {shown(attr_name)}")
        source = self.settings if attr_name in type(self.settings).model_fields else self
        return [getattr(source, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: object, indices: VecEnvIndices = None) -> None:  # noqa: ARG002  # SB3's form
        """Refuse: the games are one environment, and what it plays is fixed when it is made."""
        raise OptionError(
            f"set_attr: expected arguments when the environment is made, found {attr_name}={shown(value)}"
        )

    def env_method(
        self, method_name: str, *method_args: object, indices: VecEnvIndices = None, **method_kwargs: object
    ) -> list[object]:
        """Return what `action_masks`, the one method that answers for each game, answers for these."""
        if method_name != MASKS:
            raise OptionError(f"env_method: expected {MASKS!r}, found {shown(method_name)}")
        masks = self.action_masks(*method_args, **method_kwargs)
        return [masks[i] for i in self._indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: VecEnvIndices = None) -> list[bool]:
        """Return True for `Monitor`: infos of finished games have its `episode`."""
        return [issubclass(wrapper_class, Monitor)] * len(self._indices(indices))

    def _indices(self, indices: VecEnvIndices) -> Sequence[int]:
        return list(self._get_indices(indices))

    def __repr__(self) -> str:
        """Say what is played, in how many games, and against whom."""
        return f"<{type(self).__name__}: {self.table.summary()}>"


def not_rendered(settings: SeatSettings) -> SeatSettings:
    """Return the settings, if they ask for no pictures."""
    if settings.render_mode is not None:
        raise OptionError(f"render_mode: expected None for many games at once, found {settings.render_mode!r}")
    return settings


class MonkeysVecEnv(GameVecEnv):
    """The first game of the package, under the name that this class had when there was no other one.

    Example:
        >>> env = MonkeysVecEnv(num_envs=8, num_players=3, seed=7)
        >>> env.reset().shape == (8, *env.observation_space.shape)
        True
    """

    __init__ = partialmethod(GameVecEnv.__init__, GAMES[0])  # one argument less
