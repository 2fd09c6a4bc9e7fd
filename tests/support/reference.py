"""The rules of Monkeys on the Moon once more, in plain Python: an oracle for the fast engine.

The whole game is one generator, `_game`, that tells a game from the first card to the last bid and
pauses at each decision. Paragraphs (3.1.5) and rulings (R2) are those of the rules page. The
position is in public attributes, so a test may build one by hand; the options of a pending decision
were listed when it came up.
"""

from collections.abc import Generator
from copy import deepcopy
from itertools import product
from typing import Any

Card = dict[str, Any]
Coins = dict[str, int]
Playing = Generator[None, None, None]
Asking = Generator[None, None, Card]

OPTIONS: dict[str, Any] = {
    "raise": "free",
    "final_launch_clears_scorn": True,
    "hidden_coins": False,
    "maximum_scorn": False,
    "monkey_treachery": False,
}
FAVOR, FAVOR_IF_SCORNED = 2, 1
OWN_POINTS, ALLY_POINTS, LEAST_BID = 3, 2, 2
COINS = ("own", "cw", "ccw")


def distinct(cards: list[Card]) -> list[Card]:
    """Each different card once, in the order of first appearance."""
    kinds: list[Card] = []
    for card in cards:
        if card not in kinds:
            kinds.append(card)
    return kinds


def points(bid: Card) -> int:
    """3.2.2: what a set of coins is worth."""
    return OWN_POINTS * int(bid["own"]) + ALLY_POINTS * int(bid["cw"] + bid["ccw"])


def contains(bid: Card, earlier: Card) -> bool:
    """R4, add_only: all the coins shown earlier are still in this bid."""
    return all(bid[coin] >= earlier[coin] for coin in earlier)


