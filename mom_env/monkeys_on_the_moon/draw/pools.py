"""Draws the cards that can be taken, and the sizes of the piles."""

from mom_env.drawing.lettering import BOLD, width_of
from mom_env.drawing.sheet import INK, MUTED, panel
from mom_env.drawing.svg import group, text
from mom_env.monkeys_on_the_moon.draw.pieces import monkey
from mom_env.monkeys_on_the_moon.draw.scene import Scene
from mom_env.monkeys_on_the_moon.draw.ships import pile_ship, ship, ship_width

POOLS_HEIGHT = 88.0
MONKEYS_WIDTH, SHIPS_WIDTH, PILES_WIDTH, GAP = 262.0, 454.0, 220.0, 12.0
MONKEY_PITCH, MONKEY_RADIUS = 47.0, 17.0


def pools(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the monkey pool, the ship pool and the piles; (x, y) is its upper left corner in pixels."""
    ships_x = MONKEYS_WIDTH + GAP
    piles_x = ships_x + SHIPS_WIDTH + GAP
    return group(monkey_pool(scene), ship_pool(scene, ships_x), piles(scene, piles_x), x=x, y=y)


def monkey_pool(scene: Scene) -> str:
    """2.2, 3.2: Return the SVG of the box with the monkeys that can be put up for bid."""
    pool = scene.view["monkey_pool"]
    faces = (
        monkey(scene.style(each), MONKEY_PITCH * (i + 0.5), 0, each["status"], MONKEY_RADIUS)
        for i, each in enumerate(pool)
    )
    scale = min(1.0, (MONKEYS_WIDTH - 24) / (MONKEY_PITCH * max(1, len(pool))))
    return panel(MONKEYS_WIDTH, POOLS_HEIGHT, "Monkey pool", group(*faces, x=12, y=57, scale=scale))


def ship_pool(scene: Scene, x: float) -> str:
    """2.5, 3.3.3: Return the SVG of the box with the ships that can be taken; `x` is its left edge in pixels."""
    pool = scene.view["ship_pool"]
    lengths = [ship_width(each["seats"]) for each in pool]
    scale = min(1.0, (SHIPS_WIDTH - 24 - 14 * max(0, len(pool) - 1)) / max(1, sum(lengths)))
    drawn, left = [], 14.0
    for each, length in zip(pool, lengths, strict=True):
        drawn.append(group(ship(scene.style(each), 0, 0, each), x=left, y=36, scale=scale))
        left += scale * length + 14
    return panel(SHIPS_WIDTH, POOLS_HEIGHT, "Ship pool", *drawn, x=x)


# The piles

BOXES_IN_ROW, MOST_BOXES, BOX_PITCH = 5, 10, 39.0


def piles(scene: Scene, x: float) -> str:
    """Return the SVG of how many cards are left in each pile, and of the ships in the pile that all saw return.

    `x` is the left edge of the box in pixels.
    """
    words, left = [], 14.0
    for name, size in scene.pile_sizes().items():
        words.append(text(left, 45, size, 14, INK, bold=True))
        left += width_of(str(size), 14, BOLD) + 4
        words.append(text(left, 45, name, 12, MUTED))
        left += width_of(name, 12) + 12
    return panel(PILES_WIDTH, POOLS_HEIGHT, "Draw piles", *words, returned_ships(scene), x=x)


def returned_ships(scene: Scene) -> str:
    """3.3.1: Return the SVG of the ships that left early, in the order in which they will come again.

    If there are more than `MOST_BOXES`, show the first ones, and the number of the others.
    """
    ships = scene.view["returned_ships"]
    top = 60 if len(ships) <= BOXES_IN_ROW else 51
    boxes = [
        pile_ship(scene.style(each), 14 + BOX_PITCH * (i % BOXES_IN_ROW), top + 18 * (i // BOXES_IN_ROW), each)
        for i, each in enumerate(ships[:MOST_BOXES])
    ]
    if len(ships) > MOST_BOXES:
        boxes.append(text(PILES_WIDTH - 14, 22, f"and {len(ships) - MOST_BOXES} more", 12, MUTED, anchor="end"))
    return "".join(boxes)
