"""The trainer `sb3`: MaskablePPO of sb3-contrib on the native VecEnv, with one learning seat.

A training consists of parts. For each part, the players at the other seats are drawn from the configured opponents and
from the learner's past selves; at its end the learner's policy joins the past selves. All random streams are seeded
again for each part, so a part depends only on the weights, the optimiser and its number. A run that is resumed after a
part is therefore the same as an uninterrupted one. An interrupted part is played again from its beginning, as SB3 does
not save games in progress.
"""

from pathlib import Path
from typing import NoReturn

import numpy as np
import torch
from rich.console import Console
from sb3_contrib import MaskablePPO

from mom_env.common.files import write_file
from mom_env.common.tensors import to_bytes
from mom_env.errors import TrainingError
from mom_env.learning.batches import counts_in_words
from mom_env.learning.checkpoint import differences_from
from mom_env.learning.config import Config
from mom_env.learning.config_checks import check_symmetry
from mom_env.learning.devices import check_device, device_of
from mom_env.learning.display import Display, share_in_words
from mom_env.learning.edits import edits
from mom_env.learning.evaluation import Strength, evaluate_all, fair_shares, matchups
from mom_env.learning.export import export_agent
from mom_env.learning.folders import AGENT, how_to_prolong, how_to_resume
from mom_env.learning.logs import KEY, Logs
from mom_env.learning.origin import in_manifest
from mom_env.learning.plot import plot_strength
from mom_env.learning.sb3.callbacks import ProgressCallback
from mom_env.learning.sb3.parts import (
    CONFIG,
    SavedPart,
    load_part,
    part_folder,
    past_folder,
    policy_arrays,
    read_part,
    save_part,
    saved_part,
    saved_parts,
)
from mom_env.learning.shape import network_shape
from mom_env.players.policy_net import PolicyNet
from mom_env.sb3 import GameVecEnv

PICTURE, NOT_FINITE = "strength.png", "not-finite.safetensors"
OF_A_ROLLOUT = ("observations", "actions", "log_probs", "advantages", "returns")  # MaskablePPO's names
NO_PROBABILITIES = "to satisfy the constraint"  # in PyTorch's error for a network whose output is not a number


def train(config: Config, run: Path, console: Console, first: int = 0) -> bool:
    """Train the parts that are left; return False if the training was interrupted, otherwise True.

    Args:
        config: of the training.
        run: the folder of the run.
        console: where progress is shown.
        first: number of parts that are saved already; the model continues from the last of them.

    Raises:
        ConfigError: the configuration has a symmetry, or this machine has not got its device.
    """
    check_symmetry(config)
    check_device(config)
    torch.set_num_threads(config.threads)
    set_precision(config)
    write_file(run / CONFIG, (config.model_dump_json(indent=1) + "\n").encode())
    logs, model = Logs(run, first), make_model(config, part_env(config, run, 0))
    if first:
        load_part(model, run, first)
    try:
        with Display(console, run.name, config.decisions, model.num_timesteps) as display:
            train_parts(model, config, run, first, logs, display)
    except KeyboardInterrupt:
        console.print(after_interrupt(run), highlight=False, markup=False, soft_wrap=True)
        return False
    logs.close()
    report(config, run, logs, console)
    return True


def train_parts(model: MaskablePPO, config: Config, run: Path, first: int, logs: Logs, display: Display) -> None:
    """Train, save and evaluate all parts after the first `first` ones, which are saved.

    If the last of the saved parts has not been evaluated, it is evaluated at first.
    """
    if first and not is_evaluated(logs, config, first):
        logs.strength.cut(first - 1)  # an evaluation that was interrupted leaves some of its rows
        evaluate_part(model, config, run, first, logs, display)
    for part in range(first, num_parts(config)):
        model.set_env(part_env(config, run, part), force_reset=True)
        model.set_random_seed(config.seed + part)
        learn(model, config.sb3.past_every, ProgressCallback(logs, display, part), run)
        save_part(model, config, run, part + 1)
        evaluate_part(model, config, run, part + 1, logs, display)


def learn(model: MaskablePPO, decisions: int, look: ProgressCallback, run: Path) -> None:
    """Train for `decisions` more decisions, rounded up to whole rollouts; `look` shows and logs the progress.

    Raises:
        TrainingError: the loss is not a number; the message says where in the folder `run` the rollout is saved.
    """
    try:
        model.learn(decisions, callback=look, reset_num_timesteps=False)
    except ValueError as error:
        if NO_PROBABILITIES not in str(error):
            raise
        refuse(model, run)
    if not all(bool(weight.isfinite().all()) for weight in model.policy.parameters()):
        refuse(model, run)


def refuse(model: MaskablePPO, run: Path) -> NoReturn:
    """Save the rollout whose loss is not a number in the folder `run`, and raise an error.

    Raises:
        TrainingError: always; the message says where the rollout is.
    """
    path = run / NOT_FINITE
    path.write_bytes(to_bytes({name: getattr(model.rollout_buffer, name) for name in OF_A_ROLLOUT}))
    raise TrainingError(
        f"loss: expected finite numbers, found others; the rollout is in {path}. "
        "Saved parts are unchanged; begin again with a smaller ppo.learning_rate"
    )


def after_interrupt(run: Path) -> str:
    """Return in words what of the run is saved after Ctrl-C, and how to continue."""
    saved = saved_parts(run)
    if not saved:
        return "Nothing is saved, as the first part was not finished: the same command begins again."
    return f"Saved up to part {int(saved[-1].name)}; later decisions are lost. Continue with: {how_to_resume(run)}"


