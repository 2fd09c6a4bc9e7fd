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
    """The part of a result that a replay contains.

    Attributes:
        vp: by seat.
        winners: the seats that won.
        ranking: names of tribes, the 1st place first.
        returns: by seat, of the reward "win".
    """

    vp: list[int]
    winners: list[int]
    ranking: list[str]
    returns: list[float]


def result_of(states: Records, ruleset: Ruleset) -> Result:
    """Return the result of game 0, which must be over, by names.

    Lists are by seat, but `winners` has seats and `ranking` has tribes, the 1st place first.
    """
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
    """4.3: Return which seats lead a tribe and which come second; `status` is the status of each seat with the tribe.

    If several seats lead, or there are two players, no seat is second. A seat can lead without any status.
    """
    points = [int(value) for value in status]
    leaders = seats_at(points, max(points))
    has_second = len(leaders) == 1 and len(points) > MIN_PLAYERS
    seconds = seats_at(points, sorted(points)[-2]) if has_second else []
    return {"leader": leaders, "undersecretary": seconds}


def seats_at(points: list[int], value: int) -> list[int]:
    """Return the seats, in order, whose entry in `points` (by seat) equals `value`."""
    return [seat for seat, own in enumerate(points) if own == value]


class Breakdown(NamedTuple):
    """Where the VP of all seats come from; each list is by seat.

    Attributes:
        ships: VP of full ships.
        titles: VP of both titles of a tribe, by the tribe's name.
        scorn: VP that scorn cards cost, as a number of 0 or less.
    """

    ships: list[int]
    titles: dict[str, list[int]]  # by tribe
    scorn: list[int]  # 0 or less


def breakdown(view: Snapshot, deck: Deck, holders: Mapping[str, Titles], ranking: Sequence[str]) -> Breakdown:
    """4.3, 4.4: Return by seat where the VP of a position come from: full ships, titles of each tribe, and scorn.

    Args:
        view: the position.
        deck: the deck of the game.
        holders: the seats that hold both titles of a tribe, by the tribe's name.
        ranking: names of the tribes whose titles pay, the 1st place first; titles of all others are left out.
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
    """4.3: Return the VP that the titles of leader and of undersecretary of the tribe at `rank` pay.

    `rank` is from 0, the 1st place. With two players, the second number is 0.
    """
    return deck.titles.leader[rank], deck.titles.undersecretary[rank] if num_players > MIN_PLAYERS else 0


def title_vp(holders: Titles, awards: tuple[int, int], num_players: int) -> list[int]:
    """4.3: Return the VP of one tribe's titles by seat.

    `holders` has the seats with each title, and `awards` the VP of leader and undersecretary. Tied leaders split both
    awards, and tied undersecretaries theirs, rounded down. With two players tied leaders get 0.
    """
    (first, second), leaders, seconds = awards, holders["leader"], holders["undersecretary"]
    shared = (first + second) // len(leaders) if num_players > MIN_PLAYERS else 0
    vp = [0] * num_players
    for seat in leaders:
        vp[seat] = first if len(leaders) == 1 else shared
    for seat in seconds:
        vp[seat] = second // len(seconds)
    return vp
