"""Games that begin with random decisions: how many there are, that they are legal and even, and not learnt from."""

from pathlib import Path

import numpy as np
import pytest

from mom_env.common.tensors import from_bytes, sha256, to_bytes
from mom_env.errors import CheckpointError
from mom_env.learning import checkpoint
from mom_env.learning.selfplay.advantages import NO_ROW
from mom_env.learning.selfplay.league import CHANCE
from mom_env.learning.selfplay.trainer import SelfPlay
from tests.learning.small import fingerprint, small, trained

pytestmark = pytest.mark.train
PLIES = 4
ALONE = ("league.past_share=0", "league.bot_share=0", "deck=mini", f"rollout.random_plies={PLIES}")


def beginnings(training: SelfPlay) -> list[int]:
    """Of each game that began in a rollout and has a decision of the learner: how many others came before."""
    rollout, found = training.rollout, []
    for game in range(training.config.rollout.games):
        starts = np.flatnonzero(rollout._dones[:, game]) + 1
        for start, end in zip(starts, [*starts[1:], len(rollout._rows)], strict=True):
            is_learnt = rollout._rows[start:end, game] != NO_ROW
            if is_learnt.any():
                found.append(int(np.argmax(is_learnt)))
                assert is_learnt[found[-1] :].all()  # only the first ones are random
    return found


@pytest.mark.parametrize(("share", "expected"), [(1.0, set(range(1, PLIES + 1))), (0.0, {0})])
def test_new_games_begin_with_1_to_so_many_random_decisions(share: float, expected: set[int], tmp_path: Path) -> None:
    training = SelfPlay(small(*ALONE, "rollout.steps=300", f"rollout.random_share={share}"), tmp_path)
    training.rollout.collect()
    found = beginnings(training)
    assert len(found) > 20
    assert set(found) == expected


def test_so_large_a_share_of_the_new_games_does(tmp_path: Path) -> None:
    training = SelfPlay(small(*ALONE, "rollout.random_share=0.3"), tmp_path)
    rollout, count = training.rollout, 2000
    begun = 0
    for _ in range(count):
        rollout.random_left[0] = 0
        rollout._draw_beginning(0)
        begun += rollout.random_left[0] > 0
    assert begun / count == pytest.approx(0.3, abs=4 * (0.3 * 0.7 / count) ** 0.5)


def test_each_legal_action_is_as_likely_as_any_other(tmp_path: Path) -> None:
    rollout = SelfPlay(small(*ALONE, "rollout.games=200"), tmp_path).rollout
    most = int(rollout.games.action_masks.sum(1).argmax())
    rollout.games.restore(np.repeat(rollout.games.states[most : most + 1], 200))
    legal = np.flatnonzero(rollout.games.action_masks[0])
    drawn = np.concatenate([rollout._play_opponent(CHANCE, np.arange(200)) for _ in range(20)])
    counts = np.array([(drawn == action).sum() for action in legal])
    assert counts.sum() == 4000
    expected = 4000 / len(legal)
    assert ((counts - expected) ** 2 / expected).sum() < len(legal) + 5 * (2 * len(legal)) ** 0.5


def test_it_goes_on_to_the_bit_amid_random_decisions(tmp_path: Path) -> None:
    config = small("deck=mini", "rollout.random_share=0.8", "rollout.random_plies=30")
    first = trained(config, tmp_path, 3)
    assert (first.rollout.random_left > 0).any()
    path = checkpoint.save(first, tmp_path / "checkpoints")
    second = checkpoint.load_checkpoint(path, tmp_path)
    for training in (first, second):
        training.iterate()
        training.iterate()
    assert fingerprint(second) == fingerprint(first)


def test_a_number_that_cannot_be_left_is_refused(tmp_path: Path) -> None:
    training = trained(small(*ALONE, "rollout.random_share=1.0"), tmp_path, 1)
    path = checkpoint.save(training, tmp_path / "checkpoints")
    manifest = checkpoint.read_manifest(path)
    expected = checkpoint.expected_files(manifest, training.config)[checkpoint.GAMES]
    for left in (-1, PLIES + 1):
        arrays = from_bytes((path / checkpoint.GAMES).read_bytes(), expected, checkpoint.GAMES)
        arrays["random_left"] = np.full(10, left)
        content = to_bytes(arrays)
        (path / checkpoint.GAMES).write_bytes(content)
        signed = manifest.model_copy(update={"files": {**manifest.files, checkpoint.GAMES: sha256(content)}})
        (path / checkpoint.MANIFEST).write_text(signed.model_dump_json())
        with pytest.raises(CheckpointError, match=f"random_left: expected 0 to {PLIES}, found {left} to {left}"):
            checkpoint.load_checkpoint(path, tmp_path)
