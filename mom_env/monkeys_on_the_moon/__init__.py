"""Monkeys on the Moon: the game."""

from mom_env.monkeys_on_the_moon.game import Game
from mom_env.monkeys_on_the_moon.vector import VectorGame

__all__ = ["Game", "VectorGame"]
