"""What a picture shows, computed once: the snapshot, the deck's numbers, and what follows from both."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from mom_env.drawing.sheet import player_names
from mom_env.errors import PositionError
from mom_env.monkeys_on_the_moon.deck import Deck
from mom_env.monkeys_on_the_moon.draw.palette import Style, styles_of
from mom_env.monkeys_on_the_moon.options import Options
from mom_env.monkeys_on_the_moon.result import breakdown, titles
from mom_env.monkeys_on_the_moon.snapshots.shapes import Card, Monkey, Pending, Result, Ship, Snapshot
from mom_env.monkeys_on_the_moon.state import NUM_TRIBES

OfATribe = Card | Monkey | Ship | Pending


class Scene:
    """A position to be drawn, and what follows from it. All of it is open to whoever may see the snapshot.

    Attributes:
        view: the snapshot.
        deck: the deck of the game.
        result: how the game ended; None if it is not given.
        circle: the names of the tribes, clockwise.
        styles: how each tribe looks, by name.
        seats: all seats.
        names: the names of the players, by seat.
        rounds: the number of all rounds.
        status: by seat, the status in the score pile by tribe.
        titles: by tribe, the seats that are leader and undersecretary now.
        vp: where the VP of each seat come from.
    """

    def __init__(self, view: Snapshot, deck: Deck, names: Sequence[str] | None, result: Result | None) -> None:
        """Take a snapshot, the deck, the names of the players by seat, and the result of a finished game.

        With None, the players are named "player_0" and so on, and titles score nothing.

        Raises:
            PositionError: the snapshot lacks an entry or does not fit the deck.
            OptionError: there is not one name for each seat.
        """
        self.view, self.deck, self.result = _checked(view, deck), deck, result
        self.circle: list[str] = view["circle"]
        self.styles = styles_of(deck.tribes)
        self.seats = range(view["num_players"])
        self.names = player_names(names, len(self.seats))
        self.rounds = deck.rounds(len(self.seats))
        self.status = [self._status(seat) for seat in self.seats]
        self.titles = {tribe: titles(np.array([status[tribe] for status in self.status])) for tribe in self.circle}
        self.vp = breakdown(view, deck, self.titles, () if result is None else result["ranking"])

    # The table

    def style(self, piece: OfATribe) -> Style:
        """Return how the tribe of a card, a monkey, a ship or a pending decision looks."""
        return self.styles[piece["tribe"]]

    def clockwise(self, tribe: str, steps: int = 1) -> str:
        """Return the name of the tribe `steps` places clockwise of `tribe`: 1 and -1 are its allies, 3 is its rival."""
        return self.circle[(self.circle.index(tribe) + steps) % NUM_TRIBES]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view["phase"] == "over"

    @property
    def seat(self) -> int:
        """The seat that decides; 0, without a meaning, after the end."""
        return self.view["seat"] or 0

    @property
    def pending(self) -> Pending:
        """What the decision is about: the card just played, the rival to appease, or tribes that part; else empty."""
        return self.view["pending"] or {}

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is, the only one whose hand is known; None if all hands are open."""
        known = [seat for seat in self.seats if self.view["hand"][seat] is not None]
        return known[0] if len(known) == 1 else None

    @property
    def house_rules(self) -> list[str]:
        """The rule options that differ from the default, in words."""
        options, usual = self.view["options"], Options().plain()
        return [OPTION_WORDS[name] for name, value in options.items() if value != usual[name]]

    def hand_size(self, seat: int) -> int:
        """2.3, 3.4: Return the number of civilization cards in a seat's hand, which all know.

        Each round one card is played and one drawn, while they last.
        """
        number = int(self.view["round"])
        played_now = len(self.view["discard"]) - number * len(self.seats)
        has_played = self._order(seat) < played_now
        return max(0, min(self.deck.setup.hand, self.rounds - number) - has_played)

    def has_had_turn(self, seat: int) -> bool:
        """Return whether the seat's turn in this phase of the round is over."""
        return self._order(seat) < self._order(self.view["active"] or 0)

    def _order(self, seat: int) -> int:
        """3: Return how many seats have their turn before `seat` in each phase of this round."""
        return (seat - int(self.view["start"])) % len(self.seats)

    def pile_sizes(self) -> dict[str, int]:
        """Return the number of cards left in each draw pile, by name: cards, monkeys and ships.

        They follow from the round, and from the number of cards elsewhere.
        """
        view, counts = self.view, self.deck.counts
        draws_left = max(0, self.rounds - self.deck.setup.hand - view["round"])
        monkeys = [view["monkey_pool"], view["monkeys_out"], view["waiting"], *view["aboard"], *view["pile"]]
        ships = [view["ship_pool"], view["ships_out"], *view["ships_won"]]
        return {
            "cards": len(self.seats) * draws_left,
            "monkeys": counts.monkeys - sum(map(len, monkeys)) - (view["auction"] is not None),
            "ships": counts.ships - sum(map(len, ships)) - sum(ship is not None for ship in view["ship"]),
        }

    # The score

    def _status(self, seat: int) -> Counter[str]:
        """Return the status in the seat's score pile by tribe."""
        status: Counter[str] = Counter()
        for monkey in self.view["pile"][seat]:
            status[monkey["tribe"]] += monkey["status"]
        return status

    def monkeys(self, seat: int, tribe: str) -> int:
        """Return how many of the tribe's monkeys are in the seat's score pile."""
        return sum(monkey["tribe"] == tribe for monkey in self.view["pile"][seat])

    def holds_scorn(self, seat: int, tribe: str) -> bool:
        """Return whether the seat holds the tribe's scorn card."""
        return bool(self.view["scorn"][tribe] == seat)

    def title(self, seat: int, tribe: str) -> str | None:
        """4.3: Return "leader" or "undersecretary" if the seat's title in the tribe would pay now, else None.

        Before the end, status 0 does not count.
        """
        if not self.over and not self.status[seat][tribe]:
            return None
        for title, holders in self.titles[tribe].items():
            if seat in holders:
                return None if len(self.seats) == 2 and len(holders) == 2 else title
        return None

    def title_vp(self, seat: int, tribe: str) -> int:
        """4.3: Return the VP that the titles of the tribe pay the seat at the end.

        Raises:
            KeyError: there is no result yet.
        """
        return self.vp.titles[tribe][seat]

    @property
    def ranking(self) -> list[str]:
        """4.2: The names of the tribes from the 1st place; without a result only those that have finished."""
        return list(self.result["ranking"]) if self.result is not None else list(self.view["finished"])

    def score(self, seat: int) -> dict[str, int]:
        """4.3, 4.4: Return the seat's VP of "ships", of "titles" (0 without a result), and of "scorn" (0 or less)."""
        titles_vp = sum(by_seat[seat] for by_seat in self.vp.titles.values())
        return {"ships": self.vp.ships[seat], "titles": titles_vp, "scorn": self.vp.scorn[seat]}


