"""The player `ismcts`: information-set Monte Carlo tree search, for every game.

Each simulation deals again what the searcher cannot know, walks down one tree over what it has seen, plays out, and
brings the payoffs of all seats back up. A node is a sequence of actions, whatever was hidden behind it; a child is
looked at only where it is legal in the deal at hand, and its bonus counts how often that was. Each seat goes for its
own payoff. Where moves are many, the game lists some of them first, and the others by and by.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), with a prior over the moves.
"""

from mom_env.search.player import Ismcts

__all__ = ["Ismcts"]
