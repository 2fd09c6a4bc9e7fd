"""Draws the table of districts: what is free, what they are worth, whose markers are there, and who is boss so far."""

from mom_env.ape_town.draw.pieces import letter_badge, seat_disc, tile
from mom_env.ape_town.draw.players import PLAYERS_WIDTH
from mom_env.ape_town.draw.scene import Scene
from mom_env.ape_town.town import LEMUR, ORANGUTAN, Standing
from mom_env.drawing.sheet import FAINT, GAP, INK, INNER_WIDTH, MUTED, crown, panel
from mom_env.drawing.svg import group, rect, text

DISTRICTS_WIDTH = INNER_WIDTH - PLAYERS_WIDTH - GAP
TOP_HEIGHT, ROW_HEIGHT = 34.0, 25.5
NAME_X, FREE_X, WORTH_X, COUNTS_X, COUNT_PITCH = 38.0, 162.0, 206.0, 238.0, 24.0
BOSS_X = DISTRICTS_WIDTH - 44.0


def height(scene: Scene) -> float:
    """Return the height of the table of districts in pixels."""
    return TOP_HEIGHT + ROW_HEIGHT * len(scene.standings) + 6


def districts(scene: Scene, x: float, y: float, least: float = 0) -> str:
    """Return the SVG of the table of districts, at least `least` pixels high; (x, y) is its upper left corner."""
    rows = (row(scene, number, standing) for number, standing in enumerate(scene.standings))
    return panel(DISTRICTS_WIDTH, max(least, height(scene)), "Districts", top(scene), *rows, x=x, y=y)


def markers_x(scene: Scene, motif: str) -> float:
    """Return the middle of the first column of a marker, in pixels: orangutans come first, then lemurs."""
    return COUNTS_X + 22 + (0 if motif == ORANGUTAN else COUNT_PITCH * len(scene.seats) + 26)


def top(scene: Scene) -> str:
    """Return the SVG of the heads of the columns."""
    drawn = [
        text(FREE_X, 22, "free", 12, MUTED, anchor="end"),
        text(WORTH_X, 22, "worth", 12, MUTED, anchor="end"),
        text(all_x(scene), 22, "all", 12, MUTED, anchor="middle"),
        text(BOSS_X, 22, "boss", 12, MUTED),
    ]
    for motif in (ORANGUTAN, LEMUR):
        x = markers_x(scene, motif)
        drawn.append(tile(motif, x - COUNT_PITCH, 17.5, 12))
        drawn += [seat_disc(seat, x + COUNT_PITCH * seat, 17.5, 9.4) for seat in scene.seats]
    return "".join(drawn)


def all_x(scene: Scene) -> float:
    """Return the middle of the column of all lemurs, in pixels."""
    return markers_x(scene, LEMUR) + COUNT_PITCH * len(scene.seats) + 4


def row(scene: Scene, number: int, standing: Standing) -> str:
    """Return the SVG of the row of a district."""
    district = scene.town.districts[number]
    free = text(FREE_X, 17, standing.free or "full", 13, INK if standing.free else MUTED, anchor="end")
    return group(
        rect(14, 0, DISTRICTS_WIDTH - 28, 1, fill=FAINT),
        letter_badge(district.letter, scene.ground(number), 23, 12.75),
        text(NAME_X, 17, district.name, 13, INK, room=FREE_X - NAME_X - 27),
        free,
        text(WORTH_X, 17, standing.worth, 13.5, INK if standing.worth else MUTED, bold=True, anchor="end"),
        *counts(scene, ORANGUTAN, standing.orangutans),
        *counts(scene, LEMUR, standing.lemurs),
        text(all_x(scene), 17, standing.all_lemurs or "", 13, MUTED, anchor="middle"),
        boss(standing),
        y=TOP_HEIGHT + ROW_HEIGHT * number,
    )


def counts(scene: Scene, motif: str, markers: list[int]) -> list[str]:
    """Return the SVG of the numbers of a marker by seat, bold where they are the most; 0 is left out."""
    x, most = markers_x(scene, motif), max(markers)
    return [
        text(x + COUNT_PITCH * seat, 17, count, 13.5, INK, bold=count == most, anchor="middle")
        for seat, count in enumerate(markers)
        if count
    ]


def boss(standing: Standing) -> str:
    """4.1: Return the SVG of the boss of a district: full crown if it is finished, else an outline, or ""."""
    if standing.boss is None:
        return ""
    return crown(BOSS_X + 4, 13, is_full=not standing.free) + seat_disc(standing.boss, BOSS_X + 24, 12.75, 9.4)
