"""The observation of Monsters on the Moon says what the snapshot of the viewer says, piece by piece."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mom_env.kernel.jit import is_compiled
from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import NUM_ACTIONS
from mom_env.monsters_on_the_moon.observe import LAYOUT, OBSERVATION_SIZE, named
from mom_env.monsters_on_the_moon.state import MAX_PLAYERS, NUM_MONSTERS, STATE_DTYPE, WRAP
from tests.monsters_on_the_moon.courses import games
from tests.support.untyped import untyped

pytestmark = pytest.mark.once
LETTERS = "WHVS"
WALLS = (("short", "h"), ("short", "v"), ("long", "h"), ("long", "v"))
Pieces = dict[str, NDArray[np.uint8]]


class Expected:
    """What `seat` must see of a game, worked out from its snapshot alone."""

    def __init__(self, game: Game, seat: int) -> None:
        self.view: Any = game.snapshot(seat)
        self.count, self.seat, self.names = game.num_players, seat, game.ruleset.deck.monsters
        self.num_cards = len(game.ruleset.deck.set_for(self.count).cards)
        self.pieces: Pieces = {piece.name: np.zeros(piece.shape, np.uint8) for piece in LAYOUT}
        for write in (self.squares, self.cards_beside, self.ships, self.walls, self.table, self.seats, self.hands):
            write()
        if not self.view["over"]:
            self.decision()

    def from_viewer(self, values: Any) -> list[Any]:
        """A list by seat, from the viewer's seat on to the left."""
        return [values[(self.seat + away) % self.count] for away in range(self.count)]

    def order(self) -> list[int]:
        """The monsters by number: those of the seats first, then those that nobody plays."""
        played = [self.names.index(name) for name in self.from_viewer(self.view["monster"]) if name is not None]
        return played + [monster for monster in range(NUM_MONSTERS) if monster not in played]

    def put(self, name: str, at: Any, value: int = 1) -> None:
        """Write a number at the square of an entry of the snapshot."""
        self.pieces[name][at["y"], at["x"]] = value

    def squares(self) -> None:
        order, last = self.order(), len(self.view["laid"]) - 1
        for entry in self.view["display"]:
            shows = entry["shows"]
            if shows[0] in LETTERS:
                self.pieces["heads"][order.index(LETTERS.index(shows[0])), entry["y"], entry["x"]] = len(shows)
            else:
                self.put({"*": "crystal", ".": "empty", "A": "fixed", "B": "fixed"}[shows], entry)
            self.put("card", entry, 1 + entry["card"])
            self.put("tile", entry, "tile" in entry)
            self.put("new", entry, self.view["decision"] in {"tile", "ship"} and entry["card"] == last)

    def cards_beside(self) -> None:
        card = self.pieces["card"]
        self.pieces["same_right"][:] = (card > 0) & (card == np.roll(card, -1, axis=1))
        self.pieces["same_down"][:] = (card > 0) & (card == np.roll(card, -1, axis=0))

    def ships(self) -> None:
        for ship in self.view["ships_at"]:
            self.put("fixed", ship)
            self.put("own_ship" if ship["seat"] == self.seat else "other_ship", ship)

    def walls(self) -> None:
        for wall in self.view["walls_at"]:
            across = wall["direction"] == "h"
            for step in range(2 if wall["wall"] == "long" else 1):
                x, y = wall["x"] + step * across, wall["y"] + step * (not across)
                self.put("wall_above" if across else "wall_left", {"x": x % WRAP, "y": y % WRAP})
        for number, area in enumerate(self.view["areas"]):
            has_own = any(self.pieces["heads"][0, at["y"], at["x"]] for at in area)
            for at in area:
                self.put("area", at, 1 + number)
                self.put("closed", at, not has_own)

    def table(self) -> None:
        options, pieces = self.view["options"], self.pieces
        pieces["num_players"][self.count - 1] = 1
        opponents = options["tile_target"] == "opponent"
        pieces["options"][:] = options["walls"], opponents, *(options["missions"] == one for one in ("secret", "open"))
        if self.view["layout"]:
            pieces["layout"][self.view["layout"] - 1] = 1
        pieces["pile"][0] = self.view["pile"]
        columns, rows = ({entry[name] for entry in self.view["display"]} for name in "xy")
        for place, taken in enumerate((columns, rows)):
            pieces["corner"][place] = next((one for one in taken if (one - 1) % WRAP not in taken), 0)

    def seats(self) -> None:
        view, pieces, count = self.view, self.pieces, self.count
        for name in ("steps", "ships"):
            pieces[name][:count] = self.from_viewer(view[name])
        pieces["walls"][:count] = [(own["short"], own["long"]) for own in self.from_viewer(view["walls"])]
        pieces["start"][(view["start"] - self.seat) % count] = 1
        pieces["interim_taken"][0] = view["interim"] is not None and count > 1
        if pieces["interim_taken"][0]:
            pieces["interim"][:count] = self.from_viewer(view["interim"])
        missions = view["missions"] or []
        for number in missions[self.seat] if view["options"]["missions"] == "secret" else missions:
            pieces["missions"][number - 1] = 1
        slots = self.from_viewer(view["monster"])
        for slot, monster in enumerate(self.order()):
            if None not in slots:
                pieces["monster"][slot, monster] = 1
        if None in slots:
            for slot, name in enumerate(slots):
                if name is not None:
                    pieces["monster"][slot, self.names.index(name)] = 1

    def hands(self) -> None:
        hands = self.from_viewer(self.view["hand"])
        self.pieces["hand_size"][: self.count] = [len(hand) for hand in hands]
        laid = {entry["card"] for entry in self.view["laid"]}
        for card in range(self.num_cards):
            holders = [away for away, hand in enumerate(hands) if card in hand]
            for away in holders:
                self.pieces["held"][away, card] = 1
            self.pieces["unseen"][card] = not holders and card not in laid

    def decision(self) -> None:
        view, pieces = self.view, self.pieces
        pieces["decision"][Game.decisions.index(view["decision"])] = 1
        pieces["seat"][(view["seat"] - self.seat) % self.count] = 1
        if view["card"] is not None:
            pieces["chosen_card"][view["card"]] = pieces["chosen_turn"][view["turn"]] = 1
        if view["piece"]:
            pieces["chosen_piece"][WALLS.index((view["piece"]["wall"], view["piece"]["direction"]))] = 1
        for name in ("laying", "tiles_due", "ship_done"):
            pieces[name][0] = view[name]


