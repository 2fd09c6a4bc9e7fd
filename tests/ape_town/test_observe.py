"""Every number of an observation, worked out a second time from the snapshot of the seat."""

from typing import Any

import numpy as np
import pytest

from mom_env.ape_town import Game
from mom_env.ape_town.observe import LAYOUT
from mom_env.ape_town.ruleset import load_deck
from mom_env.ape_town.state import MAX_DISPLAY, MAX_DISTRICTS, MAX_FIELDS, MAX_PLAYERS, Colour, Motif
from tests.support.sizes import smaller_without_jit

VALUES = {"tarsier": 1, "chimpanzee": 2, "mandrill": 3}
DISCS = (1.0, 0.8, 0.6, 0.4)


def pieces(observation: Any) -> dict[str, Any]:
    """An observation by the names of its pieces, in their shapes."""
    start, found = 0, {}
    for piece in LAYOUT:
        found[piece.name] = observation[start : start + piece.size].reshape(piece.shape)
        start += piece.size
    return found


def one_hot(size: int, index: int | None) -> Any:
    row = np.zeros(size)
    if index is not None:
        row[index] = 1
    return row


def padded(values: Any, *shape: int) -> Any:
    whole = np.zeros(shape)
    array = np.asarray(values, float)
    whole[tuple(slice(0, length) for length in array.shape)] = array
    return whole


def number(motif: str) -> int:
    return Motif[motif.upper()].value


def expected(game: Game, viewer: int) -> dict[str, Any]:
    """What the seat should see, piece by piece."""
    view: Any = game.snapshot(viewer)
    board, count = game.ruleset.deck, game.num_players
    largest = max(len(district.fields) for district in board.district)
    per_bundle = 4 * board.setup.money
    seats = [(viewer + relative) % count for relative in range(count)]
    lead = [(view["points"][viewer] - view["points"][seat]) / 100 for seat in seats]
    fields, hand = view["fields"], view["hand"]
    colours = board.track.segments
    display = view["display"]
    first = view["opened"] * board.track.length
    following = [] if first == board.tiles.total else range(first, first + board.track.length)
    found = {
        "num_players": one_hot(3, count - 2),
        "all_districts": [view["options"]["final_scoring"] == "all_districts"],
        "decision": one_hot(2, None if view["over"] else ("take", "place").index(view["decision"])),
        "seat": one_hot(MAX_PLAYERS, None if view["over"] else seats.index(view["seat"])),
        "start": one_hot(MAX_PLAYERS, seats.index(view["start"])),
        "turns": [view["turn"] / len(board.cells)],
        "hand": one_hot(6, hand and number(hand["motif"])),
        "hand_colour": one_hot(3, hand and Colour[hand["colour"].upper()].value),
        "money": padded([view["money"][seat] / per_bundle for seat in seats], MAX_PLAYERS),
        "discs": padded([view["discs"][seat] / board.setup.discs for seat in seats], MAX_PLAYERS),
        "points": padded([min(view["points"][seat] / 400, 1) for seat in seats], MAX_PLAYERS),
        "lead": padded(np.clip(lead, -1, 1), MAX_PLAYERS),
        "display_motif": padded([one_hot(6, number(tile["motif"])) for tile in display], MAX_DISPLAY, 6)
        if display
        else np.zeros((MAX_DISPLAY, 6)),
        "display_colour": padded([colour_row(colours[tile["segment"]]) for tile in display], MAX_DISPLAY, 3)
        if display
        else np.zeros((MAX_DISPLAY, 3)),
        "display_bundles": padded([tile["bundles"] / per_bundle for tile in display], MAX_DISPLAY),
        "opened": [first / board.tiles.total],
        "next_colours": padded([colour_row(colours[place % len(colours)]) for place in following], 5, 3)
        if following
        else np.zeros((5, 3)),
        "unseen": [view["hidden"][motif.name.lower()] / most_tiles(board) for motif in Motif],
    }
    found |= {
        "at_once": padded([points / 18 for points in at_once(game, view)], MAX_FIELDS),
        "most_at_once": padded([most_at_once(game, view, tile) / 18 for tile in display], MAX_DISPLAY),
    }
    laid = [tile or {"motif": "", "seat": None} for tile in fields]
    found |= {
        "ape": padded([VALUES.get(tile["motif"], 0) / 3 for tile in laid], MAX_FIELDS),
        "site": padded([tile["motif"] == "banana" for tile in laid], MAX_FIELDS),
        "sites_beside": padded([beside["sites"] / 6 for beside in view["beside"]], MAX_FIELDS),
        "worth_beside": padded([beside["worth"] / 18 for beside in view["beside"]], MAX_FIELDS),
    }
    for motif in ("orangutan", "lemur"):
        discs = [0.2 if tile["seat"] is None else DISCS[seats.index(tile["seat"])] for tile in laid]
        shown = [disc * (tile["motif"] == motif) for disc, tile in zip(discs, laid, strict=True)]
        by_seat = [[district[f"{motif}s"][seat] / largest for district in view["districts"]] for seat in seats]
        found |= {motif: padded(shown, MAX_FIELDS), f"{motif}s": padded(by_seat, MAX_PLAYERS, MAX_DISTRICTS)}
    for name, scale in (("free", largest), ("worth", 3 * largest), ("all_lemurs", largest)):
        found[name] = padded([district[name] / scale for district in view["districts"]], MAX_DISTRICTS)
    return found


