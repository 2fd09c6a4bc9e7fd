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
    """The names that apply to one circle of one deck."""

    def __init__(self, deck: Deck, colours: Int8s) -> None:
        self.deck = deck
        self.tribes = [deck.tribes[int(colour)] for colour in colours]

    def card(self, card: int) -> Card:
        """Return a civilization card by names."""
        return {"tribe": self.tribes[card // MAX_MOVES], "move": self.deck.moves[card % MAX_MOVES]}

    def monkey(self, monkey: int) -> Monkey:
        """Return a monkey by names."""
        return {"tribe": self.tribes[monkey // MAX_STATUSES], "status": self.deck.statuses[monkey % MAX_STATUSES]}

    def ship(self, ship: int) -> Ship:
        """Return a ship by names."""
        seats, vp = self.deck.ship_types[ship % MAX_SHIP_TYPES]
        return {"tribe": self.tribes[ship // MAX_SHIP_TYPES], "seats": seats, "vp": vp}

    def cards(self, cards: Iterable[int]) -> list[Card]:
        """Return civilization cards by names, in their order."""
        return [self.card(card) for card in cards]

    def monkeys(self, monkeys: Iterable[int]) -> list[Monkey]:
        """Return monkeys by names, in their order."""
        return [self.monkey(monkey) for monkey in monkeys]

    def ships(self, ships: Iterable[int]) -> list[Ship]:
        """Return ships by names, in their order."""
        return [self.ship(ship) for ship in ships]

    def card_kind(self, card: Mapping[str, object]) -> int:
        """Return the kind of a card given by names; raise ValueError or KeyError if there is none."""
        return self.tribe(card["tribe"]) * MAX_MOVES + _index(self.deck.moves, card["move"])

    def monkey_kind(self, monkey: Mapping[str, object]) -> int:
        """Return the kind of a monkey given by names; raise ValueError or KeyError if there is none."""
        return self.tribe(monkey["tribe"]) * MAX_STATUSES + _index(self.deck.statuses, monkey["status"])

    def ship_kind(self, ship: Mapping[str, object]) -> int:
        """Return the kind of a ship given by names; raise ValueError or KeyError if there is none."""
        kind = _whole(ship["seats"]), _whole(ship["vp"])
        return self.tribe(ship["tribe"]) * MAX_SHIP_TYPES + _index(self.deck.ship_types, kind)

    def tribe(self, name: object) -> int:
        """Return the place of a tribe in the circle.

        Raises:
            ValueError: the deck has no tribe of that name.
        """
        if not isinstance(name, str) or name not in self.tribes:
            raise ValueError(f"expected one of the tribes {', '.join(self.tribes)}, found {shown(name)}")
        return self.tribes.index(name)

    def choice(self, action: int) -> Choice:
        """Return the dict that stands for an action in `choices()` and in replays.

        Raises:
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
        """Return the action that a choice stands for.

        Raises:
            IllegalAction: the choice does not have the form of this decision, or names something that does not exist.
        """
        kind = Decision[decision.upper()]
        try:
            return self._action(kind, choice)
        except (KeyError, ValueError, TypeError) as error:
            form = CHOICE_FORMS[kind]
            reason = f": {error}" if isinstance(error, ValueError) else ""
            raise IllegalAction(f"a {decision} decision: expected {form}, found {shown(choice)}{reason}") from None

    def _action(self, decision: Decision, choice: Mapping[str, object]) -> int:
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
        """Describe an action in words, with the tribes' names; by place if the deck has no such card."""
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
    coins = [_whole(choice[key]) for key in ("own", "cw", "ccw")]
    if not all(0 <= count < COIN_COUNTS for count in coins):
        raise ValueError(f"expected 0 to {COIN_COUNTS - 1} coins of each tribe")
    if not any(coins):
        raise ValueError('a bid has at least one coin; to pass is {"pass": true}')
    return int(bid_action(*coins))


def _points(choice: Choice) -> int:
    return points_of(choice["own"], choice["cw"], choice["ccw"])


def _coins(choice: Choice) -> str:
    return ", ".join(f"{choice[key]} {key}" for key in ("own", "cw", "ccw") if choice[key])


def _whole(number: object) -> int:
    whole = whole_of(number)
    if whole is None:
        raise ValueError(f"expected a whole number, found {shown(number)}")
    return whole


def _index(kinds: Sequence[object], kind: object) -> int:
    kind = kind if isinstance(kind, tuple) else _whole(kind)
    if kind not in kinds:
        raise ValueError(f"expected one of {', '.join(map(str, kinds))}, found {kind}")
    return kinds.index(kind)
