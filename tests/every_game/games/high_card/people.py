"""What people see of the game."""

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
from pydantic import Field, field_validator, model_validator

from high_card.info import INFO
from high_card.kernels import EXCHANGE, FOLD, NONE, STATE_DTYPE, clear_table
from high_card.layout import FIRST_COINS, MAX_CARDS, MAX_PLAYERS, MAX_ROUNDS, MAX_STAKE, NUM_VALUES
from high_card.layout import LAYOUT as LAYOUT
from mom_env.base import game, ruleset
from mom_env.base import vector_game as vector
from mom_env.base.naming import FixedWords
from mom_env.contract.options import AS_TUPLE, GameOptions
from mom_env.contract.people import ActionRange, Bot, Plain
from mom_env.contract.records import Records
from mom_env.errors import PositionError

CHOICES: list[Plain] = [{"fold": True}, *({"stake": coins} for coins in range(1, MAX_STAKE + 1)), {"exchange": True}]
WORDS = FixedWords(CHOICES)
describe = WORDS.describe
ACTIONS = (
    ActionRange("fold", "bet", FOLD, 1, "one way"),
    ActionRange("stake", "bet", FOLD + 1, MAX_STAKE, "coins, from 1"),
    ActionRange("exchange", "bet", EXCHANGE, 1, "one way"),
)
BOTS = {"random": Bot(0, 1, "draws a legal action"), "bold": Bot(1, 1, "stakes the least on a high card")}


class Deck(ruleset.Deck):
    """What is dealt.

    Attributes:
        copies: of each card, by value.
        coins: of each player.
    """

    copies: Annotated[list[Annotated[int, Field(ge=0, le=9)]], Field(min_length=NUM_VALUES, max_length=NUM_VALUES)]
    coins: Annotated[int, Field(ge=1, le=FIRST_COINS)]

    @model_validator(mode="after")
    def _has_cards_for_all_rounds(self) -> "Deck":
        least = MAX_PLAYERS * MAX_ROUNDS
        if not least <= sum(self.copies) <= MAX_CARDS:
            raise ValueError(f"copies: expected {least} to {MAX_CARDS} cards, found {sum(self.copies)}")
        if not set(self.player_counts) <= set(INFO.num_players):
            raise ValueError(f"player_counts: expected some of {INFO.num_players}, found {self.player_counts}")
        return self


class OPTIONS(GameOptions):
    """Rule options.

    Attributes:
        exchange: whether a coin buys another card.
        rounds: how many are played.
        stakes: the numbers of coins that may be staked.
    """

    exchange: bool = True
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] = 3
    stakes: Annotated[tuple[Annotated[int, Field(ge=1, le=MAX_STAKE)], ...], AS_TUPLE] = (1, 2, 4)

    @field_validator("stakes")
    @classmethod
    def _rise(cls, stakes: tuple[int, ...]) -> tuple[int, ...]:
        if list(stakes) != sorted(set(stakes)):
            raise ValueError(f"expected numbers that rise, found {list(stakes)}")
        return stakes


DECKS = {"standard": Deck(name="standard", player_counts=[2, 3, 4], copies=[5, 4, 4, 4, 4, 3], coins=6)}


def fill(rules: Any, deck: Deck, chosen: OPTIONS) -> None:
    """Write deck and options into a record."""
    rules.coins, rules.exchange, rules.rounds = deck.coins, chosen.exchange, chosen.rounds
    rules.copies[:], rules.num_cards = deck.copies, sum(deck.copies)
    rules.may_stake[list(chosen.stakes)] = 1


Ruleset = ruleset.Ruleset[Deck, OPTIONS]


class Game(game.Game[Ruleset]):
    """A game of High Card."""

    info = INFO
    decisions = ("bet",)
    make_ruleset = ruleset.Rulesets(INFO.package, DECKS, OPTIONS, fill)

    def words(self) -> FixedWords:
        """Return the names of choices."""
        return WORDS

    def snapshot(self, seat: int | None = None) -> Plain:
        """Return the position; a seat sees its own card."""
        state, seats = self._states[0], range(self.num_players)
        hidden = set(seats) - {self._checked_seat(seat)} if seat is not None else set()
        hand = [None if card == NONE else card for card in state.hand[: self.num_players].tolist()]
        view = {
            "num_players": self.num_players,
            "options": self.ruleset.options.plain(),
            "seat": self.seat,
            "decision": self.decision,
            "over": self.over,
            **{name: int(state[name]) for name in ("round_number", "start", "acted", "highest", "pot")},
            "has_exchanged": bool(state.has_exchanged),
            "coins": state.coins[: self.num_players].tolist(),
            "stake": state.stake[: self.num_players].tolist(),
            "hand": [None if other in hidden else card for other, card in enumerate(hand)],
            "open": state.open.tolist(),
            "pile": int(self._rules[0].num_cards) - int(state.dealt),
        }
        return view if seat is not None else view | {"pile_cards": pile_of(state)}

    def setup_block(self) -> Plain:
        """Return who begins, and the pile that all cards come from."""
        return {"start": int(self._states[0].start), "pile": pile_of(self._states[0])}

    @classmethod
    def deal_from(cls, setup: Mapping[str, Any], ruleset: Ruleset, stream: int) -> Records:
        """Return the record of a setup."""
        start, pile = setup.get("start"), setup.get("pile")
        cards = [value for value, count in enumerate(ruleset.deck.copies) for _ in range(count)]
        if setup.keys() != {"start", "pile"} or type(start) is not int or not 0 <= start < ruleset.num_players:
            raise PositionError(f"start: expected a seat, and beside it a pile, found {setup!r:.60}")
        if not isinstance(pile, list) or any(type(card) is not int for card in pile) or sorted(pile) != cards:
            raise PositionError(f"pile: expected the cards {cards} in any order, found {pile!r:.60}")
        states = np.zeros(1, STATE_DTYPE)
        clear_table(states[0], ruleset.rules[0])
        states["rng"], states["start"], states["seat"] = stream, start, start
        states["pile"][0, : len(pile)] = pile
        return states


def pile_of(state: Any) -> list[int]:
    """Return the cards of the pile, the next one first."""
    return [card for card in state.pile.tolist() if card != NONE]


class VectorGame(vector.VectorGame):
    """Games of High Card in lock-step."""

    game = Game


def least_score_return(ruleset: Ruleset) -> float:
    """Return what a seat without coins gets if the others have all."""
    return -ruleset.deck.coins * ruleset.num_players / (ruleset.num_players - 1) / INFO.score_unit
