"""Berries, a small game of the tests: all act at once, for 1 to 3 players, with a secret in each hand.

In each tick each player waits, or goes to one of five bushes. Whoever is alone there picks all its berries; where
several are, they share them or lose them, as the option says. Three berries or more are heavy: who picked so many has
to wait in the next tick. Then the bushes grow. Each player has a secret favourite; at the end its berries of that bush
count twice.
"""

from berries.people import Game, VectorGame

__all__ = ["Game", "VectorGame"]
