"""Gymnasium environments of one learning seat; the opponents play inside the environment."""

from collections.abc import Sequence
from typing import Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mom_env.base.game import Observation
from mom_env.base.seeds import checked_seed
from mom_env.common.arguments import MAX_GAMES, checked_whole, shown
from mom_env.environments.endings import ending_arrays
from mom_env.environments.one_seat import OneSeat
from mom_env.environments.rendering import RENDER_MODES, Picture, Shown
from mom_env.environments.reset_options import start_in, starts_in
from mom_env.environments.seat_settings import BatchSettings, SeatSettings
from mom_env.environments.spaces import observation_space as observation_space_with_mask
from mom_env.environments.spaces import vector_space
from mom_env.errors import OptionError, UnknownAttribute
from mom_env.games import GAMES, load

Vector = NDArray[np.generic]
Seen = Vector | Observation  # with mask="info" the vector alone
Info = dict[str, object]
MASKS = "action_masks"
MASKS_AT = 'info["action_mask"]'


class GymnasiumSettings(SeatSettings):
    """Arguments of a Gymnasium environment.

    Attributes:
        mask: where the mask of legal actions is: "observation" puts it into the observation and into the infos; "info"
            puts it into the infos alone, and the observation is the flat vector.
    """

    mask: Literal["observation", "info"] = "observation"


class VectorSettings(BatchSettings, GymnasiumSettings):
    """Arguments of a Gymnasium vector environment: those of `GymnasiumSettings` and of `BatchSettings`."""


def observation_space(game: str, mask: str = "observation") -> spaces.Space[Seen]:
    """Return the space of observations: with `mask="info"` a vector, with `mask="observation"` a vector and a mask."""
    if mask == "info":
        return vector_space(game)
    return observation_space_with_mask(game)


def action_space(game: str) -> "spaces.Discrete[np.int64]":  # quoted: Gymnasium 1.2 has no parameter there
    """Return the space of all action ids of the game, the same for every seat and number of players."""
    return spaces.Discrete(load(game).kernels.NUM_ACTIONS)