@pytest.mark.rule("9.3")
def test_each_piece_says_what_the_snapshot_of_the_viewer_says() -> None:
    met = set[str]()
    for game in games(every=3, skip_forced=False):
        for seat in range(game.num_players):
            seen = named(untyped(game.observe(seat))["observation"])
            for name, expected in Expected(game, seat).pieces.items():
                np.testing.assert_array_equal(seen[name], expected, err_msg=f"{name} of seat {seat}")
                met |= {name} if expected.any() else set()
    if is_compiled():  # without the JIT the few games have no areas
        assert met == {piece.name for piece in LAYOUT}


def test_seats_without_a_player_are_0() -> None:
    game = Game(2, seed=1)
    seen = named(untyped(game.observe(0))["observation"])
    for name in ("hand_size", "steps", "ships", "held", "walls", "interim", "start", "seat"):
        assert len(seen[name]) == MAX_PLAYERS
        assert not seen[name][2:].any()


def test_the_page_of_the_rules_tells_how_many_bytes_there_are() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "monsters_on_the_moon" / "rules.md").read_text("utf-8")
    sizes = OBSERVATION_SIZE, NUM_ACTIONS, STATE_DTYPE.itemsize
    said = "An observation has {:,} bytes, a mask {:,}, and the record of a game {:,}.".format(*sizes)
    assert said in page
