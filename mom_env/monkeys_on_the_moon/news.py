"""What one choice has led to, in sentences: worked out from what the reader sees before it and after it."""

from collections.abc import Iterator
from typing import NamedTuple

from mom_env.base.sentences import begins, clause, counted, does, enumeration, ordinal, owns
from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.snapshots.shapes import Bid, Choice, Monkey, Snapshot
from mom_env.monkeys_on_the_moon.terminal.auction_text import bid_text, coins_of

Sentences = Iterator[str]


def news(before: Game, action: int, after: Game, seat: int, names: list[str]) -> list[str]:
    """Return in sentences what one choice has led to, and nothing that `seat` may not know.

    Args:
        before: the game at the choice.
        action: what the seat to move in `before` has chosen.
        after: the game at the next decision, which may be a forced one.
        seat: who reads the sentences.
        names: the players by seat; their first words are used.
    """
    short = [name.split()[0] for name in names]
    change = Change(before.snapshot(seat), before.words().choice(action), after.snapshot(seat), seat, short)
    return list(change.sentences())


class Change(NamedTuple):
    """A choice, and what its reader sees before it and after it.

    Attributes:
        before: the snapshot of the reader before the choice.
        choice: what was chosen, by names.
        after: the snapshot of the reader after it.
        reader: the seat that the sentences are for.
        names: the short names of the seats.
    """

    before: Snapshot
    choice: Choice
    after: Snapshot
    reader: int
    names: list[str]

    def sentences(self) -> Sentences:
        """Yield all that has happened, in the order in which it happens at a table."""
        yield from self.chosen()
        if self.after["phase"] == "over":
            yield "The last ships leave, and the game is over."
        yield from self.scorn()
        yield from self.stones()
        yield from self.swap()
        yield from self.launches()
        yield from self.lost_to_scorn()
        yield from self.new_round()

    @property
    def chooser(self) -> str:
        """The name of the seat that has chosen."""
        return self.names[self.before["seat"] or 0]

    # The choice

    def chosen(self) -> Sentences:
        """Yield what was chosen, and what it cost and brought; a card is told with the tribe that it advances."""
        decision = self.before["decision"]
        if decision == "tribe":
            yield self.advance()
        elif decision == "appease":
            yield f"{begins(self.chooser)} {self.appeasement()}."
        elif decision == "monkey":
            yield f"{clause(self.chooser, 'put')} the monkey {monkey_words(self.choice)} up for auction."
        elif decision == "bid":
            yield from self.bid()
        elif decision == "ship":
            yield f"{clause(self.chooser, 'take')} {ship_words(self.choice)}."
        elif decision == "stay":
            tribe = self.choice["tribe"]
            yield f"{clause(self.chooser, 'leave')} {tribe} behind, which will board the next ship."

    def advance(self) -> str:
        """Return a sentence on a civilization turn: the card, and the coins that were taken and paid."""
        card, tribe = self.before["pending"] or {}, self.choice["tribe"]
        taken, rival = self.before["supply"][tribe] - self.after["supply"][tribe], self.rival_of(tribe)
        is_paid = self.after["supply"][rival] > self.before["supply"][rival]
        gets = f"takes {counted(taken, f'{tribe} coin')}" if taken else f"finds no {tribe} coin in the supply"
        gives = f"pays 1 {rival} coin to its rival" if is_paid else f"has no {rival} coin for its rival"
        played = f"{clause(self.chooser, 'play')} {card.get('tribe')} {card.get('move')} on {tribe}"
        return f"{played}: {gets} and {gives}." if is_paid else f"{played}: {gets}, but {gives}."

    def appeasement(self) -> str:
        """Return what the chooser does for an ally of a rival that it cannot pay and whose scorn it has already."""
        if "pay" in self.choice:
            return f"{does(self.chooser, 'pay')} 1 {self.choice['pay']} coin instead"
        return f"{does(self.chooser, 'have')} no {self.choice['scorn']} coin either"

    def rival_of(self, tribe: str) -> str:
        """Return the tribe opposite of `tribe`, before the choice."""
        circle = self.before["circle"]
        return circle[(circle.index(tribe) + 3) % len(circle)]

    # The auction

    def bid(self) -> Sentences:
        """Yield the bid or the pass; instead of a bid that ends the auction, who has won what for how much."""
        up = self.before["auction"]
        is_over = self.after["auction"] is None
        if up is None:
            return
        if "pass" in self.choice:
            yield f"{clause(self.chooser, 'pass')}."
        elif not is_over:
            yield f"{clause(self.chooser, 'bid')} {self.bid_words(self.choice)}."
        if is_over:
            yield self.auction_end(up["monkey"])

    def won(self) -> tuple[int, Choice | Bid] | None:
        """Return who wins the auction that ends now, and with which bid; None if none ends or nobody has bid."""
        up = self.before["auction"]
        if up is None or self.after["auction"] is not None:
            return None
        if "pass" not in self.choice:
            return self.before["seat"] or 0, self.choice
        bid = None if up["holder"] is None else up["bids"][up["holder"]]
        return None if up["holder"] is None or bid is None else (up["holder"], bid)

    def auction_end(self, monkey: Monkey) -> str:
        """Return a sentence on who has won the monkey, and for how much."""
        won = self.won()
        if won is None:
            return f"Nobody has bid for {monkey_words(monkey)}, which leaves the game."
        return f"{clause(self.names[won[0]], 'win')} {monkey_words(monkey)} for {self.bid_words(won[1])}."

    def bid_words(self, bid: Choice | Bid) -> str:
        """Return the points and coins of a bid in the auction."""
        up = self.before["auction"]
        return bid_text(bid, up["monkey"]["tribe"], self.before["circle"]) if up else ""

    def paid(self, tribe: str) -> int:
        """Return how many coins of `tribe` the winner of an auction that ends now has paid; 0 if none ends."""
        up, won = self.before["auction"], self.won()
        if up is None or won is None:
            return 0
        return coins_of(won[1], up["monkey"]["tribe"], self.before["circle"]).get(tribe, 0)

    # What follows

    def scorn(self) -> Sentences:
        """Yield who takes and who returns scorn cards."""
        for tribe, holder in self.after["scorn"].items():
            old = self.before["scorn"][tribe]
            if holder == old:
                continue
            if holder is None and old is not None:
                yield f"{clause(self.names[old], 'return')} the scorn of {tribe}."
            elif holder is not None:
                source = "" if old is None else f" from {self.names[old]}"
                yield f"{clause(self.names[holder], 'take')} the scorn of {tribe}{source}."

    def stones(self) -> Sentences:
        """Yield where the stones that have moved are now."""
        for tribe, place in self.after["track"].items():
            finished = self.after["finished"]
            if tribe in finished and tribe not in self.before["finished"]:
                yield f"The stone of {tribe} reaches the end of the track as the {ordinal(finished.index(tribe) + 1)}."
            elif tribe not in finished and place != self.before["track"][tribe]:
                yield f"The stone of {tribe} moves to {place}."

    def swap(self) -> Sentences:
        """Yield which tribes Treachery has swapped."""
        pairs = zip(self.before["circle"], self.after["circle"], strict=True)
        swapped = [old for old, new in pairs if old != new]
        if swapped:
            yield f"Treachery: {enumeration(swapped)} swap places in the circle, and with them allies and rivals."

    def launches(self) -> Sentences:
        """Yield which ship has left, full or early, and the coin that its tribe gives for it, before the end."""
        if self.after["phase"] == "over":
            return
        for seat, name in enumerate(self.names):
            count = len(self.after["pile"][seat]) - len(self.before["pile"][seat])
            if count:
                yield f"{begins(owns(name))} {self.leaves(seat, count)}."
                yield from self.thanks(seat)

    def leaves(self, seat: int, count: int) -> str:
        """Return how the ship of a seat leaves, with `count` monkeys."""
        won, had = self.after["ships_won"][seat], self.before["ships_won"][seat]
        aboard = f"with {counted(count, 'monkey')}"
        if len(won) > len(had):
            return f"ship is full and leaves {aboard}: {won[-1]['vp']} VP"
        return f"ship leaves early {aboard} and without VP, as rivals never share a ship"

    def thanks(self, seat: int) -> Sentences:
        """Yield that a seat gets a coin of the colour of its ship, which leaves, if it does."""
        ship = self.before["ship"][seat]
        tribe = ship["tribe"] if ship else self.choice["tribe"]
        if self.before["supply"][tribe] + self.paid(tribe) > self.after["supply"][tribe]:
            yield f"{clause(self.names[seat], 'get')} 1 {tribe} coin for it."

    def lost_to_scorn(self) -> Sentences:
        """Yield which monkeys scorn takes away at the end, in the variant in which it does."""
        if self.after["phase"] != "over":
            return
        for tribe, holder in self.after["scorn"].items():
            if holder is not None and (count := self.out(self.after, tribe) - self.out(self.before, tribe)):
                lost = counted(count, f"{tribe} monkey")
                yield f"Scorn of {tribe}: {clause(self.names[holder], 'lose')} {lost}."

    def out(self, view: Snapshot, tribe: str) -> int:
        """Return how many monkeys of `tribe` are out of the game, and in `view` or now without a bidder."""
        up = self.before["auction"]
        unwanted = view is self.before and up is not None and self.won() is None and up["monkey"]["tribe"] == tribe
        return sum(monkey["tribe"] == tribe for monkey in view["monkeys_out"]) + unwanted

    def new_round(self) -> Sentences:
        """Yield that a round begins, and which card the reader has drawn for it."""
        if self.after["round"] == self.before["round"]:
            return
        first = self.names[self.after["start"]]
        yield f"Round {self.after['round'] + 1} begins: {first} {does(first, 'go')} first."
        drawn = (self.after["hand"][self.reader] or [])[len(self.before["hand"][self.reader] or []) :]
        yield from (f"You draw the card {card['tribe']} {card['move']}." for card in drawn)


def monkey_words(monkey: Monkey | Choice) -> str:
    """Return a monkey as its tribe and status, such as "blue 4"."""
    return f"{monkey['tribe']} {monkey['status']}"


def ship_words(ship: Choice) -> str:
    """Return a ship in words, such as "the red ship, 3 seats for 2 VP"."""
    return f"the {ship['tribe']} ship, {ship['seats']} seats for {ship['vp']} VP"
