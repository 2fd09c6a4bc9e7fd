"""Positions of Ape Town that are built by hand, as no play leads to some of them."""

from collections.abc import Mapping, Sequence
from typing import Any, Self, cast

from mom_env.ape_town import Game
from mom_env.ape_town.rules.setup import clear_board
from mom_env.ape_town.ruleset import load_deck
from mom_env.ape_town.state import NONE, NUM_APES, Decision, Motif, Rules, State
from mom_env.contract.options import OptionValue
from mom_env.contract.records import Records

BOX = [motif.name.lower() for motif in Motif for _ in range(load_deck("standard").tiles.of(motif))]


def row_with(places: Mapping[int, str]) -> list[str]:
    """All tiles of the standard box, with the given motifs at some places of the row."""
    left = BOX.copy()
    for motif in places.values():
        left.remove(motif)
    return [places[place] if place in places else left.pop(0) for place in range(len(BOX))]


class Table:
    """A game that stops at every decision; its methods change its record as they say."""

    def __init__(
        self,
        num_players: int = 3,
        start: int = 0,
        *,
        row: Mapping[int, str] | None = None,
        options: Mapping[str, OptionValue] | None = None,
        skip_forced: bool = False,
    ) -> None:
        setup = {"start": start, "tiles": row_with(row or {})}
        self.game = Game.from_setup(setup, num_players=num_players, options=options, skip_forced=skip_forced)

    @property
    def state(self) -> State:
        return cast(State, self.game.states[0])

    @property
    def rules(self) -> Rules:
        return cast(Rules, self.game.rules[0])

    @property
    def rules_array(self) -> Records:
        return self.game.rules

    # What players do

    def take(self, skipped: int = 0) -> Self:
        self.game.play({"skip": skipped})
        return self

    def place(self, field: int) -> Self:
        self.game.play({"field": field})
        return self

    def turn(self, skipped: int = 0) -> Self:
        """Take a tile and place it on the first field that is allowed."""
        self.take(skipped)
        self.game.play(self.game.legal_actions()[0])
        return self

    def turns(self, count: int) -> Self:
        """Take `count` tiles in the order of the row."""
        for _ in range(count):
            self.turn()
        return self

    # What is built by hand

    def lay(self, tiles: Mapping[int, str]) -> Self:
        """Lay tiles on fields: a motif, or a marker with the seat of its disc, such as "lemur 2"."""
        for field, text in tiles.items():
            motif, _, seat = text.partition(" ")
            self.state.tile[field] = Motif[motif.upper()]
            self.state.disc[field] = int(seat) if seat else NONE
        count_again(self.state, self.rules)
        return self

    def fill(self, district: int, tiles: Sequence[str] = (), rest: str = "banana") -> Self:
        """Lay tiles on the first free fields of a district, and `rest` on its other ones."""
        free = [field for field in self.fields(district) if self.state.tile[field] == NONE]
        texts = [*tiles, *[rest] * (len(free) - len(tiles))]
        return self.lay(dict(zip(free, texts, strict=True)))

    def fields(self, district: int) -> range:
        first = int(self.rules.first_field[district])
        return range(first, first + int(self.rules.num_in[district]))

    def clear(self, *fields: int) -> Self:
        for field in fields:
            self.state.tile[field] = self.state.disc[field] = NONE
        count_again(self.state, self.rules)
        return self

    def display(self, places: Sequence[int], bundles: Mapping[int, int] | None = None) -> Self:
        """Let these places of the row be all that is face up, with bundles of money by place."""
        shown = len(places)
        self.state.display[:] = [*places, *[NONE] * (len(self.state.display) - shown)]
        self.state.bundles[:] = 0
        self.state.bundles[:shown] = [(bundles or {}).get(place, 0) for place in places]
        self.state.num_shown = shown
        return self

    def money(self, *bundles: int) -> Self:
        self.state.money[: len(bundles)] = bundles
        return self

    def discs(self, *discs: int) -> Self:
        self.state.discs[: len(discs)] = discs
        return self

    def hold(self, motif: str, place: int) -> Self:
        """Let the seat to move hold a tile from this place of the row."""
        self.state.hand, self.state.hand_place = Motif[motif.upper()], place
        self.state.decision = Decision.PLACE
        return self

    def turns_played(self, count: int, seat: int) -> Self:
        """Let this be the turn of a seat after `count` others."""
        self.state.turn, self.state.seat = count, seat
        return self

    # What is seen

    @property
    def points(self) -> list[int]:
        return [int(points) for points in self.state.points[: self.game.num_players]]

    @property
    def bundles(self) -> list[int]:
        return [int(bundles) for bundles in self.state.money[: self.game.num_players]]

    @property
    def shown(self) -> list[int]:
        return [int(place) for place in self.state.display[: int(self.state.num_shown)]]

    def on_track(self) -> dict[int, int]:
        """The bundles beside the tiles, by segment, without zeros."""
        return {tile["segment"]: tile["bundles"] for tile in self.snapshot["display"] if tile["bundles"]}

    @property
    def snapshot(self) -> Any:
        return self.game.snapshot()

    def options(self) -> list[int]:
        """The numbers of tiles that may be skipped, or the fields that are allowed."""
        return [int(value) for choice in self.game.choices() for value in choice.values()]  # type: ignore[call-overload]


def count_again(state: State, rules: Rules) -> None:
    """Write into a record what follows from the tiles and discs on the fields."""
    tiles, discs, hand, place = state.tile.copy(), state.disc.copy(), int(state.hand), int(state.hand_place)
    clear_board(state, rules)
    state.tile[:], state.disc[:], state.hand, state.hand_place = tiles, discs, hand, place
    state.turn = sum(int(motif) != NONE for motif in tiles)
    for field in range(int(rules.num_fields)):
        motif, seat, district = int(tiles[field]), int(discs[field]), int(rules.district[field])
        state.free[district] -= motif != NONE
        beside = [int(other) for other in rules.beside[field, : int(rules.num_beside[field])]]
        if 0 <= motif < NUM_APES:
            state.worth[district] += rules.value[motif]
        for other in beside:
            state.sites_beside[other] += motif == Motif.BANANA
            state.worth_beside[other] += int(rules.value[motif]) if 0 <= motif < NUM_APES else 0
        state.all_lemurs[district] += motif == Motif.LEMUR
        if seat != NONE:
            (state.lemurs if motif == Motif.LEMUR else state.orangutans)[seat, district] += 1
