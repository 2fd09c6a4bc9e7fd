"""The healthy game broken in one way each; its docstring says how a user would meet it."""

import os
import random
from copy import copy as shallow
from typing import Any

import numpy as np
from gymnasium.utils import EzPickle

from tests.support.lots import CARDS, COINS, PASS, Lots


class LeaksAHand(Lots):
    """The next player's cards stand faintly in the observation."""

    def vector(self, seat: int) -> Any:
        vector = super().vector(seat)
        vector[self.hands[(seat + 1) % 3]] -= 0.125
        return vector


class LeaksTheSignOfAZero(Lots):
    """A zero is a negative one if the next card of the pile is high: equal in value, not in bytes."""

    def vector(self, seat: int) -> Any:
        vector = super().vector(seat)
        high = bool(self.pile) and self.pile[-1] > CARDS // 2
        return np.where(vector == 0, -0.0 if high else 0.0, vector).astype(np.float32)


class LeaksInInfos(Lots):
    """A debugging aid was left in infos."""

    def told(self) -> None:
        super().told()
        for info in self.infos.values():
            info["hands"] = [list(hand) for hand in self.hands]


class LeaksInTheMask(Lots):
    """An idle player's mask of zeros is of a longer kind if the pile begins with a high card."""

    def mask(self, agent: str) -> Any:
        mask = super().mask(agent)
        return mask.astype(np.int16) if self.seat_is_idle(agent) and self.pile and self.pile[0] > 4 else mask

    def seat_is_idle(self, agent: str) -> bool:
        return bool(agent != self.agent_selection)

    def observe(self, agent: str) -> Any:
        return {**super().observe(agent), "action_mask": super().mask(agent)}


class MaskTooWide(Lots):
    """One more coin than there is can be bid, says the mask."""

    def mask(self, agent: str) -> Any:
        mask = super().mask(agent)
        seat = self.possible_agents.index(agent)
        if mask[PASS] and 0 < self.coins[seat] < COINS:
            mask[self.coins[seat] + 1] = 1
        return mask


class LegalDoesNothing(Lots):
    """A bid of all one's coins is taken without a word, and forgotten."""

    def play(self, action: int) -> None:
        if not (self.selling and action == COINS):
            super().play(action)


class MaskTooNarrow(Lots):
    """The highest bid is legal, but not in the mask."""

    def mask(self, agent: str) -> Any:
        mask = super().mask(agent)
        if mask[PASS]:
            mask[COINS] = 0
        return mask


class PaysBeforeItRefuses(Lots):
    """A bid that is too low is refused when its coins are gone already."""

    def refuse(self, action: Any) -> None:
        if self.selling and isinstance(action, int) and 0 < action <= self.standing:
            self.coins[self.seat] -= 1
        super().refuse(action)


class BurnsACardBeforeItRefuses(Lots):
    """As above, but nobody can see it before the next round."""

    def refuse(self, action: Any) -> None:
        if action not in self.legal(self.seat) and isinstance(action, int) and 0 <= action <= COINS and self.pile:
            self.pile.insert(0, self.pile.pop())
        super().refuse(action)


class IllegalWithoutPenalty(Lots):
    """An illegal action ends the game, and nobody pays for it."""

    def refuse(self, action: Any) -> None:
        if isinstance(action, int) and 0 <= action < 15 and action not in self.legal(self.seat):
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            super().refuse(action)

    def play(self, action: int) -> None:
        if not any(self.terminations.values()):
            super().play(action)


class NegativeIndex(Lots):
    """Lists count from behind, so -1 is an action too."""

    def refuse(self, action: Any) -> None:
        if not (isinstance(action, int) and action < 0):
            super().refuse(action)

    def play(self, action: int) -> None:
        super().play(self.legal(self.seat)[-1] if action < 0 else action)


class ForgetsItsCoinsOnNan(Lots):
    """What is not a number raises, but half of the step is done."""

    def refuse(self, action: Any) -> None:
        if isinstance(action, float):
            self.coins[self.seat] = 0
        super().refuse(action)


class IdleMayPass(Lots):
    """Who is not to act may pass, says the mask."""

    def mask(self, agent: str) -> Any:
        mask = super().mask(agent)
        mask[PASS] |= self.selling and agent != self.agent_selection and not any(self.terminations.values())
        return mask


class EmptyMask(Lots):
    """Who has no coins left has nothing to play, not even a pass."""

    def legal(self, seat: int) -> list[int]:
        return super().legal(seat) if not self.selling or self.coins[seat] == COINS else []


class StaleInfos(Lots):
    """The mask in infos allows what one had before the sale."""

    def told(self) -> None:
        super().told()
        if not self.selling:
            self.infos[self.agent_selection]["action_mask"][PASS] = 1


class KeepsTheLosses(Lots):
    """Who loses is never told: only rewards above 0 are handed out."""

    def _accumulate_rewards(self) -> None:
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += max(0.0, reward)


class PaysTwice(Lots):
    """The reward of the end is paid to the last player to move twice."""

    def end_game(self) -> None:
        super().end_game()
        self._cumulative_rewards[self.agent_selection] += self.rewards[self.agent_selection]


class SumsToMore(Lots):
    """Each return is a little too high."""

    def worth(self) -> list[float]:
        return [worth + 0.01 for worth in super().worth()]


class DiesForATurn(Lots):
    """Who is out of an auction is dead until the next one."""

    def _deads_step_first(self) -> str:
        if any(self.terminations.values()):
            self.truncations = dict.fromkeys(self.agents, False)
            agent: str = super()._deads_step_first()
            return agent
        for seat, agent in enumerate(self.agents):
            self.truncations[agent] = not self.still_in[seat] and seat != self.seat
        selected: str = self.agent_selection
        return selected


