"""The result of a finished game by names."""

from typing import Any

from mom_env.base.replay import Strict
from mom_env.contract.people import Plain
from mom_env.contract.records import Records
from mom_env.monsters_on_the_moon.rules.end import track_vp
from mom_env.monsters_on_the_moon.rules.solo import CRYSTALS, LOVED, OTHERS, level_of
from mom_env.monsters_on_the_moon.ruleset import Ruleset


class ShortResult(Strict):
    """The part of a result that a replay contains.

    Attributes:
        vp: by seat.
        winners: the seats that won; none in solo play.
        returns: by seat, of the reward "win".
    """

    vp: list[int]
    winners: list[int]
    returns: list[float]


def result_of(states: Records, ruleset: Ruleset) -> Plain:
    """5.2, 8.4: Return the result of game 0, which must be over, by names; lists are by seat."""
    state: Any = states[0]
    rules: Any = ruleset.rules[0]
    if ruleset.num_players == 1:
        rows = state.final_rows[0].tolist()
        return {
            "vp": [int(state.vp[0])],
            "winners": [],
            "places": [1],
            "level": int(level_of(rules, int(state.vp[0]))),
            "vampires": rows[LOVED],
            "crystals": rows[CRYSTALS],
            "others": rows[OTHERS],
        }
    seats = range(ruleset.num_players)
    places = state.place[: len(seats)].tolist()
    return {
        "vp": state.vp[: len(seats)].tolist(),
        "winners": [seat for seat in seats if places[seat] == 1],
        "places": places,
        "rows": [
            {
                "interim": state.interim_rows[seat].tolist(),
                "final": state.final_rows[seat].tolist(),
                "group": int(state.group_vp[seat]),
                "crystal": int(track_vp(state, rules, seat)),
                "mission": int(state.mission_vp[seat]),
            }
            for seat in seats
        ],
    }
