"""Monkeys on the Moon: the game."""
