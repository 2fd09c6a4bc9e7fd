"""A bot that ends its process."""

import os
from typing import Any


def choose(_: Any, __: Any) -> int:
    os._exit(7)
