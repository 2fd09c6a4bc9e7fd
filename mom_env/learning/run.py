"""`mom train`: train a configuration in a run's folder up to its agent, or continue from the last checkpoint."""

from pathlib import Path
from time import perf_counter

from rich.console import Console

from mom_env.common.files import write_file
from mom_env.learning import checkpoint
from mom_env.learning.batches import counts_in_words
from mom_env.learning.checkpoint import CHECKPOINTS
from mom_env.learning.config import Config
from mom_env.learning.config_checks import check_config
from mom_env.learning.devices import check_device
from mom_env.learning.display import Display, share_in_words
from mom_env.learning.edits import edits
from mom_env.learning.evaluation import Strength, evaluate_all, fair_shares, matchups
from mom_env.learning.export import export_agent
from mom_env.learning.folders import (
    AGENT,
    check_can_resume,
    check_holds_no_agent,
    check_is_new,
    clear,
    hold,
    how_to_prolong,
    how_to_resume,
)
from mom_env.learning.initial import begin_with, initial_agent
from mom_env.learning.logs import Logs
from mom_env.learning.origin import in_manifest
from mom_env.learning.plot import plot_strength
from mom_env.learning.selfplay.trainer import SelfPlay
from mom_env.players.agent import Agent
from mom_env.work.interrupts import Interrupts

PICTURE, SB3_PARTS = "strength.png", "parts"


def start(config: Config, run: Path, console: Console, *, replace: bool = False, initial: str | None = None) -> bool:
    """Train in a new folder up to the end; return False if the training was interrupted, otherwise True.

    Args:
        config: of the training.
        run: the folder; it is made if it is missing.
        console: where progress is shown.
        replace: whether to remove everything from the folder first.
        initial: name or folder of an agent to begin with, or None.

    Raises:
        ConfigError: the folder already holds a run, the configuration names a player for other tables or a device that
            this machine has not got, or the training cannot begin with the agent.
        OutputError: another process works in the folder, or it cannot be made.
    """
    if not replace:
        check_holds_no_agent(run)
    check_config(config)
    check_device(config)
    agent = None if initial is None else initial_agent(initial, config)
    with hold(run):
        if replace:
            clear(run)
        check_is_new(run)
        return begin(config, run, console, agent)


def begin(config: Config, run: Path, console: Console, agent: Agent | None = None) -> bool:
    """Train in the folder `run`, which this process has locked; return False if interrupted, otherwise True.

    The training begins with the policy of `agent` unless that is None.
    """
    if config.trainer == "sb3":
        from mom_env.learning.sb3 import trainer as sb3  # noqa: PLC0415  # it takes seconds to load, and only this trainer needs it

        return sb3.train(config, run, console)
    training = SelfPlay(config, run)
    if agent is not None:
        begin_with(training, agent)
    return Run(training, run, console).train()


def resume(run: Path, console: Console) -> bool:
    """Continue a run from its newest checkpoint that can be read; return False if interrupted, otherwise True.

    Raises:
        CheckpointError: no checkpoint can be read.
        ConfigError: this machine has not got the run's device.
        OutputError: another process works in the folder.
    """
    check_can_resume(run)
    with hold(run):
        return continue_run(run, console)


def continue_run(run: Path, console: Console) -> bool:
    """Continue the run in a folder that this process has locked; return False if interrupted, otherwise True."""
    if (run / SB3_PARTS).is_dir():
        from mom_env.learning.sb3 import trainer as sb3  # noqa: PLC0415  # as above

        return sb3.resume(run, console)
    training = last_training(run, console)
    if training.is_done:
        console.print(how_to_prolong(run, training.config.decisions), highlight=False, markup=False, soft_wrap=True)
    return Run(training, run, console).train()


def last_training(run: Path, console: Console) -> SelfPlay:
    """Return the training of a run's newest checkpoint that can be read.

    Printed are problems of newer checkpoints, how this machine differs from the one that wrote the checkpoint, and what
    of the run's configuration was edited by hand.

    Raises:
        CheckpointError: no checkpoint can be read.
    """
    training, problems = checkpoint.load_latest(run)
    warnings = [f"passed over: {problem}" for problem in problems]
    path = run / CHECKPOINTS / f"{training.iteration:0{checkpoint.NAME_DIGITS}}"
    if different := checkpoint.differences(path):
        warnings.append(f"last bits may differ: {'; '.join(different)}")
    if edited := edits(run, training.config):
        warnings.append(edited)
    for line in warnings:
        console.print(line, style="yellow", markup=False, soft_wrap=True)
    return training


