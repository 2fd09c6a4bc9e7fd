"""Which inputs are an action's own, by their names: those of a tile, and those of a field and what is around it."""

import numpy as np

from mom_env.ape_town.actions import NUM_ACTIONS, PLACE, TAKE
from mom_env.ape_town.deck import DECKS
from mom_env.ape_town.observe import LAYOUT
from mom_env.contract.people import Ruleset
from mom_env.games import make_ruleset
from mom_env.players.own_inputs import own_tables

MOTIFS_AND_COLOURS = (("display_motif", 6), ("display_colour", 3))
NAMES = [f"{piece.name}{[int(k) for k in at]}" for piece in LAYOUT for at in np.ndindex(*piece.shape)]


def names_of(ruleset: Ruleset, action: int) -> list[str]:
    return [NAMES[place] for place in own_tables("ape_town", ruleset).places[action] if place >= 0]


def test_a_tile_has_motif_colour_money_and_the_most_points_at_once() -> None:
    names = names_of(make_ruleset("ape_town", 4), TAKE + 3)
    motifs, colours = ([f"{name}[3, {k}]" for k in range(count)] for name, count in MOTIFS_AND_COLOURS)
    assert names == [*motifs, *colours, "display_bundles[3]", "most_at_once[3]"]


def of_district(number: int) -> list[str]:
    seats = [f"{name}[{seat}, {number}]" for name in ("orangutans", "lemurs") for seat in range(4)]
    return [f"free[{number}]", f"worth[{number}]", f"all_lemurs[{number}]", *seats]


def test_a_field_has_its_district_and_all_neighbours_of_the_board_file() -> None:
    board, ruleset = DECKS["standard"], make_ruleset("ape_town", 2)
    beside: dict[int, set[int]] = {number: set() for number in range(len(board.district))}
    for one, other in board.neighbour_pairs:
        beside[one].add(other)
        beside[other].add(one)
    assert len({len(neighbours) for neighbours in beside.values()}) > 1
    for field, home in enumerate(board.district_of):
        names = names_of(ruleset, PLACE + field)
        assert names[:6] == [f"hand[{k}]" for k in range(6)]
        assert names[6:9] == [f"at_once[{field}]", f"sites_beside[{field}]", f"worth_beside[{field}]"]
        assert names[9:20] == of_district(home)
        around = {tuple(names[first : first + 11]) for first in range(20, len(names), 11)}
        assert around == {tuple(of_district(number)) for number in beside[home]}


def test_every_action_has_own_inputs_and_each_kind_its_own_weights() -> None:
    kinds, places = own_tables("ape_town", make_ruleset("ape_town", 3))
    assert len(kinds) == NUM_ACTIONS
    assert kinds.tolist() == [0] * (PLACE - TAKE) + [1] * (NUM_ACTIONS - PLACE)
    assert (places[kinds == 1] >= 0).all()
