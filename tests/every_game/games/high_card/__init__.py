"""High Card, a small game of the tests: one seat after the other, a hidden card in each hand, a pile to draw from.

Each of 2 to 4 players has coins. In a round each in turn folds, or stakes coins, no fewer than anybody before. Once in
its turn a player may pay a coin to exchange its card; the old one is open. The highest card of those who stay in takes
the pot; ties share it, and what cannot be shared stays in it. Then all hands are open, and new cards are dealt.
"""

from high_card.people import Game, VectorGame

__all__ = ["Game", "VectorGame"]
