"""Draws what is going on: the decision and its seat, the auction, and at the end the result."""

from collections.abc import Iterable

from mom_env.drawing.lettering import BOLD, width_of
from mom_env.drawing.sheet import GLOW, GOLD, INK, MUTED, ORDINALS, PANEL, chip, signed
from mom_env.drawing.svg import Look, group, rect, text
from mom_env.monkeys_on_the_moon.draw.circle_and_track import CIRCLE_HEIGHT, TRACK_HEIGHT, TRACK_WIDTH
from mom_env.monkeys_on_the_moon.draw.pieces import card, coin, monkey, stone
from mom_env.monkeys_on_the_moon.draw.scene import Scene
from mom_env.monkeys_on_the_moon.rules.auction import LOWEST_BID, POINTS_ALLY, POINTS_OWN, points_of
from mom_env.monkeys_on_the_moon.rules.civilization import COINS_FOR_ADVANCING, COINS_FOR_ADVANCING_IN_SCORN
from mom_env.monkeys_on_the_moon.snapshots.shapes import Auction, Bid, Monkey, Pending, Result

NOW_WIDTH, NOW_HEIGHT = TRACK_WIDTH, CIRCLE_HEIGHT - TRACK_HEIGHT - 12
LEFT, INDENT, NAME_ROOM = 14.0, 38.0, 220.0

SENTENCES = {
    "card": "plays a civilization card",
    "tribe": "advances one of three tribes",
    "appease": "appeases an ally of the rival",
    "monkey": "puts a monkey up for bid",
    "bid": "bids or passes",
    "ship": "takes a ship from the pool",
    "stay": "decides which tribe stays behind",
}


def now(scene: Scene, x: float, y: float) -> str:
    """Return the SVG of the box with the pending decision, or at the end with the result.

    (x, y) is its upper left corner in pixels.
    """
    sheet = rect(0.75, 0.75, NOW_WIDTH - 1.5, NOW_HEIGHT - 1.5, 10, fill=GLOW, stroke=GOLD, stroke_width=1.5)
    return group(sheet, ending(scene) if scene.over else headline(scene) + body(scene), x=x, y=y)


def headline(scene: Scene) -> str:
    """Return the SVG of a line that says which seat decides what."""
    seat = scene.seat
    name = scene.names[seat]
    after = INDENT + min(NAME_ROOM, width_of(name, 17, BOLD)) + 6
    who = chip(LEFT, 21, seat) + text(INDENT, 27, name, 17, INK, bold=True, room=NAME_ROOM)
    return who + text(after, 27, SENTENCES[scene.view["decision"] or ""], 17, INK)


def body(scene: Scene) -> str:
    """Return the SVG of what the pending decision is about, below the headline."""
    decision = scene.view["decision"]
    if decision == "tribe":
        return tribes_to_advance(scene, scene.pending)
    if decision == "appease":
        return allies_to_appease(scene, scene.pending["tribe"])
    if decision == "stay":
        return rivals_aboard(scene, scene.pending["tribes"])
    if scene.view["auction"]:
        return auction(scene, scene.view["auction"])
    if decision == "ship":
        return waiting(scene, scene.view["waiting"])
    return card_hint() if decision == "card" else monkey_hint()


def hint(*lines: str) -> str:
    """Return the SVG of lines that remind of a rule, one below the other."""
    return "".join(text(INDENT, 53 + 20 * i, line, 13.5, MUTED, room=NOW_WIDTH - 52) for i, line in enumerate(lines))


# The civilization turn


def card_hint() -> str:
    """3.1.1 to 3.1.5: Return the SVG of a text that says what playing a card brings."""
    return hint(
        "The card's tribe or one of its allies will advance. Up to 2 coins come in from that tribe,",
        "and 1 goes to its rival; a player without one takes the rival's scorn.",
    )


def tribes_to_advance(scene: Scene, played: Pending) -> str:
    """3.1.2: Return the SVG of the card just played, `played`, and of the three tribes that it can advance."""
    tribes = [scene.clockwise(played["tribe"], steps) for steps in (-1, 0, 1)]
    columns = "".join(advance(scene, tribe, 100 + 174 * i) for i, tribe in enumerate(tribes))
    return card(scene.style(played), INDENT, 44, played["move"]) + columns


