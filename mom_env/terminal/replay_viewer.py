"""`mom replay`: a game from its file, step by step in the terminal, or as pictures."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from mom_env.base.replay import Replay, read_replay
from mom_env.common.arguments import checked_whole
from mom_env.common.files import try_folder, write_file
from mom_env.drawing.pixels import checked_picture, to_gif
from mom_env.games import load
from mom_env.work.progress import tracked

KEYS = "Enter: next   b: back   a number: go to that move   e: go to the end   q: leave"
FRAME_SECONDS, END_SECONDS = 0.8, 6.0  # of an animated picture: each position, and the result


class Film(NamedTuple):
    """A replay that was played again: every position, and every move in words.

    `positions` has one more entry than `lines`: position 0 is before the first move.
    """

    name: str
    replay: Replay
    positions: list[Any]  # games; one more than there are moves
    lines: list[str]

    @property
    def players(self) -> list[str]:
        """The names of the players by seat."""
        return [f"p{seat} {spec}" for seat, spec in enumerate(self.replay["players"])]


def open_film(game: str, file: Path) -> Film:
    """Read the replay in `file`, check all of it, and return it with every position and every move in words.

    `game` is the name of the game.

    Raises:
        ReplayError: the replay is damaged; the error names the move or the field.
    """
    replay = read_replay(file)
    load(game).people.Game.from_replay(replay)
    table = load(game).people.Game.from_setup(
        replay["setup"],
        num_players=replay["num_players"],
        deck=replay["deck"],
        options=replay["options"],
        seed=replay["seed"],
    )
    film = Film(game, replay, [table.copy()], [])
    for move in replay["moves"]:
        action = table.legal_actions()[table.choices().index(move["choice"])]
        film.lines.append(f"{film.players[table.seat or 0]}: {load(game).people.say(table, action)}")
        table.play(action)
        film.positions.append(table.copy())
    return film


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
    """Show one position after another, as the reader asks for them, until the reader leaves.

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


def drawings(film: Film, seat: int | None, console: Console, *, embed_font: bool) -> Iterator[str]:
    """Yield every position as SVG, as `seat` sees it, and show the progress on `console`; None sees all hands.

    `embed_font` says whether each SVG contains the font.
    """
    names = film.replay["players"]  # a picture has the number of each seat before its name
    for position in tracked(film.positions, "pictures", len(film.positions), console):
        yield position.to_svg(seat, names, embed_font=embed_font)


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


def checked_seat(film: Film, seat: int | None) -> int | None:
    """Return `seat` if the replay's game has it; None, which shows all hands, is returned as well.

    Raises:
        OptionError: the game has no such seat.
    """
    return None if seat is None else checked_whole("seat", seat, 0, film.replay["num_players"] - 1)