class OneSeatEnv(gymnasium.Env[Seen, int | np.int64]):
    """Gymnasium's environment of one game, in which one seat learns and opponents play the other seats.

    Each step plays one decision of the learner and those of the others until the learner's next one. Infos have
    `action_mask` and `seat`, the learner's seat in this game. The last info of a game also has `score`, `place`,
    `winners` and `is_success`.

    Attributes:
        table: the game behind the environment.
        settings: the arguments, checked.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(self, game: str = GAMES[0], **arguments: object) -> None:
        """Prepare an environment; nothing is dealt before `reset`.

        Args:
            game: name of the game.
            arguments: see `GymnasiumSettings`.

        Raises:
            OptionError: an argument does not exist, or cannot have that value.
        """
        self.settings = GymnasiumSettings.checked(arguments, load(game).info.default_players)
        if isinstance(self.settings.options, list | tuple):
            raise OptionError(f"options: expected those of one game, found {shown(self.settings.options)}")
        self.render_mode = self.settings.render_mode
        self._picture = Picture(game, self.render_mode) if self.render_mode else None
        self.table = OneSeat(game, 1, self.settings, deals_at_once=False, masks_at=MASKS_AT)
        self.observation_space = observation_space(game, self.settings.mask)
        self.action_space = action_space(game)
        self._is_on, self._follows = False, self.render_mode == "human"
        self._shows_mask = self.settings.mask == "observation"
        self._actions, self._actions_end = np.zeros(1, np.int64), load(game).kernels.NUM_ACTIONS

    def reset(self, *, seed: int | None = None, options: dict[str, object] | None = None) -> tuple[Seen, Info]:
        """Deal a game, and let the opponents play until the learner is to move.

        Args:
            seed: a whole number from 0 to 2**64 - 1. Without one, the environment's random stream continues.
            options: `{"deal": setup}` deals the setup block of a replay, `{"seat": 2}` seats the learner at seat 2,
                counted from 0.

        Returns:
            The learner's observation and its info.

        Raises:
            OptionError, PositionError: the seed, deal or seat is not valid; the current game continues.
        """
        number = None if seed is None else checked_seed(seed)
        self.table.reset([number], [start_in(options)])
        super().reset(seed=number)
        self._is_on = True
        if self._follows:
            self.render()
        return self._observation(), self._info()

    def step(self, action: object) -> tuple[Seen, float, bool, bool, Info]:
        """Play the learner's action, then the opponents' until the learner is to move again or the game is over.

        Returns:
            Observation, reward, whether the game is over, False (nothing is truncated), and info.

        Raises:
            IllegalAction: the action cannot be played; nothing has changed. Not raised with `illegal="lose"`.
            ResetNeeded: there is no game, or it is over.
        """
        if not self._is_on:
            raise gymnasium.error.ResetNeeded("step: expected a game that is not over; call reset() first")
        if type(action) is int and 0 <= action < self._actions_end:  # what nearly all callers pass
            self._actions[0] = action
            self.table.step(self._actions)
        else:
            self.table.step([action])
        is_over = bool(self.table.dones[0])
        self._is_on = not is_over
        if self._follows:
            self.render()
        info = {**self._info(), **self.table.endings(FIRST)[0]} if is_over else self._info()
        return self._observation(), float(self.table.rewards[0]), is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return True for each legal action of the learner, shape (actions,), as a new array for sb3-contrib."""
        masks: NDArray[np.bool_] = self.table.bool_masks()[0]
        return masks

    def render(self) -> Shown:
        """Show the whole position, with all hands, in the mode of `render_mode`.

        Returns:
            Text for "ansi", pixels for "rgb_array", and None for "human", which updates a window, or without a
            `render_mode`.
        """
        return self._picture.show(self.table.game_at(0)) if self._picture else None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._picture:
            self._picture.close()

    def __repr__(self) -> str:
        """Return one line of text with the game, the number of players, the opponents and the reward."""
        return f"<{type(self).__name__}: {self.table.summary()}>"

    def _observation(self) -> Seen:
        """Return a copy of the learner's observation, with or without the mask as the settings say."""
        seen = self.table.observations[0].copy()
        return {"observation": seen, "action_mask": self.table.action_masks[0].copy()} if self._shows_mask else seen

    def _info(self) -> Info:
        """Return the learner's mask and seat as an info."""
        return {"action_mask": self.table.action_masks[0].copy(), "seat": int(self.table.seats()[0])}


FIRST = np.zeros(1, np.intp)  # the index of the only game


