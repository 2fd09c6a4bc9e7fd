"""Draws what each player has: a table with a row for each seat and a column for each tribe, in circle order."""

from mom_env.drawing.lettering import BOLD, width_of
from mom_env.drawing.sheet import INK, MUTED, ORDINALS, PANEL, amount, chip, crown, row_back, signed
from mom_env.drawing.svg import group, rect, text
from mom_env.monkeys_on_the_moon.draw.pieces import CARD_WIDTH, card, card_back, coin, crew, moon, scorn, stone
from mom_env.monkeys_on_the_moon.draw.scene import Scene
from mom_env.monkeys_on_the_moon.draw.ships import passenger, pile_ship, ship, ship_box

TABLE_WIDTH, TOP_HEIGHT, ROW_HEIGHT, LEGEND_HEIGHT = 960.0, 34.0, 90.0, 36.0
NAME_X, HAND_X, SHIP_X, TRIBES_X, SCORE_X = 14.0, 124.0, 212.0, 432.0, 812.0
TRIBE_PITCH, COLUMN_WIDTH = 62.0, 59.0
HAND_WIDTH = 76.0
COUNT_X = 20.5  # within a cell, right of the piece that is counted
NAME_ROOM = HAND_X - NAME_X - 30
TIMES = "\N{MULTIPLICATION SIGN}"
MOST_BOXES = 12  # boxes of full ships; the standard deck never needs more


def height(scene: Scene) -> float:
    """Return the height of the table of players in pixels."""
    return TOP_HEIGHT + ROW_HEIGHT * len(scene.seats) + LEGEND_HEIGHT


