"""A table laid out by hand: pictures, cards, walls, and moves in coordinates.

table = Table().picture("W H / * V", 5, 5)
assert (7, 5) in table.places(FLAT)
"""

from typing import Any, Self

import numpy as np

from mom_env.loops import loop_of
from mom_env.monsters_on_the_moon.actions import LAY, MASK_DTYPE, NUM_ACTIONS, NUM_TURNS, SQUARE, STOP, WALL, WALL_WORDS
from mom_env.monsters_on_the_moon.deck import SHOWN, SIGNS, face_of
from mom_env.monsters_on_the_moon.info import INFO
from mom_env.monsters_on_the_moon.rules import walls
from mom_env.monsters_on_the_moon.rules.end import end_game
from mom_env.monsters_on_the_moon.rules.scoring import count_heads, find_groups, vp_of_rows
from mom_env.monsters_on_the_moon.rules.setup import clear
from mom_env.monsters_on_the_moon.rules.table import put_square
from mom_env.monsters_on_the_moon.ruleset import make_ruleset
from mom_env.monsters_on_the_moon.squares import at
from mom_env.monsters_on_the_moon.state import (
    ARMSTRONG,
    LONG,
    MAX_LAID,
    MOONSCAPE,
    NONE,
    NUM_ROWS,
    SHORT,
    STATE_DTYPE,
    WRAP,
    Decision,
)

FLAT_CARD = ("W H V", "V W H")
START = {"moonscape": MOONSCAPE, "armstrong": ARMSTRONG}
Place = tuple[int, int]


def xy(square: int) -> Place:
    return int(square) % WRAP, int(square) // WRAP


