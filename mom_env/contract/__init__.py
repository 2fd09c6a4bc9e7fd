"""What a game offers, and what its loops pass to each other: protocols, named tuples, types. No noun of any game."""
