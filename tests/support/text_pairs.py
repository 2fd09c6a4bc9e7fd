"""What a seat is told of random positions, before and after a redeal of what is hidden from it.

`python -m tests.support.text_pairs 10000` compares so many positions, and prints how many differ: none may.
"""

import random
import sys
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from mom_env.monkeys_on_the_moon import Game
from mom_env.players.program import message, told_of
from tests.support.games import TABLES

OPTIONS = {
    "raise": ("free", "add_only"),
    "final_launch_clears_scorn": (False, True),
    "hidden_coins": (False, True),
    "maximum_scorn": (False, True),
    "monkey_treachery": (False, True),
}


class TextPair(NamedTuple):
    """What a seat is told of a position.

    Attributes:
        seat: who is told.
        game: the position.
        redealt: the position after a redeal of what is hidden from the seat.
    """

    seat: int
    game: Game
    redealt: Game

    @property
    def is_same(self) -> bool:
        """Whether the seat is told the same of both positions."""
        return self.game.observe_text(self.seat) == self.redealt.observe_text(self.seat)

    @property
    def is_asked(self) -> bool:
        """Whether the seat is to move."""
        return self.game.seat == self.seat

    @property
    def has_same_question(self) -> bool:
        """Whether a program at the seat, which is to move, is asked the same in both positions."""
        one, other = (message("choose", **told_of(game)) for game in (self.game, self.redealt))
        return one == other

    @property
    def is_other_deal(self) -> bool:
        """Whether the redeal has changed anything besides the random stream."""
        one, other = self.game.states.copy(), self.redealt.states.copy()
        one["rng"] = other["rng"] = 0
        return one.tobytes() != other.tobytes()


def text_pairs(seed: int = 0) -> Iterator[TextPair]:
    """Endless positions of random games at random tables: all decks, numbers of players and options."""
    chance = random.Random(seed)
    while True:
        deck, players = chance.choice(TABLES)
        options = {name: chance.choice(values) for name, values in OPTIONS.items()}
        game = Game(players, chance.getrandbits(60), deck=deck, options=options, skip_forced=chance.random() < 0.5)
        while True:
            if game.over or chance.random() < 0.2:
                seat = chance.randrange(players) if game.over or chance.random() < 0.3 else game.seat or 0
                yield TextPair(seat, game.copy(), game.resample_hidden(seat, chance.getrandbits(60)))
            if game.over:
                break
            game.play(chance.choice(game.legal_actions()))


def main() -> None:
    """Compare as many positions as the first argument says, and print how many differ."""
    count = int(sys.argv[1])
    pairs = list(islice(text_pairs(), count))
    other = sum(pair.is_other_deal for pair in pairs)
    different = sum(not pair.is_same for pair in pairs)
    asked = [pair for pair in pairs if pair.is_asked]
    questions = sum(not pair.has_same_question for pair in asked)
    print(f"{count:,} positions, {other:,} redealt otherwise: {different} texts differ")  # noqa: T201  # its output
    print(f"{len(asked):,} of them are asked of a program: {questions} questions differ")  # noqa: T201


if __name__ == "__main__":
    main()
