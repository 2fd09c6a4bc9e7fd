"""A position for a terminal: the combos with their stacks, the players with their tiles, and the own cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.table import Table
from rich.text import Text

from mom_env.base.lists_in_words import copies
from mom_env.base.sentences import YOU, begins, enumeration, owns
from mom_env.four_monkeys.deck import Combo
from mom_env.four_monkeys.game import Game
from mom_env.four_monkeys.points_shown import SET_ASIDE, Standing, standings

GAP = 1  # columns between two columns of a table
WIDE = 76  # columns with room for two columns of combos, and for a line a player
LEAST = 36  # columns of a terminal
LONGEST_NAME = 11  # of a player
NAME, SIGNS = 15, 8  # columns for the name of a combo, and for what it asks for
GREEN, ORANGE, OUT = "green3", "dark_orange", "dim strike"  # tiles; sides are told by letters as well


class Screen:
    """The position as a seat sees it, laid out for the terminal on which it is printed.

    A wide terminal has the combos in two columns and a line for each player; a narrow one has more lines.
    """

    def __init__(self, game: Game, seat: int | None, names: list[str]) -> None:
        """Take what `seat` may know of the game; with None, everything. `names` are those of all seats."""
        self.view: Mapping[str, Any] = game.snapshot(seat)
        self.deck, self.seat, self.names = game.ruleset.deck, seat, names
        self.rounds = int(game.ruleset.rules[0].rounds)
        self.standings = standings(self.view, self.deck)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield the parts from top to bottom, as wide as the terminal allows; Rich calls this to print the object."""
        width = options.max_width
        if width < LEAST:
            yield Text(f"The table needs a terminal of at least {LEAST} columns; this one has {width}.", "yellow")
            return
        yield self.heading()
        for area in range(len(self.view["stacks"])):
            if self.seat is None or self.seat in self.view["areas"][area]:
                yield from self.combos(area, 2 if width >= WIDE else 1, width)
        if width >= WIDE:
            yield self.players()
        else:
            yield from self.players_in_lines()
        yield from self.cards()

    def heading(self) -> Text:
        """Return a line on how far the game is, which seat decides, and who is in the area of the reader."""
        view = self.view
        if view["over"]:
            return Text("The game is over.", "bold")
        beginning = f"Round {view['round'] + 1} of {self.rounds}"
        if view["decision"] == "check":
            return Text(f"{beginning}: {owns(self.names[view['seat']].split()[0])} tiles are checked.", "bold")
        length = "an unknown number" if view["ticks"] is None else view["ticks"]
        return Text(f"{beginning}, tick {view['tick'] + 1} of {length}.{self.neighbours()}", "bold")

    def neighbours(self) -> str:
        """9: Return behind a space who is in the area of the reader; nothing if there is only one area or no reader."""
        areas = self.view["areas"]
        if len(areas) == 1 or self.seat is None:
            return ""
        number = next(number for number, seats in enumerate(areas) if self.seat in seats)
        short = [YOU if seat == self.seat else self.names[seat].split()[0] for seat in areas[number]]
        return f" Area {number + 1}: {enumeration(short)}."

    # Combos and stacks

    def combos(self, area: int, columns: int, width: int) -> Iterator[Text]:
        """2.2: Yield lines of what each combo asks for and is worth, and the heights of an area's stacks that show it.

        `width` is that of a line; it has `columns` combos.
        """
        pitch, rows = width // columns, -(-len(self.deck.combos) // columns)
        where = "stacks" if len(self.view["areas"]) == 1 else f"area {area + 1}"
        yield Text(f" # {'combo':<{NAME}} {'asks for':<{SIGNS}} pts {where}"[:width], "dim")
        for row in range(rows):
            numbers = range(row, len(self.deck.combos), rows)
            yield Text("").join(self.combo(number, area, pitch) for number in numbers)

    def combo(self, number: int, area: int, pitch: int) -> Text:
        """Return the combo with this index in `pitch` columns: number, name, what it asks for, points, stacks.

        Behind the number there is a + if the reader has it.
        """
        combo = self.deck.combos[number]
        heights = [top["height"] for top in self.view["stacks"][area] if top["top"] == number + 1]
        has_it = self.seat is not None and any(tile["combo"] == number + 1 for tile in self.view["tiles"][self.seat])
        shown = " ".join(map(str, heights)) or "-"
        name, signs = cut(combo.name, NAME), cut(asks_in_signs(combo), SIGNS)
        said = f"{number + 1:>2}{'+' if has_it else ' '}{name:<{NAME}} {signs:<{SIGNS}} {combo.points:>3} {shown}"
        return Text(f"{cut(said, pitch - 1):<{pitch}}", "bold" if heights else "dim")

    # Players

    def players(self) -> Table:
        """Return a line for each player: cards, points, skins, and the tiles with the numbers of cards beneath."""
        heads = ["", "hand", "deck", "ref", *(["skins"] if self.has_skins else []), "shows", "total", "tiles/cards"]
        table = Table.grid(padding=(0, GAP, 0, 0))
        for at in range(len(heads)):
            is_text = at in (0, len(heads) - 1)
            table.add_column(justify="left" if is_text else "right", no_wrap=at < len(heads) - 1)
        table.add_row(*(Text(head, "dim") for head in heads))
        for seat, name in enumerate(self.names):
            style = "bold" if seat == self.view["seat"] else ""
            table.add_row(cut(name, LONGEST_NAME), *self.numbers(seat), self.tiles(seat), style=style)
        return table

    def players_in_lines(self) -> Iterator[Text]:
        """Yield two lines for each player, for a narrow terminal."""
        heads = ["hand", "deck", "ref", *(["skins"] if self.has_skins else []), "shows", "total"]
        for seat, name in enumerate(self.names):
            said = ", ".join(f"{head} {number}" for head, number in zip(heads, self.numbers(seat), strict=True))
            yield Text.assemble((name, "bold"), f": {said}")
            yield Text("  ").append_text(self.tiles(seat))

    @property
    def has_skins(self) -> bool:
        """8: Whether the game is played with banana skins."""
        return bool(self.view["options"]["banana_skins"])

    def numbers(self, seat: int) -> list[str]:
        """Return the numbers of a seat: hand, deck, hand replenish, skins, what it shows, total."""
        view, shown = self.view, self.standings[seat]
        held = view["skins"][seat]
        skins = [f"{held['own']}+{held['handed']}"] if self.has_skins else []
        value = shown.tiles if view["options"]["family"] else shown.points
        return [
            str(view["hand_size"][seat]),
            str(view["deck"][seat]),
            "-" if view["replenished"][seat] else "yes",
            *skins,
            f"{most_sign(shown)}{value}",
            str(view["total"][seat]),
        ]

    def tiles(self, seat: int) -> Text:
        """Return the tiles of a seat in the order of grabbing, such as "5/2 7o/3 1*/0"."""
        tiles: Sequence[Mapping[str, Any]] = self.view["tiles"][seat]
        return Text(" ").join(tile_text(tile, tiles) for tile in tiles) if tiles else Text("-", "dim")

    # Cards

    def cards(self) -> Iterator[Text]:
        """Yield the hands that are known, and the cards beneath the reader's own tiles."""
        if self.view["over"]:
            return
        for seat, hand in enumerate(self.view["hand"]):
            if hand is not None:
                whose = begins(owns(YOU if seat == self.seat else self.names[seat].split()[0]))
                held = copies((kind, count) for kind, count in hand.items() if count)
                yield Text.assemble((f"{whose} hand: ", "dim"), (held, "bold"))
        if self.seat is not None and (own := [tile for tile in self.view["tiles"][self.seat] if tile["cards"]]):
            said = "; ".join(f"{tile['combo']}: {' '.join(tile['cards'])}" for tile in own)
            yield Text.assemble(("Beneath your tiles: ", "dim"), said)


