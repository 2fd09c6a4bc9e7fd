"""The golden games once more, from one seat: the others play from a script."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.base.game import Observation
from mom_env.monkeys_on_the_moon import Game
from tests.support.playthroughs import Case
from tests.support.recorded import action_of, digest, recorded


class Stop(NamedTuple):
    """A decision of the recorded game."""

    seat: int
    view: Observation
    action: int


class Recording(NamedTuple):
    """A golden game: every decision, and its end."""

    case: Case
    stops: list[Stop]
    game: Game  # over

    def of(self, seat: int) -> list[Stop]:
        return [stop for stop in self.stops if stop.seat == seat]

    def arguments(self, seat: int, reward: str) -> dict[str, Any]:
        """Of the environment in which this seat learns."""
        case, left = self.case, [(seat + k) % self.case.num_players for k in range(1, self.case.num_players)]
        return {
            **recorded(case).arguments,
            "seat": seat,
            "reward": reward,
            "opponents": [script(self.of(other)) for other in left],
        }

    def return_of(self, seat: int, reward: str) -> float:
        """From VP and places, as the interface has it."""
        result: Any = self.game.result()
        others = self.case.num_players - 1
        vp, places = result["vp"], result["places"]
        if reward == "vp":
            return float((vp[seat] - (sum(vp) - vp[seat]) / others) / 20)
        if reward == "rank":
            return float(1 - 2 * (places[seat] - 1 + (places.count(places[seat]) - 1) / 2) / others)
        return float(result["returns"][seat])


def record(case: Case) -> Recording:
    """The game of the golden file, checked against what is written there."""
    game, stops, written = Game(seed=case.seed, **recorded(case).arguments), list[Stop](), recorded(case)
    for move in written.moves:
        assert game.seat is not None
        assert digest(map(game.observe, range(game.num_players))) == move.views
        stops.append(Stop(game.seat, game.observe(game.seat), action_of(game, move.words)))
        game.play(stops[-1].action)
    assert game.result()["returns"] == written.returns
    return Recording(case, stops, game)


def script(stops: list[Stop]) -> Callable[[Any, Any], int]:
    """A player that plays these decisions, and looks at each whether it is as recorded; then the first legal one."""
    left = list(reversed(stops))

    def choose(observation: NDArray[np.float32], mask: NDArray[np.int8]) -> int:
        if not left:
            return int(np.argmax(mask))
        stop = left.pop()
        assert np.array_equal(observation, stop.view["observation"])
        assert np.array_equal(mask, stop.view["action_mask"])
        return stop.action

    return choose
