"""Positions of all tables, and what else might lie behind a seat's view: a search must not tell them apart.

`python -m tests.support.peeking 10000` looks at so many positions.
"""

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from mom_env.checks.soak.one_game import setting_of
from mom_env.monkeys_on_the_moon.actions import MASK_DTYPE
from mom_env.monkeys_on_the_moon.hidden import MAX_UNSEEN, conceal
from mom_env.monkeys_on_the_moon.ruleset import make_ruleset
from mom_env.monkeys_on_the_moon.state import STATE_DTYPE, Phase
from mom_env.players.search import Ismcts
from mom_env.work.progress import tracked
from tests.support.kernels import GAME, begin_many, go_on_many, resample_hidden, step, write_mask
from tests.support.sizes import smaller_without_jit

SIMS = smaller_without_jit(24, 4)
SHARE = 0.15  # of a game's decisions are looked at
PLAYERS: tuple[dict[str, Any], ...] = (
    {},
    {"playout": "random"},
    {"playout": "greedy", "depth": 2},
)


class Position(NamedTuple):
    """Where a seat has to move, as arrays of one record."""

    states: NDArray[Any]
    rules: NDArray[Any]
    number: int

    def redealt(self) -> NDArray[Any]:
        """The record as it might be as well, for all that the seat to move knows."""
        states = self.states.copy()
        seat, unseen = int(states[0].seat), np.zeros(MAX_UNSEEN, np.int8)
        resample_hidden(states, 0, self.rules, seat, np.uint64(self.number + 1), unseen)
        return states

    def view(self, states: NDArray[Any]) -> bytes:
        """What is left when the hidden is laid in order."""
        states = states.copy()
        conceal(states[0], self.rules[0], int(states[0].seat), np.zeros(MAX_UNSEEN, np.int8))
        return states.tobytes()


def positions(count: int) -> Iterator[Position]:
    """From random games on all tables: every deck, number of players and option, forced decisions too."""
    number = game = 0
    while number < count:
        setting, chance = setting_of(GAME, game), np.random.default_rng(game)
        rules = make_ruleset(setting.num_players, setting.deck, setting.options, skip_forced=game % 2 == 0).rules
        states, masks = np.zeros(1, STATE_DTYPE), np.zeros(1, MASK_DTYPE)
        begin_many(states, rules, np.uint64(game))
        go_on_many(states, rules)
        while states[0].phase != Phase.OVER and number < count:
            if chance.random() < SHARE:
                yield Position(states.copy(), rules, number)
                number += 1
            write_mask(states, 0, rules, masks)
            legal = np.flatnonzero(masks["ids"][0])
            step(states, 0, rules, int(legal[0] if chance.random() < 0.4 else chance.choice(legal)))
        game += 1


def move(player: Ismcts, at: Position, states: NDArray[Any]) -> int:
    """What the player does there."""
    return int(player.choose_each(states, at.rules, np.full(1, at.number, np.uint64))[0])


def differences(count: int, player: Ismcts | None = None) -> int:
    """In how many positions the view or the move changes with what is hidden."""
    players = [player] if player else [Ismcts(GAME, sims=SIMS, **arguments) for arguments in PLAYERS]
    found = 0
    for at in tracked(positions(count), "positions", count, Console(stderr=True)):
        states, chosen = at.redealt(), players[at.number % len(players)]
        same_view = at.view(states) == at.view(at.states)
        found += not (same_view and move(chosen, at, states) == move(chosen, at, at.states))
    return found


if __name__ == "__main__":
    number = int(sys.argv[1])
    Console().print(f"{number:,} positions, {differences(number)} differences")
