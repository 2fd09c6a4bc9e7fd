"""Draws what else is open: missions, enclosed areas and who may lay there, and the monster that nobody has."""

from collections.abc import Iterator

from mom_env.base.sentences import counted
from mom_env.drawing.sheet import INK, MUTED, panel
from mom_env.drawing.svg import text
from mom_env.monsters_on_the_moon.draw.pieces import badge
from mom_env.monsters_on_the_moon.draw.scene import Scene
from mom_env.monsters_on_the_moon.draw.track import SIDE_WIDTH
from mom_env.monsters_on_the_moon.missions import mission_words
from mom_env.monsters_on_the_moon.moon import first_of

LEFT, TOP, LINE, BADGE = 14.0, 42.0, 18.5, 8.0


def legend(scene: Scene, x: float, y: float, height: float) -> str:
    """Return the SVG of a box with as many lines as fit into `height` pixels; (x, y) is its upper left corner.

    The keys of the map stay, as nobody could read it without them; two of the other lines stay at least.
    """
    lines = list(all_lines(scene))
    explained: list[tuple[list[str], str]] = [([], words) for words in keys(scene)]
    most = int((height - TOP + LINE - 12) / LINE)
    explained = explained[: most - min(len(lines), 2)]
    room = most - len(explained)
    if len(lines) > room:
        lines = [*lines[: room - 1], ([], f"and {len(lines) - room + 1} more")]
    lines += explained
    drawn = (line(letters, words, TOP + LINE * at) for at, (letters, words) in enumerate(lines))
    return panel(SIDE_WIDTH, height, "On the moon", *drawn, x=x, y=y)


def line(letters: list[str], words: str, y: float) -> str:
    """Return the SVG of a line: heads of monsters, and words behind them; `y` is its baseline in pixels."""
    heads = "".join(badge(letter, LEFT + 9 + 20 * at, y - 4.5, BADGE) for at, letter in enumerate(letters))
    left = LEFT + 20 * len(letters) + (4 if letters else 0)
    return heads + text(left, y, words, 12.5, INK if letters else MUTED, room=SIDE_WIDTH - left - LEFT)


def all_lines(scene: Scene) -> Iterator[tuple[list[str], str]]:
    """Yield each line as the letters of monsters and words."""
    moon, view = scene.moon, scene.view
    if view["neutral"]:
        neutral = next(letter for letter in moon.letters if moon.monster(letter) == view["neutral"])
        yield [neutral], "is neutral and scores for nobody"
    yield from mission_lines(scene)
    for area in moon.areas:
        seats = moon.admitted(area)
        x, y = moon.name(first_of(area))
        where = f"({x}, {y}), {counted(len(area), 'square')}"
        said = f"{'lay cards' if len(seats) > 1 else 'lays cards' if seats else 'Nobody lays cards'} at {where}"
        yield [own for seat in seats if (own := moon.letter(seat))], said


def keys(scene: Scene) -> list[str]:
    """Return sentences that explain the map, which are shown where there is room for them."""
    card = "The card laid last has a bright edge."
    if scene.is_solo:
        return [card]
    area = ["Dashes: colours of who may lay there."] if scene.with_walls else []
    return [*area, "A ring is a tile, a rocket a ship on a crystal.", card]


def mission_lines(scene: Scene) -> Iterator[tuple[list[str], str]]:
    """7.1: Yield the open missions, or the secret ones that the viewer may know, each with what it asks for."""
    missions, moon = scene.view["missions"], scene.moon
    if missions is None:
        return
    if scene.view["options"]["missions"] == "open":
        yield from (([], mission_words(moon.file.missions[number - 1])) for number in missions)
        return
    for seat, own in enumerate(missions):
        letter = moon.letter(seat)
        for number in own or ():
            yield [letter] if letter else [], mission_words(moon.file.missions[number - 1])
