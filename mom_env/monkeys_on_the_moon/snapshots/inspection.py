"""A position under inspection: its entries and what follows from them, for the checks of `validate.py`."""

from mom_env.base.differences import first_difference
from mom_env.common.arguments import shown
from mom_env.errors import PositionError
from mom_env.monkeys_on_the_moon.pieces import clockwise_of, counter_of, rival_of
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.snapshots.shapes import Position


def expect(entry: str, expected: object, found: object) -> None:
    """Raise PositionError unless `found` equals `expected`; the error names the first entry that differs, and both."""
    difference = first_difference(entry, expected, found) if expected != found else None
    if difference is not None:
        raise PositionError(f"{difference.name}: expected {difference.expected}, found {difference.found}")


def expect_that(condition: object, entry: str, expected: str, found: object) -> None:
    """Raise PositionError unless `condition` holds; the error names the entry, what was expected, and what was found.

    `expected` says in words what was expected.
    """
    if not condition:
        raise PositionError(f"{entry}: expected {expected}, found {found if isinstance(found, str) else shown(found)}")


class Inspection:
    """A full snapshot with entries of the right types, and the deck and options that it has to fit.

    Attributes:
        view: the snapshot.
        deck, options, rules: what the game is played with.
        seats: all seats.
        over: whether the game has ended.
    """

    def __init__(self, view: Position, ruleset: Ruleset) -> None:
        """Take a snapshot and the ruleset that it is to fit."""
        self.view, self.deck, self.options, self.rules = view, ruleset.deck, ruleset.options, ruleset.rules[0]
        self.seats = range(ruleset.num_players)
        self.over = view["phase"] == "over"

    # 2.1: the circle

    def rival_of(self, tribe: str) -> str:
        """Return the name of the rival of `tribe`, the tribe opposite in the circle."""
        return self._circle[rival_of(self._circle.index(tribe))]

    def clockwise_of(self, tribe: str) -> str:
        """Return the name of the clockwise ally of `tribe`."""
        return self._circle[clockwise_of(self._circle.index(tribe))]

    def counter_of(self, tribe: str) -> str:
        """Return the name of the counter-clockwise ally of `tribe`."""
        return self._circle[counter_of(self._circle.index(tribe))]

    @property
    def _circle(self) -> list[str]:
        """The names of the tribes by their place in the circle, clockwise."""
        return self.view["circle"]

    # 3: whose turn it is; the properties have no meaning after the end

    @property
    def active(self) -> int:
        """The seat whose turn it is; 0, without a meaning, after the end."""
        return self.view["active"] or 0

    @property
    def seat(self) -> int:
        """The seat that decides; 0, without a meaning, after the end."""
        return self.view["seat"] or 0

    def offset(self, seat: int) -> int:
        """Return how many seats to the left of the active seat `seat` is, from 0 for the active seat itself."""
        return (seat - self.active) % len(self.seats)

    def turns_taken(self) -> int:
        """3: Return how many seats have had their turn in this phase, without the active seat; 0 after the end."""
        return 0 if self.over else (self.active - self.view["start"]) % len(self.seats)

    def seats_that_played(self) -> list[int]:
        """3.1.1: Return the seats that have played a civilization card this round.

        In the phase of civilization turns they are in the order of their turns, else in ascending order.
        """
        if self.view["phase"] != "civilization":
            return list(self.seats)
        count = self.turns_taken() + (self.view["decision"] != "card")
        return [(self.view["start"] + turn) % len(self.seats) for turn in range(count)]

    def monkeys_put_up(self) -> int:
        """3.2.1: Return how many monkeys have been put up for auction this round, the present one included."""
        if self.view["phase"] == "civilization":
            return 0
        return len(self.seats) if self.over else self.turns_taken() + (self.view["decision"] != "monkey")

    # 3.2.5, 3.3: ships

    def chooses_ship(self, seat: int) -> bool:
        """3.3.3: Return whether the seat has launched its ship and chooses the next one."""
        return self.view["decision"] == "ship" and seat == self.view["seat"]

    def rivals_aboard(self, seat: int) -> list[str]:
        """3.2.5: Return the tribes on a seat's ship whose rival is on it too, by name, in the order of the circle."""
        aboard = {monkey["tribe"] for monkey in self.view["aboard"][seat]}
        return [tribe for tribe in self._circle if {tribe, self.rival_of(tribe)} <= aboard]

    def may_carry_rivals(self, seat: int) -> bool:
        """5: Return whether rivals may share the ship of `seat`, which happens only after the swap of Treachery.

        They may until the seat has been asked which of the two tribes stays behind.
        """
        if self.view["phase"] != "civilization" or self.view["decision"] not in {"stay", "ship"}:
            return False
        return self.offset(seat) >= self.offset(self.seat)

    def monkeys_launched(self, seat: int) -> int:
        """3.3.1, R12: Return how many of the seat's monkeys have launched at most.

        These are the monkeys in its score pile, and those that Maximum Scorn may have discarded from it.
        """
        count = len(self.view["pile"][seat])
        if self.over and self.options.maximum_scorn:
            count += sum(self.view["scorn"][monkey["tribe"]] == seat for monkey in self.view["monkeys_out"])
        return count

    def seats_filled(self, seat: int) -> int:
        """3.3.1: Return how many seats all full ships in the score pile of `seat` have together."""
        return sum(ship["seats"] for ship in self.view["ships_won"][seat])
