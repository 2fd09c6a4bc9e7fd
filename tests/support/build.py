"""A table laid out by hand, played in words and read in words.

table = Table().coins(0, brown=1, blue=0).scorn(blue=0)
table.advance("brown")
assert table.choices() == {"pay green", "pay red"}
"""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE, NUM_ACTIONS
from mom_env.monkeys_on_the_moon.deck import Deck, load_deck
from mom_env.monkeys_on_the_moon.state import NONE, NUM_TRIBES, Decision, Phase
from tests.support import kernels as entries
from tests.support.layout import Layout
from tests.support.words import Position, read


def deck_with(**changes: Any) -> Deck:
    """The standard deck with some tables changed: of cards the list for every tribe, of others some keys."""
    content: Any = load_deck("standard").plain()
    for key, change in changes.items():
        if isinstance(change, Mapping):
            content[key] = {**content[key], **change}
        else:
            content[key] = dict.fromkeys(content["tribes"], change)
            content["counts"][key] = NUM_TRIBES * len(change)
    return load_deck(content)


class Table(Layout):
    """One game. Methods that lay something out, or play, return the table."""

    def play(self, *texts: str) -> Self:
        """Play actions in words, one after the other."""
        for text in texts:
            action = self.words.action(text)
            assert self.mask()[action], f"{text!r}: expected one of {sorted(self.choices())}"
            entries.step(self.states, 0, self.rules, action)
            self._check()
        return self

    def advance(self, tribe: str, move: int = 2) -> Self:
        """The seat to move plays such a card of the tribe (it gets it if it has none) and advances the tribe."""
        card, hand = f"{tribe} {move}", self.now.hand[int(self.state.seat)]
        if card not in hand:
            self.hand(int(self.state.seat), card, *hand[1:])
        return self.play(f"play {card}", f"advance {tribe}")

    def put_up(self, monkey: str) -> Self:
        """The seat to move puts such a monkey up for bid (the pool gets it if it has none)."""
        pool = self.now.monkey_pool
        if monkey not in pool:
            self.monkey_pool(monkey, *pool[1:])
        return self.play(f"put up {monkey}")

    def win(self, seat: int, monkey: str, bid: str = "") -> Self:
        """The monkey is put up, and this seat gets it with one coin of its tribe, or with the bid."""
        self.put_up(monkey)
        for _ in range(2 * len(self.seats)):
            if self.state.decision == Decision.BID:
                bids = self.state.seat == seat and self.state.holder == NONE
                self.play((bid or f"bid 1 {monkey.split(maxsplit=1)[0]}") if bids else "pass")
        return self

    def discard(self, monkey: str = "") -> Self:
        """A monkey is put up, and all pass."""
        self.put_up(monkey or self.now.monkey_pool[0])
        return self.play(*["pass"] * len(self.seats))

    def end(self) -> Self:
        """The last bid turn of the game, in which all pass."""
        self.rounds_left(1).bid_turn(0, turn=len(self.seats) - 1).discard()
        assert self.now.phase == "over"
        return self

    # What there is

    @property
    def now(self) -> Position:
        """The position in words."""
        return read(self.words)

    def mask(self) -> NDArray[np.int8]:
        """The action mask."""
        masks = np.zeros(1, MASK_DTYPE)
        entries.write_mask(self.states, 0, self.rules, masks)
        return masks.view(np.int8)

    def choices(self) -> set[str]:
        """The legal actions in words."""
        return {self.words.action_text(int(action)) for action in np.flatnonzero(self.mask())}

    def _check(self) -> None:
        """At every stop: one seat moves and some action is legal, mask and `is_legal` agree, and no coin is lost."""
        mask, rules = self.mask(), self.rules[0]
        over = self.state.phase == Phase.OVER
        assert entries.seats_to_move(self.states, 0, self.rules) == (0 if over else 1 << int(self.state.seat))
        assert mask.any() != over
        for action in range(-1, NUM_ACTIONS + 1):
            expected = 0 <= action < NUM_ACTIONS and mask[action] == 1
            assert entries.is_legal(self.states, 0, self.rules, action) == expected, f"action {action}"
        in_play = len(self.seats) * int(rules.first_coins) + int(rules.first_supply)
        assert (self.state.supply + self.state.coins.sum(axis=0) == in_play).all()
