"""Players as kernels, the weakest first."""

from mom_env.contract.people import Bot

RANDOM = 0

BOTS = {"random": Bot(RANDOM, 1, "plays any legal action, each with the same chance")}

__all__ = ["BOTS"]
