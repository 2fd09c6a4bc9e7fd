"""Draw the terminal screens of the docs again: `python -m tools.screens`, or `make picture`.

Each screen shows what the command itself prints in a terminal of 80 columns and 24 lines.
"""

from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

from mom_env.common.console import new_console
from mom_env.common.files import write_file
from mom_env.games import GAMES, load
from mom_env.players.bot_table import bots_by_seat
from mom_env.terminal.demo import show_game
from mom_env.terminal.play import begin
from mom_env.terminal.sitting import KEYS, Left, Sitting

DOCS = Path(__file__).resolve().parent.parent / "docs"
COLUMNS, LINES = 80, 24
DEMO_SEED, PLAY_SEED = 7, 5
MANY = 7  # choices in an auction
MIDDLE = 30  # tiles placed
# Rich's own template without its fonts, which would have to be downloaded.
SVG = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: Fira Code, Menlo, Consolas, DejaVu Sans Mono, monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: arial, sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g></g></svg>
"""


def terminal() -> Console:
    """Return a console without a screen, which stands for a terminal and saves what is printed."""
    return new_console(
        file=StringIO(),
        width=COLUMNS,
        height=LINES,
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        legacy_windows=False,
    )


def printed(console: Console) -> list[str]:
    """Return the lines that a console of `terminal` has printed, with their colours as escape codes."""
    file = console.file
    return file.getvalue().splitlines() if isinstance(file, StringIO) else []


def demo() -> list[str]:
    """Return the first screen of `mom demo`, as lines with colours as escape codes."""
    game, console = GAMES[0], terminal()
    bots = bots_by_seat(load(game).info.demo_bots, 4)
    show_game(game, load(game).people.Game(4, DEMO_SEED, skip_forced=False), bots, DEMO_SEED, console)
    return printed(console)[:LINES]


def play() -> list[str]:
    """Return a screen of `mom play`, as lines with colours as escape codes.

    It is an auction in which the person has many bids to choose from.
    """
    sitting = begin(GAMES[0], ["planner", "greedy", "random"], "greedy", terminal(), seat=0, seed=PLAY_SEED)
    return screen_at(sitting, lambda: sum(entry.is_short for entry in sitting.choices()) >= MANY, "4")


def play_ape_town() -> list[str]:
    """Return a screen of `mom play --game ape_town`, as lines with colours as escape codes.

    The person has a tile in hand that brings points at once, in the middle of the game.
    """
    sitting = begin("ape_town", ["planner", "greedy", "random"], "greedy", terminal(), seat=0, seed=PLAY_SEED)

    def is_worth_showing() -> bool:
        turn = int(sitting.session.game.states[0].turn)
        return turn > MIDDLE and any(entry.listed.startswith("+") for entry in sitting.choices())

    return screen_at(sitting, is_worth_showing, "hint")


def screen_at(sitting: Sitting, is_here: Callable[[], bool], answer: str) -> list[str]:
    """Return the screen of the first decision at which `is_here`, with `answer` typed; up to there hints are followed.

    The lines have colours as escape codes.
    """

    def follow_hints(_: str) -> str:
        if is_here():
            raise Left
        hinted = sitting.session.hint(sitting.seat).action
        return next(entry.label for entry in sitting.choices() if entry.action == hinted)

    with suppress(Left):
        sitting.play(follow_hints)
    return [*printed(sitting.console), f"\x1b[2m{KEYS}\x1b[0m > {answer}"][-LINES:]


def draw(lines: list[str], title: str) -> str:
    """Return a screen as SVG, with a window title; `lines` have colours as escape codes."""
    console = new_console(file=StringIO(), record=True, width=COLUMNS, force_terminal=True, color_system="truecolor")
    for line in lines:
        console.print(Text.from_ansi(line), soft_wrap=True)
    svg: str = console.export_svg(title=title, theme=SVG_EXPORT_THEME, code_format=SVG, unique_id="screen")
    return "".join(f"{line.rstrip()}\n" for line in svg.splitlines())


SCREENS: dict[str, Callable[[], list[str]]] = {"demo": demo, "play": play, "ape_town": play_ape_town}


def title_of(name: str) -> str:
    """Return the command whose screen is called `name`."""
    return {"ape_town": "mom play --game ape_town"}.get(name, f"mom {name}")


def main() -> None:
    """Write all screens into the folder of the docs, as SVG files."""
    for name, screen in SCREENS.items():
        write_file(DOCS / f"screen-{name}.svg", draw(screen(), title_of(name)))


if __name__ == "__main__":
    main()
