"""The players at the other seats of an environment: bots inside the kernels, and players who are asked."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.errors import IllegalAction, OptionError
from mom_env.games import load
from mom_env.players import ClassPlayer, KernelBot, Player
from mom_env.policy import make_player

Actions = NDArray[np.int64]


class Opponents:
    """The players at the other seats, as numbers for the kernels.

    Attributes:
        numbers: of the players, from the left of the learner on.
        asked: the players that are no bots; their numbers begin at `FIRST_ASKED`.
    """

    def __init__(self, game: str, opponents: Any, ruleset: Any) -> None:
        """Look all of them up.

        Args:
            game: a game of this package.
            opponents: one player for all seats, or a list of as many as there are beside the learner's.
            ruleset: what they play with.

        Raises:
            OptionError: there is no such player; it says which there are.
        """
        self._game, self.ruleset = game, ruleset
        self.asked: list[Player] = []
        self._numbers: dict[str | int, int] = {}
        self.numbers = [self._number(player) for player in one_a_seat(opponents, ruleset.num_players - 1)]

    def choose(self, number: int, states: NDArray[Any], bits: NDArray[np.uint64]) -> Actions:
        """Return what an asked player answers in games in which it is to move.

        Args:
            number: of the player among those that are asked.
            states: the games' records; a copy, as a player may do with it what it likes.
            bits: its chance, 64 bits a game.

        Raises:
            IllegalAction: an answer is not legal; it names the player.
        """
        player, rules = self.asked[number], self.ruleset.rules
        seats, vector = load(self._game, "seats"), load(self._game, "vector")
        try:
            actions: Actions = vector.as_ids(player.choose(states.copy(), rules, bits))
        except IllegalAction as error:
            raise IllegalAction(f"opponent {player.spec}: {error}") from None
        if actions.shape != (len(states),):
            raise IllegalAction(f"opponent {player.spec}: expected {len(states)} actions, found shape {actions.shape}")
        bad = seats.find_illegal_answer(states, rules, actions)
        if bad != seats.ALL_LEGAL:
            why = vector.refusal(states[bad], int(actions[bad]), self.ruleset.deck)
            raise IllegalAction(f"opponent {player.spec}: {why}")
        return actions

    def _number(self, who: Any) -> int:
        key = who if isinstance(who, str) else id(who)  # not all that can be called can be a key
        if key not in self._numbers:
            player = make_player(who, self._game, self.ruleset)
            if isinstance(player, ClassPlayer):  # it would have to be told where each game begins
                raise OptionError(f"opponents: expected players without a memory, found the class {player.spec}")
            if isinstance(player, KernelBot):
                self._numbers[key] = player.number
            else:
                self._numbers[key] = load(self._game, "seats").FIRST_ASKED + len(self.asked)
                self.asked.append(player)
        return self._numbers[key]


def one_a_seat(opponents: Any, count: int) -> Sequence[Any]:
    """Return a player for each of `count` seats."""
    if not isinstance(opponents, list | tuple):
        return [opponents] * count
    if len(opponents) != count:
        raise OptionError(
            f"opponents: expected one player, or a list of {count}, one for each other seat, found {len(opponents)}"
        )
    return opponents