class Table:
    """One game. Methods that lay something out, or play, return the table."""

    def __init__(self, num_players: int = 3, deck: Any = "standard", **options: Any) -> None:
        self.ruleset = make_ruleset(num_players, deck, options, skip_forced=False)
        self.rules = self.ruleset.rules.copy()
        self.states = np.zeros(1, STATE_DTYPE)
        self.state: Any = self.states[0]
        self.loops: Any = loop_of(INFO.package, "one")
        clear(self.state)
        self.state.has_begun, self.state.decision = 1, Decision.TURN
        self.state.monster[:num_players] = range(num_players)
        self.state.ships[:num_players] = self.rules[0].ships
        self.state.walls[:num_players, SHORT] = self.rules[0].short_walls if options.get("walls") else 0
        self.state.walls[:num_players, LONG] = self.rules[0].long_walls if options.get("walls") else 0
        self.free_card = int(self.rules[0].num_cards)

    # What lies on the table

    def picture(self, text: str, x: int = 5, y: int = 5) -> Self:
        """Each square of the picture is a small card of its own; `_` is bare."""
        for down, row in enumerate(text.split("/")):
            for right, sign in enumerate(row.split()):
                if sign != "_":
                    self._put(at(x + right, y + down), SHOWN[sign])
        return self

    def _put(self, square: int, shows: int) -> None:
        self.state.num_laid = int(self.state.num_laid) + 1
        put_square(self.state, square, shows)
        self._include(square)

    def _include(self, square: int) -> None:
        state = self.state
        x, y = xy(square)
        if state.width == 0:
            state.left, state.top, state.width, state.height = x, y, 1, 1
        left, top = min(int(state.left), x), min(int(state.top), y)
        right, bottom = max(int(state.left + state.width), x + 1), max(int(state.top + state.height), y + 1)
        state.left, state.top, state.width, state.height = left, top, right - left, bottom - top

    def card(self, *rows: str) -> int:
        """A card with this face: that of the set, if it has one, or a new one in its place."""
        face = face_of(rows).shows
        for card in range(int(self.rules[0].num_cards)):
            if tuple(self.rules[0].faces[card].tolist()) == face:
                return card
        self.rules[0].faces[self.free_card] = face
        self.free_card += 1
        return self.free_card - 1

    def lay(self, rows: tuple[str, ...] | str, x: int, y: int, turn: int = 0) -> Self:
        """A card on the table, which brings nothing."""
        from mom_env.monsters_on_the_moon.rules.table import apply_card

        card = START[rows] if isinstance(rows, str) else self.card(*rows)
        assert self.state.num_laid < MAX_LAID
        apply_card(self.state, self.rules[0], card, turn, at(x, y))
        return self

    def shows(self, x: int, y: int) -> str:
        return SIGNS.get(int(self.state.shows[at(x, y)]), "_")

    def ship(self, x: int, y: int, seat: int = 1) -> Self:
        from mom_env.monsters_on_the_moon.rules.table import fix_square

        own = self.state.ship_at[seat]
        own[own.tolist().index(NONE)] = at(x, y)
        self.state.ships[seat] -= 1
        self.state.free_crystals = int(self.state.free_crystals) - 1
        fix_square(self.state, at(x, y))
        return self

    def wall(self, length: str, direction: str, x: int, y: int) -> Self:
        """A wall of an earlier turn."""
        piece = WALL_WORDS.index((length, direction))
        self.state.walls[0] += 1
        walls.put_wall(self.state, 0, piece, at(x, y))
        self.state.walls[0] -= 1
        self.state.walls[0, LONG if length == "long" else SHORT] += 1
        self.state.laying = 0
        return self

    def ring(self, x: int, y: int, width: int, height: int) -> Self:
        """Short walls on all edges round a rectangle."""
        for right in range(width):
            self.wall("short", "h", x + right, y).wall("short", "h", x + right, y + height)
        for down in range(height):
            self.wall("short", "v", x, y + down).wall("short", "v", x + width, y + down)
        return self

    def stock(self, long: int, short: int, seat: int = 0) -> Self:
        self.state.walls[seat, LONG], self.state.walls[seat, SHORT] = long, short
        return self

    def hold(self, seat: int, *cards: int) -> Self:
        self.state.holder[list(cards)] = seat
        self.state.hand_size[seat] = len(cards)
        return self

    def steps(self, *steps: int) -> Self:
        self.state.steps[: len(steps)] = steps
        return self

    # What may be done

    def legal(self) -> list[int]:
        masks, ids = np.zeros(1, MASK_DTYPE), np.zeros(NUM_ACTIONS, np.int64)
        count = self.loops.list_legal(self.states, self.rules, masks, ids)
        found: list[int] = ids[:count].tolist()
        seat = int(self.state.seat)
        one_by_one = [action for action in range(NUM_ACTIONS) if self._is_legal(seat, action)]
        assert found == one_by_one
        return found

    def _is_legal(self, seat: int, action: int) -> bool:
        return bool(self.loops.is_legal(self.states, self.rules, seat, action))

    def squares(self) -> set[Place]:
        """The squares that may be chosen now."""
        return {xy(action - SQUARE) for action in self.legal() if action >= SQUARE}

    def places(self, upright: int, seat: int = 0) -> set[Place]:
        """Where a seat may lay a card."""
        self.state.seat, self.state.decision, self.state.turn = seat, Decision.PLACE, upright
        found = self.squares()
        self.state.decision = Decision.TURN
        return found

    def edges(self, length: str, direction: str) -> set[Place]:
        """Where the seat to move may lay a wall."""
        self.state.decision, self.state.piece = Decision.EDGE, WALL_WORDS.index((length, direction))
        return self.squares()

    def play(self, action: int) -> Self:
        assert self.loops.play_checked(self.states, self.rules, action), action
        return self

    def play_card(self, rows: tuple[str, ...], x: int, y: int, turn: int = 0, seat: int = 0) -> Self:
        """The seat lays such a card, which it is given."""
        card = self.card(*rows)
        self.state.seat, self.state.decision = seat, Decision.TURN
        if card < len(self.state.holder):
            self.hold(seat, card)
        self.state.card, self.state.turn, self.state.decision = card, turn, Decision.PLACE
        return self.play(SQUARE + at(x, y))

    def open_turn(self, card: int, turn: int) -> Self:
        return self.play(LAY + NUM_TURNS * card + turn)

    def lay_wall(self, length: str, direction: str, x: int, y: int) -> Self:
        """The seat to move chooses a wall and its edge."""
        return self.play(WALL + WALL_WORDS.index((length, direction))).play(SQUARE + at(x, y))

    def pieces(self) -> set[str]:
        """The pieces of wall that may be chosen now, and "stop"."""
        names = {WALL + index: " ".join(words) for index, words in enumerate(WALL_WORDS)} | {STOP: "stop"}
        return {names[action] for action in self.legal() if action in names}

    @property
    def decision(self) -> str:
        return Decision(int(self.state.decision)).name.lower()

    # What it is worth

    def rows(self, monster: int) -> list[int]:
        """Heads: single, single inside, grouped, grouped inside."""
        rows = np.zeros(NUM_ROWS, np.int16)
        count_heads(self.state, monster, rows)
        found: list[int] = rows.tolist()
        return found

    def vp(self, monster: int) -> int:
        return int(vp_of_rows(np.array(self.rows(monster), np.int16)))

    def groups(self, monster: int) -> tuple[int, int]:
        largest, count = find_groups(self.state, monster)
        return int(largest), int(count)

    def end(self) -> list[int]:
        end_game(self.state, self.rules[0])
        vp: list[int] = self.state.vp[: self.ruleset.num_players].tolist()
        return vp
