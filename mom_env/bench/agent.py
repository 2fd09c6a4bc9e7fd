"""`mom bench agent`: moves per second of a trained agent in the arena, all games in lock-step on one core.

Time is the processor's: the bench is one thread that never waits, and other work of the machine disturbs less.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time

from rich.console import Console

from mom_env.arena.deals_job import make_players
from mom_env.arena.match import Match
from mom_env.arena.plan import Plan, usual_seatings
from mom_env.arena.run import Way
from mom_env.bench.figures import Contestant, check_counts, round_robin
from mom_env.bench.report import make_bench, table, to_json
from mom_env.common.files import write_file

UNIT = "moves/s"


def report(
    game: str,
    who: str,
    against: str,
    num_players: int,
    num_games: int,
    rounds: int,
    console: Console,
    json: Path | None,
) -> None:
    """Measure the moves per second of an agent at all seats and at one seat, and show them as a table.

    Args:
        game: name of the game.
        who: the agent, by its name or folder.
        against: the player at all other seats, where the agent has one, such as "random".
        num_players: number of seats.
        num_games: about how many games are played at once.
        rounds: how often each of the two is measured.
        console: where the table is shown.
        json: a file to which all values are written, or None.

    Raises:
        OptionError: a number is out of range, or there is no such player.
    """
    check_counts(games=num_games, rounds=rounds)
    contestants = [
        Contestant(f"{who} at all seats", UNIT, contest_loop(game, [who], num_players, num_games)),
        Contestant(
            f"{who} against {against}, all moves", UNIT, contest_loop(game, [who, against], num_players, num_games)
        ),
    ]
    figures = round_robin(contestants, rounds, console)
    setting = {"agent": who, "against": against, "num_players": num_players, "games": num_games}
    bench = make_bench(figures, setting, game, num_players, [who, against])
    console.print(table(bench))
    if json:
        write_file(json, to_json(bench))


def contest_loop(game: str, whos: Sequence[str], num_players: int, num_games: int) -> Callable[[], float]:
    """Return a function that plays about `num_games` games at once to their end, and returns the moves per second.

    Args:
        game: name of the game.
        whos: one player, which has all seats, or two: the first has one seat, and the second all others.
        num_players: number of seats.
        num_games: about how many games are played at once.

    Returns:
        The function. All moves of all seats count, and seconds are those of the processor.
    """
    lineup = (0, *[len(whos) - 1] * (num_players - 1))
    deals = -(-num_games // (num_players if len(whos) > 1 else 1))
    names, seatings = tuple(whos), usual_seatings(num_players)
    plan = Plan(
        game=game, players=names, num_players=num_players, lineups=(lineup,), deals=deals, seed=0, seatings=seatings
    )
    players, ruleset, limit = make_players(plan, whos), plan.ruleset(), Way().limit
    Match(plan, players, ruleset, [0], limit).play()  # compiles

    def play() -> float:
        match = Match(plan, players, ruleset, range(deals), limit)
        begin = process_time()
        match.play()
        return float(match.counts.sum()) / (process_time() - begin)

    return play
