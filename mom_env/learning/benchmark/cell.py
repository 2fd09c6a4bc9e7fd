"""Play one cell: train, then score the player against each member of the panel."""

import shutil
import traceback
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from rich.console import Console

from mom_env.arena.evaluate import PLAYER, evaluate, shares_of
from mom_env.arena.run import Outcome
from mom_env.common.machine import machine, version_of
from mom_env.errors import OptionError, TrainingError
from mom_env.learning.benchmark.algorithms import Algorithm, Trained
from mom_env.learning.benchmark.protocol import Member, Protocol, panel, ruleset_of
from mom_env.learning.benchmark.result import Result, Score, read_result, write_result
from mom_env.learning.benchmark.task import Budget, Task
from mom_env.learning.export import copy_agent
from mom_env.learning.reserved_seeds import BENCHMARK_SEED
from mom_env.players.agent import is_agent
from mom_env.players.kinds import Who
from mom_env.players.provenance import Provenance, changes, provenance_of, shorten
from mom_env.players.specs import make_player, names_code
from mom_env.work.interrupts import raising_interrupts

RUN, AGENT, SPENT, OUTPUT = "run", "agent", "spent", "output.txt"
LARGE = ("checkpoints", "parts", "past", "agent", "tensorboard")  # in a run; removed when its agent has been copied
DONE, FAILED = 0, 1


class Cell(NamedTuple):
    """A cell of the benchmark's tables: an algorithm in a setting (a table size), trained with one seed."""

    algorithm: Algorithm
    setting: str
    seed: int

    @property
    def name(self) -> str:
        """Name of the cell for people: algorithm, setting (a table size) and seed."""
        return f"{self.algorithm.name} {self.setting} seed {self.seed}"

    def folder(self, root: Path) -> Path:
        """Return the folder of the cell's files, inside the benchmark's folder `root`."""
        return folder_of(root, self.algorithm.name, self.setting, self.seed)

    def provenance(self, protocol: Protocol) -> Provenance:
        """Return what the cell would be made from if it was played now: rules, deck, options and algorithm."""
        return provenance_of(protocol.game, ruleset_of(protocol, self.setting), [self.algorithm])

    def result(self, root: Path, protocol: Protocol) -> Result:
        """Return the saved result of the cell in the benchmark's folder `root`.

        If there is none, or if the cell failed, return an empty one.

        Raises:
            OptionError: what the cell was made from has changed since; the message says how.
        """
        found, now = read_result(self.folder(root)), self.provenance(protocol)
        if found is None or found.failure is not None:
            name, decisions = self.algorithm.name, protocol.decisions
            return Result(algorithm=name, provenance=now, setting=self.setting, seed=self.seed, decisions=decisions)
        if changed := changes(found.provenance, now):
            remedy = "remove this folder to train again, or choose another one with --out"
            raise OptionError(f"{self.folder(root)}: made from something else: {'; '.join(changed)}; {remedy}")
        return found


def folder_of(root: Path, algorithm: str, setting: str, seed: int) -> Path:
    """Return the folder of a cell's files, inside the benchmark's folder `root`; `algorithm` is a name."""
    return root / algorithm.replace(":", ".") / setting / str(seed)


def play_cell(cell: Cell, root: Path, protocol: Protocol, console: Console) -> int:
    """Train and play what is missing of a cell, and return DONE or FAILED.

    The result is written after each score. After any error it is marked as failed, without scores.

    Args:
        cell: the cell.
        root: the benchmark's folder.
        protocol: budget, deals and game.
        console: where progress is shown.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed; the same call continues.
    """
    try:
        with raising_interrupts():
            train_and_score(cell, root, protocol, console)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a user's code may raise anything
        traceback.print_exc()
        reason = str(error) if isinstance(error, TrainingError) else f"{type(error).__name__}: {error}"
        write_result(cell.folder(root), cell.result(root, protocol).as_failure(reason))
        return FAILED
    return DONE


def train_and_score(cell: Cell, root: Path, protocol: Protocol, console: Console) -> None:
    """Train the player of a cell, unless it was saved, and play all scores that are missing.

    `root` is the benchmark's folder.
    """
    result, player = train_if_needed(cell, root, protocol, console)
    for member in panel(protocol, cell.setting):
        if result.score(member) is None:
            console.print(f"against {member.spec} ...", highlight=False)
            result = result.with_score(play_for_score(player, member, cell, protocol))
            write_result(cell.folder(root), result)


