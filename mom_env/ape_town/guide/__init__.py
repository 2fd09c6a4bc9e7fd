"""What a search knows of the game: which moves to consider first, their first estimates, and payoffs."""
