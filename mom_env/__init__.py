"""Monkeys on the Moon for reinforcement learning."""

from mom_env.registration import register_everywhere

__version__ = "0.1.0"

register_everywhere()
