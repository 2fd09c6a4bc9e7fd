"""Arguments of environments in which one seat learns, for one game or many games."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator

from mom_env.common.arguments import whole_of
from mom_env.common.settings import Settings

RANDOM = "random"


class SeatSettings(Settings):
    """Arguments of an environment in which one seat learns.

    Attributes:
        opponents: one player for all other seats, or a list with one for each, starting at the left of the learner.
        seat: the learner's seat, from 0; "random" draws it for each game.
        illegal: what an illegal action does: "raise" an IllegalAction and change nothing, or "lose" the game.
        render_mode: how `render` shows the game.
    """

    opponents: Any = RANDOM
    seat: Any = RANDOM
    illegal: Literal["raise", "lose"] = "raise"
    render_mode: Literal["ansi", "rgb_array", "human"] | None = None


def _numbers_of_players(value: object) -> object:
    """Return `value` if it is a whole number or a list of them. The deck checks the numbers themselves.

    Raises:
        ValueError: it is neither.
    """
    counts = value if isinstance(value, list | tuple) else [value]
    if not counts or any(whole_of(count) is None for count in counts):
        raise ValueError("expected a whole number, or a list of them")
    return value


class BatchSettings(SeatSettings):
    """Arguments of many environments, which may have different numbers of players and options.

    Attributes:
        num_players: number of seats, or a list of such numbers. The games are divided among the entries of a list, in
            order and as evenly as possible.
        options: rule options by name, or a list of such mappings. The games of each number of players are divided among
            the entries of a list.
    """

    num_players: Annotated[Any, AfterValidator(_numbers_of_players)] = 4
