"""The machine and versions on which a measurement was made."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from mom_env import __version__

BASE = ("numpy", "numba", "llvmlite", "gymnasium", "pettingzoo")


def version_of(package: str) -> str | None:
    """Return the version of an installed package, or None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def processor() -> str:
    """Return the name of the processor, or of its kind if the system does not know more."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def num_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on every system
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def machine() -> dict[str, str]:
    """Return all that a measured figure depends on, as texts by name.

    The names are `processor`, `cores` (those that this process may use) and `system`, and for versions `python`,
    `mom_env`, `numpy`, `numba` and `llvmlite`.
    """
    return {
        "processor": processor(),
        "cores": str(num_cores()),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "mom_env": __version__,
        **{package: version_of(package) or "none" for package in ("numpy", "numba", "llvmlite")},
    }
