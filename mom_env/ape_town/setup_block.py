"""A deal as the setup block of a replay: the starting player, and all tiles in the order in which they turn up."""

from collections import Counter
from collections.abc import Mapping
from typing import TypedDict

import numpy as np

from mom_env.ape_town.rules.setup import begin
from mom_env.ape_town.ruleset import Ruleset
from mom_env.ape_town.snapshot import NAMES, name_of
from mom_env.ape_town.state import NONE, STATE_DTYPE, State
from mom_env.common.arguments import shown, whole_of
from mom_env.contract.records import Records
from mom_env.errors import PositionError
from mom_env.kernel.jit import kernel


class Setup(TypedDict):
    """All that the deal of a game draws."""

    start: int
    tiles: list[str]


def setup_of(state: State, ruleset: Ruleset) -> Setup:
    """2: Return the deal of a game that has just been dealt."""
    tiles = state.row[: int(ruleset.rules[0].num_tiles)]
    return {"start": int(state.start), "tiles": [name_of(motif) for motif in tiles]}


def state_from_setup(setup: Mapping[str, object], ruleset: Ruleset, stream: int) -> Records:
    """2: Return the record of a setup, before the first decision, as an array of one; its stream is at `stream`.

    Raises:
        PositionError: an entry is impossible; the error says which and why.
    """
    start, tiles = checked_setup(setup, ruleset)
    states = np.zeros(1, STATE_DTYPE)
    states["rng"], states["row"] = stream, NONE
    states["row"][0, : len(tiles)] = [NAMES.index(tile) for tile in tiles]
    begin_deal(states, ruleset.rules, start)
    return states


@kernel
def begin_deal(states: Records, rules: Records, start: int) -> None:
    """2: Set up the one game in `states`, whose row is there already; `start` is the starting player."""
    begin(states[0], rules[0], start)


def checked_setup(setup: Mapping[str, object], ruleset: Ruleset) -> tuple[int, list[str]]:
    """Return the starting player and the tiles of a setup.

    Raises:
        PositionError: an entry is missing, unknown or impossible.
    """
    if sorted(map(str, setup)) != ["start", "tiles"]:
        raise PositionError(f"setup: expected the entries start and tiles, found {shown(list(setup))}")
    start, tiles = whole_of(setup["start"]), setup["tiles"]
    if start is None or not 0 <= start < ruleset.num_players:
        raise PositionError(f"setup.start: expected a seat below {ruleset.num_players}, found {shown(setup['start'])}")
    if not isinstance(tiles, list) or not all(isinstance(tile, str) for tile in tiles):
        raise PositionError(f"setup.tiles: expected a list of motifs, found {shown(tiles)}")
    expected = Counter({name: int(ruleset.rules[0].tiles[motif]) for motif, name in enumerate(NAMES)})
    if Counter(tiles) != expected:
        raise PositionError(f"setup.tiles: expected {dict(expected)} in any order, found {shown(dict(Counter(tiles)))}")
    return start, tiles