class ReferenceGame:
    """One game, from the setup block of a replay to its result."""

    def __init__(self, setup: Card, deck: Card, options: Card | None = None, skip_forced: bool = True) -> None:
        self.deck = deck
        self.options = {**OPTIONS, **(options or {})}
        self.skip_forced = skip_forced
        self._deal_cards(deepcopy(setup))
        self._place_stones_scorn_and_coins()
        self._begin()

    @property
    def over(self) -> bool:
        """Has the game come to its end?"""
        return self.phase == "over"

    def choices(self) -> list[Card]:
        """The distinct legal choices of the seat to decide: not a copy, so for comparing only."""
        return self._choices

    def is_forced(self) -> bool:
        """One choice is left, and everybody can see that: two equal cards in a hand are hidden."""
        secret = self.decision == "card" and len(self.hand[self.seat or 0]) > 1
        return len(self._choices) == 1 and not secret

    def play(self, choice: Card) -> None:
        """Make a choice and go on to the next decision."""
        if choice not in self._choices:
            raise ValueError(f"{choice} is not a legal choice for {self.decision}")
        self._chosen = dict(choice)
        next(self._story, None)

    def snapshot(self) -> Card:
        """The whole position: not a copy, so for comparing only."""
        names = (
            "num_players options round phase start seat decision circle swapped track finished "
            "supply scorn monkey_pool ship_pool auction coins hand ship aboard ships_won discard "
            "pending waiting civilization_pile monkey_pile ship_pile out_of_game tie_order"
        )
        position = {name: getattr(self, name) for name in names.split()}
        position["pile"] = [self._sorted(monkeys) for monkeys in self.pile]
        position["monkeys_out"] = self._sorted(self.monkeys_out)
        position["returned_ships"] = self.ship_pile[len(self.ship_pile) - self.known_ships :]
        return position

    def result(self) -> Card:
        """4.2 to 4.5: the count at the end."""
        if not self.over:
            raise RuntimeError("the game is not over")
        status = [self._status(seat) for seat in self.seats]
        vp = self._victory_points()
        monkeys = [len(pile) for pile in self.pile]
        places = self._places(vp, monkeys, [sum(tribes.values()) for tribes in status])
        return {
            "vp": vp,
            "winners": [seat for seat in self.seats if places[seat] == 1],
            "ranking": self._ranking(),
            "monkeys": monkeys,
            "status": status,
            "titles": {tribe: self._titles(tribe) for tribe in self.tribes},
            "places": places,
            "returns": self._returns(places),
        }

    def _deal_cards(self, setup: Card) -> None:
        """2.1 to 2.5, 2.7: the cards as the setup block has them."""
        self.circle: list[str] = setup["circle"]
        self.start: int = setup["start"]
        self.tie_order: list[str] = setup["tie_order"]
        self.hand: list[list[Card]] = setup["hands"]
        self.civilization_pile: list[Card] = setup["civilization_pile"]
        self.out_of_game: list[Card] = setup["out_of_game"]
        self.monkey_pool: list[Card] = setup["monkey_pool"]
        self.monkey_pile: list[Card] = setup["monkey_pile"]
        self.ship: list[Any] = setup["ships"]
        self.ship_pool: list[Card] = setup["ship_pool"]
        self.ship_pile: list[Card] = setup["ship_pile"]

    def _place_stones_scorn_and_coins(self) -> None:
        """2.4, 2.6: coins in hands and supplies, stones beside the track, scorn on the table."""
        numbers = self.deck["setup"]
        self.tribes: list[str] = list(self.deck["tribes"])
        self.num_players = len(self.hand)
        self.seats = range(self.num_players)
        self.track = dict.fromkeys(self.tribes, 0)
        self.scorn: dict[str, int | None] = dict.fromkeys(self.tribes)
        self.supply = dict.fromkeys(self.tribes, numbers["supply"])
        self.coins = [dict.fromkeys(self.tribes, numbers["coins"]) for _ in self.seats]

    def _begin(self) -> None:
        """All that starts empty, then the first decision."""
        self.round, self.phase, self.swapped, self.known_ships = 0, "civilization", False, 0
        self.seat: int | None = None
        self.decision: str | None = None
        self.pending: Card | None = None
        self.auction: Card | None = None
        self.finished: list[str] = []
        self.discard: list[Card] = []
        self.waiting: list[Card] = []
        self.monkeys_out: list[Card] = []
        self.aboard: list[list[Card]] = [[] for _ in self.seats]
        self.pile: list[list[Card]] = [[] for _ in self.seats]
        self.ships_won: list[list[Card]] = [[] for _ in self.seats]
        self._story = self._game()
        next(self._story, None)

    def _seats_from(self, seat: int) -> list[int]:
        """Every seat once, from this one to the left."""
        return [(seat + step) % self.num_players for step in self.seats]

    def _steps_clockwise(self, tribe: str, steps: int) -> str:
        return self.circle[(self.circle.index(tribe) + steps) % len(self.circle)]

    def _rival(self, tribe: str) -> str:
        """2.1: the opposite tribe."""
        return self._steps_clockwise(tribe, len(self.circle) // 2)

    def _allies(self, tribe: str) -> tuple[str, str]:
        """2.1: the clockwise and the counter-clockwise neighbour."""
        return self._steps_clockwise(tribe, 1), self._steps_clockwise(tribe, -1)

    def _friends(self, tribe: str) -> tuple[str, str, str]:
        """3.1.2, 3.2.2: the tribe itself and its allies, in the order of COINS."""
        return tribe, *self._allies(tribe)

    def _sorted(self, monkeys: list[Card]) -> list[Card]:
        return sorted(monkeys, key=lambda m: (self.tribes.index(m["tribe"]), m["status"]))

    def _ask(self, seat: int, decision: str, options: list[Card], pending: Card | None = None) -> Asking:
        """Stop for a decision, unless it is forced and such are skipped."""
        self.seat, self.decision, self.pending = seat, decision, pending
        self._choices = distinct(options)
        self._chosen = self._choices[0]
        if not (self.skip_forced and self.is_forced()):
            yield
        self.pending = None
        return self._chosen

    def _game(self) -> Playing:
        """3, 4.1: all the rounds; the last one ends without a wrap-up."""
        last = (sum(map(len, self.hand)) + len(self.civilization_pile)) // self.num_players - 1
        yield from self._play_round()
        while self.round < last:
            self._wrap_up()
            yield from self._play_round()
        self._end()

    def _play_round(self) -> Playing:
        """3: the civilization turns, then the bid turns."""
        self.phase = "civilization"
        for seat in self._seats_from(self.start):
            yield from self._civilization_turn(seat)
        self.phase = "bid"
        for seat in self._seats_from(self.start):
            yield from self._bid_turn(seat)

    def _wrap_up(self) -> None:
        """3.4: refill the pool, draw a card each, pass the start to the left."""
        while len(self.monkey_pool) < self.num_players + self.deck["setup"]["pool_extra"]:
            self.monkey_pool.append(self.monkey_pile.pop(0))
        for seat in self._seats_from(self.start):
            if self.civilization_pile:
                self.hand[seat].append(self.civilization_pile.pop(0))
        self.start = (self.start + 1) % self.num_players
        self.round += 1

    def _civilization_turn(self, seat: int) -> Playing:
        """3.1.1, 3.1.2: play a card and choose the tribe to advance."""
        card = yield from self._ask(seat, "card", self.hand[seat])
        self.hand[seat].remove(card)
        self.discard.append(card)
        options = [{"tribe": tribe} for tribe in self._friends(card["tribe"])]
        choice = yield from self._ask(seat, "tribe", options, card)
        yield from self._advance(seat, choice["tribe"], card["move"])

    def _advance(self, seat: int, tribe: str, spaces: int) -> Playing:
        """3.1.3 to 3.1.6, R1: favor, end of scorn, payment, move; then treachery."""
        scorned = self.scorn[tribe] == seat
        self._take_coins(seat, tribe, FAVOR_IF_SCORNED if scorned else FAVOR)
        self._return_scorn(seat, tribe)
        yield from self._anger(seat, self._rival(tribe))
        self._move_stone(tribe, spaces)
        if self._is_treachery(tribe):
            yield from self._swap(seat, tribe)

    def _take_coins(self, seat: int, tribe: str, wanted: int) -> None:
        """As many coins as the supply has, up to the number wanted."""
        taken = min(wanted, self.supply[tribe])
        self.supply[tribe] -= taken
        self.coins[seat][tribe] += taken

    def _pay_coins(self, seat: int, tribe: str, number: int) -> None:
        self.coins[seat][tribe] -= number
        self.supply[tribe] += number

    def _return_scorn(self, seat: int, tribe: str) -> None:
        """This tribe's scorn goes back to the table if this seat holds it."""
        if self.scorn[tribe] == seat:
            self.scorn[tribe] = None

    def _anger(self, seat: int, rival: str) -> Playing:
        """3.1.5: a coin for the rival, or its scorn, or worse."""
        if self.coins[seat][rival] > 0:
            self._pay_coins(seat, rival, 1)
        elif self.scorn[rival] != seat:
            self.scorn[rival] = seat
        else:
            yield from self._appease(seat, rival)

    def _appease(self, seat: int, rival: str) -> Playing:
        """3.1.5, R2: the rival's scorn is held already, so one of its allies is next."""
        options = [way for ally in self._allies(rival) for way in self._amends(seat, ally)]
        if not options:
            return
        choice = yield from self._ask(seat, "appease", options, {"tribe": rival})
        if "pay" in choice:
            self._pay_coins(seat, choice["pay"], 1)
        else:
            self.scorn[choice["scorn"]] = seat

    def _amends(self, seat: int, ally: str) -> list[Card]:
        """3.1.5, R2: pay an ally if you can; if not, take its scorn unless you hold it."""
        if self.coins[seat][ally] > 0:
            return [{"pay": ally}]
        return [{"scorn": ally}] if self.scorn[ally] != seat else []

    def _move_stone(self, tribe: str, spaces: int) -> None:
        """3.1.6: along the track, at its end onto the best free finish place."""
        length = self.deck["track"]["spaces"]
        if tribe in self.finished:
            return
        self.track[tribe] = min(self.track[tribe] + spaces, length)
        if self.track[tribe] == length:
            self.finished.append(tribe)

    def _is_treachery(self, tribe: str) -> bool:
        """5, R13: the first stone on or beyond the white dot."""
        reached = self.track[tribe] >= self.deck["track"]["white_dot"]
        return bool(self.options["monkey_treachery"]) and not self.swapped and reached

    def _swap(self, seat: int, tribe: str) -> Playing:
        """5: swap with the clockwise neighbour, then part the new rivals ship by ship."""
        here, there = self.circle.index(tribe), self.circle.index(self._allies(tribe)[0])
        self.circle[here], self.circle[there] = self.circle[there], self.circle[here]
        self.swapped = True
        for owner in self._seats_from(seat):
            rivals = self._rivals_aboard(owner)
            if rivals:
                yield from self._part(owner, rivals)

    def _rivals_aboard(self, seat: int) -> list[str]:
        """The rival tribes that share a ship, in circle order."""
        aboard = {monkey["tribe"] for monkey in self.aboard[seat]}
        return [t for t in self.circle if t in aboard and self._rival(t) in aboard]

    def _part(self, seat: int, rivals: list[str]) -> Playing:
        """5, R16, R8: one tribe stays behind, the others launch early."""
        options = [{"tribe": tribe} for tribe in rivals]
        stay = yield from self._ask(seat, "stay", options, {"tribes": rivals})
        monkeys = self.aboard[seat]
        self.aboard[seat] = [m for m in monkeys if m["tribe"] != stay["tribe"]]
        self.waiting = [m for m in monkeys if m["tribe"] == stay["tribe"]]
        yield from self._launch(seat, full=False)
        yield from self._board(seat)

    def _bid_turn(self, seat: int) -> Playing:
        """3.2.1, 3.2.3, 3.2.4: put a monkey up, hear the bids, hand it over."""
        monkey = yield from self._ask(seat, "monkey", self.monkey_pool)
        self.monkey_pool.remove(monkey)
        seats, bids = list(self.seats), [None for _ in self.seats]
        auction: Card = {"monkey": monkey, "standing": 0, "holder": None, "in": seats, "bids": bids}
        self.auction = auction
        yield from self._hear_bids(seat, auction)
        self.auction = None
        if auction["holder"] is None:
            self.monkeys_out.append(monkey)
        else:
            yield from self._win(auction["holder"], monkey, auction["bids"][auction["holder"]])

    def _hear_bids(self, seat: int, auction: Card) -> Playing:
        """3.2.2, R5: round the table until nobody is left, or nobody but the holder."""
        while auction["in"] not in ([], [auction["holder"]]):
            if seat in auction["in"]:
                yield from self._pass_or_bid(seat, auction)
            seat = (seat + 1) % self.num_players

    def _pass_or_bid(self, seat: int, auction: Card) -> Playing:
        """3.2.2: out for this monkey, or the new standing bid."""
        options = [{"pass": True}, *self._bids(seat, auction)]
        choice = yield from self._ask(seat, "bid", options)
        if "pass" in choice:
            auction["in"].remove(seat)
        else:
            auction["bids"][seat] = choice
            auction["holder"], auction["standing"] = seat, points(choice)

    def _bids(self, seat: int, auction: Card) -> list[Card]:
        """3.2.2, R4: every set of the seat's coins that is worth enough."""
        least = max(LEAST_BID, auction["standing"] + 1)
        earlier = auction["bids"][seat] if self.options["raise"] == "add_only" else None
        held = [self.coins[seat][t] for t in self._friends(auction["monkey"]["tribe"])]
        numbers = product(*(range(coins + 1) for coins in held))
        sets = [dict(zip(COINS, each, strict=True)) for each in numbers]
        return [b for b in sets if points(b) >= least and (not earlier or contains(b, earlier))]

    def _win(self, seat: int, monkey: Card, bid: Card) -> Playing:
        """3.2.4, 3.2.5: pay, lose the scorn, then board; a rival aboard leaves first."""
        tribe = monkey["tribe"]
        for coin, payee in zip(COINS, self._friends(tribe), strict=True):
            self._pay_coins(seat, payee, bid[coin])
        self._return_scorn(seat, tribe)
        self.waiting = [monkey]
        if any(m["tribe"] == self._rival(tribe) for m in self.aboard[seat]):
            yield from self._launch(seat, full=False)
        yield from self._board(seat)

    def _board(self, seat: int) -> Playing:
        """3.2.5, R8, R14: those waiting board one by one and lose their scorn; a ship that is full launches."""
        while self.waiting:
            monkey = self.waiting.pop(0)
            self.aboard[seat].append(monkey)
            self._return_scorn(seat, monkey["tribe"])
            if len(self.aboard[seat]) == self.ship[seat]["seats"]:
                yield from self._launch(seat, full=True)

    def _launch(self, seat: int, full: bool) -> Playing:
        """3.3.1, 3.3.2, R6: monkeys to the pile, the ship away, scorn off or a coin in."""
        ship = self._unload(seat)
        if full:
            self.ships_won[seat].append(ship)
        else:
            self.ship_pile.append(ship)
            self.known_ships += 1
        if self.scorn[ship["tribe"]] == seat:
            self._return_scorn(seat, ship["tribe"])
        else:
            self._take_coins(seat, ship["tribe"], 1)
        yield from self._take_ship(seat)

    def _unload(self, seat: int) -> Card:
        """3.3.1: the monkeys on board go to the score pile; the seat has no ship for now."""
        ship: Card = self.ship[seat]
        self.pile[seat] += self.aboard[seat]
        self.aboard[seat], self.ship[seat] = [], None
        return ship

    def _take_ship(self, seat: int) -> Playing:
        """3.3.3: a ship from the pool, which is refilled from the pile."""
        ship = yield from self._ask(seat, "ship", self.ship_pool)
        self.ship_pool.remove(ship)
        self.ship[seat] = ship
        while self.ship_pile and len(self.ship_pool) < self.deck["setup"]["ship_pool"]:
            self.ship_pool.append(self.ship_pile.pop(0))
        self.known_ships = min(self.known_ships, len(self.ship_pile))

    def _end(self) -> None:
        """4.1, 5: the last launches and, in the variant, the last scorn."""
        for seat in self.seats:
            ship = self._unload(seat)
            if self.options["final_launch_clears_scorn"]:
                self._return_scorn(seat, ship["tribe"])
        if self.options["maximum_scorn"]:
            self._discard_scornful()
        self.phase, self.seat, self.decision, self._choices = "over", None, None, []

    def _discard_scornful(self) -> None:
        """5, R12: monkeys of tribes that scorn their rescuer do not count."""
        for tribe, holder in self.scorn.items():
            if holder is not None:
                pile = self.pile[holder]
                self.monkeys_out += [m for m in pile if m["tribe"] == tribe]
                self.pile[holder] = [m for m in pile if m["tribe"] != tribe]

    def _ranking(self) -> list[str]:
        """4.2: finished tribes as they came in, the others by distance, then by tie order."""
        running = [tribe for tribe in self.tie_order if tribe not in self.finished]
        return self.finished + sorted(running, key=lambda tribe: -self.track[tribe])

    def _status(self, seat: int) -> Coins:
        """4.3: the seat's status in each tribe."""
        status = dict.fromkeys(self.tribes, 0)
        for monkey in self.pile[seat]:
            status[monkey["tribe"]] += monkey["status"]
        return status

    def _titles(self, tribe: str) -> dict[str, list[int]]:
        """4.3: who is, or ties for, leader and undersecretary."""
        status = [self._status(seat)[tribe] for seat in self.seats]
        leaders = [seat for seat in self.seats if status[seat] == max(status)]
        others = [seat for seat in self.seats if seat not in leaders]
        if len(leaders) > 1 or self.num_players == 2:
            return {"leader": leaders, "undersecretary": []}
        second = max(status[seat] for seat in others)
        return {"leader": leaders, "undersecretary": [s for s in others if status[s] == second]}

    def _awards(self, tribe: str, place: int) -> list[int]:
        """4.3: what this tribe pays to each seat."""
        titles = self._titles(tribe)
        first, second = (self.deck["titles"][t][place] for t in ("leader", "undersecretary"))
        if len(titles["leader"]) > 1:
            first = first + second if self.num_players > 2 else 0
        purses = {"leader": first, "undersecretary": second}
        share = {title: purses[title] // len(who) for title, who in titles.items() if who}
        return [sum(share[t] for t in share if seat in titles[t]) for seat in self.seats]

    def _victory_points(self) -> list[int]:
        """4.3, 4.4, R10: awards and full ships, less the penalty for scorn."""
        awards = [self._awards(tribe, place) for place, tribe in enumerate(self._ranking())]
        ships = [sum(ship["vp"] for ship in won) for won in self.ships_won]
        penalty = self.deck["setup"]["scorn_penalty"]
        lost = [penalty * list(self.scorn.values()).count(seat) for seat in self.seats]
        return [sum(award[s] for award in awards) + ships[s] - lost[s] for s in self.seats]

    def _places(self, vp: list[int], monkeys: list[int], status: list[int]) -> list[int]:
        """4.5, R11: by points, then monkeys, then status; 1 is best, and ties share."""
        scores = list(zip(vp, monkeys, status, strict=True))
        return [1 + sum(other > mine for other in scores) for mine in scores]

    def _returns(self, places: list[int]) -> list[float]:
        """Reward "win": zero-sum, the winners share."""
        others, winners = self.num_players - 1, places.count(1)
        won = (1 - (winners - 1) / others) / winners
        return [won if place == 1 else -1 / others for place in places]
