"""The result of a finished game by names, and where its VP come from."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mom_env.base.replay import Strict
from mom_env.contract.records import Records
from mom_env.monkeys_on_the_moon.deck import Deck
from mom_env.monkeys_on_the_moon.naming import Words
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.snapshots.shapes import Result, Snapshot
from mom_env.monkeys_on_the_moon.state import MIN_PLAYERS

Titles = dict[str, list[int]]  # the seats that are "leader" and "undersecretary" of a tribe


class ShortResult(Strict):
    """The part of a result that a replay contains."""

    vp: list[int]
    winners: list[int]
    ranking: list[str]
    returns: list[float]


def result_of(states: Records, ruleset: Ruleset) -> Result:
    """Return the result of the finished game 0: lists are by seat, tribes by name."""
    state, words, seats = states[0], Words(ruleset.deck, states[0].colour), range(ruleset.num_players)
    vp, places = (states[name][0, : len(seats)].tolist() for name in ("vp", "place"))
    return {
        "vp": vp,
        "winners": seats_at(places, 1),
        "places": places,
        "ranking": [words.tribes[tribe] for tribe in state.ranking],
        "monkeys": [int(state.monkeys[seat]) for seat in seats],
        "status": [dict(zip(words.tribes, map(int, state.status[seat]), strict=True)) for seat in seats],
        "titles": {name: titles(state.status[: len(seats), tribe]) for tribe, name in enumerate(words.tribes)},
    }


def titles(status: NDArray[np.integer]) -> Titles:
    """4.3: Return who leads a tribe and who comes second, from the status of each seat with it.

    Several leaders leave no second, nor do two players. Nobody needs any status to lead.
    """
    points = [int(value) for value in status]
    leaders = seats_at(points, max(points))
    has_second = len(leaders) == 1 and len(points) > MIN_PLAYERS
    seconds = seats_at(points, sorted(points)[-2]) if has_second else []
    return {"leader": leaders, "undersecretary": seconds}


def seats_at(points: list[int], value: int) -> list[int]:
    """Return the seats whose entry in `points` is `value`."""
    return [seat for seat, own in enumerate(points) if own == value]


class Breakdown(NamedTuple):
    """Where the VP come from, by seat."""

    ships: list[int]
    titles: dict[str, list[int]]  # by tribe
    scorn: list[int]  # 0 or less


def breakdown(view: Snapshot, deck: Deck, holders: Mapping[str, Titles], ranking: Sequence[str]) -> Breakdown:
    """4.3, 4.4: Return where the VP of a position come from.

    Only titles of the tribes in `ranking` pay; `holders` has the holders of titles by tribe.
    """
    num_players, scorn = view["num_players"], list(view["scorn"].values())
    return Breakdown(
        ships=[sum(ship["vp"] for ship in ships) for ships in view["ships_won"]],
        titles={
            tribe: title_vp(holders[tribe], awards_at(deck, rank, num_players), num_players)
            for rank, tribe in enumerate(ranking)
        },
        scorn=[-deck.setup.scorn_penalty * scorn.count(seat) for seat in range(num_players)],
    )


def awards_at(deck: Deck, rank: int, num_players: int) -> tuple[int, int]:
    """4.3: Return the VP of leader and undersecretary for the tribe at `rank`, from 0.

    For two players, the undersecretary's are 0.
    """
    return deck.titles.leader[rank], deck.titles.undersecretary[rank] if num_players > MIN_PLAYERS else 0


def title_vp(holders: Titles, awards: tuple[int, int], num_players: int) -> list[int]:
    """4.3: Return the VP of a tribe's titles by seat. Tied leaders split both awards; of two players they get 0."""
    (first, second), leaders, seconds = awards, holders["leader"], holders["undersecretary"]
    shared = (first + second) // len(leaders) if num_players > MIN_PLAYERS else 0
    vp = [0] * num_players
    for seat in leaders:
        vp[seat] = first if len(leaders) == 1 else shared
    for seat in seconds:
        vp[seat] = second // len(seconds)
    return vp
