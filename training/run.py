"""`mom train`: a run folder from its configuration to its agent, or on from its last checkpoint."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from types import FrameType

from rich.console import Console

from mom_env.errors import ConfigError, TrainingError
from mom_env.games import load
from mom_env.policy import make_player
from training import checkpoint
from training.config import Config
from training.display import Display, told_share
from training.evaluation import EVALUATION_SEED, Strength, evaluate
from training.export import export_agent
from training.folders import write_file
from training.logs import Logs
from training.plot import plot_strength
from training.selfplay import SelfPlay

AGENT, PICTURE, CHECKPOINTS, SB3_PARTS = "agent", "strength.png", "checkpoints", "parts"


def start(config: Config, run: Path, console: Console) -> bool:
    """A new run; False if it was interrupted.

    Raises:
        ConfigError: the folder holds a run already.
    """
    check_is_new(run)
    check_players(config)
    if config.trainer == "sb3":
        from training import sb3  # noqa: PLC0415  # it takes seconds to load, and only this trainer needs it

        return sb3.train(config, run, console)
    run.mkdir(parents=True, exist_ok=True)
    return Run(SelfPlay(config, run), run, console).go()


def check_is_new(run: Path) -> None:
    """That no run lies in the folder.

    Raises:
        ConfigError: one does.
    """
    if checkpoint.all_checkpoints(run / CHECKPOINTS) or (run / SB3_PARTS).is_dir():
        raise ConfigError(f"{run}: expected a folder without a run, found one; go on with: mom train --resume {run}")


def check_players(config: Config) -> None:
    """That everybody whom the configuration names can play at its tables: now, and not at the first evaluation.

    Raises:
        OptionError: there is no such player.
        CheckpointError: an agent is for other tables.
    """
    make_ruleset = load(config.game, "ruleset").make_ruleset
    ruleset = make_ruleset(config.num_players, config.deck, config.options, skip_forced=True)
    for who in {*config.league.bots, config.imitation.bot, *config.evaluation.against, *config.sb3.opponents}:
        make_player(who, config.game, ruleset)


def resume(run: Path, console: Console) -> bool:
    """Go on from the newest checkpoint that can be read; False if it was interrupted.

    Raises:
        CheckpointError: there is none.
    """
    if (run / SB3_PARTS).is_dir():
        from training import sb3  # noqa: PLC0415  # as above

        return sb3.resume(run, console)
    training, problems = checkpoint.load_latest(run)
    for problem in problems:
        console.print(f"passed over: {problem}", style="yellow", markup=False, soft_wrap=True)
    path = run / CHECKPOINTS / f"{training.iteration:0{checkpoint.NAME_DIGITS}}"
    if different := checkpoint.differences(path):
        console.print(f"last bits may differ: {'; '.join(different)}", style="yellow", markup=False, soft_wrap=True)
    return Run(training, run, console).go()


class Run:
    """A training with its folder."""

    def __init__(self, training: SelfPlay, run: Path, console: Console) -> None:
        self.training, self.folder, self.console = training, run, console
        self.config, self.logs = training.config, Logs(run, training.iteration)
        self._seconds = self.logs.seconds()
        self._best = self._best_so_far()
        self._is_interrupted = False

    def go(self) -> bool:
        """Train to the end, or until Ctrl-C: whether it was to the end."""
        training = self.training
        write_file(self.folder / checkpoint.CONFIG, (self.config.model_dump_json(indent=1) + "\n").encode())
        display = Display(self.console, self.folder.name, self.config.decisions, training.decisions)
        with self._saves_on_interrupt(), display:
            while not training.is_done and not self._is_interrupted:
                self._iterate(display)
        self.logs.close()
        if self._is_interrupted:
            self.console.print(f"Saved. Go on with: mom train --resume {self.folder}", soft_wrap=True, highlight=False)
            return False
        self._tell()
        return True

    def _iterate(self, display: Display) -> None:
        training, config, begin = self.training, self.config, perf_counter()
        before = training.decisions
        metrics = training.iterate()
        seconds = perf_counter() - begin
        rate = (training.decisions - before) / seconds
        self._seconds += seconds
        self.logs.add(self.logs.metrics, training.iteration, {"decisions": training.decisions, **metrics}, "train")
        times = {"seconds": self._seconds, "decisions_per_second": rate, **training.seconds}
        self.logs.add(self.logs.timing, training.iteration, times, "timing")
        display.show(training.decisions, rate, metrics)
        is_last = training.is_done
        if is_last or training.iteration % config.evaluation.every == 0:
            self._evaluate(display)
        if is_last or self._is_interrupted or training.iteration % config.checkpoint.every == 0:
            self._save()

    def _evaluate(self, display: Display) -> None:
        training, policy = self.training, self.training.policy()
        strengths = {}
        for bot in self.config.evaluation.against:
            strengths[bot] = evaluate(policy, self.config, bot, EVALUATION_SEED + self.config.seed)
            row = {"decisions": training.decisions, "against": bot, **strengths[bot]._asdict()}
            self.logs.strength.add({"iteration": training.iteration, **row})
        self.logs.show_strengths(training.iteration, {bot: one.share for bot, one in strengths.items()})
        display.show_strength(training.decisions, strengths)
        mean = sum(one.share for one in strengths.values()) / len(strengths)
        if mean >= self._best[0]:
            self._best = (mean, training.iteration)
            self._export()
            self._save()

    def _save(self) -> None:
        folder = self.folder / CHECKPOINTS
        best = f"{self._best[1]:0{checkpoint.NAME_DIGITS}}"
        if f"{self.training.iteration:0{checkpoint.NAME_DIGITS}}" != self._last_saved():
            checkpoint.save(self.training, folder)
        checkpoint.prune(folder, self.config.checkpoint.keep, best)

    def _last_saved(self) -> str:
        latest = self.folder / CHECKPOINTS / checkpoint.LATEST
        return latest.read_text(encoding="utf-8") if latest.exists() else ""

    def _export(self) -> None:
        training = self.training
        trained: dict[str, str | int | float] = {"decisions": training.decisions, "iteration": training.iteration}
        trained |= {"against " + row["against"]: float(row["share"]) for row in self._last_strengths()}
        folder = self.folder / AGENT
        try:
            export_agent(training.network.policy_arrays(), training.network.shape, self.config, trained, folder)
        except OSError as error:
            raise TrainingError(
                f"{folder}: cannot be written: {error.strerror}; checkpoints are as they were"
            ) from None

    def _last_strengths(self) -> list[dict[str, str]]:
        return self.logs.strength.rows()[-len(self.config.evaluation.against) :]

    def _best_so_far(self) -> tuple[float, int]:
        """The best mean share and its iteration, out of the log."""
        by_iteration: dict[int, list[float]] = {}
        for row in self.logs.strength.rows():
            by_iteration.setdefault(int(row["iteration"]), []).append(float(row["share"]))
        means = [(sum(shares) / len(shares), iteration) for iteration, shares in by_iteration.items()]
        return max(means, default=(0.0, 0))

    def _tell(self) -> None:
        """The end: where everything is."""
        title = f"{self.config.trainer}, {self.config.num_players} players, seed {self.config.seed}"
        plot_strength(self.logs, self.config.num_players, title, self.folder / PICTURE)
        for row in self._last_strengths():
            strength = Strength(float(row["share"]), float(row["low"]), float(row["high"]))
            self.console.print(f"against {row['against']}: {told_share(strength)}", highlight=False)
        minutes = self._seconds / 60
        self.console.print(f"{self.training.decisions:,} decisions in {minutes:.1f} minutes", highlight=False)
        self.console.print(
            f"agent: {self.folder / AGENT}\nplot: {self.folder / PICTURE}", highlight=False, soft_wrap=True
        )

    @contextmanager
    def _saves_on_interrupt(self) -> Iterator[None]:
        """The first Ctrl-C ends the iteration and saves; the second ends the process."""

        def interrupt(_signal: int, _frame: FrameType | None) -> None:
            if self._is_interrupted:
                raise KeyboardInterrupt
            self._is_interrupted = True
            self.console.print("Ctrl-C: ending this iteration, then saving ...", highlight=False)

        before = signal.signal(signal.SIGINT, interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
