from typing import Any

import numpy as np
import pytest

from mom_env.common.arguments import checked_whole, whole_of
from mom_env.errors import IllegalAction, OptionError

pytestmark = pytest.mark.once


@pytest.mark.parametrize("value", [7, np.int8(7), np.uint64(7), np.array(7), np.array([3, 7])[1]])
def test_all_integers_are_whole_numbers(value: Any) -> None:
    assert whole_of(value) == 7
    assert type(whole_of(value)) is int


@pytest.mark.parametrize(
    "value", [True, np.True_, np.array([True])[0], 7.0, np.float32(7), np.array(7.0), np.array([7, 7]), "7", None, [7]]
)
def test_nothing_else_is_one(value: Any) -> None:
    assert whole_of(value) is None
    with pytest.raises(OptionError, match="number: expected a whole number of at least 0, found"):
        checked_whole("number", value, 0)


@pytest.mark.train
def test_a_tensor_that_holds_an_integer_is_one() -> None:
    import torch

    assert whole_of(torch.tensor(7)) == 7
    assert whole_of(torch.tensor([5, 7]).argmax()) == 1
    assert whole_of(torch.tensor([True])[0]) is None
    assert whole_of(torch.tensor(7.0)) is None


def test_limits_belong_to_the_range() -> None:
    assert [checked_whole("number", value, 2, 4) for value in (2, 4)] == [2, 4]
    for value in (1, 5):
        with pytest.raises(IllegalAction, match=f"^number: expected a whole number from 2 to 4, found {value}$"):
            checked_whole("number", value, 2, 4, IllegalAction)
