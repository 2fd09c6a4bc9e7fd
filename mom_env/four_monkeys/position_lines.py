"""A position as lines of plain words for programs: all that a seat may know."""

from mom_env.base.people import listed
from mom_env.four_monkeys.game import Game
from mom_env.four_monkeys.sizes import KINDS
from mom_env.four_monkeys.state import BENEATH, GREEN, ORANGE, Int8s

LISTS = ("areas", "stacks")  # that are not by seat


def position_lines(game: Game, seat: int) -> list[str]:
    """Return all that `seat` may know: a line for each entry of its snapshot, and then what follows from these.

    Lists by seat have a line for each. What the seat itself has chosen in this tick is left out, as in its observation.
    """
    known, lines = game.situation(), list[str]()
    for name, value in game.snapshot(seat).items():
        what = name.replace("_", " ")
        if name in known or name == "pending":
            continue
        if isinstance(value, list) and name not in LISTS:
            lines += [f"player_{other} {what}: {listed(its)}" for other, its in enumerate(value)]
        else:
            lines.append(f"{what}: {listed(value)}")
    lines += [line for other in range(game.num_players) for line in lines_of_seat(game, other)]
    return lines + ([] if game.over else own_lines(game, seat))


def lines_of_seat(game: Game, seat: int) -> list[str]:
    """Return lines with the last score and the closed tiles of `seat`, by combo."""
    state, name = game.states[0], f"player_{seat}"
    planes = (("green", GREEN), ("burned", ORANGE), ("cards beneath", BENEATH))
    return [
        f"{name} last score: {int(state.last_score[seat])}",
        *(f"{name} {word}: {by_combo(state.counts[seat, plane])}" for word, plane in planes),
    ]


def by_combo(counts: Int8s) -> str:
    """Return numbers by combo in words, those of combos with any."""
    return ", ".join(f"combo {combo}: {int(count)}" for combo, count in enumerate(counts, 1) if count) or "-"


def own_lines(game: Game, seat: int) -> list[str]:
    """Return lines with what `seat` alone can tell: whether its tiles are right, and what is left in its deck."""
    state, rules = game.states[0], game.rules[0]
    right = [combo for combo in range(1, len(rules.points) + 1) if int(state.right[seat]) >> (combo - 1) & 1]
    left = {kind: int(rules.copies[i]) - int(state.seen[seat, i]) for i, kind in enumerate(KINDS)}
    laid = {kind: int(count) for kind, count in zip(KINDS, state.open_kinds[seat], strict=True) if count}
    return [
        f"your right tiles: {listed(list(right))}",
        f"beneath your open tile: {listed(laid)}",
        f"they are right: {listed(bool(state.open_right[seat]))}",
        f"of your deck you have not drawn: {listed(left)}",
    ]
