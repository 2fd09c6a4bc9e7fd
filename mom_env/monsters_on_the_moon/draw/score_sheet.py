"""Draws the score sheet by its rows: what was scored, and what the heads, groups and crystals would bring now."""

from collections.abc import Sequence
from typing import NamedTuple

from mom_env.drawing.sheet import FAINT, GLOW, INK, MUTED, panel, signed
from mom_env.drawing.svg import rect, text
from mom_env.monsters_on_the_moon.draw.pieces import badge
from mom_env.monsters_on_the_moon.draw.scene import Scene
from mom_env.monsters_on_the_moon.draw.track import SIDE_WIDTH, values
from mom_env.monsters_on_the_moon.moon import ROW_VP, ROW_WORDS, plural

LEFT, TOP, ROW_HEIGHT, COLUMN = 14.0, 42.0, 19.5, 33.0
INSIDE = (1, 3)  # rows of heads in enclosed areas, which only games with walls have
UNKNOWN = "?"


class Row(NamedTuple):
    """A row of the sheet: what it counts, the VP by seat or None where there are none yet, and whether it is a sum."""

    words: str
    vp: Sequence[int | str | None]
    is_sum: bool = False


def height(scene: Scene) -> float:
    """Return the height of the sheet in pixels."""
    return TOP + ROW_HEIGHT * len(rows(scene)) + 8


def score_sheet(scene: Scene, x: float, y: float, least: float = 0) -> str:
    """5.2: Return the SVG of the score sheet, at least `least` pixels high; (x, y) is its upper left corner."""
    heads = (badge(scene.letter(seat), column(scene, seat) - 9, 23, 10.5) for seat in scene.seats)
    drawn = (one_row(scene, number, row) for number, row in enumerate(rows(scene)))
    heading = "Scores" if scene.over else "Scored now"
    return panel(SIDE_WIDTH, max(least, height(scene)), heading, *heads, *drawn, x=x, y=y)


def column(scene: Scene, seat: int) -> float:
    """Return the right end of the column of a seat in pixels."""
    return SIDE_WIDTH - LEFT - COLUMN * (len(scene.seats) - 1 - seat)


def one_row(scene: Scene, number: int, row: Row) -> str:
    """Return the SVG of a row of the sheet, light if it is a sum."""
    y = TOP + ROW_HEIGHT * number
    back = (
        rect(0, y, SIDE_WIDTH, ROW_HEIGHT, fill=GLOW)
        if row.is_sum
        else rect(LEFT, y, SIDE_WIDTH - 2 * LEFT, 1, fill=FAINT)
    )
    words = text(LEFT, y + 14.4, row.words, 12.5, INK if row.is_sum else MUTED, bold=row.is_sum,
                 room=column(scene, 0) - COLUMN - LEFT + 4)  # fmt: skip
    cells = (
        text(column(scene, seat), y + 14.4, signed(vp) if isinstance(vp, int) else vp or "-", 13,
             INK if vp else MUTED, bold=row.is_sum, anchor="end")
        for seat, vp in enumerate(row.vp)
    )  # fmt: skip
    return back + words + "".join(cells)


def rows(scene: Scene) -> list[Row]:
    """5.2, 8.3: Return the rows of the sheet."""
    return solo_rows(scene) if scene.is_solo else [*interim_rows(scene), *final_rows(scene)]


def solo_rows(scene: Scene) -> list[Row]:
    """8: Return the rows of solo play, and the points from which each level is reached."""
    loved, crystals, others = scene.moon.solo_counts
    names = [scene.moon.monster(letter) for letter in scene.moon.letters if letter != scene.moon.file.solo.monster]
    points = loved + crystals - others
    levels = scene.moon.file.solo.levels
    level = 1 + sum(points >= least for least in levels)
    return [
        Row(f"{plural(scene.moon.monster(scene.moon.file.solo.monster))} side by side", [loved]),
        Row("crystals side by side", [crystals]),
        Row(" and ".join(plural(name) for name in names), [-others]),
        Row("points", [points], is_sum=True),
        *(Row(f"level {at} from {least}", ["now" if at == level else None]) for at, least in enumerate(levels, 2)),
    ]


def interim_rows(scene: Scene) -> list[Row]:
    """4.1: Return the rows of the interim scoring; nothing but a line before it."""
    by_seat = scene.view["interim_rows"]
    if by_seat is None:
        return [Row("interim: later", [None for _ in scene.seats])]
    return [*head_rows(scene, by_seat), Row("interim", scene.view["interim"], is_sum=True)]


def head_rows(scene: Scene, by_seat: Sequence[Sequence[int]]) -> list[Row]:
    """4.1, 6.4: Return the rows of heads, of which the grey ones are there only with walls; `by_seat` has heads."""
    return [
        Row(f"{words} x {worth}", [heads[row] * worth for heads in by_seat])
        for row, (words, worth) in enumerate(zip(ROW_WORDS, ROW_VP, strict=True))
        if scene.with_walls or row not in INSIDE
    ]


def final_rows(scene: Scene) -> list[Row]:
    """5.1: Return the rows of the end, with what they would bring now, and the total."""
    counted = [scene.moon.heads(letter) if (letter := scene.letter(seat)) else None for seat in scene.seats]
    by_seat = [heads.rows if heads else (0, 0, 0, 0) for heads in counted]
    groups = [2 * heads.largest if heads and not scene.with_walls else 0 for heads in counted]
    crystals = [values(scene)[step] for step in scene.view["steps"]]
    interim = scene.view["interim"] or [0 for _ in scene.seats]
    missions = mission_vp(scene)
    sums = [
        was + sum(count * worth for count, worth in zip(heads, ROW_VP, strict=True)) + group + crystal + (mission or 0)
        for was, heads, group, crystal, mission in zip(interim, by_seat, groups, crystals, missions, strict=True)
    ]
    with_missions = scene.view["options"].get("missions", "none") != "none"
    shown_missions = [UNKNOWN if vp is None else vp for vp in missions]
    return [
        *head_rows(scene, by_seat),
        *([] if scene.with_walls else [Row("largest group x 2", groups)]),
        Row("crystal track", crystals),
        *([Row("mission", shown_missions)] if with_missions else []),
        Row("VP in all", sums, is_sum=True),
    ]


def mission_vp(scene: Scene) -> list[int | None]:
    """7.2: Return the VP of each seat's mission, None as long as the end has not told."""
    if scene.result is not None and "rows" in scene.result:
        return [row["mission"] for row in scene.result["rows"]]
    return [None for _ in scene.seats]
