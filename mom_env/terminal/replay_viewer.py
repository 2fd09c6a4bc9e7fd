"""`mom replay`: a game from its file, step by step in the terminal, or as pictures."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from mom_env.common.files import try_folder, write_file
from mom_env.drawing.pixels import checked_picture, to_gif
from mom_env.games import load
from mom_env.table.film import Film
from mom_env.work.progress import tracked

KEYS = "Enter: next   b: back   a number: go to that move   e: go to the end   q: leave"
FRAME_SECONDS, END_SECONDS = 0.8, 6.0  # of an animated picture: each position, and the result


def verify(film: Film, console: Console) -> None:
    """Show what has been checked and found right, and how the game ended; `open_film` has refused all that is wrong."""
    result = film.replay["result"]
    moves = f"{len(film.lines)} move{'' if len(film.lines) == 1 else 's'}"
    info = load(film.name).info
    score = f"{info.score} {result[info.score_name]}, winners {result['winners']}" if result else ""
    how = score or "The game is not over yet"
    checked = f"hash, deal, {moves} and the result" if result else f"hash, deal and {moves}"
    console.print(Text(f"All is well: {checked} agree. {how}."))


def print_moves(film: Film, console: Console) -> None:
    """Print all moves in words, numbered from 1, then the scoring if the game is over."""
    for number, line in enumerate(film.lines, start=1):
        console.print(Text(f"{number:>4}  {line}"))
    show_end(film, console)


def show_end(film: Film, console: Console) -> None:
    """Print the scoring if the game is over."""
    if film.positions[-1].over:
        console.print(load(film.name).people.show_scoring(film.positions[-1], film.players))


def step_through(film: Film, seat: int | None, console: Console, ask: Callable[[str], str]) -> None:
    """Show position 0, and then the position to which each answer leads by `next_position`, until the reader leaves.

    The reader leaves by typing q, by ending the input, or by Ctrl-C.

    Args:
        film: the replay.
        seat: whose view is shown; None shows all hands.
        console: where everything is shown.
        ask: shows a prompt and returns what is typed.
    """
    at = 0
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            show_position(film, at, seat, console)
            answer = ask("> ").strip().lower()
            if answer == "q":
                return
            at = next_position(answer, at, len(film.lines), console)
    console.print()


def next_position(answer: str, at: int, last: int, console: Console) -> int:
    """Return the number of the position to which an answer of the reader leads.

    If it leads to none, explain the keys on `console`, and return `at`. `at` is the number of the position that is
    shown, from 0, and `last` that of the last one.
    """
    if answer == "":
        return min(at + 1, last)
    if answer == "b":
        return max(at - 1, 0)
    if answer == "e":
        return last
    if answer.isdecimal() and int(answer) <= last:
        return int(answer)
    console.print(Text(f"Expected Enter, b, e, q, or a number from 0 to {last}."))
    return at


def show_position(film: Film, at: int, seat: int | None, console: Console) -> None:
    """Print position number `at` as `seat` sees it (None sees all hands), the move that led to it, and the keys.

    Positions are numbered from 0, before the first move. The last one is followed by the scoring if the game is over.
    """
    console.rule(f"after move {at} of {len(film.lines)}", style="dim")
    if at > 0:
        console.print(Text(film.lines[at - 1], "bold"))
    console.print(load(film.name).people.show(film.positions[at], seat, film.players))
    if at == len(film.lines):
        show_end(film, console)
    console.print(KEYS, style="dim")


# Pictures


def check_pictures(svg: Path | None, gif: Path | None, width: int) -> None:
    """Refuse pictures that could not be written, before anything is drawn.

    Args:
        svg: the folder for one SVG of each position, or None.
        gif: the file for an animated picture, or None.
        width: width of the animated picture in pixels.

    Raises:
        OptionError: the name of the file does not end in .gif, or the width is impossible.
        MissingExtra: an animated picture needs the extra `render`.
        OutputError: the folder or the file cannot be written.
    """
    if svg:
        try_folder(svg)
    if gif:
        checked_picture(gif, width, [".gif"])


def drawings(film: Film, seat: int | None, console: Console, *, embed_font: bool) -> Iterable[str]:
    """Return the film's pictures, as `Film.pictures` yields them, and show on `console` how many have been drawn."""
    pictures = film.pictures(seat, embed_font=embed_font)
    return tracked(pictures, "pictures", len(film.positions), console)


def write_frames(film: Film, seat: int | None, folder: Path, console: Console) -> None:
    """Write an SVG of each position into a folder, as `0000.svg`, `0001.svg` and so on, as `seat` sees it.

    None as `seat` sees all hands. `console` shows the progress, and how many pictures there are.
    """
    for number, svg in enumerate(drawings(film, seat, console, embed_font=True)):
        write_file(folder / f"{number:04}.svg", svg)
    console.print(Text(f"{len(film.positions)} pictures in {folder}"))


def write_gif(film: Film, seat: int | None, file: Path, width: int, console: Console) -> None:
    """Write all positions, as `seat` sees them, into `file` as one animated picture, `width` pixels wide.

    None as `seat` sees all hands. `console` shows the progress, and how large the file is.
    """
    gif = to_gif(drawings(film, seat, console, embed_font=False), width, FRAME_SECONDS, END_SECONDS)
    write_file(file, gif)
    console.print(Text(f"{len(film.positions)} pictures in {file}, {len(gif) / 1e6:.1f} MB"))
