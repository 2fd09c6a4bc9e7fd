"""What a game offers and what the loops over it hand around: protocols, named tuples and types. No noun of any game."""
