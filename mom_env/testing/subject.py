"""The environment under test, and games of it that the kit plays with choices of its own."""

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


class Said(TypedDict, total=False):
    """What an author may say of an environment, and how much is to be tried; see `Subject`."""

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
    """An environment under test, with what its author says about it, and how much is to be tried.

    Attributes:
        make: makes a new environment.
        target: "module:function" of the maker, if another process can make one too.
        arguments: what that function is called with.
        resample: deals anew what an agent cannot know, (env, agent, seed) -> env.
        returns: what each agent's game was worth, asked when it is over, env -> {agent: float}.
        state: the whole state as bytes; without it two states are told apart by what comes of them.
        copy: copies an environment.
        zero_sum: whether all returns of a game sum to 0; None if nothing is said.
        chance: whether the game has chance; None if nothing is said.
        idle_masks_are_zero: whether an agent that is not to act has a mask of zeros.
        seeds: one game is played from each.
        positions: at so many positions of a game, on average, things are tried.
        tries: so many forks of a position are made to try actions; those that are refused share one, so all are tried.
        horizon: so many steps are looked ahead to tell two states apart.
        max_steps: a game must end within so many.
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

    def game(self, seed: int, env: Env | None = None, global_seed: int | None = 0) -> "Game":
        """A new game from a seed; who uses global random numbers has them seeded, so that only one check minds."""
        if global_seed is not None:
            seed_global(global_seed)
        env = env or self.make()
        env.reset(seed=seed)
        return Game(self, env, seed)

    def games(self) -> Iterator["Game"]:
        """A game from each seed."""
        return (self.game(seed) for seed in self.seeds)

    @cached_property
    def share(self) -> float:
        """The share of turns at which things are tried."""
        steps = sum(1 for game in self.games() for _ in game.turns())
        return min(1.0, self.positions * len(self.seeds) / max(1, steps))

    @property
    def can_fork(self) -> bool:
        """Whether a position can be had twice."""
        return not {"copies", "seeds"} <= self.failed

    def need_fork(self) -> None:
        """Say why not, if a position cannot be had twice."""
        if not self.can_fork:
            raise NotChecked("a position cannot be had twice: neither copies nor seeds can be relied on")

    def surface(self, env: Env) -> Surface:
        """What can be seen of it, and its state if there is a function for it."""
        return surface(env, self.state)

    def future(self, env: Env, steps: int | None = None) -> list[Surface]:
        """What comes of a position if fixed choices are made; uses the environment up."""
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
        """A legal action of the agent to act, or None if it is dead or has none."""
        if is_dead(env, env.agent_selection):
            return None
        legal = legal_actions(env, env.agent_selection)
        return int(legal[rng.integers(len(legal))]) if len(legal) else None


@dataclass
class Game:
    """A game in play.

    Attributes:
        actions: what was played so far; None is a dead agent's.
        error: what a step of the game's own raised, if one did.
    """

    subject: Subject
    env: Env
    seed: int
    actions: list[Action] = field(default_factory=list)
    error: Exception | None = None

    def turns(self) -> Iterator[str]:
        """Play to the end, with a stop at each turn, those of dead agents included."""
        rng = np.random.default_rng((self.seed, 1))
        while len(self.actions) < self.subject.max_steps and self.env.agent_selection in self.env.agents:
            agent = self.env.agent_selection
            yield agent
            action = self.subject.choice(self.env, rng)
            if action is None and not is_dead(self.env, agent):
                return  # nothing that it could play; the check of masks tells of it
            if not self.step(action):
                return

    def step(self, action: Action) -> bool:
        """Play one action, and say whether that went well."""
        try:
            self.env.step(action)
        except Exception as error:  # noqa: BLE001 - an environment under test may raise anything
            self.error = error
            return False
        self.actions.append(action)
        return True

    def living_turns(self) -> Iterator[str]:
        """Play to the end, with a stop at each turn of an agent that is to choose."""
        return (agent for agent in self.turns() if not is_dead(self.env, agent))

    def stops(self) -> Iterator[str]:
        """Play to the end, with a stop at the first turn and at a random share of the others."""
        rng = np.random.default_rng((self.seed, 2))
        for agent in self.living_turns():
            if rng.random() < self.subject.share or not self.actions:
                yield agent

    @property
    def is_complete(self) -> bool:
        """Whether it was played to its end, dead agents included."""
        return not self.env.agents

    def fork(self) -> Env:
        """The same position in another environment: a copy, or if those are no good the same game once more."""
        if "copies" not in self.subject.failed:
            return self.subject.copy(self.env)
        return self.finding("").rebuild(self.subject.make)

    def finding(self, message: str, agent: str | None = None) -> Finding:
        """Something that was found here."""
        return Finding(message, self.seed, tuple(self.actions), agent)


def seed_global(seed: int) -> None:
    """Set the global random states of Python and of NumPy."""
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002 - the very thing that is watched


def pickled(env: Env) -> Env:
    """A copy by way of a pickle."""
    copied: Env = pickle.loads(pickle.dumps(env))  # noqa: S301 - made by ourselves a moment ago
    return copied


def parted(ours: list[Surface], theirs: list[Surface]) -> str:
    """Where two futures part and in what, or nothing."""
    for step, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if named := difference(one, other):
            return f"{named}, {step} steps later" if step else named
    return "" if len(ours) == len(theirs) else f"the length: {len(ours)} and {len(theirs)} steps"
