"""A game with one person in it: what the person sees, what can be typed, and what the other players do."""

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.text import Text

from mom_env.base.game import Game
from mom_env.contract.people import MenuEntry, Ruleset
from mom_env.errors import IllegalAction, MomError, PlayerError
from mom_env.games import load
from mom_env.players.kinds import ClassPlayer, Player
from mom_env.players.specs import HUMAN
from mom_env.terminal.choice_list import listing

YOU = "you"
KEYS = "h hint, u undo, s show, q leave, ? help"
HELP = (
    "Type what is before the colon of a choice, or words that only one choice has. a: all choices   h: a hint   "
    "u: undo your last choice   s: show the table again   q: leave; the game is saved   ?: this. "
    "The words hint, undo, show, all, leave, quit and help work, too."
)
UNDER_THE_TABLE = 2  # lines below the table besides the choices: the question and the prompt
LEAST_ROWS = 3  # lines of choices, however low the terminal is
SHOWN = 10  # how many choices are named if an answer fits several

Ask = Callable[[str], str]


class Left(Exception):
    """The person leaves the game."""


class Point(NamedTuple):
    """A decision of the person to which undo returns: the game before it, and the length of the log."""

    game: Game[Ruleset]
    num_lines: int


class Sitting:
    """One game with one person in it.

    Attributes:
        game: the live game.
        seat: the person's.
        specs: the specs of the players, by seat.
        log: what has been played in this sitting, a line for each decision.
        save: called after every choice of any player.
    """

    def __init__(
        self,
        game: str,
        table: Game[Ruleset],
        seat: int,
        others: Sequence[Player],
        hint: Player,
        seed: int,
        console: Console,
    ) -> None:
        """Seat all players at a table.

        Args:
            game: the game's name.
            table: the game itself, just dealt or unfinished.
            seat: the person's seat.
            others: the players of the other seats, in their order.
            hint: the player who gives hints.
            seed: the seed of the other players' chance.
            console: where everything is shown.
        """
        self.name, self.game, self.seat, self.hint = game, table, seat, hint
        self.others = [*others[:seat], None, *others[seat:]]
        self.specs = [HUMAN if player is None else player.spec for player in self.others]
        self.names = [YOU if player is None else f"p{at} {player.spec}" for at, player in enumerate(self.others)]
        self.seed, self.console, self.num_before = seed, console, len(table.replay()["moves"])
        self.log: list[Text] = []
        self.num_seen = 0
        self.points: list[Point] = []
        self.save: Callable[[], object] = lambda: None
        self.sit_down()

    # The game

    def play(self, ask: Ask) -> None:
        """Play the game to its end: show and ask the person at the person's decisions, and let the others play theirs.

        `ask` shows a prompt and returns what is typed.

        Raises:
            Left: the person leaves before the end.
            PlayerError: another player raises an error, exits, or answers with an illegal action.
        """
        while (seat := self.game.seat) is not None:
            player = self.players[seat]
            if player is None:
                self.take_turn(ask)
            else:
                self.let_play(player)
        self.show_news()

    def let_play(self, player: Player) -> None:
        """Play what another player, whose turn it is, chooses.

        Raises:
            PlayerError: the player raises an error, exits, or answers with an illegal action.
        """
        try:
            self.do(self.choose(player))
        except IllegalAction as error:
            raise PlayerError(f"player {player.spec}: {error}") from None

    def choose(self, player: Player) -> int:
        """Return the action that `player` chooses for the seat to move, without playing it.

        After an undo the player chooses the same again.

        Raises:
            PlayerError: the player raises an error or exits.
        """
        bits = np.random.default_rng([self.seed, self.num_moves]).integers(2**64, size=1, dtype=np.uint64)
        with blame_player(player.spec):
            return int(player.choose(self.game.states.copy(), self.game.rules, bits)[0])

    @property
    def num_moves(self) -> int:
        """The number of decisions taken, including those before the game was resumed."""
        return self.num_before + len(self.log)

    def do(self, action: int) -> None:
        """Play an action of the seat to move, add it to the log in words, and save the game."""
        before = self.game.copy()
        self.game.play(action)
        words = load(self.name).people.say(before, action)
        self.log.append(Text.assemble((self.names[before.seat or 0], "bold"), f": {words}"))
        self.save()

    def sit_down(self) -> None:
        """Make the other players for the game as it is now; those with a memory are shown again what they have seen.

        They are written into `players`, by seat, with None for the person.
        """
        players = [None if player is None else self.seat_player(player, at) for at, player in enumerate(self.others)]
        self.players: list[Player | None] = players

    def seat_player(self, player: Player, seat: int) -> Player:
        """Return `player` for a seat; of a class, return a new object that has been shown its decisions so far.

        Raises:
            PlayerError: the class raises an error or exits.
        """
        if not isinstance(player, ClassPlayer):
            return player
        chance = int(np.random.default_rng([self.seed, seat]).integers(2**63))
        past, bits = self.game.replay(), np.zeros(1, np.uint64)
        again = self.game.again(setup=past["setup"])
        with blame_player(player.spec):
            sitting = player.sit_down(seat, self.game.num_players, chance)
            for move in past["moves"]:
                if move["seat"] == seat:
                    sitting.choose(again.states.copy(), again.rules, bits)
                again.play(move["choice"])
        return sitting

    # The person

    def take_turn(self, ask: Ask) -> None:
        """Show the position, and ask until the person has made a choice, or has undone an earlier one.

        `ask` shows a prompt and returns what is typed.
        """
        self.show()
        while True:
            answer = ask(f"[dim]{KEYS}[/] > ").strip().lower()
            if command := self.command(answer):
                if command(self):
                    return
                continue
            action = self.find_action(answer)
            if action is not None:
                self.points.append(Point(self.game.copy(), len(self.log)))
                self.do(action)
                self.num_seen = len(self.log)
                return

    def command(self, answer: str) -> "Command | None":
        """Return the command that a typed key or word stands for; None if there is none, or if it is a choice's label.

        A command is a function that returns whether the turn is over.
        """
        if answer in WORDS and answer not in {entry.label for entry in self.choices()}:
            answer = WORDS[answer]
        return COMMANDS.get(answer)

    def show(self) -> bool:
        """Show the news, the position, and the choices that fit below it, and return False: the turn is not over.

        The news are what the others have done since the person's last choice.
        """
        self.show_news()
        table = load(self.name).people.show(self.game, self.seat, self.names)
        self.console.print(table)
        room = self.console.height - len(self.console.render_lines(table, pad=False)) - UNDER_THE_TABLE
        short = [entry for entry in self.choices() if entry.is_short]
        self.list_choices(short, max(LEAST_ROWS, room))
        return False

    def show_all(self) -> bool:
        """Show every choice, and return False: the turn is not over."""
        self.list_choices(self.choices(), len(self.choices()))
        return False

    def list_choices(self, entries: Sequence[MenuEntry], rows: int) -> None:
        """Show the question, and those of the choices `entries` that fit into `rows` lines."""
        self.console.print(Text(load(self.name).people.question(self.game), "bold"))
        for line in listing(entries, self.console.width, rows):
            self.console.print(line)

    def choices(self) -> list[MenuEntry]:
        """Return the legal actions of the seat to move as they are listed and typed."""
        entries: list[MenuEntry] = load(self.name).people.menu(self.game)
        return entries

    def show_news(self) -> None:
        """Show what the others have done since the person's last choice, as far as it has not been shown yet."""
        news = self.log[self.num_seen :]
        self.console.rule("[bold]since your last choice[/]" if news else "", style="dim")
        for line in news:
            self.console.print(line)
        self.num_seen = len(self.log)

    def find_action(self, answer: str) -> int | None:
        """Return the id of the action that a typed answer means.

        If the answer does not fit exactly one choice, explain what to type, and return None.
        """
        entries = self.choices()
        found = [entry for entry in entries if entry.label == answer]
        if not found and not answer.isdecimal():  # a number is a label only, not one of the words of a choice
            found = [entries[at] for at in fitting(answer, [entry.words for entry in entries])]
        if len(found) == 1:
            return int(found[0].action)
        if found:
            labels = ", ".join(entry.label for entry in found[:SHOWN]) + (", ..." if len(found) > SHOWN else "")
            self.console.print(Text(f"That fits {len(found)} choices: {labels}. Which one?"))
        else:
            some = " ".join(entry.label for entry in entries if entry.is_short)
            self.console.print(Text(f"Expected one of {some}, words of a choice, or h, u, s, a, q, ?."))
        return None

    # Commands; they return whether the turn is over

    def give_hint(self) -> bool:
        """Show what the player who gives hints would do, or its error, and return False: the turn is not over."""
        try:
            words = load(self.name).people.say(self.game, self.choose(self.hint))
        except MomError as error:
            self.console.print(Text(str(error), "red"))
        else:
            self.console.print(Text(f"{self.hint.spec} would: {words}"))
        return False

    def undo(self) -> bool:
        """Take the game back to the person's last decision, and save it; if there is none, show that.

        Return whether there was one: then the turn is over, and the earlier decision is asked again.
        """
        if not self.points:
            since = "since the game was resumed" if self.num_before else "yet"
            self.console.print(f"There is nothing to undo: you have made no choice {since}.")
            return False
        self.game, num_lines = self.points.pop()
        del self.log[num_lines:]
        self.num_seen = len(self.log)
        self.sit_down()
        self.save()
        return True

    def leave(self) -> bool:
        """End the sitting by raising `Left`; the game is not over.

        Raises:
            Left: in any case.
        """
        raise Left

    def explain(self) -> bool:
        """Show what can be typed, and return False: the turn is not over."""
        self.console.print(f"{HELP}\n{load(self.name).people.MENU_HELP}")
        return False


