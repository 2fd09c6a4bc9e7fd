"""What play looks like, of one bot in all seats: `python -m tests.monsters_on_the_moon.play_figures greedy random`.

Forced decisions are counted. The table is written into a page, between its marks of `play`, with `--into`.
"""

import shlex
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mom_env.common.page_parts import write_part
from mom_env.environments.docs_tables import markdown
from mom_env.kernel.rng import bits_at
from mom_env.monsters_on_the_moon import Game
from mom_env.monsters_on_the_moon.actions import SQUARE
from mom_env.monsters_on_the_moon.rules.end import track_vp
from mom_env.monsters_on_the_moon.rules.scoring import vp_of_rows
from mom_env.monsters_on_the_moon.soak.allowed import part_of
from mom_env.monsters_on_the_moon.state import CRYSTAL, EMPTY, FACE, MAX_SHIPS, Decision
from mom_env.players.specs import make_player

MODES: list[tuple[int, bool]] = [(2, False), (3, False), (4, False), (2, True), (3, True), (4, True), (1, False)]
COLUMNS = (
    "mode, players",
    "bot",
    "decisions a game",
    "options: mean, max",
    "longer side: 99 %, max",
    "VP: mean (5 to 95 %)",
    "interim + heads + group + track",
    "tiles a seat",
    "steps: covering + on empty squares + ships",
)


# The same of `hasty` players, who take the best of 40 tries a turn, in an engine apart from this one; the largest
# number of options in brackets is of random players. Tiles and steps were said of standard games.
HASTY = {
    (2, False): (
        "57",
        "32, 145 (196)",
        "19, 22",
        "49.5 (35 to 64)",
        "13.0 + 20.1 + 5.4 + 11.1",
        "1.6",
        "8.0 + 1.1 + 2",
    ),
    (3, False): ("62", "27, 136 (200)", "18, 19", "49.3 (34 to 65)", "14.1 + 21.3 + 5.8 + 8.1", "1.6", "5.4 + 0.8 + 2"),
    (4, False): ("80", "30, 139 (226)", "20, 21", "50.9 (36 to 67)", "15.4 + 23.6 + 5.7 + 6.2", "1.2", "3.6 + 0.6 + 2"),
    (2, True): ("107", "22, 126 (181)", "18, 18", "54.8 (38 to 73)", "13.7 + 29.9 + 0 + 11.2", "", ""),
    (3, True): ("122", "18, 122 (192)", "17, 17", "56.1 (36 to 72)", "15.2 + 33.0 + 0 + 8.0", "", ""),
    (4, True): ("153", "20, 149 (200)", "21, 21", "57.1 (41 to 75)", "15.8 + 34.9 + 0 + 6.4", "", ""),
    (1, False): ("38", "41, 150 (178)", "20, 20", "17.8 (14 to 23)", "", "", ""),
}


class Played(NamedTuple):
    """What is counted of a game; lists of rows, tiles and steps have an entry for each seat."""

    options: list[int]  # of each decision
    longer_side: int
    vp: list[int]
    rows: list[list[int]]  # interim, heads, group, track
    tiles: list[int]
    steps: list[list[int]]  # by covering crystals, by crystals on empty squares, by ships
    spaces: list[int]  # of the markers


def play(bot: str, num_players: int, seed: int, *, walls: bool) -> Played:
    """Play a game with one bot in all seats, and count."""
    game, player = Game(num_players, seed, options={"walls": walls}, skip_forced=False), make_player(bot, game=NAME)
    options, tiles, steps = list[int](), [0] * num_players, [[0, 0, 0] for _ in range(num_players)]
    while not game.over:
        seat, before = game.seat or 0, game.states.copy()
        options.append(len(game.legal_actions()))
        bits = np.array([bits_at(np.uint64(seed), len(options))])
        action = int(player.choose(game.states, game.rules, bits)[0])
        game.play(action)
        tiles[seat] += before[0].decision == Decision.TILE
        if before[0].decision == Decision.PLACE and num_players > 1:
            covering, on_empty = crystals_of(before[0], game.states[0], action - SQUARE)
            steps[seat][0] += covering
            steps[seat][1] += on_empty
    state: Any = game.states[0]
    for seat in range(num_players):
        steps[seat][2] = MAX_SHIPS - int(state.ships[seat]) if num_players > 1 else 0
    rows = [rows_of(game, seat) for seat in range(num_players)] if num_players > 1 else []
    points, spaces = (state[name][:num_players].tolist() for name in ("vp", "steps"))
    return Played(options, max(state.width, state.height), points, rows, tiles, steps, spaces)


