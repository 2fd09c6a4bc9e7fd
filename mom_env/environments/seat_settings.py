"""The arguments of environments in which one seat learns, one or many side by side."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator

from mom_env.common.arguments import whole_of
from mom_env.common.settings import Settings

RANDOM = "random"


class SeatSettings(Settings):
    """Arguments of an environment with one learner.

    Attributes:
        opponents: a player for all other seats, or a list of them, one a seat, from the left of the learner on.
        seat: the learner's, from 0; "random" draws it for each game.
        illegal: what an illegal action does: "raise" an IllegalAction and change nothing, or "lose" the game.
        render_mode: how `render` shows the game.
    """

    opponents: Any = RANDOM
    seat: Any = RANDOM
    illegal: Literal["raise", "lose"] = "raise"
    render_mode: Literal["ansi", "rgb_array", "human"] | None = None


def _numbers_of_players(value: object) -> object:
    """Refuse what is neither a number of players nor a list of them; which of them there are, the deck says."""
    counts = value if isinstance(value, list | tuple) else [value]
    if not counts or any(whole_of(count) is None for count in counts):
        raise ValueError("expected a whole number, or a list of them")
    return value


class BatchSettings(SeatSettings):
    """Arguments of many environments side by side, which need not all be played by the same rules.

    Attributes:
        num_players: how many seats; a list shares the games out, as evenly as can be and in its order.
        options: rule options by name; a list shares the games of each number of players out among its entries.
    """

    num_players: Annotated[Any, AfterValidator(_numbers_of_players)] = 4
