"""The environment under test, and games of it that the kit plays with random choices."""

import copy
import pickle
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypedDict

import numpy as np

from mom_env.testing.report import Finding, NotChecked
from mom_env.testing.surface import Env, Surface, difference, is_dead, legal_actions, surface

Action = int | None


class Declared(TypedDict, total=False):
    """The optional arguments of `check_game`, which become attributes of `Subject`.

    They are what the author declares about the environment, and how much is to be tried.
    """

    returns: Callable[[Env], Mapping[str, float]] | None
    state: Callable[[Env], bytes] | None
    copy: Callable[[Env], Env]
    zero_sum: bool | None
    chance: bool | None
    idle_masks_are_zero: bool
    positions: int
    tries: int
    horizon: int
    max_steps: int


@dataclass
class Subject:
    """An environment under test, what its author declares about it, and how much is to be tried.

    A fork is another environment at the same position, on which actions can be tried.

    Attributes:
        make: makes a new environment.
        target: "module:function" of the maker, if another process can make one too.
        arguments: keyword arguments of that function.
        resample: deals again what an agent cannot know, (env, agent, seed) -> env.
        returns: returns of a game that is over, env -> {agent: float}.
        state: the whole state as bytes. Without it states are compared by what the kit sees after further steps.
        copy: copies an environment.
        zero_sum: whether all returns of a game add up to 0; None if that is not declared.
        chance: whether the game has chance; None if that is not declared.
        idle_masks_are_zero: whether an agent that is not to act has a mask of zeros.
        seeds: one game is played from each seed.
        positions: number of positions of a game, on average, at which actions and copies are tried.
        tries: number of forks of a position on which actions are tried. Refused actions share a fork.
        horizon: number of steps that are played to compare two states.
        max_steps: number of steps within which a game must end.
        failed: names of the checks that have failed so far.
    """

    make: Callable[[], Env]
    target: str | None = None
    arguments: Mapping[str, object] = field(default_factory=dict)
    resample: Callable[[Env, str, int], Env] | None = None
    returns: Callable[[Env], Mapping[str, float]] | None = None
    state: Callable[[Env], bytes] | None = None
    copy: Callable[[Env], Env] = copy.deepcopy
    zero_sum: bool | None = None
    chance: bool | None = None
    idle_masks_are_zero: bool = True
    seeds: tuple[int, ...] = (0, 1, 2)
    positions: int = 8
    tries: int = 30
    horizon: int = 40
    max_steps: int = 2000
    failed: set[str] = field(default_factory=set)

    def game(self, seed: int, env: Env | None = None, global_seed: int | None = 0) -> "Playthrough":
        """Reset an environment with a seed, and return the game as one that has not been played yet.

        Global random numbers are seeded too, so that an environment that uses them fails only the check for that.

        Args:
            seed: of the game.
            env: the environment; None makes a new one.
            global_seed: for the global random numbers; None leaves them as they are.
        """
        if global_seed is not None:
            seed_global(global_seed)
        env = env or self.make()
        env.reset(seed=seed)
        return Playthrough(self, env, seed)

    def games(self) -> Iterator["Playthrough"]:
        """Return an iterator over new games, one from each seed, each in a new environment."""
        return (self.game(seed) for seed in self.seeds)

    @cached_property
    def share(self) -> float:
        """The share of turns, from 0 to 1, at which actions and copies are tried.

        To find it, all games are played once.
        """
        steps = sum(1 for game in self.games() for _ in game.turns())
        return min(1.0, self.positions * len(self.seeds) / max(1, steps))

    @property
    def can_fork(self) -> bool:
        """Whether a position can be reproduced, by a copy of the environment or from its seed."""
        return not {"copies", "seeds"} <= self.failed

    def need_fork(self) -> None:
        """Check that positions can be reproduced, for a check that needs this.

        Raises:
            NotChecked: the checks of copies and of seeds have both failed.
        """
        if not self.can_fork:
            raise NotChecked("a position cannot be reproduced: neither copies nor seeds can be relied on")

    def surface(self, env: Env) -> Surface:
        """Return everything that can be seen of an environment, as bytes by name.

        If the author has given a function for the whole state, the state is there too.
        """
        return surface(env, self.state)

    def future(self, env: Env, steps: int | None = None) -> list[Surface]:
        """Play on in `env` with fixed choices, and return what can be seen at first and after each step.

        At most `steps` steps are played, by default `horizon`. An exception ends the game, and is the last entry. The
        environment cannot be used any more, as its game has moved.
        """
        rng = np.random.default_rng(len(env.agents))
        seed_global(0)
        seen = [self.surface(env)]
        for _ in range(steps or self.horizon):
            if not env.agents:
                break
            try:
                env.step(self.choice(env, rng))
            except Exception as error:  # noqa: BLE001 - an environment under test may raise anything
                return [*seen, {"exception": repr(error).encode()}]
            seen.append(self.surface(env))
        return seen

    def choice(self, env: Env, rng: np.random.Generator) -> Action:
        """Return a random legal action of the agent to act. Nothing is played.

        Return None if the game is over for this agent, or if it has no legal action.
        """
        if is_dead(env, env.agent_selection):
            return None
        legal = legal_actions(env, env.agent_selection)
        return int(legal[rng.integers(len(legal))]) if len(legal) else None


