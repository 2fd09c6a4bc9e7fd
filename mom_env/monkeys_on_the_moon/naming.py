"""Names for the numbers in a record: cards, monkeys, ships and choices as people and replays write them."""

from collections.abc import Iterable, Mapping, Sequence

from mom_env.common.arguments import shown, whole_of
from mom_env.errors import IllegalAction
from mom_env.monkeys_on_the_moon.actions import (
    ADVANCE,
    COIN_COUNTS,
    PASS,
    PAY_ALLY,
    PLAY_CARD,
    PUT_UP,
    STAY,
    TAKE_SCORN,
    TAKE_SHIP,
    bid_action,
    clockwise_coins,
    counter_coins,
    describe,
    own_coins,
    range_of,
)
from mom_env.monkeys_on_the_moon.deck import Deck
from mom_env.monkeys_on_the_moon.rules.auction import points_of
from mom_env.monkeys_on_the_moon.snapshots.shapes import Card, Choice, Monkey, Ship
from mom_env.monkeys_on_the_moon.state import MAX_MOVES, MAX_SHIP_TYPES, MAX_STATUSES, Decision, Int8s

# The keys of each choice, for messages.
CHOICE_FORMS = {
    Decision.CARD: '{"tribe", "move"}',
    Decision.TRIBE: '{"tribe"}',
    Decision.APPEASE: '{"pay"} or {"scorn"}',
    Decision.MONKEY: '{"tribe", "status"}',
    Decision.BID: '{"pass": true} or {"own", "cw", "ccw"}',
    Decision.SHIP: '{"tribe", "seats", "vp"}',
    Decision.STAY: '{"tribe"}',
}