def advance(scene: Scene, tribe: str, x: float) -> str:
    """Return the SVG of a tribe that can advance, the coins that it brings in, and the rival that wants one.

    `x` is the left edge of its column in pixels.
    """
    rival = scene.clockwise(tribe, 3)
    return "".join(
        (
            stone(scene.styles[tribe], x + 10, 57),
            text(x + 27, 62, tribe, 15, INK, bold=True, room=135),
            text(x, 88, f"takes {income(scene, tribe)}, pays", 12.5, MUTED),
            stone(scene.styles[rival], x + 86, 83.5, 7),
            text(x + 97, 88, rival, 12.5, MUTED, room=70),
        )
    )


def income(scene: Scene, tribe: str) -> int:
    """3.1.3: Return how many coins advancing a tribe brings the seat that decides.

    They are two, or one in scorn, or fewer if the supply has fewer.
    """
    in_scorn = scene.holds_scorn(scene.seat, tribe)
    coins = COINS_FOR_ADVANCING_IN_SCORN if in_scorn else COINS_FOR_ADVANCING
    return min(coins, int(scene.view["supply"][tribe]))


def allies_to_appease(scene: Scene, rival: str) -> str:
    """3.1.5: Return the SVG of the two allies of the tribe `rival`, and how each can be appeased."""
    allies = scene.clockwise(rival, -1), scene.clockwise(rival)
    options = (choice(scene, ally, appeasement(scene, ally), i) for i, ally in enumerate(allies))
    words = f"There is no coin for {rival}, and its scorn is held already. One of its allies is appeased:"
    return "".join((hint(words), *options))


def appeasement(scene: Scene, ally: str) -> str:
    """3.1.5, R2: Return in words how the seat that decides can appease the tribe `ally`.

    It pays a coin, or without one takes the ally's scorn, unless it holds that already. If the seat's coins are hidden,
    the words name both.
    """
    seat = scene.seat
    coins = scene.view["coins"][seat]
    if coins is None:
        return "a coin, or else its scorn"
    if coins[ally]:
        return "gets 1 coin"
    return "cannot be appeased" if scene.holds_scorn(seat, ally) else "gives its scorn"


def rivals_aboard(scene: Scene, tribes: Iterable[str]) -> str:
    """5: Return the SVG of the two tribes on board that have become rivals; `tribes` are their names."""
    options = (choice(scene, tribe, "stays behind", i) for i, tribe in enumerate(tribes))
    words = "They are rivals now. The tribe that stays behind boards the next ship; the other leaves at once."
    return "".join((hint(words), *options))


def choice(scene: Scene, tribe: str, words: str, number: int) -> str:
    """Return the SVG of a tribe to choose, and what choosing it means, in column `number` from 0."""
    x = INDENT + 284 * number
    after = x + 27 + width_of(tribe, 15, BOLD) + 8
    return "".join(
        (
            stone(scene.styles[tribe], x + 10, 80),
            text(x + 27, 85, tribe, 15, INK, bold=True, room=120),
            text(min(after, x + 155), 85, words, 13.5, MUTED),
        )
    )


# The bid turn


def monkey_hint() -> str:
    """3.2.1, 3.2.2: Return the SVG of a text that says what putting up a monkey means."""
    return hint(
        "All may bid for it, from this player to the left. A coin of its tribe is worth 3 points,",
        "a coin of its two allies 2. The highest bid is paid and takes the monkey aboard.",
    )


def waiting(scene: Scene, monkeys: list[Monkey]) -> str:
    """3.3.3, R8: Return the SVG of `monkeys`, which board the ship that is taken now, or of a hint without any."""
    if not monkeys:
        return hint("The last ship has launched. The pool is refilled at once.")
    faces = (monkey(scene.style(each), 206 + 46 * i, 72, each["status"]) for i, each in enumerate(monkeys))
    return text(INDENT, 77, "Boarding it at once:", 13.5, MUTED) + "".join(faces)


BIDS_X, BIDS_WIDTH = 204.0, 416.0


def auction(scene: Scene, bids: Auction) -> str:
    """3.2.2: Return the SVG of an auction: the monkey, what has to be outbid, and what each seat has bid."""
    face = monkey(scene.style(bids["monkey"]), 44, 72, bids["monkey"]["status"], 25)
    pitch = BIDS_WIDTH / len(scene.seats)
    seats = (bidder(scene, bids, seat, BIDS_X + pitch * seat, pitch - 6) for seat in scene.seats)
    return "".join((face, standing_bid(bids["standing"]), worth(scene, bids["monkey"]["tribe"]), *seats))


