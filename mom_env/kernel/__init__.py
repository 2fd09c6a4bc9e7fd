"""What every game here stands on: compiled functions, random streams, piles. No noun of any game."""
