"""Gymnasium environments: one seat learns, the opponents are inside."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mom_env.errors import OptionError
from mom_env.games import GAMES, load
from mom_env.one_seat import OneSeat, SeatSettings
from mom_env.rendering import RENDER_MODES, Picture

Observation = dict[str, NDArray[Any]]


def observation_space(game: str) -> spaces.Dict:
    """What a seat sees, and 1 for each of its legal actions."""
    module = load(game)
    return spaces.Dict(
        {
            "observation": flat_space(game),
            "action_mask": spaces.Box(0, 1, (module.NUM_ACTIONS,), np.int8),
        }
    )


def flat_space(game: str) -> spaces.Box:
    """What a seat sees, without the mask."""
    return spaces.Box(-1, 1, (load(game).OBSERVATION_SIZE,), np.float32)


def action_space(game: str) -> "spaces.Discrete[np.int64]":  # quoted: Gymnasium 1.2 has no parameter there
    """All actions, the same for every seat and number of players."""
    return spaces.Discrete(load(game).NUM_ACTIONS)


class OneSeatEnv(gymnasium.Env[Any, np.int64]):
    """One game. Each step is a decision of the learner; what the others do until its next one happens inside.

    Infos have `action_mask`, as in the observation, and `seat`, where the learner sits in this game.

    Attributes:
        table: the game behind it.
        settings: the arguments, checked.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(self, game: str = GAMES[0], **arguments: Any) -> None:
        """Make room for a game; `reset` deals.

        Args:
            game: a game of this package.
            arguments: see `SeatSettings`.

        Raises:
            OptionError: an argument that does not exist, or has no such value.
        """
        self.settings = SeatSettings.checked(arguments)
        self.render_mode = self.settings.render_mode
        self._picture = Picture(game, self.render_mode) if self.render_mode else None
        self.table = OneSeat(game, 1, self.settings, deals_at_once=False)
        self.observation_space = observation_space(game)
        self.action_space = action_space(game)
        self._is_on = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal anew: from a seed, or without one on from where the chance of this environment is."""
        refuse_options(options)
        self.table.reset([seed])
        super().reset(seed=seed)
        self._is_on = True
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the others' up to its next decision, or to the end.

        Raises:
            IllegalAction: why it cannot be played; nothing has changed. Not with `illegal="lose"`.
            ResetNeeded: there is no game to play it in.
        """
        if not self._is_on:
            raise gymnasium.error.ResetNeeded("step: expected a game that goes on; call reset() first")
        self.table.step(np.array([action]))
        self._is_on = not self.table.dones[0]
        return self._observation(), float(self.table.rewards[0]), bool(self.table.dones[0]), False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each legal action, as sb3-contrib asks for it."""
        masks: NDArray[np.bool_] = self.table.bool_masks()[0]
        return masks

    def render(self) -> Any:
        """The position with everything in it, as `render_mode` says; None without one."""
        return self._picture.show(self.table.game_at(0)) if self._picture else None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._picture:
            self._picture.close()

    def _observation(self) -> Observation:
        return {"observation": self.table.observations[0].copy(), "action_mask": self.table.action_masks[0].copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.action_masks[0].copy(), "seat": int(self.table.seats()[0])}


class OneSeatVectorEnv(VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """Many games in lock-step; game `i` of seed `s` is that of `OneSeatEnv` with the seed `s + i`.

    With `autoreset_mode="SAME_STEP"`, the default, a step that ends a game shows the next one already; how it
    ended is in `final_obs` and `final_info`. With "NEXT_STEP" the step after that deals, and plays no action.

    Attributes:
        table: the games behind it, with arrays that are filled in place.
        settings: the arguments, checked.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str = GAMES[0],
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        num_threads: int = 1,
        **arguments: Any,
    ) -> None:
        """Make room for the games; `reset` deals.

        Args:
            num_envs: how many games.
            game: a game of this package.
            autoreset_mode: "SAME_STEP" or "NEXT_STEP".
            num_threads: how many threads play.
            arguments: see `SeatSettings`.
        """
        mode = checked_mode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.settings = not_rendered(SeatSettings.checked(arguments))
        at_once = mode == AutoresetMode.SAME_STEP
        self.table = OneSeat(game, num_envs, self.settings, deals_at_once=at_once, num_threads=num_threads)
        self._shows_ends = at_once
        self.num_envs = self.table.num_games
        self.single_observation_space, self.single_action_space = observation_space(game), action_space(game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all games anew: from the seeds `seed`, `seed + 1`, ..., or from those of a list."""
        refuse_options(options)
        self.table.reset(seeds_from(seed, self.num_envs))
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play the learner's action in each game, and on to its next decision."""
        seats = self.table.seats()
        self.table.step(actions)
        dones = self.table.dones.copy()
        infos = self._infos()
        if self._shows_ends and dones.any():
            infos |= self._ends(dones, seats)
        rewards = self.table.rewards.astype(np.float64)
        return self._observations(), rewards, dones, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each legal action of each game, shape (N, actions)."""
        return self.table.bool_masks()

    def _observations(self) -> Observation:
        return {"observation": self.table.observations.copy(), "action_mask": self.table.action_masks.copy()}

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        masks, seats = self.table.action_masks.copy(), self.table.seats()
        return {"action_mask": masks, "_action_mask": everywhere, "seat": seats, "_seat": everywhere.copy()}

    def _ends(self, dones: NDArray[np.bool_], seats: NDArray[np.int64]) -> dict[str, Any]:
        """How games ended, in Gymnasium's form: entries of games that go on are empty, and their flags False."""
        ends, no_masks = np.full(self.num_envs, None, dtype=object), np.zeros_like(self.table.action_masks)
        for i in np.flatnonzero(dones):
            ends[i] = {
                "observation": self.table.final_observations[i].copy(),
                "action_mask": no_masks[i].copy(),
            }
        final_info = {
            "action_mask": no_masks,
            "_action_mask": dones.copy(),
            "seat": np.where(dones, seats, 0),
            "_seat": dones.copy(),
        }
        return {"final_obs": ends, "_final_obs": dones.copy(), "final_info": final_info, "_final_info": dones.copy()}


def seeds_from(seed: Any, count: int) -> list[int | None] | None:
    """One seed a game, as Gymnasium and SB3 count them: one more for each."""
    if seed is None or isinstance(seed, list | tuple):
        return seed if seed is None else list(seed)
    first = load(GAMES[0], "seeds").checked_seed(seed)
    return [(first + i) % 2**64 for i in range(count)]


def checked_mode(mode: Any) -> AutoresetMode:
    """The mode of that name, if games can be dealt anew in it."""
    known = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
    for each in known:
        if mode in (each, each.name):
            return each
    names = " or ".join(each.name for each in known)
    raise OptionError(f"autoreset_mode: expected {names}, found {mode!r}")


def refuse_options(options: Any) -> None:
    """`reset` has no options: an environment's are fixed when it is made."""
    if options:
        raise OptionError(f"options of reset: expected none, found {options!r}; rule options go into make()")


def not_rendered(settings: SeatSettings) -> SeatSettings:
    """The settings of many games, which are not drawn."""
    if settings.render_mode is not None:
        raise OptionError(f"render_mode: expected None for many games at once, found {settings.render_mode!r}")
    return settings
