"""Draws what each player has: monster, hand, ships, walls, missions, and whose turn it is."""

from mom_env.drawing.sheet import INK, INNER_WIDTH, MUTED, ORDINALS, panel, row_back
from mom_env.drawing.svg import centred, group, path, text
from mom_env.monsters_on_the_moon.draw.heads import SHIP, stamped
from mom_env.monsters_on_the_moon.draw.pieces import badge, card_back, small_card
from mom_env.monsters_on_the_moon.draw.scene import Scene
from mom_env.monsters_on_the_moon.moon import plural

TOP_HEIGHT, ROW_HEIGHT = 32.0, 66.0
NAME_X, HAND_X, SQUARE = 14.0, 216.0, 18.0
WALLS_X, SHIPS_X = INNER_WIDTH - 92.0, INNER_WIDTH - 168.0
CARD_PITCH = 3 * SQUARE + 8


def height(scene: Scene) -> float:
    """Return the height of the table of players in pixels."""
    return TOP_HEIGHT + ROW_HEIGHT * len(scene.seats) + 4


def players(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the table of players; (x, y) is its upper left corner in pixels."""
    backs = (back_of(scene, seat) for seat in scene.seats)
    rows = (row(scene, seat) for seat in scene.seats)
    heads = [text(HAND_X, 22, "Card turned up" if scene.is_solo else "Hand", 13, MUTED, bold=True)]
    if not scene.is_solo:
        heads.append(text(SHIPS_X, 22, "Ships", 13, MUTED, bold=True))
    if scene.with_walls:
        heads.append(text(WALLS_X, 22, "Walls", 13, MUTED, bold=True))
    title = "Player" if scene.is_solo else "Players"
    return panel(INNER_WIDTH, height(scene), title, *backs, *heads, *rows, x=x, y=y)


def back_of(scene: Scene, seat: int) -> str:
    """Return the SVG behind a seat's row: light for the seat that decides and for winners, else a line above it."""
    winners = scene.result["winners"] if scene.result is not None else []
    is_lit = seat == scene.view["seat"] or seat in winners
    return row_back(TOP_HEIGHT + ROW_HEIGHT * seat, INNER_WIDTH, ROW_HEIGHT, is_lit=is_lit)


def row(scene: Scene, seat: int) -> str:
    """Return the SVG of the row of a seat."""
    return group(
        badge(scene.letter(seat), NAME_X + 17, 33, 17),
        text(NAME_X + 44, 29, scene.names[seat], 15, INK, bold=True, room=HAND_X - NAME_X - 54),
        text(NAME_X + 44, 48, state(scene, seat), 12, MUTED, room=HAND_X - NAME_X - 54),
        hand(scene, seat),
        "" if scene.is_solo else ships(scene, seat),
        walls(scene, seat) if scene.with_walls else "",
        y=TOP_HEIGHT + ROW_HEIGHT * seat,
    )


def state(scene: Scene, seat: int) -> str:
    """Return in words a seat's monster, and whether it decides now, is next or began; at the end its place."""
    letter = scene.letter(seat)
    name = scene.moon.monster(letter) if letter else "no monster yet"
    if scene.is_solo:
        return f"loves the {plural(name)}"
    if scene.over:
        return name if scene.result is None else f"{name}, {ORDINALS[scene.result['places'][seat] - 1]}"
    ahead = (seat - scene.seat) % len(scene.seats)
    said = [name, *(["now"] if ahead == 0 else ["next"] if ahead == 1 else [])]
    return ", ".join([*said, *(["began"] if seat == scene.view["start"] else [])])


def hand(scene: Scene, seat: int) -> str:
    """Return the SVG of the cards of a seat, each with its number above it; backs of those that are hidden."""
    cards = [card for card in scene.view["hand"][seat] if card is None or card != scene.in_hand]
    if not cards:
        return text(HAND_X, 38, "-", 13, MUTED)
    pitch = min(CARD_PITCH, (SHIPS_X - HAND_X - 8) / len(cards))
    return "".join(one_card(scene, card, HAND_X + pitch * at) for at, card in enumerate(cards))


def one_card(scene: Scene, card: int | None, x: float) -> str:
    """Return the SVG of a card in a hand, with left edge `x`, and its number; a back if it is hidden."""
    if card is None:
        return card_back(x, 20, SQUARE)
    number = text(x + 1.5 * SQUARE, 15.5, card, 12, MUTED, anchor="middle")
    return number + small_card(scene.moon.rows(card), x, 20, SQUARE)


def ships(scene: Scene, seat: int) -> str:
    """Return the SVG of a seat's ships that are left; a dash if there are none."""
    count = scene.view["ships"][seat]
    if not count:
        return text(SHIPS_X, 38, "-", 13, MUTED)
    fill = scene.style(seat).fill
    shape = "M-10-19H10L19-10V10L10 19H-10L-19 10V-10Z"
    look = path(shape, fill=fill) + stamped(SHIP, [(0, 0)])
    return "".join(group(look, x=SHIPS_X + 13 + 29 * at, y=33, scale=0.66) for at in range(count))


def walls(scene: Scene, seat: int) -> str:
    """6: Return the SVG of a seat's long and short walls that are left: a long and a short line, and their numbers."""
    own = scene.view["walls"][seat]
    drawn = []
    for at, (name, length) in enumerate((("long", 34), ("short", 17))):
        y = 22 + 23 * at
        drawn.append(path(f"M{WALLS_X + 3:g} {y:g}h{length}", stroke=INK, stroke_width=5, stroke_linecap="round"))
        drawn.append(centred(WALLS_X + 58, y, own[name], 14, INK if own[name] else MUTED))
    return "".join(drawn)
