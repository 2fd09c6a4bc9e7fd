"""What the games of this package are made from: for people, for learners, in files. No noun of any game."""
