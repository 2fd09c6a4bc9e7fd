"""Commands that print lists, and pages made from the code."""

import sys
from typing import Annotated

import typer

from mom_env.cli.common import EXAMPLE, THE_GAME, GameName, Json, app


@app.command("list", epilog="Example: mom list options")
def list_names(
    kinds: Annotated[
        list[str] | None,
        typer.Argument(help="bots, agents, decks, options, configurations, algorithms; by default all."),
    ] = None,
    game: GameName = THE_GAME,
    json: Json = None,
) -> None:
    """List bots, agents, decks, rule options, configurations and algorithms, by the names that commands take.

    With --json, the lists are written to that file, too.
    """
    from mom_env.common.console import new_console
    from mom_env.common.files import write_json
    from mom_env.learning.benchmark.algorithms import built_in
    from mom_env.players.inventory import FORMAT, checked_kinds, inventory, show

    wanted = checked_kinds(kinds or [])
    found = {kind: items for kind, items in inventory(game, built_in(game)).items() if kind in wanted}
    show(game, found, new_console(highlight=False))
    if json:
        write_json(json, {"format": FORMAT, "game": game, **found})


@app.command(epilog=f"Example: mom actions > docs/{EXAMPLE.name}/actions.md")
def actions(game: GameName = THE_GAME) -> None:
    """Print the table of all actions of the game as Markdown."""
    from mom_env.environments.docs_tables import action_table

    sys.stdout.write(action_table(game))


@app.command(epilog=f"Example: mom layout > docs/{EXAMPLE.name}/observation.md")
def layout(game: GameName = THE_GAME) -> None:
    """Print the layout of the observation, which number means what, as Markdown."""
    from mom_env.environments.docs_tables import observation_layout

    sys.stdout.write(observation_layout(game))


@app.command(epilog=f"Example: mom environment > docs/{EXAMPLE.name}/environment.md")
def environment(game: GameName = THE_GAME) -> None:
    """Print the page of the docs about the game's PettingZoo environments as Markdown."""
    from mom_env.environments.docs_page import environment_page

    sys.stdout.write(environment_page(game))
