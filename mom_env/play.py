"""`mom play`: a person at a table in the terminal, with players of any spec at the other seats."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from mom_env.errors import MomError, OptionError
from mom_env.games import load
from mom_env.players import Player
from mom_env.policy import HUMAN, make_player, notes

YOU = "you"
HELP = (
    "Type the number of a choice, or words that only one of them has (as in: black 4). "
    "h: a hint   u: undo your last choice   s: show the table again   q: save and leave   ?: this"
)
COLUMNS_FROM = 9  # so many choices go side by side

Ask = Callable[[str], str]


class Left(Exception):
    """The person wants to stop."""


class Point(NamedTuple):
    """What undo goes back to: a decision of the person."""

    game: Any
    num_told: int


class Sitting:
    """One game with one person in it.

    Attributes:
        game: the live game.
        seat: the person's.
        specs: who sits where.
        told: what has been done so far, a line each.
    """

    def __init__(
        self, game: str, table: Any, seat: int, others: Sequence[Player], hint: Player, seed: int, console: Console
    ) -> None:
        self.name, self.game, self.seat, self.hint = game, table, seat, hint
        self.players = [*others[:seat], None, *others[seat:]]
        self.specs = [HUMAN if player is None else player.spec for player in self.players]
        self.names = [YOU if player is None else f"p{at} {player.spec}" for at, player in enumerate(self.players)]
        self.seed, self.console, self.num_before = seed, console, len(table.replay()["moves"])
        self.told: list[Text] = []
        self.num_seen = 0
        self.points: list[Point] = []

    # The game

    def play(self, ask: Ask) -> None:
        """On to the end.

        Raises:
            Left: the person stops before it.
        """
        while not self.game.over:
            player = self.players[self.game.seat]
            if player is None:
                self.take_turn(ask)
            else:
                self.do(self.choose(player))
        self.tell_news()

    def choose(self, player: Player) -> int:
        """What a player would do here; the same each time, whatever has been undone."""
        bits = np.random.default_rng([self.seed, self.num_moves]).integers(2**64, size=1, dtype=np.uint64)
        return int(player.choose(self.game.states.copy(), self.game.rules, bits)[0])

    @property
    def num_moves(self) -> int:
        """How many decisions have been taken, those before the game was left included."""
        return self.num_before + len(self.told)

    def do(self, action: int) -> None:
        """Play it, and keep it in words."""
        seat, words = self.game.seat, load(self.name, "screen").say(self.game, action)
        self.game.play(action)
        self.told.append(Text.assemble((self.names[seat], "bold"), f": {words}"))

    # The person

    def take_turn(self, ask: Ask) -> None:
        """Show the table, and ask until there is a choice."""
        self.show()
        while True:
            answer = ask("> ").strip().lower()
            if answer in COMMANDS:
                if COMMANDS[answer](self):
                    return
                continue
            action = self.understood(answer)
            if action is not None:
                self.points.append(Point(self.game.copy(), len(self.told)))
                self.do(action)
                self.num_seen = len(self.told)
                return

    def show(self) -> bool:
        """The news, the position, and the choices."""
        self.tell_news()
        self.console.print(load(self.name, "screen").show(self.game, self.seat, self.names))
        self.console.print(Text(f"\n{load(self.name, 'screen').question(self.game)}", "bold"))
        numbered = [f"[bold]{number}[/] {words}" for number, words in enumerate(self.choices(), start=1)]
        many = len(numbered) >= COLUMNS_FROM
        self.console.print(Columns(numbered, padding=(0, 3), column_first=True) if many else "\n".join(numbered))
        self.console.print("[dim]h hint, u undo, s show, q save and leave, ? help[/]")
        return False

    def choices(self) -> list[str]:
        """The legal actions in words, in the order of their ids."""
        screen = load(self.name, "screen")
        return [screen.say(self.game, action) for action in self.game.legal_actions()]

    def tell_news(self) -> None:
        """What the others have done since the person's last choice."""
        news = self.told[self.num_seen :]
        self.console.rule("[bold]since your last choice[/]" if news else "", style="dim")
        for line in news:
            self.console.print(line)
        self.num_seen = len(self.told)

    def understood(self, answer: str) -> int | None:
        """The action that is meant, or None after a word of what could be typed."""
        words, legal = self.choices(), self.game.legal_actions()
        if answer.isdecimal() and 1 <= int(answer) <= len(legal):
            return int(legal[int(answer) - 1])
        fits = fitting(answer, words)
        if len(fits) == 1:
            return int(legal[fits[0]])
        if fits:
            self.console.print(f"That fits {len(fits)} choices: {', '.join(str(at + 1) for at in fits)}. Which one?")
        else:
            self.console.print(Text(f"Expected 1 to {len(legal)}, words of a choice, or h, u, s, q, ?."))
        return None

    # What can be typed besides; True: the turn is over

    def give_hint(self) -> bool:
        """What the bot would do."""
        words = load(self.name, "screen").say(self.game, self.choose(self.hint))
        self.console.print(Text(f"{self.hint.spec} would: {words}"))
        return False

    def undo(self) -> bool:
        """Back to the person's last decision."""
        if not self.points:
            self.console.print("There is nothing to undo: this is your first choice.")
            return False
        self.game, num_told = self.points.pop()
        del self.told[num_told:]
        self.num_seen = len(self.told)
        return True

    def leave(self) -> bool:
        """Stop here."""
        raise Left

    def explain(self) -> bool:
        """What can be typed."""
        self.console.print(HELP)
        return False


