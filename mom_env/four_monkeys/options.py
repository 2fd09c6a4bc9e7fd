"""The rule options, by the names that users give them."""

from typing import Annotated, Literal

from pydantic import Field

from mom_env.contract.options import AS_TUPLE, GameOptions
from mom_env.four_monkeys.sizes import MAX_PACE, MAX_PLAYERS, MAX_ROUNDS, MAX_STOPS, MIN_PLAYERS, MIN_TICKS, MOST_TICKS

Pace = Annotated[int, Field(ge=1, le=MAX_PACE)]


class Options(GameOptions):
    """The rule options of the rules page.

    Attributes:
        ticks: length of a round in ticks; unset, as the tile file says: 60, in the family version 75 (section 2).
        timer: whether all see how many ticks are left; a hidden timer runs up to 12 ticks more or less (R5).
        contest: how it is decided who is quicker in a tick: by lot, or by turns (R4).
        pace: for each seat, that it can act in every 1st, 2nd ... tick only; unset, in every tick (R3).
        false_stops: how often a player may call Stop wrongly in a game (R17).
        check_choice: owners choose which of their tiles of equal value is checked first (R22).
        rounds: number of rounds; unset, as the tile file says: 3, from 7 players on 4 (section 7).
        banana_skins: play with banana skins (section 8).
        fresh_skins_count: skins count that were never handed over, too (R24).
        family: the family version (section 10).
    """

    ticks: Annotated[int, Field(ge=MIN_TICKS, le=MOST_TICKS)] | None = None
    timer: Literal["visible", "hidden"] = "visible"
    contest: Literal["lot", "rotate"] = "lot"
    pace: Annotated[tuple[Pace, ...], AS_TUPLE, Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)] | None = None
    false_stops: Annotated[int, Field(ge=0, le=MAX_STOPS)] = 0
    check_choice: bool = False
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] | None = None
    banana_skins: bool = False
    fresh_skins_count: bool = False
    family: bool = False