class LeavesUntold(Lots):
    """Who has won nothing is taken out at the end without being told."""

    def end_game(self) -> None:
        super().end_game()
        gone = self.agents.pop()
        for entries in (self.rewards, self.terminations, self.truncations, self._cumulative_rewards):
            del entries[gone]
        self.seat = 0

    def worth(self) -> list[float]:
        return [self.scores[0] - self.scores[1], self.scores[1] - self.scores[0], 0]


class NeverEnds(Lots):
    """When all is sold, it is dealt again."""

    def end_game(self) -> None:
        self.deal(self.shuffled())
        self.begin_round()


class OneMoreAgent(Lots):
    """The rewards know an agent that is not in the game."""

    def told(self) -> None:
        super().told()
        self.truncations["player_3"] = False


class SelectsNobody(Lots):
    """In the last round somebody is to act who is not there."""

    def told(self) -> None:
        super().told()
        if self.round == 2:
            self.agent_selection = "player_3"


class AlwaysTheSameDeal(Lots):
    """The generator is made anew with a seed of its own at each reset."""

    def shuffled(self) -> list[int]:
        cards: list[int] = np.random.default_rng(7).permutation(CARDS).tolist()
        return cards


class SameDealWithoutASeed(Lots):
    """A reset without a seed deals the last game again."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        self.last_seed = getattr(self, "last_seed", 0) if seed is None else seed
        super().reset(self.last_seed, options)


class IgnoresTheSeed(Lots):
    """The seed is taken and not used."""

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002 - that is what is broken
        super().reset(None, options)


class KeepsTheLastScores(Lots):
    """A game begins with what the last one in this environment left behind."""

    def deal(self, deck: list[int]) -> None:
        left = getattr(self, "scores", [0] * 3)
        super().deal(deck)
        self.scores = [score % 2 for score in left]


class DealsFromASet(Lots):
    """The order of the deck is that of a set of strings."""

    def shuffled(self) -> list[int]:
        names = list({f"card {card}" for card in range(CARDS)})
        return [int(names[place][5:]) for place in super().shuffled()]


class DealsByTheProcess(Lots):
    """The deal hangs on the number of the process."""

    def shuffled(self) -> list[int]:
        turn = os.getpid() % CARDS
        deck = super().shuffled()
        return deck[turn:] + deck[:turn]


class ReadsGlobalNumbers(Lots):
    """NumPy's global generator deals, unseeded."""

    def shuffled(self) -> list[int]:
        cards: list[int] = np.random.permutation(CARDS).tolist()  # noqa: NPY002 - that is what is broken
        return cards


class SeedsGlobalNumbers(Lots):
    """The same game from the same seed, because the user's own random numbers are seeded anew."""

    def shuffled(self) -> list[int]:
        random.seed(int(self.rng.integers(1000)))
        return random.sample(range(CARDS), CARDS)


class OneBuffer(Lots):
    """The observation is always the same array."""

    def observe(self, agent: str) -> Any:
        seen = super().observe(agent)
        buffers = self.__dict__.setdefault("buffers", {})
        buffer = buffers.setdefault(agent, seen["observation"])
        buffer[:] = seen["observation"]
        return {**seen, "observation": buffer}


class OneMaskForTwo(Lots):
    """All who are not to act are given one array of zeros."""

    def told(self) -> None:
        super().told()
        zeros = np.zeros_like(self.infos[self.agent_selection]["action_mask"])
        for agent in self.agents:
            if agent != self.agent_selection:
                self.infos[agent]["action_mask"] = zeros


class GivesAwayItsTable(Lots):
    """The cards played are the environment's own array; the owner of an observation can write into the game."""

    def observe(self, agent: str) -> Any:
        table = self.__dict__.setdefault("tables", {}).setdefault(agent, self.mask(agent) * 0)
        return {**super().observe(agent), "action_mask": super().mask(agent) | table, "table": table}

    def observation_space(self, agent: str) -> Any:
        space = super().observation_space(agent)
        return type(space)({**space.spaces, "table": space["action_mask"]})


class WrongDtype(Lots):
    """The space says float32, the observation is float64."""

    def vector(self, seat: int) -> Any:
        return super().vector(seat).astype(np.float64)


class OutOfBounds(Lots):
    """Scores go beyond what the space says."""

    def vector(self, seat: int) -> Any:
        vector = super().vector(seat)
        vector[2 * CARDS + 5] *= 10
        return vector


class OnlyObservesWhoActs(Lots):
    """Who is not to act cannot be observed."""

    def observe(self, agent: str) -> Any:
        if agent != self.agent_selection:
            raise KeyError(agent)
        return super().observe(agent)


class PeekingShufflesThePile(Lots):
    """Looking at the game draws random numbers, and with them the next card."""

    def observe(self, agent: str) -> Any:
        self.rng.shuffle(self.pile)
        return super().observe(agent)


class Restarts(Lots, EzPickle):
    """EzPickle: a copy is a new game, silently."""

    def __init__(self) -> None:
        EzPickle.__init__(self)
        super().__init__()
        self.reset()


class SharesItsHands(Lots):
    """A copy has the same lists inside."""

    def __deepcopy__(self, memo: Any) -> Lots:
        other = shallow(self)
        for name in ("agents", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards", "pile"):
            setattr(other, name, shallow(getattr(self, name)))
        return other


class ForgetsItsGenerator(Lots):
    """A pickle goes on with another random generator; this game shuffles what is left before each round."""

    def begin_round(self) -> None:
        self.rng.shuffle(self.pile)
        super().begin_round()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "rng": np.random.default_rng(99)}


class CannotBePickled(Lots):
    """A function without a name hangs on the environment."""

    def __init__(self) -> None:
        super().__init__()
        self.key = lambda card: card