COMMANDS: dict[str, Callable[[Sitting], bool]] = {
    "h": Sitting.give_hint,
    "u": Sitting.undo,
    "s": Sitting.show,
    "q": Sitting.leave,
    "?": Sitting.explain,
}


def fitting(answer: str, words: list[str]) -> list[int]:
    """The choices that have all words of the answer; one that is just the answer wins over longer ones.

    >>> fitting("black 4", ["play black 4", "play brown 4"]), fitting("pass", ["pass", "bid"]), fitting(" ", ["a"])
    ([0], [0], [])
    """
    wanted = answer.replace(",", " ").replace(":", " ").split()
    if not wanted:
        return []
    spoken = [choice.lower().replace(",", " ").replace(":", " ").split() for choice in words]
    exact = [at for at, choice in enumerate(spoken) if choice == wanted]
    return exact or [at for at, choice in enumerate(spoken) if all(word in choice for word in wanted)]


# The whole evening


def begin(
    game: str,
    opponents: Sequence[str],
    hint: str,
    console: Console,
    *,
    seat: int | None = None,
    seed: int | None = None,
    deck: str = "standard",
    options: dict[str, Any] | None = None,
) -> Sitting:
    """A fresh game.

    Raises:
        OptionError, DeckError: what was expected, and what was found.
    """
    seed = int(np.random.default_rng().integers(2**31)) if seed is None else seed
    table = load(game).Game(len(opponents) + 1, seed, deck=deck, options=options)
    if seat is None:
        seat = int(np.random.default_rng(seed).integers(table.num_players))
    if not 0 <= seat < table.num_players:
        raise OptionError(f"seat: expected 0 to {table.num_players - 1}, found {seat}")
    return seated(game, table, seat, list(opponents), hint, seed, console)


def resume(game: str, file: Path, hint: str, console: Console) -> Sitting:
    """A game that was left, from its replay.

    Raises:
        MomError: the file is no replay of a game with a person that goes on.
    """
    replay = load(game, "replay").read_replay(file)
    table, specs = load(game).Game.from_replay(replay), replay["players"]
    if table.over or specs.count(HUMAN) != 1:
        raise OptionError(f"{file}: expected a game that goes on and has one {HUMAN!r}, found players {specs}")
    seat = specs.index(HUMAN)
    seed = replay["seed"] or 0
    return seated(game, table, seat, [*specs[:seat], *specs[seat + 1 :]], hint, seed, console)


def seated(game: str, table: Any, seat: int, opponents: list[str], hint: str, seed: int, console: Console) -> Sitting:
    """The players at their seats."""
    others, helper = ([make_player(spec, game, table.ruleset) for spec in specs] for specs in (opponents, [hint]))
    for note in notes([*others, *helper], table.ruleset):
        console.print(note, style="yellow", markup=False)
    return Sitting(game, table, seat, others, helper[0], seed, console)


def run(sitting: Sitting, ask: Ask, save: Path | None) -> Path:
    """Play, and keep the replay whatever happens; where it is."""
    console = sitting.console
    try:
        sitting.play(ask)
    except (Left, KeyboardInterrupt, EOFError):
        path = keep(sitting, save)
        console.print(Text(f"\nSaved. To go on: mom play --resume {path}"))
        return path
    except MomError:
        keep(sitting, save)
        raise
    path = keep(sitting, save)
    console.rule("[bold]final scoring[/]", style="dim")
    console.print(load(sitting.name, "screen").show_scoring(sitting.game, sitting.names))
    console.print(Text(f"Replay: {path} (mom replay {path})"))
    return path


def keep(sitting: Sitting, save: Path | None) -> Path:
    """Write the replay, never over another file unless that one was asked for."""
    path = save or free_name(sitting.seed)
    load(sitting.name, "replay").write_replay(path, sitting.game.replay(players=sitting.specs))
    return path


def free_name(seed: int) -> Path:
    """A name in the current directory that no file has."""
    number, path = 1, Path(f"game-{seed}.json")
    while path.exists():
        number += 1
        path = Path(f"game-{seed}-{number}.json")
    return path
