"""Draws what each player has: points, money, discs, and at the end where the points have come from."""

from mom_env.ape_town.draw.pieces import bundle, seat_disc
from mom_env.ape_town.draw.scene import Scene
from mom_env.drawing.sheet import INK, MUTED, ORDINALS, amount, panel, row_back, signed
from mom_env.drawing.svg import group, text

PLAYERS_WIDTH, TOP_HEIGHT, ROW_HEIGHT = 408.0, 34.0, 56.0
NAME_X, MONEY_X, DISCS_X, POINTS_X = 14.0, 204.0, 274.0, PLAYERS_WIDTH - 16.0
WAYS = {"tiles": "tiles", "boss": "boss", "neighbours": "neighbours", "money": "money"}


def height(scene: Scene) -> float:
    """Return the height of the table of players in pixels."""
    return TOP_HEIGHT + ROW_HEIGHT * len(scene.seats) + 4


def players(scene: Scene, x: float, y: float, least: float = 0) -> str:
    """Return the SVG of the table of players, at least `least` pixels high; (x, y) is its upper left corner."""
    backs = (back_of(scene, seat) for seat in scene.seats)
    rows = (row(scene, seat) for seat in scene.seats)
    heads = (
        text(MONEY_X, 22, "Money", 13, MUTED, bold=True),
        text(DISCS_X, 22, "Discs", 13, MUTED, bold=True),
        text(POINTS_X, 22, "Points", 13, MUTED, bold=True, anchor="end"),
    )
    return panel(PLAYERS_WIDTH, max(least, height(scene)), "Players", *backs, *heads, *rows, x=x, y=y)


def back_of(scene: Scene, seat: int) -> str:
    """Return the SVG behind a seat's row: light for the seat that decides and for winners, else a line above it."""
    winners = scene.result["winners"] if scene.result is not None else []
    is_lit = seat == scene.view["seat"] or seat in winners
    return row_back(TOP_HEIGHT + ROW_HEIGHT * seat, PLAYERS_WIDTH, ROW_HEIGHT, is_lit=is_lit)


def row(scene: Scene, seat: int) -> str:
    """Return the SVG of the row of a seat."""
    view = scene.view
    points = text(POINTS_X, 36, signed(view["points"][seat]), 24, INK, bold=True, anchor="end")
    return group(
        seat_disc(seat, NAME_X + 10, 22, 10.8),
        text(NAME_X + 28, 27, scene.names[seat], 15, INK, bold=True, room=MONEY_X - NAME_X - 34),
        text(NAME_X + 28, 45, turn(scene, seat), 12, MUTED, room=POINTS_X - NAME_X - 32),
        bundle(MONEY_X + 9, 22),
        amount(MONEY_X + 24, 22, view["money"][seat], 16),
        seat_disc(seat, DISCS_X + 9, 22),
        amount(DISCS_X + 24, 22, view["discs"][seat], 16),
        points if not ways_of(scene, seat) else group(points, y=-6),
        y=TOP_HEIGHT + ROW_HEIGHT * seat,
    )


def turn(scene: Scene, seat: int) -> str:
    """3: Return in words whether the seat decides now, is next or began; at the end, its place and its points.

    Without a result there is nothing to say at the end.
    """
    if scene.over:
        return ways_of(scene, seat)
    ahead = (seat - scene.seat) % len(scene.seats)
    said = ["decides now" if ahead == 0 else "is next" if ahead == 1 else f"is {ORDINALS[ahead - 1]} to follow"]
    return ", ".join([*said, *(["began"] if seat == scene.view["start"] else [])])


def ways_of(scene: Scene, seat: int) -> str:
    """5: Return in words where the points of a seat have come from; "" without a result."""
    if scene.result is None:
        return ""
    ways = scene.result["ways"][seat]
    return " · ".join(f"{word} {signed(ways[way])}" for way, word in WAYS.items())
