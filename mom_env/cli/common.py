"""What several commands have in common: the application, and options that they share."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, TypeVar, Unpack

import typer
from typer.core import TyperCommand, TyperGroup

from mom_env.common.files import try_file
from mom_env.errors import MomError, OptionError
from mom_env.games import GAMES, checked_game, load

if TYPE_CHECKING:
    from mom_env.contract.options import OptionValue
    from mom_env.work.backends import Place
    from mom_env.work.dry_run import Todo
    from mom_env.work.job import P, R

F = TypeVar("F", bound=Callable[..., Any])
ORDER = (
    *("demo", "play", "rules", "replay", "draw", "list"),
    *("tournament", "evaluate", "leaderboard", "train", "sweep", "benchmark", "exploit", "ship"),
    *("doctor", "check", "soak", "bench", "actions", "layout", "environment"),
)


# Names of arguments in Python's functions, and the parameters of commands that they come from.
PARAMETERS = {
    "num_players": ("players", "opponents"),  # the first one, unless only others are typed
    "num_games": ("games",),
    "num_secrecy_pairs": ("pairs",),
    "num_threads": ("threads",),
    "make_env": ("target",),
}


class HelpWords(TypedDict, total=False):
    """The help texts of a group of commands."""

    help: str
    epilog: str


class PlainFlags:
    """A command whose help shows flags as they are typed: `--resume`, without the type of a value."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters of the command in the context `ctx`, changed so that flags show no type."""
        found = super().get_params(ctx)  # type: ignore[misc]  # the method of Typer's class, which comes later in the MRO
        for parameter in found:
            if getattr(parameter, "is_flag", False) and parameter.metavar is None:
                parameter.metavar = ""
        return found


class Command(PlainFlags, TyperCommand):
    """A command whose errors name an argument as it was typed, and not as Python's functions call it."""

    def invoke(self, ctx: Any) -> object:
        """Run the command in the context `ctx`, and return what it returns.

        In an error, the name of an argument of a Python function is replaced by what the user types for it.
        """
        try:
            return super().invoke(ctx)
        except MomError as error:
            name, colon, rest = str(error).partition(":")
            if typed := self.typed(ctx, name):
                error.args = (f"{typed}{colon}{rest}", *error.args[1:])
            raise

    def typed(self, ctx: typer.Context, name: str) -> str | None:
        """Return how `name`, an argument of a Python function, is typed here, such as `--players`, or None.

        None means that no parameter of this command stands for it under another name. Of several parameters it is one
        that was given in the context `ctx`, if any was.
        """
        names = PARAMETERS.get(name, ())
        found = sorted((one for one in self.params if one.name in names), key=lambda one: names.index(str(one.name)))
        if not found:
            return None
        given = (one for one in found if is_given(ctx, str(one.name)))
        parameter = next(given, found[0])
        return parameter.opts[0] if parameter.param_type_name == "option" else str(parameter.name).upper()


class Group(PlainFlags, TyperGroup):
    """A group of commands, listed in the order in which a newcomer meets them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, in the order in which a newcomer meets them."""
        return sorted(super().list_commands(ctx), key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))


class App(typer.Typer):
    """An application or a group of commands, with -h for help."""

    def __init__(self, **settings: Unpack[HelpWords]) -> None:
        """Make an application without commands, with the help texts `settings`.

        If it is run without a command, it shows its help.
        """
        names = {"help_option_names": ["-h", "--help"]}
        super().__init__(cls=Group, no_args_is_help=True, context_settings=names, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[F], F]:
        """Return a decorator that adds a function as a command, called `name` or else as the function is.

        `settings` are those of Typer's `command`.
        """
        return super().command(name, cls=Command, **settings)


app = App(
    help="Board games for reinforcement learning.",
    epilog="Example: mom demo --no-train. Each command has its own example: mom play --help.",
)
bench = App(help="Measure how fast and how large things are.", epilog="Example: mom bench engine --json bench.json")
app.add_typer(bench, name="bench")