def free_fields(game: Game, view: Any, colour: str) -> list[int]:
    """3.2, R5: The free fields of a colour, or all free ones if it has none."""
    districts = game.ruleset.deck.district
    colours = [district.colour for district in districts for _ in district.fields]
    free = [field for field, tile in enumerate(view["fields"]) if tile is None]
    return [field for field in free if colours[field] == colour] or free


def points(view: Any, motif: str, field: int) -> int:
    """3.3.1, 3.3.2: What a tile brings on a field by what lies beside it."""
    beside = view["beside"][field]
    return int(beside["worth"] if motif == "banana" else VALUES.get(motif, 0) * beside["sites"])


def at_once(game: Game, view: Any) -> list[int]:
    """The points at once of the tile in the hand on each field; 0 where it may not be placed, and without a tile."""
    hand, whole = view["hand"], [0] * len(view["fields"])
    if hand:
        for field in free_fields(game, view, hand["colour"]):
            whole[field] = points(view, hand["motif"], field)
    return whole


def most_at_once(game: Game, view: Any, tile: Any) -> int:
    """The most points at once of a face-up tile while one is to be taken."""
    if view["decision"] != "take":
        return 0
    colours = game.ruleset.deck.track.segments
    return max(points(view, tile["motif"], field) for field in free_fields(game, view, colours[tile["segment"]]))


def colour_row(colour: str) -> Any:
    return one_hot(3, Colour[colour.upper()].value)


def most_tiles(board: Any) -> int:
    return int(max(count for _, count in board.tiles))


@pytest.mark.parametrize("deck", ["standard", "mini"])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_number_is_what_the_snapshot_says(deck: str, num_players: int) -> None:
    options = {"final_scoring": "all_districts" if num_players == 3 else "last_district"}
    for seed in range(smaller_without_jit(2, 1)):
        game, rng = Game(num_players, seed, deck=deck, options=options, skip_forced=False), np.random.default_rng(seed)
        while True:
            if rng.random() < (0.2 if deck == "standard" else 1) or game.over:
                for seat in range(num_players):
                    seen, should = pieces(game.observe(seat)["observation"]), expected(game, seat)
                    assert set(seen) == set(should)
                    for name, values in should.items():
                        assert np.allclose(seen[name], values, atol=1e-6), name
            if game.over:
                break
            game.play(int(rng.choice(game.legal_actions())))


def test_a_long_lead_and_many_points_are_shown_as_the_most_that_is_shown() -> None:
    game = Game(2, 1, skip_forced=False)
    game.states["points"][0, :2] = 900, 100
    seen = pieces(game.observe(1)["observation"])
    assert seen["points"][:2].tolist() == [0.25, 1]
    assert seen["lead"][:2].tolist() == [0, -1]
    assert load_deck("standard").setup.money == 6
