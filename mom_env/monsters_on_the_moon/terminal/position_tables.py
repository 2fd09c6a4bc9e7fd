"""A position for a terminal: the map, the players, the cards in hand, and what else is open."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from mom_env.base.sentences import counted, owns
from mom_env.base.text_layout import cut, name_alone, side_by_side
from mom_env.monsters_on_the_moon.game import Game
from mom_env.monsters_on_the_moon.missions import mission_words
from mom_env.monsters_on_the_moon.moon import Moon, first_of, plural
from mom_env.monsters_on_the_moon.terminal.coloured_text import card_lines, letter_text, name_style
from mom_env.monsters_on_the_moon.terminal.map_text import Map

GAP = 2  # columns between two parts
SIDE = 38  # columns that the players need beside the map
LEAST = 36  # columns
CARD_WIDTH = 9  # columns of a card and the blank behind it
LINES_BELOW = 12  # that a person's terminal has for players, question and choices, below the map
PUBLIC = ("place", "tile", "ship", "edge")  # decisions whose options everybody can see
SETTING_UP = ("monster", "pass")


class Screen:
    """The position as a seat sees it, laid out for the terminal on which it is printed.

    A wide terminal has the players beside the map; a narrow one has them below it.
    """

    def __init__(self, game: Game, seat: int | None, names: list[str]) -> None:
        """Take what `seat` may know of the game; with None, everything. `names` are those of all seats."""
        self.view: Mapping[str, Any] = game.snapshot(seat)
        self.moon, self.names, self.seat = Moon(self.view, game.ruleset.deck), names, seat
        self.is_solo = len(names) == 1
        choices = game.choices() if game.decision in PUBLIC else []
        self.map = Map(self.moon, choices, game.decision)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield the parts from top to bottom, as wide as the terminal allows; Rich calls this to print the object."""
        width = options.max_width
        if width < LEAST:
            yield Text(f"The table needs a terminal of at least {LEAST} columns; this one has {width}.", "yellow")
            return
        yield self.heading()
        lines = self.map_lines(width, console.size.height) if self.moon.squares else []
        right = width - self.map.width - GAP
        if lines and right >= SIDE:
            yield side_by_side(lines, self.side(right), self.map.width, right, GAP)
        else:
            yield from lines
            yield from self.side(width)

    def map_lines(self, width: int, height: int) -> list[Text]:
        """Return the map, tall if there are walls or if a terminal of that height has room for it.

        If it is wider than `width`, return a line that says so.
        """
        if self.map.width > width:
            return [Text(f"(the map needs {self.map.width} columns)", "yellow")]
        fits = self.map.height(is_tall=True) <= height - LINES_BELOW
        return self.map.lines(is_tall=fits or bool(self.view["options"]["walls"]))

    def short(self, seat: int) -> str:
        """Return the short name of a seat: the first word of its name."""
        return self.names[seat].split()[0]

    def heading(self) -> Text:
        """Return a line on how far the game is, and which seat decides."""
        view = self.view
        if view["over"]:
            return Text("The game is over.", "bold")
        pile = f"{counted(view['pile'], 'card')} in the pile" if view["pile"] else "The pile is empty"
        before = "Setting up" if view["decision"] in SETTING_UP else pile
        if self.is_solo:
            return Text(f"{before}.", "bold")
        return Text(f"{before}. It is {owns(self.short(view['seat']))} turn.", "bold")

    # The players

    def side(self, width: int) -> list[Text]:
        """Return lines of at most `width` columns with the players, the hands, and what else is open."""
        lines = self.solo() if self.is_solo else self.players(width)
        for seat in range(len(self.names)):
            if self.seat in (None, seat):
                lines += self.hand(seat, width)
        return [*lines, *(cut(line, width) for line in self.open_lines())]

    def solo(self) -> list[Text]:
        """8.3: Return lines such as "points 7" and "vampires 6, crystals 3, others -2": what the table brings now."""
        loved, crystals, others = self.moon.solo_counts
        file = self.moon.file
        heads = plural(file.letters[file.solo.monster])
        points = counted(loved + crystals - others, "point")
        return [Text(points, "bold"), Text(f"{heads} {loved}, crystals {crystals}, others -{others}")]

    def players(self, width: int) -> list[Text]:
        """Return a line for each seat: monster, VP of its heads now, place on the track, and what is left."""
        walls = self.view["options"]["walls"]
        heads = ("now", "track", "ships", "hand", *(("walls",) if walls else ()))
        room = width - sum(len(head) + 1 for head in heads) - len("W p0 ")
        shown = [cut(Text(name_alone(name)), room) for name in self.names]
        longest = max(name.cell_len for name in shown)
        lines = [Text(" " * (longest + len("W p0 ")) + "".join(f" {head}" for head in heads), "dim")]
        for seat, name in enumerate(shown):
            name.pad_right(longest - name.cell_len)
            letter = self.moon.letter(seat)
            cells = "".join(f" {cell:>{len(head)}}" for head, cell in zip(heads, self.cells(seat), strict=True))
            who = Text(f"p{seat}", name_style(letter))
            lines.append(Text.assemble(letter_text(letter), " ", who, " ", name, cells))
            if self.view["seat"] == seat:
                lines[-1].stylize("bold")
        return lines

    def cells(self, seat: int) -> list[str]:
        """Return what the line of a seat says: VP of heads now, step on the track, ships, cards, and walls."""
        view, letter = self.view, self.moon.letter(seat)
        own = view["walls"][seat]
        walls = [f"{own['long']}+{own['short']}"] if view["options"]["walls"] else []
        now = self.moon.heads(letter).vp if letter else 0
        return [str(now), str(view["steps"][seat]), str(view["ships"][seat]), str(len(view["hand"][seat])), *walls]

    def hand(self, seat: int, width: int) -> list[Text]:
        """Return the cards of a seat in lines of at most `width` columns: numbers, and below them what they show."""
        cards = self.view["hand"][seat]
        if not cards:
            return []
        each = max(1, width // (CARD_WIDTH + 1))
        lines = [Text(f"{'card' if self.is_solo else owns(self.short(seat)) + ' hand'}:", "dim")]
        for first in range(0, len(cards), each):
            some = cards[first : first + each]
            numbers = " ".join(f"{'?' if card is None else card}".ljust(CARD_WIDTH) for card in some)
            rows = zip(*(card_lines(self.moon, card) for card in some), strict=True)
            lines += [Text(numbers.rstrip()), *(beside(row) for row in rows)]
        return lines

    # What else is open

    def open_lines(self) -> Iterator[Text]:
        """Yield the card in hand as it will lie, the track, the neutral monster, areas, missions, interim scores."""
        view, moon = self.view, self.moon
        if view["decision"] == "place":
            yield Text(f"to be laid: card {view['card']}", "dim")
            yield from card_lines(moon, view["card"], view["turn"])
        if not self.is_solo:
            track = moon.file.track[str(len(self.names))]  # type: ignore[index]  # it is one of Players
            yield Text(f"tiles at {track.tiles[0]} and {track.tiles[1]} of {len(track.values) - 1} steps", "dim")
        if view["neutral"]:
            yield Text(f"neutral: {view['neutral']}", "dim")
        if view["interim"]:
            yield Text("interim: " + ", ".join(f"p{seat} {vp}" for seat, vp in enumerate(view["interim"])), "dim")
        yield from self.areas()
        yield from self.missions()

    def areas(self) -> Iterator[Text]:
        """6.3: Yield a line for each enclosed area: where it is, and who may lay cards there."""
        for area in self.moon.areas:
            x, y = self.moon.name(first_of(area))
            seats = [f"p{seat}" for seat in self.moon.admitted(area)]
            yield Text(f"area at {x} {y}, {counted(len(area), 'square')}: {' '.join(seats) or 'nobody'}")

    def missions(self) -> Iterator[Text]:
        """7.1: Yield a line for each mission that the viewer may know."""
        missions = self.view["missions"]
        if missions is None:
            return
        is_open = self.view["options"]["missions"] == "open"
        for seat, own in enumerate([missions] if is_open else missions):
            for number in own or ():
                who = "" if is_open else f" of p{seat}"
                yield Text(f"mission{who}: {mission_words(self.moon.file.missions[number - 1])}")


def beside(rows: tuple[Text, ...]) -> Text:
    """Return rows of cards beside each other, each as wide as a card."""
    line = Text(no_wrap=True)
    for number, row in enumerate(rows):
        line.append(" " * (number * (CARD_WIDTH + 1) - line.cell_len)).append_text(row)
    return line


def show(game: Game, seat: int | None, names: list[str]) -> RenderableType:
    """Return the position, to be printed by Rich, as `seat` sees it; with None all hands are open.

    `names` are those of all seats, such as "p0 greedy".
    """
    return Screen(game, seat, names)