ENTRIES = (
    *("num_players", "options", "round", "phase", "start", "active", "seat", "decision", "circle", "swapped", "track"),
    *("finished", "supply", "scorn", "monkey_pool", "ship_pool", "auction", "discard", "pending", "waiting"),
    *("monkeys_out", "returned_ships", "coins", "hand", "ship", "aboard", "pile", "ships_won", "ships_out"),
)


def _checked(view: Snapshot, deck: Deck) -> Snapshot:
    """Return the snapshot; raise PositionError if it lacks an entry or does not fit the deck."""
    missing = [entry for entry in ENTRIES if entry not in view] if isinstance(view, Mapping) else ENTRIES
    if missing:
        raise PositionError(f"snapshot: expected what Game.snapshot gives, found no entry {missing[0]!r}")
    if sorted(view["circle"]) != sorted(deck.tribes):
        raise PositionError(f"circle: expected the tribes of deck {deck.name!r}, found {view['circle']}")
    if view["num_players"] not in deck.player_counts:
        counts = ", ".join(map(str, deck.player_counts))
        raise PositionError(f"num_players: deck {deck.name!r} is for {counts}, found {view['num_players']}")
    return view


OPTION_WORDS = {
    "raise": "raises only add",
    "final_launch_clears_scorn": "last launches clear no scorn",
    "hidden_coins": "hidden coins",
    "maximum_scorn": "maximum scorn",
    "monkey_treachery": "treachery",
}
