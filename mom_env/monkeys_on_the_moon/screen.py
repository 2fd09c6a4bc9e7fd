"""A position for a terminal: what a person wants to see before a decision, and how the points came about at the end."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.position import Snapshot
from mom_env.monkeys_on_the_moon.rules.auction import points_of
from mom_env.monkeys_on_the_moon.state import MIN_PLAYERS
from mom_env.monkeys_on_the_moon.words import Choice, Words

# A tribe is always named in full as well: colour alone tells nobody anything.
STYLES = {
    "brown": "dark_orange3",
    "black": "bold grey62",
    "green": "green3",
    "blue": "dodger_blue1",
    "red": "red1",
    "purple": "medium_orchid",
}
UNKNOWN = "?"
NOTHING = "-"

Piece = dict[str, Any]


def tribe(name: str, *more: object) -> Text:
    """A tribe's name, and what belongs to it, in its colour."""
    return Text(" ".join([name, *map(str, more)]), STYLES.get(name, "bold"))


def listed(texts: list[Text], empty: str = NOTHING) -> Text:
    """Texts in a row."""
    return Text(", ").join(texts) if texts else Text(empty, "dim")


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ... as far as there are tribes."""
    return f"{number}{('st', 'nd', 'rd', 'th', 'th', 'th')[number - 1]}"


# A position


def show(game: Game, seat: int | None, names: list[str]) -> RenderableType:
    """The position as a seat sees it; None sees everything. `names` by seat."""
    view = game.snapshot(seat)
    parts: list[RenderableType] = [heading(game, view, names), "", circle(game, view, names), ""]
    parts += [grounds(view, names), "", pools(view)]
    if view["auction"]:
        parts.append(auction(view, names))
    parts += [hand(cards, name) for cards, name in zip(view["hand"], names, strict=True) if cards is not None]
    return Group(*parts)


def heading(game: Game, view: Snapshot, names: list[str]) -> Text:
    """Where in the game it is, and who decides."""
    if view["phase"] == "over":
        return Text("The game is over.", "bold")
    phase = "civilization turns" if view["phase"] == "civilization" else "bid turns"
    when = f"Round {view['round'] + 1} of {game.ruleset.rules[0].rounds}, {phase}; first: {names[view['start']]}."
    return Text(f"{when} To decide: {names[view['seat']]}, {view['decision']}.", "bold")


def circle(game: Game, view: Snapshot, names: list[str]) -> Table:
    """All that is counted by tribe: a column each, allies side by side."""
    table = Table(box=None, padding=(0, 1))
    table.add_column(Text("neighbours are allies", "dim"))
    for name in view["circle"]:
        table.add_column(tribe(name), justify="right", min_width=6)
    table.add_row("rival", *[tribe(name) for name in view["circle"][3:] + view["circle"][:3]])
    length = game.ruleset.deck.track.spaces
    table.add_row(f"spaces on the track, of {length}", *[place(view, name) for name in view["circle"]])
    table.add_row("coins in the supply", *counts(view["supply"], view["circle"]))
    table.add_row("scorn is held by", *[holder(view, name, names) for name in view["circle"]])
    for name, coins in zip(names, view["coins"], strict=True):
        table.add_row(Text.assemble(("coins of ", "dim"), name), *counts(coins, view["circle"]))
    for name, pile in zip(names, view["pile"], strict=True):
        status = status_by_tribe(pile, view["circle"])
        table.add_row(Text.assemble(("status of ", "dim"), name), *counts(status, view["circle"]))
    return table


def place(view: Snapshot, name: str) -> Text:
    """How far a tribe's stone is."""
    if name in view["finished"]:
        return Text(f"{ordinal(view['finished'].index(name) + 1)} in", "bold")
    return Text(str(view["track"][name]))


def holder(view: Snapshot, name: str, names: list[str]) -> Text:
    """Who holds a tribe's scorn, short enough for a column."""
    seat = view["scorn"][name]
    return Text(NOTHING, "dim") if seat is None else Text(names[seat].split()[0], "bold")


def counts(numbers: dict[str, int] | None, in_circle: list[str]) -> list[Text]:
    """A number a tribe; zeros are faint, what the seat cannot know is a question mark."""
    if numbers is None:
        return [Text(UNKNOWN, "dim")] * len(in_circle)
    return [Text(str(numbers[name]), "" if numbers[name] else "dim") for name in in_circle]


def status_by_tribe(pile: list[Piece], in_circle: list[str]) -> dict[str, int]:
    """The status of a score pile."""
    return {name: sum(monkey["status"] for monkey in pile if monkey["tribe"] == name) for name in in_circle}