def players(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the whole table of players; (x, y) is its upper left corner in pixels."""
    sheet = rect(0, 0, TABLE_WIDTH, height(scene), 10, fill=PANEL)
    backs = (back_of(scene, seat) for seat in scene.seats)
    columns = (column(scene, name, i) for i, name in enumerate(scene.circle))
    rows = (row(scene, seat) for seat in scene.seats)
    return group(sheet, *columns, *backs, top(scene), *rows, legend(scene, height(scene) - 13), x=x, y=y)


def back_of(scene: Scene, seat: int) -> str:
    """Return the SVG behind a seat's row: light for the seat that decides and for winners, else a line above it."""
    winners = scene.result["winners"] if scene.result is not None else []
    is_lit = seat == scene.view["seat"] or seat in winners
    return row_back(TOP_HEIGHT + ROW_HEIGHT * seat, TABLE_WIDTH, ROW_HEIGHT, is_lit=is_lit)


def column(scene: Scene, tribe: str, place: int) -> str:
    """Return the SVG of a tint of the tribe's colour behind its column; `place` is its place in the circle, from 0."""
    depth = height(scene) - LEGEND_HEIGHT - 4
    tint = scene.styles[tribe].fill
    return rect(TRIBES_X - 3 + TRIBE_PITCH * place, 4, COLUMN_WIDTH, depth, 6, fill=tint, fill_opacity=0.07)


def top(scene: Scene) -> str:
    """Return the SVG of the heads of the columns."""
    columns = ((NAME_X, "Players"), (HAND_X, "Hand"), (SHIP_X, "Ship"), (SCORE_X, "Score"))
    words = [text(x, 22, said, 13, MUTED, bold=True) for x, said in columns]
    tribes = [
        stone(scene.styles[name], TRIBES_X + TRIBE_PITCH * i + 6, 17.5, 7)
        + text(TRIBES_X + TRIBE_PITCH * i + 16, 22, name, 12, INK, room=COLUMN_WIDTH - 20)
        for i, name in enumerate(scene.circle)
    ]
    return "".join(words + tribes)


def row(scene: Scene, seat: int) -> str:
    """Return the SVG of the row of a seat: name, hand, ship, what it has of each tribe, and score."""
    cells = (cell(scene, seat, name, TRIBES_X + TRIBE_PITCH * i) for i, name in enumerate(scene.circle))
    pieces = (name_and_turn(scene, seat), hand(scene, seat), ship_on_ground(scene, seat), *cells, score(scene, seat))
    return group(*pieces, y=TOP_HEIGHT + ROW_HEIGHT * seat)


def name_and_turn(scene: Scene, seat: int) -> str:
    """Return the SVG of the seat's name, whether it began the round, and whether its turn is still to come."""
    starts = seat == scene.view["start"] and not scene.over
    name = chip(NAME_X, 30, seat) + text(NAME_X + 24, 35, scene.names[seat], 15, INK, bold=True, room=NAME_ROOM)
    flag = moon(NAME_X + 9, 72, 6.5) + text(NAME_X + 24, 76.5, "starts", 12, MUTED) if starts else ""
    return name + text(NAME_X + 24, 56, turn(scene, seat), 12, MUTED) + flag


def turn(scene: Scene, seat: int) -> str:
    """3: Return in words whether the seat's turn of this phase is over, under way or to come, or that it decides now.

    At the end, return its place in words, or "" without a result.
    """
    if scene.over:
        return "" if scene.result is None else f"{ORDINALS[scene.result['places'][seat] - 1]} place"
    if seat == scene.view["active"]:
        return "has the turn"
    if seat == scene.view["seat"]:
        return "decides now"
    return "turn taken" if scene.has_had_turn(seat) else "turn to come"


def hand(scene: Scene, seat: int) -> str:
    """2.3: Return the SVG of the hand of a seat, or of the backs of its cards if it is hidden."""
    cards = scene.view["hand"][seat]
    held = [None] * scene.hand_size(seat) if cards is None else cards
    pitch = CARD_WIDTH + 5
    drawn = (
        card_back(pitch * i, 0) if each is None else card(scene.style(each), pitch * i, 0, each["move"])
        for i, each in enumerate(held)
    )
    return group(*drawn, x=HAND_X, y=21, scale=min(1.0, HAND_WIDTH / max(1, pitch * len(held) - 5)))


def ship_on_ground(scene: Scene, seat: int) -> str:
    """2.5: Return the SVG of the seat's ship, with the monkeys on board and free seats; without a ship, of a word."""
    own = scene.view["ship"][seat]
    if own is None:
        return text(SHIP_X, 50, "launched", 12, MUTED)
    aboard = (passenger(scene.style(each), i, each["status"]) for i, each in enumerate(scene.view["aboard"][seat]))
    return ship(scene.style(own), SHIP_X, 25, own, *aboard)


def cell(scene: Scene, seat: int, tribe: str, x: float) -> str:
    """Return the SVG of what a seat has of a tribe: coins and scorn, status, and below them a title.

    `x` is the left edge of the cell in pixels.
    """
    return group(coins(scene, seat, tribe), status(scene, seat, tribe), title(scene, seat, tribe), x=x)


def coins(scene: Scene, seat: int, tribe: str) -> str:
    """2.4: Return the SVG of the seat's coins of a tribe, and of the tribe's scorn card if the seat holds it.

    The coin is faint if the seat has none.
    """
    held = scene.view["coins"][seat]
    count = None if held is None else held[tribe]
    piece = group(coin(scene.styles[tribe], 9, 22), opacity=None if count else 0.3)
    return piece + amount(COUNT_X, 22, count) + (scorn(46, 22, 8) if scene.holds_scorn(seat, tribe) else "")


def status(scene: Scene, seat: int, tribe: str) -> str:
    """4.3: Return the SVG of a seat's status in a tribe, and of the number of launched monkeys that it comes from.

    Without such monkeys return "".
    """
    monkeys = scene.monkeys(seat, tribe)
    if not monkeys:
        return ""
    points = amount(COUNT_X, 48, scene.status[seat][tribe])
    return crew(scene.styles[tribe], 9, 48) + points + text(55.5, 53, f"{TIMES}{monkeys}", 12, MUTED, anchor="end")


def title(scene: Scene, seat: int, tribe: str) -> str:
    """4.3: Return the SVG of a crown if the seat leads the tribe or comes second, and at the end of the VP; else ""."""
    held = scene.title(seat, tribe)
    if held is None:
        return ""
    vp = text(COUNT_X, 78, f"+{scene.title_vp(seat, tribe)}", 13, INK, bold=True) if scene.result is not None else ""
    return crown(9, 73, is_full=held == "leader") + vp


SCORE_PARTS_X = SCORE_X + 82


def score(scene: Scene, seat: int) -> str:
    """Return the SVG of the seat's VP so far, and of their parts: titles, scorn, ships."""
    parts = scene.score(seat)
    total = signed(sum(parts.values()))
    vp_x = SCORE_X + width_of(total, 24, BOLD) + 5
    words = text(SCORE_X, 34, total, 24, INK, bold=True) + text(vp_x, 34, "VP", 13, MUTED, bold=True)
    return words + titles_vp(scene, parts["titles"]) + scorn_vp(scene, parts["scorn"]) + full_ships(scene, seat)


def titles_vp(scene: Scene, vp: int) -> str:
    """4.3: Return the SVG of `vp`, what a seat's titles pay together; before there is a result ""."""
    if scene.result is None:
        return ""
    return crown(SCORE_PARTS_X, 24, is_full=True) + text(SCORE_PARTS_X + 12, 28.5, f"+{vp}", 13, INK)


def scorn_vp(scene: Scene, vp: int) -> str:
    """4.4: Return the SVG of `vp`, what a seat's scorn costs, as a number below 0; "" for 0."""
    y = 24 if scene.result is None else 42
    return scorn(SCORE_PARTS_X, y, 7) + text(SCORE_PARTS_X + 12, y + 4.5, signed(vp), 13, INK) if vp else ""


def full_ships(scene: Scene, seat: int) -> str:
    """3.3.1: Return the SVG of the ships in the seat's score pile, each with its VP.

    If there are more than `MOST_BOXES`, the last box has the number of those that are not shown.
    """
    won = scene.view["ships_won"][seat]
    shown = won if len(won) <= MOST_BOXES else won[: MOST_BOXES - 1]
    boxes = [ship_box(scene.style(each), *box_place(i), each["vp"]) for i, each in enumerate(shown)]
    if len(shown) < len(won):
        x, y = box_place(MOST_BOXES - 1)
        boxes.append(text(x, y + 13, f"+{len(won) - len(shown)}", 12, MUTED))
    return "".join(boxes)


def box_place(number: int) -> tuple[float, float]:
    """Return the upper left corner, in pixels, of the box of full ship `number`, from 0; there are six in a row."""
    return SCORE_X + 21 * (number % 6), 52 + 18 * (number // 6)


def legend(scene: Scene, y: float) -> str:
    """Return the SVG of a line that explains the small pieces, on the baseline `y` in pixels."""
    name = scene.deck.tribes[0]
    any_tribe = scene.styles[name]
    entries = (
        (coin(any_tribe, 9, 0), 25, "favor coins"),
        (crew(any_tribe, 9, 0), 25, f"status {TIMES} monkeys"),
        (crown(9, 0, is_full=True), 24, "leader"),
        (crown(9, 0, is_full=False), 24, "undersecretary"),
        (scorn(9, 0, 7.5), 24, f"scorn, {signed(-scene.deck.setup.scorn_penalty)} VP"),
        (ship_box(any_tribe, 0, -8.5, 2), 25, "full ship, VP"),
        (
            pile_ship(any_tribe, 0, -8.5, {"tribe": name, "seats": 3, "vp": 2}),
            43,
            "last in the pile, seats/VP",
        ),
    )
    drawn, x = [], NAME_X
    for piece, width, words in entries:
        drawn.append(group(piece, x=x, y=y - 4) + text(x + width, y, words, 12, MUTED))
        x += width + width_of(words, 12) + 24
    return "".join(drawn)
