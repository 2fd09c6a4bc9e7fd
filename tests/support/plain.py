"""Kernels as plain Python, so that a test can put something else in the place of one of them."""

import sys
from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture
def plain_python(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """For one test, no kernel is compiled: each is the function that was written."""
    for name, module in sorted(sys.modules.items()):
        if name.startswith("mom_env."):
            for function, kernel in list(vars(module).items()):
                if hasattr(kernel, "py_func"):
                    monkeypatch.setattr(module, function, kernel.py_func)
    with np.errstate(over="ignore"):  # the random stream wraps around
        yield