def grounds(view: Snapshot, names: list[str]) -> Table:
    """Ships on the ground with their monkeys, and what has been won."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for title in ("", "ship", "free", "aboard", "full ships", "launched"):
        table.add_column(title, justify="left" if title in {"", "ship", "aboard"} else "right")
    for seat, name in enumerate(names):
        ship, aboard = view["ship"][seat], view["aboard"][seat]
        vp = sum(won["vp"] for won in view["ships_won"][seat])
        free = str(ship["seats"] - len(aboard)) if ship else NOTHING
        on_ground = ship_text(ship) if ship else Text(NOTHING, "dim")
        table.add_row(name, on_ground, free, monkeys(aboard), f"{vp} VP", str(len(view["pile"][seat])))
    return table


def monkeys(row: list[Piece]) -> Text:
    """Monkeys with their status."""
    return listed([tribe(monkey["tribe"], monkey["status"]) for monkey in row])


def ship_text(ship: Piece) -> Text:
    """A ship, its seats and what it pays when full."""
    return tribe(ship["tribe"], f"({ship['seats']} seats, {ship['vp']} VP)")


def pools(view: Snapshot) -> Text:
    """What lies open to be put up and taken."""
    ships = listed([ship_text(ship) for ship in view["ship_pool"]])
    up = monkeys(view["monkey_pool"])
    return Text.assemble(("monkeys in the pool: ", "dim"), up, ("\nships in the pool: ", "dim"), ships)


def auction(view: Snapshot, names: list[str]) -> Text:
    """The monkey that is up, the standing bid, and who has bid what."""
    up = view["auction"]
    monkey = up["monkey"]
    last = [(name, bid) for name, bid in zip(names, up["bids"], strict=True) if bid]
    bids = [f"{name} {bid_text(bid, monkey['tribe'], view['circle'])}" for name, bid in last]
    text = Text.assemble(("up for bid: ", "dim"), tribe(monkey["tribe"], monkey["status"]))
    text.append(f"; {'; '.join(bids) or 'no bid so far'}; still in: {', '.join(names[seat] for seat in up['in'])}")
    return text


def hand(cards: list[Piece], name: str) -> Text:
    """The civilization cards of a hand."""
    shown = listed([tribe(card["tribe"], card["move"]) for card in cards], "empty")
    return Text.assemble((f"hand of {name}: ", "dim"), shown)


# Choices

QUESTIONS = {
    "card": "Which card do you play?",
    "tribe": "You have played {tribe} {move}. Which tribe advances?",
    "appease": "You have no coin for {tribe}, and hold its scorn. What do its allies get?",
    "monkey": "Which monkey do you put up for auction?",
    "bid": "What do you bid?",
    "ship": "Which ship do you take?",
    "stay": "Rivals are on board. Which tribe stays behind?",
}


def question(game: Game) -> str:
    """What the seat to move has to answer."""
    view = game.snapshot(game.seat)
    return QUESTIONS[view["decision"]].format(**(view["pending"] or {}))


def say(game: Game, action: int) -> str:
    """An action of the seat to move in words, with the coins of a bid by their tribes' names."""
    view = game.snapshot(game.seat)
    if view["auction"] is None or view["decision"] != "bid":
        return game.describe(action)
    choice = Words(game.ruleset.deck, game.states[0].colour).choice(action)
    return "pass" if "pass" in choice else f"bid {bid_text(choice, view['auction']['monkey']['tribe'], view['circle'])}"


def bid_text(bid: Choice, name: str, in_circle: list[str]) -> str:
    """The points and coins of a bid, by the tribes' names."""
    at = in_circle.index(name)
    coins = {name: bid["own"], in_circle[(at + 1) % len(in_circle)]: bid["cw"], in_circle[at - 1]: bid["ccw"]}
    points = points_of(bid["own"], bid["cw"], bid["ccw"])
    return f"{points} points: {', '.join(f'{count} {coin}' for coin, count in coins.items() if count)}"


# The end


def show_scoring(game: Game, names: list[str]) -> RenderableType:
    """4: the points of a finished game, tribe by tribe."""
    result, view, num_players = game.result(), game.snapshot(), game.num_players
    deck = game.ruleset.deck
    table = Table(box=None, padding=(0, 1))
    table.add_column(Text("tribes, and what titles pay", "dim"))
    for name in names:
        table.add_column(name, justify="right")
    for rank, name in enumerate(result["ranking"]):
        awards = deck.titles.leader[rank], deck.titles.undersecretary[rank] if num_players > MIN_PLAYERS else 0
        points = title_points(result["titles"][name], *awards, num_players)
        row = [earned(result["status"][seat][name], points[seat]) for seat in range(num_players)]
        pays = " and ".join(str(award) for award in awards if award)
        table.add_row(Text.assemble(f"{ordinal(rank + 1)} ", tribe(name), (f", {pays} VP", "dim")), *row)
    table.add_row("full ships", *map(str, ship_points(view)))
    table.add_row("scorn", *map(str, scorn_points(view, deck.setup.scorn_penalty)), end_section=True)
    table.add_row("total", *map(str, result["vp"]), style="bold")
    note = Text("In each cell: status, then the VP of the title.", "dim")
    winners = " and ".join(names[seat] for seat in result["winners"])
    return Group(table, note, Text(f"Won by {winners}{tie_note(result)}.", "bold"))


def earned(status: int, points: int) -> Text:
    """Status in a tribe and what it brings."""
    return Text.assemble((f"status {status} ", "dim"), f"{points:>3}" if points else "  -")


def title_points(titles: dict[str, list[int]], leader: int, second: int, num_players: int) -> list[int]:
    """4.3: what the titles of one tribe bring, by seat. Leaders that tie split both; of two, they get nothing."""
    leaders, seconds, points = titles["leader"], titles["undersecretary"], [0] * num_players
    shared = (leader + second) // len(leaders) if num_players > MIN_PLAYERS else 0
    for seat in leaders:
        points[seat] = leader if len(leaders) == 1 else shared
    for seat in seconds:
        points[seat] = second // len(seconds)
    return points


def ship_points(view: Snapshot) -> list[int]:
    """VP of full ships by seat."""
    return [sum(ship["vp"] for ship in ships) for ships in view["ships_won"]]


def scorn_points(view: Snapshot, penalty: int) -> list[int]:
    """4.4: what the scorn cards held cost, by seat."""
    holders = list(view["scorn"].values())
    return [-penalty * holders.count(seat) for seat in range(view["num_players"])]


def tie_note(result: dict[str, Any]) -> str:
    """4.5: what decided between equal VP, if that was needed."""
    best = result["vp"][result["winners"][0]]
    if result["vp"].count(best) == len(result["winners"]):
        return ""
    return ", who had as many VP as others but more monkeys, or as many and more status"
