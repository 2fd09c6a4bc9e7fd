"""Positions made from real ones by moving pieces, none added and none removed; each is refused or plays to the end.

    python -m tests.support.moved_pieces 10000     how many are refused, and how many play to the end

The soak's own checks look at every step of those that are played, so a position that breaks a rule later is found, too.
With NUMBA_BOUNDSCHECK=1 every index is checked as well.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from mom_env.base.replay import without_forced
from mom_env.checks.soak.one_game import setting_of
from mom_env.checks.soak.room import make_room
from mom_env.contract.soak import DEALT, NOW, SKIPPING, SoakSetting
from mom_env.errors import PositionError
from mom_env.kernel.rng import seed_stream
from mom_env.loops import loop_of
from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.ruleset import make_rules
from mom_env.monkeys_on_the_moon.snapshots.position_text import to_text
from mom_env.monkeys_on_the_moon.soak.invariants import check_position
from mom_env.monkeys_on_the_moon.soak.score import check_result
from mom_env.monkeys_on_the_moon.soak.styles import NUM_STYLES
from mom_env.monkeys_on_the_moon.soak.violations import Violation
from tests.support.kernels import GAME, PACKAGE

View = dict[str, Any]
Chance = random.Random
# Where civilization cards, monkeys and ships lie in a snapshot, or in a setup, and of what.
SHIPS = ("ship_pool", "ship_pile", "ships_won", "ships")
SORTS = (
    ("discard", "civilization_pile", "out_of_game", "hand", "hands"),
    ("monkey_pool", "monkey_pile", "waiting", "monkeys_out", "aboard", "pile"),
    SHIPS,
)
# Of these places a position does not say how many pieces lie in them.
ANY_NUMBER = {"monkeys_out", "aboard", "pile", "ship_pile", "ships_won"}


def places(view: View, names: tuple[str, ...]) -> list[list[Any]]:
    """Every pile of these names that there is, those of the seats one by one."""
    found = [view[name] for name in names if name in view]
    return [pile for entry in found for pile in (entry if entry and isinstance(entry[0], list) else [entry])]


def take_one(pile: list[Any], chance: Chance) -> Any:
    return pile.pop(chance.randrange(len(pile)))


# Moves of pieces. Each changes the view in place; where there is nothing to move, nothing happens.


def exchange_two_cards(view: View, chance: Chance) -> None:
    """Two pieces of a sort change places."""
    one, other = chance.choices([pile for pile in places(view, chance.choice(SORTS)) if pile], k=2)
    i, j = chance.randrange(len(one)), chance.randrange(len(other))
    one[i], other[j] = other[j], one[i]


def move_a_card(view: View, chance: Chance) -> None:
    """A piece goes to another place, mostly to one that may hold any number."""
    sort = chance.choice(SORTS)
    names = tuple(name for name in sort if name in ANY_NUMBER) if chance.random() < 0.9 else sort
    sources = [pile for pile in places(view, names) if pile]
    if sources:
        target = chance.choice(places(view, names))
        target.insert(chance.randint(0, len(target)), take_one(chance.choice(sources), chance))


def launch_ships(view: View, chance: Chance) -> None:
    """Ships of the pile go to the score piles of some seats."""
    for _ in range(chance.randint(1, len(view["ship_pile"]) or 1)):
        if view["ship_pile"]:
            chance.choice(view["ships_won"]).append(take_one(view["ship_pile"], chance))


def exchange_ships(view: View, chance: Chance) -> None:
    """A ship on the ground and one elsewhere change places."""
    seat, pile = chance.randrange(view["num_players"]), chance.choice(places(view, SHIPS))
    if view["ship"][seat] and pile:
        place = chance.randrange(len(pile))
        view["ship"][seat], pile[place] = pile[place], view["ship"][seat]


def move_coins(view: View, chance: Chance) -> None:
    """Coins of a tribe go from one owner to another."""
    tribe, owners = chance.choice(view["circle"]), [view["supply"], *view["coins"]]
    giver, taker = chance.sample(owners, 2)
    count = chance.randint(0, giver[tribe])
    giver[tribe] -= count
    taker[tribe] += count


def move_scorn(view: View, chance: Chance) -> None:
    """A scorn card goes to a seat or to the table."""
    view["scorn"][chance.choice(view["circle"])] = chance.choice([None, *range(view["num_players"])])


def move_stones(view: View, chance: Chance) -> None:
    """Some stones stand elsewhere; who has finished and whether there was a swap follows from it, as a rule."""
    spaces, dot = view["spaces"], view["white_dot"]
    for tribe in chance.sample(view["circle"], chance.randint(1, 3)):
        view["track"][tribe] = chance.choice([0, dot - 1, dot, spaces - 1, spaces, chance.randint(0, spaces)])
    view["finished"] = [tribe for tribe in chance.sample(view["circle"], 6) if view["track"][tribe] == spaces]
    view["swapped"] = view["options"]["monkey_treachery"] and max(view["track"].values()) >= dot


def know_other_ships(view: View, chance: Chance) -> None:
    """Another number of ships at the bottom of the pile is known."""
    count = chance.randint(0, len(view["ship_pile"]))
    view["returned_ships"] = view["ship_pile"][len(view["ship_pile"]) - count :]


def turn_the_table(view: View, chance: Chance) -> None:
    """The start, or the seat that decides, is another one."""
    players = len(view["hands"]) if "hands" in view else view["num_players"]
    steps = chance.randrange(players)
    for entry in chance.choice([("start", "active", "seat"), ("start",), ("active", "seat"), ("seat",)]):
        if view.get(entry) is not None:
            view[entry] = (view[entry] + steps) % players


def turn_the_circle(view: View, chance: Chance) -> None:
    """Two tribes change places in the circle or in the tie order."""
    entry = view[chance.choice(["circle", "tie_order"])]
    i, j = chance.sample(range(6), 2)
    entry[i], entry[j] = entry[j], entry[i]


def play_a_round(view: View, chance: Chance) -> None:
    """A round later: its cards are played, its monkeys put up, and these lie somewhere."""
    players = view["num_players"]
    if min(len(view["civilization_pile"]), len(view["monkey_pile"])) >= players and view["phase"] != "over":
        view["round"] += 1
        for _ in range(players):
            view["discard"].insert(0, take_one(view["civilization_pile"], chance))
            chance.choice(places(view, ("monkeys_out", "pile"))).append(take_one(view["monkey_pile"], chance))


def take_a_round_back(view: View, chance: Chance) -> None:
    """A round earlier: as many cards and monkeys are back in their piles, wherever the monkeys lay."""
    players = view["num_players"]
    if view["round"] and len(view["civilization_pile"]) + len(view["hand"][0]) and len(view["discard"]) > players:
        view["round"] -= 1
        for _ in range(players):
            view["civilization_pile"].append(view["discard"].pop(0))
            sources = [pile for pile in places(view, ("monkeys_out", "pile", "aboard")) if pile]
            if sources:
                view["monkey_pile"].append(take_one(chance.choice(sources), chance))


def begin_a_launch(view: View, chance: Chance) -> None:
    """A seat chooses a ship: the old one is won or lies under the pile, its monkeys are home, some may wait."""
    seat = chance.randrange(view["num_players"])
    if view["decision"] not in {"monkey", "card"} or view["ship"][seat] is None:
        return
    if view["decision"] == "monkey":
        chance.choice(places(view, ("waiting", "pile", "monkeys_out"))).append(take_one(view["monkey_pool"], chance))
    elif view["hand"][view["active"]]:
        view["discard"].append(take_one(view["hand"][view["active"]], chance))
    view["seat"], view["decision"] = seat, "ship"
    chance.choice([view["ship_pile"], view["ships_won"][seat]]).append(view["ship"][seat])
    view["ship"][seat] = None
    view["pile"][seat] += view["aboard"][seat]
    view["aboard"][seat] = []
    if view["pile"][seat] and chance.random() < 0.5:
        view["waiting"].append(take_one(view["pile"][seat], chance))
    know_other_ships(view, chance)


def bid_otherwise(view: View, chance: Chance) -> None:
    """Others are in, another seat holds the standing bid, or bids are of other coins."""
    auction = view["auction"]
    if auction is None:
        return
    players = range(view["num_players"])
    place = view["circle"].index(auction["monkey"]["tribe"])
    tribes = {"own": place, "cw": (place + 1) % 6, "ccw": place - 1}
    for seat in chance.sample(players, chance.randint(1, len(players))):
        coins = view["coins"][seat]
        bid = {key: chance.randint(0, coins[view["circle"][tribe]]) for key, tribe in tribes.items()}
        auction["bids"][seat] = bid if any(bid.values()) and chance.random() < 0.8 else None
    auction["in"] = sorted({view["seat"], *chance.sample(players, chance.randint(0, len(players)))})
    auction["holder"] = chance.choice([None, *auction["in"]])
    held = auction["bids"][auction["holder"]] if auction["holder"] is not None else None
    auction["standing"] = 3 * held["own"] + 2 * (held["cw"] + held["ccw"]) if held else 0


def exchange_two_seats(view: View, chance: Chance) -> None:
    """Two seats change one thing that they have."""
    i, j = chance.sample(range(view["num_players"]), 2)
    entry = view[chance.choice(["coins", "hand", "ship", "aboard", "pile", "ships_won"])]
    entry[i], entry[j] = entry[j], entry[i]


MOVES: tuple[Callable[[View, Chance], None], ...] = (
    exchange_two_cards,
    move_a_card,
    launch_ships,
    exchange_ships,
    move_coins,
    move_scorn,
    move_stones,
    know_other_ships,
    turn_the_table,
    turn_the_circle,
    play_a_round,
    take_a_round_back,
    begin_a_launch,
    bid_otherwise,
    exchange_two_seats,
)
MOVES_IN_A_SETUP = (exchange_two_cards, move_a_card, turn_the_table, turn_the_circle)
MOST_MOVES = (1, 1, 1, 2, 3, 5)


# From a game to a changed position, and from there to the end


def stopped_game(setting: SoakSetting, chance: Chance) -> Game:
    """A game of random play at any of its stops, often an early or a late one, sometimes at its end."""
    stops = chance.choice([0.1, 0.03, 0.01, 0.0])  # how likely the game is to stop at a decision
    game = Game(
        setting.num_players,
        chance.getrandbits(64),
        deck=setting.deck,
        options=setting.options,
        skip_forced=chance.random() < 0.5,
    )
    last = game.copy()
    while not game.over:
        if chance.random() < stops:
            return game
        last = game.copy()
        game.play(chance.choice(game.legal_actions()))
    return game if chance.random() < 0.2 else last


def moved(game: Game, chance: Chance) -> str:
    """The text of a position of the game after some moves of pieces."""
    track = game.ruleset.deck.track
    while True:
        view: Any = {**game.snapshot(), "spaces": track.spaces, "white_dot": track.white_dot}
        for move in chance.choices(MOVES, k=chance.choice(MOST_MOVES)):
            move(view, chance)
        settle(view)
        text = to_text(view, game.ruleset.deck, bool(game.rules[0].skip_forced), int(game.states[0].rng))
        if text != str(game):
            return text


def moved_setup(game: Game, chance: Chance) -> dict[str, Any]:
    """The setup of the game after some moves of pieces."""
    setup = dict[str, Any](game.replay()["setup"])
    for move in chance.choices(MOVES_IN_A_SETUP, k=chance.choice(MOST_MOVES)):
        move(setup, chance)
    return setup


def settle(view: View) -> None:
    """Say again what only repeats what lies on the table, so that a position is not refused for that alone."""
    known = len(view["returned_ships"])
    view["returned_ships"] = view["ship_pile"][max(0, len(view["ship_pile"]) - known) :]
    if view["decision"] == "tribe" and view["discard"]:
        view["pending"] = view["discard"][-1]
    elif view["decision"] == "stay":
        circle, aboard = view["circle"], {monkey["tribe"] for monkey in view["aboard"][view["seat"]]}
        pairs = [tribe for place, tribe in enumerate(circle) if {tribe, circle[place - 3]} <= aboard]
        view["pending"] = {"tribes": pairs}
    elif view["decision"] != "appease":
        view["pending"] = None


def play_to_the_end(game: Game, number: int) -> Violation:
    """Play on at random, every step checked as in a soak; return the first thing that is wrong."""
    rooms, rules = make_room(PACKAGE), without_skipping(game)
    room = rooms[0]
    for state in (NOW, SKIPPING, DEALT):
        room.raw[state] = game.states.view(np.uint8)
    undo_the_swap(room.dealt)
    room.dealt.start = (int(room.dealt.start) - int(room.dealt.round_number)) % game.num_players
    if game.over:
        found: Any = check_position(room.now, room.dealt, rules[0], room.notes)
        other: Any = check_result(room.now, rules[0])
        return Violation(found) or Violation(other)
    seed_stream(room.chance, np.uint64(number), 0)
    loops, skipping = loop_of(PACKAGE, "soak"), without_forced(Game, game.ruleset).rules
    violation, _ = loops.play_game(rules, skipping, 0, number % NUM_STYLES, loops.MOST_STEPS, rooms)
    return Violation(violation)


def without_skipping(game: Game) -> Any:
    """The same rules, with which forced decisions are stops."""
    ruleset = game.ruleset
    return make_rules(ruleset.deck, ruleset.options, ruleset.num_players, skip_forced=False)


def undo_the_swap(dealt: Any) -> None:
    """Make a deal of which the circle may have come: two neighbours lay the other way round."""
    if dealt.swapped:
        for entry in (dealt.colour, dealt.tie_rank):
            entry[[0, 1]] = entry[[1, 0]]


def changed_game(number: int) -> Game:
    """Game `number` in which pieces have been moved; one in eight is a fresh deal from a setup."""
    chance = Chance(number)
    game = stopped_game(setting_of(GAME, number), chance)
    if number % 8:
        return Game.from_text(moved(game, chance))
    skip_forced = bool(game.rules[0].skip_forced)
    options = game.ruleset.options.plain()
    return Game.from_setup(moved_setup(game, chance), deck=game.ruleset.deck, options=options, skip_forced=skip_forced)


def outcome(number: int) -> tuple[str, str]:
    """Return the fate of position `number`: "refused", "over", "played" or "violation", with the entry or violation."""
    try:
        game = changed_game(number)
    except PositionError as error:
        return "refused", str(error).partition(":")[0]
    violation = play_to_the_end(game, number)
    if violation != Violation.NOTHING:
        return "violation", f"{violation.name} {number}"
    return ("over" if game.over else "played"), ""


def main(count: int) -> None:
    results = [outcome(number) for number in range(count)]
    print(dict(Counter(what for what, _ in results)))  # noqa: T201  # a command
    for key, times in Counter(why.split()[0] for _, why in results if why).most_common():
        print(f"{times:6} {key}")  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]))
