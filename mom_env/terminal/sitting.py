"""A person at a terminal in a session: what the person sees, and what can be typed."""

from collections.abc import Callable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mom_env.base.choice_words import fitting_entries
from mom_env.base.people import introduction_of
from mom_env.base.sentences import enumeration
from mom_env.contract.people import MenuEntry
from mom_env.errors import MomError, NothingToUndo
from mom_env.games import load
from mom_env.table.session import Session
from mom_env.terminal.choice_list import flowing, listing
from mom_env.terminal.clock import Ask, Clock, TimeIsUp
from mom_env.terminal.rules_page import show_rules

WIDE = 60  # columns from which on all keys are named before the prompt
KEYS, FEW_KEYS = "h hint, u undo, s show, r rules, q leave, ? help", "r rules, q leave, ? help"
BEGIN = "Enter: begin, r rules, q leave"
HELP = (
    ("1, 2, ...", "what is before the colon of a choice: it is played"),
    ("words", "words that only one choice has: it is played"),
    ("a, all", "list all choices"),
    ("h, hint", "a hint: what {hinter} would do"),
    ("u, undo", "take back your last choice"),
    ("s, show", "show the news and the table again"),
    ("r, rules", "the rules of the game"),
    ("q, quit", "leave; the game is saved, and can be continued"),
    ("?, help", "this list"),
)
UNDER_THE_TABLE = 2  # lines below the table besides the choices: the question and the prompt
LEAST_ROWS = 3  # lines of choices, however low the terminal is
SHOWN = 10  # how many choices are named if an answer fits several or none


class Left(Exception):
    """The person leaves the game."""


