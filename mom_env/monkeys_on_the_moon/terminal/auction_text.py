"""The auction in words: the monkey that is up, the standing bid, and what each seat has bid."""

from rich.text import Text

from mom_env.monkeys_on_the_moon.rules.auction import points_of
from mom_env.monkeys_on_the_moon.snapshots.shapes import Auction, Bid, Choice
from mom_env.monkeys_on_the_moon.terminal.coloured_text import NOTHING, tribe


def standing_bid(up: Auction, circle: list[str], names: list[str]) -> Text:
    """Return a line with the monkey that is up, and which seat holds the standing bid, and what that is.

    `up` is the auction. `circle` has the names of the tribes in the order of the circle, and `names` the short names of
    the seats.
    """
    holder, monkey = up["holder"], up["monkey"]
    text = Text.assemble(("up for bid: ", "dim"), tribe(monkey["tribe"], monkey["status"]))
    bid = None if holder is None else up["bids"][holder]
    if holder is None or bid is None:
        return text.append("; no bid so far")
    return text.append(f"; {names[holder]} leads with {bid_text(bid, monkey['tribe'], circle)}")


def last_bid(up: Auction, seat: int) -> Text:
    """Return the points of a seat's last bid in the auction `up`; "pass" if the seat is out, "-" without a bid."""
    last = up["bids"][seat]
    if seat not in up["in"]:
        return Text("pass", "dim")
    return Text(str(points_of(last["own"], last["cw"], last["ccw"])) if last else NOTHING)


def bid_text(bid: Bid | Choice, name: str, in_circle: list[str]) -> str:
    """Return the points and coins of a bid in words, for a monkey of the tribe `name`.

    `in_circle` has the names of the tribes in the order of the circle, clockwise.
    """
    coins = ", ".join(f"{count} {coin}" for coin, count in coins_of(bid, name, in_circle).items())
    return f"{points_of(bid['own'], bid['cw'], bid['ccw'])} points: {coins}"


def coins_of(bid: Bid | Choice, name: str, in_circle: list[str]) -> dict[str, int]:
    """Return the numbers of coins of a bid by tribe, without tribes of which it has none.

    `name` is the tribe of the monkey. `in_circle` has the names of the tribes in the order of the circle, clockwise.
    """
    at = in_circle.index(name)
    coins = {name: bid["own"], in_circle[(at + 1) % len(in_circle)]: bid["cw"], in_circle[at - 1]: bid["ccw"]}
    return {tribe: count for tribe, count in coins.items() if count}
