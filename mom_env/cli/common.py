"""What several commands have in common: the application, and options that are written alike."""

from pathlib import Path
from typing import Annotated

import typer

from mom_env.errors import OptionError
from mom_env.games import GAMES, checked_game

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Monkeys on the Moon for reinforcement learning.")
bench = typer.Typer(no_args_is_help=True, help="Measure how fast and how large things are.")
app.add_typer(bench, name="bench")

GameName = Annotated[str, typer.Option("--game", help="Which game.", callback=checked_game)]
Json = Annotated[Path | None, typer.Option("--json", help="Write the results to this file too.")]
Seed = Annotated[int, typer.Option(help="Everything random follows from it.")]
Deck = Annotated[str, typer.Option(help="Name or path of a deck file.")]
RuleOptions = Annotated[list[str] | None, typer.Option("--option", help="A rule option, name=value; may be repeated.")]
THE_GAME = GAMES[0]
INTERRUPTED = 130  # as shells say it


def rule_options(texts: list[str] | None) -> dict[str, bool | str]:
    """Options given as `name=value`, with true and false as such."""
    pairs = [text.partition("=") for text in texts or []]
    for text, (_, equals, _) in zip(texts or [], pairs, strict=True):
        if not equals:
            raise OptionError(f"option: expected name=value, found {text!r}")
    return {name: {"true": True, "false": False}.get(value.lower(), value) for name, _, value in pairs}


def require_training() -> None:
    """Refuse to train where the extra for it is not installed; torch alone is not all of it."""
    from mom_env.extras import require

    require("train", "torch", "tensorboard", "matplotlib")
