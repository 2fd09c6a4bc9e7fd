"""Stable-Baselines3: many games as one native `VecEnv`, for `MaskablePPO` and SB3's other tools."""

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
    """A `VecEnv` of many games in one process, with one learning seat in each; opponents play inside the step.

    The observation is the flat vector, and `env_method("action_masks")` returns the masks. When a game ends, the next
    one is dealt in the same step. The info of a game that has ended contains `terminal_observation`, `score`, `place`,
    `winners`, `is_success` and, as from a `Monitor`, `episode`.

    Attributes:
        table: the games, with arrays that are filled in place.
        settings: the checked arguments.

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
        """Make the arrays of the games; nothing is dealt before `reset`.

        Args:
            game: name of the game.
            num_envs: number of games, from 1 to `mom_env.common.arguments.MAX_GAMES`.
            num_players: number of seats, by default the game's usual one; a list divides the games among its entries.
            opponents: a player for all other seats, or a list of players, beginning at the learner's left.
            seat: the learner's seat from 0, or "random" to draw it for each game.
            reward: what a result is worth: "win", "vp" or "rank".
            deck: name, path or content of a deck file.
            options: rule options by name; a list divides the games of each number of players among its entries.
            seed: of the first game; each further game has the next seed. None draws all seeds.
            num_threads: number of threads that play.
            arguments: see `BatchSettings`.

        Raises:
            OptionError: an argument does not exist, or cannot have that value.
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
        """Set the seeds of the next `reset`, and return them: `seed`, `seed + 1`, ..., one for each game.

        With None, the random streams of all games continue, and the list has None for each game.
        """
        self._seeds = seeds_from(seed, self.num_envs) or [None] * self.num_envs
        return self._seeds

    def set_options(self, options: list[dict[str, object]] | dict[str, object] | None = None) -> None:
        """Set the options of the next `reset`: "deal", the setup block of a replay, and "seat", the learner's seat.

        Args:
            options: one mapping for all games, or a list with one for each; None removes earlier options.

        Raises:
            OptionError: there is no such option, or the list does not have one mapping for each game.
        """
        self._starts = starts_of(options, self.num_envs)

    def reset(self) -> NDArray[np.float32]:
        """Deal all games, and return the learner's observations as a new array, shape (N, numbers of the observation).

        Seeds and options are those that were set since the last reset; without any, the games' random streams continue.
        The opponents play until the learner is to move.

        Raises:
            PositionError: a deal of the options is not valid; the earlier games continue.
            OptionError: a seat of the options is not valid; the earlier games continue.
        """
        self.table.reset(self._seeds, self._starts)
        self._reset_seeds()
        self.set_options(None)
        self._returns[:], self._lengths[:] = 0, 0
        return self.table.observations.copy()

    def step_async(self, actions: NDArray[np.integer]) -> None:
        """Save the actions, one for each game, which `step_wait` then plays."""
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Play the learner's action in each game, and the opponents' up to the learner's next decision.

        A game that has ended is dealt again, and its observation is that of the new game.

        Returns:
            Observations, rewards and dones as new arrays, and a list with an info for each game.

        Raises:
            IllegalAction: an action cannot be played; no game has moved. Not raised with `illegal="lose"`.
        """
        self.table.step(self._actions)
        rewards, dones = self.table.rewards.copy(), self.table.dones.copy()
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, object]] = [{} for _ in range(self.num_envs)]
        if dones.any():
            self._write_ends(infos, np.flatnonzero(dones))
        return self.table.observations.copy(), rewards, dones, infos

    def _write_ends(self, infos: list[dict[str, object]], games: NDArray[np.intp]) -> None:
        """Write how games ended into `infos`, which is by game; `games` are the indices of those that have ended."""
        seconds = round(perf_counter() - self._began, 6)
        returns, lengths = self._returns[games].tolist(), self._lengths[games].tolist()
        seen, endings = self.table.final_observations[games], self.table.endings(games)
        for k, i in enumerate(games.tolist()):
            episode = {"r": returns[k], "l": lengths[k], "t": seconds}
            infos[i] = {"terminal_observation": seen[k], "episode": episode, **endings[k]}
        self._returns[games], self._lengths[games] = 0, 0

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a new array with True for each legal action of the learner in each game, shape (N, actions)."""
        return self.table.bool_masks()

    def close(self) -> None:
        """Do nothing, as the environment holds nothing open."""

    # SB3 asks a VecEnv about the environments that it consists of. Here, all of them are this one.

    def has_attr(self, attr_name: str) -> bool:
        """Return whether the environment has an argument or attribute called `attr_name`."""
        return attr_name in type(self.settings).model_fields or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[object]:
        """Return the value of an argument or attribute, once for each game at `indices`; None stands for all games.

        Raises:
            UnknownAttribute: there is no argument or attribute of that name.
        """
        if not self.has_attr(attr_name):
            raise UnknownAttribute(f"attribute: expected one of this environment, found {shown(attr_name)}")
        source = self.settings if attr_name in type(self.settings).model_fields else self
        return [getattr(source, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: object, indices: VecEnvIndices = None) -> None:  # noqa: ARG002  # SB3's form
        """Refuse to change an attribute, as what is played is fixed when the environment is made.

        Raises:
            OptionError: always.
        """
        raise OptionError(
            f"set_attr: expected arguments when the environment is made, found {attr_name}={shown(value)}"
        )

    def env_method(
        self, method_name: str, *method_args: object, indices: VecEnvIndices = None, **method_kwargs: object
    ) -> list[object]:
        """Return the mask of each game at `indices`; None stands for all games.

        Args:
            method_name: "action_masks", the only method that works on each game.
            method_args: passed to `action_masks`, which takes none.
            indices: which games.
            method_kwargs: passed to `action_masks`, which takes none.

        Raises:
            OptionError: another method is named.
        """
        if method_name != MASKS:
            raise OptionError(f"env_method: expected {MASKS!r}, found {shown(method_name)}")
        masks = self.action_masks(*method_args, **method_kwargs)
        return [masks[i] for i in self._indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: VecEnvIndices = None) -> list[bool]:
        """Return, for each game at `indices`, True if `wrapper_class` is `Monitor`, and otherwise False.

        Infos of ended games have the entry `episode` of a `Monitor`, although there is no wrapper.
        """
        return [issubclass(wrapper_class, Monitor)] * len(self._indices(indices))

    def _indices(self, indices: VecEnvIndices) -> Sequence[int]:
        """Return the indices of games that SB3's argument `indices` stands for; None stands for all games."""
        return list(self._get_indices(indices))

    def __repr__(self) -> str:
        """Return one line of text with the game, the numbers of games and players, the opponents and the reward."""
        return f"<{type(self).__name__}: {self.table.summary()}>"


def not_rendered(settings: SeatSettings) -> SeatSettings:
    """Return `settings` unchanged, after checking that they do not ask for pictures.

    Raises:
        OptionError: a render mode is set.
    """
    if settings.render_mode is not None:
        raise OptionError(f"render_mode: expected None for many games at once, found {settings.render_mode!r}")
    return settings


class MonkeysVecEnv(GameVecEnv):
    """A `GameVecEnv` of the first game of the package, which once was the only one.

    Example:
        >>> env = MonkeysVecEnv(num_envs=8, num_players=3, seed=7)
        >>> env.reset().shape == (8, *env.observation_space.shape)
        True
    """

    __init__ = partialmethod(GameVecEnv.__init__, GAMES[0])  # takes all arguments but the game