def most_sign(shown: Standing) -> str:
    """5.2: Return a sign before what a seat shows if nobody shows more."""
    return ">" if shown.is_smartest and shown.tiles else ""


def tile_text(tile: Mapping[str, Any], tiles: Sequence[Mapping[str, Any]]) -> Text:
    """Return a tile, such as "7o+/3": its combo, "o" if it is orange, a sign, and the number of cards beneath.

    The sign of a right tile is +, and that of a wrong one x. Any other tile has ! if `tiles`, those of its owner, have
    its combo twice, else * if it is open, else no sign.
    """
    state = tile["state"]
    is_repeated = sum(other["combo"] == tile["combo"] for other in tiles) > 1
    sign = {"right": "+", "wrong": "x"}.get(state, "!" if is_repeated else "*" if tile["open"] else "")
    style = OUT if state in SET_ASIDE else ORANGE if tile["orange"] else GREEN
    return Text(f"{tile['combo']}{'o' if tile['orange'] else ''}{sign}/{tile['beneath']}", style)


def asks_in_signs(combo: Combo) -> str:
    """R20: Return what a combo asks for in a few signs: letters of figures, numbers of alike ones, golden buttons.

    Two circles and a square are "2C 1S", two of each are "2xCTSP", two alike and a golden button are "2= 1g".
    """
    counts = dict(combo.figures or {})
    letters = "".join(name[0].upper() for name in counts)
    if len(counts) > 1 and len(set(counts.values())) == 1:
        each = next(iter(counts.values()))
        parts = [letters if each == 1 else f"{each}x{letters}"]
    else:
        parts = [f"{count}{letter}" for count, letter in zip(counts.values(), letters, strict=True)]
    parts += [f"{count}=" for count in combo.alike or []]
    parts += [f"{combo.golden}g"] if combo.golden else []
    return " ".join(parts)


def cut(text: str, room: int) -> str:
    """Return `text`, or if it is longer than `room` characters, its first `room - 1` characters and an ellipsis."""
    return text if len(text) <= room else f"{text[: room - 1]}…"


def show(game: Game, seat: int | None, names: list[str]) -> RenderableType:
    """Return the position as `seat` sees it, to be printed by Rich; with None everything is open.

    `names` are those of all seats, such as "p0 greedy".
    """
    return Screen(game, seat, names)
