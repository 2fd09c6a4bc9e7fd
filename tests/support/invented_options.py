"""Options of all kinds that no game has yet: a schema of its own, and the game's with more in it."""

from typing import Annotated, Any, Literal

from pydantic import Field

from mom_env.arena.plan import plan_of
from mom_env.contract.options import (
    AS_TUPLE,
    GameOptions,
)
from mom_env.monkeys_on_the_moon.options import Options

GAME = "monkeys_on_the_moon"
Places = Annotated[tuple[Annotated[int, Field(ge=1, le=9)], ...], AS_TUPLE, Field(min_length=1, max_length=4)]


class Ticking(GameOptions):
    """Options of all kinds, of no game."""

    ticks: Annotated[int, Field(ge=24, le=120)] | None = None
    rounds: Annotated[int, Field(ge=1, le=4)] = 3
    layout: Literal["random", 1, 2, 3] = "random"
    pace: Places = (1,)
    family: bool = False
    label: str = ""
    check_: Annotated[Literal["own", "2"], Field(alias="check")] = "own"


class Extended(Options):
    """Those of the game with others beside them that no rule reads."""

    ticks: Annotated[int, Field(ge=24, le=120)] | None = None
    layout: Literal["random", 1, 2, 3] = "random"
    pace: Places = (1,)


Extended.__doc__ = f"""{str(Options.__doc__).rstrip()}
        ticks: how many there are.
        layout: which one.
        pace: by place.
    """
CHOSEN: dict[str, Any] = {"ticks": 30, "layout": 2, "pace": [1, 2], "hidden_coins": True}
PLAN = plan_of(["greedy", "random"], [(0, 1)], 2, 2, 5)
