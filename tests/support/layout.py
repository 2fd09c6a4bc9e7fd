"""A table laid out by hand: coins, scorn, stones, cards, and whose turn it is. See `tests.support.build`."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from mom_env.kernel.rng import seed_stream
from mom_env.monkeys_on_the_moon.deck import Deck, load_deck
from mom_env.monkeys_on_the_moon.options import Options
from mom_env.monkeys_on_the_moon.ruleset import make_rules
from mom_env.monkeys_on_the_moon.state import (
    MAX_SHIP_TYPES,
    NONE,
    NUM_KINDS,
    STATE_DTYPE,
    UNSEEN_CARDS,
    UNSEEN_MONKEYS,
    UNSEEN_SHIPS,
    Decision,
    Phase,
)
from tests.support.kernels import reset
from tests.support.words import Words, held

CIRCLE = "brown black green blue red purple"


class Layout:
    """One game and what lies on its table. Each method lays something out and returns the table.

    At first the circle is brown, black, green, blue, red, purple, ships of 4 seats in the colours brown, black,
    green and blue lie in front of seats 0 to 3, seat 0 starts, and all else is from a deal with a fixed seed.
    What is laid out comes from where it would come from: coins from the supply, cards from their piles or, where
    those have none left, from another place in exchange. What is laid out last counts.
    """

    def __init__(
        self,
        num_players: int = 4,
        circle: str = CIRCLE,
        *,
        deck: Deck | None = None,
        seed: int = 9,
        skip_forced: bool = False,
        **options: Any,
    ) -> None:
        self.deck = deck or load_deck()
        self.rules = make_rules(self.deck, Options(**options), num_players, skip_forced=skip_forced)
        self.states = np.zeros(1, STATE_DTYPE)
        self.state = self.states[0]
        self.seats = range(num_players)
        seed_stream(self.state, np.uint64(seed), 0)
        reset(self.states, 0, self.rules)
        self.words = Words(self.deck.tribes, self.state, self.rules[0])
        self._lay_circle(circle.split())
        for seat, tribe in zip(self.seats, circle.split(), strict=False):
            self.ship(seat, f"{tribe} 4")
        self.start(0)

    def _lay_circle(self, circle: list[str]) -> None:
        for table in (self.deck.civilization, self.deck.monkeys, self.deck.ships):
            assert len({str(cards) for cards in table.values()}) == 1, "tribes with unlike cards cannot change places"
        self.state.colour[:] = [self.deck.tribes.index(tribe) for tribe in circle]

    # Whose turn it is

    def start(self, seat: int) -> Self:
        """The round begins: the first civilization turn is this seat's."""
        self.state.start = self.state.seat = seat
        self.state.phase, self.state.turn, self.state.decision = Phase.CIVILIZATION, 0, Decision.CARD
        return self

    def rounds_left(self, count: int) -> Self:
        """One of the last two rounds begins: a card in each hand for each round, none left to draw."""
        self.state.round_number = self.rules[0].rounds - count
        self._discard(*held(self.state.civilization_pile))
        fill(self.state.civilization_pile, [])
        for seat in self.seats:
            while len(held(self.state.hand[seat])) > count:
                self._play_last_card(seat)
        return self

    def bid_turn(self, seat: int = 0, turn: int = 0) -> Self:
        """It is this seat's bid turn, after as many others; their monkeys are out of the game."""
        state = self.state
        for other in self.seats:
            self._play_last_card(other)
        for monkey in held(state.monkey_pool)[:turn]:
            state.monkeys_out[monkey] += 1
        fill(state.monkey_pool, held(state.monkey_pool)[turn:])
        state.start, state.seat, state.turn = (seat - turn) % len(self.seats), seat, turn
        state.phase, state.decision = Phase.BID, Decision.MONKEY
        return self

    # What lies where

    def coins(self, seat: int, **counts: int) -> Self:
        """A seat has so many coins of these tribes; the supplies have the others."""
        for tribe, count in counts.items():
            place = self.words.place(tribe)
            self.state.supply[place] += self.state.coins[seat, place] - count
            self.state.coins[seat, place] = count
            assert self.state.supply[place] >= 0, f"more {tribe} coins than there are"
        return self

    def supply(self, **counts: int) -> Self:
        """These supplies have so many coins; the last seat has the others."""
        last = self.seats[-1]
        for tribe, count in counts.items():
            place = self.words.place(tribe)
            self.coins(last, **{tribe: int(self.state.coins[last, place] + self.state.supply[place]) - count})
        return self

    def scorn(self, **holders: int) -> Self:
        """Who holds the scorn of these tribes."""
        for tribe, seat in holders.items():
            self.state.scorn[self.words.place(tribe)] = seat
        return self

    def track(self, **spaces: int) -> Self:
        """How far these stones are."""
        for tribe, count in spaces.items():
            self.state.track[self.words.place(tribe)] = count
        return self

    def finished(self, *tribes: str) -> Self:
        """These stones have finished, in this order."""
        for order, tribe in enumerate(tribes, start=1):
            self.track(**{tribe: int(self.rules[0].track_length)})
            self.state.finish[self.words.place(tribe)] = order
        return self

    def tie_order(self, *tribes: str) -> Self:
        """The secret order: who is better on the same space."""
        for rank, tribe in enumerate(tribes):
            self.state.tie_rank[self.words.place(tribe)] = rank
        return self

    def hand(self, seat: int, *cards: str) -> Self:
        """A seat's civilization cards."""
        state = self.state
        heap = held(state.civilization_pile) + held(state.hand[seat])
        others = [state.out_of_game, *(state.hand[other] for other in self.seats if other != seat)]
        hand = [self._fetch("cards", card, heap, others) for card in cards]
        fill(state.hand[seat], hand)
        fill(state.civilization_pile, heap)
        return self._recount()

    def monkey_pool(self, *monkeys: str) -> Self:
        """The open monkeys."""
        heap = held(self.state.monkey_pool) + held(self.state.monkey_pile)
        fill(self.state.monkey_pool, [self._fetch("monkeys", monkey, heap, []) for monkey in monkeys])
        fill(self.state.monkey_pile, heap)
        return self._recount()

    def aboard(self, seat: int, *monkeys: str) -> Self:
        """The monkeys on board of a seat's ship, in the order they came."""
        fill(self.state.aboard[seat], [self._monkey(monkey) for monkey in monkeys])
        return self._recount()

    def scored(self, seat: int, *monkeys: str) -> Self:
        """Further monkeys in a seat's score pile."""
        for text in monkeys:
            monkey = self._monkey(text)
            tribe, status = text.split()
            self.state.pile[seat, monkey] += 1
            self.state.monkeys[seat] += 1
            self.state.status[seat, self.words.place(tribe)] += int(status)
        return self._recount()

    def ship(self, seat: int, ship: str) -> Self:
        """The ship in front of a seat."""
        heap = [int(self.state.ship[seat]), *held(self.state.ship_pile)]
        self.state.ship[seat] = NONE
        self.state.ship[seat] = self._fetch("ships", ship, heap, [self.state.ship_pool, self.state.ship])
        fill(self.state.ship_pile, heap)
        return self._recount()

    def ship_pool(self, *ships: str) -> Self:
        """The open ships."""
        heap = held(self.state.ship_pool) + held(self.state.ship_pile)
        fill(self.state.ship_pool, [self._fetch("ships", ship, heap, [self.state.ship]) for ship in ships])
        fill(self.state.ship_pile, heap)
        return self._recount()

    def ship_pile(self, *ships: str) -> Self:
        """The draw pile, the next ship first; the last seat has won all ships that lie nowhere else."""
        heap, others = held(self.state.ship_pile), [self.state.ship_pool, self.state.ship]
        fill(self.state.ship_pile, [self._fetch("ships", ship, heap, others) for ship in ships])
        for ship in heap:
            self._win_ship(self.seats[-1], ship)
        return self._recount()

    def launched(self, seat: int, *ships: str) -> Self:
        """Further full ships in a seat's score pile."""
        heap = held(self.state.ship_pile)
        for ship in ships:
            self._win_ship(seat, self._fetch("ships", ship, heap, [self.state.ship_pool, self.state.ship]))
        fill(self.state.ship_pile, heap)
        return self._recount()

    def _fetch(self, box: str, text: str, heap: list[int], others: list[NDArray[Any]]) -> int:
        """Take a card out of the heap; where it lies elsewhere, a card of the heap takes its place."""
        kind = self.words.kind(box, text)
        if kind in heap:
            heap.remove(kind)
            return kind
        for other in others:
            if kind in other:
                other[list(other).index(kind)] = heap.pop(0)
                return kind
        raise AssertionError(f"{box}: no {text} is left")

    def _monkey(self, text: str) -> int:
        heap = held(self.state.monkey_pile)
        monkey = self._fetch("monkeys", text, heap, [self.state.monkey_pool])
        fill(self.state.monkey_pile, heap)
        return monkey

    def _win_ship(self, seat: int, ship: int) -> None:
        won = self.state.ships_won[seat]
        fill(won, [*held(won), ship])
        self.state.ship_vp[seat] += self.rules[0].ship_vp[ship % MAX_SHIP_TYPES]

    def _play_last_card(self, seat: int) -> None:
        hand = held(self.state.hand[seat])
        self._discard(hand.pop())
        fill(self.state.hand[seat], hand)
        self._recount()

    def _discard(self, *cards: int) -> None:
        fill(self.state.discard, [*held(self.state.discard), *cards])

    def _recount(self) -> Self:
        """What nobody has seen yet: the record keeps count of it."""
        state = self.state
        secret_ships = len(held(state.ship_pile)) - int(state.num_returned)
        cards = [*state.civilization_pile, *state.out_of_game, *state.hand.flat]
        count(state.unseen[UNSEEN_CARDS:UNSEEN_MONKEYS], cards)
        count(state.unseen[UNSEEN_MONKEYS:UNSEEN_SHIPS], [*state.monkey_pile])
        count(state.unseen[UNSEEN_SHIPS:NUM_KINDS], [*state.ship_pile[:secret_ships]])
        return self


def fill(pile: NDArray[Any], cards: list[int]) -> None:
    """Lay these cards on a pile and nothing else."""
    pile[:] = [*cards, *[NONE] * (len(pile) - len(cards))]


def count(counts: NDArray[Any], cards: list[int]) -> None:
    """Write how many cards there are of each kind."""
    kinds = np.asarray(cards, dtype=int)
    counts[:] = np.bincount(kinds[kinds != NONE], minlength=len(counts))
