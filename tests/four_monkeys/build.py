"""Tables of 4 Monkeys built by hand: from setups with chosen cards, tiles and orders, or on the record itself."""

from collections import Counter
from typing import Any, Self

from mom_env.contract.people import DeckSource
from mom_env.four_monkeys import Game
from mom_env.four_monkeys.deck import heights_of
from mom_env.four_monkeys.rules.stacks import look_at_tops
from mom_env.four_monkeys.rules.tick import begin_tick
from mom_env.four_monkeys.ruleset import Ruleset, make_ruleset
from mom_env.four_monkeys.sizes import KINDS
from mom_env.four_monkeys.state import BENEATH, GREEN, IN_DECK, ORANGE

WAIT = {"wait": True}


def grab(combo: int) -> dict[str, Any]:
    return {"grab": combo}


def lay(kind: str) -> dict[str, Any]:
    return {"lay": kind}


CLOSE = {"close": True}
REVEAL = {"reveal": True}
STOP = {"stop": True}


def filled(first: list[Any], whole: list[Any]) -> list[Any]:
    """What is asked for first, and then all that is left of the whole."""
    left = Counter(whole)
    left.subtract(first)
    assert min(left.values()) >= 0, f"{first} is not in a pack of {Counter(whole)}"
    return [*first, *left.elements()]


def deck_of(ruleset: Ruleset, first: str) -> list[str]:
    """A deck whose next cards are those that are named."""
    copies = ruleset.deck.copies
    return filled(first.split(), [kind for kind, count in zip(KINDS, copies, strict=True) for _ in range(count)])


def tiles_of(ruleset: Ruleset, area: int, tops: dict[int, list[int]]) -> list[int]:
    """The tiles of an area with the named ones on top of stacks, by stack; others show combo 10 where it can be had."""
    rules, combos = ruleset.rules[0], len(ruleset.deck.combos)
    heights = heights_of(int(rules.num_tiles[area]), int(rules.num_stacks[area]))
    sets = int(rules.num_tiles[area]) // combos
    left = Counter(dict.fromkeys(range(1, combos + 1), sets))
    for named in tops.values():
        left.subtract(named)
    assert min(left.values()) >= 0
    rest = sorted(left.elements())
    stacks = []
    for number, height in enumerate(heights):
        named = tops.get(number, [])
        stacks += [*named, *(rest.pop() for _ in range(height - len(named)))]
    return stacks


class Table:
    """A game with chosen cards, tiles and orders, in which choices are played by seat."""

    def __init__(
        self,
        num_players: int,
        *,
        hands: dict[int, str] | None = None,
        tops: dict[int, list[int]] | None = None,
        orders: dict[int, list[int]] | None = None,
        deck: DeckSource = "standard",
        skip_forced: bool = True,
        **options: Any,
    ) -> None:
        ruleset = make_ruleset(num_players, deck, options, skip_forced=skip_forced)
        rules, seats = ruleset.rules[0], list(range(num_players))
        length = int(rules.ticks)
        chosen = [] if rules.rotate else [(orders or {}).get(tick, seats) for tick in range(length)]
        one = {
            "decks": [deck_of(ruleset, (hands or {}).get(seat, "")) for seat in seats],
            "tiles": [tiles_of(ruleset, area, (tops or {}) if area == 0 else {}) for area in range(rules.num_areas)],
            "orders": chosen,
            "ticks": length,
        }
        setup = {"rounds": [one] * int(rules.num_deals)}
        self.game = Game.from_setup(setup, num_players=num_players, deck=deck, options=options, skip_forced=skip_forced)

    @property
    def state(self) -> Any:
        return self.game.states[0]

    @property
    def now(self) -> dict[str, Any]:
        return dict(self.game.snapshot())

    def tick(self, choices: dict[int, dict[str, Any]] | None = None) -> Self:
        """One tick: those who are not named wait."""
        chosen = choices or {}
        asked = self.game.seats_to_move()
        assert set(chosen) <= set(asked), f"{chosen}: only {asked} are asked"
        for seat in asked:
            assert self.game.seat == seat
            self.game.play(chosen.get(seat, WAIT))
        return self

    def ticks(self, count: int) -> Self:
        for _ in range(count):
            self.tick()
        return self

    def choices(self, seat: int) -> list[dict[str, Any]]:
        return [dict(choice) for choice in self.game.asking(seat).choices()]

    def offers(self, seat: int, name: str) -> list[Any]:
        """What a seat is offered of a kind of choice."""
        return [choice[name] for choice in self.choices(seat) if name in choice]

    # On the record itself

    def tile(self, seat: int, combo: int, cards: str = "CC", *, orange: bool = False) -> Self:
        """Lay a closed tile with cards beneath it in front of a seat; the cards come from the end of its deck."""
        state, number = self.state, int(self.state.round_number)
        row = int(state.num_rows[number])
        state.num_rows[number] += 1
        state.row_seat[number, row], state.row_combo[number, row], state.row_orange[number, row] = (
            seat,
            combo - 1,
            orange,
        )
        kinds, num_cards = [KINDS.index(card) for card in cards.split()], int(self.game.rules[0].num_cards)
        for kind in kinds:
            place = max(place for place in range(num_cards) if state.where[number, seat, place] == IN_DECK)
            state.where[number, seat, place] = row
            state.decks[int(state.deal_number), seat, place] = kind
        state.row_beneath[number, row] = len(kinds)
        state.counts[seat, ORANGE if orange else GREEN, combo - 1] += 1
        state.counts[seat, BENEATH, combo - 1] += len(kinds)
        return self.again()

    def again(self) -> Self:
        """Look again at what follows from the record."""
        look_at_tops(self.state, self.game.rules[0])
        begin_tick(self.state, self.game.rules[0])
        return self

    def last_tick(self) -> Self:
        """Skip to the last tick of the round."""
        self.state.tick = int(self.state.ticks[int(self.state.deal_number)]) - 1
        return self.again()

    def score(self) -> list[int]:
        """Wait until the round is over, and return the totals."""
        self.last_tick().tick()
        return self.totals()

    def totals(self) -> list[int]:
        return [int(total) for total in self.state.total[: self.game.num_players]]

    def heights(self) -> list[int]:
        return [stack["height"] for stack in self.now["stacks"][0]]

    def hand_sizes(self) -> list[int]:
        return list(self.now["hand_size"])

    def hand(self, seat: int) -> list[str]:
        return [kind for kind, count in self.now["hand"][seat].items() for _ in range(count)]

    def combos(self, seat: int) -> list[int]:
        return [tile["combo"] for tile in self.now["tiles"][seat]]
