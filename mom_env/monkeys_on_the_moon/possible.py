"""Whether a position can be: what the table itself tells, entry by entry. Where a card has been before, it does not."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from mom_env.arguments import shown
from mom_env.errors import PositionError
from mom_env.monkeys_on_the_moon.pieces import clockwise_of, counter_of, rival_of
from mom_env.monkeys_on_the_moon.rules.auction import LOWEST_BID, points_of
from mom_env.monkeys_on_the_moon.ruleset import Ruleset
from mom_env.monkeys_on_the_moon.state import MAX_SEATS

BY_TRIBE = ("track", "supply", "scorn")
BY_SEAT = ("coins", "hand", "ship", "aboard", "pile", "ships_won")
DECISIONS: dict[str, tuple[str | None, ...]] = {
    "civilization": ("card", "tribe", "appease", "ship", "stay"),
    "bid": ("monkey", "bid", "ship"),
    "over": (None,),
}
OF_THE_ACTIVE_SEAT = ("card", "tribe", "appease", "monkey")


def check_position(view: Mapping[str, Any], ruleset: Ruleset) -> None:
    """A snapshot of everything, its entries of the right types, is a position of a game with this deck.

    Raises:
        PositionError: it names the entry, what was expected, and what was found.
    """
    table = Inspection(view, ruleset)
    table.check_names()
    table.check_moment()
    table.check_tribes()
    table.check_cards()
    table.check_sizes()
    table.check_ships()
    table.check_decision()
    if table.over:
        table.check_end()


def expect(entry: str, expected: Any, found: Any) -> None:
    """Refuse anything but what was expected."""
    if expected != found:
        raise PositionError(f"{entry}: expected {shown(expected)}, found {shown(found)}")


def expect_that(condition: object, entry: str, expected: str, found: Any) -> None:
    """The same, with what was expected in words."""
    if not condition:
        raise PositionError(f"{entry}: expected {expected}, found {found if isinstance(found, str) else shown(found)}")


class Inspection:
    """A position under inspection."""

    def __init__(self, view: Mapping[str, Any], ruleset: Ruleset) -> None:
        self.view, self.deck, self.options, self.rules = view, ruleset.deck, ruleset.options, ruleset.rules[0]
        self.seats = range(ruleset.num_players)
        self.over = view["phase"] == "over"

    def check_names(self) -> None:
        """2.1: every tribe once, in the circle and wherever something is given by tribe; a row for each seat."""
        tribes = sorted(self.deck.tribes)
        for entry in ("circle", "tie_order"):
            expect_that(
                sorted(self.view[entry]) == tribes, entry, f"each of {', '.join(tribes)} once", self.view[entry]
            )
        for entry in BY_SEAT:
            expect_that(
                len(self.view[entry]) == len(self.seats), entry, f"{len(self.seats)} seats", len(self.view[entry])
            )
        named = {entry: self.view[entry] for entry in BY_TRIBE}
        for entry, values in (named | {f"coins {seat}": self.view["coins"][seat] for seat in self.seats}).items():
            expect_that(sorted(values) == tribes, entry, f"the tribes {', '.join(tribes)}", ", ".join(values))

    def check_moment(self) -> None:
        """3: round, phase and seats fit each other."""
        view, rounds = self.view, int(self.rules.rounds)
        possible = range(rounds - 1, rounds) if self.over else range(rounds)
        expect_that(view["round"] in possible, "round", f"{possible[0]} to {possible[-1]}", view["round"])
        decisions = DECISIONS[view["phase"]]
        expect_that(
            view["decision"] in decisions, "decision", f"one of {decisions} in phase {view['phase']}", view["decision"]
        )
        for entry in ("start", "active", "seat"):
            if self.over and entry != "start":
                expect(entry, None, view[entry])
            else:
                self._expect_seat(entry, view[entry])
        if view["decision"] in OF_THE_ACTIVE_SEAT:
            expect("seat", view["active"], view["seat"])

    def _expect_seat(self, entry: str, seat: int | None) -> None:
        expect_that(seat in self.seats, entry, f"a seat from 0 to {self.seats[-1]}", seat)

    def check_tribes(self) -> None:
        """2.4, 3.1.6, R13: stones on the track, coins all there, scorn with somebody or on the table."""
        view, spaces, dot = self.view, self.deck.track.spaces, self.deck.track.white_dot
        for tribe in self.deck.tribes:
            expect_that(view["track"][tribe] <= spaces, f"track of {tribe}", f"at most {spaces}", view["track"][tribe])
            if view["scorn"][tribe] is not None:
                self._expect_seat(f"scorn of {tribe}", view["scorn"][tribe])
            coins = view["supply"][tribe] + sum(row[tribe] for row in view["coins"])
            expect(f"coins of {tribe}", len(self.seats) * self.deck.setup.coins + self.deck.setup.supply, coins)
        at_the_end = sorted(tribe for tribe, space in view["track"].items() if space == spaces)
        expect_that(sorted(view["finished"]) == at_the_end, "finished", f"{at_the_end} in some order", view["finished"])
        reached = max(view["track"].values()) >= dot
        expect("swapped", self.options.monkey_treachery and reached, view["swapped"])

    def check_cards(self) -> None:
        """1: every card of the deck is somewhere, once."""
        view = self.view
        civilization = [view["discard"], view["civilization_pile"], view["out_of_game"], *view["hand"]]
        monkeys = [view["monkey_pool"], view["monkey_pile"], view["waiting"], view["monkeys_out"]]
        up = [[view["auction"]["monkey"]]] if view["auction"] else []
        ships = [view["ship_pool"], view["ship_pile"], view["ships_out"], *view["ships_won"]]
        on_the_ground = [ship for ship in view["ship"] if ship]
        deck = self.deck
        expect_cards("civilization card", deck.civilization, civilization)
        expect_cards("monkey", deck.monkeys, [*monkeys, *up, *view["aboard"], *view["pile"]])
        expect_cards("ship", deck.ships, [*ships, on_the_ground])

    # How many cards lie where. It follows from the round and from the turns taken in it.

    def _turns_taken(self) -> int:
        """3: how many seats have had their turn in this phase."""
        return 0 if self.over else (self.view["active"] - self.view["start"]) % len(self.seats)

    def _played(self) -> list[int]:
        """3.1.1: the seats that have played a card this round."""
        if self.view["phase"] != "civilization":
            return list(self.seats)
        count = self._turns_taken() + (self.view["decision"] != "card")
        return [(self.view["start"] + turn) % len(self.seats) for turn in range(count)]

    def _put_up(self) -> int:
        """3.2.1: how many monkeys have been put up this round."""
        if self.view["phase"] == "civilization":
            return 0
        return len(self.seats) if self.over else self._turns_taken() + (self.view["decision"] != "monkey")

    def check_sizes(self) -> None:
        """2.2 to 2.5, 3.2.6, 3.4: hands, pools and piles are as large as they are at that moment."""
        rules, players, played = self.rules, len(self.seats), self._played()
        rounds_left = int(rules.rounds) - self.view["round"]
        for seat in self.seats:
            hand = min(int(rules.hand_size), rounds_left) - (seat in played)
            self._expect_size(f"hand {seat}", hand, self.view["hand"][seat])
        draws_left = max(0, rounds_left - int(rules.hand_size))
        pool = int(rules.monkey_pool_size)
        self._expect_size("discard", players * self.view["round"] + len(played))
        self._expect_size("civilization_pile", players * draws_left)
        self._expect_size("out_of_game", int(rules.num_out_of_game))
        self._expect_size("monkey_pool", pool - self._put_up())
        self._expect_size("monkey_pile", self.deck.counts.monkeys - pool - players * self.view["round"])
        self._expect_size("ship_pool", int(rules.ship_pool_size))
        self._expect_size("ships_out", players if self.over else 0)

    def _expect_size(self, entry: str, expected: int, cards: list[Any] | None = None) -> None:
        found = len(self.view[entry] if cards is None else cards)
        expect_that(found == expected, entry, f"{expected} cards", found)

    # Ships and who is on board

    def check_ships(self) -> None:
        """3.2.5, 3.3: everybody has a ship with a free seat, but who is choosing one; rivals share none."""
        view = self.view
        chooses = view["seat"] if view["decision"] == "ship" else None
        for seat in self.seats:
            ship, aboard = view["ship"][seat], view["aboard"][seat]
            expect_that(
                (ship is None) == (self.over or seat == chooses), f"ship {seat}", self._ship_expected(seat), ship
            )
            seats = ship["seats"] if ship else 1
            expect_that(len(aboard) < seats, f"aboard {seat}", f"at most {seats - 1} monkeys", len(aboard))
            if not self._is_to_be_checked(seat):
                rivals = self.rivals_aboard(seat)
                expect_that(not rivals, f"aboard {seat}", "no rivals", f"{' and '.join(rivals)}")
        self._check_waiting()

    def _ship_expected(self, seat: int) -> str:
        chooses = self.view["decision"] == "ship" and seat == self.view["seat"]
        return "none at the end" if self.over else "none while a ship is chosen" if chooses else "a ship"

    def _is_to_be_checked(self, seat: int) -> bool:
        """5: after the swap, the ships of this seat and of those after it may still carry rivals."""
        view, players = self.view, len(self.seats)
        if view["phase"] != "civilization" or view["decision"] not in {"stay", "ship"}:
            return False
        asked = (view["seat"] - view["active"]) % players
        return bool((seat - view["active"]) % players >= asked)

    def rivals_aboard(self, seat: int) -> list[str]:
        """3.2.5: the tribes on board whose rival is on board too, in the order of the circle."""
        aboard, circle = {monkey["tribe"] for monkey in self.view["aboard"][seat]}, self.view["circle"]
        return [tribe for place, tribe in enumerate(circle) if {tribe, circle[rival_of(place)]} <= aboard]

    def _check_waiting(self) -> None:
        """3.2.5, R16: who waits for a ship: the monkey just won, or the tribe that stayed behind."""
        waiting, decision = self.view["waiting"], self.view["decision"]
        most = (1 if self.view["phase"] == "bid" else MAX_SEATS - 1) if decision == "ship" else 0
        expect_that(len(waiting) <= most, "waiting", f"at most {most} monkeys", len(waiting))
        tribes = {monkey["tribe"] for monkey in waiting}
        expect_that(len(tribes) < 2, "waiting", "monkeys of one tribe", ", ".join(sorted(tribes)))

    # What is decided

    def check_decision(self) -> None:
        """3.1.5, 3.2.2, 5: what the decision is about is there, and there is something to decide."""
        view, decision = self.view, self.view["decision"]
        expect_that(
            bool(view["auction"]) == (decision == "bid"), "auction", "one while there are bids", view["auction"]
        )
        if decision == "bid":
            self._check_auction(view["auction"])
        elif decision == "appease":
            self._check_appeasement()
        elif decision == "stay":
            rivals = self.rivals_aboard(view["seat"])
            expect_that(len(rivals) == 2, f"aboard {view['seat']}", "two rival tribes", rivals)
        if view["phase"] == "civilization" and decision in {"stay", "ship"}:
            expect_that(view["swapped"], "decision", "a ship or a stay decision only after the swap", decision)

    def _check_auction(self, auction: Mapping[str, Any]) -> None:
        """3.2.2, R5: who is in, and whose bid stands."""
        still_in, holder, bids = auction["in"], auction["holder"], auction["bids"]
        expect_that(len(bids) == len(self.seats), "auction.bids", f"{len(self.seats)} seats", len(bids))
        expect_that(still_in == sorted({*still_in} & {*self.seats}), "auction.in", "seats in order", still_in)
        expect_that(self.view["seat"] in still_in, "auction.in", f"seat {self.view['seat']} among them", still_in)
        expect_that(holder != self.view["seat"], "auction.holder", "another seat than the one that is asked", holder)
        if holder is None:
            self._check_that_nobody_bid(auction)
        else:
            expect_that(holder in still_in, "auction.holder", f"one of the seats {still_in}", holder)
            self._check_bids(auction)

    def _check_that_nobody_bid(self, auction: Mapping[str, Any]) -> None:
        """3.2.2: who has been asked before has passed."""
        players, seat = len(self.seats), self.view["seat"]
        asked = (seat - self.view["active"]) % players
        expect("auction.in", sorted((seat + i) % players for i in range(players - asked)), auction["in"])
        expect("auction.bids", [None] * players, auction["bids"])
        expect("auction.standing", 0, auction["standing"])

    def _check_bids(self, auction: Mapping[str, Any]) -> None:
        """3.2.2: the standing bid is the highest, and everybody has the coins of what they bid."""
        standing = self._points(auction["bids"][auction["holder"]])
        expect("auction.standing", standing, auction["standing"])
        for seat in self.seats:
            bid, entry = auction["bids"][seat], f"auction.bids.{seat}"
            if bid is not None:
                for tribe, count in zip(self._tribes_of_bid(auction["monkey"]), ("own", "cw", "ccw"), strict=True):
                    coins = self.view["coins"][seat][tribe]
                    expect_that(bid[count] <= coins, entry, f"at most {coins} coins of {tribe}", bid[count])
                most = standing if seat == auction["holder"] else standing - 1
                points = self._points(bid)
                expect_that(LOWEST_BID <= points <= most, entry, f"{LOWEST_BID} to {most} points", points)

    def _points(self, bid: Mapping[str, int] | None) -> int:
        return points_of(bid["own"], bid["cw"], bid["ccw"]) if bid else 0

    def _tribes_of_bid(self, monkey: Mapping[str, Any]) -> list[str]:
        circle = self.view["circle"]
        place = circle.index(monkey["tribe"])
        return [circle[place], circle[clockwise_of(place)], circle[counter_of(place)]]

    def _check_appeasement(self) -> None:
        """3.1.2, 3.1.5: a rival of a tribe that the card allows; its scorn is held, and there is no coin for it."""
        view, seat = self.view, self.view["seat"]
        place = view["circle"].index(view["discard"][-1]["tribe"])
        tribes = (place, clockwise_of(place), counter_of(place))
        allowed = [{"tribe": view["circle"][rival_of(tribe)]} for tribe in tribes]
        expect_that(view["pending"] in allowed, "pending", f"one of {allowed}", view["pending"])
        rival = view["pending"]["tribe"]
        expect(f"scorn of {rival}", seat, view["scorn"][rival])
        expect(f"coins {seat} of {rival}", 0, view["coins"][seat][rival])

    def check_end(self) -> None:
        """4.1, 5: the last launches and Maximum Scorn have had their effect."""
        view = self.view
        for seat in self.seats:
            scorned = [tribe for tribe in self.deck.tribes if view["scorn"][tribe] == seat]
            if self.options.final_launch_clears_scorn:
                colour = view["ships_out"][seat]["tribe"]
                expect_that(colour not in scorned, f"scorn of {colour}", f"not seat {seat}, whose ship it was", seat)
            if self.options.maximum_scorn:
                left = sorted({monkey["tribe"] for monkey in view["pile"][seat]} & {*scorned})
                expect_that(not left, f"pile {seat}", "no monkeys of tribes in scorn", ", ".join(left))


def expect_cards(what: str, deck: Mapping[str, list[Any]], places: Iterable[Iterable[Mapping[str, Any]]]) -> None:
    """1: as many of each kind as in the deck."""
    expected = Counter((tribe, kind) for tribe, row in deck.items() for kind in row)
    found = Counter(named(card) for cards in places for card in cards)
    for kind in sorted(expected | found, key=str):
        if expected[kind] != found[kind]:
            raise PositionError(f"{what} {kind}: expected {expected[kind]} in all, found {found[kind]}")


def named(card: Mapping[str, Any]) -> tuple[str, Any]:
    """A card as its tribe and what else is on it, as the deck has it."""
    numbers = tuple(card[key] for key in ("move", "status", "seats", "vp") if key in card)
    return card["tribe"], numbers[0] if len(numbers) == 1 else numbers
