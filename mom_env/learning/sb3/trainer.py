"""The trainer `sb3`: MaskablePPO of sb3-contrib on the native VecEnv, one learning seat, from top to bottom.

The training goes in parts. In each, the other seats are drawn anew from the baselines and from the learner's own past
selves, and at its end the learner joins these. A part follows from the weights, the optimiser and its number alone, as
all chance is seeded anew: so a run that goes on from the end of a part is the same as one that was never stopped.
Within a part SB3 keeps no games, so an interrupted part is begun anew.
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
from mom_env.learning.config import Config
from mom_env.learning.config_checks import check_symmetry
from mom_env.learning.display import Display, share_in_words
from mom_env.learning.evaluation import Strength, evaluate_all, fair_shares, matchups
from mom_env.learning.export import export_agent
from mom_env.learning.folders import AGENT, how_to_prolong, how_to_resume
from mom_env.learning.logs import KEY, Logs
from mom_env.learning.origin import in_manifest
from mom_env.learning.plot import plot_strength
from mom_env.learning.sb3.callbacks import ProgressCallback
from mom_env.learning.sb3.parts import (
    CONFIG,
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
from mom_env.players.agent import PolicyNet
from mom_env.sb3 import GameVecEnv

PICTURE, NOT_FINITE = "strength.png", "not-finite.safetensors"
OF_A_ROLLOUT = ("observations", "actions", "log_probs", "advantages", "returns")  # as MaskablePPO keeps it
NO_PROBABILITIES = "to satisfy the constraint"  # PyTorch, of a network that answers what is no number


def train(config: Config, run: Path, console: Console, first: int = 0) -> bool:
    """All parts from the first one on; False if Ctrl-C ended it."""
    check_symmetry(config)
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
    """Each part is saved, then judged; one that was saved and not judged any more is judged now."""
    if first and not is_evaluated(logs, config, first):
        evaluate_part(model, config, run, first, logs, display)
    for part in range(first, num_parts(config)):
        model.set_env(part_env(config, run, part), force_reset=True)
        model.set_random_seed(config.seed + part)
        learn(model, config.sb3.past_every, ProgressCallback(logs, display, part), run)
        save_part(model, config, run, part + 1)
        evaluate_part(model, config, run, part + 1, logs, display)


def learn(model: MaskablePPO, decisions: int, look: ProgressCallback, run: Path) -> None:
    """So many decisions more.

    Raises:
        TrainingError: the loss is no number; where the rollout is.
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
    """Save the rollout of a loss that is no number, and stop; the parts before are as they were."""
    path = run / NOT_FINITE
    path.write_bytes(to_bytes({name: getattr(model.rollout_buffer, name) for name in OF_A_ROLLOUT}))
    raise TrainingError(
        f"loss: expected finite numbers, found others; the rollout is in {path}. "
        "Parts are as they were; begin again with a smaller ppo.learning_rate"
    )


def after_interrupt(run: Path) -> str:
    """What Ctrl-C has left, and how to go on."""
    saved = saved_parts(run)
    if not saved:
        return "No part was over yet, so nothing is saved: the same command begins anew."
    return f"Saved up to part {int(saved[-1].name)}; what came after it is lost. Go on with: {how_to_resume(run)}"


def resume(run: Path, console: Console) -> bool:
    """Go on behind the last part that was saved.

    Raises:
        CheckpointError: there is none.
    """
    saved = saved_part(run)
    if saved.manifest.part >= num_parts(saved.config):
        console.print(how_to_prolong(run, saved.config.decisions), highlight=False, markup=False, soft_wrap=True)
    return train(saved.config, run, console, saved.manifest.part)


def set_precision(config: Config) -> None:
    """Set the precision of all matrix products in this process: "medium" lets them take bfloat16."""
    torch.set_float32_matmul_precision("medium" if config.network.precision == "bf16" else "highest")


def num_parts(config: Config) -> int:
    """How many parts there are; the last one is as long as the others."""
    return -(-config.decisions // config.sb3.past_every)


def part_env(config: Config, run: Path, part: int) -> GameVecEnv:
    """The games of a part: at each other seat a baseline, or a past self as soon as there is one."""
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
    """Return how many opponents a part draws: one for each other seat, or one for all where tables differ in size."""
    return config.num_players - 1 if isinstance(config.num_players, int) else 1


def make_model(config: Config, env: GameVecEnv) -> MaskablePPO:
    """MaskablePPO with what the configuration says of PPO; the learning rate stays as it is at the start."""
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
        device="cpu",
    )


def evaluate_part(model: MaskablePPO, config: Config, run: Path, part: int, logs: Logs, display: Display) -> None:
    """Strength after a part; the best so far is the run's agent."""
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
    """Whether the log has the strength after a part; what it has of it, if it has not all, is forgotten."""
    own = [row for row in logs.strength.rows() if int(row[KEY]) == part]
    if len(own) < len(matchups(config)):
        logs.strength.cut(part - 1)
    return len(own) == len(matchups(config))


def report(config: Config, run: Path, logs: Logs, console: Console) -> None:
    """The end: how strong, and where everything is."""
    title = f"sb3, {counts_in_words(config)}, seed {config.seed}"
    plot_strength(logs, fair_shares(config), title, run / PICTURE)
    for row in logs.strength.rows()[-len(matchups(config)) :]:
        strength = Strength(float(row["share"]), float(row["low"]), float(row["high"]))
        console.print(f"against {row['against']}: {share_in_words(strength)}", highlight=False, markup=False)
    console.print(f"agent: {run / AGENT}\nplot: {run / PICTURE}", highlight=False, markup=False, soft_wrap=True)