class Words:
    """The names of tribes, cards and actions in one circle of one deck: turns numbers of a record into names, and back.

    Attributes:
        deck: the deck of the game.
        tribes: the names of the tribes by their place in the circle, clockwise.
    """

    def __init__(self, deck: Deck, colours: Int8s) -> None:
        """Take the deck, and the deck's number of the tribe at each place of the circle, which is `State.colour`."""
        self.deck = deck
        self.tribes = [deck.tribes[int(colour)] for colour in colours]

    def card(self, card: int) -> Card:
        """Return the civilization card of kind `card` as its tribe's name and its move, in spaces.

        Raises:
            IndexError: no card of the deck has such a move.
        """
        return {"tribe": self.tribes[card // MAX_MOVES], "move": self.deck.moves[card % MAX_MOVES]}

    def monkey(self, monkey: int) -> Monkey:
        """Return the monkey of kind `monkey` as its tribe's name and its status.

        Raises:
            IndexError: no monkey of the deck has such a status.
        """
        return {"tribe": self.tribes[monkey // MAX_STATUSES], "status": self.deck.statuses[monkey % MAX_STATUSES]}

    def ship(self, ship: int) -> Ship:
        """Return the ship of kind `ship` as its tribe's name, its number of seats and its VP.

        Raises:
            IndexError: no ship of the deck has such seats and VP.
        """
        seats, vp = self.deck.ship_types[ship % MAX_SHIP_TYPES]
        return {"tribe": self.tribes[ship // MAX_SHIP_TYPES], "seats": seats, "vp": vp}

    def cards(self, cards: Iterable[int]) -> list[Card]:
        """Return the civilization cards of these kinds as tribe and move, in the given order."""
        return [self.card(card) for card in cards]

    def monkeys(self, monkeys: Iterable[int]) -> list[Monkey]:
        """Return the monkeys of these kinds as tribe and status, in the given order."""
        return [self.monkey(monkey) for monkey in monkeys]

    def ships(self, ships: Iterable[int]) -> list[Ship]:
        """Return the ships of these kinds as tribe, seats and VP, in the given order."""
        return [self.ship(ship) for ship in ships]

    def card_kind(self, card: Mapping[str, object]) -> int:
        """Return the kind of a civilization card that is given as tribe and move.

        Raises:
            KeyError: an entry is missing.
            ValueError: the deck has no such tribe or no such move.
        """
        return self.tribe(card["tribe"]) * MAX_MOVES + _index(self.deck.moves, card["move"])

    def monkey_kind(self, monkey: Mapping[str, object]) -> int:
        """Return the kind of a monkey that is given as tribe and status.

        Raises:
            KeyError: an entry is missing.
            ValueError: the deck has no such tribe or no such status.
        """
        return self.tribe(monkey["tribe"]) * MAX_STATUSES + _index(self.deck.statuses, monkey["status"])

    def ship_kind(self, ship: Mapping[str, object]) -> int:
        """Return the kind of a ship that is given as tribe, seats and VP.

        Raises:
            KeyError: an entry is missing.
            ValueError: the deck has no such tribe, or no such pair of seats and VP.
        """
        kind = _whole(ship["seats"]), _whole(ship["vp"])
        return self.tribe(ship["tribe"]) * MAX_SHIP_TYPES + _index(self.deck.ship_types, kind)

    def tribe(self, name: object) -> int:
        """Return the place in the circle, 0 to 5, of the tribe with this name.

        Raises:
            ValueError: the deck has no tribe of that name.
        """
        if not isinstance(name, str) or name not in self.tribes:
            raise ValueError(f"expected one of the tribes {', '.join(self.tribes)}, found {shown(name)}")
        return self.tribes.index(name)

    def choice(self, action: int) -> Choice:
        """Return the dict of names that stands for an action id in `choices()` and in replays.

        Raises:
            ValueError: there is no such id.
            IndexError: the deck has no such card.
        """
        row = range_of(action)
        index = action - row.start
        if row.start == PLAY_CARD:
            card = self.card(index)
            return {"tribe": card["tribe"], "move": card["move"]}
        if row.start == PUT_UP:
            monkey = self.monkey(index)
            return {"tribe": monkey["tribe"], "status": monkey["status"]}
        if row.start == TAKE_SHIP:
            ship = self.ship(index)
            return {"tribe": ship["tribe"], "seats": ship["seats"], "vp": ship["vp"]}
        if row.start == PAY_ALLY:
            return {"pay": self.tribes[index]}
        if row.start == TAKE_SCORN:
            return {"scorn": self.tribes[index]}
        if action == PASS:
            return {"pass": True}
        if row.decision == Decision.BID:
            return {"own": own_coins(action), "cw": clockwise_coins(action), "ccw": counter_coins(action)}
        return {"tribe": self.tribes[index]}

    def action(self, decision: str, choice: Mapping[str, object]) -> int:
        """Return the action id that a choice, a dict of names, stands for.

        `decision` is the name of the decision, such as "bid". Whether the action is legal now is not checked.

        Raises:
            IllegalAction: the choice does not have the form of this decision, or names something that does not exist.
        """
        kind = Decision[decision.upper()]
        try:
            return self._action(kind, choice)
        except (KeyError, ValueError, TypeError) as error:
            form = CHOICE_FORMS[kind]
            reason = f": {error}" if isinstance(error, ValueError) else ""
            raise IllegalAction(f"the decision is {decision}: expected {form}, found {shown(choice)}{reason}") from None

    def _action(self, decision: Decision, choice: Mapping[str, object]) -> int:
        """Return the action id that a choice stands for.

        Raises:
            KeyError: the choice does not have the form of this decision.
            ValueError: it names something that does not exist.
        """
        keys = set(choice)
        if decision == Decision.CARD and keys == {"tribe", "move"}:
            return PLAY_CARD + self.card_kind(choice)
        if decision == Decision.TRIBE and keys == {"tribe"}:
            return ADVANCE + self.tribe(choice["tribe"])
        if decision == Decision.APPEASE and keys == {"pay"}:
            return PAY_ALLY + self.tribe(choice["pay"])
        if decision == Decision.APPEASE and keys == {"scorn"}:
            return TAKE_SCORN + self.tribe(choice["scorn"])
        if decision == Decision.MONKEY and keys == {"tribe", "status"}:
            return PUT_UP + self.monkey_kind(choice)
        if decision == Decision.BID and keys == {"pass"} and choice["pass"] is True:
            return PASS
        if decision == Decision.BID and keys == {"own", "cw", "ccw"}:
            return _bid(choice)
        if decision == Decision.SHIP and keys == {"tribe", "seats", "vp"}:
            return TAKE_SHIP + self.ship_kind(choice)
        if decision == Decision.STAY and keys == {"tribe"}:
            return STAY + self.tribe(choice["tribe"])
        raise KeyError

    def describe(self, action: int) -> str:
        """Return the action with the id `action` in words.

        Tribes have their names. The id of a card that is not in this deck is never legal; its tribe is named by its
        place in the circle, as no name is known for it.

        Raises:
            ValueError: there is no such id.
        """
        row = range_of(action)
        try:
            choice = self.choice(action)
        except IndexError:
            return f"{describe(action)}, not in this deck"
        if row.start == PLAY_CARD:
            return f"play {choice['tribe']} {choice['move']}"
        if row.start == PUT_UP:
            return f"put up {choice['tribe']} {choice['status']}"
        if row.start == TAKE_SHIP:
            return f"take the {choice['tribe']} ship, {choice['seats']} seats for {choice['vp']} VP"
        if row.decision == Decision.BID:
            return "pass" if action == PASS else f"bid {_points(choice)} points: {_coins(choice)}"
        if row.decision == Decision.APPEASE:
            return f"pay 1 {choice['pay']}" if "pay" in choice else f"take the scorn of {choice['scorn']}"
        return f"advance {choice['tribe']}" if row.start == ADVANCE else f"{choice['tribe']} stays behind"


def _bid(choice: Mapping[str, object]) -> int:
    """Return the action id of a bid that is given as numbers of coins under `own`, `cw` and `ccw`.

    Raises:
        ValueError: a number is not from 0 to MAX_COINS, or all are 0.
    """
    coins = [_whole(choice[key]) for key in ("own", "cw", "ccw")]
    if not all(0 <= count < COIN_COUNTS for count in coins):
        raise ValueError(f"expected 0 to {COIN_COUNTS - 1} coins of each tribe")
    if not any(coins):
        raise ValueError('a bid has at least one coin; to pass is {"pass": true}')
    return int(bid_action(*coins))


def _points(choice: Choice) -> int:
    """Return the points of a bid that is given as numbers of coins under `own`, `cw` and `ccw`."""
    return points_of(choice["own"], choice["cw"], choice["ccw"])


def _coins(choice: Choice) -> str:
    """Return the coins of a bid in words, such as "2 own, 1 cw"; tribes without coins are left out."""
    return ", ".join(f"{choice[key]} {key}" for key in ("own", "cw", "ccw") if choice[key])


def _whole(number: object) -> int:
    """Return `number` as an int; raise ValueError if it is not a whole number."""
    whole = whole_of(number)
    if whole is None:
        raise ValueError(f"expected a whole number, found {shown(number)}")
    return whole


def _index(kinds: Sequence[object], kind: object) -> int:
    """Return the index of `kind` in `kinds`, from 0.

    Raises:
        ValueError: it is not there, or is neither a tuple nor a whole number.
    """
    kind = kind if isinstance(kind, tuple) else _whole(kind)
    if kind not in kinds:
        raise ValueError(f"expected one of {', '.join(map(str, kinds))}, found {kind}")
    return kinds.index(kind)