def crystals_of(before: Any, after: Any, place: int) -> tuple[int, int]:
    """3.2: The crystals that a card has covered, and those of it that lie on empty squares."""
    squares = [part_of(place, int(before.turn) % 2, i) for i in range(FACE)]
    covering = sum(before.shows[square] == CRYSTAL for square in squares)
    return covering, sum(before.shows[square] == EMPTY and after.shows[square] == CRYSTAL for square in squares)


def rows_of(game: Game, seat: int) -> list[int]:
    """5.1: The VP of a seat by rows of the sheet."""
    state: Any = game.states[0]
    rules: Any = game.rules[0]
    return [
        int(state.interim[seat]),
        int(vp_of_rows(state.final_rows[seat])),
        int(state.group_vp[seat]),
        int(track_vp(state, rules, seat)),
    ]


def row_of(bot: str, num_players: int, games: list[Played], *, walls: bool) -> tuple[str, ...]:
    """A line of the table, of one bot."""
    options = np.concatenate([played.options for played in games])
    sides = np.array([played.longer_side for played in games])
    points = np.concatenate([played.vp for played in games])
    low, high = np.percentile(points, (5, 95))
    found = [
        mode_name(num_players, walls=walls),
        f"`{bot}`",
        f"{np.mean([len(played.options) for played in games]):.0f}",
        f"{options.mean():.0f}, {options.max()}",
        f"{np.percentile(sides, 99):.0f}, {sides.max()}",
        f"{points.mean():.1f} ({low:.0f} to {high:.0f})",
    ]
    if num_players == 1:
        return *found, "", "", ""
    by_row, by_source = (np.concatenate([getattr(played, name) for played in games]) for name in ("rows", "steps"))
    tiles = np.concatenate([played.tiles for played in games])
    return *found, in_sum(by_row), f"{tiles.mean():.1f}", in_sum(by_source)


def mode_name(num_players: int, *, walls: bool) -> str:
    """What the mode is called in the table."""
    return "solo" if num_players == 1 else f"{'walls' if walls else 'standard'}, {num_players}"


def in_sum(values: Any) -> str:
    """The means of columns as a sum."""
    return " + ".join(f"{mean:.1f}" for mean in values.mean(axis=0))


def lines(bots: list[str], num_games: int) -> Iterator[tuple[str, ...]]:
    """The lines of the table, for each mode and number of players `hasty` and then each bot."""
    for num_players, walls in MODES:
        yield mode_name(num_players, walls=walls), "hasty", *HASTY[num_players, walls]
        for bot in bots:
            games = [play(bot, num_players, seed, walls=walls) for seed in range(num_games)]
            yield row_of(bot, num_players, games, walls=walls)


NAME = Game.info.name


def main() -> None:
    parser = ArgumentParser("python -m tests.monsters_on_the_moon.play_figures", description=__doc__)
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--into", type=Path)
    args = parser.parse_args()
    table = markdown((COLUMNS, *lines(args.bots, args.games)))
    command = shlex.join(["python", "-m", "tests.monsters_on_the_moon.play_figures", *sys.argv[1:]])
    content = f"{table}\n\nWritten by `{command}`."
    if args.into:
        write_part(args.into, "play", content)
    else:
        sys.stdout.write(content + "\n")


if __name__ == "__main__":
    main()