class Run:
    """A training of the trainer `selfplay` in its folder, with logs, checkpoints and evaluations."""

    def __init__(self, training: SelfPlay, run: Path, console: Console) -> None:
        """Open the logs in the folder `run`, cut back to the training's iteration.

        Raises:
            ConfigError: this machine has not got the device of the training.
        """
        check_device(training.config)
        self.training, self.folder, self.console = training, run, console
        self.config, self.logs = training.config, Logs(run, training.iteration)
        self._seconds = self.logs.seconds()
        self._best = self.logs.best()
        self._saved_at = training.iteration or None

    def train(self) -> bool:
        """Train to the end, or until Ctrl-C, and save. Return whether the end was reached."""
        training = self.training
        write_file(self.folder / checkpoint.CONFIG, (self.config.model_dump_json(indent=1) + "\n").encode())
        display = Display(self.console, self.folder.name, self.config.decisions, training.decisions)
        with Interrupts(self._announce_saving) as interrupts, display, interrupts.raising(patience=1):
            while not training.is_done and not interrupts.count:
                self._iterate(display)
            self._save()
        self.logs.close()
        if interrupts.count:
            self._print(f"Saved. Continue with: {how_to_resume(self.folder)}")
            return False
        self._report()
        return True

    def _iterate(self, display: Display) -> None:
        """Play and learn from one rollout, log and show it, and evaluate and save if it is time to."""
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
        if training.is_done or training.iteration % config.evaluation.every == 0:
            self._evaluate(display)
        if training.iteration % config.checkpoint.every == 0:
            self._save()

    def _evaluate(self, display: Display) -> None:
        """Measure and log the policy's strength. If it is the best so far, export the agent and save a checkpoint."""
        training, policy = self.training, self.training.policy()
        strengths = evaluate_all(policy, self.config)
        for label, strength in strengths.items():
            row = {"decisions": training.decisions, "against": label, **strength._asdict()}
            self.logs.strength.add({"iteration": training.iteration, **row})
        self.logs.show_strengths(training.iteration, {bot: one.share for bot, one in strengths.items()})
        display.show_strength(training.decisions, strengths)
        mean = sum(one.share for one in strengths.values()) / len(strengths)
        if mean >= self._best[0]:
            self._best = (mean, training.iteration)
            self._export()
            self._save()

    def _save(self) -> None:
        """Save a checkpoint unless there is one of this iteration, and remove those that need not be kept."""
        folder = self.folder / CHECKPOINTS
        best = f"{self._best[1]:0{checkpoint.NAME_DIGITS}}"
        if self.training.iteration != self._saved_at:
            checkpoint.save(self.training, folder)
            self._saved_at = self.training.iteration
        checkpoint.prune(folder, self.config.checkpoint.keep, best)

    def _export(self) -> None:
        """Write the policy as it is now as the run's agent, with the strengths of the last evaluation."""
        training = self.training
        trained: dict[str, str | int | float] = {"decisions": training.decisions, "iteration": training.iteration}
        trained |= {"against " + row["against"]: float(row["share"]) for row in self._last_strengths()}
        trained |= in_manifest(training.origin, training.initial)
        shape = training.network.shape
        export_agent(training.network.agent_arrays(), shape, self.config, trained, self.folder / AGENT)

    def _last_strengths(self) -> list[dict[str, str]]:
        """Return the rows of the last evaluation in the log of strengths, one for each matchup."""
        return self.logs.strength.rows()[-len(matchups(self.config)) :]

    def _report(self) -> None:
        """Draw the plot of strength over time, and print how strong the policy is and where everything is."""
        title = f"{self.config.trainer}, {counts_in_words(self.config)}, seed {self.config.seed}"
        plot_strength(self.logs, fair_shares(self.config), title, self.folder / PICTURE)
        for row in self._last_strengths():
            strength = Strength(float(row["share"]), float(row["low"]), float(row["high"]))
            self._print(f"against {row['against']}: {share_in_words(strength)}")
        self._print(f"{self.training.decisions:,} decisions in {self._seconds / 60:.1f} minutes")
        self._print(f"agent: {self.folder / AGENT}\nplot: {self.folder / PICTURE}")

    def _print(self, text: str) -> None:
        """Print a text on the console unchanged, as names of folders may look like markup, and must not be broken."""
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _announce_saving(self) -> None:
        """Say after the first Ctrl-C that the training ends after its iteration."""
        self.console.print("Ctrl-C: ending this iteration, then saving ...", highlight=False)
