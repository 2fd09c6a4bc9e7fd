"""A position as lines of plain words for programs: all that a seat may know."""

from mom_env.base.people import listed
from mom_env.four_monkeys.game import Game


def position_lines(game: Game, seat: int) -> list[str]:
    """Return all that `seat` may know of the position, a line for each entry of its snapshot.

    Lists by seat have a line for each. What the seat itself has chosen in this tick is left out, as in its observation.
    """
    known, lines = game.situation(), list[str]()
    for name, value in game.snapshot(seat).items():
        what = name.replace("_", " ")
        if name in known or name == "pending":
            continue
        if isinstance(value, list) and len(value) == game.num_players and name not in ("areas", "stacks"):
            lines += [f"player_{other} {what}: {listed(its)}" for other, its in enumerate(value)]
        else:
            lines.append(f"{what}: {listed(value)}")
    return lines