class Sitting:
    """The screen of one person in a session.

    Attributes:
        session: the game with its people and players.
        seat: the person's.
        console: where everything is shown.
        clock: for each choice at which the person may wait; None without one.
    """

    def __init__(self, session: Session, seat: int, console: Console) -> None:
        """Take the session, the person's seat, and the console."""
        self.session, self.seat, self.console = session, seat, console
        self.clock: Clock | None = None
        self.people = load(session.name).people

    # The game

    def play(self, ask: Ask) -> None:
        """Play the game to its end: show and ask the person at the person's decisions, and let the others play theirs.

        `ask` shows a prompt and returns what is typed.

        Raises:
            Left: the person leaves before the end.
            PlayerError: another player raises an error, exits, or answers with an illegal action.
        """
        while not self.session.over:
            if self.seat in self.session.seats_to_act:
                self.take_turn(ask)
            else:
                self.session.step()
            self.warn_if_unsaved()
        self.show_news()

    def open(self, ask: Ask) -> None:
        """Say what the game is about, who plays and which keys help; wait for Enter where this would scroll away.

        Raises:
            Left: the person leaves at once.
        """
        for line in self.opening():
            self.console.print(line)
        while self.console.is_terminal and (answer := ask(f"[dim]{BEGIN}[/] > ").strip().lower()):
            key = WORDS.get(answer, answer)
            if key in AT_THE_OPENING:
                COMMANDS[key](self)
            else:
                self.console.print(Text(f"Expected Enter, or one of {', '.join(AT_THE_OPENING)}."))

    def opening(self) -> list[Text]:
        """Return the first lines of the screen."""
        title = Text.assemble((load(self.session.name).info.title, "bold"))
        others = [name for at, name in enumerate(self.session.names(self.seat)) if at != self.seat]
        against = f"You are p{self.seat} and play against {enumeration(others)}." if others else "You play alone."
        keys = Text.assemble(("r", "bold"), " shows the rules, ", ("?", "bold"), " the keys.")
        introduction = introduction_of(self.people, len(self.session.specs))
        about = [Text(introduction)] if introduction else []
        return [title, *about, Text(f"{against} ").append(keys)]

    def warn_if_unsaved(self) -> None:
        """Show why the last choice could not be saved, if so."""
        if error := self.session.unsaved:
            self.console.print(Text(f"{error}; the file ends with an earlier choice", "red"), soft_wrap=True)

    # The person

    def take_turn(self, ask: Ask) -> None:
        """Show the position, and ask until the person has made a choice, or has undone an earlier one.

        With a clock, the person waits if the time is up and waiting is a choice. `ask` shows a prompt and returns what
        is typed.
        """
        self.show()
        wait = self.wait_action()
        if self.clock is None or wait is None:
            self.choose(ask)
            return
        self.clock.start()
        try:
            self.choose(self.clock.timed(ask, self.console))
        except TimeIsUp:
            self.session.act(self.seat, wait)

    def wait_action(self) -> int | None:
        """Return the id of the person's choice to wait; None if there is none."""
        wait = load(self.session.name).info.wait
        return wait if wait in {entry.action for entry in self.choices()} else None

    def choose(self, ask: Ask) -> None:
        """Ask until the person has made a choice, or has undone an earlier one.

        `ask` shows a prompt and returns what is typed.
        """
        keys = KEYS if self.console.width >= WIDE else FEW_KEYS
        while True:
            answer = ask(f"[dim]{keys}[/] > ").strip().lower()
            if command := self.command(answer):
                if command(self):
                    return
                continue
            action = self.find_action(answer)
            if action is not None:
                self.session.act(self.seat, action)
                return

    def command(self, answer: str) -> "Command | None":
        """Return the command for a typed key, such as "h", or word, such as "hint"; None if there is none.

        A word that is the label of a choice stands for that choice, and so for no command; keys always are commands. A
        command is a function that takes this sitting, and returns whether the turn is over.
        """
        if answer in WORDS and answer not in {entry.label for entry in self.choices()}:
            answer = WORDS[answer]
        return COMMANDS.get(answer)

    def show(self) -> bool:
        """Show the news, the position, and the choices that fit below it, and return False: the turn is not over."""
        self.show_news()
        table = self.people.show(self.session.game, self.seat, self.session.names(self.seat))
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
        self.console.print(Text(self.people.question(self.session.game), "bold"))
        for line in listing(entries, self.console.width, rows):
            self.console.print(line)

    def choices(self) -> list[MenuEntry]:
        """Return the person's choices as they are listed and typed."""
        return self.session.choices(self.seat)

    def show_news(self) -> None:
        """Show what has happened since the person's last choice, and what that choice has led to."""
        news = self.session.news(self.seat)
        since = "since your last choice" if self.session.can_undo(self.seat) else "so far"
        self.console.rule(f"[bold]{since}[/]" if news else "", style="dim")
        for line in flowing(news, self.console.width):
            self.console.print(Text(line))
        if news:
            self.console.rule(style="dim")

    def find_action(self, answer: str) -> int | None:
        """Return the id of the action that a typed answer means.

        If the answer does not fit exactly one choice, explain what to type, and return None.
        """
        entries = self.choices()
        found = fitting_entries(entries, answer)
        if len(found) == 1:
            return int(found[0].action)
        if found:
            self.console.print(Text(f"That fits {len(found)} choices: {named(found)}. Which one?"))
        else:
            some = named([entry for entry in entries if entry.is_short])
            self.console.print(Text(f"Expected one of {some}; words of a choice; or h, u, s, r, a, q, ?."))
        return None

    # Commands; they return whether the turn is over

    def give_hint(self) -> bool:
        """Show what the player who gives hints would do and why, or its error; return False: the turn is not over."""
        try:
            hint = self.session.hint(self.seat)
        except MomError as error:
            self.console.print(Text(str(error), "red"))
        else:
            self.console.print(Text(f"{hint.spec} would: {hint.words}"))
            if hint.reason:
                self.console.print(Text(hint.reason, "dim"))
        return False

    def undo(self) -> bool:
        """Take the game back to the person's last decision, and save it; if there is none, show that.

        Return whether there was one: then the turn is over, and the earlier decision is asked again.
        """
        try:
            self.session.undo(self.seat)
        except NothingToUndo:
            self.console.print("There is nothing to undo: you have made no choice yet.")
            return False
        return True

    def leave(self) -> bool:
        """End the sitting by raising `Left`; the game is not over.

        Raises:
            Left: in any case.
        """
        raise Left

    def show_rules(self) -> bool:
        """Show the page of rules, and return False: the turn is not over."""
        show_rules(self.session.name, self.console)
        return False

    def explain(self) -> bool:
        """Show what can be typed, and return False: the turn is not over."""
        keys = Table.grid(padding=(0, 2, 0, 0))
        for key, what in HELP:
            keys.add_row(Text(key, "bold"), Text(what.format(hinter=self.session.hinter.spec)))
        if self.clock is not None:
            keys.add_row(Text("Space", "bold"), Text("stop the clock until you press Enter; p and Enter do so, too"))
        self.console.print(keys)
        self.console.print(Text(self.people.MENU_HELP))
        return False


def named(entries: Sequence[MenuEntry]) -> str:
    """Return what is typed for the first choices, with commas between, and how many more choices there are."""
    some = ", ".join(entry.label for entry in entries[:SHOWN])
    return f"{some} ... and {len(entries) - SHOWN} more" if len(entries) > SHOWN else some


Command = Callable[[Sitting], bool]
COMMANDS: dict[str, Command] = {
    "h": Sitting.give_hint,
    "u": Sitting.undo,
    "s": Sitting.show,
    "a": Sitting.show_all,
    "r": Sitting.show_rules,
    "q": Sitting.leave,
    "?": Sitting.explain,
}
WORDS = {
    "hint": "h",
    "undo": "u",
    "show": "s",
    "all": "a",
    "rules": "r",
    "leave": "q",
    "quit": "q",
    "help": "?",
}
AT_THE_OPENING = ("r", "q", "?")  # keys that have a meaning before the first turn
