"""The choices of a seat in words, and as a person types them: by number, or bids by their points."""

from itertools import groupby
from string import ascii_lowercase

from mom_env.contract.people import MenuEntry
from mom_env.monkeys_on_the_moon.actions import PASS, clockwise_coins, counter_coins, own_coins
from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.naming import Words
from mom_env.monkeys_on_the_moon.rules.auction import points_of
from mom_env.monkeys_on_the_moon.snapshots.shapes import Monkey
from mom_env.monkeys_on_the_moon.terminal.auction_text import bid_text

HELP = (
    "You can type words, such as: black 4. A bid is typed as its points: 7 is the bid of 7 points with the fewest "
    "coins, 7b the next bid of 7 points. 7 +2 means that there are two more bids of 7 points.\n"
    "In the table 2/5 in the row of a player means 2 coins of the tribe, and a status of 5 on the moon. A monkey or a "
    "card is its tribe and its status or spaces. The ship red 3/2 has 3 seats, and full it is worth 2 VP."
)


def menu(game: Game) -> list[MenuEntry]:
    """Return the choices of the seat to move as they are listed and typed.

    Bids are in the order of their points, which are typed. All others are in the order of their ids, numbered from 1.
    """
    if game.decision == "bid":
        return bids(game)
    actions = game.legal_actions()
    said = [say(game, action) for action in actions]
    lists = [advance_text(game, words) if game.decision == "tribe" else words for words in said]
    return [
        MenuEntry(str(number), listed, words, action)
        for number, (listed, words, action) in enumerate(zip(lists, said, actions, strict=True), 1)
    ]


def advance_text(game: Game, words: str) -> str:
    """Return the words of a choice to advance a tribe, and the coins that it brings and costs."""
    view, seat, name = game.snapshot(game.seat), game.seat or 0, words.rsplit(maxsplit=1)[-1]
    circle, coins = view["circle"], view["coins"][seat] or {}
    rival = circle[(circle.index(name) + 3) % len(circle)]
    gained = min(view["supply"][name], 1 if view["scorn"][name] == seat else 2)
    cost = f"-1 {rival}" if coins[rival] else f"no {rival} to pay"
    return f"{words} (+{gained} {name}, {cost})"


def bids(game: Game) -> list[MenuEntry]:
    """Return the legal bids in the order of their points, and equal ones in that of their number of coins.

    The first bid of 7 points is typed as 7, the next as 7b, and so on. To pass is a bid of 0.
    """
    entries = []
    for points, same in groupby(sorted(game.legal_actions(), key=worth), key=lambda action: worth(action)[0]):
        actions = list(same)
        for way, action in zip(("", *ascii_lowercase[1:]), actions, strict=False):
            others = 0 if way else len(actions) - 1
            words = say(game, action)
            coins = words.rpartition(": ")[2]
            entries.append(MenuEntry(f"{points}{way}", coins, words, action, others, is_short=not way))
    return entries


def worth(bid: int) -> tuple[int, int]:
    """Return the points of the bid with the id `bid`, then its number of coins; for a pass both are 0."""
    if bid == PASS:
        return 0, 0
    coins = own_coins(bid), clockwise_coins(bid), counter_coins(bid)
    return points_of(*coins), sum(coins)


# Words

QUESTIONS = {
    "card": "Which card do you play? It advances its tribe or a neighbour.",
    "tribe": "You have played {tribe} {move}. Which tribe advances by {move}?",
    "appease": "You have no coin for {tribe}, and hold its scorn. What do its allies get?",
    "monkey": "Which monkey do you put up for auction?",
    "bid": "What do you bid for {up}? {own} coins count 3, {allies} 2.",
    "ship": "Which ship do you take?",
    "stay": "Rivals are on board. Which tribe stays behind?",
}


def question(game: Game) -> str:
    """Return the question that the pending decision asks the seat to move."""
    view = game.snapshot(game.seat)
    pending: dict[str, object] = {**(view["pending"] or {})}
    if view["auction"]:
        pending |= of_auction(view["auction"]["monkey"], view["circle"])
    return QUESTIONS[view["decision"] or ""].format(**pending)


def of_auction(monkey: Monkey, circle: list[str]) -> dict[str, object]:
    """Return the words for the question of an auction: the monkey that is up, its tribe, and its allies.

    `circle` has the names of the tribes in the order of the circle.
    """
    at = circle.index(monkey["tribe"])
    allies = f"{circle[at - 1]} and {circle[(at + 1) % len(circle)]}"
    return {"up": f"{monkey['tribe']} {monkey['status']}", "own": monkey["tribe"].capitalize(), "allies": allies}


def say(game: Game, action: int) -> str:
    """Return an action of the seat to move in words; a bid has the points, and the coins by their tribes' names."""
    view = game.snapshot(game.seat)
    if view["auction"] is None or view["decision"] != "bid":
        return game.describe(action)
    choice = Words(game.ruleset.deck, game.states[0].colour).choice(action)
    return "pass" if "pass" in choice else f"bid {bid_text(choice, view['auction']['monkey']['tribe'], view['circle'])}"
