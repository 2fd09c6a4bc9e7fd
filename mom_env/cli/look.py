"""Commands that show games, and let you play."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from mom_env.cli.common import (
    EXAMPLE,
    EXAMPLE_BOT,
    THE_GAME,
    AskedGame,
    Deck,
    GameName,
    RuleOptions,
    Seed,
    app,
    check_not_given,
    require_training,
    rule_options,
)
from mom_env.common.console import INTERRUPTED
from mom_env.common.files import read_text
from mom_env.errors import OptionError, PositionError
from mom_env.games import load

MOST_POSITION_BYTES = 200_000  # a real one has about 3,000
OF_A_GAME_OF_BOTS = {
    "players": "--players",
    "seed": "--seed",
    "decisions": "--decisions",
    "deck": "--deck",
    "option": "--option",
}
OF_A_NEW_GAME = {
    "opponents": "opponents",
    "players": "--players",
    "seat": "--seat",
    "seed": "--seed",
    "deck": "--deck",
    "option": "--option",
}


@app.command(epilog="Example: mom demo --players 3 --seed 7")
def demo(
    game: GameName = THE_GAME,
    players: Annotated[int | None, typer.Option(help="Number of seats; by default the game's usual one.")] = None,
    seed: Seed = 7,
    games: Annotated[int, typer.Option(help="Number of games in the batch.")] = 5_000,
    play: Annotated[bool, typer.Option(help="Show the game and the batch.")] = True,
    train: Annotated[bool, typer.Option(help="Train the agent in runs/demo, which is replaced.")] = True,
) -> None:
    """Watch bots play a game, then thousands of games in a moment; then an agent learns the game in two minutes.

    Training needs the extra `train`; without it, the rest is shown.
    """
    from mom_env.common.console import new_console
    from mom_env.errors import MissingExtra
    from mom_env.terminal.demo import show

    console = new_console()
    if play:
        show(game, load(game).info.seats(players), seed, games, console)
    if not train:
        return
    try:
        require_training()
    except MissingExtra as missing:
        console.print(f"No training: {missing}", style="yellow", markup=False, highlight=False, soft_wrap=True)
        return
    from mom_env.learning.command import demo as train_agent

    if not train_agent(game, console):
        raise typer.Exit(INTERRUPTED)


@app.command(epilog="Example: mom draw board.png --players 4 --seed 7 --decisions 60 --seat 0")
def draw(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The picture to write; its name ends in .svg or .png.")],
    game: AskedGame = None,
    players: Annotated[int | None, typer.Option(help="Number of bots; by default the game's usual one.")] = None,
    seed: Seed = 7,
    decisions: Annotated[int, typer.Option(min=0, help="Number of decisions that the bots take first.")] = 60,
    deck: Deck = "standard",
    option: RuleOptions = None,
    position: Annotated[Path | None, typer.Option(help="Draw the position in this text file instead.")] = None,
    seat: Annotated[int | None, typer.Option(help="Draw what this seat sees; by default all hands are open.")] = None,
    width: Annotated[int, typer.Option(help="Width of a PNG in pixels.")] = 1000,
) -> None:
    """Draw a position of a game that bots play, or of a text that `str(game)` has written, as a picture.

    The game of a text is the one that it names. A PNG needs the extra `render`.
    """
    from mom_env.drawing.pixels import checked_picture, save_picture
    from mom_env.players.bot_table import play_by_bots
    from mom_env.players.which_game import games_of_position, which_game

    checked_picture(file, width)
    if position is None:
        game = which_game(game)
        rules = rule_options(game, option)
        table = play_by_bots(game, load(game).info.seats(players), seed, decisions, deck, rules)
    else:
        check_not_given(context, "--position", OF_A_GAME_OF_BOTS, "the position is that of the text")
        text = read_text(position, MOST_POSITION_BYTES, PositionError)
        table = load(which_game(game, games_of_position(position, text))).people.Game.from_text(text)
    save_picture(table.to_svg(seat), file, width)


@app.command(epilog=f"Example: mom play {EXAMPLE.strongest} {EXAMPLE_BOT} {EXAMPLE_BOT} --seat 0")
def play(
    context: typer.Context,
    opponents: Annotated[
        list[str] | None, typer.Argument(help="Your opponents, one player per seat; by default hard ones.")
    ] = None,
    game: AskedGame = None,
    players: Annotated[
        int | None,
        typer.Option(help="Number of seats, 1 to play alone; by default the deck's only one, or the game's usual."),
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Your seat, from 0; by default it is drawn.")] = None,
    seed: Annotated[int | None, typer.Option(help="Determines the deal; by default a random one.")] = None,
    hint: Annotated[str | None, typer.Option(help="The player that gives hints; by default a quick bot.")] = None,
    deck: Deck = "standard",
    option: RuleOptions = None,
    save: Annotated[
        Path | None,
        typer.Option(help="Save the game in this file, which is replaced; by default in a new file in this folder."),
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the game in this file, and save it there.")] = None,
    seconds_per_tick: Annotated[
        float | None,
        typer.Option(help="Play by the clock, where all move at the same time: whoever chooses too late waits."),
    ] = None,
    program: Annotated[
        list[str] | None, typer.Option(help="With --resume: a player command:PROGRAM that the file may start.")
    ] = None,
) -> None:
    """Play in the terminal. Every choice is numbered and in words; there are hints, and choices can be undone.

    The game is saved after every choice, so --resume can always continue it.
    """
    from mom_env.common.console import new_console
    from mom_env.players.which_game import games_of_players, games_of_replay, which_game
    from mom_env.terminal import play as table
    from mom_env.terminal.clock import clock_for

    console = new_console(highlight=False)
    of_replay = games_of_replay(resume) if resume else []
    game = which_game(game, [*of_replay, *games_of_players([*(opponents or []), *([hint] if hint else [])])])
    hint = load(game).info.hint if hint is None else hint
    clock = clock_for(load(game).info, seconds_per_tick)
    if resume:
        check_not_given(context, "--resume", OF_A_NEW_GAME, "the game continues as it began")
        sitting = table.resume(game, resume, hint, console, program or ())
    else:
        check_not_given(context, "play without --resume", {"program": "--program"}, "only a saved game has one")
        rules = rule_options(game, option)
        who = opponents_for(game, deck, opponents or [], players)
        sitting = table.begin(game, who, hint, console, seat=seat, seed=seed, deck=deck, options=rules)
    sitting.clock = clock
    code = table.run(sitting, console.input, save or resume)
    if code:
        raise typer.Exit(code)


def opponents_for(game: str, deck: str, opponents: list[str], players: int | None) -> list[str]:
    """Return a spec for each other seat: `opponents` as given, or the usual ones if there are none.

    `players` is the number of all seats, or None if it was not given.

    Raises:
        OptionError: there is no such number of players, or not with as many opponents.
    """
    from mom_env.base.sentences import counted

    seats = len(opponents) + 1
    if opponents and players not in (None, seats):
        raise OptionError(f"--players: expected {seats}, you and {counted(seats - 1, 'opponent')}, found {players}")
    return opponents or usual_opponents(game, deck, players)


def usual_opponents(game: str, deck: str, players: int | None) -> list[str]:
    """Return a spec for each other seat at a table for `players`, the same for all of them.

    It is "hard" if `deck` is "standard", the only deck that this level knows, and the game has the level at such a
    table. Otherwise it is the bot `info.hint`. Without `players` the deck's only number of players counts, or else the
    game's usual one.

    Raises:
        OptionError: `players` is no number of players of any game of this name.
    """
    from mom_env.common.arguments import checked_whole
    from mom_env.players.inventory import player_counts

    info = load(game).info
    if players is None:
        counts = player_counts(game, deck)
        players = counts[0] if len(counts) == 1 else info.default_players
    else:
        checked_whole("num_players", players, 1, max(info.num_players))
    is_known = deck == "standard" and "hard" in info.table(players).levels
    return ["hard" if is_known else info.hint] * (players - 1)


@app.command(epilog="Example: mom rules | less")
def rules(game: GameName = THE_GAME) -> None:
    """Print how the game is played: a short page for somebody who has never seen it."""
    from mom_env.common.console import new_console
    from mom_env.terminal.rules_page import show_rules

    show_rules(game, new_console(highlight=False))


@app.command(epilog="Example: mom replay game-7.json --gif game.gif")
def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A replay.")],
    game: AskedGame = None,
    seat: Annotated[int | None, typer.Option(help="Show what this seat sees; by default everything is open.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only check the replay.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Print all moves at once.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Write an SVG of each position into this folder.")] = None,
    gif: Annotated[Path | None, typer.Option(help="Write an animated GIF into this file.")] = None,
    width: Annotated[int, typer.Option(help="Width of the GIF in pixels.")] = 800,
) -> None:
    """Step through the game of a replay in the terminal, or check it, print its moves, or make pictures of it."""
    from mom_env.common.console import new_console
    from mom_env.players.which_game import games_of_replay, which_game
    from mom_env.table.film import open_film
    from mom_env.terminal import replay_viewer as watch

    console = new_console(highlight=False)
    if gif is None:
        check_not_given(context, "replay without --gif", {"width": "--width"}, "only that has one")
    watch.check_pictures(svg, gif, width)
    film = open_film(which_game(game, games_of_replay(file)), file)
    seat = film.checked_seat(seat)
    if verify:
        watch.verify(film, console)
    if svg:
        watch.write_frames(film, seat, svg, console)
    if gif:
        watch.write_gif(film, seat, gif, width, console)
    if text or not (verify or svg or gif or sys.stdin.isatty()):
        watch.print_moves(film, console)
    elif not (verify or svg or gif):
        watch.step_through(film, seat, console, console.input)
