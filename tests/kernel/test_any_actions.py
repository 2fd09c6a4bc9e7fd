"""Masks of any number of actions, in any layout: what is legal in them is found all the same."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mom_env.contract.records import mask_dtype
from mom_env.contract.views import flat
from mom_env.kernel.masks import draw_action, random_draws
from mom_env.kernel.sparse_mlp import in_words, list_legal

COUNTS = (1, 7, 8, 53, 64, 90, 632)


def drawn(num_actions: int, rows: int = 9) -> Any:
    """Masks at random; the last action is legal in some of them."""
    masks = (np.random.default_rng(num_actions).random((rows, num_actions)) < 0.3).astype(np.int8)
    masks[::2, -1] = 1
    return masks


def columns_of_records(masks: Any) -> Any:
    """The same as environments show them: the first columns of records that are filled up to whole words."""
    records = np.zeros(len(masks), mask_dtype(masks.shape[1]))
    records["ids"] = masks
    return flat(records, np.dtype(np.int8))[:, : masks.shape[1]]


LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "own": lambda masks: masks,
    "columns": columns_of_records,
    "booleans": lambda masks: masks.astype(np.bool_),
    "by action": np.asfortranarray,
    "every second": lambda masks: np.repeat(masks, 2, axis=0)[::2],
    "backwards": lambda masks: masks[:, ::-1].copy()[:, ::-1],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("num_actions", COUNTS)
def test_legal_actions_are_listed(num_actions: int, layout: str) -> None:
    masks, rows = drawn(num_actions), np.array([0, 2, 1, 8])
    given = LAYOUTS[layout](masks)
    before = given.copy()
    offsets, (actions, ids) = np.zeros(len(rows) + 1, np.int64), np.zeros((2, masks.size), np.int32)
    turned = np.random.default_rng(0).permutation(num_actions)[None]
    list_legal(*in_words(given), rows, np.zeros(len(rows), np.int64), turned, offsets, actions, ids)
    wanted = [np.flatnonzero(masks[row]) for row in rows]
    assert np.diff(offsets).tolist() == [len(legal) for legal in wanted]
    assert actions[: offsets[-1]].tolist() == np.concatenate(wanted).tolist()
    assert ids[: offsets[-1]].tolist() == turned[0, np.concatenate(wanted)].tolist()
    assert np.array_equal(given, before)


@pytest.mark.parametrize("num_actions", COUNTS)
def test_masks_are_copied_only_where_their_rows_are_no_whole_words(num_actions: int) -> None:
    masks = drawn(num_actions)
    whole, words = in_words(masks)
    assert (whole is masks) == (num_actions % 8 == 0)
    assert words.shape == (len(masks), -(-num_actions // 8))
    assert not whole[:, num_actions:].any()


@pytest.mark.parametrize("num_actions", [1, 53, 90])
def test_actions_are_drawn_from_a_row_of_a_larger_array(num_actions: int) -> None:
    masks = columns_of_records(drawn(num_actions))
    draws, mask = random_draws(3), masks[0]
    found = {draw_action(mask, draws) for _ in range(20 * num_actions)}
    assert found == set(np.flatnonzero(mask))
