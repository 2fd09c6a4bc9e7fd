"""What people see of the game."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, model_validator

from berries.info import INFO
from berries.kernels import OPEN, STATE_DTYPE, UNIT, WAIT, clear_table
from berries.layout import LAYOUT as LAYOUT
from berries.layout import MAX_BERRIES, MAX_GROWTHS, MAX_TICKS, NUM_BUSHES
from mom_env.base import game, ruleset
from mom_env.base import vector_game as vector
from mom_env.base.layout import places_of
from mom_env.base.naming import FixedWords
from mom_env.contract.options import GameOptions
from mom_env.contract.people import ActionRange, Bot, Plain
from mom_env.contract.records import Indices, Records
from mom_env.errors import PositionError

CHOICES: list[Plain] = [{"wait": True}, *({"bush": bush} for bush in range(NUM_BUSHES))]
WORDS = FixedWords(CHOICES)
describe = WORDS.describe
ACTIONS = (
    ActionRange("wait", "act", WAIT, 1, "one way"),
    ActionRange("go to a bush", "act", WAIT + 1, NUM_BUSHES, "number of the bush"),
)
BOTS = {"random": Bot(0, 1, "draws a legal action")}

Berries = Annotated[int, Field(ge=0, le=MAX_BERRIES)]


class Deck(ruleset.Deck):
    """What grows.

    Attributes:
        first: berries on each bush.
        growths: berries that may grow on a bush in a tick, each with the same chance.
        goal: berries that win alone.
    """

    first: Berries
    growths: Annotated[list[Berries], Field(min_length=1, max_length=MAX_GROWTHS)]
    goal: Annotated[int, Field(ge=0)]

    @model_validator(mode="after")
    def _is_for_so_many(self) -> "Deck":
        if not set(self.player_counts) <= set(INFO.num_players):
            raise ValueError(f"player_counts: expected some of {INFO.num_players}, found {self.player_counts}")
        return self


class OPTIONS(GameOptions):
    """Rule options.

    Attributes:
        clash: what becomes of the berries where several players meet: "lose" or "share".
        ticks: how many are played.
    """

    clash: Literal["lose", "share"] = "lose"
    ticks: Annotated[int, Field(ge=1, le=MAX_TICKS)] = 6


DECKS = {"standard": Deck(name="standard", player_counts=[1, 2, 3], first=2, growths=[0, 0, 1, 3], goal=15)}


def fill(rules: Any, deck: Deck, chosen: OPTIONS) -> None:
    """Write deck and options into a record."""
    rules.ticks, rules.share = chosen.ticks, chosen.clash == "share"
    rules.first, rules.goal, rules.num_growths = deck.first, deck.goal, len(deck.growths)
    rules.growths[: len(deck.growths)] = deck.growths


Ruleset = ruleset.Ruleset[Deck, OPTIONS]


class Game(game.Game[Ruleset]):
    """A game of Berries."""

    info = INFO
    decisions = ("act",)
    make_ruleset = ruleset.Rulesets(INFO.package, DECKS, OPTIONS, fill)

    def words(self) -> FixedWords:
        """Return the names of choices."""
        return WORDS

    def snapshot(self, seat: int | None = None) -> Plain:
        """Return the position; a seat knows its own favourite and choice, and at the end all favourites."""
        state, count = self._states[0], self.num_players
        known = {self._checked_seat(seat)} if seat is not None else set(range(count))
        favourites = [
            bush if other in known or self.over else None for other, bush in enumerate(state.favourite[:count])
        ]
        chosen = [
            None if action == OPEN or other not in known else action for other, action in enumerate(state.pending)
        ]
        view = {
            "num_players": count,
            "options": self.ruleset.options.plain(),
            "seat": self.seat,
            "decision": self.decision,
            "over": self.over,
            "tick": int(state.tick),
            "bushes": state.bushes.tolist(),
            "favourite": [None if bush is None else int(bush) for bush in favourites],
            "pending": [None if action is None else int(action) for action in chosen[:count]],
            **{name: state[name][:count].tolist() for name in ("tired", "picked", "score")},
        }
        return view if seat is not None else view | {"growth": growth_of(state)}

    def setup_block(self) -> Plain:
        """Return the favourites, and what will grow by tick."""
        state, count = self._states[0], self.num_players
        ticks = int(self._rules[0].ticks)
        return {"favourites": state.favourite[:count].tolist(), "growth": growth_of(state)[:ticks]}

    @classmethod
    def num_players_of(cls, setup: Mapping[str, Any], num_players: int | None) -> int:
        """Return how many favourites there are."""
        favourites = setup.get("favourites")
        if not isinstance(favourites, list):
            raise PositionError("setup: expected an entry 'favourites', one for each seat")
        return len(favourites)

    @classmethod
    def deal_from(cls, setup: Mapping[str, Any], ruleset: Ruleset, stream: int) -> Records:
        """Return the record of a setup."""
        growth, ticks = setup.get("growth"), ruleset.options.ticks
        if setup.keys() != {"favourites", "growth"} or not are_whole(setup["favourites"], range(NUM_BUSHES)):
            raise PositionError(f"favourites: expected bushes, and beside them the growth, found {setup!r:.60}")
        if not isinstance(growth, list) or len(growth) != ticks or not all(map(is_growth, growth)):
            raise PositionError(f"growth: expected {ticks} lists of berries by bush, found {growth!r:.60}")
        states = np.zeros(1, STATE_DTYPE)
        clear_table(states[0], ruleset.rules[0])
        states["rng"] = stream
        states["favourite"][0, : ruleset.num_players] = setup["favourites"]
        states["growth"][0, :ticks] = growth
        return states


def growth_of(state: Any) -> list[list[int]]:
    """Return what will grow, by tick and bush."""
    growth: list[list[int]] = state.growth.tolist()
    return growth


def is_growth(row: Any) -> bool:
    """Return whether it is what grows in a tick."""
    return are_whole(row, range(MAX_BERRIES + 1)) and len(row) == NUM_BUSHES


def are_whole(numbers: Any, known: range) -> bool:
    """Return whether it is a list of such whole numbers."""
    return isinstance(numbers, list) and all(type(number) is int and number in known for number in numbers)


class VectorGame(vector.VectorGame):
    """Games of Berries in lock-step."""

    game = Game


def list_own_inputs(ruleset: Ruleset) -> dict[str, Indices]:  # the same in all
    """Return for each bush its berries, what each seat has picked there, and whether the viewer likes it best."""
    places = places_of(LAYOUT)
    favourite, picked = (places[name].reshape(-1, NUM_BUSHES) for name in ("favourite", "picked"))
    return {"go to a bush": np.vstack([places["bushes"], picked, favourite[:1]]).T}


def least_score_return(ruleset: Ruleset) -> float:
    """Return what a seat without berries gets if each other one has twice as many as ever grow."""
    deck, ticks = ruleset.deck, ruleset.options.ticks
    most = 2 * NUM_BUSHES * (deck.first + ticks * max(deck.growths))
    return min(-1.0, -most / UNIT) if ruleset.num_players > 1 else -1.0