@dataclass
class Playthrough:
    """A game that the kit plays, from its reset on.

    Attributes:
        subject: the environment under test, and what is declared about it.
        env: the environment in which the game is played.
        seed: of the game.
        actions: the actions played so far; None for a dead agent, one for whom the game is over.
        error: the exception that a step raised, if any.
    """

    subject: Subject
    env: Env
    seed: int
    actions: list[Action] = field(default_factory=list)
    error: Exception | None = None

    def turns(self) -> Iterator[str]:
        """Play random legal actions, and yield the agent to act before each of them, dead agents included.

        A dead agent is one for whom the game is over. This ends when no agent is left, after `max_steps` actions, if
        the agent to act has no legal action, or if a step raises; the exception is then in `error`.
        """
        rng = np.random.default_rng((self.seed, 1))
        while len(self.actions) < self.subject.max_steps and self.env.agent_selection in self.env.agents:
            agent = self.env.agent_selection
            yield agent
            action = self.subject.choice(self.env, rng)
            if action is None and not is_dead(self.env, agent):
                return  # its mask is empty, which the check of masks reports
            if not self.step(action):
                return

    def step(self, action: Action) -> bool:
        """Play an action, and return whether the environment took it without raising.

        If it did, the action is added to `actions`; if it raised, `error` is set.
        """
        try:
            self.env.step(action)
        except Exception as error:  # noqa: BLE001 - an environment under test may raise anything
            self.error = error
            return False
        self.actions.append(action)
        return True

    def living_turns(self) -> Iterator[str]:
        """Play to the end, and yield the agent to act before each turn of an agent for whom the game is not over."""
        return (agent for agent in self.turns() if not is_dead(self.env, agent))

    def stops(self) -> Iterator[str]:
        """Play to the end, and yield the agent to act at those positions at which actions and copies are to be tried.

        These are the first turn and a random share of the others, the same at each call.
        """
        rng = np.random.default_rng((self.seed, 2))
        for agent in self.living_turns():
            if rng.random() < self.subject.share or not self.actions:
                yield agent

    @property
    def is_complete(self) -> bool:
        """Whether the game was played to its end, and all agents have been removed."""
        return not self.env.agents

    def fork(self) -> Env:
        """Return another environment at the same position: a copy, or the game played again if copies have failed."""
        if "copies" not in self.subject.failed:
            return self.subject.copy(self.env)
        return self.finding("").rebuild(self.subject.make)

    def finding(self, message: str, agent: str | None = None) -> Finding:
        """Return a finding at the present position, with the game's seed and the actions played so far.

        Args:
            message: what was expected and what was found.
            agent: the agent that is concerned, or None.
        """
        return Finding(message, self.seed, tuple(self.actions), agent)


def seed_global(seed: int) -> None:
    """Set the global random states of Python and of NumPy from `seed`."""
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002 - the global state is what is checked


def pickled(env: Env) -> Env:
    """Return a copy of an environment that was pickled and read back."""
    copied: Env = pickle.loads(pickle.dumps(env))  # noqa: S301 - the pickle was made on this line
    return copied


def first_difference(ours: list[Surface], theirs: list[Surface]) -> str:
    """Return in words what first differs between two futures, and after how many steps, or an empty string.

    A future is a list of what can be seen at a position and after each further step.
    """
    for step, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if named := difference(one, other):
            return f"{named}, {step} steps later" if step else named
    return "" if len(ours) == len(theirs) else f"the length: {len(ours)} and {len(theirs)} steps"
