"""Choices by name: what an action id stands for in a position, and the other way round."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mom_env.common.arguments import shown, whole_of
from mom_env.contract.people import Plain
from mom_env.errors import IllegalAction
from mom_env.monsters_on_the_moon.actions import (
    LAY,
    MONSTER,
    NO_SHIP,
    NUM_ACTIONS,
    NUM_TURNS,
    PASS,
    SQUARE,
    STARTER,
    STOP,
    WALL,
    WALL_WORDS,
    describe,
    range_of,
)
from mom_env.monsters_on_the_moon.state import MAX_CARDS, WRAP

SQUARE_FORM = f'{{"x": 12, "y": 9}} with x and y from 0 to {WRAP - 1}'
WALL_FORM = '{"wall": "long", "direction": "h"} with short or long, h or v'
FORMS = {
    "monster": ('{"monster": "witch"}',),
    "pass": (f'{{"card": 4}} with a card from 0 to {MAX_CARDS - 1}',),
    "turn": (f'{{"card": 4, "turn": 1}} with a card from 0 to {MAX_CARDS - 1} and 0 to 3 quarter turns', WALL_FORM),
    "place": (SQUARE_FORM,),
    "tile": (SQUARE_FORM,),
    "ship": (SQUARE_FORM, '{"ship": null}'),
    "edge": (SQUARE_FORM,),
    "wall": (WALL_FORM, '{"stop": true}'),
    "starter": ('{"seat": 2} with a seat at the table',),
}


class Words(NamedTuple):
    """The names of actions, for the seat that decides.

    Attributes:
        monsters: names of the monsters by number.
        num_players: how many seats.
        seat: the one that decides, from which seats are counted.
    """

    monsters: Sequence[str]
    num_players: int
    seat: int

    def choice(self, action: int) -> Plain:
        """Return the dict of names that stands for an action id in `choices()` and in replays.

        Raises:
            ValueError: there is no such id.
        """
        row = range_of(action)
        index = action - row.start
        if row.start == SQUARE:
            return {"x": index % WRAP, "y": index // WRAP}
        if row.start == LAY:
            return {"card": index // NUM_TURNS, "turn": index % NUM_TURNS}
        if row.start == WALL:
            return dict(zip(("wall", "direction"), WALL_WORDS[index], strict=True))
        if row.start == MONSTER:
            return {"monster": self.monsters[index]}
        if row.start == PASS:
            return {"card": index}
        if row.start == STARTER:
            return {"seat": (self.seat + index) % self.num_players}
        return {"stop": True} if action == STOP else {"ship": None}

    def action(self, decision: str, choice: Mapping[str, object]) -> int:
        """Return the action id that a choice, a dict of names, stands for. Whether it is legal now is not checked.

        Raises:
            IllegalAction: the choice does not have the form of this decision, or names something that does not exist.
        """
        reader = READERS.get((decision, *sorted(choice)))
        action = None if reader is None else reader(self, choice)
        if action is None:
            raise IllegalAction(f"{decision}: expected {' or '.join(FORMS[decision])}, found {shown(dict(choice))}")
        return action

    def describe(self, action: int) -> str:
        """Return the action with the id `action` in words, seats by their numbers.

        Raises:
            ValueError: there is no such id.
        """
        if STARTER <= action < SQUARE:
            return f"player_{(self.seat + action - STARTER) % self.num_players} plays on"
        return self.monsters[action] if action < PASS else describe(action)


def _whole_below(value: object, end: int) -> int | None:
    """Return `value` as an int if it is a whole number from 0 to below `end`, else None."""
    number = whole_of(value)
    return number if number is not None and 0 <= number < end else None


def _square(words: Words, choice: Mapping[str, object]) -> int | None:  # noqa: ARG001  # called as the others
    """Return the id of a square, or None if there is none with these coordinates."""
    x, y = (_whole_below(choice[name], WRAP) for name in "xy")
    return None if x is None or y is None else SQUARE + WRAP * y + x


def _lay(words: Words, choice: Mapping[str, object]) -> int | None:  # noqa: ARG001  # called as the others
    """Return the id that lays a card after quarter turns, or None if there is no such card or turn."""
    card, turn = _whole_below(choice["card"], MAX_CARDS), _whole_below(choice["turn"], NUM_TURNS)
    return None if card is None or turn is None else LAY + NUM_TURNS * card + turn


def _pass(words: Words, choice: Mapping[str, object]) -> int | None:  # noqa: ARG001  # called as the others
    """Return the id that passes a card on, or None if there is no such card."""
    card = _whole_below(choice["card"], MAX_CARDS)
    return None if card is None else PASS + card


def _monster(words: Words, choice: Mapping[str, object]) -> int | None:
    """Return the id of a monster by its name, or None if there is none of that name."""
    name = choice["monster"]
    return MONSTER + words.monsters.index(name) if isinstance(name, str) and name in words.monsters else None


def _wall(words: Words, choice: Mapping[str, object]) -> int | None:  # noqa: ARG001  # called as the others
    """Return the id of a piece of wall by length and direction, or None if there is no such piece."""
    pieces = [wall for wall in WALL_WORDS if wall == (choice["wall"], choice["direction"])]
    return WALL + WALL_WORDS.index(pieces[0]) if pieces else None


def _starter(words: Words, choice: Mapping[str, object]) -> int | None:
    """Return the id of the seat that plays on, or None if there is no such seat."""
    seat = _whole_below(choice["seat"], words.num_players)
    return None if seat is None else STARTER + (seat - words.seat) % words.num_players


def _stop(words: Words, choice: Mapping[str, object]) -> int | None:  # noqa: ARG001  # called as the others
    """Return the id that stops laying walls, or None if the value is not True."""
    return STOP if choice["stop"] is True else None


def _no_ship(words: Words, choice: Mapping[str, object]) -> int | None:  # noqa: ARG001  # called as the others
    """Return the id that sets no ship, or None if the value is not None."""
    return NO_SHIP if choice["ship"] is None else None


Reader = Callable[[Words, Mapping[str, object]], int | None]

# What reads a choice, by the decision and the sorted names in it.
READERS: dict[tuple[str, ...], Reader] = {
    ("monster", "monster"): _monster,
    ("pass", "card"): _pass,
    ("turn", "card", "turn"): _lay,
    ("turn", "direction", "wall"): _wall,
    ("wall", "direction", "wall"): _wall,
    ("wall", "stop"): _stop,
    ("ship", "ship"): _no_ship,
    ("starter", "seat"): _starter,
    **{(decision, "x", "y"): _square for decision in ("place", "tile", "ship", "edge")},
}

__all__ = ["NUM_ACTIONS", "Words"]
