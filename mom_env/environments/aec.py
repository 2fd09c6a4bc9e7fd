"""PettingZoo's AEC interface to any game of this package. It only translates."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, NoReturn

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Discrete, Space
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pydantic import Field

from mom_env.base.game import Game, Observation, Rs, number_type
from mom_env.base.rewards import checked_reward
from mom_env.common.arguments import players_in_words, shown
from mom_env.common.settings import Settings
from mom_env.contract.people import Ruleset
from mom_env.contract.records import NOBODY, Indices, Records
from mom_env.environments.endings import Ending, endings, forfeit_endings, forfeit_return, forfeit_returns, is_zero_sum
from mom_env.environments.rendering import Picture, Shown
from mom_env.environments.reset_options import DEAL
from mom_env.environments.shaping import Shaping
from mom_env.environments.spaces import action_id, bounds_of, is_id, metadata, observation_size, observation_space
from mom_env.errors import CallOrder, IllegalAction, OptionError, OutOfSpace
from mom_env.games import load
from mom_env.loops import loop_of

RenderMode = Literal["ansi", "rgb_array", "human"]


class AECSettings(Settings):
    """Arguments of an AEC or Parallel environment.

    Attributes:
        render_mode: None, "ansi", "rgb_array" or "human".
        max_cycles: break the game off after this number of decisions, in `parallel_env` of steps, or never if it is
            None.
    """

    render_mode: RenderMode | None = None
    max_cycles: Annotated[int, Field(ge=1)] | None = None


class RawEnv(AECEnv[str, Observation, int | None]):
    """PettingZoo's environment for one game after another, in which one seat decides at a time.

    An illegal action raises `IllegalAction` and changes nothing. The agent of seat 0 is called "player_0", and so on.

    Attributes:
        game: the game itself, for copies, snapshots and replays. It is not meant to be played before the first `reset`.
        settings: the arguments, checked.
        state_space: the space of `state()`.
        endings: for each agent, how the game ended for that agent, as in its last info; empty before the end, and if
            `max_cycles` breaks the game off.
        loss: the reward of an agent whose illegal action loses the game.
    """

    game: Game[Ruleset]

    def __init__(self, game: str, arguments: Mapping[str, object]) -> None:
        """Make an environment of the game called `game`.

        The entries of `arguments` are those of `AECSettings`, by name.

        Raises:
            OptionError, DeckError: an argument is not valid.
        """
        super().__init__()  # type: ignore[no-untyped-call]  # PettingZoo's
        self.settings = AECSettings.checked(arguments, load(game).info.default_players)
        self._name = game
        self._make_room()
        given = self.settings
        self.game = load(game).people.Game(
            given.num_players, 0, deck=given.deck, options=given.options, skip_forced=given.skip_forced
        )
        self.metadata = metadata(game)
        self.render_mode, self.max_cycles = given.render_mode, given.max_cycles
        self._picture = Picture(game, given.render_mode) if given.render_mode else None
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.num_actions) for agent in self.possible_agents}  # type: ignore[misc]
        self.state_space = Box(*bounds_of(game), (state_size(game),), np.float32)
        self._reward = int(checked_reward(load(game).info, given.reward, self.game.num_players))
        self.loss = forfeit_return(game, self._reward, self.game.ruleset)
        self.endings: dict[str, Ending] = {}
        self._shaping = Shaping(game, self.game.num_players, given.gamma) if given.shaping else None
        self._rng = np.random.default_rng()

    def _make_room(self) -> None:
        """Take the game's kernels and its loop `one`, and make the arrays for one game that they write into.

        `_view` and `_mask` are flat arrays of numbers in the same memory as the records `_views` and `_masks`.
        """
        kernels, self._loops = load(self._name).kernels, loop_of(load(self._name).package, "one")
        self._kernels, self._write_stop, self.num_actions = kernels, self._loops.write_stop, kernels.NUM_ACTIONS
        self._views, self._masks = np.zeros(1, kernels.OBSERVATION_DTYPE), np.zeros(1, kernels.MASK_DTYPE)
        self._view = self._views.view(number_type(kernels.OBSERVATION_DTYPE))
        self._mask = self._masks.view(np.int8)[: self.num_actions]
        self._returns = np.zeros(kernels.MAX_PLAYERS)

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes that copies and pickles hold: all except kernels and the arrays that they write into.

        A copy continues the same game.
        """
        room = {"_kernels", "_loops", "_write_stop", "_stop", "_views", "_masks", "_view", "_mask", "_returns"}
        return {name: value for name, value in vars(self).items() if name not in room}

    def __setstate__(self, attributes: dict[str, object]) -> None:
        """Restore `attributes`, and make and fill the arrays that `__getstate__` leaves out."""
        self.__dict__.update(attributes)
        self._make_room()
        self._look_at_game()
        self._write_stop(*self._stop)

    def _look_at_game(self) -> None:
        """Save in `_stop` the arguments of the kernel `write_stop` for the current game.

        It is called once per game, as making this tuple costs a tenth of a step.
        """
        game = self.game
        self._stop = game.states, game.rules, self._reward, self._views, self._masks, self._returns

    # Spaces

    def observation_space(self, agent: str) -> Space[Observation]:
        """Return the space of the agent's observations, the same object at each call.

        The spaces of all agents are equal.
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[int | None]:
        """Return the space of the agent's actions, the same object at each call. The spaces of all agents are equal."""
        return self.action_spaces[agent]

    # A game

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Deal a new game.

        Without `seed` and `options`, its seed is drawn from the random stream that the last seed started.

        Args:
            seed: a whole number from 0 to 2**64 - 1, which decides the deal and starts the random stream again.
            options: `{"deal": setup}` deals the setup block of a replay. Other entries are ignored, with a warning.

        Raises:
            OptionError, PositionError: the seed or deal is not valid; the current game continues.
        """
        setup = deal_in(options)
        is_next = seed is None and setup is None
        self.game = self.game.again(int(self._rng.integers(2**53)) if is_next else seed, setup=setup)
        if seed is not None:
            self._rng = np.random.default_rng(int(seed))
        self._begin()

    def _begin(self) -> None:
        """Set all of PettingZoo's attributes for a game that has just been dealt, and show its first decision."""
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(agents, False), dict.fromkeys(agents, False)
        self.infos = {agent: self._no_choice() for agent in agents}
        self._skip_agent_selection = None  # type: ignore[assignment]  # as PettingZoo does
        self._cycle, self._has_ended, self.endings = 0, False, {}
        if self._shaping:
            self._shaping.begin()
        self._look_at_game()
        self._show()
        if self._picture and self.render_mode == "human":
            self._picture.show(self.game)

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move, and go to the next decision.

        After the game's end, `action` has to be None, and the agent to move is removed from `agents`.

        Raises:
            IllegalAction: the action cannot be played; nothing has changed.
        """
        agent = self.agent_selection
        if self._has_ended:
            self._was_dead_step(action)
            return
        self.game.play(action if type(action) is int else action_id(action, agent))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = self._no_choice()
        self._cycle += 1
        self._show_all()

    def step_and_show(self, actions: Indices, asked: list[int], views: Records, masks: Records) -> int:
        """Play a legal action of each seat that may act, which is not checked, and write what all seats see then.

        It is for a Parallel environment, which shows the game itself: until the end of the game nothing else changes
        here. Arguments and result are those of `Game.play_and_show`.
        """
        bits = self.game.play_and_show(actions, asked, views, masks)
        if bits == 0 or self._picture:
            self._show_all()
        return bits

    def _show_all(self) -> None:
        """Show the next decision or the end to the agents, and update the window if there is one."""
        self._show()
        if self._picture and self.render_mode == "human":
            self._picture.show(self.game)

    def _show(self) -> None:
        """Find the agent to move, and write its observation, its info and its payment by shaping.

        If the game is over or has reached `max_cycles`, end it for all agents instead.
        """
        seat = self._seat = self._write_stop(*self._stop)
        if seat == NOBODY:
            scores, places = self.game.standing()
            self._end(self._returns[: self.game.num_players].tolist(), endings(places, scores))
        elif self._cycle == self.max_cycles:
            self._break_off()
        else:
            agent = self.agent_selection = self.possible_agents[seat]
            self.infos[agent] = {"action_mask": self._mask.copy()}
            if self._shaping:
                self._pay({agent: self._shaping.due(self.game, seat)})

    def _end(self, returns: list[float], ends: list[Ending]) -> None:
        """Terminate all agents at the same step.

        Args:
            returns: the reward of each seat, without shaping, which is added here.
            ends: the entries about the game's end in each seat's last info.
        """
        if self._shaping:
            returns = self._shaping.add_last(returns)
        self.endings = dict(zip(self.possible_agents, ends, strict=True))
        self.infos = {agent: {**self._no_choice(), **self.endings[agent]} for agent in self.agents}
        self._finish(dict(zip(self.possible_agents, returns, strict=True)), self.terminations)

    def _break_off(self) -> None:
        """Truncate all agents, as `max_cycles` is reached. The game has no result.

        Learners continue from their own estimate of the position, so shaping still pays the potential of this position.
        """
        pay = self._shaping.due if self._shaping else nothing
        self._finish({agent: pay(self.game, seat) for agent, seat in self._seats.items()}, self.truncations)

    def _finish(self, payments: dict[str, float], ended: dict[str, bool]) -> None:
        """End the game for all agents.

        Args:
            payments: the last reward of each agent.
            ended: `terminations` or `truncations`, in which all agents are set to True.
        """
        self._seat, self._has_ended = NOBODY, True
        ended.update(dict.fromkeys(self.agents, True))
        self._pay(payments)
        self._deads_step_first()

    def _pay(self, payments: dict[str, float]) -> None:
        """Set `rewards` to `payments`, by agent, and to 0 for all others, and add them to the cumulative rewards."""
        self.rewards = dict.fromkeys(self.agents, 0.0) | payments
        self._accumulate_rewards()

    def _no_choice(self) -> dict[str, object]:
        """Return the info of an agent that has nothing to decide: a mask of zeros."""
        return {"action_mask": np.zeros(self.num_actions, np.int8)}

    # What is seen

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know and do now, for any agent at any time, as new arrays.

        The mask is all 0 unless the agent is to move.

        Raises:
            OptionError: there is no such agent.
        """
        seat = self._seats.get(agent, NOBODY)
        if seat == self._seat and seat != NOBODY:
            return {"observation": self._view.copy(), "action_mask": self._mask.copy()}
        if seat == NOBODY:
            raise OptionError(f"agent: expected one of {', '.join(self._seats)}, found {shown(agent)}")
        return {
            "observation": self.game.observe(seat)["observation"],
            "action_mask": np.zeros(self.num_actions, np.int8),
        }

    def state(self) -> NDArray[np.float32]:
        """Return the whole state, including what no agent may know, shape (`state_size`,), as a new array.

        The observations of all seats come first, 0 for a seat without a player, and then what is hidden from all seats.
        It is for centralised critics, never for players.
        """
        views, hidden = np.zeros(self._kernels.MAX_PLAYERS, self._views.dtype), self._kernels.HIDDEN_SIZE
        for seat in range(self.game.num_players):
            self._loops.write_view(self.game.states, self.game.rules, seat, views[seat : seat + 1])
        out = np.zeros(hidden, np.float32)
        self._loops.write_hidden(self.game.states, self.game.rules, out)
        return np.concatenate([views.view(self._view.dtype).astype(np.float32), out])

    def render(self) -> Shown:
        """Show the position with all hands, in the mode of `render_mode`.

        Returns:
            Text for "ansi", pixels for "rgb_array", and None for "human", which updates a window. Without a
            `render_mode`, warn and return None.
        """
        if self._picture is None:
            logger.warn("You are calling render method without specifying any render mode.")
            return None
        return self._picture.show(self.game)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._picture:
            self._picture.close()

    def __repr__(self) -> str:
        """Return one line of text with the game, the number of players and the progress, but nothing that is hidden."""
        return f"<{type(self).__name__} {self.metadata['name']}: {self._progress()}>"

    def _progress(self) -> str:
        """Return the number of players and how far the game is, in words, for `repr`."""
        if "agents" not in vars(self):
            return f"{players_in_words(self.game.num_players)}, not dealt yet"
        return repr(self.game).removeprefix("<Game: ").removesuffix(">")