Command = Callable[[Sitting], bool]
COMMANDS: dict[str, Command] = {
    "h": Sitting.give_hint,
    "u": Sitting.undo,
    "s": Sitting.show,
    "a": Sitting.show_all,
    "q": Sitting.leave,
    "?": Sitting.explain,
}
WORDS = {"hint": "h", "undo": "u", "show": "s", "all": "a", "leave": "q", "quit": "q", "help": "?"}


@contextmanager
def blame_player(spec: str) -> Iterator[None]:
    """Turn any error that a player's own code raises in the `with` block into one that names the player, `spec`.

    Errors of this package are left as they are.

    Raises:
        PlayerError: it has the type and the words of what was raised, and where.
    """
    try:
        yield
    except MomError:
        raise
    except (Exception, SystemExit) as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        raise PlayerError(f"player {spec} raised {type(error).__name__}: {error} ({where})") from error


def fitting(answer: str, words: list[str]) -> list[int]:
    """Return the indices in `words` of the choices that have all words of the answer.

    If a choice has exactly the words of the answer, only such choices count. An answer without words fits none.

    >>> fitting("black 4", ["play black 4", "play brown 4"]), fitting("pass", ["pass", "stay"]), fitting(" ", ["a"])
    ([0], [0], [])
    """
    wanted = answer.replace(",", " ").replace(":", " ").split()
    if not wanted:
        return []
    spoken = [choice.lower().replace(",", " ").replace(":", " ").split() for choice in words]
    exact = [at for at, choice in enumerate(spoken) if choice == wanted]
    return exact or [at for at, choice in enumerate(spoken) if all(word in choice for word in wanted)]
