"""How fast batches of Monsters on the Moon are, by parts: `python -m tests.monsters_on_the_moon.speed`.

Times are those of the processor, so other work on the machine counts less. Actions are drawn at random.
"""

import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from mom_env.environments.docs_tables import markdown
from mom_env.kernel.jit import kernel
from mom_env.monsters_on_the_moon import VectorGame
from mom_env.monsters_on_the_moon.actions import MASK_DTYPE
from mom_env.monsters_on_the_moon.engine import write_mask
from mom_env.monsters_on_the_moon.observe import OBSERVATION_DTYPE, write_view
from mom_env.monsters_on_the_moon.state import NONE

GAMES, PLAYERS = 1024, 4
WARM_UP, STEPS = 100, 300  # the first games are all at the same stage
COLUMNS = ("mode", "decisions a second", "us a decision", "rules", "legal actions", "observation")


@kernel
def write_masks(states: Any, rules: Any, masks: Any) -> None:
    """Write the mask of the seat to move of each game."""
    for i in range(len(states)):
        if states[i].seat != NONE:
            write_mask(states[i], rules[0], int(states[i].seat), masks[i])


@kernel
def write_views(states: Any, rules: Any, views: Any) -> None:
    """Write the observation of the seat to move of each game."""
    for i in range(len(states)):
        if states[i].seat != NONE:
            write_view(states[i], rules[0], int(states[i].seat), views[i])


def timed(call: Callable[..., object], *args: object) -> float:
    """The microseconds of the processor that a call takes for each game."""
    begin = process_time()
    call(*args)
    return (process_time() - begin) / GAMES * 1e6


def measure(*, walls: bool) -> list[float]:
    """The medians of the microseconds that a decision takes: whole, rules, legal actions, observation."""
    games, blind = (
        VectorGame(GAMES, PLAYERS, 1, options={"walls": walls}, observe=observe) for observe in (True, False)
    )
    rng, rows = np.random.default_rng(2), list[list[float]]()
    masks, views = np.zeros(GAMES, MASK_DTYPE), np.zeros(GAMES, OBSERVATION_DTYPE)
    for _ in range(WARM_UP + STEPS):
        begin = process_time()
        actions = games.sample(rng)
        drawing = (process_time() - begin) / GAMES * 1e6
        whole, rules = drawing + timed(games.step, actions), timed(blind.step, actions)
        parts = (write_masks, masks), (write_views, views)
        rows.append([whole, rules, *(timed(call, games.states, games.rules, into) for call, into in parts)])
    return list(np.median(rows[WARM_UP:], axis=0))


def main() -> None:
    lines = list[tuple[str, ...]]()
    for walls in (False, True):
        found = measure(walls=walls)
        cells = [f"{time:.2f}" for time in found]
        lines.append(("walls" if walls else "standard", f"{1e6 / found[0]:,.0f}", *cells))
    sys.stdout.write(markdown((COLUMNS, *lines)) + "\n")


if __name__ == "__main__":
    main()