def train_if_needed(cell: Cell, root: Path, protocol: Protocol, console: Console) -> tuple[Result, Who]:
    """Return the result of a cell so far, and its player, which is trained unless it was saved.

    `root` is the benchmark's folder.

    Raises:
        OptionError: something that the cell or its player was made from has changed.
        TrainingError: the algorithm returned something that is not a player.
    """
    folder, result = cell.folder(root), cell.result(root, protocol)
    if result.player is not None:
        player = str(folder / AGENT) if result.player == AGENT else result.player
        check_player(player, result, cell, protocol)
        return result, player
    if not cell.algorithm.resumes:
        shutil.rmtree(folder / RUN, ignore_errors=True)
    (folder / SPENT).unlink(missing_ok=True)
    (folder / RUN).mkdir(parents=True, exist_ok=True)
    budget = Budget(protocol.decisions, folder / SPENT)
    seats = protocol.settings[cell.setting]
    task = Task(cell.setting, seats, cell.seed, folder / RUN, protocol.game, protocol.options, budget)
    began = perf_counter()
    trained = cell.algorithm.train(task, console)
    if not isinstance(trained, Trained) or not (callable(trained.player) or isinstance(trained.player, str)):
        raise TrainingError(f"{cell.name}: expected a function or the spec of a player, found {trained.player!r}")
    seconds = perf_counter() - began if trained.seconds is None else trained.seconds
    result = result.with_fields(spent=budget.spent, minutes=round(seconds / 60, 2))
    return keep_player(cell, folder, result, trained, protocol)


def keep_player(cell: Cell, folder: Path, result: Result, trained: Trained, protocol: Protocol) -> tuple[Result, Who]:
    """Write the result of a training into the cell's folder, and return this result and the player.

    An agent is copied, so that it need not be trained again, and files that only resuming needs are removed. A spec
    that names code is not written, as no file may name code.

    Args:
        cell: the cell.
        folder: the cell's folder.
        result: the result so far.
        trained: what the training has returned.
        protocol: the game and its settings.
    """
    config = trained.config and trained.config.model_dump(mode="json")
    result = result.with_fields(
        config=config, scores=(), failure=None, machine={**machine(), "torch": version_of("torch") or "none"}
    )
    made = make_player(trained.player, protocol.game, ruleset_of(protocol, cell.setting))  # fails if it cannot play
    player = trained.player
    if isinstance(player, str) and is_agent(Path(player)):
        copy_agent(Path(player), folder / AGENT)
        result, player = result.with_fields(player=AGENT, made_from=made.made_from), str(folder / AGENT)
    elif isinstance(player, str) and not names_code(player):
        result = result.with_fields(player=player, made_from=made.made_from)
    if result.player is not None:
        write_result(folder, result)
    if cell.algorithm.resumes:
        for name in LARGE:
            shutil.rmtree(folder / RUN / name, ignore_errors=True)
    return result, player


def check_player(player: str, result: Result, cell: Cell, protocol: Protocol) -> None:
    """Check that a saved player has not changed since it was trained, before it is scored.

    Args:
        player: spec of the player, or the folder of an agent.
        result: the saved result, which says what the player was made from.
        cell: the cell, for its setting and for messages.
        protocol: the game and its settings.

    Raises:
        OptionError: the player has changed; the message says what it was made from, then and now.
    """
    now = make_player(player, protocol.game, ruleset_of(protocol, cell.setting)).made_from
    if now != result.made_from:
        then = shorten(str(result.made_from))
        raise OptionError(f"{cell.name}: expected the player {player} made from {then}, found {shorten(now)}")


def play_for_score(player: Who, member: Member, cell: Cell, protocol: Protocol) -> Score:
    """Play the cell's player against a member of the panel at all other seats, and return the score.

    Raises:
        TrainingError: the player or the member of the panel forfeited a game.
        KeyboardInterrupt: the games were interrupted.
    """
    deals, seats = protocol.deals_against(member.spec), protocol.settings[cell.setting]
    given: dict[str, Any] = {"game": protocol.game, "options": protocol.options}
    outcome, evaluation = evaluate(player, [member.spec], seats, deals, BENCHMARK_SEED, **given)
    if outcome.is_interrupted or evaluation is None:
        raise KeyboardInterrupt
    check_forfeits(outcome, evaluation.num_games, member)
    share, low, high = (round(float(end), 6) for end in shares_of(evaluation).win_share)
    ends = {"share": share, "low": max(0.0, low), "high": min(1.0, high)}
    return Score(against=member.spec, made_from=member.made_from, deals=deals, games=evaluation.hash, **ends)


def check_forfeits(outcome: Outcome, num_games: int, member: Member) -> None:
    """Check that nobody forfeited a game, as wins by forfeit say nothing about strength.

    Args:
        outcome: the games.
        num_games: how many they are, for the message.
        member: the member of the panel that was played against.

    Raises:
        TrainingError: the message says who forfeited how many games, and the reason of the first forfeit.
    """
    if not outcome.forfeits:
        return
    own = [forfeit for forfeit in outcome.forfeits if forfeit.player == outcome.plan.players[PLAYER]]
    whose, forfeits = ("its player", own) if own else ("the panel", outcome.forfeits)
    count = f"{len(forfeits)} of {num_games} games against {member.spec}"
    raise TrainingError(f"{whose} forfeited {count}; in the first one {forfeits[0].player} {forfeits[0].reason}")
