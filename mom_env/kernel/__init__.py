"""The basis of every game: compiled functions, random streams, piles. No noun of any game."""
