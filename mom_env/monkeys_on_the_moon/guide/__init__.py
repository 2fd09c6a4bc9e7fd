"""What a search knows of the game: which moves to look at first, how they look, and what a position is worth."""
