"""NumPy's global chance, for tests that nothing draws from it."""

import numpy as np


def numpy_state() -> list[int]:
    """Return the numbers that NumPy's global generator draws from, and how many of them are used up."""
    state = np.random.get_state(legacy=False)["state"]  # noqa: NPY002  # this is the one meant
    return [*state["key"].tolist(), state["pos"]]
