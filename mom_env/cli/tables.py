"""Pages that are generated from the code."""

import sys

from mom_env.cli.common import THE_GAME, GameName, app


@app.command(epilog="Example: mom actions > docs/actions.md")
def actions(game: GameName = THE_GAME) -> None:
    """Print the action table as Markdown."""
    from mom_env.tables import action_table

    sys.stdout.write(action_table(game))


@app.command(epilog="Example: mom layout > docs/observation.md")
def layout(game: GameName = THE_GAME) -> None:
    """Print the layout of the observation as Markdown."""
    from mom_env.tables import observation_layout

    sys.stdout.write(observation_layout(game))


@app.command(epilog="Example: mom environment > docs/monkeys_on_the_moon.md")
def environment(game: GameName = THE_GAME) -> None:
    """Print the page of the PettingZoo environments as Markdown."""
    from mom_env.env_page import environment_page

    sys.stdout.write(environment_page(game))
