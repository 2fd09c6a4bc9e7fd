"""The devices on which a training may compute, and which of them this machine has."""

import torch

from mom_env.errors import ConfigError
from mom_env.learning.config import Config

CPU = "cpu"


def devices_here() -> list[str]:
    """Return the names of the devices of this machine that torch can use, the preferred one first."""
    is_here = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), CPU: True}
    return [name for name, found in is_here.items() if found]


def device_of(config: Config) -> str:
    """Return the name of the device on which a training computes; with "auto", the preferred one of this machine.

    Raises:
        ConfigError: this machine has no such device; the message lists those that it has.
    """
    if config.device == CPU:
        return CPU
    here = devices_here()
    if config.device not in ("auto", *here):
        expected = ", ".join(["auto", *here])
        raise ConfigError(f"device: expected one of {expected} on this machine, found {config.device!r}")
    return here[0] if config.device == "auto" else config.device


def check_device(config: Config) -> None:
    """Check that this machine has the device of a training.

    Raises:
        ConfigError: it has not; the message lists the devices that it has.
    """
    device_of(config)


def usable_here(config: Config) -> Config:
    """Return the configuration with a device of this machine: its own, or the CPU if that is missing.

    With the CPU, checkpoints of any machine can be read.
    """
    try:
        check_device(config)
    except ConfigError:
        return config.model_copy(update={"device": CPU})
    return config


def torch_device(config: Config) -> torch.device | None:
    """Return the device on which plain torch is to train a copy of the network; None for the CPU, which has kernels.

    Raises:
        ConfigError: this machine has no such device.
    """
    name = device_of(config)
    return None if name == CPU else torch.device(name)


def how_computed(config: Config) -> dict[str, str]:
    """Return the settings on which the last bits of a training depend on this machine, by name.

    Raises:
        ConfigError: this machine has no such device.
    """
    return {"device": device_of(config), "precision": config.network.precision, "threads": str(config.threads)}