def standing_bid(points: int) -> str:
    """3.2.2: Return the SVG of the points of the standing bid, 0 for none, and of the lowest that beat it."""
    said = f"{points} points stand" if points else "No bid yet"
    return text(82, 56, said, 14, INK, bold=True) + text(82, 74, f"{max(LOWEST_BID, points + 1)} or more", 13, MUTED)


def worth(scene: Scene, tribe: str) -> str:
    """3.2.2: Return the SVG of the points of coins in a bid for a monkey of `tribe`: of the tribe and of its allies."""
    coins = (tribe, POINTS_OWN), (scene.clockwise(tribe), POINTS_ALLY), (scene.clockwise(tribe, -1), POINTS_ALLY)
    return "".join(
        coin(scene.styles[name], 90 + 36 * i, 90, 8) + text(101 + 36 * i, 94.5, points, 12.5, MUTED)
        for i, (name, points) in enumerate(coins)
    )


def bidder(scene: Scene, bids: Auction, seat: int, x: float, width: float) -> str:
    """Return the SVG of a seat in the auction `bids`: its name, the coins of its last bid, and whether it is still in.

    (x, `width`) are left edge and width of its box in pixels. A seat that has passed has no box.
    """
    look: dict[str, Look] = {"stroke": GOLD, "stroke_width": 2} if seat == scene.view["seat"] else {}
    sheet = rect(x, 41, width, 62, 7, fill=PANEL, **look) if seat in bids["in"] else ""
    bid, holds = bids["bids"][seat], seat == bids["holder"]
    return "".join(
        (
            sheet,
            chip(x + 6, 55, seat),
            text(x + 29, 59.5, scene.names[seat], 12.5, INK, bold=True, room=width - 34),
            bid_coins(scene, bids["monkey"]["tribe"], bid, x + 15) if bid else "",
            text(x + 9, 98, bid_words(bid, seat in bids["in"]), 12, INK if holds else MUTED, bold=holds),
        )
    )


def bid_coins(scene: Scene, tribe: str, bid: Bid, x: float) -> str:
    """3.2.2: Return the SVG of the coins of a bid for a monkey of `tribe`: each tribe's coin, and how many there are.

    Tribes without coins in the bid are left out. `x` is the middle of the first coin in pixels.
    """
    steps = {"own": 0, "cw": 1, "ccw": -1}
    used = [(scene.clockwise(tribe, steps[key]), count) for key, count in bid.items() if count]
    return "".join(
        coin(scene.styles[name], x + 30 * i, 76, 7.5) + text(x + 10 + 30 * i, 80.5, count, 13, INK, bold=True)
        for i, (name, count) in enumerate(used)
    )


def bid_words(bid: Bid | None, is_in: bool) -> str:
    """3.2.2: Return the points of a seat's last bid in words; "passed" if the seat is out, "still in" without a bid."""
    if not is_in:
        return "passed"
    return f"{points_of(bid['own'], bid['cw'], bid['ccw'])} points" if bid else "still in"


# The end


def ending(scene: Scene) -> str:
    """4.5: Return the SVG of the winners and all places; without a result, only of a line that the game is over."""
    if scene.result is None:
        return text(LEFT, 27, "All ships have launched", 17, INK, bold=True)
    seats = sorted(scene.seats, key=scene.result["places"].__getitem__)
    pitch = (NOW_WIDTH - 20) / len(seats)
    places = (place(scene, scene.result, seat, LEFT + pitch * i, pitch - 8) for i, seat in enumerate(seats))
    return text(LEFT, 27, verdict(scene, scene.result), 17, INK, bold=True, room=NOW_WIDTH - 28) + "".join(places)


def verdict(scene: Scene, result: Result) -> str:
    """4.5, R11: Return in words who has won, or who share the win, and with how many VP."""
    winners = [scene.names[seat] for seat in result["winners"]]
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'} with {max(result['vp'])} VP"


def place(scene: Scene, result: Result, seat: int, x: float, width: float) -> str:
    """Return the SVG of the place and VP of one seat, in a box with left edge `x` and this width, in pixels."""
    vp = signed(result["vp"][seat])
    left = max(52, 10 + width_of(vp, 24, BOLD) + 8)
    return "".join(
        (
            rect(x, 42, width, 56, 7, fill=PANEL),
            text(x + 10, 78, vp, 24, INK, bold=True),
            text(x + left, 62, ORDINALS[result["places"][seat] - 1], 12.5, MUTED),
            chip(x + left, 80, seat),
            text(x + left + 23, 84.5, scene.names[seat], 13, INK, bold=True, room=width - left - 26),
        )
    )
