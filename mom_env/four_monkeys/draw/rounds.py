"""Draws how the rounds of a finished game have ended, in the place of the stacks: a row for each round."""

from mom_env.base.sentences import counted
from mom_env.drawing.sheet import FAINT, INK, INNER_WIDTH, MUTED, chip, crown, panel, signed
from mom_env.drawing.svg import centred, rect, text
from mom_env.four_monkeys.draw.scene import Scene
from mom_env.four_monkeys.draw.stacks import STACKS_HEIGHT

LEFT, FIRST_SEAT, FIRST_ROW, ROW = 14.0, 330.0, 40.0, 31.0
ENDED = {"timer": "timer", "stop": "Stop"}


def rounds(scene: Scene, x: float, y: float) -> str:
    """7: Return the SVG of the scores of all rounds, with a crown for each Smartest Monkey; (x, y) is the corner."""
    history = scene.result["history"] if scene.result is not None else []
    rows = "".join(row(scene, number, FIRST_ROW + ROW * number) for number in range(len(history)))
    heads = "".join(chip(middle(scene, seat) - 9, 20, seat) for seat in scene.seats)
    return panel(INNER_WIDTH, STACKS_HEIGHT, "Rounds", heads, rows, x=x, y=y)


def middle(scene: Scene, seat: int) -> float:
    """Return the middle of the column of a seat in pixels."""
    pitch = (INNER_WIDTH - FIRST_SEAT - LEFT) / len(scene.seats)
    return FIRST_SEAT + pitch * (seat + 0.5)


def row(scene: Scene, number: int, y: float) -> str:
    """Return the SVG of how the round `number` has ended; `y` is the upper edge of its row."""
    if scene.result is None:
        return ""
    scored = scene.result["history"][number]
    checks = scored["checks"]
    wrong = sum(not right for _, _, right in checks)
    said = f"{ENDED[scored['ended_by']]} after {counted(scored['ticks'], 'tick')}; checked {len(checks)}, {wrong} wrong"
    drawn = [
        rect(LEFT, y, INNER_WIDTH - 2 * LEFT, 1, fill=FAINT),
        text(LEFT, y + 20, number + 1, 15, INK, bold=True),
        text(LEFT + 18, y + 20, said, 13, MUTED, room=FIRST_SEAT - LEFT - 22),
    ]
    for seat in scene.seats:
        x = middle(scene, seat)
        drawn.append(centred(x, y + 15, signed(scored["score"][seat]), 16, INK))
        drawn.append(crown(x - 26, y + 15, is_full=True) if seat in scored["smartest"] else "")
    return "".join(drawn)
