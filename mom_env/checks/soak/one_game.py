"""One game of a soak, by its number: played alone, it is the same as in a run of a million."""

from functools import cache
from typing import NamedTuple

import numpy as np

from mom_env.checks.soak.room import make_room
from mom_env.contract.records import Records
from mom_env.contract.soak import SoakSetting, Told
from mom_env.games import load
from mom_env.loops import loop_of, soak_of

FIRST_REDEALT = 2**40  # number of the first random stream of games with a redeal; other games begin with stream 0


class CheckedGame(NamedTuple):
    """How a game of the soak ended: the violation, or NOTHING, and the number of steps that were played."""

    violation: Told
    steps: int


def play_one(name: str, seed: int, number: int, *, redealt: bool, room: Records | None = None) -> CheckedGame:
    """Play random game number `number` of `seed`, checking it after every step, and return how it ended.

    It stops at the first violation. With `redealt`, play a game of another random stream. After a random number of
    steps, perhaps at the end of the game, what is hidden from a random seat is dealt again. Then the game continues
    with the new deal.

    Args:
        name: name of the game.
        seed: of all random streams.
        number: determines the table, the style of play and the random stream.
        redealt: whether what is hidden is dealt again.
        room: memory that `make_room` has made; the events that are met are added to its counts. None makes a new one.

    >>> from mom_env.games import GAMES
    >>> play_one(GAMES[0], seed=0, number=7, redealt=False).violation.message
    'nothing is wrong'
    """
    package = load(name).package
    loops, violation = loop_of(package, "soak"), soak_of(package).Violation
    room = make_room(package) if room is None else room
    rules, skipping = all_rules(name, skip_forced=False), all_rules(name, skip_forced=True)
    setting, style = number % len(rules), number // len(rules) % soak_of(package).NUM_STYLES
    stream = number + FIRST_REDEALT if redealt else number
    loops.begin_game(rules, setting, np.uint64(seed), stream, room)
    before = 0
    if redealt:
        steps = loops.choose_step(rules, setting, room)
        wrong, before = loops.play_game(rules, skipping, setting, style, steps, room)
        if wrong == violation["NOTHING"]:
            wrong = loops.redeal_game(rules, setting, room)
        if wrong != violation["NOTHING"]:
            return CheckedGame(violation(wrong), before)
    wrong, steps = loops.play_game(rules, skipping, setting, style, loops.MOST_STEPS, room)
    return CheckedGame(violation(wrong), before + steps)


@cache
def all_settings(name: str) -> tuple[SoakSetting, ...]:
    """Return every setting with which the soak of the game `name` plays, in the fixed order in which games take them.

    A setting is a deck, a number of players and options.
    """
    return tuple(soak_of(load(name).package).find_settings())


def setting_of(name: str, number: int) -> SoakSetting:
    """Return the setting of random game number `number` of the game called `name`: deck, number of players, options."""
    return all_settings(name)[number % len(all_settings(name))]


@cache
def all_rules(name: str, *, skip_forced: bool) -> Records:
    """Return the rules of all settings of the game called `name`, as an array, in the order of `all_settings`.

    `skip_forced` says whether they skip forced decisions.
    """
    make = load(name).people.Game.make_ruleset
    return np.concatenate(
        [make(s.num_players, s.deck, s.options, skip_forced=skip_forced).rules for s in all_settings(name)]
    )
