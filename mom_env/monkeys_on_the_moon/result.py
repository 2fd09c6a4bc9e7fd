"""The result of a finished game, by names."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon.deck import Deck
from mom_env.monkeys_on_the_moon.returns import Reward, write_returns
from mom_env.monkeys_on_the_moon.state import MAX_PLAYERS
from mom_env.monkeys_on_the_moon.words import Words


def result_of(states: NDArray[Any], rules: NDArray[Any], deck: Deck) -> dict[str, Any]:
    """What came of the finished game 0: lists are by seat, tribes by name."""
    state, words = states[0], Words(deck, states[0].colour)
    seats = range(int(rules[0].num_players))
    return {
        "vp": [int(state.vp[seat]) for seat in seats],
        "winners": [seat for seat in seats if state.place[seat] == 1],
        "places": [int(state.place[seat]) for seat in seats],
        "ranking": [words.tribes[tribe] for tribe in state.ranking],
        "monkeys": [int(state.monkeys[seat]) for seat in seats],
        "status": [dict(zip(words.tribes, map(int, state.status[seat]), strict=True)) for seat in seats],
        "titles": {name: titles(state.status[: len(seats), tribe]) for tribe, name in enumerate(words.tribes)},
        "returns": returns(states, rules, Reward.WIN)[: len(seats)],
    }


def returns(states: NDArray[Any], rules: NDArray[Any], reward: Reward) -> list[float]:
    """The returns of game 0 in full precision."""
    out = np.zeros(MAX_PLAYERS, np.float64)
    write_returns(states, 0, rules, int(reward), out)
    return [float(value) for value in out]


def titles(status: NDArray[Any]) -> dict[str, list[int]]:
    """4.3: who leads a tribe and who comes second; leaders that tie leave no second, nor do two players."""
    leaders = np.flatnonzero(status == status.max())
    others = np.delete(status, leaders)
    has_second = len(leaders) == 1 and len(status) > 2
    seconds = np.flatnonzero(status == others.max()) if has_second else []
    return {"leader": [int(seat) for seat in leaders], "undersecretary": [int(seat) for seat in seconds]}