class Env(RawEnv):
    """PettingZoo's environment, one decision at a time, with the checks of PettingZoo's three standard wrappers.

    An illegal action ends the game, with a warning. The offender gets `loss`, and in a zero-sum game the other agents
    share it, so that all rewards add up to 0. Using the environment before `reset` raises `CallOrder`, and an action
    outside the action space `OutOfSpace`; both are AssertionErrors.
    """

    _has_reset = _has_moved = False

    def __getattr__(self, name: str) -> NoReturn:
        """Raise an AttributeError for `name`, which does not exist.

        The message says so if `reset` makes this attribute.
        """
        raise AttributeError(f"{name} cannot be accessed before reset" if name in MADE_BY_RESET else name)

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Deal a new game.

        Without `seed` and `options`, its seed is drawn from the random stream that the last seed started.

        Args:
            seed: a whole number from 0 to 2**64 - 1, which decides the deal and starts the random stream again.
            options: `{"deal": setup}` deals the setup block of a replay. Other entries are ignored, with a warning.

        Raises:
            OptionError, PositionError: the seed or deal is not valid; the current game continues.
        """
        super().reset(seed, options)
        self._has_reset = self._has_moved = True

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move, and go to the next decision.

        An illegal action loses the game for this agent.

        After the game's end, `action` has to be None. When all agents have been removed, a step only warns.

        Raises:
            OutOfSpace: the action is not in the action space; nothing has changed.
            CallOrder: nothing has been dealt yet.
        """
        self._check_order("step")
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        try:
            super().step(action)
        except IllegalAction as error:
            if not is_id(action, self.num_actions):
                raise OutOfSpace(f"action is not in action space: {error}") from None
            self._forfeit(error)
        self._has_moved = True

    def _forfeit(self, error: IllegalAction) -> None:
        """End the game as lost by the agent to move, and log a warning with `error`, which says what was illegal.

        What the agent has earned since its last decision is dropped. Then each agent gets what `forfeit_returns` says,
        with `loss` for the agent to move, and the entries of `forfeit_endings` in its info.
        """
        loser = self.agent_selection
        EnvLogger.get_logger().warning("[WARNING]: Illegal move made, %s loses the game: %s", loser, error)
        self._cumulative_rewards[loser] = 0.0
        seats, offenders = len(self.agents), [self._seats[loser]]
        paid = forfeit_returns(seats, offenders, self.loss, zero_sum=is_zero_sum(self._name, seats))
        self._end(paid, forfeit_endings(seats, offenders))

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know and do now, as new arrays. The mask is all 0 unless the agent is to move.

        Raises:
            CallOrder: nothing has been dealt yet.
            OptionError: there is no such agent.
        """
        self._check_order("observe")
        return super().observe(agent)

    def state(self) -> NDArray[np.float32]:
        """Return the whole state, including what no agent may know, shape (`state_size`,), as a new array.

        The observations of all seats come first, 0 for a seat without a player, and then what is hidden from all seats.

        Raises:
            CallOrder: nothing has been dealt yet.
        """
        self._check_order("state")
        return super().state()

    def render(self) -> Shown:
        """Show the position with all hands, in the mode of `render_mode`.

        Returns:
            Text for "ansi", pixels for "rgb_array", and None for "human", which updates a window. Without a
            `render_mode`, warn and return None.

        Raises:
            CallOrder: nothing has been dealt yet.
        """
        self._check_order("render")
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:  # type: ignore[override]  # a loop needs no more
        """Return an iterator over the agents to move, until the game is over or `max_iter` agents have been returned.

        The caller has to call `step` or `reset` before asking for the next agent.

        Raises:
            CallOrder: nothing has been dealt yet. The iterator raises it if the caller has not moved since the last
                agent.
        """
        self._check_order("agent_iter()")
        return self._in_order(max_iter)

    def _in_order(self, left: int) -> Iterator[str]:
        """Yield the agent to move, at most `left` times, until the game is over.

        Raises:
            CallOrder: the caller has called neither `step` nor `reset` since the last agent.
        """
        while self.agents and left > 0:
            if not self._has_moved:
                raise CallOrder("need to call step() or reset() in a loop over `agent_iter`")
            self._has_moved = False
            left -= 1
            yield self.agent_selection

    def _check_order(self, what: str) -> None:
        """Raise `CallOrder` if nothing has been dealt yet; `what` names the refused call in the message."""
        if not self._has_reset:
            raise CallOrder(f"reset() needs to be called before {what}.")


MADE_BY_RESET = {"rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"}


def state_size(game: str) -> int:
    """Return how many numbers `state()` has: the observations of all seats, and what no seat knows."""
    kernels = load(game).kernels
    return kernels.MAX_PLAYERS * observation_size(game) + kernels.HIDDEN_SIZE


def deal_in(options: object) -> Mapping[str, object] | None:
    """Return the deal in the options of `reset`, or None if there is none. Warn of all other options.

    Raises:
        OptionError: the options are not a mapping.
    """
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise OptionError(f"options: expected a mapping, found {shown(options)}")
    others = [name if isinstance(name, str) else shown(name) for name in options if name != DEAL]
    if others:
        EnvLogger.get_logger().warning("reset: options ignored: %s; there is %r", ", ".join(others), DEAL)
    deal: Mapping[str, object] | None = options.get(DEAL)
    return deal


def nothing(game: Game[Rs], seat: int) -> float:  # noqa: ARG001  # called as `Shaping.due`
    """Return 0, the payment of every seat at every position if there is no shaping."""
    return 0.0
