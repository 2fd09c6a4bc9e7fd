"""PettingZoo's Parallel interface to any game of this package: all seats act at each step, most of them by waiting."""

from collections.abc import Mapping

import numpy as np
from gymnasium.spaces import Discrete, Space
from numpy.typing import NDArray
from pettingzoo.utils.env import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from mom_env.base.game import Game, Observation, number_type
from mom_env.base.ids import checked_id
from mom_env.common.arguments import shown
from mom_env.contract.people import Ruleset
from mom_env.contract.views import flat
from mom_env.environments.aec import AECSettings, RawEnv
from mom_env.environments.endings import Ending, forfeit_endings, forfeit_returns, is_zero_sum
from mom_env.environments.rendering import Shown
from mom_env.environments.shaping import Shaping
from mom_env.environments.spaces import metadata, observation_space
from mom_env.errors import CallOrder, IllegalAction, OptionError
from mom_env.games import load
from mom_env.loops import AnyKernels, loop_of

Observations = dict[str, Observation]
Infos = dict[str, dict[str, object]]
Seen = tuple[Observations, Infos]
Stepped = tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]


class ParallelGames(ParallelEnv[str, Observation, int]):
    """PettingZoo's Parallel environment, for one game after another. Each step takes an action of every seat.

    A step is one decision, or one tick in a game in which all seats act at once. The only legal action of a seat that
    has nothing to decide is `wait`, which may be left out. It is the game's own id for waiting; if the game has none,
    the action space has one more id than the game, the last. An illegal action ends the game, with a warning. Each
    offender gets `loss`, and in a zero-sum game the other seats share it. With shaping, gamma counts steps here, as
    every seat sees every step.

    Attributes:
        game: the game itself, for copies, snapshots and replays. It is not meant to be played before the first `reset`.
        settings: the arguments, checked.
        wait: the action id for waiting.
        state_space: the space of `state()`.
        loss: the reward of an agent for an illegal action.
    """

    def __init__(self, game: str, arguments: Mapping[str, object]) -> None:
        """Make an environment of the game called `game`.

        The entries of `arguments` are those of `AECSettings`, by name.

        Raises:
            OptionError, DeckError: an argument is not valid.
        """
        self.settings = AECSettings.checked(arguments, load(game).info.default_players)
        self._name = game
        self._turns = RawEnv(game, dict(arguments) | {"shaping": None, "max_cycles": None})
        self.metadata = metadata(game) | {"is_parallelizable": True}
        self.render_mode, self.max_cycles = self.settings.render_mode, self.settings.max_cycles
        self.possible_agents, self.state_space = self._turns.possible_agents, self._turns.state_space
        self.agents: list[str] = []
        self.loss = self._turns.loss
        own, num_actions = load(game).info.wait, self._turns.num_actions
        self.wait = num_actions if own is None else own
        self._size = size = num_actions if own is not None else num_actions + 1
        self.observation_spaces = {agent: observation_space(game, size) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(size) for agent in self.possible_agents}  # type: ignore[misc]
        given = self.settings
        self._shaping = Shaping(game, len(self.possible_agents), given.gamma) if given.shaping else None
        self._cycle = 0
        self._make_room(load(game).kernels)

    def _make_room(self, kernels: AnyKernels) -> None:
        """Make the arrays that kernels write into, with an entry for each seat, and fill them from the current game."""
        count = len(self.possible_agents)
        self._views, self._records = np.zeros(count, kernels.OBSERVATION_DTYPE), np.zeros(count, kernels.MASK_DTYPE)
        self._masks = np.zeros((count, self._size), np.int8)
        self._actions = np.zeros(count, np.int64)
        self._note_masks(self._write_all())

    @property
    def _seen(self) -> NDArray[np.float32]:
        """The observations of all seats, shape (seats, numbers), in the memory that kernels write into."""
        return flat(self._views, number_type(self._views.dtype))

    @property
    def game(self) -> Game[Ruleset]:
        """The game that is played now; `reset` replaces it."""
        return self._turns.game

    def observation_space(self, agent: str) -> Space[Observation]:
        """Return the space of the agent's observations, the same object at each call.

        The spaces of all agents are equal.
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[int]:
        """Return the space of the agent's actions, the same object at each call. The spaces of all agents are equal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> Seen:
        """Deal a new game.

        Without `seed` and `options`, its seed is drawn from the random stream that the last seed started.

        Args:
            seed: a whole number from 0 to 2**64 - 1, which decides the deal and starts the random stream again.
            options: `{"deal": setup}` deals the setup block of a replay. Other entries are ignored, with a warning.

        Returns:
            Observations and infos by agent.

        Raises:
            OptionError, PositionError: the seed or deal is not valid; the current game continues.
        """
        self._turns.reset(seed, options)
        self.agents, self._cycle = self.possible_agents[:], 0
        if self._shaping:
            self._shaping.begin()
        return self._shown(self.agents, self._write_all())

    def step(self, actions: Mapping[str, object]) -> Stepped:
        """Play the action of each seat that may act; the others wait. An illegal action ends the game.

        Args:
            actions: action ids by agent. An agent that has nothing to decide may be left out.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent.

        Raises:
            IllegalAction: an action is not an id of the action space, or is missing for a seat that is to act; nothing
                has changed.
            OptionError: an agent does not exist.
            CallOrder: the game is over, or nothing has been dealt yet.
        """
        ids = self._checked(actions)
        offenders = [agent for agent, mask in zip(self.agents, self._masks, strict=True) if not mask[ids[agent]]]
        if offenders:
            return self._forfeit(offenders, ids)
        self._actions[:] = list(ids.values())
        bits = self._turns.step_and_show(self._actions, self._seats_asked, self._views, self._records)
        self._cycle += 1
        cut = self._cycle == self.max_cycles and bits != 0
        return self._result(self._rewards(), self._turns.endings, cut=cut, bits=bits)

    def _checked(self, actions: object) -> dict[str, int]:
        """Return an id of the action space for each agent, by agent; an agent that is left out of `actions` waits.

        Whether an id is legal is not checked.

        Raises:
            CallOrder: the game is over, or nothing has been dealt yet.
            OptionError: an agent does not exist.
            IllegalAction: this is no mapping, or an action is not an id of the action space, or is missing for a seat
                that is to act.
        """
        if not self.agents:
            raise CallOrder("step: expected a game that is not over; reset() deals one")
        if not isinstance(actions, Mapping):
            raise IllegalAction(f"actions: expected a mapping with an action id for each agent, found {shown(actions)}")
        unknown = [agent for agent in actions if agent not in self.agents]
        if unknown:
            raise OptionError(f"agent: expected some of {', '.join(self.agents)}, found {shown(unknown[0])}")
        for agent in self._asked:
            if agent not in actions:
                raise IllegalAction(f"actions: expected one of {agent}, found none")
        return {agent: checked_id(actions.get(agent, self.wait), self._size, agent) for agent in self.agents}

    def _rewards(self) -> dict[str, float]:
        """Return the rewards of the last step by agent, with those of shaping if it is used."""
        rewards = dict(self._turns.rewards)
        if self._shaping is None:
            return rewards
        own = list(rewards.values())
        paid = self._shaping.add_last(own) if self.game.over else self._shaping.add_due(own, self.game)
        return dict(zip(rewards, paid, strict=True))

    def _forfeit(self, offenders: list[str], ids: Mapping[str, int]) -> Stepped:
        """End the game as lost by all of `offenders`, with a warning for each, and return the results of the step.

        Args:
            offenders: the agents whose actions are illegal.
            ids: the action of each agent, for the warnings.
        """
        for agent in offenders:
            text = "[WARNING]: Illegal move made, %s loses the game: action %d is not in its mask"
            EnvLogger.get_logger().warning(text, agent, ids[agent])
        count, seats = len(self.agents), [self.agents.index(agent) for agent in offenders]
        returns = forfeit_returns(count, seats, self.loss, zero_sum=is_zero_sum(self._name, count))
        if self._shaping:
            returns = self._shaping.add_last(returns)
        ends = dict(zip(self.agents, forfeit_endings(count, seats), strict=True))
        bits = self._write_all()
        return self._result(dict(zip(self.agents, returns, strict=True)), ends, cut=False, bits=bits)

    def _result(self, rewards: dict[str, float], ends: Mapping[str, Ending], *, cut: bool, bits: int) -> Stepped:
        """Return the results of a step, and remove all agents if the game has ended or is cut.

        What all seats see is in the arrays of this object already.

        Args:
            rewards: by agent.
            ends: the entries about the game's end by agent; empty unless the step ended the game.
            cut: whether the game is broken off as `max_cycles` is reached.
            bits: the seats that may act now, as bits.
        """
        agents, ended = self.agents, bool(ends)
        if ended or cut:
            self.agents = []
        observations, infos = self._shown(agents, bits)
        for agent, end in ends.items():
            infos[agent] |= end
        return observations, rewards, dict.fromkeys(agents, ended), dict.fromkeys(agents, cut), infos

    def _shown(self, agents: list[str], bits: int) -> Seen:
        """Return new observations and infos by agent, for `agents`, which are all agents of the game.

        `bits` are the seats that may act.
        """
        self._note_masks(bits)
        seen, masks, again = self._seen.copy(), self._masks.copy(), self._masks.copy()
        observations: Observations = {
            agent: {"observation": row, "action_mask": mask}
            for agent, row, mask in zip(agents, seen, masks, strict=True)
        }
        return observations, {agent: {"action_mask": mask} for agent, mask in zip(agents, again, strict=True)}

    def _write_all(self) -> int:
        """Write what all seats see and may do into the arrays of this object, and return who may act, as bits."""
        game, loops = self.game, loop_of(self.game.info.package, "one")
        return int(loops.write_all(game.states, game.rules, self._views, self._records))

    def _note_masks(self, bits: int) -> None:
        """Note which seats may act, given as bits, and fill the masks that are shown, all 0 when the game is over."""
        self._seats_asked = [seat for seat in range(len(self.possible_agents)) if bits >> seat & 1]
        self._asked = [self.possible_agents[seat] for seat in self._seats_asked]
        self._masks[:] = 0
        if self.agents:
            self._masks[:, : self._turns.num_actions] = self._records["ids"]
            self._masks[~self._masks.any(axis=1), self.wait] = 1

    def observe(self, agent: str) -> Observation:
        """Return what an agent may know and do now, for any agent at any time, as new arrays.

        Raises:
            OptionError: there is no such agent.
        """
        if agent not in self.observation_spaces:
            raise OptionError(f"agent: expected one of {', '.join(self.possible_agents)}, found {shown(agent)}")
        seat = self.possible_agents.index(agent)
        return {"observation": self._seen[seat].copy(), "action_mask": self._masks[seat].copy()}

    def state(self) -> NDArray[np.float32]:
        """Return the whole state, including what no agent may know, shape (`state_size`,), as a new array.

        The observations of all seats come first, 0 for a seat without a player, and then what is hidden from all seats.
        It is for centralised critics, never for players.
        """
        return self._turns.state()

    def render(self) -> Shown:
        """Show the position with all hands, in the mode of `render_mode`.

        Returns:
            Text for "ansi", pixels for "rgb_array", and None for "human", which updates a window. Without a
            `render_mode`, warn and return None.
        """
        return self._turns.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._turns.close()

    def __repr__(self) -> str:
        """Return one line of text with the game, the number of players and the progress, but nothing that is hidden."""
        return repr(self._turns).replace("RawEnv", type(self).__name__, 1)
