"""A game told while it is played: for each round a heading and where the stones move, then a line for each event."""

from collections.abc import Callable, Iterator

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from mom_env.base.score_table import result_table
from mom_env.base.sentences import ordinal
from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.snapshots.shapes import Choice, Monkey, Snapshot
from mom_env.monkeys_on_the_moon.terminal.auction_text import bid_text
from mom_env.monkeys_on_the_moon.terminal.coloured_text import tribe

INTRODUCTION = (
    "In each round everybody moves the stone of a tribe, then puts up a monkey; the highest bidder takes it aboard. "
    "Full ships score points, and at the end so do the monkeys of the tribes that have come furthest."
)
WITHIN_A_TURN = ("appease", "stay")  # decisions between the choice of a tribe and the end of that turn
INDENT = (0, 0, 0, 2)
Lines = Iterator[RenderableType]


def tell(game: Game, choose: Callable[[Game], int], names: list[str]) -> Lines:
    """Play a game to its end, and yield what happens as it happens, and at last the result, all for a terminal.

    Args:
        game: made with `skip_forced=False`: an auction in which all bids are forced would not be seen.
        choose: returns the id of the action of the seat to move.
        names: the names of the seats, such as "p0 greedy".
    """
    story, view = Story(names, int(game.ruleset.rules[0].rounds)), game.snapshot()
    while not game.over:
        action = choose(game)
        choice = game.words().choice(action)
        game.play(action)
        before, view = view, game.snapshot()
        yield from (
            line if isinstance(line, Rule) else Padding(line, INDENT) for line in story.lines(before, choice, view)
        )
    result = game.result_by_names()
    yield result_table(names, result["places"], {"VP": result["vp"], "monkeys": result["monkeys"]})


class Story:
    """What has to be remembered from one decision to the next, to tell a game while it is played.

    Attributes:
        names: the names of the seats.
        rounds: the number of all rounds.
        last_round: the round, from 0, that had a heading last; -1 before the first.
        moving: seat and tribe of a turn whose cost is still to be chosen, else None.
        steps: lines about the stones that have moved in this round, until they are shown.
        winner: seat and bid that win the auction unless another seat bids more, else None.
    """

    def __init__(self, names: list[str], rounds: int) -> None:
        """Take the names of the seats, and the number of rounds."""
        self.names, self.rounds, self.last_round = names, rounds, -1
        self.moving: tuple[int, str] | None = None  # seat and tribe of a turn whose cost is still to be chosen
        self.steps: list[Text] = []  # moves of stones in this round
        self.winner: tuple[int, Choice] | None = None  # seat and bid that win the auction unless somebody bids more

    def lines(self, before: Snapshot, choice: Choice, after: Snapshot) -> Lines:
        """Yield the lines about one decision, and remember what later lines need.

        `before` and `after` are snapshots around it, and `choice` is what the seat to move in `before` has chosen.
        """
        if before["round"] > self.last_round:
            self.last_round = before["round"]
            title = f"[bold]round {self.last_round + 1} of {self.rounds}[/]"
            yield Rule(title, align="left", style="dim", characters="-")
        if before["decision"] == "tribe":
            self.moving = before["seat"] or 0, choice["tribe"]
        if self.moving and after["decision"] not in WITHIN_A_TURN:
            self.steps.append(self.step(*self.moving, after))
            self.moving = None
        if self.steps and after["phase"] != "civilization":
            yield Columns(self.steps, padding=(0, 3))
            self.steps = []
        if up := before["auction"]:
            self.winner = self.winner if "pass" in choice else (before["seat"] or 0, choice)
            if after["auction"] is None:
                yield self.auction(up["monkey"], before["circle"])
                self.winner = None
        yield from self.launches(before, after)

    def step(self, seat: int, name: str, after: Snapshot) -> Text:
        """Return a line on whose card moved which stone, and to which space or finish place.

        `seat` is whose card it was, `name` the tribe's name, and `after` the snapshot after the move.
        """
        finished = after["finished"]
        place = f"in {ordinal(finished.index(name) + 1)}" if name in finished else f"to {after['track'][name]}"
        return Text.assemble((self.names[seat].split()[0], "dim"), " ", tribe(name), f" {place}")

    def auction(self, monkey: Monkey, circle: list[str]) -> Text:
        """Return a line on who won the monkey that was put up, and for what bid; or that nobody bid.

        `circle` has the names of the tribes, clockwise.
        """
        text = tribe(monkey["tribe"], monkey["status"])
        if self.winner is None:
            return Text.assemble(text, (": nobody bids", "dim"))
        seat, bid = self.winner
        paid = bid_text(bid, monkey["tribe"], circle)
        return Text.assemble(text, " to ", (self.names[seat], "bold"), f" for {paid}")

    def launches(self, before: Snapshot, after: Snapshot) -> Lines:
        """Yield a line for each seat whose ship has left between the two snapshots, full or early.

        At the end of the game all of them leave, which is one line.
        """
        if after["phase"] == "over":
            yield Text("The last ships leave.")
            return
        for seat, name in enumerate(self.names):
            launched = len(after["pile"][seat]) - len(before["pile"][seat])
            won, had = after["ships_won"][seat], before["ships_won"][seat]
            if launched:
                vp = sum(ship["vp"] for ship in won) - sum(ship["vp"] for ship in had)
                how = f"full: {vp} VP" if len(won) > len(had) else f"early, with {launched} aboard"
                yield Text.assemble(("ship of ", "dim"), (name, "bold"), f" leaves {how}")
