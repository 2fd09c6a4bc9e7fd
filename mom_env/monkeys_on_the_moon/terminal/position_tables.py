"""A position as tables for a terminal: what a person wants to see before a decision."""

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from mom_env.base.sentences import clause, ordinal, owns
from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.terminal.auction_text import last_bid, standing_bid
from mom_env.monkeys_on_the_moon.terminal.coloured_text import (
    NOTHING,
    UNKNOWN,
    cut,
    hand,
    listed,
    monkeys,
    number,
    ship_text,
    tribe,
)

LEAST_LABEL = 24  # columns that a wide terminal leaves for the label of a row
GAP = 2  # columns between two columns of a table
VERY_WIDE = 100
SHORT_NAME, LONG_NAME = 12, 32  # of a player, beside the ships


class Screen:
    """The position as a seat sees it, laid out for the terminal on which it is printed.

    A wide terminal has a column for each tribe, in the order of the circle; a narrow one has a line for each.
    """

    def __init__(self, game: Game, seat: int | None, names: list[str]) -> None:
        """Take what `seat` may know of the game; with None, everything. `names` are those of all seats."""
        self.view, self.names = game.snapshot(seat), names
        self.rounds, self.track = int(game.ruleset.rules[0].rounds), game.ruleset.deck.track.spaces
        self.circle: list[str] = self.view["circle"]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield the parts from top to bottom, as wide as the terminal allows; Rich calls this to print the object.

        If the terminal is too narrow even for the narrow layout, yield only a line that says so.
        """
        width, longest = options.max_width, max(map(len, self.circle))
        room = width - sum(max(len(name), len(WIDEST_CELL)) + GAP for name in self.circle)
        least = 2 * (longest + GAP) + sum(len(title) + GAP for title in TITLES) - GAP
        if width < least:
            yield Text(f"The table needs a terminal of at least {least} columns; this one has {width}.", "yellow")
            return
        yield self.heading()
        if room < LEAST_LABEL:
            yield self.tribes()
            yield self.holdings()
            yield from self.ships_in_words()
        else:
            yield self.wide_table(room)
            yield self.ships(LONG_NAME if width >= VERY_WIDE else SHORT_NAME)
        yield from self.pools()

    def short(self, seat: int) -> str:
        """Return the short name of a seat: the first word of its name."""
        return self.names[seat].split()[0]

    def heading(self) -> Text:
        """Return a line on how far the game is, and which seat decides what."""
        view = self.view
        if view["phase"] == "over":
            return Text("The game is over.", "bold")
        first, now = clause(self.short(view["start"]), "go"), owns(self.short(view["seat"] or 0))
        phase = "cards" if view["phase"] == "civilization" else "auctions"
        return Text(f"Round {view['round'] + 1} of {self.rounds}: {phase}. {first} first. It is {now} turn.", "bold")

    # A wide terminal

    def wide_table(self, room: int) -> Table:
        """Return a table of all that is counted by tribe: a column for each tribe, allies side by side.

        `room` is the number of characters for the labels of the rows.
        """
        table = grid(Text("neighbours are allies", "dim"))
        for name in self.circle:
            table.add_column(tribe(name), justify="right", min_width=len(WIDEST_CELL))
        table.add_row("rival", *map(tribe, self.rivals()))
        table.add_row(f"on the track, of {self.track}", *map(self.place, self.circle))
        table.add_row("coins in the supply", *map(self.supply, self.circle))
        table.add_row("scorn is held by", *map(self.holder, self.circle))
        for seat, name in enumerate(self.names):
            label = Text.assemble(cut(name, room - GAP - len(HOLDINGS)), (HOLDINGS, "dim"))
            table.add_row(label, *[self.holding(seat, tribe_name) for tribe_name in self.circle])
        return table

    def ships(self, longest: int) -> Table:
        """Return a table of each seat's ship and its monkeys, what the seat has won, and in an auction its last bid.

        Names of players are cut to `longest` characters.
        """
        up = self.view["auction"]
        table = grid("", "ship, seats/VP", "aboard", "full", "on the moon", *(["bid"] if up else []))
        for seat, name in enumerate(self.names):
            bid = [last_bid(up, seat)] if up else []
            table.add_row(cut(name, longest), self.ship(seat), self.aboard(seat), *self.won(seat), *bid)
        return table

    # A narrow terminal

    def tribes(self) -> Table:
        """Return a table of what is counted by tribe and belongs to no seat: a line for each tribe.

        Allies are one below the other.
        """
        table = grid("", "rival", *TITLES)
        for name, rival in zip(self.circle, self.rivals(), strict=True):
            cells = self.place(name), self.supply(name), self.holder(name)
            table.add_row(tribe(name), tribe(rival), *cells)
        return table

    def holdings(self) -> Table:
        """Return a table of each seat's coins and status: a line for each tribe, and a column for each seat."""
        table = grid(Text(HOLDINGS.strip(": "), "dim"), *map(self.short, range(len(self.names))))
        for name in self.circle:
            table.add_row(tribe(name), *[self.holding(seat, name) for seat in range(len(self.names))])
        return table

    def ships_in_words(self) -> Iterator[Text]:
        """Yield a line for each seat: its ship, and what it has aboard, has won and has bid last, if it has any."""
        up = self.view["auction"]
        for seat, name in enumerate(self.names):
            full, launched = self.won(seat)
            text = Text.assemble((name, "bold"), ": ship ", self.ship(seat))
            said = [
                ("aboard ", self.aboard(seat), self.view["aboard"][seat]),
                ("full ships ", full, self.view["ships_won"][seat]),
                ("on the moon ", launched, self.view["pile"][seat]),
                ("bid ", last_bid(up, seat) if up else Text(), up and (up["bids"][seat] or seat not in up["in"])),
            ]
            yield text.append_text(
                Text().join(Text.assemble("; ", what, value) for what, value, is_any in said if is_any)
            )

    # The cells

    def rivals(self) -> list[str]:
        """Return the names of the tribes' rivals, the tribes opposite, in the order of the circle."""
        return self.circle[3:] + self.circle[:3]

    def place(self, name: str) -> Text:
        """Return the space of the stone of the tribe `name`, or its finish place, such as "1st"."""
        finished = self.view["finished"]
        return (
            Text(ordinal(finished.index(name) + 1), "bold") if name in finished else Text(str(self.view["track"][name]))
        )

    def supply(self, name: str) -> Text:
        """Return the number of coins of the tribe `name` that are in its supply."""
        return number(self.view["supply"][name])

    def holder(self, name: str) -> Text:
        """Return the short name of the seat that holds the scorn of the tribe `name`, or "-" if no seat does."""
        seat = self.view["scorn"][name]
        return Text(NOTHING, "dim") if seat is None else Text(self.short(seat), "bold")

    def holding(self, seat: int, name: str) -> Text:
        """Return a seat's coins of the tribe `name` and its status with it, such as "2/5"; hidden coins are "?"."""
        coins, pile = self.view["coins"][seat], self.view["pile"][seat]
        status = sum(monkey["status"] for monkey in pile if monkey["tribe"] == name)
        known = UNKNOWN if coins is None else str(coins[name])
        return Text(f"{known}/{status}", "" if known != "0" or status else "dim")

    def ship(self, seat: int) -> Text:
        """Return a seat's ship on the ground as text, or "-" without one."""
        ship = self.view["ship"][seat]
        return ship_text(ship) if ship else Text(NOTHING, "dim")

    def aboard(self, seat: int) -> Text:
        """Return the monkeys on a seat's ship as text, or "-" without any."""
        return monkeys(self.view["aboard"][seat])

    def won(self, seat: int) -> tuple[Text, Text]:
        """Return the VP of a seat's full ships, and the number of its launched monkeys, both as text."""
        vp = sum(ship["vp"] for ship in self.view["ships_won"][seat])
        return Text(f"{vp} VP"), Text(str(len(self.view["pile"][seat])))

    # Below the tables

    def pools(self) -> Iterator[Text]:
        """Yield lines with the monkey pool, the ship pool, the monkey that is up, and hands that the viewer may see."""
        view = self.view
        yield Text.assemble(("monkeys to put up: ", "dim"), monkeys(view["monkey_pool"]))
        yield Text.assemble(
            ("ships to take, seats/VP: ", "dim"), listed([ship_text(ship) for ship in view["ship_pool"]])
        )
        if view["auction"]:
            yield standing_bid(view["auction"], self.circle, [self.short(seat) for seat in range(len(self.names))])
        yield from (
            hand(cards, name) for cards, name in zip(view["hand"], self.names, strict=True) if cards is not None
        )


TITLES = ("track", "supply", "scorn")  # columns of a narrow table, after the tribe and its rival
HOLDINGS = ": coins/status"
WIDEST_CELL = "11/19"


def show(game: Game, seat: int | None, names: list[str]) -> RenderableType:
    """Return the position as `seat` sees it, to be printed by Rich; with None, everything.

    `names` are those of all seats, such as "p0 greedy".
    """
    return Screen(game, seat, names)


def grid(*titles: str | Text) -> Table:
    """Return an empty table without lines, with these heads of columns; columns of numbers are aligned to the right."""
    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False, header_style="")
    for title in titles:
        is_words = str(title) in {"", "rival", "ship, seats/VP", "aboard"} or isinstance(title, Text)
        justify: JustifyMethod = "left" if is_words else "right"
        table.add_column(Text(str(title), "dim"), justify=justify, no_wrap=True, overflow="ellipsis")
    return table
