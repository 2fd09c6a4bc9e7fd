"""Whether values come as often as they should: the chi-square test of what is drawn by chance."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from scipy.stats import chisquare

Cells = Counter[Any]  # all values that can come, each as often as it should

LEAST_P = 1e-4  # of each of some fifty tests with fixed seeds; a weakened redeal comes out below 1e-20


def p_of(found: Sequence[Hashable], expected: Cells) -> float:
    """How likely so uneven counts are by chance; 0 if something came that cannot be, or never came."""
    counts = Counter(found)
    if counts.keys() != expected.keys():
        return 0.0
    shares = np.array([expected[cell] for cell in expected], float)
    observed = np.array([counts[cell] for cell in expected], float)
    return float(chisquare(observed, shares * len(found) / shares.sum()).pvalue)
