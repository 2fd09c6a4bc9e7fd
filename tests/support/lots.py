"""A small healthy masked AEC card game of its own, to be broken on purpose: hidden hands, chance, an auction."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

CARDS, HAND, COINS, ROUNDS = 9, 2, 5, 3
PASS = 0  # then bids of 1 to COINS, then cards by their values
NUM_ACTIONS = 1 + COINS + CARDS


class Lots(AECEnv[str, Any, Any]):
    """In each of three rounds a card is sold; who buys it adds a card of the hidden hand to it."""

    metadata = {"name": "lots_v0", "render_modes": []}  # noqa: RUF012 - as PettingZoo has it

    def __init__(self) -> None:
        self.possible_agents = [f"player_{seat}" for seat in range(3)]
        box = spaces.Box(-1, 30, (2 * CARDS + 11,), np.float32)
        mask = spaces.Box(0, 1, (NUM_ACTIONS,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(NUM_ACTIONS) for agent in self.possible_agents}
        self.rng = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002 - as PettingZoo has it
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.deal([int(card) for card in self.shuffled()])
        self.begin_round()

    def shuffled(self) -> list[int]:
        cards: list[int] = self.rng.permutation(CARDS).tolist()
        return cards

    def deal(self, deck: list[int]) -> None:
        self.hands = [sorted(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(3)]
        self.pile = deck[HAND * 3 :]
        self.coins, self.scores, self.round, self.played = [COINS] * 3, [0] * 3, 0, [0] * CARDS

    def begin_round(self) -> None:
        self.lot, self.standing, self.holder, self.selling = self.pile.pop(), 0, -1, True
        self.still_in = [True] * 3
        self.seat = self.round % 3
        self.told()

    def told(self) -> None:
        """Who is to act, and the infos of all."""
        self.agent_selection = self.possible_agents[self.seat]
        self.infos = {agent: {"action_mask": self.mask(agent)} for agent in self.agents}

    def legal(self, seat: int) -> list[int]:
        if seat != self.seat or any(self.terminations.values()):
            return []
        if not self.selling:
            return [1 + COINS + card for card in self.hands[seat]]
        return [PASS, *range(self.standing + 1, self.coins[seat] + 1)]

    def mask(self, agent: str) -> Any:
        mask = np.zeros(NUM_ACTIONS, np.int8)
        mask[self.legal(self.possible_agents.index(agent))] = 1
        return mask

    def vector(self, seat: int) -> Any:
        """Own hand, cards played, lot, then by seat from the viewer's on: coins, scores, in or out."""
        circle = [(seat + step) % 3 for step in range(3)]
        hand = [card in self.hands[seat] for card in range(CARDS)]
        tables = [row[other] for row in (self.coins, self.scores, self.still_in) for other in circle]
        return np.array([*hand, *self.played, self.lot, self.standing, *tables], np.float32)

    def observe(self, agent: str) -> Any:
        return {"observation": self.vector(self.possible_agents.index(agent)), "action_mask": self.mask(agent)}

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.refuse(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.play(int(action))
        self.told()
        self._accumulate_rewards()
        self._deads_step_first()

    def refuse(self, action: Any) -> None:
        if not isinstance(action, int | np.integer) or action not in self.legal(self.seat):
            raise ValueError(f"expected one of {self.legal(self.seat)}, found {action!r}")

    def play(self, action: int) -> None:
        if not self.selling:
            self.show(action - 1 - COINS)
        elif action == PASS:
            self.still_in[self.seat] = False
            self.go_on()
        else:
            self.standing, self.holder = action, self.seat
            self.go_on()

    def go_on(self) -> None:
        """The next who is still in; the lot goes to the holder when nobody else is."""
        others = [(self.seat + step) % 3 for step in (1, 2, 3)]
        left = [seat for seat in others if self.still_in[seat] and seat != self.holder]
        if left:
            self.seat = left[0]
        elif self.holder < 0:
            self.end_round()
        else:
            self.sell()

    def sell(self) -> None:
        self.coins[self.holder] -= self.standing
        self.scores[self.holder] += self.lot
        self.seat, self.selling = self.holder, False
        if not self.hands[self.seat]:
            self.end_round()

    def show(self, card: int) -> None:
        self.hands[self.seat].remove(card)
        self.played[card] = 1
        self.scores[self.seat] += card
        self.end_round()

    def end_round(self) -> None:
        self.round += 1
        if self.round < ROUNDS:
            self.begin_round()
        else:
            self.end_game()

    def end_game(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.possible_agents, self.worth(), strict=True))

    def worth(self) -> list[float]:
        mean = sum(self.scores) / 3
        return [(score - mean) / 10 for score in self.scores]

    def redealt(self, agent: str, seed: int) -> "Lots":
        """The same position with the other hands and the pile dealt anew."""
        mine = self.possible_agents.index(agent)
        others = [hand for seat, hand in enumerate(self.hands) if seat != mine]
        unknown = np.random.default_rng(seed).permutation([card for cards in (*others, self.pile) for card in cards])
        cards = iter(unknown.tolist())
        for hand in others:
            hand[:] = sorted(next(cards) for _ in hand)
        self.pile[:] = list(cards)
        self.told()
        return self


def env() -> Lots:
    return Lots()


def redealt(lots: Any, agent: str, seed: int) -> Any:
    return lots.unwrapped.redealt(agent, seed)
