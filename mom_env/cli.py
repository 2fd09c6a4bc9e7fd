"""The `mom` command, top of all layers."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from mom_env.errors import MomError, OptionError
from mom_env.games import GAMES, checked_game

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Monkeys on the Moon for reinforcement learning.")
bench = typer.Typer(no_args_is_help=True, help="Measure how fast and how large things are.")
app.add_typer(bench, name="bench")

GameName = Annotated[str, typer.Option("--game", help="Which game.", callback=checked_game)]
Json = Annotated[Path | None, typer.Option("--json", help="Write the results to this file too.")]
Seed = Annotated[int, typer.Option(help="Everything random follows from it.")]
THE_GAME = GAMES[0]
HINT = "planner"  # the strongest of the quick ones
INTERRUPTED = 130  # as shells say it


def main() -> None:
    """Run a command. What the user did wrong is one line on stderr and exit code 2."""
    try:
        app()
    except MomError as error:
        from rich.console import Console

        Console(stderr=True, soft_wrap=True).print(f"mom: {error}", style="red", markup=False, highlight=False)
        sys.exit(2)


@app.command(epilog="Example: mom doctor")
def doctor(game: GameName = THE_GAME) -> None:
    """Look at versions, cores and the cache, and play one game; exit code 1 if something is wrong."""
    from rich.console import Console

    from mom_env.doctor import examine

    if not examine(game, Console()):
        raise typer.Exit(1)


@app.command(epilog="Example: mom demo --players 3 --seed 7")
def demo(
    game: GameName = THE_GAME,
    players: Annotated[int, typer.Option(help="Seats at the table.")] = 4,
    seed: Seed = 7,
    games: Annotated[int, typer.Option(help="Games of the batch that follows.")] = 5_000,
) -> None:
    """Watch the bots play a game, then a batch of games with its rate."""
    from rich.console import Console

    from mom_env.demo import show

    show(game, players, seed, games, Console())


@app.command(epilog="Example: mom draw board.png --players 4 --seed 7 --decisions 60 --seat 0")
def draw(
    file: Annotated[Path, typer.Argument(help="Where to write it; the name ends in .svg or .png.")],
    game: GameName = THE_GAME,
    players: Annotated[int, typer.Option(help="Bots at the table.")] = 4,
    seed: Seed = 7,
    decisions: Annotated[int, typer.Option(min=0, help="How many of the bots' decisions come first.")] = 60,
    position: Annotated[
        Path | None, typer.Option(help="Draw the position of this text instead.", exists=True, dir_okay=False)
    ] = None,
    seat: Annotated[int | None, typer.Option(help="As this seat sees it; without it all hands are open.")] = None,
    width: Annotated[int, typer.Option(help="Of a PNG, in pixels.")] = 1000,
) -> None:
    """Draw a position: of a game that bots play, or of a text as `str(game)` gives it.

    A PNG needs the extra `render`.
    """
    from mom_env.demo import played
    from mom_env.drawing import save_picture
    from mom_env.games import load

    if position is None:
        table = played(game, players, seed, decisions)
    else:
        table = load(game).Game.from_text(position.read_text(encoding="utf-8"))
    save_picture(table.to_svg(seat), file, width)


@app.command(epilog="Example: mom soak --games 20000 --pairs 20000 --threads 2 --json soak.json")
def soak(
    game: GameName = THE_GAME,
    games: Annotated[int, typer.Option(help="Random games with all invariants after each step.")] = 20_000,
    pairs: Annotated[int, typer.Option(help="Pairs of state and seat whose hidden cards are dealt anew.")] = 20_000,
    seed: Seed = 0,
    threads: Annotated[int, typer.Option(help="Threads to play on.")] = 1,
    resume: Annotated[Path | None, typer.Option(help="Keep the progress in this file, and go on from it.")] = None,
    json: Json = None,
) -> None:
    """Play random games and check everything after every step; exit code 1 if something is violated.

    Ctrl-C ends it with a report of what has been done; --resume goes on from there.
    """
    from rich.console import Console

    from mom_env.games import load

    console = Console()
    report = load(game, "soak").run_soak(games, pairs, seed, threads, console, resume=resume)
    console.print(report.table())
    if json:
        json.write_text(report.to_json(), encoding="utf-8")
    if report.violations:
        raise typer.Exit(1)
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command(epilog="Example: mom check pettingzoo.classic.tictactoe_v3:env --zero-sum --seeds 5")
def check(
    target: Annotated[str, typer.Argument(help="MODULE:FUNCTION that makes an AEC environment.")] = "",
    game: GameName = THE_GAME,
    argument: Annotated[list[str] | None, typer.Option(help="name=value for the function; may be repeated.")] = None,
    seeds: Annotated[int, typer.Option(help="Games that each check plays.")] = 3,
    positions: Annotated[int, typer.Option(help="Positions of a game at which things are tried.")] = 8,
    zero_sum: Annotated[bool, typer.Option("--zero-sum", help="All returns of a game sum to 0.")] = False,
    chance: Annotated[bool, typer.Option("--chance", help="The game has chance.")] = False,
    json: Json = None,
) -> None:
    """Check that an environment keeps what its interface promises; exit code 1 if it does not.

    Without MODULE:FUNCTION it is this package's own of the game, with its hidden cards dealt anew.
    """
    from rich.console import Console

    from mom_env.testing import command

    said = {"seeds": range(seeds), "positions": positions, "zero_sum": zero_sum or None, "chance": chance or None}
    if not target:
        target, said = f"mom_env.{game}_v0:env", said | command.KNOWN
    arguments = dict(map(command.argument, argument or []))
    if command.check(target, arguments, said, Console(), json).findings:
        raise typer.Exit(1)


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


Players = Annotated[int, typer.Option("--players", help="Seats at the table.")]
Deals = Annotated[int, typer.Option(help="Deals; each is played with every seating.")]
Jobs = Annotated[int, typer.Option(help="Processes to play on; results do not depend on it.")]
Seating = Annotated[str, typer.Option(help="all, or balanced: as many seatings of a deal as there are seats.")]
Limit = Annotated[float, typer.Option(help="Seconds that a player from outside may take for a move.")]
Deck = Annotated[str, typer.Option(help="Name or path of a deck file.")]
Kept = Annotated[Path | None, typer.Option("--out", help="Keep games, results and a plot in this directory.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the games in that directory.")]
Replays = Annotated[bool, typer.Option("--replays", help="Keep a replay of each game in that directory.")]


@app.command(epilog="Example: mom play planner greedy greedy --seat 0")
def play(
    opponents: Annotated[list[str] | None, typer.Argument(help="Who plays against you, one spec a seat.")] = None,
    game: GameName = THE_GAME,
    seat: Annotated[int | None, typer.Option(help="Your seat from 0; by default the seed says.")] = None,
    seed: Annotated[int | None, typer.Option(help="The deal; by default a fresh one.")] = None,
    hint: Annotated[str, typer.Option(help="Who gives hints.")] = HINT,
    deck: Annotated[str, typer.Option(help="Name or path of a deck file.")] = "standard",
    option: Annotated[list[str] | None, typer.Option(help="A rule option, as name=value; may be repeated.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where the replay goes; by default a new file here.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a game that was left.")] = None,
) -> None:
    """Play in the terminal. Every choice is numbered and in words; there are hints, and choices can be undone."""
    from rich.console import Console

    from mom_env import play as table

    console = Console(highlight=False)
    if resume:
        sitting = table.resume(game, resume, hint, console)
    else:
        rules = dict(map(rule_option, option or []))
        who = opponents or [hint, hint]
        sitting = table.begin(game, who, hint, console, seat=seat, seed=seed, deck=deck, options=rules)
    table.run(sitting, console.input, save or resume)


@app.command(epilog="Example: mom replay game-7.json --gif game.gif")
def replay(
    file: Annotated[Path, typer.Argument(help="A replay.")],
    game: GameName = THE_GAME,
    seat: Annotated[int | None, typer.Option(help="Whose view; by default everything is open.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only check it.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Print all moves at once.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Write an SVG a position into this folder.")] = None,
    gif: Annotated[Path | None, typer.Option(help="Write an animated GIF.")] = None,
    width: Annotated[int, typer.Option(help="Of the GIF, in pixels.")] = 800,
) -> None:
    """Step through a game; or check it, print it, or make pictures of it."""
    from rich.console import Console

    from mom_env import watch

    console = Console(highlight=False)
    film = watch.open_film(game, file)
    seat = watch.checked_seat(film, seat)
    if verify:
        watch.verify(film, console)
    if svg:
        watch.write_frames(film, seat, svg, console)
    if gif:
        watch.write_gif(film, seat, gif, width, console)
    if text or not (verify or svg or gif or sys.stdin.isatty()):
        watch.tell(film, console)
    elif not (verify or svg or gif):
        watch.step_through(film, seat, console, console.input)


def rule_option(text: str) -> tuple[str, bool | str]:
    """`name=value`, with true and false as such."""
    name, equals, value = text.partition("=")
    if not equals:
        raise OptionError(f"option: expected name=value, found {text!r}")
    return name, {"true": True, "false": False}.get(value.lower(), value)


@app.command(epilog="Example: mom tournament greedy random examples.own_bot:choose --players 3 --deals 100 --jobs 2")
def tournament(
    who: Annotated[list[str], typer.Argument(help="Who plays: names, name:key=value, module:function.")],
    game: GameName = THE_GAME,
    players: Players = 4,
    deals: Deals = 500,
    seed: Seed = 0,
    seatings: Seating = "all",
    deck: Deck = "standard",
    jobs: Jobs = 1,
    limit: Limit = 10.0,
    out: Kept = None,
    resume: Resume = False,
    replays: Replays = False,
) -> None:
    """Everybody against everybody on duplicate deals: win shares, VP, places and ratings with 95 % intervals.

    Ctrl-C keeps what has been played in the directory of --out; --resume goes on from there.
    """
    from rich.console import Console

    from mom_env.arena import tournament as arena
    from mom_env.arena.run import Way

    way = Way(jobs, out, resume, replays, limit)
    arguments: dict[str, Any] = {"game": game, "seatings": arena.checked_seatings(seatings), "deck": deck, "way": way}
    outcome, _ = arena.tournament(who, players, deals, seed, console=Console(), **arguments)
    if outcome.is_interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command(epilog="Example: mom evaluate greedy --against random --players 4 --deals 200")
def evaluate(
    who: Annotated[str, typer.Argument(help="Who is evaluated.")],
    against: Annotated[list[str], typer.Option(help="Who has all other seats; or once for each of them.")],
    game: GameName = THE_GAME,
    players: Players = 4,
    deals: Deals = 500,
    seed: Seed = 0,
    seatings: Seating = "all",
    deck: Deck = "standard",
    sprt: Annotated[
        tuple[float, float] | None, typer.Option(help="Stop as soon as one of these two win shares is the likelier.")
    ] = None,
    jobs: Jobs = 1,
    limit: Limit = 10.0,
    out: Kept = None,
    resume: Resume = False,
    replays: Replays = False,
) -> None:
    """One player against others on duplicate deals: win share, VP above the others and place with 95 % intervals."""
    from rich.console import Console

    from mom_env.arena import evaluate as arena
    from mom_env.arena.run import Way
    from mom_env.arena.sequential import checked_test
    from mom_env.arena.tournament import checked_seatings

    way, test = Way(jobs, out, resume, replays, limit), checked_test(*sprt) if sprt else None
    arguments: dict[str, Any] = {
        "game": game,
        "seatings": checked_seatings(seatings),
        "deck": deck,
        "way": way,
        "test": test,
    }
    outcome, _ = arena.evaluate(who, against, players, deals, seed, console=Console(), **arguments)
    if outcome.is_interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command(epilog="Example: mom leaderboard random greedy --deals 200 --jobs 2")
def leaderboard(
    who: Annotated[list[str] | None, typer.Argument(help="Who stands on it; by default all bots by name.")] = None,
    game: GameName = THE_GAME,
    deals: Deals = 200,
    seed: Seed = 0,
    jobs: Jobs = 1,
    out: Annotated[Path, typer.Option(help="Games are kept here; those that are there are not played again.")] = Path(
        "leaderboard"
    ),
    page: Annotated[Path, typer.Option(help="The page that is written.")] = Path("docs/leaderboard.md"),
) -> None:
    """The standing ladder for 2, 3 and 4 players, as a page with plots; Ctrl-C keeps what was played."""
    from rich.console import Console

    from mom_env.arena.leaderboard import leaderboard as arena

    if not arena(who or [], deals, seed, out, page, game=game, jobs=jobs, console=Console()):
        raise typer.Exit(INTERRUPTED)


@bench.command(epilog="Example: mom bench engine --json bench.json")
def engine(
    game: GameName = THE_GAME,
    games: Annotated[int, typer.Option(help="Games in a batch.")] = 1024,
    players: Annotated[int, typer.Option(help="Players of each.")] = 4,
    threads: Annotated[int, typer.Option(help="Threads of the second figure.")] = 2,
    steps: Annotated[int, typer.Option(help="Steps of a batch in a round.")] = 2000,
    rounds: Annotated[int, typer.Option(help="Rounds; the median of them is told.")] = 5,
    memory_games: Annotated[int, typer.Option(help="Games whose memory is measured.")] = 100_000,
    first_use: Annotated[bool, typer.Option(help="Measure cold and warm starts: some 40 s a round.")] = True,
    json: Json = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the page of the docs to this file.")] = None,
    quoted_in: Annotated[Path | None, typer.Option(help="Refresh the figures that this file's table quotes.")] = None,
) -> None:
    """Decisions a second, memory, and the wait at first use; needs a machine that does nothing else."""
    from rich.console import Console

    from mom_env.bench.engine import Size, report

    size = Size(game, games, players, threads, steps, rounds, memory_games, first_use)
    report(size, Console(), json, markdown, quoted_in)


@bench.command(epilog="Example: mom bench env --json bench.json")
def env(
    game: GameName = THE_GAME,
    players: Annotated[int, typer.Option(help="Players of each game.")] = 4,
    decisions: Annotated[int, typer.Option(help="Decisions of each loop in a round.")] = 100_000,
    rounds: Annotated[int, typer.Option(help="Rounds; the median of them is told.")] = 5,
    json: Json = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the page of the docs to this file.")] = None,
) -> None:
    """Decisions a second through the environments, beside PettingZoo's own; needs a machine that does nothing else."""
    from rich.console import Console

    from mom_env.bench.env import Size, report

    report(Size(game, players, decisions, rounds), Console(), json, markdown)
