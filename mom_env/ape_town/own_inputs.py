"""Which numbers of an observation are about one action alone: those of a tile to take, and of a field and its district.

A network that asks for own inputs (`network.own_units`) shares weights among all tiles, and among all fields.
"""

from collections.abc import Mapping

import numpy as np

from mom_env.ape_town.observe import LAYOUT
from mom_env.ape_town.ruleset import Ruleset
from mom_env.ape_town.state import MAX_DISPLAY, MAX_DISTRICTS, MAX_FIELDS, MAX_PLAYERS
from mom_env.base.layout import places_of
from mom_env.contract.records import Indices

OF_A_TILE = ("display_motif", "display_colour", "display_bundles", "most_at_once")
OF_A_FIELD = ("at_once", "sites_beside", "worth_beside")
OF_A_DISTRICT = ("free", "worth", "all_lemurs")
OF_A_SEAT_IN_A_DISTRICT = ("orangutans", "lemurs")


def list_own_inputs(ruleset: Ruleset) -> dict[str, Indices]:
    """Return the places in the observation of each action's own inputs, shape (actions, inputs), by range of actions.

    A tile has motif, colour, money and the most points at once. A field has the motif in the hand, its own points and
    those beside it, and all numbers of its district and of the district's neighbours. All fields have as many inputs as
    one in the district with the most neighbours: elsewhere, the first neighbours stand there twice.
    """
    places = places_of(LAYOUT)
    tiles = [places[name].reshape(MAX_DISPLAY, -1) for name in OF_A_TILE]
    hand = np.broadcast_to(places["hand"], (MAX_FIELDS, len(places["hand"])))
    fields = [places[name][:, None] for name in OF_A_FIELD]
    around = [of_districts(places, each) for each in districts_around_fields(ruleset).T]
    return {"take tile": np.hstack(tiles), "place tile": np.hstack([hand, *fields, *around])}


def of_districts(places: Mapping[str, Indices], districts: Indices) -> Indices:
    """Return where all numbers of each of `districts` are in the observation, shape (districts, numbers).

    `places` has those of each piece, by name.
    """
    alone = [places[name][districts, None] for name in OF_A_DISTRICT]
    seats = [places[name].reshape(MAX_PLAYERS, MAX_DISTRICTS).T[districts] for name in OF_A_SEAT_IN_A_DISTRICT]
    return np.hstack([*alone, *seats])


def districts_around_fields(ruleset: Ruleset) -> Indices:
    """Return for each field its district and then the district's neighbours, shape (MAX_FIELDS, 1 + neighbours).

    There are as many columns as the district with the most neighbours needs; for others, the first neighbours come
    again. Fields that the board has not got are taken to lie in district 0.
    """
    rules, found = ruleset.rules[0], []
    most = int(rules.num_neighbours.max())
    for field in range(MAX_FIELDS):
        district = int(rules.district[field]) if field < rules.num_fields else 0
        neighbours = rules.neighbours[district, : rules.num_neighbours[district]]
        found.append([district, *np.resize(neighbours, most)])
    return np.array(found, np.int64)