def show_version(wanted: bool) -> None:
    """Print the version and exit if `wanted` is True; else do nothing."""
    if wanted:
        from mom_env import __version__

        typer.echo(f"mom_env {__version__}")
        raise typer.Exit


@app.callback()
def mom(
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """Board games for reinforcement learning."""


def writable(path: Path | None) -> Path | None:
    """Return `path`, that of an output file, or None; fail before any work begins if the file cannot be written.

    Raises:
        OutputError: the file cannot be written.
    """
    return try_file(path) if path else None


def game_if_asked(name: str | None) -> str | None:
    """Return `name` if it is the name of a game, or None if none is given.

    Raises:
        OptionError: there is no such game.
    """
    return None if name is None else checked_game(name)


GameName = Annotated[str, typer.Option("--game", help="Name of the game.", callback=checked_game)]
Jobs = Annotated[int, typer.Option(help="Number of processes; results do not depend on it.")]
On = Annotated[
    str,
    typer.Option("--on", help="here (this machine), or ray (the cluster at RAY_ADDRESS, else one on this machine)."),
]
SendCode = Annotated[
    bool, typer.Option("--send-code", help="Send the current directory to the cluster, for players of your own.")
]
DryRun = Annotated[
    bool,
    typer.Option("--dry-run", help="Only tell how many parts are left, how long they take, and how much memory."),
]
# For commands whose files or agents name the game; `which_game` compares them.
AskedGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        help=f"Name of the game; by default that of the given file or agent, else {GAMES[0]}.",
        callback=game_if_asked,
    ),
]
Json = Annotated[Path | None, typer.Option("--json", help="Write the results to this file, too.", callback=writable)]
Seed = Annotated[int, typer.Option(help="Determines everything random.")]
Deck = Annotated[str, typer.Option(help="Name or path of a deck file.")]
RuleOptions = Annotated[
    list[str] | None, typer.Option("--option", help="A rule option, name=value; a list is 1,2; may be repeated.")
]
THE_GAME = GAMES[0]
EXAMPLE = load(THE_GAME).info  # of the game in the examples of commands
EXAMPLE_BOT = EXAMPLE.table(EXAMPLE.default_players).opponents[-1]


def rule_options(game: str, texts: list[str] | None) -> "dict[str, OptionValue]":
    """Return the rule options that were typed as `name=value` for the game called `game`, values by name.

    A value gets the type that the game's option takes. If there is no such option, or it does not take the value, the
    value is read as what it looks like, and not refused here. None stands for no options.

    Raises:
        OptionError: a text is not of the form `name=value`, or two have the same name.
    """
    from mom_env.contract.options import read_options

    return read_options(texts, load(game).people.OPTIONS) if texts else {}


def show_dry_run(todos: "Iterable[Todo[P, R]]", place: "Place") -> None:
    """Print how many parts of some jobs are left, and about how long they take and how much memory at a place.

    To measure that, one part of each short job is done, of which nothing is kept.
    """
    from mom_env.common.console import new_console
    from mom_env.work.dry_run import dry_run

    dry_run(todos, place, new_console())


def require_training() -> None:
    """Refuse to train if a package of the extra `train` is missing.

    Raises:
        MissingExtra: the message says how to install it.
    """
    from mom_env.common.extras import require

    require("train", "torch", "tensorboard", "matplotlib")


def check_not_given(context: typer.Context, beside: str, options: Mapping[str, str], reason: str) -> None:
    """Refuse options that would have no effect beside another one.

    Args:
        context: of the command; it knows which options were given.
        beside: the other option, as it is typed.
        options: how each option is written on the command line, by the name of its parameter.
        reason: why they would have no effect.

    Raises:
        OptionError: one of the options was given.
    """
    given = [typed for name, typed in options.items() if is_given(context, name)]
    if given:
        raise OptionError(f"{beside}: expected no {', '.join(given)}, as {reason}")


def is_given(context: typer.Context, name: str) -> bool:
    """Return whether the parameter called `name` was typed, and not left to its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
