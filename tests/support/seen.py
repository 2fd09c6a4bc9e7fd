"""The observation worked out once more, from what `snapshot(seat)` tells that seat and from the deck alone."""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mom_env.monkeys_on_the_moon import Game
from mom_env.monkeys_on_the_moon.state import MAX_MOVES, MAX_SHIP_TYPES, MAX_STATUSES
from tests.support.games import DECISIONS

Card = dict[str, Any]
Values = NDArray[np.float64]

PHASES = ("civilization", "bid", "over")
ALL_COINS, ALL_POINTS = 7, 49
MOST_ABOARD = 4


def one_hot(size: int, index: int | None) -> Values:
    values = np.zeros(size)
    if index is not None:
        values[index] = 1
    return values


class Seen:
    """What one seat sees of a game. Seats are counted from the viewer, tribes around the circle."""

    def __init__(self, game: Game, viewer: int) -> None:
        self.view: Any = game.snapshot(viewer)
        self.deck: dict[str, Any] = dict(game.ruleset.deck.plain())
        self.viewer = viewer
        self.players, self.circle = self.view["num_players"], self.view["circle"]
        self.seats = [(viewer + left) % self.players for left in range(self.players)]
        self.rounds = (
            self.deck["counts"]["civilization"] - self.deck["out_of_game"][str(self.players)]
        ) // self.players
        self.kinds = {  # the width of a tribe's block, and what the deck has
            "move": (MAX_MOVES, distinct(self.deck["civilization"])),
            "status": (MAX_STATUSES, distinct(self.deck["monkeys"])),
            "ship": (MAX_SHIP_TYPES, distinct(self.deck["ships"])),
        }
        boxes = (self.deck["civilization"], self.deck["monkeys"], self.deck["ships"])
        self.most_copies = max(
            Counter(map(str, row)).most_common(1)[0][1] for box in boxes for row in box.values() if row
        )
        self.most_status = max(self.kinds["status"][1])

    def pieces(self) -> dict[str, Values]:
        """Every piece by name."""
        found = {**self.table(), **self.moment(), **self.tribes(), **self.by_seat()}
        return {**found, **self.open_cards(), **self.subject(), **self.auction(), **self.unseen()}

    # Small words

    def seat(self, seat: int | None) -> Values:
        return one_hot(4, None if seat is None else self.seats.index(seat))

    def around(self, by_tribe: dict[str, Any]) -> Values:
        return np.array([float(by_tribe[tribe]) for tribe in self.circle])

    def rows(self, by_seat: list[Any]) -> Values:
        """What each seat has, from the viewer to the left; nothing for empty chairs."""
        rows = [by_seat[seat] for seat in self.seats]
        return np.array([*rows, *[np.zeros_like(rows[0])] * (4 - len(rows))], dtype=float)

    def counted(self, sort: str, cards: list[Card]) -> Values:
        """How many of each kind."""
        width, kinds = self.kinds[sort]
        values = np.zeros(6 * width)
        for card in cards:
            kind = [card["seats"], card["vp"]] if sort == "ship" else card[sort]
            values[self.circle.index(card["tribe"]) * width + kinds.index(kind)] += 1
        return values

    def of_tribe(self, monkeys: list[Card], *, status: bool) -> Values:
        values = np.zeros(6)
        for monkey in monkeys:
            values[self.circle.index(monkey["tribe"])] += monkey["status"] if status else 1
        return values

    # The pieces

    def table(self) -> dict[str, Values]:
        options, titles, setup = self.view["options"], self.deck["titles"], self.deck["setup"]
        highest = max(1, setup["scorn_penalty"], *titles["leader"], *titles["undersecretary"])
        flags = [options["raise"] == "add_only", *(options[name] for name in list(options) if name != "raise")]
        second = [0] * 6 if self.players == 2 else titles["undersecretary"]
        return {
            "num_players": one_hot(3, self.players - 2),
            "options": np.array(flags, dtype=float),
            "white_dot": np.array([self.deck["track"]["white_dot"] / self.deck["track"]["spaces"]]),
            "leader": np.array(titles["leader"]) / highest,
            "undersecretary": np.array(second) / highest,
            "scorn_vp": np.array([setup["scorn_penalty"] / highest]),
        }

    def moment(self) -> dict[str, Values]:
        view, over = self.view, self.view["phase"] == "over"
        done = 0 if over else (view["active"] - view["start"]) % self.players  # turns of this phase
        to_come = [not over and (seat - view["start"]) % self.players >= done for seat in range(self.players)]
        begun_bids = view["phase"] != "civilization"
        turns = [[left and not begun_bids, (left or not begun_bids) and not over] for left in to_come]
        return {
            "decision": one_hot(7, None if over else DECISIONS.index(view["decision"])),
            "seat": self.seat(view["seat"]),
            "phase": one_hot(3, PHASES.index(view["phase"])),
            "rounds": np.array([view["round"], self.rounds - 1 - view["round"]]) / self.rounds,
            "start": self.seat(view["start"]),
            "active": self.seat(view["active"]),
            "turns_left": self.rows([np.array(row, dtype=float) for row in turns]),
            "swapped": np.array([float(view["swapped"])]),
        }

    def tribes(self) -> dict[str, Values]:
        view = self.view
        finish = {tribe: (6 - place) / 6 for place, tribe in enumerate(view["finished"])}
        return {
            "track": self.around(view["track"]) / self.deck["track"]["spaces"],
            "finish": self.around({tribe: finish.get(tribe, 0) for tribe in self.circle}),
            "supply": self.around(view["supply"]) / ALL_COINS,
        }

    def by_seat(self) -> dict[str, Values]:
        view, ships = self.view, [ship or {"tribe": None, "seats": 0, "vp": 0} for ship in self.view["ship"]]
        highest_vp = max(1, *(vp for _, vp in self.kinds["ship"][1]))
        all_vp = max(1, sum(vp for row in self.deck["ships"].values() for _, vp in row))
        all_status = max(map(sum, self.deck["monkeys"].values()))
        crew = MOST_ABOARD * self.most_status
        nobody = dict.fromkeys(self.circle, 0)
        scorn = [self.around({t: view["scorn"][t] == seat for t in self.circle}) for seat in range(self.players)]
        return {
            "coins": self.rows([self.around(coins or nobody) for coins in view["coins"]]) / ALL_COINS,
            "scorn": self.rows(scorn),
            "hand": self.counted("move", view["hand"][self.viewer]) / self.deck["setup"]["hand"],
            "ship_colour": self.rows([self.around({t: t == ship["tribe"] for t in self.circle}) for ship in ships]),
            "ship_seats": self.rows([ship["seats"] / 4 for ship in ships]),
            "ship_vp": self.rows([ship["vp"] / highest_vp for ship in ships]),
            "aboard": self.rows([self.of_tribe(crew, status=False) for crew in view["aboard"]]) / MOST_ABOARD,
            "aboard_status": self.rows([self.of_tribe(monkeys, status=True) for monkeys in view["aboard"]]) / crew,
            "status": self.rows([self.of_tribe(pile, status=True) for pile in view["pile"]]) / all_status,
            "monkeys": self.rows([len(pile) for pile in view["pile"]]) / (self.players * self.rounds),
            "ship_vp_won": self.rows([sum(ship["vp"] for ship in won) for won in view["ships_won"]]) / all_vp,
        }

    def open_cards(self) -> dict[str, Values]:
        view = self.view
        unknown = len(self.unseen_ships())
        returned = np.zeros(6 * MAX_SHIP_TYPES)
        for draws, ship in reversed(list(enumerate(view["returned_ships"], start=unknown + 1))):
            returned[np.flatnonzero(self.counted("ship", [ship]))] = 1 / draws
        return {
            "monkey_pool": self.counted("status", view["monkey_pool"]) / self.most_copies,
            "ship_pool": self.counted("ship", view["ship_pool"]) / self.most_copies,
            "returned_ships": returned,
            "unknown_ships": np.array([unknown / self.deck["counts"]["ships"]]),
        }

    def subject(self) -> dict[str, Values]:
        view, crew = self.view, MOST_ABOARD * self.most_status
        card, advancing, rival = np.zeros(7), np.zeros(6), np.zeros(6)
        if view["decision"] in ("tribe", "appease"):
            played = view["discard"][-1]
            card[self.circle.index(played["tribe"])] = 1
            card[6] = played["move"] / max(self.kinds["move"][1])
        if view["decision"] == "appease":
            place = self.circle.index(view["pending"]["tribe"])
            rival[place] = advancing[(place + 3) % 6] = 1
        return {
            "card": card,
            "advancing": advancing,
            "rival": rival,
            "waiting": self.of_tribe(view["waiting"], status=False) / MOST_ABOARD,
            "waiting_status": self.of_tribe(view["waiting"], status=True) / crew,
        }

    def auction(self) -> dict[str, Values]:
        nothing = {"monkey": None, "standing": 0, "holder": None, "in": [], "bids": [None] * self.players}
        auction: dict[str, Any] = self.view["auction"] or nothing
        monkey = auction["monkey"]
        bids = [[bid[coin] for coin in ("own", "cw", "ccw")] if bid else [0, 0, 0] for bid in auction["bids"]]
        return {
            "auction_tribe": one_hot(6, self.circle.index(monkey["tribe"]) if monkey else None),
            "auction_status": np.array([monkey["status"] / self.most_status if monkey else 0]),
            "standing": np.array([auction["standing"] / ALL_POINTS]),
            "holder": self.seat(auction["holder"]),
            "still_in": self.rows([float(seat in auction["in"]) for seat in range(self.players)]),
            "bids": self.rows([np.array(bid, dtype=float) for bid in bids]) / ALL_COINS,
        }

    def unseen(self) -> dict[str, Values]:
        view = self.view
        cards = self.without("civilization", "move", [*view["discard"], *view["hand"][self.viewer]])
        piles = [monkey for row in (*view["pile"], *view["aboard"]) for monkey in row]
        up = [view["auction"]["monkey"]] if view["auction"] else []
        seen = [*view["monkey_pool"], *view["waiting"], *view["monkeys_out"], *piles, *up]
        found = {
            "unseen_cards": self.counted("move", cards),
            "unseen_monkeys": self.counted("status", self.without("monkeys", "status", seen)),
            "unseen_ships": self.counted("ship", self.unseen_ships()),
        }
        return {name: values / self.most_copies for name, values in found.items()}

    def unseen_ships(self) -> list[Card]:
        view = self.view
        won = [ship for row in view["ships_won"] for ship in row]
        on_the_ground = [ship for ship in view["ship"] if ship]
        return self.without(
            "ships", "ship", [*view["ship_pool"], *view["ships_out"], *view["returned_ships"], *won, *on_the_ground]
        )

    def without(self, box: str, sort: str, seen: list[Card]) -> list[Card]:
        """The cards of the box but for these."""
        names = ("seats", "vp") if sort == "ship" else (sort,)
        left = [
            {"tribe": tribe, **dict(zip(names, kind if sort == "ship" else [kind], strict=True))}
            for tribe, row in self.deck[box].items()
            for kind in row
        ]
        for card in seen:
            left.remove(card)
        return left


def distinct(box: dict[str, list[Any]]) -> list[Any]:
    """The kinds of a box, smallest first."""
    kinds: list[Any] = []
    for kind in sorted(kind for row in box.values() for kind in row):
        if kind not in kinds:
            kinds.append(kind)
    return kinds