class OneSeatVectorEnv(VectorEnv[Seen, NDArray[np.int64], Vector]):
    """Gymnasium's vector environment: many games in lock-step, in each of which one seat learns.

    With seed `s`, game `i` is the same as in `OneSeatEnv` with the seed `s + i`.

    With `autoreset_mode="SAME_STEP"`, the default, a step that ends a game already shows the next game, and the end is
    in `final_obs` and `final_info`. With "NEXT_STEP" the next step deals, and plays no action.

    Attributes:
        table: the games behind the environment, with arrays that are filled in place.
        settings: the arguments, checked.
        autoreset_mode: Gymnasium's enum, as in `metadata`.
    """

    _picture: Picture | None = None  # Gymnasium also closes an environment whose __init__ has failed

    def __init__(
        self,
        num_envs: int = 1,
        game: str = GAMES[0],
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        num_threads: int = 1,
        **arguments: object,
    ) -> None:
        """Prepare the environments; nothing is dealt before `reset`.

        Args:
            num_envs: number of games, from 1 to `mom_env.common.arguments.MAX_GAMES`.
            game: name of the game.
            autoreset_mode: "SAME_STEP" or "NEXT_STEP".
            num_threads: number of threads that step the games.
            arguments: see `VectorSettings`. `render` shows game 0.

        Raises:
            OptionError: an argument does not exist, or cannot have that value.
        """
        self.autoreset_mode = checked_mode(autoreset_mode)
        self.metadata = OneSeatEnv.metadata | {"autoreset_mode": self.autoreset_mode}
        self.settings = VectorSettings.checked(arguments, load(game).info.default_players)
        self.num_envs = checked_whole("num_envs", num_envs, 1, MAX_GAMES)
        at_once = self.autoreset_mode == AutoresetMode.SAME_STEP
        self.table = OneSeat(
            game, self.num_envs, self.settings, deals_at_once=at_once, num_threads=num_threads, masks_at=MASKS_AT
        )
        self.render_mode = self.settings.render_mode
        self._picture = Picture(game, self.render_mode) if self.render_mode else None
        self._follows, self._shows_mask = self.render_mode == "human", self.settings.mask == "observation"
        self._num_actions = load(game).kernels.NUM_ACTIONS
        self.single_observation_space = observation_space(game, self.settings.mask)
        self.single_action_space = action_space(game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, object] | None = None
    ) -> tuple[Seen, Info]:
        """Deal all games, and let the opponents play until the learner is to move in each.

        Args:
            seed: the games get the seeds `seed`, `seed + 1`, ..., or those of a list. Without one, each game's random
                stream continues.
            options: "deal", the setup block of a replay, and "seat", the learner's seat. Each has one value for all
                games, or a list with one for each game.

        Returns:
            The learner's observations and the infos, with an entry for each game.

        Raises:
            OptionError, PositionError: a seed, deal or seat is not valid; the current games continue.
        """
        self.table.reset(seeds_from(seed, self.num_envs), starts_in(options, self.num_envs))
        if self._follows:
            self.render()
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Play the learner's action in each game, then the opponents' up to the learner's next decision or the end.

        Returns:
            Observations, rewards, whether each game is over, False for each game (nothing is truncated), and infos.

        Raises:
            IllegalAction: an action cannot be played; no game has moved. Not raised with `illegal="lose"`.
        """
        self.table.step(actions)
        if self._follows:
            self.render()
        dones = self.table.dones.copy()
        infos = self._infos()
        if dones.any():
            infos |= self._ends(dones)
        rewards = self.table.rewards.astype(np.float64)
        return self._observations(), rewards, dones, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a new array with True for each legal action of the learner in each game, shape (N, actions)."""
        return self.table.bool_masks()

    def render(self) -> tuple[str | NDArray[np.uint8]] | None:
        """Show game 0, with all hands, in the mode of `render_mode`.

        Returns:
            Text or pixels in a tuple; None if a window shows the game, or without a `render_mode`.
        """
        shown_game = self._picture.show(self.table.game_at(0)) if self._picture else None
        return None if shown_game is None else (shown_game,)

    def close_extras(self, **_arguments: object) -> None:
        """Close the window, if there is one. Gymnasium's `close` calls this; the arguments are ignored."""
        if self._picture:
            self._picture.close()

    # Gymnasium's access to single environments of a vector; here all of them share their arguments and spaces

    def call(self, name: str, *arguments: object, **named: object) -> tuple[object, ...]:
        """Return a tuple with an entry for each game: its `action_masks`, or an attribute that `get_attr` knows.

        Args:
            name: "action_masks" or the name of an attribute.
            arguments: passed to `action_masks`, which takes none.
            named: passed to `action_masks`, which takes none.

        Raises:
            UnknownAttribute: there is no such attribute.
        """
        if name == MASKS:
            return tuple(self.action_masks(*arguments, **named))
        return self.get_attr(name)

    def get_attr(self, name: str) -> tuple[object, ...]:
        """Return the value of an attribute as a tuple with an entry for each game; all entries are equal.

        Args:
            name: an argument in the settings, "observation_space", "action_space", "metadata", "settings" or "spec".

        Raises:
            UnknownAttribute: there is no such attribute.
        """
        own = {"observation_space": "single_observation_space", "action_space": "single_action_space"}
        if name in type(self.settings).model_fields:
            value = getattr(self.settings, name)
        elif name in (*own, "metadata", "settings", "spec"):
            value = getattr(self, own.get(name, name))
        else:
            raise UnknownAttribute(
                f"attribute: expected an argument or a space of the environment, found {shown(name)}"
            )
        return (value,) * self.num_envs

    def set_attr(self, name: str, values: object) -> None:
        """Refuse to set an attribute, as all arguments are fixed when the environment is made.

        Raises:
            OptionError: always.
        """
        raise OptionError(f"set_attr: expected arguments when the environment is made, found {name}={shown(values)}")

    def __repr__(self) -> str:
        """Return one line of text with the game, the numbers of games and players, the opponents and the reward."""
        return f"<{type(self).__name__}: {self.table.summary()}>"

    def _observations(self) -> Seen:
        """Return a copy of the learner's observations, with or without the masks as the settings say."""
        seen = self.table.observations.copy()
        return {"observation": seen, "action_mask": self.table.action_masks.copy()} if self._shows_mask else seen

    def _infos(self) -> Info:
        """Return the learner's mask and seat in each game, in the form of Gymnasium's vector infos."""
        everywhere = np.ones(self.num_envs, np.bool_)
        masks, seats = self.table.action_masks.copy(), self.table.seats()
        return {"action_mask": masks, "_action_mask": everywhere, "seat": seats, "_seat": everywhere.copy()}

    def _ends(self, dones: NDArray[np.bool_]) -> Info:
        """Return the infos about the games that have ended, in Gymnasium's form.

        Args:
            dones: whether each game has ended. Entries of the other games are empty, and their flags False.
        """
        endings = ending_arrays(self.table.results, dones, self.table.is_alone())
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            return {
                key: array for key, array in endings.items() if key not in ("seat", "_seat")
            }  # `_infos` has all seats
        masks = {"action_mask": np.zeros_like(self.table.action_masks), "_action_mask": dones.copy()}
        finals, flags = self._final_observations(dones), {"_final_obs": dones.copy(), "_final_info": dones.copy()}
        return {"final_obs": finals, "final_info": masks | endings, **flags}

    def _final_observations(self, dones: NDArray[np.bool_]) -> NDArray[np.object_]:
        """Return the last observation of each game that has ended, and None for each other game.

        The masks are all 0.
        """
        finals, games = np.empty(self.num_envs, object), np.flatnonzero(dones)  # objects are None at first
        seen, masks = self.table.final_observations[games], np.zeros((len(games), self._num_actions), np.int8)
        for k, i in enumerate(games.tolist()):
            finals[i] = {"observation": seen[k], "action_mask": masks[k]} if self._shows_mask else seen[k]
        return finals


def seeds_from(seed: int | Sequence[int | None] | None, count: int) -> list[int | None] | None:
    """Return a list with a seed for each of `count` games: `seed`, `seed + 1`, ..., or the entries of a list.

    After 2**64 - 1 comes 0. Without a seed, return None. The length of a list is not checked.
    """
    if seed is None or isinstance(seed, list | tuple):
        return seed if seed is None else list(seed)
    first = checked_seed(seed)
    return [(first + i) % 2**64 for i in range(count)]


def checked_mode(mode: object) -> AutoresetMode:
    """Return the autoreset mode that `mode` is or names.

    Raises:
        OptionError: there is no such mode, or it is one that never deals again by itself.
    """
    known = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
    for each in known:
        if isinstance(mode, str | AutoresetMode) and mode in (each, each.name):
            return each
    names = " or ".join(each.name for each in known)
    raise OptionError(f"autoreset_mode: expected {names}, found {shown(mode)}")