def resume(run: Path, console: Console) -> bool:
    """Continue the run after its last saved part; return False if the training was interrupted, otherwise True.

    Raises:
        CheckpointError: no part was saved, or the last one has been damaged or edited.
    """
    saved = saved_part(run)
    if saved.manifest.part >= num_parts(saved.config):
        console.print(how_to_prolong(run, saved.config.decisions), highlight=False, markup=False, soft_wrap=True)
    warn(saved, run, console)
    return train(saved.config, run, console, saved.manifest.part)


def warn(saved: SavedPart, run: Path, console: Console) -> None:
    """Print how this machine differs from the one that saved the last part, and what was edited by hand."""
    warnings = [edits(run, saved.config)]
    if saved.manifest.machine and (different := differences_from(saved.manifest.machine, saved.config)):
        warnings.append(f"last bits may differ: {'; '.join(different)}")
    for line in filter(None, warnings):
        console.print(line, style="yellow", markup=False, soft_wrap=True)


def set_precision(config: Config) -> None:
    """Set the precision of all of torch's matrix products in this process, as the configuration says.

    With "bf16" they may be computed in bfloat16, with "fp32" in float32.
    """
    torch.set_float32_matmul_precision("medium" if config.network.precision == "bf16" else "highest")


def num_parts(config: Config) -> int:
    """Return the number of parts of a training, sections of equal length.

    It is rounded up, and the last part is as long as the others.
    """
    return -(-config.decisions // config.sb3.past_every)


def part_env(config: Config, run: Path, part: int) -> GameVecEnv:
    """Return the games of a part (a section of the training), with players drawn for the other seats.

    Each player is one of the configured opponents or, with the same chance, one of the past selves, if there are any. A
    past self is the learner's policy after an earlier part.

    Args:
        config: of the training.
        run: the folder of the run, which has the past selves.
        part: number of parts that have been played before this one.
    """
    rng = np.random.default_rng([config.seed, part])
    past = [str(past_folder(run, number)) for number in range(1, part + 1)]
    seats = [past if past and rng.random() < 1 / 2 else config.sb3.opponents for _ in range(num_drawn(config))]
    opponents = [str(rng.choice(names)) for names in seats]
    return GameVecEnv(
        config.game,
        config.sb3.games,
        config.num_players,
        opponents=opponents if isinstance(config.num_players, int) else opponents[0],
        seat="random",
        reward=config.rollout.reward,
        deck=config.deck,
        options=config.options,
        seed=int(rng.integers(2**62)),
    )


def num_drawn(config: Config) -> int:
    """Return how many opponents are drawn for each part of a training.

    It is one for each other seat, or one for all seats if tables differ in size.
    """
    return config.num_players - 1 if isinstance(config.num_players, int) else 1


def make_model(config: Config, env: GameVecEnv) -> MaskablePPO:
    """Return an untrained MaskablePPO for the games of `env`, with the configuration's settings.

    Its learning rate and entropy weight are constant: the values at the start.
    """
    ppo, sb3 = config.ppo, config.sb3
    return MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=ppo.learning_rate,
        n_steps=sb3.steps,
        batch_size=min(ppo.minibatch, sb3.games * sb3.steps),
        n_epochs=ppo.epochs,
        gamma=ppo.discount,
        gae_lambda=ppo.trace,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value,
        max_grad_norm=ppo.max_gradient,
        policy_kwargs={"net_arch": list(config.network.hidden), "activation_fn": torch.nn.ReLU},
        seed=config.seed,
        device=device_of(config),
    )


def evaluate_part(model: MaskablePPO, config: Config, run: Path, part: int, logs: Logs, display: Display) -> None:
    """Measure and log the strength after `part` parts; if it is the best so far, write the run's agent.

    The best strength is that with the highest mean share of games won.
    """
    shape = network_shape(config)
    arrays = policy_arrays(model, shape)
    policy = PolicyNet(config.game, shape, arrays)
    strengths = evaluate_all(policy, config)
    if sum(one.share for one in strengths.values()) / len(strengths) >= logs.best()[0]:
        trained: dict[str, str | int | float] = {"decisions": model.num_timesteps, "iteration": part}
        trained |= in_manifest(read_part(part_folder(run, part)).origin)
        trained |= {f"against {bot}": one.share for bot, one in strengths.items()}
        export_agent(arrays, shape, config, trained, run / AGENT)
    for bot, strength in strengths.items():
        row = {"decisions": model.num_timesteps, "against": bot, **strength._asdict()}
        logs.strength.add({"iteration": part, **row})
    logs.show_strengths(part, {bot: one.share for bot, one in strengths.items()})
    display.show_strength(model.num_timesteps, strengths)


def is_evaluated(logs: Logs, config: Config, part: int) -> bool:
    """Return whether the log has all rows of the evaluation after `part` parts."""
    own = [row for row in logs.strength.rows() if int(row[KEY]) == part]
    return len(own) == len(matchups(config))


def report(config: Config, run: Path, logs: Logs, console: Console) -> None:
    """Draw the plot of strength over time, and print how strong the policy is and where everything is."""
    title = f"sb3, {counts_in_words(config)}, seed {config.seed}"
    plot_strength(logs, fair_shares(config), title, run / PICTURE)
    for row in logs.strength.rows()[-len(matchups(config)) :]:
        strength = Strength(float(row["share"]), float(row["low"]), float(row["high"]))
        console.print(f"against {row['against']}: {share_in_words(strength)}", highlight=False, markup=False)
    console.print(f"agent: {run / AGENT}\nplot: {run / PICTURE}", highlight=False, markup=False, soft_wrap=True)
